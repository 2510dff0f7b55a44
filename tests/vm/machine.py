"""A virtual machine under qemu, without help of the processor: started, looked at, and its plug pulled."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

#: How a machine goes. The time of one that is MEASURED is its instructions, a thousand million a second, about a slow core of a Pi 4:
#: what is measured in it does not depend on how busy this machine is. The others take the time they get, on two cores: LIVELY has a
#: screen (Mesa's compiler does not bear AVX that is emulated), HASTY has none.
MEASURED = (
    "-accel",
    "tcg,thread=single",
    "-icount",
    "shift=0,sleep=on",
    "-rtc",
    "clock=vm",
    "-cpu",
    "Westmere",
    "-smp",
    "1",
)
LIVELY = ("-accel", "tcg,thread=multi", "-cpu", "Westmere", "-smp", "2")
HASTY = ("-accel", "tcg,thread=multi", "-cpu", "max", "-smp", "2")


#: A keyboard on USB and no other, or keys would go to that one.
USB = ("-machine", "pc,i8042=off", "-device", "qemu-xhci,id=usb", "-device", "usb-kbd,bus=usb.0")


class MachineFailed(RuntimeError):
    """The machine did not come to where it should in time."""


class Machine:
    """One guest: its own copy of the image, a folder shared with it, and a console log, all below `folder`.

    goes: MEASURED, LIVELY or HASTY; usb: with a keyboard, and sockets for sticks, which are the files *.img of the cache's folder `sticks`.
    """

    def __init__(
        self, folder: Path, cache: Path, *, memory_mb: int = 2048, goes: tuple[str, ...] = LIVELY, usb: bool = False
    ) -> None:
        self.folder = folder
        self.share = folder / "share"
        self.console = folder / "console.log"
        self.image = folder / "disk.img"
        self._cache = cache
        self._memory_mb = memory_mb
        self._goes = goes
        self._usb = usb
        self._process: subprocess.Popen[bytes] | None = None
        self._qmp: socket.socket | None = None

    def fresh(self) -> None:
        """A new disk, as it was built."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.share.mkdir(parents=True)
        command = ["cp", "--sparse=always", str(self._cache / "guest.img"), str(self.image)]
        subprocess.run(command, check=True)

    def start(self, words: str) -> None:
        """Switch it on; words: for the kernel's command line."""
        door = self.folder / "qmp"
        door.unlink(missing_ok=True)
        command = [
            "qemu-system-x86_64",
            *self._goes,
            *("-m", str(self._memory_mb), "-nodefaults", "-no-reboot", "-display", "none"),
            *("-kernel", str(self._cache / "vmlinuz"), "-initrd", str(self._cache / "initrd.img")),
            *(
                "-append",
                f"root=/dev/vda rw console=ttyS0 quiet loglevel=3 vt.global_cursor_default=0 mitigations=off {words}",
            ),
            # A guest's flush reaches the disk; what it has not flushed is lost with its memory.
            *("-drive", f"file={self.image},format=raw,if=virtio,cache=none"),
            *("-virtfs", f"local,path={self.share},mount_tag=share,security_model=none"),
            *("-device", "virtio-gpu-pci,xres=1280,yres=800"),
            *(USB if self._usb else ()),
            *("-device", "virtio-rng-pci", "-serial", f"file:{self.console}"),
            *("-qmp", f"unix:{door},server=on,wait=off", "-monitor", "none"),
        ]
        self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL)
        end = time.monotonic() + 20
        while True:
            self._qmp = socket.socket(socket.AF_UNIX)
            try:
                self._qmp.connect(str(door))
                break
            except OSError:
                if time.monotonic() > end or self._process.poll() is not None:
                    raise MachineFailed("qemu did not start") from None
                time.sleep(0.2)
        self._answers = self._qmp.makefile("r")
        self._answers.readline()
        self._ask("qmp_capabilities")

    def off(self, seconds: float) -> float:
        """Wait until it has switched itself off; how long that took, in seconds."""
        assert self._process is not None
        began = time.monotonic()
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired as error:
            raise MachineFailed(f"still on after {seconds:.0f} s") from error
        return time.monotonic() - began

    def _ask(self, what: str, **arguments: Any) -> Any:
        assert self._qmp is not None
        self._qmp.sendall(json.dumps({"execute": what, "arguments": arguments}).encode() + b"\n")
        while True:
            line = self._answers.readline()
            if not line:
                raise MachineFailed(f"qemu is gone while asked for {what}")
            answer = json.loads(line)
            if "return" in answer:
                return answer["return"]
            if "error" in answer:
                raise MachineFailed(f"{what}: {answer['error']}")

    def screen(self, path: Path) -> Path:
        """Take a picture of the screen, PNG."""
        self._ask("screendump", filename=str(path), format="png")
        return path

    def key(self, *names: str) -> None:
        """Press keys of the machine's keyboard together, by qemu's names for them."""
        self._ask("send-key", keys=[{"type": "qcode", "data": name} for name in names])

    def plug(self, name: str) -> None:
        """Put a copy of the stick `name` in; `unplug` takes it out without asking."""
        image = self.folder / f"{name}.img"
        shutil.copyfile(self._cache / "sticks" / f"{name}.img", image)
        self._ask(
            "blockdev-add", **{"node-name": name, "driver": "raw", "file": {"driver": "file", "filename": str(image)}}
        )
        self._ask("device_add", driver="usb-storage", bus="usb.0", id=f"stick-{name}", drive=name, removable=True)

    def unplug(self, name: str) -> None:
        self._ask("device_del", id=f"stick-{name}")

    @property
    def is_on(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def has_panicked(self) -> bool:
        """Whether its kernel, or the emulator itself, has fallen over since it was switched on."""
        if self._process is not None and (self._process.poll() or 0) < 0:
            return True
        return self.console.exists() and "Kernel panic" in self.console.read_text(encoding="utf-8", errors="replace")

    def pull_the_plug(self) -> None:
        """Off, at once."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        if self._qmp is not None:
            self._qmp.close()
        self._process = self._qmp = None

    def events(self) -> list[dict[str, Any]]:
        """What was told in the shared folder up to now; a line that is still being written is left out."""
        path = self.share / "events.jsonl"
        lines = path.read_text(encoding="utf-8").split("\n")[:-1] if path.exists() else []
        return [json.loads(line) for line in lines if line]

    def serve(self, until: str, seconds: float) -> list[dict[str, Any]]:
        """Do what the guest asks for until it tells the named event; return all events."""
        end = time.monotonic() + seconds
        while True:
            for wish in sorted(self.share.iterdir()):
                if wish.suffix in WISHES:
                    WISHES[wish.suffix](self, wish)
                    wish.unlink()
            events = self.events()
            if any(event["event"] == until for event in events):
                return events
            if not self.is_on:
                raise MachineFailed(f"it went off before it told {until!r}; see {self.console}")
            if time.monotonic() > end:
                raise MachineFailed(f"no {until!r} within {seconds:.0f} s; see {self.console}")
            time.sleep(0.3)


def _press_all(machine: Machine, wish: Path) -> None:
    for line in wish.read_text(encoding="utf-8").splitlines():
        machine.key(*line.split("-"))
        # Pressed for a tenth of a second each; sent faster they would overtake one another.
        time.sleep(0.25)


#: What a guest may ask of the host, by the suffix of the file it makes in the shared folder; its stem says which.
WISHES: dict[str, Callable[[Machine, Path], object]] = {
    ".shot": lambda machine, wish: machine.screen(wish.with_suffix(".png")),
    ".keys": _press_all,
    ".plug": lambda machine, wish: machine.plug(wish.stem),
    ".unplug": lambda machine, wish: machine.unplug(wish.stem),
}
