"""Parts that fail while guests play: the screen says so in one line, play goes on, and what is whole again works again."""

import errno
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from display.views import msg
from game import Throw
from hardware import Button, Edge, GpioPanel, ScriptPanel, Watchdog
from hardware.gpio import AGAIN_S
from table import opening
from table.app import show_refusal
from table.clock import SimulatedClock
from table.config import Config
from table.errors import ForeignJournal
from table.eye import ThreadedEye
from table.journal import Journal
from table.loop import Table
from table.open_game import OpenGame
from table.photos import Photos
from table.scenes.idle import IdleScene
from tests.bell import Bell
from tests.notify import listen
from tests.table.bench import Bench, StillWindow
from tests.table.test_journal import SETUP, AnyUser


def notice(bench):
    text = bench.window.screen.notice
    return getattr(text, "key", text)


# Buttons ----------------------------------------------------------------------------------------------------------------


def touch(bench, button, pressed):
    bench.panel._on_edge(Edge(button, pressed, bench.clock()))
    bench.table.step()


def test_a_stuck_button_is_named_and_the_others_work(bench):
    bench.start()
    touch(bench, Button.DOWN, True)
    bench.throw([1, 2, 3, 4, 6])
    bench.clock.wait(31)
    bench.table.step()
    assert bench.window.screen.notice == msg("fault.button.stuck", button=msg("button.down"))
    bench.press(Button.HOLD_2)
    assert bench.match.turn.held == {2}
    touch(bench, Button.DOWN, False)
    bench.clock.wait(0.1)
    bench.table.step()
    assert notice(bench) is None


def test_a_bouncing_button_is_one_press(bench):
    bench.start()
    bench.throw([1, 2, 3, 4, 6])
    for _ in range(7):
        touch(bench, Button.HOLD_1, True)
        bench.clock.wait(0.001)
        touch(bench, Button.HOLD_1, False)
        bench.clock.wait(0.001)
    bench.clock.wait(0.1)
    bench.table.step()
    assert bench.match.turn.held == {1}


def test_two_buttons_at_once_both_count(bench):
    bench.start()
    bench.throw([1, 2, 3, 4, 6])
    for pressed in (True, False):
        for button in (Button.HOLD_1, Button.HOLD_4):
            touch(bench, button, pressed)
        bench.clock.wait(0.1)
    bench.table.step()
    assert bench.match.turn.held == {1, 4}


class FailingPin(MockPWMPin):
    """A lamp's pin whose driver can be broken."""

    broken = False

    def _set_state(self, value):
        if FailingPin.broken:
            raise OSError(5, "Input/output error")
        super()._set_state(value)


def test_a_failing_lamp_driver_is_shown_and_the_buttons_work(tmp_path):
    before, Device.pin_factory = Device.pin_factory, MockFactory(pin_class=FailingPin)
    clock = SimulatedClock(100.0)
    window = StillWindow()
    panel = GpioPanel(clock=clock)
    try:
        with Journal(tmp_path) as journal:
            parts = {"config": Config(), "photos": Photos(tmp_path), "window": window, "panel": panel, "clock": clock}
            table = Table(journal=journal, **parts)
            table.step()
            assert window.screen.notice is None
            FailingPin.broken = True
            clock.wait(AGAIN_S)
            for _ in range(2):
                table.step()
            assert window.screen.notice.key == "fault.lamps"
            scene = table.desk.scene
            pin = Device.pin_factory.pin(24)
            pin.drive_low()
            clock.wait(0.1)
            pin.drive_high()
            clock.wait(0.1)
            table.step()
            assert table.desk.scene is not scene, "OK did nothing"
            FailingPin.broken = False
            for _ in range(2):
                table.step()
            assert window.screen.notice is None
            panel.close()
    finally:
        FailingPin.broken = False
        Device.pin_factory.reset()
        Device.pin_factory = before


# The disk ---------------------------------------------------------------------------------------------------------------


@pytest.fixture
def small_disk(tmp_path):
    """A real file system of one megabyte, if this user may mount one."""
    place = tmp_path / "disk"
    place.mkdir()
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(place)], capture_output=True)
    if done.returncode:
        pytest.skip("may not mount a small disk here (needs root)")
    yield place
    subprocess.run(["umount", "-l", str(place)], check=True)


def fill_up(place):
    with (place / "ballast").open("wb", buffering=0) as file:
        for size in (65_536, 4096, 512, 1):
            try:
                while file.write(b"\0" * size) == size:
                    pass
            except OSError:
                continue


