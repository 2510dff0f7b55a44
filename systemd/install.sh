#!/bin/bash
# Installs, upgrades and removes the table on Raspberry Pi OS (Bookworm, Trixie) and on plain Debian.
#
#   install.sh [--dry-run] install|uninstall
#
# Every version gets a virtual environment of its own beside the others, /opt/knobeltisch/versions/NAME; the symlink
# /opt/knobeltisch/current says which one runs. It is switched only after the new one has proved itself, and switched back
# if the service does not come up with it. Run again, it changes nothing that is already as it should be.
#
# SOLVE=no leaves the tables of the best play to the table itself, which solves what is played.
# DESTDIR=DIR puts every file below DIR and asks for no root (for the tests); PYTHON is the interpreter to build with.
set -euo pipefail

SOURCE=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
DESTDIR=${DESTDIR:-}
PYTHON=${PYTHON:-/usr/bin/python3}
DRY_RUN=

OPT=$DESTDIR/opt/knobeltisch
ETC=$DESTDIR/etc/knobeltisch
DATA=$DESTDIR/var/lib/knobeltisch
UNITS=$DESTDIR/etc/systemd/system
JOURNALD=$DESTDIR/etc/systemd/journald.conf.d/knobeltisch.conf
COMMAND=$DESTDIR/usr/local/bin/knobeltisch
DOC=$DESTDIR/usr/share/doc/knobeltisch
UNIT_FILES=(knobeltisch.service knobeltisch-backup.service knobeltisch-backup.timer knobeltisch-caretaker.service
    knobeltisch-caretaker.path "knobeltisch-stick@.service")
STARTED_WITH_THE_SYSTEM=(knobeltisch.service knobeltisch-backup.timer knobeltisch-caretaker.path)
RULES=$DESTDIR/etc/udev/rules.d/90-knobeltisch.rules
# Where versions before put it: read too early to know a stick.
RULES_BEFORE=$DESTDIR/etc/udev/rules.d/60-knobeltisch.rules
POWER_RULES=$DESTDIR/etc/udev/rules.d/70-power-switch.rules
LOGIND=$DESTDIR/etc/systemd/logind.conf.d/knobeltisch.conf
MANAGER=$DESTDIR/etc/systemd/system.conf.d/knobeltisch.conf
SYSCTL=$DESTDIR/etc/sysctl.d/60-knobeltisch.conf
STICKS=$DESTDIR/media/knobeltisch
BESIDE=$DATA/before-upgrade

# From apt, because only Debian's build fits the machine: pygame (PyPI's has no KMSDRM, so no screen without a desktop),
# lgpio (no wheel for Python 3.13), numpy (the one that picamera2's simplejpeg was built with). cryptography, which checks
# updates, gets its security fixes from Debian. OpenCV and the rest come as wheels: Bookworm's OpenCV 4.6 is too old. libgl1
# and libglib2.0 are what OpenCV's wheel loads; the other four are what SDL opens a screen without a desktop with, and only
# asks for when it does.
NEEDED=(python3 python3-venv python3-pip python3-numpy python3-pygame python3-cryptography libgl1 libegl1 libgles2 libgbm1
    libgl1-mesa-dri)
# Renamed in Debian 13; the first that the system knows.
GLIB=(libglib2.0-0t64 libglib2.0-0)
# Taken where the system knows them: a plain Debian 12 has no lgpio.
WELCOME=(python3-gpiozero python3-lgpio)
# What picamera2 from PyPI needs on a Debian without Raspberry Pi's repository: libcamera, and a compiler for python-prctl.
# A plain Debian 13 has no lgpio either; it is built with the same compiler and swig.
LIBCAMERA=(python3-libcamera libcamera-ipa libcap-dev python3-dev gcc swig)
PICAMERA2_PYPI='picamera2==0.3.38'
LGPIO_PYPI='lgpio==0.2.2.0'
GROUPS_WANTED=(video render input gpio audio)

