"""Draws docs/tray.svg and docs/wiring.svg from the measures and pins that the program itself works with.

Run `python docs/drawings.py` after changing either; a test compares.
"""

from __future__ import annotations

import sys
from html import escape
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from hardware import DEFAULT_PINS, PANEL_BUTTONS, Button, Pins
from vision.layout import TrayLayout

DOCS = Path(__file__).parent
_STYLE = (
    "<style>text{font-family:sans-serif;font-size:%s;fill:#222}.s{font-size:%s;fill:#555}.b{font-weight:bold}"
    ".d{stroke:#555;stroke-width:%s;fill:none}</style>"
)

#: Physical pin of each BCM number on the 40-pin header (raspberrypi.com/documentation, GPIO and the 40-pin header).
HEADER = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21, 25: 22, 11: 23, 8: 24,
    7: 26, 0: 27, 1: 28, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40,
}  # fmt: skip


def tray_svg(layout: TrayLayout) -> str:
    """The tray from above and in section, in millimetres, true to scale when printed at 100 %."""
    width, height = layout.floor_mm
    rim, marker = layout.rim_width_mm, layout.marker_mm
    left = top = rim + 30
    outer_w, outer_h = width + 2 * rim, height + 2 * rim
    page_w, page_h = outer_w + 110, outer_h + 150
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{page_w:g}mm" height="{page_h:g}mm" viewBox="0 0 {page_w:g} {page_h:g}">',
        "<title>Dice tray, measures in millimetres</title>",
        _STYLE % ("7px", "5px", "0.4"),
        f'<rect x="{left - rim:g}" y="{top - rim:g}" width="{outer_w:g}" height="{outer_h:g}" rx="4" fill="#c9a36a" stroke="#222" stroke-width="0.6"/>',
        f'<rect x="{left:g}" y="{top:g}" width="{width:g}" height="{height:g}" fill="#2f5d46" stroke="#222" stroke-width="0.6"/>',
    ]
    for number, (x, y) in zip(layout.marker_ids, layout.marker_places_mm, strict=True):
        parts.append(
            f'<rect class="marker" x="{left + x - marker / 2:g}" y="{top + y - marker / 2:g}" width="{marker:g}" height="{marker:g}" fill="#fff" stroke="#222" stroke-width="0.4"/>'
            f'<text x="{left + x:g}" y="{top + y + 2.5:g}" text-anchor="middle">{number}</text>'
        )
    side = layout.die_mm
    parts.append(
        f'<rect x="{left + width / 2 - side / 2:g}" y="{top + height / 2 - side / 2:g}" width="{side:g}" height="{side:g}" rx="2" fill="#fffbe8"/>'
    )
    parts += _across(left, left + width, top - rim - 8, f"{width:g}") + _down(
        top, top + height, left + width + rim + 8, f"{height:g}"
    )
    parts += _across(left - rim, left + width + rim, top - rim - 20, f"{outer_w:g}")
    parts += _down(top - rim, top + height + rim, left + width + rim + 28, f"{outer_h:g}")
    base = top + height + rim + 60
    low = base - layout.rim_height_mm
    parts.append(
        f'<path d="M{left - rim:g} {low:g}h{rim:g}V{base:g}h{width:g}V{low:g}h{rim:g}V{base + 6:g}H{left - rim:g}z" fill="#c9a36a" stroke="#222" stroke-width="0.6"/>'
    )
    parts.append(f'<rect x="{left:g}" y="{base - 2:g}" width="{width:g}" height="2" fill="#2f5d46"/>')
    parts += _down(low, base, left + width + rim + 8, f"{layout.rim_height_mm:g}")
    parts += _across(left - rim, left, low - 8, f"{rim:g}")
    parts.append(f'<text class="s" x="{left + 6:g}" y="{base - 6:g}">section: felt 2 mm on a floor of 6 mm</text>')
    first = layout.marker_places_mm[0]
    parts.append(
        f'<text class="s" x="{left - rim:g}" y="{base + 18:g}">markers {marker:g} mm (ArUco 4×4_50, ids {", ".join(map(str, layout.marker_ids))}), centres '
        f"{-first[0]:g} mm outside the floor's corners; die {side:g} mm; all measures in mm</text>"
    )
    return "\n".join([*parts, "</svg>\n"])