def test_a_full_disk_refuses_the_throw_and_takes_it_when_there_is_room(small_disk):
    bench = Bench(small_disk)
    bench.start()
    bench.throw([1, 2, 3, 4, 6])
    before = bench.match
    fill_up(small_disk)
    pushed = 0
    while notice(bench) != "fault.journal.refused":  # the log still has some room of its own
        before = bench.match
        bench.press(Button.HOLD_1)
        pushed += 1
        assert pushed < 2000, "the disk is never full"
    assert bench.match == before
    bench.throw([2, 2, 2, 5, 6])
    assert bench.match == before
    assert notice(bench) == "fault.journal.refused"
    (small_disk / "ballast").unlink()
    bench.clock.wait(2.5)
    bench.table.step()
    bench.table.step()
    assert sorted(bench.dice) == [2, 2, 2, 5, 6]
    match = bench.match
    bench.reopen()
    assert bench.match == match
    assert bench.journal.damage() is None
    bench.close()


def test_a_data_folder_that_cannot_be_written_is_said_and_play_goes_on(small_disk):
    with Journal(small_disk) as journal:
        OpenGame.begin(journal, SETUP).push(Throw((1, 2, 3, 4, 6)))
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    before = (small_disk / "journal.sqlite3").read_bytes()
    opened = opening.open_for_play(small_disk)
    with opened.journal as journal:
        assert opened.fault.key == "fault.journal.volatile"
        game = OpenGame.resume(journal, journal.latest("open"))
        game.push(Throw((5, 5, 5, 5, 5)))
        assert game.match.turn.throws == 2
    assert (small_disk / "journal.sqlite3").read_bytes() == before


def test_a_disk_that_is_full_at_the_start_is_played_on_without_it(small_disk):
    fill_up(small_disk)
    opened = opening.open_for_play(small_disk)
    with opened.journal as journal:
        assert opened.fault.key == "fault.journal.volatile"
        assert OpenGame.begin(journal, SETUP).number == 1


@pytest.mark.parametrize(("end", "throws"), [("", 0), ("-wal", 1)])
def test_a_journal_that_cannot_be_read_is_played_on_without(tmp_path, end, throws):
    """A folder of its name stands for all that opens but gives no bytes. What can be read of the journal is there."""
    with Journal(tmp_path) as journal:
        OpenGame.begin(journal, SETUP).push(Throw((1, 2, 3, 4, 6)))
    place = tmp_path / f"journal.sqlite3{end}"
    place.unlink(missing_ok=True)
    place.mkdir()
    opened = opening.open_for_play(tmp_path)
    with opened.journal as journal:
        assert opened.fault.key == "fault.journal.volatile"
        assert sum(row.moves for row in journal.games()) == throws
        assert OpenGame.begin(journal, SETUP).number == 1 + throws
    assert place.is_dir()


def test_half_a_journal_from_a_failing_disk_is_not_taken_for_one(small_disk, monkeypatch):
    def fails(source, target):
        Path(target).write_bytes(Path(source).read_bytes()[:5000])
        raise OSError(errno.EIO, "Input/output error", str(source))

    with Journal(small_disk) as journal:
        OpenGame.begin(journal, SETUP).push(Throw((1, 2, 3, 4, 6)))
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    monkeypatch.setattr(opening.shutil, "copy", fails)
    opened = opening.open_for_play(small_disk)
    with opened.journal as journal:
        assert (opened.fault.key, opened.news, list(journal.games())) == ("fault.journal.volatile", None, [])


@pytest.mark.parametrize("place", ["", "journal.sqlite3", "table.lock"])
def test_a_data_folder_that_the_table_may_not_use_is_played_on_without(tmp_path, place):
    """In a process that rights mean something to."""
    data = tmp_path / "data"
    with Journal(data) as journal:
        OpenGame.begin(journal, SETUP)
    user = AnyUser()
    look = (
        "import sys; from pathlib import Path; from table import opening, settings; from table.config import Config;"
        "opened = opening.open_for_play(Path(sys.argv[1])); print(opened.fault.key, len(list(opened.journal.games())));"
        "\ntry: settings.load(Path(sys.argv[1]), Config())"
        "\nexcept settings.BadSettings: pass"
    )
    (data / place).chmod(0)
    try:
        done = subprocess.run(
            [*user.words, sys.executable, "-c", look, str(data)], capture_output=True, text=True, check=True
        )
    finally:
        (data / place).chmod(0o700)
    assert done.stdout.startswith("fault.journal.volatile")