say() { printf '%s\n' "$*"; }
refuse() { printf 'install.sh: %s\n' "$*" >&2; exit 2; }
# What changes the system goes through `run`, so that --dry-run can say it instead.
run() { if [ -n "$DRY_RUN" ]; then say "would run: $*"; else "$@"; fi; }
as_table() { runuser -u knobeltisch -- env "STATE_DIRECTORY=$DATA" "$@"; }
has_systemd() { [ -d "$DESTDIR/run/systemd/system" ]; }
# Works on files alone where systemd does not run, as in a chroot.
enabling() {
    if command -v systemctl >/dev/null; then run systemctl "$@"; else say "note: no systemctl here; to be done later: systemctl $*"; fi
}
is_running() { has_systemd && systemctl is-active --quiet knobeltisch.service; }
current() { readlink "$OPT/current" 2>/dev/null || true; }

# Packages ---------------------------------------------------------------------------------------------------------------

release() { sed -n "s/^$1=\"\\?\\([^\"]*\\)\"\\?\$/\\1/p" "$DESTDIR/etc/os-release" 2>/dev/null; }
is_known() { apt-cache show "$1" >/dev/null 2>&1; }
is_there() { dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null | grep -qx installed; }

# Names the packages that are missing, one a line; asks the network for nothing.
missing() { local name; for name in "$@"; do is_there "$name" || printf '%s\n' "$name"; done; }

# As a whole number, 0 where there is none.
systemd_version() { systemctl --version 2>/dev/null | sed -n '1s/^systemd \([0-9]*\).*/\1/p' | grep . || say 0; }

# How the Pi's camera is served: apt (Raspberry Pi OS), pypi (Debian 13) or none.
camera_from() {
    if is_there python3-picamera2 || is_known python3-picamera2; then say apt
    elif [ "$(release VERSION_ID)" = 13 ]; then say pypi
    else say none
    fi
}

