"""One contract for every panel: edges come out, lamps can be shown; and what each refuses."""

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
