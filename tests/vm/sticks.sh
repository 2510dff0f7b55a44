#!/bin/bash
# Makes the sticks that the landlord plugs in: FAT, one with an update that is signed with a stranger's key, one with the table's.
# The table's key is put on the guest.
#
#   tests/vm/sticks.sh CACHE FOREIGN SIGNED      the versions of the two updates
set -euo pipefail

CACHE=$1
cd "$CACHE"
inside() { chroot guest /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
    SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt "$@"; }
stick() {
    local name=$1 version=$2 key=$3
    inside sed -i "s/^version = \".*\"/version = \"$version\"/" /src/pyproject.toml
    inside /opt/knobeltisch/bin/knobeltisch update make /src --key "$key" --out /root/sticks
    rm -f "sticks/$name.img"
    truncate -s 64M "sticks/$name.img"
    mkfs.vfat -n KNOBEL "sticks/$name.img" > /dev/null
    mcopy -i "sticks/$name.img" "guest/root/sticks/knobeltisch-$version.update" ::
}

rm -rf guest/root/sticks sticks
mkdir -p guest/root/sticks sticks
inside /opt/knobeltisch/bin/knobeltisch update key /root/sticks/ours
inside /opt/knobeltisch/bin/knobeltisch update key /root/sticks/strangers
cp guest/root/sticks/ours/update.pub guest/etc/knobeltisch/update.pub
cp guest/src/pyproject.toml guest/root/sticks/pyproject.toml
stick foreign "$2" /root/sticks/strangers/update.key
stick signed "$3" /root/sticks/ours/update.key
mv guest/root/sticks/pyproject.toml guest/src/pyproject.toml
rm -rf guest/root/sticks
