"""The reader is not sure, or a guest corrects a die: the camera's picture takes the block's place."""

from __future__ import annotations

from display.layout import Layout, Rect
from display.painters import head, shapes, tray
from display.painters.canvas import Canvas
from display.theme import AMBER, BLACK, BOLD, CORAL, CREAM, FELT_LINE, INK, IVORY, OAK, OAK2, OAK3, PAPER
from display.views import Candidate, DoubtView, Mark, Picture, msg

#: A picture may be cropped to the shape of its place by this factor, and as far as no mark is touched by this; else it is shown whole.
_LITTLE_CROP, _MOST_CROP = 1.15, 1.8
#: A picture over values to choose from takes at most this part of the height.
MOST_PICTURE = 0.66


def paint(canvas: Canvas, layout: Layout, view: DoubtView) -> None:
    layout = layout.with_head(290)
    area = layout.head
    below = head.dots(canvas, layout, area, view.roll, view.rolls, view.roll_text)
    below = head.headline(canvas, layout, area, below, view.headline)
    head.lines(canvas, layout, area, below, view.lines, bright=True)
    _board(canvas, layout, view)
    tray.paint(canvas, layout, view.tray)


def _board(canvas: Canvas, layout: Layout, view: DoubtView) -> None:
    area, u = layout.block, layout.u
    inner = area.inset(20 * u)
    count = len(view.candidates)
    gap = 16 * u
    canvas.box(*area, OAK2, 22 * u)
    if view.picture is None:
        if count:
            _candidates(canvas, layout, inner, view.candidates, 2 if count > 3 or layout.grid == "tall" else 1)
        return
    share = 1.0 if count == 0 else 0.63 if count <= 2 else 0.5
    seen = Rect(inner.x, inner.y, inner.w, inner.h * share - (gap if count else 0))
    shown = seen_in(seen, view.picture, view.marks)
    if count and shown.w < seen.w:  # rather a higher picture than bars beside it
        height = min(seen.h * seen.w / shown.w, inner.h * MOST_PICTURE)
        seen = Rect(seen.x, seen.y, seen.w, height)
    elif not count:
        seen = Rect(seen.x, seen.y + (seen.h - shown.h) / 2, seen.w, shown.h)
    marked = framed(canvas, layout, seen, view.picture, view.marks)
    if view.picture_text is not None or count:
        word = canvas.say(view.picture_text or msg("doubt.picture"))
        size = layout.sizes.tiny
        pill = _free_corner(seen, canvas.width(word, size, BOLD) + 40 * u, size * 1.7, 18 * u, marked)
        canvas.box(*pill, OAK, 28 * u)
        canvas.middle(word, pill.cx, pill.cy, size, BOLD, CREAM, "c")
    if count:
        low = Rect(inner.x, seen.bottom + gap, inner.w, inner.bottom - seen.bottom - gap)
        _candidates(canvas, layout, low, view.candidates, 1 if count <= 3 else 2)


def _free_corner(seen: Rect, w: float, h: float, away: float, marked: list[Rect]) -> Rect:
    """A place for a word in the corner of a picture where it covers nothing marked, the upper left one if it may be."""
    left, right = seen.x + away, seen.right - away - w
    top, bottom = seen.y + away, seen.bottom - away - h
    corners = [Rect(x, y, w, h) for x, y in ((left, top), (right, top), (left, bottom), (right, bottom))]
    return min(corners, key=lambda corner: sum(_overlap(corner, mark) for mark in marked))


def _overlap(one: Rect, other: Rect) -> float:
    across = min(one.right, other.right) - max(one.x, other.x)
    down = min(one.bottom, other.bottom) - max(one.y, other.y)
    return max(0.0, across) * max(0.0, down)


