"""Draws phones, cards, slips, boxes, pens and dominoes: what has straight edges. Each: a picture (linear BGR float32, changed in place), where,
px of a die's side; returns the mask of what it covers."""

from __future__ import annotations

import math

import cv2
import numpy as np

from training.floors import Array, as_cover, blank, blend, waves
from training.prints import word
from training.surfaces import (
    DIE_MM,
    Mask,
    Place,
    cast_shadow,
    filled,
    gloss,
    lit_colour,
    paint,
    picture_on,
    place_on,
    rectangle,
    rows_of_text,
)


def phone(image: Array, at: Place, side: float, rng: np.random.Generator) -> Mask:
    """A phone on its face or on its back, off or on."""
    mm = side / DIE_MM
    wide, high, turn = mm * rng.uniform(64, 80), mm * rng.uniform(125, 168), float(rng.uniform(0, math.pi))
    mask = filled(image.shape[0], rectangle(at, wide, high, turn, mm * rng.uniform(3, 12)))
    cast_shadow(image, mask, 9 * mm, rng)
    back = rng.random() < 0.35
    paint(
        image, mask, lit_colour(image, rng, 0.02, 0.9, 0.5) if back else lit_colour(image, rng, 0.005, 0.06, 0.9), rng
    )
    if back:
        corner = place_on(at, turn, -wide * 0.25, -high * 0.38)
        for _ in range(int(rng.integers(1, 4))):
            place = place_on(corner, turn, float(rng.normal(0, 6 * mm)), float(rng.normal(0, 9 * mm)))
            cv2.circle(
                image,
                (round(place[0]), round(place[1])),
                max(1, round(5.5 * mm)),
                tuple(float(v) for v in lit_colour(image, rng, 0.002, 0.05)),
                -1,
                cv2.LINE_AA,
            )
    elif rng.random() < 0.6:
        frame = mm * rng.uniform(2, 5)
        screen = filled(image.shape[0], rectangle(at, wide - 2 * frame, high - 3 * frame, turn, mm * 3))
        if rng.random() < 0.5:
            picture_on(image, screen, rng)
        else:
            paint(image, screen, lit_colour(image, rng, 0.5, 1.6, 0.7), rng, 0.05)
            rows_of_text(image, at, turn, wide * 0.8, high * 0.8, side, rng)
    if rng.random() < 0.7:
        gloss(image, mask, rng)
    return mask


def card(image: Array, at: Place, side: float, rng: np.random.Generator) -> Mask:
    """A playing card (both sides), a bank card or a business card."""
    mm, size = side / DIE_MM, image.shape[0]
    kind, turn = rng.random(), float(rng.uniform(0, math.pi))
    wide, high = mm * rng.uniform(53, 66), mm * rng.uniform(80, 92)
    mask = filled(size, rectangle(at, wide, high, turn, mm * 3))
    cast_shadow(image, mask, mm * rng.uniform(0.5, 3), rng)
    if kind < 0.35:
        paint(image, mask, lit_colour(image, rng, 0.75, 1.0, 1.0), rng)
        ink = lit_colour(image, rng, 0.01, 0.03, 1.0) if rng.random() < 0.5 else np.array((0.03, 0.03, 0.5), np.float32)
        rows, columns = int(rng.integers(1, 5)), int(rng.integers(1, 3))
        radius = mm * rng.uniform(3, 6)
        signs = blank(size)
        for i in range(rows):
            for j in range(columns):
                x = (j - (columns - 1) / 2) * wide * 0.45
                y = (i - (rows - 1) / 2) * high * 0.75 / max(rows - 1, 1)
                _sign(signs, place_on(at, turn, x, y), radius, turn + math.pi * (y > 0), rng)
        for corner in (-1, 1):
            _sign(signs, place_on(at, turn, corner * wide * 0.42, corner * high * 0.36), radius * 0.5, turn, rng)
        blend(image, as_cover(signs, 0.5), ink)
    elif kind < 0.6:
        paint(image, mask, lit_colour(image, rng, 0.75, 1.0, 1.0), rng)
        inner = filled(size, rectangle(at, wide * 0.86, high * 0.9, turn))
        rows_, columns_ = np.mgrid[0:size, 0:size].astype(np.float32)
        c, s = math.cos(turn + math.pi / 4 * (rng.random() < 0.7)), math.sin(turn)
        period = mm * rng.uniform(2, 6)
        lattice = np.sin((columns_ * c + rows_ * s) * 2 * math.pi / period) * np.sin(
            (rows_ * c - columns_ * s) * 2 * math.pi / period
        )
        cover = as_cover(inner)
        blend(image, cover, lit_colour(image, rng, 0.02, 0.4, 0.1))
        blend(
            image,
            cover * (lattice > rng.uniform(-0.3, 0.5)).astype(np.float32) * np.float32(0.8),
            lit_colour(image, rng, 0.5, 1.0, 0.5),
        )
    else:
        paint(image, mask, lit_colour(image, rng, 0.02, 1.0, 0.4), rng)
        if rng.random() < 0.4:
            picture_on(image, mask, rng)
        chip = filled(size, rectangle(place_on(at, turn, 0, -high * 0.28), 11 * mm, 9 * mm, turn, mm))
        if rng.random() < 0.6:
            paint(image, chip, np.array((0.2, 0.5, 0.7)) * float(np.percentile(image, 95)), rng)
        rows_of_text(image, place_on(at, turn, 0, high * 0.2), turn + math.pi / 2, high * 0.3, wide * 0.5, side, rng)
    if rng.random() < 0.3:
        gloss(image, mask, rng)
    return mask


