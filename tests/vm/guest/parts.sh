#!/bin/sh
# Sets up gpio-sim with the pins of a Pi's header, every button's pin pulled up (not pressed), and mounts the shared folder.
set -eu
mkdir -p /run/parts /share
ln -sfn /opt/guest/game/scenes/000 /run/parts/frames
modprobe 9pnet_virtio
modprobe 9p
mount -t 9p -o trans=virtio,version=9p2000.L,cache=none share /share || echo "no shared folder"
systemd-run --quiet --collect sh -c 'journalctl --boot --follow --output=short-monotonic > /share/guest.log'
modprobe gpio-sim
bank=/sys/kernel/config/gpio-sim/pi/bank0
mkdir -p "$bank"
echo 28 > "$bank/num_lines"
echo pinctrl-rp1 > "$bank/label"
echo 1 > /sys/kernel/config/gpio-sim/pi/live
chip=$(cat "$bank/chip_name")
echo "${chip#gpiochip}" > /run/parts/chip
echo "/sys/devices/platform/$(cat /sys/kernel/config/gpio-sim/pi/dev_name)/$chip" > /run/parts/pins
chmod -R a+rX /run/parts
udevadm settle
# The name by which picamera2 knows a Pi's memory for pictures; udev makes no links with a comma.
ln -sf system '/dev/dma_heap/linux,cma'
