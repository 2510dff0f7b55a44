"""How exposed the services are, by systemd's own judgement: `python -m tests.systemd.exposure` puts it into docs/security.md."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from tests import marked

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "security.md"
SERVICES = ("knobeltisch", "knobeltisch-backup", "knobeltisch-caretaker", "knobeltisch-stick@")


def judged(name: str) -> tuple[float, list[str]]:
    """A service's exposure (0 to 10), and the settings that are counted against it."""
    command = ["systemd-analyze", "security", "--offline=true", "--no-pager", str(ROOT / "systemd" / f"{name}.service")]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    level = re.search(r"exposure level for \S+: ([0-9.]+)", said)
    assert level is not None, said
    return float(level.group(1)), re.findall(r"^✗ (\S+)", said, re.MULTILINE)


def verified(folder: Path) -> str:
    """What `systemd-analyze verify` has to say of all units, "" for nothing; `folder`: for copies whose programs are there."""
    for path in (ROOT / "systemd").iterdir():
        if path.suffix in (".service", ".timer", ".path"):
            text = re.sub(r"^(Exec\w+)=/opt\S+", r"\1=/bin/true", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
            (folder / path.name.replace("@.", "@sda1.")).write_text(text, encoding="utf-8")
    command = ["systemd-analyze", "verify", *map(str, sorted(folder.iterdir()))]
    done = subprocess.run(command, capture_output=True, text=True)
    return done.stderr.strip() or ("" if done.returncode == 0 else f"exit {done.returncode}")


def version() -> str:
    return subprocess.run(["systemd-analyze", "--version"], capture_output=True, text=True).stdout.split()[1]


def line() -> str:
    """What stands on the page."""
    with tempfile.TemporaryDirectory() as folder:
        found = verified(Path(folder)) or "finds nothing wrong"
    levels = ", ".join(f"`{name}.service` {judged(name)[0]}" for name in SERVICES)
    return f"systemd {version()}: `systemd-analyze verify` {found}; `systemd-analyze security --offline=true` says {levels} (of 10)."


if __name__ == "__main__":
    print(line())
    marked.put("exposure", line(), PAGE)
    sys.exit(0)
