"""Sheets of paper in true size: black rectangles, thin lines and words in millimetres, written as PDF or as PNG at a stated resolution.

A PDF of rectangles and one of the fourteen standard fonts is a handful of objects (ISO 32000-1, 7.5), so there is no library for it here.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt

A4_MM = (210.0, 297.0)
POINTS_PER_MM = 72 / 25.4
#: What the Hershey font of the PNG lacks.
_PLAIN = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "ß": "ss", "×": "x", "–": "-"}
)


@dataclass(frozen=True)
class Box:
    """A black rectangle: left, top, width, height in mm from the sheet's top left corner."""

    x: float
    y: float
    w: float
    h: float


@dataclass(frozen=True)
class Line:
    """A thin grey line in mm."""

    x1: float
    y1: float
    x2: float
    y2: float


@dataclass(frozen=True)
class Label:
    """Words whose baseline begins at (x, y) mm, `size` mm high."""

    x: float
    y: float
    text: str
    size: float = 3.5


@dataclass
class Sheet:
    """One page, A4 upright unless told otherwise."""

    size_mm: tuple[float, float] = A4_MM
    boxes: list[Box] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    labels: list[Label] = field(default_factory=list)

    def pattern(self, bits: npt.NDArray[np.uint8], x: float, y: float, bit_mm: float) -> None:
        """Draw the dark (0) cells of a pattern (rows, columns) from (x, y) on, as few rectangles as its rows allow."""
        runs: dict[tuple[int, int], Box] = {}
        for row, cells in enumerate(bits):
            edges = np.flatnonzero(np.diff(np.concatenate(([0], (cells == 0).astype(np.int8), [0]))))
            fresh: dict[tuple[int, int], Box] = {}
            for start, end in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
                above = runs.pop((start, end), None)
                top, high = (y + row * bit_mm, 0.0) if above is None else (above.y, above.h)
                fresh[start, end] = Box(x + start * bit_mm, top, (end - start) * bit_mm, high + bit_mm)
            self.boxes += runs.values()
            runs = fresh
        self.boxes += runs.values()


def as_pdf(sheets: Sequence[Sheet], title: str) -> bytes:
    """All sheets as one PDF (1.4), a page each, in true size if printed at 100 %."""
    kids = [f"{4 + 2 * n} 0 R" for n in range(len(sheets))]
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Count {len(sheets)} /Kids [{' '.join(kids)}] >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for n, sheet in enumerate(sheets):
        width, height = (mm * POINTS_PER_MM for mm in sheet.size_mm)
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width:.3f} {height:.3f}] /Contents {5 + 2 * n} 0 R "
            "/Resources << /Font << /F1 3 0 R >> >> >>".encode()
        )
        content = _content(sheet)
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content))
    info = len(objects) + 1
    objects.append(b"<< /Title %s >>" % _string(title))
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    places = []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    out += b"trailer\n<< /Size %d /Root 1 0 R /Info %d 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects) + 1,
        info,
        start,
    )
    return bytes(out)


def _content(sheet: Sheet) -> bytes:
    k, height = POINTS_PER_MM, sheet.size_mm[1]
    parts = [b"0 g"]
    parts += [b"%.4f %.4f %.4f %.4f re" % (b.x * k, (height - b.y - b.h) * k, b.w * k, b.h * k) for b in sheet.boxes]
    parts.append(b"f" if sheet.boxes else b"n")
    parts.append(b"0.6 G 0.3 w")
    parts += [
        b"%.4f %.4f m %.4f %.4f l S" % (n.x1 * k, (height - n.y1) * k, n.x2 * k, (height - n.y2) * k)
        for n in sheet.lines
    ]
    for label in sheet.labels:
        at = (label.size * k, label.x * k, (height - label.y) * k)
        parts.append(b"BT /F1 %.3f Tf %.4f %.4f Td %s Tj ET" % (*at, _string(label.text)))
    return b"\n".join(parts)


def _string(text: str) -> bytes:
    data = text.encode("cp1252", "replace")
    return b"(" + data.replace(b"\\", b"\\\\").replace(b"(", b"\\(").replace(b")", b"\\)") + b")"


def as_png(sheet: Sheet, dpi: int) -> bytes:
    """One sheet as a grey PNG that says how large it is (pHYs)."""
    k = dpi / 25.4
    width, height = (round(mm * k) for mm in sheet.size_mm)
    image = np.full((height, width), 255, np.uint8)
    for line in sheet.lines:
        ends = [(round(x * k), round(y * k)) for x, y in ((line.x1, line.y1), (line.x2, line.y2))]
        cv2.line(image, ends[0], ends[1], (160,), max(1, round(0.1 * k)))
    for box in sheet.boxes:
        left, top, right, bottom = (round(v * k) for v in (box.x, box.y, box.x + box.w, box.y + box.h))
        image[top:bottom, left:right] = 0
    for label in sheet.labels:
        scale, thick = label.size * k / 30, max(1, round(label.size * k / 22))
        at = (round(label.x * k), round(label.y * k))
        plain = label.text.translate(_PLAIN)
        cv2.putText(image, plain, at, cv2.FONT_HERSHEY_SIMPLEX, scale, (60,), thick, cv2.LINE_AA)
    data = cv2.imencode(".png", image)[1].tobytes()
    per_m = round(dpi / 0.0254)
    body = b"pHYs" + struct.pack(">IIB", per_m, per_m, 1)
    chunk = struct.pack(">I", 9) + body + struct.pack(">I", zlib.crc32(body))
    header = 8 + 25  # signature and IHDR
    return data[:header] + chunk + data[header:]
