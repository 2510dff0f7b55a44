"""Carries out what the table may not do itself: set the clock, switch off, install an update. Runs as root, for a moment.

The table leaves a request as a file in its runtime folder (`table.machine`); a path unit of the system starts this. Whoever has
taken over the table could write such a file too, so nothing in it is believed: names are fixed, text is read up to a few
bytes and checked, links are not followed, and an update must be signed.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from table import durable, updates
from table.machine import ANSWER, INCOMING, POWER_OFF, REQUESTS, SET_CLOCK, UPDATE
from table.updates import UpdateRefused

TEXT_AT_MOST = 100
#: Years a clock may be set to: this program was not written before, nor will it last longer.
YEARS = range(2025, 2100)
_TIME = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d")


class RequestRefused(ValueError):
    """A request that the system does not carry out."""


@dataclass
class Caretaker:
    """requests: the table's folder; data: its data folder, where an update is laid; own: root's own folder to unpack in;
    answers: where the outcome is told. `call` runs a command and returns its exit code and output, `set_clock` takes
    seconds since the epoch."""

    requests: Path = Path("/run/knobeltisch/requests")
    data: Path = Path("/var/lib/knobeltisch")
    own: Path = Path("/var/lib/knobeltisch-updates")
    answers: Path = Path("/run/knobeltisch-caretaker")
    key: Path = updates.KEY_PLACE
    running: str = ""
    call: Callable[[list[str]], tuple[int, str]] = lambda words: _call(words)
    set_clock: Callable[[float], None] = lambda at: time.clock_settime(time.CLOCK_REALTIME, at)

    def serve(self) -> None:
        """Take up every request that is there, each once, and tell how it went."""
        work = {SET_CLOCK: self._set_clock, UPDATE: self._update, POWER_OFF: self._power_off}
        for name in REQUESTS:
            text = self._take(name)
            if text is None:
                continue
            try:
                said = work[name](text)
            except (RequestRefused, UpdateRefused) as error:
                said = f"refused {getattr(error, 'reason', 'failed')} {error}"
            self._tell(name, said)

    def _take(self, name: str) -> str | None:
        """The text of a request, which is removed first: one that fails must not come back for ever."""
        try:
            folder = os.open(self.requests, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
        except OSError:
            return None
        try:
            with _plain_file(name, folder) as handle:
                text = os.read(handle, TEXT_AT_MOST + 1)
        except FileNotFoundError:
            return None
        except (RequestRefused, OSError) as error:
            print(f"{name}: {error}", file=sys.stderr)
            return None
        finally:
            _remove(name, folder)
            os.close(folder)
        return text.decode("utf-8", "replace").strip()

    def _tell(self, name: str, said: str) -> None:
        print(f"{name}: {said}")
        self.answers.mkdir(exist_ok=True)
        fresh = self.answers / f".{ANSWER}"
        fresh.write_text(f"{name} {said}\n", encoding="utf-8")
        fresh.replace(self.answers / ANSWER)

    # What is done -----------------------------------------------------------------------------------------------------

    def _set_clock(self, text: str) -> str:
        try:
            if not _TIME.fullmatch(text):
                raise ValueError("no time")
            wanted = time.strptime(text, "%Y-%m-%d %H:%M:%S")
        except ValueError as error:
            raise RequestRefused(f"found {text[:30]!r}; allowed: YYYY-MM-DD HH:MM:SS") from error
        if wanted.tm_year not in YEARS:
            raise RequestRefused(f"found year {wanted.tm_year}; allowed: {YEARS[0]} to {YEARS[-1]}")
        self.set_clock(time.mktime(wanted))
        if Path("/dev/rtc0").exists():
            self.call(["hwclock", "--systohc"])
        return f"done {text}"

    def _power_off(self, text: str) -> str:
        code, output = self.call(["systemctl", "--no-block", "poweroff"])
        if code:
            raise RequestRefused(_last_line(output))
        return "done"

    def _update(self, text: str) -> str:
        """Check the update on a copy that only root can change, then let its own installer do the rest, roll-back included."""
        shutil.rmtree(self.own / "update", ignore_errors=True)
        place = self.own / "update"
        place.mkdir(parents=True, mode=0o700)
        try:
            found = updates.check(self._fetch(place), self.key)
            updates.check_newer(found, self.running or version("knobeltisch"))
            source = place / "source"
            source.mkdir()
            updates.unpack(found, source)
            code, output = self.call(["bash", str(source / "systemd" / "install.sh"), "install"])
            if code:
                raise UpdateRefused("failed", _last_line(output))
            return f"done {found.version}"
        finally:
            shutil.rmtree(place, ignore_errors=True)

    def _fetch(self, place: Path) -> Path:
        copy = place / f"knobeltisch.{UPDATE}"
        folder = os.open(self.data, os.O_RDONLY | os.O_DIRECTORY)
        try:
            with _plain_file(INCOMING, folder) as handle, copy.open("wb") as file:
                if os.fstat(handle).st_size > updates.SIZE_AT_MOST:
                    raise UpdateRefused("damaged", f"it is larger than {updates.SIZE_AT_MOST} bytes")
                while chunk := os.read(handle, 1 << 20):
                    file.write(chunk)
            durable.sync(copy)
        except FileNotFoundError as error:
            raise UpdateRefused("none", f"{self.data / INCOMING} is not there") from error
        except OSError as error:
            raise UpdateRefused("no_room", f"it could not be copied ({error.strerror})") from error
        finally:
            _remove(INCOMING, folder)
            os.close(folder)
        return copy


@contextmanager
def _plain_file(name: str, folder: int) -> Iterator[int]:
    """A handle on a plain file in an open folder; no link is followed and nothing is waited for."""
    handle = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=folder)
    try:
        if not stat.S_ISREG(os.fstat(handle).st_mode):
            raise RequestRefused(f"{name} is no plain file")
        yield handle
    finally:
        os.close(handle)


def _remove(name: str, folder: int) -> None:
    try:
        os.unlink(name, dir_fd=folder)
    except FileNotFoundError:
        return
    except IsADirectoryError:
        os.rename(name, f".{name}-{time.monotonic_ns()}", src_dir_fd=folder, dst_dir_fd=folder)


def _call(words: list[str]) -> tuple[int, str]:
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    print(done.stdout, end="")
    return done.returncode, done.stdout


def _last_line(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "it failed without a word"


if __name__ == "__main__":
    Caretaker().serve()
