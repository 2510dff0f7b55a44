"""A virtual machine under qemu, without help of the processor: started, looked at, and its plug pulled."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import time
from pathlib import Path
from typing import Any


class MachineFailed(RuntimeError):
    """The machine did not come to where it should in time."""


class Machine:
    """One guest: its own copy of the image, a folder shared with it, and a console log, all below `folder`."""

    def __init__(self, folder: Path, cache: Path, *, memory_mb: int = 2048) -> None:
        self.folder = folder
        self.share = folder / "share"
        self.console = folder / "console.log"
        self.image = folder / "disk.img"
        self._cache = cache
        self._memory_mb = memory_mb
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
            # The guest's time is its instructions, a thousand million a second (about a slow core of a Pi 4): what it
            # measures does not depend on how busy this machine is, and nothing in it runs out of time.
            *("qemu-system-x86_64", "-accel", "tcg,thread=single", "-icount", "shift=0,sleep=on", "-rtc", "clock=vm"),
            # Without AVX: emulated it costs more than it brings.
            *("-cpu", "Westmere", "-smp", "1"),
            *("-m", str(self._memory_mb), "-nodefaults", "-no-reboot", "-display", "none"),
            *("-kernel", str(self._cache / "vmlinuz"), "-initrd", str(self._cache / "initrd.img")),
            *(
                "-append",
                f"root=/dev/vda rw console=ttyS0 quiet loglevel=3 vt.global_cursor_default=0 mitigations=off {words}",
            ),
            # A guest's flush reaches the disk; what it has not flushed is lost with its memory.
            *("-drive", f"file={self.image},format=raw,if=virtio,cache=none"),
            *("-virtfs", f"local,path={self.share},mount_tag=share,security_model=none"),
            *("-device", "virtio-gpu-pci,xres=1280,yres=800", "-device", "virtio-keyboard-pci"),
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

    @property
    def is_on(self) -> bool:
        return self._process is not None and self._process.poll() is None

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
        """Take the pictures that the guest asks for until it tells the named event; return all events."""
        end = time.monotonic() + seconds
        while True:
            for wish in sorted(self.share.glob("*.want")):
                self.screen(wish.with_suffix(".png"))
                wish.unlink()
            events = self.events()
            if any(event["event"] == until for event in events):
                return events
            if not self.is_on:
                raise MachineFailed(f"it went off before it told {until!r}; see {self.console}")
            if time.monotonic() > end:
                raise MachineFailed(f"no {until!r} within {seconds:.0f} s; see {self.console}")
            time.sleep(0.3)