def _sign(mask: Mask, at: Place, radius: float, turn: float, rng: np.random.Generator) -> None:
    """One sign of a playing card: a diamond, a heart, a spade or clubs, roughly."""
    kind = int(rng.integers(3))
    if kind == 0:
        cv2.fillPoly(mask, [rectangle(at, 1.5 * radius, 1.5 * radius, turn + math.pi / 4)], 255, cv2.LINE_AA, 3)
        return
    for dx in (-0.45, 0.45):
        place = place_on(at, turn, dx * radius, -0.2 * radius)
        cv2.circle(mask, (round(place[0]), round(place[1])), max(1, round(0.55 * radius)), 255, -1, cv2.LINE_AA)
    tip = [
        place_on(at, turn, x * radius, y * radius)
        for x, y in ((-0.9, 0.0), (0.9, 0.0), (0.0, 1.1 if kind == 1 else -1.1))
    ]
    cv2.fillPoly(mask, [(np.array(tip) * 8).round().astype(np.int32)], 255, cv2.LINE_AA, 3)


def paper(image: Array, at: Place, side: float, rng: np.random.Generator) -> Mask:
    """A slip, a receipt, a napkin, a note, a ticket; smooth or crumpled."""
    mm, size = side / DIE_MM, image.shape[0]
    wide, high, turn = mm * rng.uniform(25, 110), mm * rng.uniform(30, 150), float(rng.uniform(0, math.pi))
    outline = rectangle(at, wide, high, turn).astype(np.float64)
    if rng.random() < 0.4:
        outline += rng.normal(0, 8 * 3 * mm, outline.shape)
    mask = filled(size, outline.round().astype(np.int32))
    cast_shadow(image, mask, mm * rng.uniform(0.5, 5), rng)
    paint(image, mask, lit_colour(image, rng, 0.55, 1.0, 0.75), rng)
    if rng.random() < 0.4:
        folds = 1 + float(rng.uniform(0.03, 0.2)) * waves(size, rng, float(rng.uniform(6, 30)))
        image *= 1 + as_cover(mask)[..., None] * (np.clip(folds, 0.5, 1.5) - 1)[..., None]
    draw = rng.random()
    if draw < 0.55:
        rows_of_text(image, at, turn, wide * 0.85, high * 0.85, side, rng)
    elif draw < 0.7:
        picture_on(image, filled(size, rectangle(at, wide * 0.9, high * 0.8, turn)), rng)
    elif draw < 0.8:
        letters = word(size, at, side * float(rng.uniform(0.4, 1.5)), rng)
        blend(image, as_cover(letters, 0.5) * as_cover(mask), lit_colour(image, rng))
    return mask


