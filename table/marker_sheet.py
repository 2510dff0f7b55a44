"""The two sheets `knobeltisch markers` prints: the four corner markers to be cut out, and the ChArUco page for the lens."""

from __future__ import annotations

from display import Words, msg
from table.sheet import Box, Label, Line, Sheet
from vision.layout import TrayLayout
from vision.patterns import (
    CHARUCO_SQUARE_MM,
    CHARUCO_SQUARES,
    MARKER_BITS,
    charuco_bits,
    marker_bits,
)

#: White kept around a marker when it is cut out, and the length of the ruler, in mm.
QUIET_MM, RULER_MM = 4.0, 100
_CORNERS = ("top_left", "top_right", "bottom_right", "bottom_left")


def marker_sheet(language: str, layout: TrayLayout | None = None) -> Sheet:
    """Four markers with cutting lines and the name of their corner, clockwise from top left, and a ruler."""
    words, layout = Words(language), layout or TrayLayout()
    sheet = Sheet()
    sheet.labels.append(Label(20, 22, words.text(msg("sheet.markers")), 6.0))
    how = words.text(msg("sheet.markers.how", size=round(layout.marker_mm), rim=round(layout.rim_width_mm)))
    sheet.labels += [Label(20, 32 + 6 * n, line) for n, line in enumerate(how.split("\n"))]
    side = layout.marker_mm
    for n, number in enumerate(layout.marker_ids):
        x, y = 45 + 70 * (n in (1, 2)), 75 + 60 * (n in (2, 3))
        sheet.pattern(marker_bits(number), x, y, side / MARKER_BITS)
        low, high = -QUIET_MM, side + QUIET_MM
        corners = [(low, low), (high, low), (high, high), (low, high)]
        for (a, b), (c, d) in zip(corners, corners[1:] + corners[:1], strict=True):
            sheet.lines.append(Line(x + a, y + b, x + c, y + d))
        name = words.text(msg(f"sheet.corner.{_CORNERS[n]}"))
        sheet.labels.append(Label(x - QUIET_MM, y + side + QUIET_MM + 6, f"{number}: {name}"))
    _ruler(sheet, words, 230)
    return sheet


def charuco_sheet(language: str) -> Sheet:
    """The page that is held before the camera in several poses to learn the lens, and a ruler."""
    words, sheet = Words(language), Sheet()
    bits, cell_mm = charuco_bits()
    width = CHARUCO_SQUARES[0] * CHARUCO_SQUARE_MM
    sheet.pattern(bits, (sheet.size_mm[0] - width) / 2, 20, cell_mm)
    sheet.labels += [
        Label(21, 252 + 6 * n, line) for n, line in enumerate(words.text(msg("sheet.charuco.how")).split("\n"))
    ]
    _ruler(sheet, words, 272)
    return sheet


def _ruler(sheet: Sheet, words: Words, y: float) -> None:
    x = (sheet.size_mm[0] - RULER_MM) / 2
    for mm in range(RULER_MM + 1):
        high = 5.0 if mm % 10 == 0 else 3.5 if mm % 5 == 0 else 2.0
        sheet.lines.append(Line(x + mm, y, x + mm, y - high))
    sheet.boxes.append(Box(x, y, RULER_MM, 0.4))
    sheet.labels.append(Label(x, y + 6, words.text(msg("sheet.ruler", size=RULER_MM))))
