"""One contract for every panel: edges come out, lamps can be shown; and what each refuses."""

import threading
from pathlib import Path
from typing import ClassVar

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware import (
    DEFAULT_PINS,
    PANEL_BUTTONS,
    BadPanel,
    Button,
    GpioPanel,
    KeyboardPanel,
    Light,
    PanelGone,
    Pins,
    ScriptPanel,
    check_pins,
)
from hardware.gpio import LATE_NS
from tests.hardware.contract import check_panel


@pytest.fixture
def mock_pins():
    """gpiozero's own mock pins, which can be driven edge by edge."""
    before = Device.pin_factory
    Device.pin_factory = MockFactory(pin_class=MockPWMPin)
    yield Device.pin_factory
    Device.pin_factory.reset()
    Device.pin_factory = before


def keyboard():
    panel = KeyboardPanel()
    names = {button: key for key, button in KeyboardPanel.KEYS.items()}

    def press(button):
        panel.key(names[button], True, 1.0)
        panel.key(names[button], False, 1.1)

    return panel, press, None


def script():
    panel = ScriptPanel()
    now = [0.0]

    def press(button):
        panel.press(button, now[0])
        now[0] += 2.0
        panel.poll(now[0])

    return panel, press, None


def mocked_pins():
    def press(button):
        pin = Device.pin_factory.pin(DEFAULT_PINS[button].button)
        pin.drive_low()
        pin.drive_high()

    def lamp(button):
        level = Device.pin_factory.pin(DEFAULT_PINS[button].lamp).state
        return {0.0: "OFF", 1.0: "ON"}.get(level, "DIM")

    return GpioPanel(clock=lambda: 1.0), press, lamp


@pytest.mark.parametrize("made", [keyboard, script, mocked_pins])
def test_every_panel_keeps_the_contract(mock_pins, made):
    check_panel(*made())


def test_lamps_shine_fully_a_third_or_not_at_all(mock_pins):
    panel = GpioPanel()
    panel.open(lambda edge: None)
    panel.show({Button.OK: Light.ON, Button.BACK: Light.DIM})
    lamp = {button: mock_pins.pin(DEFAULT_PINS[button].lamp).state for button in PANEL_BUTTONS}
    assert lamp[Button.OK] == 1.0
    assert lamp[Button.BACK] == pytest.approx(1 / 3)
    assert lamp[Button.UP] == 0.0
    panel.close()


class LazyPin(MockPWMPin):
    """Begins a thread when its edges are watched, as lgpio does, and notes how late the kernel may wake it."""

    slacks: ClassVar[list[int]] = []

    def _set_when_changed(self, value):
        thread = threading.Thread(target=lambda: self.slacks.append(slack_ns()))
        thread.start()
        thread.join()
        super()._set_when_changed(value)


def slack_ns():
    return int(Path(f"/proc/{threading.get_native_id()}/timerslack_ns").read_text())


@pytest.mark.skipif(not Path("/proc/self/timerslack_ns").exists(), reason="this system has no /proc/self/timerslack_ns")
def test_the_thread_that_watches_the_pins_may_sleep_longer_and_no_other(mock_pins):
    mock_pins.pin_class = LazyPin
    before = slack_ns()
    panel = GpioPanel()
    panel.open(lambda edge: None)
    assert LazyPin.slacks[0] == LATE_NS > before == slack_ns()
    panel.close()


def test_only_a_dim_lamp_is_pulsed_and_a_lamp_is_written_to_when_it_changes(mock_pins):
    """Nine lamps of 100 pulses a second are 1800 calls of the kernel a second, for lamps that mostly shine steadily."""
    with_threads = threading.active_count()
    panel = GpioPanel()
    panel.open(lambda edge: None)
    assert threading.active_count() == with_threads, "a button has a thread of its own"
    lamps = {Button.OK: Light.ON, Button.BACK: Light.DIM}
    panel.show(lamps)
    pins = {button: mock_pins.pin(DEFAULT_PINS[button].lamp) for button in PANEL_BUTTONS}
    assert {button for button, pin in pins.items() if pin.frequency} == {Button.BACK}
    written = {button: len(pin.states) for button, pin in pins.items()}
    panel.show(lamps)
    assert {button: len(pin.states) for button, pin in pins.items()} == written
    panel.show({Button.BACK: Light.ON})
    assert (pins[Button.BACK].frequency, pins[Button.BACK].state, pins[Button.OK].state) == (None, 1.0, 0.0)
    panel.close()


def test_pins_that_cannot_be_opened_are_a_named_error(mock_pins):
    first = GpioPanel()
    first.open(lambda edge: None)
    with pytest.raises(PanelGone, match="pins cannot be opened"):
        GpioPanel().open(lambda edge: None)
    first.close()


@pytest.mark.parametrize(
    ("pins", "says"),
    [
        ({Button.OK: Pins(5)}, "no entry for HOLD_1"),
        ({**DEFAULT_PINS, Button.OK: Pins(40)}, "OK button is on GPIO 40; allowed: 0 to 27"),
        ({**DEFAULT_PINS, Button.OK: Pins(5, 11)}, "both on GPIO 5"),
    ],
)
def test_a_pin_table_that_makes_no_sense_is_refused(pins, says):
    with pytest.raises(BadPanel, match=says):
        check_pins(pins)


@pytest.mark.parametrize("line", ["OK", "x OK", "1 NOPE", "1 OK twice", "1 OK short more"])
def test_a_script_line_that_makes_no_sense_is_refused_with_its_place(line):
    with pytest.raises(BadPanel, match=r"script:2: found .*; allowed: SECONDS"):
        ScriptPanel(f"# fine\n{line}")


def test_a_script_that_is_not_there_is_a_named_error(tmp_path):
    with pytest.raises(BadPanel, match=r"none\.txt: cannot be read"):
        ScriptPanel.from_file(tmp_path / "none.txt")