def test_a_parked_game_that_cannot_be_played_on_is_said_and_others_can_be_begun(bench):
    bench.start()
    bench.throw([1, 2, 3, 4, 6])
    bench.choose_in_menu("menu.park")
    while not isinstance(bench.scene, IdleScene):
        bench.press_ok_long()
    bench.journal._connection.execute("UPDATE move SET payload = '{\"dice\":[1,2,3,4,9]}' WHERE kind = 'throw'")
    bench.press(Button.HOLD_1)
    for button in bench.scene.allowed():
        bench.press(button, long=True)
        if notice(bench) == "fault.journal.torn":
            return
    raise AssertionError("the parked game was not even tried")


class ClosedWindow(StillWindow):
    """Somebody closes it after having read it."""

    def key_events(self):
        return [("quit", True, 0.0)]


def test_a_journal_that_is_somebody_elses_is_said_on_the_screen(tmp_path):
    (tmp_path / "journal.sqlite3").write_bytes(b"dear diary " * 99)
    with pytest.raises(ForeignJournal) as refused:
        opening.open_for_play(tmp_path)
    window = ClosedWindow()
    show_refusal(window, refused.value, "de", Watchdog({}))
    assert window.screen.view.headline.key == "fault.journal.torn"
    assert "is no journal" in window.screen.view.detail


# The clock --------------------------------------------------------------------------------------------------------------


def test_a_clock_that_jumps_back_years_changes_no_order(tmp_path):
    times = iter([1.7e9, 1.7e9 + 1, 0.0, 1.0, 2.0, 3.0])
    moves = (Throw((1, 2, 3, 4, 6)), Throw((2, 2, 3, 4, 6)), Throw((3, 2, 3, 4, 6)))
    with Journal(tmp_path, wall_clock=lambda: next(times)) as journal:
        game = OpenGame.begin(journal, SETUP)
        game.push(*moves)
        assert journal.moves(1) == list(moves)
        newer = OpenGame.begin(journal, SETUP)
        assert journal.latest("open") == newer.number == 2


# The eye ----------------------------------------------------------------------------------------------------------------


class Blind:
    """Watches and sees nothing."""

    def push(self, frame):
        return ()


class RingingWindow(StillWindow):
    """Tells each screen it is given."""

    def __init__(self, bell):
        super().__init__()
        self.bell, self.shown = bell, 0

    def show(self, screen):
        self.shown += 1
        self.bell.ring()
        return super().show(screen)


class Dying:
    """A camera whose driver breaks in a way nobody foresaw."""

    name = "dying"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def capture(self):
        raise ValueError("a fault of the program")


def test_when_the_eye_dies_guests_go_on_by_hand_and_the_watchdog_is_fed_no_more(tmp_path):
    notify, address = listen()
    with notify, Journal(tmp_path) as journal:
        notify.setblocking(False)
        bell = Bell()
        window = RingingWindow(bell)
        panel = ScriptPanel()
        eye = ThreadedEye(Dying, Blind(), lambda event, frame: (table.post(event, frame), bell.ring()))
        table = Table(
            journal=journal,
            config=Config(),
            photos=Photos(tmp_path),
            window=window,
            panel=panel,
            clock=time.monotonic,
            watchdog=Watchdog({"NOTIFY_SOCKET": address, "WATCHDOG_USEC": "40000"}),
            eye_is_alive=lambda: eye.is_alive,
        )
        eye.start()
        bell.wait_for(lambda: not eye.is_alive)
        loop = threading.Thread(target=table.run)
        loop.start()
        bell.wait_for(lambda: table.desk.camera_fault == "gone")
        before = window.shown
        bell.wait_for(lambda: window.shown > before + 3)  # the loop goes round
        table.quitting = True
        loop.join(timeout=10)
        eye.stop()
        heard = []
        while True:
            try:
                heard.append(notify.recv(100))
            except BlockingIOError:
                break
    assert heard == [b"READY=1", b"STOPPING=1"]


def test_the_volatile_place_is_the_services_own_runtime_folder(small_disk, tmp_path, monkeypatch):
    runtime = tmp_path / "run"
    runtime.mkdir()
    monkeypatch.setitem(os.environ, "RUNTIME_DIRECTORY", f"{runtime}:{runtime}/requests")
    fill_up(small_disk)
    opened = opening.open_for_play(small_disk)
    opened.journal.close()
    assert opened.data.parent == runtime