def _candidates(canvas: Canvas, layout: Layout, area: Rect, candidates: tuple[Candidate, ...], rows: int) -> None:
    gap = 16 * layout.u
    columns = -(-len(candidates) // rows)
    w = (area.w - gap * (columns - 1)) / columns
    h = (area.h - gap * (rows - 1)) / rows
    for index, candidate in enumerate(candidates):
        row, column = divmod(index, columns)
        _candidate(canvas, layout, Rect(area.x + column * (w + gap), area.y + row * (h + gap), w, h), candidate)


def _candidate(canvas: Canvas, layout: Layout, place: Rect, candidate: Candidate) -> None:
    u = layout.u
    chosen = candidate.chosen
    ink = INK if chosen else CREAM
    if chosen:
        canvas.box(*place.inset(-4 * u), AMBER, 24 * u)
        canvas.box(*place.inset(6 * u), PAPER, 16 * u)
    else:
        canvas.box(*place, OAK, 22 * u)
        canvas.frame(*place, OAK3, 22 * u, max(1, 3 * u))
    size = layout.sizes.name
    said = canvas.say(candidate.text)
    word_h = size * 1.7 if said and place.h > size * 4.2 else 0
    body_h = place.h - word_h
    side = min(body_h * 0.64, place.w * 0.4)
    cy = place.y + body_h / 2 + (6 * u if word_h else 0)
    shapes.die(canvas, place.x + place.w * 0.31, cy, side, candidate.value, body=IVORY if chosen else (216, 206, 184))
    canvas.middle(str(candidate.value), place.x + place.w * 0.74, cy, side * 0.95, BLACK, ink, "c")
    if word_h:
        base_cy = place.bottom - word_h * 0.62
        arrow = size * 0.95 if chosen else 0
        text, used = canvas.fitted(said, size, BOLD, place.w - 50 * u - arrow)
        left = place.cx - (canvas.width(text, used, BOLD) + arrow) / 2
        if chosen:
            shapes.triangle(canvas, left, base_cy, size * 0.85, INK)
        canvas.middle(text, left + arrow, base_cy, used, BOLD, ink)


def seen_in(area: Rect, picture: Picture, marks: tuple[Mark, ...]) -> Rect:
    """The part of `area` that a picture takes: all of it where little or nothing marked is cropped away, else its upper part
    or middle, with the picture whole."""
    height, width = picture.pixels.shape[:2]
    shape, place = width / height, area.w / area.h
    scale = max(area.w / width, area.h / height)
    left, top = (width - area.w / scale) / 2, (height - area.h / scale) / 2
    keeps_all = bool(marks) and all(
        x >= left and y >= top and x + w <= width - left and y + h <= height - top
        for x, y, w, h in (m.box for m in marks)
    )
    if max(shape / place, place / shape) <= (_MOST_CROP if keeps_all else _LITTLE_CROP):
        return area
    w, h = min(area.w, area.h * shape), min(area.h, area.w / shape)
    return Rect(area.cx - w / 2, area.y, w, h)


def framed(
    canvas: Canvas,
    layout: Layout,
    area: Rect,
    picture: Picture,
    marks: tuple[Mark, ...],
    outline: tuple[tuple[float, float], ...] = (),
) -> list[Rect]:
    """The picture filling `area`, with dashed coral boxes about what is in doubt and plain ones about what was read. Returns
    where the boxes are."""
    boxes = []
    u = layout.u
    height, width = picture.pixels.shape[:2]
    area = Rect(*(round(part) for part in seen_in(area, picture, marks)))
    canvas.put(tray.scaled(canvas, picture, int(area.w), int(area.h)), area.x, area.y)
    scale = max(area.w / width, area.h / height)
    off_x, off_y = area.x + (area.w - width * scale) / 2, area.y + (area.h - height * scale) / 2
    corners = [
        (min(max(off_x + x * scale, area.x), area.right), min(max(off_y + y * scale, area.y), area.bottom))
        for x, y in outline
    ]
    for (x0, y0), (x1, y1) in zip(corners, corners[1:] + corners[:1], strict=True):
        canvas.stroke(x0, y0, x1, y1, max(2, 5 * u), FELT_LINE)
    for mark in marks:
        x, y = off_x + mark.box[0] * scale, off_y + mark.box[1] * scale
        right, bottom = x + mark.box[2] * scale, y + mark.box[3] * scale
        x, y = max(x, area.x + 4 * u), max(y, area.y + 4 * u)
        right, bottom = min(right, area.right - 4 * u), min(bottom, area.bottom - 4 * u)
        if right - x < 8 or bottom - y < 8:
            continue
        boxes.append(Rect(x, y, right - x, bottom - y))
        radius = min(36 * u, (right - x) * 0.2)
        if mark.doubtful:
            dash = (max(6, 30 * u), max(4, 20 * u))
            canvas.dashed(x, y, right - x, bottom - y, CORAL, radius, max(3, 7 * u), dash)
        else:
            canvas.frame(x, y, right - x, bottom - y, AMBER, radius, max(2, 5 * u))
        said = "?" if mark.doubtful and mark.text is None else ""
        if mark.text is not None:
            said = canvas.say(mark.text)
        elif mark.value is not None:
            said = str(mark.value)
        if said and (not mark.doubtful or mark.value is not None or mark.text is not None):
            size = layout.sizes.tiny
            tag_w = max(canvas.width(said, size, BLACK) + size * 0.7, size * 1.3)
            top = y - size * 1.3 if y - size * 1.3 > area.y else bottom - size * 1.3
            x = min(x, area.right - tag_w)
            canvas.box(x, top, tag_w, size * 1.3, INK, size * 0.3)
            canvas.middle(said, x + tag_w / 2, top + size * 0.65, size, BLACK, CORAL if mark.doubtful else AMBER, "c")
    return boxes
