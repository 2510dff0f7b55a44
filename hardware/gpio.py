"""The real panel: nine buttons to ground with pull-ups, nine lamps, through gpiozero (on a Pi 5 that means lgpio)."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from hardware.buttons import PANEL_BUTTONS, Button, Edge, Lamps, Light
from hardware.errors import BadPanel, PanelGone
from hardware.panel import OnEdge


@dataclass(frozen=True)
class Pins:
    """BCM numbers: a button closes to ground, a lamp lights at high level through its driver."""

    button: int
    lamp: int | None = None


#: BCM numbers of the default wiring. Left free: 2/3 (I2C), 14/15 (console), 18/19/21 (I2S sound), 0/1 (HAT EEPROM).
DEFAULT_PINS: dict[Button, Pins] = {
    Button.HOLD_1: Pins(5, 12),
    Button.HOLD_2: Pins(6, 13),
    Button.HOLD_3: Pins(16, 20),
    Button.HOLD_4: Pins(26, 4),
    Button.HOLD_5: Pins(17, 27),
    Button.UP: Pins(22, 10),
    Button.DOWN: Pins(23, 9),
    Button.OK: Pins(24, 11),
    Button.BACK: Pins(25, 8),
    Button.SERVICE: Pins(7),
}


def check_pins(pins: Mapping[Button, Pins]) -> None:
    """Raise BadPanel if a button of the panel is missing, a number is no GPIO (0-27) or a pin is used twice."""
    missing = [button.value for button in PANEL_BUTTONS if button not in pins]
    if missing:
        raise BadPanel(f"pins: no entry for {', '.join(missing)}; every panel button needs one")
    used: dict[int, str] = {}
    for button, pair in pins.items():
        for part, number in (("button", pair.button), ("lamp", pair.lamp)):
            if number is None:
                continue
            name = f"{button.value} {part}"
            if not 0 <= number <= 27:
                raise BadPanel(f"pins: {name} is on GPIO {number}; allowed: 0 to 27")
            if number in used:
                raise BadPanel(f"pins: {name} and {used[number]} are both on GPIO {number}; each pin serves one part")
            used[number] = name


class GpioPanel:
    """Buttons and lamps on the Pi's header.

    Edges are handed on raw and with the time they were seen; `Gestures` debounces them. gpiozero calls back from its own
    thread, so `on_edge` must be safe to call from there.
    """

    def __init__(
        self, pins: Mapping[Button, Pins] = DEFAULT_PINS, *, clock: Callable[[], float] = time.monotonic
    ) -> None:
        check_pins(pins)
        self._pins = dict(pins)
        self._clock = clock
        self._buttons: dict[Button, object] = {}
        self._leds: dict[Button, object] = {}
        self.lamp_fault: str | None = None

    def open(self, on_edge: OnEdge) -> None:
        """Claim the pins. Raises PanelGone when there are none, or another process holds them."""
        import gpiozero

        try:
            for button, pair in self._pins.items():
                part = gpiozero.Button(pair.button, pull_up=True, bounce_time=None)
                part.when_pressed = self._edge(button, True, on_edge)
                part.when_released = self._edge(button, False, on_edge)
                self._buttons[button] = part
                if pair.lamp is not None:
                    self._leds[button] = gpiozero.PWMLED(pair.lamp)
        except (gpiozero.GPIOZeroError, OSError) as error:
            self.close()
            raise PanelGone(
                f"the pins cannot be opened: {error}; is this a Pi, and is no other program using them?"
            ) from error
        for button, part in self._buttons.items():
            if part.is_pressed:  # type: ignore[attr-defined]
                on_edge(Edge(button, True, self._clock()))

    def _edge(self, button: Button, pressed: bool, on_edge: OnEdge) -> Callable[[], None]:
        return lambda: on_edge(Edge(button, pressed, self._clock()))

    def poll(self, now: float) -> None:
        """Nothing to do: gpiozero watches the pins."""

    def show(self, lamps: Lamps) -> None:
        """Set every lamp. A failing driver is noted in `lamp_fault` while it fails; the buttons go on working."""
        fault: str | None = None
        for button, led in self._leds.items():
            try:
                led.value = lamps.get(button, Light.OFF).value  # type: ignore[attr-defined]
            except Exception as error:
                # gpiozero passes on whatever its pin factory raises; lamps are no reason to stop a game.
                fault = f"lamp of {button.value}: {error}"
        self.lamp_fault = fault

    def close(self) -> None:
        for part in (*self._buttons.values(), *self._leds.values()):
            part.close()  # type: ignore[attr-defined]
        self._buttons.clear()
        self._leds.clear()