def box(image: Array, at: Place, side: float, rng: np.random.Generator) -> Mask:
    """A box of matches or cigarettes, a wallet, chewing gum, a lighter, a key's head: something high with straight edges."""
    mm, size = side / DIE_MM, image.shape[0]
    wide, high = ((22, 70), (55, 88), (36, 52), (25, 10), (12, 80), (95, 115), (20, 45))[int(rng.integers(7))]
    wide, high, turn = (
        wide * mm * rng.uniform(0.9, 1.1),
        high * mm * rng.uniform(0.9, 1.1),
        float(rng.uniform(0, math.pi)),
    )
    mask = filled(size, rectangle(at, wide, high, turn, mm * rng.uniform(0.2, 4)))
    cast_shadow(image, mask, mm * rng.uniform(6, 22), rng)
    paint(image, mask, lit_colour(image, rng, 0.02, 0.95, 0.3), rng, 0.3)
    if rng.random() < 0.6:
        band = filled(
            size,
            rectangle(
                place_on(at, turn, 0, high * float(rng.uniform(-0.3, 0.3))),
                wide,
                high * float(rng.uniform(0.15, 0.4)),
                turn,
            ),
        )
        blend(image, np.minimum(as_cover(band), as_cover(mask)), lit_colour(image, rng))
    if rng.random() < 0.5:
        letters = word(size, at, min(wide, high) * float(rng.uniform(0.15, 0.5)), rng)
        blend(image, as_cover(letters, 0.5) * as_cover(mask), lit_colour(image, rng))
    if rng.random() < 0.3:
        gloss(image, mask, rng)
    return mask


def stick(image: Array, at: Place, side: float, rng: np.random.Generator) -> Mask:
    """A pen, a straw, a cigarette, a match, a stirrer: long, thin, round."""
    mm, size = side / DIE_MM, image.shape[0]
    long, thick = mm * rng.uniform(40, 200), mm * rng.uniform(4, 13)
    turn = float(rng.uniform(0, math.pi))
    mask = blank(size)
    p, q = place_on(at, turn, -long / 2, 0), place_on(at, turn, long / 2, 0)
    cv2.line(mask, (round(p[0]), round(p[1])), (round(q[0]), round(q[1])), 255, max(2, round(thick)), cv2.LINE_AA)
    cast_shadow(image, mask, thick, rng)
    paint(image, mask, lit_colour(image, rng), rng)
    a = place_on(at, turn, float(rng.uniform(-0.5, 0.5)) * long, 0)
    part = blank(size)
    cv2.line(part, (round(a[0]), round(a[1])), (round(q[0]), round(q[1])), 255, max(2, round(thick)), cv2.LINE_AA)
    if rng.random() < 0.6:
        blend(image, np.minimum(as_cover(part), as_cover(mask)), lit_colour(image, rng))
    off = place_on((0.0, 0.0), turn, 0, thick * 0.2)
    shine = blank(size)
    cv2.line(
        shine,
        (round(p[0] + off[0]), round(p[1] + off[1])),
        (round(q[0] + off[0]), round(q[1] + off[1])),
        255,
        max(1, round(thick * 0.25)),
        cv2.LINE_AA,
    )
    image *= 1 + as_cover(shine)[..., None] * np.float32(rng.uniform(0.1, 1.0))
    return mask


def domino(image: Array, at: Place, side: float, rng: np.random.Generator) -> Mask:
    """A domino, or the half of one that looks out from under something."""
    mm, size = side / DIE_MM, image.shape[0]
    wide, turn = mm * rng.uniform(17, 26), float(rng.uniform(0, math.pi))
    mask = filled(size, rectangle(at, 2 * wide, wide, turn, mm * rng.uniform(0.5, 3)))
    cast_shadow(image, mask, 7 * mm, rng)
    light = rng.random() < 0.6
    paint(image, mask, lit_colour(image, rng, 0.7, 1.0, 0.8) if light else lit_colour(image, rng, 0.01, 0.08, 0.6), rng)
    ink = lit_colour(image, rng, 0.01, 0.06, 0.8) if light else lit_colour(image, rng, 0.6, 1.0, 0.8)
    signs = blank(size)
    a, b = place_on(at, turn, 0, -wide * 0.42), place_on(at, turn, 0, wide * 0.42)
    cv2.line(signs, (round(a[0]), round(a[1])), (round(b[0]), round(b[1])), 255, max(1, round(mm)), cv2.LINE_AA)
    for half in (-1, 1):
        for i in range(-1, 2):
            for j in range(-1, 2):
                if rng.random() < 0.45:
                    place = place_on(at, turn, half * wide / 2 + i * wide * 0.26, j * wide * 0.26)
                    cv2.circle(
                        signs,
                        (round(place[0] * 8), round(place[1] * 8)),
                        max(6, round(8 * wide * 0.085)),
                        255,
                        -1,
                        cv2.LINE_AA,
                        3,
                    )
    blend(image, as_cover(signs, 0.5), ink)
    return mask
