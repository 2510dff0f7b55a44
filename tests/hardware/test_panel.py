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


@pytest.fixture
def mock_pins():
    """gpiozero's own mock pins, which can be driven edge by edge."""
    before = Device.pin_factory
    Device.pin_factory = MockFactory(pin_class=MockPWMPin)
    yield Device.pin_factory
    Device.pin_factory.reset()
    Device.pin_factory = before


def keyboard_pressing(button, on_edge):
    panel = KeyboardPanel()
    panel.open(on_edge)
    name = next(key for key, value in KeyboardPanel.KEYS.items() if value is button)
    panel.key(name, True, 1.0)
    panel.key(name, False, 1.1)
    return panel


def script_pressing(button, on_edge):
    panel = ScriptPanel(f"1.0 {button.value}")
    panel.open(on_edge)
    panel.poll(0.0)
    panel.poll(2.0)
    return panel


def gpio_pressing(button, on_edge):
    panel = GpioPanel(clock=lambda: 1.0)
    panel.open(on_edge)
    pin = Device.pin_factory.pin(DEFAULT_PINS[button].button)
    pin.drive_low()
    pin.drive_high()
    return panel


@pytest.mark.parametrize("pressing", [keyboard_pressing, script_pressing, gpio_pressing])
@pytest.mark.parametrize("button", list(Button))
def test_a_pressed_button_gives_a_closing_and_an_opening_edge(mock_pins, pressing, button):
    edges = []
    panel = pressing(button, edges.append)
    assert [(edge.button, edge.pressed) for edge in edges] == [(button, True), (button, False)]
    panel.show(dict.fromkeys(PANEL_BUTTONS, Light.ON))
    panel.close()


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
