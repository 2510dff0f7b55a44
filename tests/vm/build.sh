#!/bin/bash
# Builds the guest of `make test-vm`: Debian 13 with the product put on it by its own installer, and beside the product what
# stands in for a Pi's parts: gpio-sim, libcamera's virtual pipeline. Needs root, mmdebstrap, e2fsprogs, dosfstools, mtools and the network.
#
#   tests/vm/build.sh CACHE SCENES FOREIGN SIGNED    CACHE: outside the checkout; SCENES: the recorded game (tests/vm/record.py);
#                                                    FOREIGN, SIGNED: versions of the updates on the landlord's sticks
#
# Steps that are done are kept in CACHE: base/ (Debian), workshop/ (with a compiler), modules/, guest/ (with the product).
set -euo pipefail

CACHE=$1 SCENES=$2
HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
SOURCE=$(cd "$HERE/../.." && pwd)
mkdir -p "$CACHE"
cd "$CACHE"

say() { printf '== %s (%s s)\n' "$*" "$SECONDS"; }
wrong() { printf 'build.sh: %s\n' "$*" >&2; exit 2; }
inside() { local root=$1; shift; chroot "$root" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt "$@"; }
# How this machine reaches its package sources is its own affair; the root does as the host does.
as_the_host() {
    local root=$1 name
    for name in /etc/resolv.conf /etc/pip.conf /etc/ssl/certs/ca-certificates.crt; do
        if [ -e "$name" ]; then cp -L "$name" "$root$name"; fi
    done
}
quiet() { "$@" > "$CACHE/last.log" 2>&1 || { tail -30 "$CACHE/last.log" >&2; wrong "failed: $*"; }; }

[ "$(id -u)" = 0 ] || wrong "needs root"
for tool in mmdebstrap mke2fs chroot mkfs.vfat mcopy; do command -v "$tool" >/dev/null || wrong "no $tool here: sudo apt install mmdebstrap e2fsprogs dosfstools mtools"; done

if [ ! -e base.done ]; then
    say "Debian 13"
    rm -rf base
    mmdebstrap --quiet --variant=minbase --components=main \
        --include=systemd,systemd-sysv,udev,dbus,kmod,linux-image-amd64,ca-certificates,initramfs-tools,e2fsprogs,make trixie base
    touch base.done
fi
KERNEL=$(ls base/lib/modules)

# Debian's kernel comes without gpio-sim; its source has it. CONFIG_IRQ_SIM is off too, so irq_sim.c is linked in, with the
# one call that modules may not make replaced by the one they may.
if [ ! -e modules.done ]; then
    say "gpio-sim for $KERNEL"
    rm -rf workshop modules
    cp -a base workshop
    as_the_host workshop
    quiet inside workshop apt-get update -q
    quiet inside workshop apt-get install -q -y --no-install-recommends "linux-headers-$KERNEL" linux-source-6.12 gcc make xz-utils
    work=workshop/srv/gpio-sim
    mkdir -p "$work" modules
    tar -C workshop/usr/src -xf workshop/usr/src/linux-source-6.12.tar.xz \
        linux-source-6.12/drivers/gpio linux-source-6.12/kernel/irq/irq_sim.c
    kernel=workshop/usr/src/linux-source-6.12
    cp "$kernel/drivers/gpio/gpio-sim.c" "$work/chip.c"
    cp "$kernel/drivers/gpio/gpiolib.h" "$kernel/kernel/irq/irq_sim.c" "$work/"
    sed -i -e '/^EXPORT_SYMBOL/d' -e 's/handle_simple_irq(irq_to_desc(\(.*\)));/generic_handle_irq(\1);/' "$work/irq_sim.c"
    printf 'obj-m := gpio-sim.o\ngpio-sim-y := chip.o irq_sim.o\n' > "$work/Makefile"
    quiet inside workshop make -C "/lib/modules/$KERNEL/build" M=/srv/gpio-sim modules
    cp "$work/gpio-sim.ko" modules/
    rm -rf workshop
    touch modules.done
fi

say "the product, by its own installer"
# The folder of the run before is taken up again, so that packages need not be fetched twice; the installer is idempotent.
if [ ! -e guest ]; then cp -a base guest; fi
as_the_host guest
mountpoint -q guest/proc || mount -t proc proc guest/proc
trap 'umount "$CACHE/guest/proc"' EXIT
rm -rf guest/src guest/var/lib/knobeltisch/journal* guest/var/lib/knobeltisch/photos
mkdir guest/src
(cd "$SOURCE" && tar -c --exclude=.git --exclude=.venv --exclude=__pycache__ --exclude='.*_cache' .) | tar -x -C guest/src
inside guest SOLVE=no make -C /src install 2>&1 | sed -u "s/^/   /"

say "the best play of what is played there, which takes an emulated machine an hour"
inside guest runuser -u knobeltisch -- /opt/knobeltisch/current/bin/python -m table.strategies \
    kniffel '{"preset": "klassisch"}' /var/lib/knobeltisch > /dev/null

say "the landlord's sticks"
"$HERE/sticks.sh" "$CACHE" "$3" "$4"

say "what stands in for a Pi's parts"
install -m 0644 modules/gpio-sim.ko -D -t "guest/lib/modules/$KERNEL/extra"
inside guest depmod "$KERNEL"
site=$(inside guest /opt/knobeltisch/current/bin/python -c 'import os, sysconfig; print(os.path.realpath(sysconfig.get_path("purelib")))')
rm -rf "guest$site"/kernel_parts*
cp -r "$HERE/parts/." "guest$site/"
rm -rf guest/opt/guest
cp -r "$HERE/guest" guest/opt/guest
cp -r "$SCENES" guest/opt/guest/game
install -m 0644 "$HERE/guest/knobeltisch.toml" guest/etc/knobeltisch/knobeltisch.toml
install -D -m 0644 "$HERE/guest/virtual.yaml" guest/usr/share/libcamera/pipeline/virtual/virtual.yaml
install -D -m 0644 "$HERE/guest/parts.rules" guest/etc/udev/rules.d/90-parts.rules
install -D -m 0644 "$HERE/guest/parts.conf" guest/etc/systemd/system/knobeltisch.service.d/parts.conf
install -D -m 0644 "$HERE/guest/caretaker.conf" guest/etc/systemd/system/knobeltisch-caretaker.service.d/solve.conf
install -m 0644 "$HERE"/guest/{parts,contract,guests,landlord}.service guest/etc/systemd/system/
quiet inside guest systemctl enable parts.service contract.service guests.service landlord.service
quiet inside guest systemctl mask serial-getty@.service apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer
printf '/dev/vda / ext4 rw,noatime 0 1\n' > guest/etc/fstab
echo knobeltisch > guest/etc/hostname
# Only what this machine has, so that it is unpacked quickly.
printf 'MODULES=list\n' > guest/etc/initramfs-tools/conf.d/small
printf 'virtio_pci\nvirtio_blk\next4\n' > guest/etc/initramfs-tools/modules
quiet inside guest update-initramfs -u
umount guest/proc
trap - EXIT

say "the image"
cp "guest/boot/vmlinuz-$KERNEL" vmlinuz
cp "guest/boot/initrd.img-$KERNEL" initrd.img
rm -f guest.img
mke2fs -q -F -t ext4 -d guest -L root guest.img 5G
say "done"