packages() {
    local want=("${NEEDED[@]}") name
    if [ -n "$(missing "${NEEDED[@]}")" ]; then run apt-get update -q; fi
    for name in "${WELCOME[@]}"; do
        if is_known "$name"; then want+=("$name"); else say "note: this system has no $name; going on without it"; fi
    done
    for name in "${GLIB[@]}"; do
        if is_there "$name" || is_known "$name"; then want+=("$name"); break; fi
    done
    CAMERA=$(camera_from)
    case $CAMERA in
        apt) want+=(python3-picamera2) ;;
        pypi)
            say "note: python3-picamera2 is only in Raspberry Pi's own repository; taking PyPI's with Debian's libcamera"
            want+=("${LIBCAMERA[@]}") ;;
        none)
            say "note: no python3-picamera2 here (it is only in Raspberry Pi's own repository), and Debian's libcamera is too old" \
                "for PyPI's; going on without the Pi's camera, USB cameras work" ;;
    esac
    mapfile -t want < <(missing "${want[@]}")
    if [ ${#want[@]} -gt 0 ]; then
        run env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends "${want[@]}" ||
            refuse "apt could not install ${want[*]}; see above, then run this again"
    fi
}

# User, folders ----------------------------------------------------------------------------------------------------------

user() {
    getent group knobeltisch >/dev/null || run groupadd --system knobeltisch
    getent passwd knobeltisch >/dev/null ||
        run useradd --system --gid knobeltisch --home-dir /var/lib/knobeltisch --no-create-home --shell /usr/sbin/nologin knobeltisch
    local group
    for group in "${GROUPS_WANTED[@]}"; do
        # A unit that names an unknown group does not start; gpio exists on Raspberry Pi OS only.
        getent group "$group" >/dev/null || run groupadd --system "$group"
        id -nG knobeltisch 2>/dev/null | tr ' ' '\n' | grep -qx "$group" || run usermod -aG "$group" knobeltisch
    done
}

folders() {
    run install -d -m 0755 "$OPT/versions" "$ETC" "$DOC" "$UNITS" "$STICKS" \
        "$(dirname "$JOURNALD")" "$(dirname "$COMMAND")" "$(dirname "$RULES")"
    run install -d -m 0750 -o knobeltisch -g knobeltisch "$DATA"
    run install -m 0644 "$SOURCE/systemd/knobeltisch.toml" "$DOC/knobeltisch.toml.example"
    run install -m 0644 "$SOURCE/README.md" "$DOC/README.md"
    if [ -e "$ETC/knobeltisch.toml" ]; then
        say "config kept: $ETC/knobeltisch.toml"
    else
        run install -m 0644 "$SOURCE/systemd/knobeltisch.toml" "$ETC/knobeltisch.toml"
    fi
    # The key that updates are checked with: the table keeps the one it has, a signed update cannot bring another.
    if [ -e "$SOURCE/update.pub" ] && [ ! -e "$ETC/update.pub" ]; then
        run install -m 0644 "$SOURCE/update.pub" "$ETC/update.pub"
    fi
}

# Whether the source is an update from a stick, which brings itself as a wheel and must do without a network.
has_wheels() { [ -d "$SOURCE/wheels" ]; }

# The new version --------------------------------------------------------------------------------------------------------

# Names a version by its number and its content, so that the same one is not built twice.
version_name() {
    local number digest parts=(pyproject.toml game vision hardware display table)
    if has_wheels; then parts+=(wheels); fi
    number=$(sed -n 's/^version = "\(.*\)"$/\1/p' "$SOURCE/pyproject.toml")
    digest=$(cd "$SOURCE" && find "${parts[@]}" -type f ! -name '*.pyc' -print0 |
        LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -c1-10)
    printf '%s-%s\n' "$number" "$digest"
}

build() {
    local new=$1 copy
    if [ -n "$DRY_RUN" ]; then say "would build: $new"; return; fi
    rm -rf "$new"
    "$PYTHON" -m venv --system-site-packages "$new" || return 1
    if has_wheels; then build_from_wheels "$new"; return; fi
    # From a copy: pip leaves a build folder behind, and root must not leave files in somebody's checkout.
    copy=$(mktemp -d)
    (cd "$SOURCE" && cp -r pyproject.toml README.md LICENSE game vision hardware display table "$copy/")
    "$PYTHON" -c 'import numpy; print("numpy==" + numpy.__version__)' > "$copy/constraints.txt" 2>/dev/null || true
    local pip=("$new/bin/python" -m pip install --quiet --disable-pip-version-check --no-cache-dir -c "$copy/constraints.txt")
    if ! "${pip[@]}" "$copy"; then rm -rf "$copy"; return 1; fi
    if [ "$CAMERA" = pypi ]; then
        # Without PYPI=1 its setup.py looks for a library of the system instead of bringing its own.
        "$new/bin/python" -c 'import lgpio' 2>/dev/null || PYPI=1 "${pip[@]}" --use-pep517 --no-binary lgpio "$LGPIO_PYPI" ||
            say "note: lgpio could not be built; going on without the pins of a Pi"
        # Some of what it needs still comes with a setup.py alone, which is built apart from Debian's half of setuptools.
        if "${pip[@]}" --use-pep517 "$PICAMERA2_PYPI"; then stand_in_for_pykms "$new"
        else say "note: picamera2 could not be installed from PyPI; going on without the Pi's camera"
        fi
    fi
    rm -rf "$copy"
}

# Takes over the packages of the running version, then the product and what else it needs from the wheels it came with.
build_from_wheels() {
    local new=$1 old library name
    old=$(current)
    library=$(cd "$new" && echo lib/python3.*/site-packages)
    if [ -d "$old/$library" ]; then
        for name in "$old/$library"/*; do
            case ${name##*/} in pip|pip-*|knobeltisch-*|game|vision|hardware|display|table|training) ;; *) cp -a "$name" "$new/$library/" ;; esac
        done
    fi
    "$new/bin/python" -m pip install --quiet --disable-pip-version-check --no-cache-dir --no-index \
        --find-links "$SOURCE/wheels" knobeltisch
}