def _across(x0: float, x1: float, y: float, text: str) -> list[str]:
    return [
        f'<path class="d" d="M{x0:g} {y - 2:g}v4M{x1:g} {y - 2:g}v4M{x0:g} {y:g}H{x1:g}"/>',
        f'<text x="{(x0 + x1) / 2:g}" y="{y - 2:g}" text-anchor="middle">{text}</text>',
    ]


def _down(y0: float, y1: float, x: float, text: str) -> list[str]:
    return [
        f'<path class="d" d="M{x - 2:g} {y0:g}h4M{x - 2:g} {y1:g}h4M{x:g} {y0:g}V{y1:g}"/>',
        f'<text x="{x + 3:g}" y="{(y0 + y1) / 2 + 2:g}">{text}</text>',
    ]


def wiring_svg(pins: dict[Button, Pins]) -> str:
    """Every button with its contact and lamp: BCM number, pin of the header, channel of the lamp driver."""
    row, left = 44, 30
    lamps = [button for button in PANEL_BUTTONS if pins[button].lamp is not None]
    height = 190 + row * len(pins)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 {height}" width="900" height="{height}">',
        "<title>Wiring of buttons and lamps</title>",
        _STYLE % ("15px", "12px", "1.5"),
        f'<rect x="370" y="50" width="160" height="{row * len(pins) + 20}" rx="8" fill="#e8f2e4" stroke="#222"/>',
        '<text class="b" x="450" y="40" text-anchor="middle">Raspberry Pi, 40-pin header</text>',
        f'<text class="b" x="{left}" y="40">Button (to ground)</text><text class="b" x="640" y="40">Lamp (+5 V, 330 Ω)</text>',
    ]
    for line, (button, pair) in enumerate(pins.items()):
        y = 80 + line * row
        parts.append(
            f'<g class="pins" data-button="{button.value}" data-contact="{pair.button}" data-lamp="{"" if pair.lamp is None else pair.lamp}">'
            f'<text class="b" x="{left}" y="{y + 5}">{escape(button.value)}</text>'
            f'<path class="d" d="M130 {y}h50l24 -12M206 {y}H370"/><circle cx="180" cy="{y}" r="3"/><circle cx="206" cy="{y}" r="3"/>'
            f'<path class="d" d="M130 {y}v10m-8 0h16m-13 4h10"/>'
            f'<text class="s" x="376" y="{y + 4}">GPIO {pair.button} · pin {HEADER[pair.button]}</text>'
        )
        if pair.lamp is not None:
            channel = lamps.index(button) + 1
            chip, leg = ("ULN2803A", channel) if channel <= 8 else ("ULN2003A", channel - 8)
            parts.append(
                f'<text class="s" x="524" y="{y + 18}" text-anchor="end">GPIO {pair.lamp} · pin {HEADER[pair.lamp]}</text>'
                f'<path class="d" d="M530 {y + 14}h60v-14h40"/><path class="d" d="M562 {y + 14}v10m-6 0h12"/>'
                f'<text class="s" x="574" y="{y + 30}">10 kΩ</text>'
                f'<text class="s" x="640" y="{y + 5}">{chip} in {leg} → out {leg} → lamp −</text>'
            )
        parts.append("</g>")
    y = 80 + row * len(pins) + 30
    parts += [
        f'<text class="s" x="{left}" y="{y}">Contacts close to ground (pins 6, 9, 14, 20, 25, 30, 34, 39); the Pi pulls them up inside. 100 nF across each helps long cables.</text>',
        f'<text class="s" x="{left}" y="{y + 20}">Lamps: +5 V (pins 2, 4) through lamp and resistor to the driver; the driver’s COM to +5 V, its ground to the Pi’s.</text>',
        f'<text class="s" x="{left}" y="{y + 40}">10 kΩ from each driver input to ground: the pins float before the program starts and after it ends. SPI stays off.</text>',
    ]
    return "\n".join([*parts, "</svg>\n"])


if __name__ == "__main__":
    (DOCS / "tray.svg").write_text(tray_svg(TrayLayout()), encoding="utf-8")
    (DOCS / "wiring.svg").write_text(wiring_svg(DEFAULT_PINS), encoding="utf-8")
