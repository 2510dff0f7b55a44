"""The machine the table runs on, as far as the service menu needs it: USB sticks, clock, switching off.

The table itself may do nothing to the system. It leaves requests in its runtime folder, and a unit of the system carries
them out; on a machine without such a unit the request is refused by name.

A request is a file in `$RUNTIME_DIRECTORY/requests/` (with the shipped units `/run/knobeltisch/requests/`; whoever carries requests
out makes the folder, the table may write in it). Its name says what is asked, its UTF-8 text of one line ending in a newline
the rest:

    power-off    an empty line
    set-clock    the local time, "2026-11-30 19:05:00": year, month, day, hour (0-23), minute, second
    update       an empty line; the signed update lies as `incoming.update` in the data folder

It is written under a name that begins with a dot and then renamed, so a file without a dot is whole; a second request of a kind takes
the place of the first. Who carries it out deletes it, and
tells the outcome in `/run/knobeltisch-caretaker/answer`.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Mapping
from pathlib import Path

from table.errors import TableError
from table.folders import runtime_folder

#: Requests the system may carry out, each a file of this name: its text says the rest. `table.caretaker` is who does it.
POWER_OFF, SET_CLOCK, UPDATE = "power-off", "set-clock", "update"
REQUESTS = (SET_CLOCK, UPDATE, POWER_OFF)
#: An update lies here in the data folder for the caretaker to take; how it went stands in his answer.
INCOMING = "incoming.update"
ANSWER = "answer"
#: Blanks, tabs, line ends and backslashes in the kernel's list of mounts (proc_pid_mounts(5), getmntent(3)).
_ESCAPED = re.compile(r"\\([0-7]{3})")
#: Where desktops and udev rules mount what is plugged in.
_MOUNT_PLACES = ("/media/", "/run/media/", "/mnt/")


class MachineRefused(TableError, OSError):
    """The system does not do this for the table."""


class Machine:
    """root: where proc, the mounts and the caretaker's answers are; environ: of the process, for the runtime folder systemd
    gives it."""

    def __init__(self, root: Path = Path("/"), environ: Mapping[str, str] | None = None) -> None:
        self._root = root
        folder = runtime_folder(environ)
        self._requests = folder / "requests" if folder else None

    @property
    def takes_requests(self) -> bool:
        """Whether the system carries out requests here: it has made the folder for them."""
        return self._requests is not None and self._requests.is_dir()

    def sticks(self) -> list[Path]:
        """Folders of mounted USB sticks that can be written, in the order they were mounted."""
        try:
            mounts = os.fsdecode((self._root / "proc" / "mounts").read_bytes()).split("\n")
        except OSError:
            return []
        found = []
        for line in mounts:
            device, place = (*line.split(" ")[:2], "", "")[:2]
            place = _ESCAPED.sub(lambda octal: chr(int(octal[1], 8)), place)
            folder = self._root / place.lstrip("/")
            if device.startswith("/dev/sd") and place.startswith(_MOUNT_PLACES) and os.access(folder, os.W_OK):
                found.append(folder)
        return found

    def power_off(self) -> None:
        """Have the machine switched off. Raises MachineRefused."""
        self._ask(POWER_OFF, "")

    def set_clock(self, at: time.struct_time) -> None:
        """Have the system's clock set to a local time. Raises MachineRefused."""
        self._ask(SET_CLOCK, time.strftime("%Y-%m-%d %H:%M:%S", at))

    def install_update(self) -> None:
        """Have the update that lies in the data folder installed. Raises MachineRefused."""
        self._ask(UPDATE, "")

    def answer(self) -> str | None:
        """What the caretaker last said, "REQUEST done …" or "REQUEST refused REASON …"; None before he has said anything."""
        try:
            return (self._root / "run" / "knobeltisch-caretaker" / ANSWER).read_text(encoding="utf-8").strip()
        except OSError:
            return None

    def _ask(self, what: str, text: str) -> None:
        if self._requests is None or not self.takes_requests:
            raise MachineRefused(f"{what}: no system unit takes requests of the table here")
        fresh = self._requests / f".{what}"
        try:
            fresh.write_text(text + "\n", encoding="utf-8")
            fresh.replace(self._requests / what)
        except OSError as error:
            raise MachineRefused(f"{what}: {self._requests} takes no request ({error.strerror})") from error
