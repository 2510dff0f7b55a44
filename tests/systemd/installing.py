"""A machine to install on: a scratch root, and stand-ins for apt, systemctl, pip and the user tools that note how they were called.

Only the stand-ins are fake; the installer's own steps (folders, links, units, config, roll-back) are real files.
"""

import os
import shutil
import stat
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROOMS = ("game", "vision", "hardware", "display", "table")

STANDS_IN = {
    "apt-get": 'case "$*" in *install*) for w in "$@"; do case $w in -*|install) ;; *) echo "$w" >> "$MACHINE/packages" ;; esac; done ;; esac',
    "apt-cache": 'grep -qx "$2" "$MACHINE/known"',
    "dpkg-query": 'for last; do :; done; grep -qx "$last" "$MACHINE/packages" && printf installed',
    "getent": 'grep -qx "$2" "$MACHINE/$1"',
    "groupadd": 'for last; do :; done; echo "$last" >> "$MACHINE/group"',
    "useradd": 'for last; do :; done; echo "$last" >> "$MACHINE/passwd"',
    "usermod": 'echo "$2" >> "$MACHINE/member"',
    "id": 'case $1 in -nG) cat "$MACHINE/member" ;; *) echo 1000 ;; esac',
    "runuser": 'shift 3; exec "$@"',
    # Without the owner, which only root may set.
    "install": 'out=; while [ $# -gt 0 ]; do case $1 in -o|-g) shift 2 ;; *) out="$out \'$1\'"; shift ;; esac; done; eval "exec /usr/bin/install $out"',
    "systemctl": """
case "$*" in
    --version) echo "systemd $(cat "$MACHINE/systemd") (of Debian)" ;;
    "is-active "*) test -e "$MACHINE/running" ;;
    "stop "*knobeltisch.service*) rm -f "$MACHINE/running" ;;
    "start knobeltisch.service")
        if grep -q broken "$DESTDIR/opt/knobeltisch/current/flavour"; then
            echo migrated > "$DESTDIR/var/lib/knobeltisch/journal.sqlite3"
            exit 1
        fi
        touch "$MACHINE/running" ;;
esac
""",
    "python-for-venv": """
case "$1 $2" in
    "-m venv") for last; do :; done; mkdir -p "$last/bin" "$last/lib/python3.13/site-packages"; cp "$MACHINE/bin/python-in-venv" "$last/bin/python" ;;
    -c*) echo numpy==2.2.4 ;;
esac
""",
    "python-in-venv": """
here=$(dirname "$(dirname "$0")")
for last; do :; done
case "$*" in
    *"pip install"*--no-index*)
        set -- "$@"; while [ "$1" != --find-links ]; do shift; done
        cat "$2"/*.whl > "$here/flavour"
        grep -q unbuildable "$here/flavour" && exit 1
        cp "$MACHINE/bin/knobeltisch-in-venv" "$here/bin/knobeltisch" ;;
    *"pip install"*lgpio*) test -e "$MACHINE/pypi-has-picamera2" ;;
    *"import lgpio"*) exit 1 ;;
    *"pip install"*picamera2*) test -e "$MACHINE/pypi-has-picamera2" ;;
    *"pip install"*)
        grep -q unbuildable "$last/pyproject.toml" && exit 1
        sed -n 's/^# flavour //p' "$last/pyproject.toml" > "$here/flavour"
        cp "$MACHINE/bin/knobeltisch-in-venv" "$here/bin/knobeltisch" ;;
    *purelib*) echo "$here" ;;
    *"import pykms"*) exit 1 ;;
esac
""",
    "knobeltisch-in-venv": """
flavour=$(cat "$(dirname "$(dirname "$0")")/flavour")
case "$*" in
    --version) test "$flavour" != dumb && echo "knobeltisch $flavour" ;;
    doctor*) test "$flavour" != fussy ;;
    "journal verify"*) test "$flavour" != forgetful ;;
    solve*) echo "solve $*" >> "$MACHINE/calls"; test "$flavour" != ignorant ;;
esac
""",
}


class Machine:
    """A scratch root in `folder`; `install` and `uninstall` run the product's script there and return the process."""

    def __init__(self, folder, *, release="12", systemd=True, known=()):
        self.root = folder / "root"
        self.source = folder / "source"
        self.state = folder / "machine"
        (self.root / "etc").mkdir(parents=True)
        (self.root / "etc" / "os-release").write_text(f'ID=debian\nVERSION_ID="{release}"\n')
        if systemd:
            (self.root / "run" / "systemd" / "system").mkdir(parents=True)
        (self.state / "bin").mkdir(parents=True)
        for name, script in STANDS_IN.items():
            note = f'echo "{name} $*" >> "$MACHINE/calls"\n' if name != "knobeltisch-in-venv" else ""
            path = self.state / "bin" / name
            path.write_text(f"#!/bin/bash\n{note}{script}\n")
            path.chmod(path.stat().st_mode | stat.S_IXUSR)
        for name in ("packages", "group", "passwd", "member", "calls"):
            (self.state / name).touch()
        (self.state / "systemd").write_text("252" if release == "12" else "257")
        (self.state / "known").write_text("\n".join(known) + "\n")
        for room in ROOMS:
            (self.source / room).mkdir(parents=True)
        (self.source / "README.md").touch()
        (self.source / "LICENSE").touch()
        shutil.copytree(ROOT / "systemd", self.source / "systemd")
        self.version("0.1.0", "good")

    def version(self, number, flavour):
        """The checkout holds another version; `flavour` says what is wrong with it."""
        (self.source / "pyproject.toml").write_text(f'version = "{number}"\n# flavour {flavour}\n')

    def _run(self, *words):
        environment = {
            "PATH": f"{self.state / 'bin'}:{os.environ['PATH']}",
            "MACHINE": str(self.state),
            "DESTDIR": str(self.root),
            "PYTHON": str(self.state / "bin" / "python-for-venv"),
        }
        script = str(self.source / "systemd" / "install.sh")
        return subprocess.run(["bash", script, *words], env=environment, capture_output=True, text=True, timeout=60)

    def install(self, *words):
        return self._run(*words, "install")

    def uninstall(self):
        return self._run("uninstall")

    @property
    def current(self):
        link = self.opt / "current"
        return link.resolve().name if link.is_symlink() else None

    @property
    def opt(self):
        return self.root / "opt" / "knobeltisch"

    @property
    def data(self):
        return self.root / "var" / "lib" / "knobeltisch"

    @property
    def config(self):
        return self.root / "etc" / "knobeltisch" / "knobeltisch.toml"

    @property
    def versions(self):
        return sorted(path.name for path in (self.opt / "versions").iterdir())

    @property
    def is_running(self):
        return (self.state / "running").exists()

    def calls(self, name):
        lines = (self.state / "calls").read_text().splitlines()
        return [line for line in lines if line.split()[0] == name]

    def tree(self):
        """Every file and link of the root with its content or target."""
        out = {}
        for path in sorted(self.root.rglob("*")):
            name = str(path.relative_to(self.root))
            if path.is_symlink():
                out[name] = os.readlink(path)
            elif path.is_file():
                out[name] = path.read_bytes()
        return out
