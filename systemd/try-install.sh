#!/bin/bash
# Tries the installer for real: in a fresh Debian root (mmdebstrap, then chroot), with real apt, pip and virtual environments.
# Installs twice, upgrades, upgrades to what does not work, removes. Needs root, mmdebstrap and the network; takes minutes.
#
#   systemd/try-install.sh [SUITE] [WORKDIR]      suite: trixie (default) or bookworm; SOLVE=no: without the best play
#
# systemd does not run in there, so starting and rolling back a service that fails are left to tests/systemd and the
# virtual machine.
set -euo pipefail

SUITE=${1:-trixie}
WORK=${2:-$(mktemp -d)}
SOURCE=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
ROOT=$WORK/$SUITE
STEP=

step() { STEP=$*; printf '\n== %s (%s s)\n' "$*" "$SECONDS"; }
wrong() { printf 'try-install.sh: %s: %s\n' "$STEP" "$*" >&2; exit 1; }
inside() { chroot "$ROOT" /usr/bin/env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
    SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt SOLVE="${SOLVE:-}" "$@"; }
installer() { inside /src/systemd/install.sh "$1"; }

[ "$(id -u)" = 0 ] || { echo "try-install.sh: needs root" >&2; exit 2; }
mkdir -p "$WORK"
if [ ! -e "$ROOT/etc/os-release" ]; then
    step "a fresh Debian $SUITE"
    mmdebstrap --quiet --variant=minbase --components=main --include=ca-certificates,systemd "$SUITE" "$ROOT"
fi
mkdir -p "$ROOT/dev" "$ROOT/proc"
mountpoint -q "$ROOT/proc" || mount -t proc proc "$ROOT/proc"
trap 'umount "$ROOT/proc"' EXIT
cp /etc/resolv.conf "$ROOT/etc/resolv.conf"
# How this machine reaches its package sources is its own affair; the root does as the host does.
if [ -e /etc/pip.conf ]; then cp /etc/pip.conf "$ROOT/etc/pip.conf"; fi
cp /etc/ssl/certs/ca-certificates.crt "$ROOT/etc/ssl/certs/ca-certificates.crt"
rm -rf "$ROOT/src"
mkdir "$ROOT/src"
(cd "$SOURCE" && tar -c --exclude=.git --exclude=.venv --exclude=__pycache__ .) | tar -x -C "$ROOT/src"

step "install"
installer install
first=$(inside readlink /opt/knobeltisch/current)
inside knobeltisch --version
inside knobeltisch demo --headless --throws 3 --json | tail -1
inside knobeltisch journal list

step "install again"
installer install | grep -q "is already there" || wrong "built the same version twice"

step "upgrade, with a game in the journal and a changed config"
inside runuser -u knobeltisch -- /opt/knobeltisch/bin/knobeltisch demo --headless --throws 4 --size 800x480 \
    --data /var/lib/knobeltisch >/dev/null
inside sh -c "echo 'language = \"en\"' > /etc/knobeltisch/knobeltisch.toml"
inside sed -i 's/^version = ".*"/version = "9.0.0"/' /src/pyproject.toml
installer install
inside knobeltisch --version | grep -q 9.0.0 || wrong "the new version does not run"
inside knobeltisch journal list | grep -q kniffel || wrong "the journal is gone"
inside grep -q en /etc/knobeltisch/knobeltisch.toml || wrong "the config is gone"

# What the caretaker answers when the update that lies at $1 is asked for, in a root without any network.
by_stick() {
    inside mkdir -p /run/knobeltisch/requests
    inside cp "$1" /var/lib/knobeltisch/incoming.update
    inside touch /run/knobeltisch/requests/update
    unshare --net -- "$BASH" -c "$(declare -f inside); ROOT='$ROOT' SOLVE=no; inside /opt/knobeltisch/current/bin/python -m table.caretaker" >&2
    inside cat /run/knobeltisch-caretaker/answer
}

step "an update from a stick, without a network"
inside sed -i 's/^version = ".*"/version = "9.0.5"/' /src/pyproject.toml
inside /opt/knobeltisch/bin/knobeltisch update key /root/keys
inside /opt/knobeltisch/bin/knobeltisch update make /src --key /root/keys/update.key --out /root
inside cp /root/keys/update.pub /etc/knobeltisch/update.pub
[ "$(by_stick /root/knobeltisch-9.0.5.update)" = "update done 9.0.5" ] || wrong "the update was not taken"
inside knobeltisch --version | grep -q 9.0.5 || wrong "the update does not run"
inside knobeltisch journal list | grep -q kniffel || wrong "the journal is gone"

step "the same once more, and one that somebody changed"
[[ $(by_stick /root/knobeltisch-9.0.5.update) == "update refused same "* ]] || wrong "took the same version twice"
inside sh -c "(cat /root/knobeltisch-9.0.5.update; echo more) > /root/changed.update"
[[ $(by_stick /root/changed.update) == "update refused damaged "* ]] || wrong "took a changed update"

step "an upgrade that does not work"
inside sed -i 's/^version = ".*"/version = "9.1.0"/' /src/pyproject.toml
echo 'raise SystemExit(3)' > "$ROOT/src/table/commands/journal.py"
if installer install; then wrong "took a version that cannot read the journal"; fi
inside knobeltisch --version | grep -q 9.0.5 || wrong "the version before does not run any more"

step "remove"
installer uninstall
[ ! -e "$ROOT/opt/knobeltisch" ] || wrong "left /opt/knobeltisch behind"
[ -e "$ROOT/var/lib/knobeltisch/journal.sqlite3" ] || wrong "took the games with it"
step "all as it should be; first was ${first##*/}"