# picamera2 imports pykms for a preview that is never opened here; Debian has no such package, and PyPI's "kms" is another.
stand_in_for_pykms() {
    "$1/bin/python" -c 'import pykms' 2>/dev/null && return
    local place
    place=$("$1/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
    printf '"""Stands in for kms++: whatever pixel format picamera2 asks for when it is imported has a name here."""\n\n\nclass _Formats:\n    def __getattr__(self, name):\n        return name\n\n\nPixelFormat = _Formats()\n' > "$place/pykms.py"
}

# Whether a version starts, likes the config and folds the whole journal.
proves_itself() {
    local bin=$1/bin/knobeltisch
    "$bin" --version &&
        as_table "$bin" doctor --only config --config "$ETC/knobeltisch.toml" &&
        as_table "$bin" journal verify --data "$DATA"
}

# Works out the best play of the common games once, about a minute here and four on a Pi 4, so that guests never wait for
# a hint. Tables that are there and whole are kept. Without them the table works too: it solves what is played.
solve_common() {
    if [ "${SOLVE:-}" = no ]; then return; fi
    if [ -n "$DRY_RUN" ]; then say "would solve the common games below $DATA"; return; fi
    as_table nice -n 10 "$1/bin/knobeltisch" solve --common --missing --data "$DATA" ||
        say "note: the tables of the best play could not be solved now; the table does it when a game is first played"
}

# Switching --------------------------------------------------------------------------------------------------------------

# In one step, so that a power cut finds the old version or the new one.
point_at() {
    ln -sfn "$1" "$OPT/current.new"
    mv -T "$OPT/current.new" "$OPT/current"
    ln -sfn current/bin "$OPT/bin"
    sync -f "$OPT" 2>/dev/null || true
}

put_journal_aside() {
    rm -rf "$BESIDE"
    install -d -m 0750 -o knobeltisch -g knobeltisch "$BESIDE"
    find "$DATA" -maxdepth 1 -name 'journal.sqlite3*' -exec cp -p -t "$BESIDE" {} +
}

put_journal_back() {
    rm -f "$DATA"/journal.sqlite3 "$DATA"/journal.sqlite3-wal "$DATA"/journal.sqlite3-shm
    find "$BESIDE" -maxdepth 1 -name 'journal.sqlite3*' -exec cp -p -t "$DATA" {} +
}

units() {
    local from=$1 name
    for name in "${UNIT_FILES[@]}"; do
        if [ -e "$from/$name" ]; then install -m 0644 "$from/$name" "$UNITS/$name"; else rm -f "$UNITS/$name"; fi
    done
    if has_systemd; then systemctl daemon-reload; fi
}

switch_over() {
    local new=$1 old=$2
    if has_systemd; then systemctl stop knobeltisch.service 2>/dev/null || true; fi
    # Nobody plays now, so what the new version makes of the journal can be taken back as a whole.
    put_journal_aside
    install -d "$new/units"
    install -m 0644 "${UNIT_FILES[@]/#/$SOURCE/systemd/}" "$new/units/"
    units "$new/units"
    point_at "$new"
    if ! has_systemd; then return 0; fi
    # Type=notify: this returns once the table says that it is ready, or fails.
    if systemctl start knobeltisch.service; then return 0; fi
    say "the table does not come up with ${new##*/}"
    systemctl stop knobeltisch.service 2>/dev/null || true
    if [ -z "$old" ]; then return 1; fi
    put_journal_back
    point_at "$old"
    units "$old/units"
    systemctl reset-failed knobeltisch.service 2>/dev/null || true
    systemctl start knobeltisch.service || true
    return 1
}

around() {
    run install -m 0644 "$SOURCE/systemd/journald.conf" "$JOURNALD"
    run install -m 0755 "$SOURCE/systemd/knobeltisch.sh" "$COMMAND"
    run install -m 0644 "$SOURCE/systemd/knobeltisch.rules" "$RULES"
    run rm -f "$RULES_BEFORE"
    # What a keyboard that is plugged in could do past the table.
    run install -m 0644 "$SOURCE/systemd/70-power-switch.rules" "$POWER_RULES"
    run install -D -m 0644 "$SOURCE/systemd/logind.conf" "$LOGIND"
    run install -D -m 0644 "$SOURCE/systemd/system.conf" "$MANAGER"
    run install -D -m 0644 "$SOURCE/systemd/sysctl.conf" "$SYSCTL"
    if [ "$(systemd_version)" -ge 254 ]; then
        run install -D -m 0644 "$SOURCE/systemd/back-off.conf" "$UNITS/knobeltisch.service.d/back-off.conf"
    fi
    enabling enable "${STARTED_WITH_THE_SYSTEM[@]}"
    # Nobody at a pub table restarts it by keyboard.
    enabling mask ctrl-alt-del.target
    if has_systemd; then
        run systemctl daemon-reload
        run systemctl start knobeltisch-backup.timer knobeltisch-caretaker.path
        if command -v udevadm >/dev/null; then run udevadm control --reload; fi
        run systemctl try-restart systemd-journald.service systemd-sysctl.service
    fi
}

# Keeps the running version and the one before.
prune() {
    local kept=("$@") path
    for path in "$OPT"/versions/*; do
        [ -d "$path" ] || continue
        case " ${kept[*]} " in *" $path "*) ;; *) rm -rf "$path" ;; esac
    done
}

# Commands ---------------------------------------------------------------------------------------------------------------

install_table() {
    packages
    user
    folders
    local old new
    old=$(current)
    new=$OPT/versions/$(version_name)
    if [ "$old" = "$new" ] && proves_itself "$new" >/dev/null 2>&1; then
        say "version ${new##*/} is already there"
        units "$SOURCE/systemd"
        around
        solve_common "$new"
        if has_systemd && ! is_running; then run systemctl start knobeltisch.service; fi
        return
    fi
    if ! build "$new"; then
        rm -rf "$new"
        say "the new version could not be built; ${old:+${old##*/} goes on}${old:-nothing was installed}" >&2
        exit 1
    fi
    if [ -n "$DRY_RUN" ]; then
        say "would check, then switch to: $new"
        around
        solve_common "$new"
        return
    fi
    if ! proves_itself "$new"; then
        rm -rf "$new"
        say "version ${new##*/} did not prove itself (see above) and was removed; ${old##*/}${old:+ goes on}" >&2
        exit 1
    fi
    if ! switch_over "$new" "$old"; then
        if [ -n "$old" ]; then
            rm -rf "$new"
            say "rolled back to ${old##*/}" >&2
        else
            say "see: journalctl -u knobeltisch" >&2
        fi
        exit 1
    fi
    around
    prune "$new" "$old"
    solve_common "$new"
    say "installed ${new##*/}"
}

