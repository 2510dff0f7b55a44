"""One contract for every panel: edges come out, lamps can be shown; and what each refuses."""

import logging
import threading
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
from hardware.gpio import AGAIN_S
from tests.hardware.contract import check_panel


class LibraryError(Exception):
    """As lgpio's own: neither gpiozero's nor the system's."""


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


def test_only_a_dim_lamp_is_pulsed_and_a_lamp_is_written_to_when_it_changes(mock_pins):
    """Nine lamps of 100 pulses a second are 900 calls of the kernel a second and more, for lamps that mostly shine steadily."""
    with_threads = threading.active_count()
    clock = [1.0]
    panel = GpioPanel(clock=lambda: clock[0])
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


def gone(value):
    raise LibraryError("gone")


def test_a_lamp_that_lost_its_light_gets_it_back_and_a_driver_that_fails_is_noticed_though_no_lamp_changes(mock_pins):
    clock = [1.0]
    panel = GpioPanel(clock=lambda: clock[0])
    panel.open(lambda edge: None)
    panel.show({Button.OK: Light.ON})
    pin = mock_pins.pin(DEFAULT_PINS[Button.OK].lamp)
    pin.state = 0.0
    clock[0] += AGAIN_S
    panel.show({Button.OK: Light.ON})
    assert (pin.state, panel.lamp_fault) == (1.0, None)
    broken = pytest.MonkeyPatch()
    broken.setattr(pin, "_set_state", gone)
    clock[0] += AGAIN_S
    panel.show({Button.OK: Light.ON})
    assert panel.lamp_fault == "lamp of OK: gone"
    broken.undo()
    panel.show({Button.OK: Light.ON})
    assert panel.lamp_fault is None
    panel.close()


class BusyPin(MockPWMPin):
    """A pin whose line is busy for so many of the next claims: lgpio's watcher still looks at it, or another process has it."""

    busy: ClassVar[dict[str, int]] = {}

    def claim(self):
        if BusyPin.busy.get(self.info.name, 0) > 0:
            BusyPin.busy[self.info.name] -= 1
            raise LibraryError("GPIO busy")

    def _set_function(self, value):
        self.claim()
        super()._set_function(value)

    def close(self):
        self.claim()
        super().close()


@pytest.fixture
def busy_pins(mock_pins):
    mock_pins.pin_class = BusyPin
    BusyPin.busy = {}
    yield lambda number, times: BusyPin.busy.update({f"GPIO{number}": times})
    BusyPin.busy = {}


def test_pins_that_cannot_be_opened_are_a_named_error(mock_pins):
    first = GpioPanel()
    first.open(lambda edge: None)
    with pytest.raises(PanelGone, match="pins cannot be opened"):
        GpioPanel().open(lambda edge: None)
    first.close()


def test_a_pin_that_another_process_has_is_a_named_error_whatever_the_library_calls_it_and_the_others_are_given_back(
    busy_pins,
):
    busy_pins(DEFAULT_PINS[Button.OK].lamp, 1)
    with pytest.raises(PanelGone, match="pins cannot be opened: GPIO busy; is this a Pi"):
        GpioPanel().open(lambda edge: None)
    again = GpioPanel()
    again.open(lambda edge: None)
    again.close()


def test_a_line_that_is_busy_for_a_moment_is_given_back_after_it(busy_pins, caplog):
    """lgpio lets the watcher of edges two milliseconds to look away; on a busy processor its turn comes later."""
    waited = []
    panel = GpioPanel(pause=waited.append)
    panel.open(lambda edge: None)
    for button in (Button.HOLD_1, Button.BACK):
        busy_pins(DEFAULT_PINS[button].button, 3)
    panel.close()
    assert len(waited) == 6 and sum(waited) < 0.1
    assert not caplog.records
    again = GpioPanel()
    again.open(lambda edge: None)
    again.close()


def test_a_line_that_stays_busy_does_not_keep_the_table_from_its_end(busy_pins, mock_pins, caplog):
    """Everything else is given back, lamps too; the stop of the service takes two seconds at most."""
    waited = []
    panel = GpioPanel(pause=waited.append)
    panel.open(lambda edge: None)
    panel.show(dict.fromkeys(PANEL_BUTTONS, Light.ON))
    for button in (Button.HOLD_1, Button.HOLD_2):
        busy_pins(DEFAULT_PINS[button].button, 10**9)
    with caplog.at_level(logging.WARNING):
        panel.close()
    assert sum(waited) <= 1.0
    assert [record.getMessage() for record in caplog.records] == [
        f"button of {name} is not given back: GPIO busy" for name in ("HOLD_1", "HOLD_2")
    ]
    assert all(mock_pins.pin(DEFAULT_PINS[button].lamp).function == "input" for button in PANEL_BUTTONS)
    BusyPin.busy = {}


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
