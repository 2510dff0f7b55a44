#!/bin/sh
# The first and only program of a machine whose plug will be pulled: no services, just the journal and somebody who plays on it.
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
mount -t proc proc /proc 2>/dev/null
mount -t sysfs sys /sys 2>/dev/null
mount -t devtmpfs dev /dev 2>/dev/null
modprobe 9pnet_virtio
modprobe 9p
mkdir -p /share
mount -t 9p -o trans=virtio,version=9p2000.L,cache=none share /share
exec /opt/knobeltisch/current/bin/python /opt/guest/writer.py
