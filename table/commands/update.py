"""`knobeltisch update`: make and check the signed updates that a table takes from a USB stick."""

from __future__ import annotations

import argparse
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from pathlib import Path

from table import updates
from table.errors import UsageError

#: What of a checkout goes into an update.
PARTS = (
    "pyproject.toml",
    "README.md",
    "LICENSE",
    "NOTICE",
    "systemd",
    "game",
    "vision",
    "hardware",
    "display",
    "table",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Options of the command."""
    verbs = parser.add_subparsers(dest="verb", required=True, metavar="key|make|check")
    key = verbs.add_parser("key", help="make a pair of keys: update.key stays with you, update.pub goes on every table")
    key.add_argument("folder", type=Path, metavar="DIR")
    make = verbs.add_parser("make", help="sign a checkout as an update")
    make.add_argument("source", type=Path, metavar="CHECKOUT")
    make.add_argument("--key", type=Path, required=True, metavar="FILE", help="update.key")
    make.add_argument("--wheels", type=Path, metavar="DIR", help="packages that tables don't have yet, as wheels")
    make.add_argument("--out", type=Path, default=Path("."), metavar="DIR")
    check = verbs.add_parser("check", help="say what an update is, or why no table would take it")
    check.add_argument("file", type=Path)
    check.add_argument("--key", type=Path, default=updates.KEY_PLACE, metavar="FILE", help="update.pub (%(default)s)")


def run(args: argparse.Namespace) -> int:
    """Raises UpdateRefused (exit 1) for a file that is refused, UsageError for what cannot be done."""
    if args.verb == "check":
        found = updates.check(args.file, args.key)
        print(f"{args.file}: version {found.version}, signed")
        return 0
    try:
        if args.verb == "key":
            args.folder.mkdir(parents=True, exist_ok=True)
            secret, public = updates.make_key(args.folder)
            print(f"{secret}: keep it away from tables and sticks\n{public}: to /etc/knobeltisch/ of every table")
        else:
            print(_make(args))
    except (OSError, ValueError) as error:
        raise UsageError(str(error)) from error
    return 0


def _make(args: argparse.Namespace) -> Path:
    version = _version_of(args.source / "pyproject.toml")
    path: Path = args.out / f"knobeltisch-{version}.update"
    with tempfile.TemporaryDirectory() as scratch:
        wheels, payload = Path(scratch) / "wheels", Path(scratch) / "payload.tar.gz"
        # Built here, for a table in a pub has no network to fetch what building needs.
        command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "-w", str(wheels), str(args.source)]
        if subprocess.run(command).returncode:
            raise UsageError(f"{args.source} could not be built; see above")
        with tarfile.open(payload, "w:gz") as archive:
            for name in PARTS:
                archive.add(args.source / name, name, filter=_wanted)
            for wheel in sorted([*wheels.glob("*.whl"), *(args.wheels.glob("*.whl") if args.wheels else ())]):
                archive.add(wheel, f"wheels/{wheel.name}")
        updates.make(payload, version, args.key, path)
    return path


def _version_of(project: Path) -> str:
    """Raises ValueError where there is none."""
    found = tomllib.loads(project.read_text(encoding="utf-8")).get("project")
    version = found.get("version") if isinstance(found, dict) else None
    if not isinstance(version, str):
        raise ValueError(f"{project}: found no version of a project; allowed: a checkout of the Knobeltisch")
    updates.order(version)
    return version


def _wanted(member: tarfile.TarInfo) -> tarfile.TarInfo | None:
    return None if "__pycache__" in member.name or member.name.endswith(".pyc") else member