uninstall_table() {
    if has_systemd; then run systemctl stop "${STARTED_WITH_THE_SYSTEM[@]}" 2>/dev/null || true; fi
    enabling disable "${STARTED_WITH_THE_SYSTEM[@]}" 2>/dev/null || true
    enabling unmask ctrl-alt-del.target 2>/dev/null || true
    local name
    for name in "${UNIT_FILES[@]}"; do run rm -f "$UNITS/$name"; done
    run rm -f "$UNITS/knobeltisch.service.d/back-off.conf"
    if [ -d "$UNITS/knobeltisch.service.d" ]; then run rmdir --ignore-fail-on-non-empty "$UNITS/knobeltisch.service.d"; fi
    if has_systemd; then run systemctl daemon-reload; fi
    run rm -rf "$OPT" "$DOC"
    run rm -f "$COMMAND" "$JOURNALD" "$RULES" "$POWER_RULES" "$LOGIND" "$MANAGER" "$SYSCTL"
    say "removed; kept: $ETC (settings), $DATA (games, photos), the user knobeltisch"
}

main() {
    if [ "${1:-}" = --dry-run ]; then DRY_RUN=yes; shift; fi
    if [ -z "$DESTDIR$DRY_RUN" ] && [ "$(id -u)" != 0 ]; then refuse "needs root: sudo make ${1:-install}"; fi
    case ${1:-} in
        install) install_table ;;
        uninstall) uninstall_table ;;
        *) refuse "found '${1:-}'; allowed: [--dry-run] install, [--dry-run] uninstall" ;;
    esac
}

main "$@"
