"""The green tray above the hold buttons: dice in their slots, or one big word."""

from __future__ import annotations

import pygame

from display.layout import Layout, Rect
from display.painters import shapes
from display.painters.canvas import Canvas
from display.theme import AMBER, BLACK, BOLD, CORAL, CREAM, FELT, PAPER
from display.views import Picture, PromptTray, SlotDie, Tray, msg


def paint(canvas: Canvas, layout: Layout, tray: Tray) -> None:
    area = layout.tray
    shapes.felt(canvas, *area, layout.u)
    if isinstance(tray, PromptTray):
        _prompt(canvas, layout, tray)
        return
    worded = tray.may_hold or any(die.held or die.doubtful or die.pill is not None for die in tray.dice)
    for slot, die in enumerate(tray.dice):
        _slot(canvas, layout, layout.labels[slot].cx, slot, die, worded)
    canvas.tag = None


def _slot(canvas: Canvas, layout: Layout, cx: float, slot: int, die: SlotDie, worded: bool) -> None:
    """A die with its ring, and its word where some die has one; without words the dice stand in the middle of the felt."""
    area = layout.tray
    pitch = layout.labels[1].cx - layout.labels[0].cx
    size = layout.sizes.tiny if layout.grid == "tall" else min(layout.sizes.name, pitch * 0.2)
    side = round(min(pitch * 0.755, area.h * 0.527))
    pill_h = size * 1.45
    stem = max(side * 0.1, 4)
    cy = area.y + (area.h - (1.24 * side + stem + pill_h)) / 2 + 0.62 * side
    cy = cy if worded else area.cy
    pill_y = cy + 0.62 * side + stem + pill_h / 2
    room = pitch * 0.96
    if die.doubtful:
        shapes.doubt_die(canvas, cx, cy, side)
        word = canvas.say(die.pill or msg("die.unclear"))
        shapes.pill(canvas, cx, pill_y, word, size, CORAL, CORAL, room=room, outline=True)
        return
    if die.value is None:
        shapes.empty_slot(canvas, cx, cy, side)
        if die.pill is not None:
            canvas.middle(canvas.say(die.pill), cx, pill_y, size, BOLD, CREAM, "c", room)
        return
    canvas.tag = f"die {slot}"
    shapes.die(canvas, cx, cy, side, die.value)
    canvas.tag = f"ring {slot}"
    if die.held or die.chosen:
        shapes.hold_ring(canvas, cx, cy, side)
    canvas.tag = None
    if die.held:
        canvas.fill(cx - stem * 0.36, cy + 0.62 * side, stem * 0.72, stem + 2, AMBER)
        shapes.pill(canvas, cx, pill_y, canvas.say(die.pill or msg("die.held")), size, room=room)
    elif die.pill is not None:
        canvas.middle(canvas.say(die.pill), cx, pill_y, size, BOLD, CREAM, "c", room)
    if die.advised:
        shapes.diamond(canvas, cx - side * 0.5, cy - side * 0.5, side * 0.34, AMBER, FELT)


def _prompt(canvas: Canvas, layout: Layout, tray: PromptTray) -> None:
    area, u = layout.tray, layout.u
    word = canvas.say(tray.word)
    if tray.photo is None:
        text, size = canvas.fitted(word, layout.sizes.word, BLACK, area.w - 60 * u)
        canvas.middle(text, area.cx, area.cy, min(size, area.h * 0.62), BLACK, AMBER, "c")
        return
    caption = layout.sizes.name
    h = area.h - caption * 1.25 - 0.26 * area.h
    h = max(h, area.h * 0.5)
    w = min(h * 1.42, area.w * 0.34)
    said = "" if tray.photo_text is None else canvas.say(tray.photo_text)
    column = max(w, min(canvas.width(said, caption, BOLD), area.w * 0.34))  # of photo and words, one below the other
    left = area.right - 40 * u - (column + w) / 2
    top = area.y + (area.h - h - caption * 1.5) / 2
    photo(canvas, Rect(left, top, w, h), tray.photo, u)
    canvas.text(said, left + w / 2, top + h + caption * 1.3, caption, BOLD, CREAM, "c", column)
    room = area.right - column - area.x - 140 * u
    text, size = canvas.fitted(word, min(layout.sizes.word, area.h * 0.62), BLACK, room)
    canvas.middle(text, area.x + 40 * u, area.cy, size, BLACK, AMBER)


def photo(canvas: Canvas, area: Rect, picture: Picture, u: float, rim: bool = True) -> Rect:
    """A camera picture filling `area` (cropped about its middle), in a paper frame. Returns where the picture is."""
    edge = max(2, round(8 * u)) if rim else 0
    if rim:
        canvas.box(*area, PAPER, 14 * u)
    inner = Rect(round(area.x) + edge, round(area.y) + edge, round(area.w) - 2 * edge, round(area.h) - 2 * edge)
    canvas.put(scaled(canvas, picture, int(inner.w), int(inner.h)), inner.x, inner.y)
    return inner


def scaled(canvas: Canvas, picture: Picture, w: int, h: int) -> pygame.Surface:
    """The picture cropped to the shape w : h and scaled to it."""

    def make() -> pygame.Surface:
        height, width = picture.pixels.shape[:2]
        scale = max(w / width, h / height)
        cut_w, cut_h = min(width, round(w / scale)), min(height, round(h / scale))
        x, y = (width - cut_w) // 2, (height - cut_h) // 2
        part = picture.pixels[y : y + cut_h, x : x + cut_w]
        surface = pygame.surfarray.make_surface(part.swapaxes(0, 1))
        return pygame.transform.smoothscale(surface, (w, h))

    return canvas.store.picture(("picture", picture.number, w, h), make)
