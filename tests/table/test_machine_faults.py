"""Faults of the machine around the table: memory runs short, the display goes and comes back, a camera hangs at the end."""

import os
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

from game import make_book
from table.eye import ThreadedEye
from table.journal import Journal
from table.strategies import Adviser
from tests.notify import listen
from tests.table.test_play_command import said_until, start
from vision import Frame

LITTLE_BYTES = 150_000_000


@pytest.mark.skipif(
    shutil.which("prlimit") is None, reason="prlimit is not on this machine: sudo apt install util-linux"
)
def test_a_solver_short_of_memory_costs_the_advice_alone(tmp_path, monkeypatch):
    """The process gets as much address space as a full machine would leave it."""
    little = tmp_path / "python"
    little.write_text(f'#!/bin/sh\nexec prlimit --as={LITTLE_BYTES} {sys.executable} "$@"\n')
    little.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(little))
    adviser, book = Adviser(tmp_path), make_book("kniffel", {})
    adviser.want(book)
    state = adviser.wait(book, 60)
    assert state.reason and state.worth is None
    assert list(tmp_path.glob("strategies/*")) == []


def test_the_solver_is_the_first_to_go_when_memory_runs_out(tmp_path):
    """It marks itself for the kernel's out-of-memory killer; the service goes on when that kills it."""
    code = "import table.strategies.__main__ as m; m.go_first(); print(open('/proc/self/oom_score_adj').read())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert int(done.stdout) >= 500


class HangingCamera:
    """A driver that never comes back."""

    name = "hanging"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def capture(self):
        threading.Event().wait()


class BlindWatcher:
    def push(self, frame):
        return ()


class SlowWatcher:
    """A picture that takes longer to read than anyone waits."""

    def __init__(self):
        self.reads = threading.Event()

    def push(self, frame):
        self.reads.set()
        threading.Event().wait()


class TickingCamera(HangingCamera):
    """A picture now and then, as long as somebody asks."""

    def capture(self):
        threading.Event().wait(0.01)
        return Frame(np.zeros((96, 128, 3), np.uint8), time.monotonic(), 1)


def test_a_hanging_camera_does_not_hold_up_switching_off():
    eye = ThreadedEye(HangingCamera, BlindWatcher(), lambda event, frame: None)
    eye.start()
    began = time.monotonic()
    eye.stop()
    assert time.monotonic() - began < 1.6
    assert eye.hanging == ("camera",)


def test_a_picture_still_being_read_does_not_hold_up_switching_off_and_is_not_laid_to_the_camera():
    watcher = SlowWatcher()
    eye = ThreadedEye(TickingCamera, watcher, lambda event, frame: None)
    eye.start()
    assert watcher.reads.wait(10)
    began = time.monotonic()
    eye.stop()
    assert time.monotonic() - began < 1.6
    assert eye.hanging == ("watcher",)


def cpu_s(pid):
    """Seconds of computing of a process up to now: fields 14 and 15 of proc_pid_stat(5)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_what_does_not_let_go_of_the_camera_does_not_spoil_the_end(tmp_path):
    """A process of its own, whose camera thread never comes back; told to stop it ends as if nothing were."""
    code = (
        "import sys, threading; import table.app as app; from table.cli import main\n"
        "class Hanging:\n    def __enter__(self):\n        threading.Event().wait()\n    __exit__ = None\n"
        "app.camera_of = lambda parts: (Hanging, None)\n"
        "sys.exit(main(sys.argv[1:]))"
    )
    notify, address = listen()
    notify.settimeout(60)
    (tmp_path / "script.txt").write_text("9 OK\n")
    words = ["play", "--headless", "--panel", f"script:{tmp_path / 'script.txt'}", "--data", str(tmp_path / "data")]
    environment = {**os.environ, "NOTIFY_SOCKET": address}
    run = subprocess.Popen([sys.executable, "-c", code, *words], stderr=subprocess.PIPE, env=environment)
    with notify:
        said_until(notify, b"READY=1")
        run.send_signal(signal.SIGTERM)
        _, errors = run.communicate(timeout=30)
    assert (run.returncode, b"ended while still at work: camera\n" in errors) == (0, True)


def test_the_table_is_gone_two_seconds_after_sigterm(tmp_path):
    """It waits for its threads one second at most (see above); here what it computes meanwhile is counted, since a busy machine may
    let it wait for the processor as long as it likes."""
    run, notify = start(tmp_path)
    with notify:
        said_until(notify, b"READY=1")
        before = cpu_s(run.pid)
        run.send_signal(signal.SIGTERM)
        _, status, used = os.wait4(run.pid, 0)
    run.stderr.close()
    run.returncode = os.waitstatus_to_exitcode(status)
    assert run.returncode == 0
    assert used.ru_utime + used.ru_stime - before <= 1.0


XVFB = shutil.which("Xvfb")


class Screen:
    """A display of its own, which can go and come back."""

    def __init__(self, number):
        self.name = f":{number}"
        words = [XVFB, self.name, "-screen", "0", "800x480x24", "-nolisten", "tcp", "-displayfd", "1"]
        self._server = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self._server.stdout.readline()

    def lose(self):
        self._server.kill()
        self._server.wait()


@pytest.mark.skipif(XVFB is None, reason="Xvfb is not on this machine: sudo apt install xvfb")
def test_a_display_that_goes_ends_the_table_and_when_it_is_back_the_game_goes_on(tmp_path, monkeypatch):
    """systemd starts it again and again; here the test does. Without a display it says so and ends, it never hangs."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "x11")
    screen = Screen(91)
    monkeypatch.setenv("DISPLAY", screen.name)
    run, notify = start(tmp_path, mode="--window")
    with notify:
        said_until(notify, b"READY=1")
        while not _open_game(tmp_path):
            said_until(notify, b"WATCHDOG=1")
        screen.lose()
        run.communicate(timeout=30)
        assert run.returncode != 0
    run, notify = start(tmp_path, mode="--window")
    with notify:
        _, errors = run.communicate(timeout=60)
        assert run.returncode == 2 and b"no screen can be opened" in errors
    screen = Screen(91)
    run, notify = start(tmp_path, mode="--window")
    with notify:
        said_until(notify, b"READY=1")
        run.send_signal(signal.SIGTERM)
        run.communicate(timeout=20)
    screen.lose()
    assert run.returncode == 0
    assert _open_game(tmp_path) == 1


def _open_game(tmp_path):
    if not (tmp_path / "data/journal.sqlite3").exists():
        return None
    with Journal(tmp_path / "data", writable=False) as journal:
        return journal.latest("open")
