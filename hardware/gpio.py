"""The real panel: nine buttons to ground with pull-ups, nine lamps, through gpiozero (on a Pi 5 that means lgpio)."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from hardware.buttons import PANEL_BUTTONS, Button, Edge, Lamps, Light
from hardware.errors import BadPanel, PanelGone
from hardware.panel import OnEdge

#: Pulses a second of a dim lamp: more than an eye sees.
PULSES_HZ = 100
#: Seconds after which a lamp is written to though it shines as it should: a driver that fails meanwhile is noticed by that.
AGAIN_S = 1.0
#: A pin that is not given back yet is asked for again after so many seconds, all of them together so often.
RELEASE_STEP_S, RELEASE_STEPS = 0.005, 100

log = logging.getLogger(__name__)


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
    thread, so `on_edge` must be safe to call from there. gpiozero passes on whatever the library below it raises (lgpio's error
    is no OSError), so every exception counts here.
    """

    def __init__(
        self,
        pins: Mapping[Button, Pins] = DEFAULT_PINS,
        *,
        clock: Callable[[], float] = time.monotonic,
        pause: Callable[[float], object] = time.sleep,
    ) -> None:
        check_pins(pins)
        self._pins = dict(pins)
        self._clock = clock
        self._pause = pause
        self._buttons: dict[Button, Any] = {}
        self._leds: dict[Button, Any] = {}
        self._shown: dict[Button, Light] = {}
        self._again_at = 0.0
        self.lamp_fault: str | None = None

    def open(self, on_edge: OnEdge) -> None:
        """Claim the pins. Raises PanelGone when there are none, or another process holds them."""
        try:
            self._claim(on_edge)
        except Exception as error:
            self.close()
            raise PanelGone(
                f"the pins cannot be opened: {error}; is this a Pi, and is no other program using them?"
            ) from error
        for button, part in self._buttons.items():
            if part.is_active:
                on_edge(Edge(button, True, self._clock()))

    def _claim(self, on_edge: OnEdge) -> None:
        import gpiozero

        for button, pair in self._pins.items():
            # Not gpiozero's Button: each has a thread that wakes ten times a second to see whether it is held. `Gestures` knows.
            part = gpiozero.DigitalInputDevice(pair.button, pull_up=True, bounce_time=None)
            self._buttons[button] = part
            part.when_activated = self._edge(button, True, on_edge)
            part.when_deactivated = self._edge(button, False, on_edge)
            if pair.lamp is not None:
                self._leds[button] = gpiozero.PWMLED(pair.lamp, frequency=None)

    def _edge(self, button: Button, pressed: bool, on_edge: OnEdge) -> Callable[[], None]:
        return lambda: on_edge(Edge(button, pressed, self._clock()))

    def poll(self, now: float) -> None:
        """Nothing to do: gpiozero watches the pins."""

    def show(self, lamps: Lamps) -> None:
        """Set every lamp that is to shine otherwise, and once in `AGAIN_S` every lamp. A failing driver is noted in `lamp_fault` while it
        fails; the buttons go on working."""
        now = self._clock()
        if now >= self._again_at:
            self._again_at = now + AGAIN_S
            self._shown.clear()
        faults = []
        for button, led in self._leds.items():
            light = lamps.get(button, Light.OFF)
            if self._shown.get(button) is light:
                continue
            try:
                # Only a dim lamp is pulsed; the others would be written to a hundred times a second for nothing.
                pulses = PULSES_HZ if light is Light.DIM else None
                if led.frequency != pulses:
                    led.frequency = pulses
                led.value = light.value
                self._shown[button] = light
            except Exception as error:
                # Lamps are no reason to stop a game.
                self._shown.pop(button, None)
                faults.append(f"lamp of {button.value}: {error}")
        self.lamp_fault = faults[-1] if faults else None

    def close(self) -> None:
        """Make every pin an input again, unwatched, so that no lamp shines; never raises. The lines stay this process's until it ends.

        The kernel holds a button's line for as long as lgpio's watcher looks at it, and that thread may not have had its turn yet: such a
        line is busy for a moment. What is busy for long is left to the end of the process and said in the log.
        """
        steps = RELEASE_STEPS
        for what, parts in (("button", self._buttons), ("lamp", self._leds)):
            for button, part in parts.items():
                while (fault := _released(part)) is not None and steps:
                    steps -= 1
                    self._pause(RELEASE_STEP_S)
                if fault is not None:
                    log.warning("%s of %s is not given back: %s", what, button.value, fault)
            parts.clear()
        self._shown.clear()


def _released(part: Any) -> Exception | None:
    """Close a part of gpiozero's; what keeps it from being closed, if anything."""
    try:
        part.close()
    except Exception as error:
        return error
    return None
