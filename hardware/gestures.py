"""Turns bouncing contact edges into presses. Pure: the time comes in with every call."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.buttons import Button, Edge, Press

#: Cheap arcade buttons bounce for up to about 5 ms (datasheets of 24/30 mm switches); four times that is still not felt.
DEBOUNCE_S = 0.02
LONG_PRESS_S = 0.8
#: Nobody holds a button for half a minute: the contact sticks.
STUCK_S = 30.0


@dataclass
class _Contact:
    raw: bool = False
    stable: bool = False
    quiet_until: float = float("-inf")
    down_at: float = 0.0
    long_sent: bool = False


class Gestures:
    """Debounces each contact and tells short from long.

    The first edge counts at once, so a press is felt without delay; what follows within `debounce_s` seconds is bounce, and
    the level after that decides. Call `edge` for every edge and `tick` regularly (or at `next_tick`) for what only time
    decides.
    """

    def __init__(self, *, debounce_s: float = DEBOUNCE_S, long_press_s: float = LONG_PRESS_S) -> None:
        self._debounce_s = debounce_s
        self._long_press_s = long_press_s
        self._contacts = {button: _Contact() for button in Button}

    def edge(self, edge: Edge) -> list[Press]:
        """Take one raw edge; return the presses it makes, oldest first."""
        presses = self.tick(edge.at)
        contact = self._contacts[edge.button]
        contact.raw = edge.pressed
        if edge.at >= contact.quiet_until and contact.raw != contact.stable:
            presses += self._commit(edge.button, contact, edge.at)
        return presses

    def tick(self, now: float) -> list[Press]:
        """Return what has become true by `now` (seconds): levels after bouncing, and long presses."""
        presses: list[Press] = []
        for button, contact in self._contacts.items():
            if contact.raw != contact.stable and now >= contact.quiet_until:
                presses += self._commit(button, contact, contact.quiet_until)
            long_at = contact.down_at + self._long_press_s
            if contact.stable and not contact.long_sent and now >= long_at:
                contact.long_sent = True
                presses.append(Press(button, "long", long_at, 1.0))
        return presses

    def progress(self, now: float) -> dict[Button, float]:
        """Buttons that are held and have not yet become long, each with its way (0-1) towards a long press."""
        return {
            button: min(1.0, max(0.0, (now - contact.down_at) / self._long_press_s))
            for button, contact in self._contacts.items()
            if contact.stable and not contact.long_sent
        }

    def stuck(self, now: float) -> tuple[Button, ...]:
        """Buttons held for longer than any guest would hold them."""
        return tuple(b for b, contact in self._contacts.items() if contact.stable and now - contact.down_at >= STUCK_S)

    def _commit(self, button: Button, contact: _Contact, at: float) -> list[Press]:
        presses: list[Press] = []
        held_s = at - contact.down_at
        if not contact.raw and not contact.long_sent and held_s >= self._long_press_s:
            contact.long_sent = True
            presses.append(Press(button, "long", contact.down_at + self._long_press_s, 1.0))
        contact.stable = contact.raw
        contact.quiet_until = at + self._debounce_s
        if contact.stable:
            contact.down_at = at
            contact.long_sent = False
            presses.append(Press(button, "down", at, 0.0))
        elif not contact.long_sent:
            presses.append(Press(button, "short", at, held_s / self._long_press_s))
        return presses
