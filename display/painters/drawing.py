"""Smooth shapes from distance fields: pygame's own curves are jagged; these are drawn once with numpy and kept."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt
import pygame

from display.theme import Colour

Field = npt.NDArray[np.float32]
_EVERYWHERE = (slice(None), slice(None))


class Drawing:
    """A transparent picture of w × h px to lay shapes on, one over the other; `surface()` gives the sprite.

    With `angle` (degrees, clockwise) about the picture's middle, everything drawn is turned.
    """

    def __init__(self, w: int, h: int, angle: float = 0.0) -> None:
        self.size = (max(1, w), max(1, h))
        w, h = self.size
        x, y = np.meshgrid(np.arange(w, dtype=np.float32) + 0.5, np.arange(h, dtype=np.float32) + 0.5, indexing="ij")
        if angle:
            turn = np.deg2rad(angle)
            dx, dy = x - w / 2, y - h / 2
            x = (dx * np.cos(turn) + dy * np.sin(turn) + w / 2).astype(np.float32)
            y = (-dx * np.sin(turn) + dy * np.cos(turn) + h / 2).astype(np.float32)
        self._x, self._y = x, y
        self._turned = bool(angle)
        self._rgb = np.zeros((w, h, 3), np.float32)
        self._alpha = np.zeros((w, h), np.float32)

    def _near(self, left: float, top: float, right: float, bottom: float) -> tuple[slice, slice]:
        """The part of the picture that a shape within these bounds can touch (all of it if the drawing is turned)."""
        w, h = self.size
        if self._turned:
            return slice(0, w), slice(0, h)
        return (
            slice(max(0, int(left) - 2), min(w, int(right) + 3)),
            slice(max(0, int(top) - 2), min(h, int(bottom) + 3)),
        )

    def _lay(self, cover: Field, colour: Colour, at: tuple[slice, slice] = _EVERYWHERE) -> Drawing:
        above = cover[..., None]
        self._rgb[at] = np.array(colour, np.float32) * above + self._rgb[at] * (1 - above)
        self._alpha[at] = cover + self._alpha[at] * (1 - cover)
        return self

    def box_distance(
        self, x: float, y: float, w: float, h: float, radius: float, at: tuple[slice, slice] = _EVERYWHERE
    ) -> Field:
        """Signed distance (px, negative inside) to a rectangle with round corners, in a part of the picture."""
        radius = min(radius, w / 2, h / 2)
        dx = np.abs(self._x[at] - (x + w / 2)) - (w / 2 - radius)
        dy = np.abs(self._y[at] - (y + h / 2)) - (h / 2 - radius)
        outside = np.hypot(np.maximum(dx, 0), np.maximum(dy, 0))
        distance: Field = (outside + np.minimum(np.maximum(dx, dy), 0) - radius).astype(np.float32)
        return distance

    def box(self, x: float, y: float, w: float, h: float, radius: float, colour: Colour) -> Drawing:
        at = self._near(x, y, x + w, y + h)
        return self._lay(np.clip(0.5 - self.box_distance(x, y, w, h, radius, at), 0, 1), colour, at)

    def ring(self, x: float, y: float, w: float, h: float, radius: float, width: float, colour: Colour) -> Drawing:
        """The outline of a box, `width` px inwards from its edge."""
        distance = np.abs(self.box_distance(x, y, w, h, radius) + width / 2) - width / 2
        return self._lay(np.clip(0.5 - distance, 0, 1), colour)

    def dashes(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        radius: float,
        width: float,
        dash: tuple[float, float],
        colour: Colour,
    ) -> Drawing:
        """A dashed outline; `dash` is (stroke, gap) in px, stretched a little so that it closes evenly."""
        radius = min(radius, w / 2, h / 2)
        distance = np.abs(self.box_distance(x, y, w, h, radius) + width / 2) - width / 2
        along, length = self._along(x + width / 2, y + width / 2, w - width, h - width, max(radius - width / 2, 0.1))
        period = length / max(1, round(length / sum(dash)))
        stroke = period * dash[0] / sum(dash)
        phase = np.abs(np.mod(along - stroke / 2, period) - period / 2) - (period - stroke) / 2
        cover = np.clip(0.5 - distance, 0, 1) * np.clip(0.5 + phase, 0, 1)
        return self._lay(cover.astype(np.float32), colour)

    def _along(self, x: float, y: float, w: float, h: float, r: float) -> tuple[Field, float]:
        """Length along a round rectangle's outline up to the point nearest to each pixel, clockwise from the top."""
        px, py = self._x - (x + w / 2), self._y - (y + h / 2)
        a, b, quarter = w / 2 - r, h / 2 - r, np.pi * r / 2
        ax, ay = np.abs(px), np.abs(py)
        corner = a + r * np.arctan2(np.maximum(ax - a, 1e-6), np.maximum(ay - b, 1e-6))
        top = np.minimum(ax, a)
        side = a + quarter + (b - np.minimum(ay, b))
        part = np.where((ax > a) & (ay > b), corner, np.where(ay - b >= ax - a, top, side))
        half = a + quarter + b
        part = np.where(py > 0, 2 * half - part, part)
        length = 4 * half
        return np.where(px >= 0, part, length - part).astype(np.float32), float(length)

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> Drawing:
        at = self._near(x - radius, y - radius, x + radius, y + radius)
        return self._lay(np.clip(0.5 + radius - np.hypot(self._x[at] - x, self._y[at] - y), 0, 1), colour, at)

    def circle(self, x: float, y: float, radius: float, width: float, colour: Colour) -> Drawing:
        """A circle's outline; `radius` is its outer one."""
        away = np.abs(np.hypot(self._x - x, self._y - y) - radius + width / 2) - width / 2
        return self._lay(np.clip(0.5 - away, 0, 1), colour)

    def arc(self, x: float, y: float, radius: float, width: float, part: float, colour: Colour) -> Drawing:
        """A circle's outline from the top clockwise, `part` (0–1) of it."""
        away = np.abs(np.hypot(self._x - x, self._y - y) - radius + width / 2) - width / 2
        turn = np.mod(np.arctan2(self._x - x, y - self._y), 2 * np.pi)
        edge = (part * 2 * np.pi - turn) * max(radius - width / 2, 1)
        cover = np.clip(0.5 - away, 0, 1) * (1.0 if part >= 1 else np.clip(0.5 + edge, 0, 1))
        return self._lay(cover.astype(np.float32), colour)

    def line(self, x0: float, y0: float, x1: float, y1: float, width: float, colour: Colour) -> Drawing:
        """A stroke with round ends."""
        dx, dy, half = x1 - x0, y1 - y0, width / 2
        near = self._near(min(x0, x1) - half, min(y0, y1) - half, max(x0, x1) + half, max(y0, y1) + half)
        x, y = self._x[near], self._y[near]
        along = np.clip(((x - x0) * dx + (y - y0) * dy) / max(dx * dx + dy * dy, 1e-6), 0, 1)
        away = np.hypot(x - x0 - along * dx, y - y0 - along * dy)
        return self._lay(np.clip(0.5 + half - away, 0, 1).astype(np.float32), colour, near)

    def polygon(self, points: Iterable[tuple[float, float]], colour: Colour, radius: float = 0.0) -> Drawing:
        """A convex polygon, its corners rounded by `radius` px outwards."""
        corners = list(points)
        area = sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(corners, corners[1:] + corners[:1], strict=True))
        if area < 0:
            corners.reverse()
        inside = np.full(self.size, -1e9, np.float32)
        edge = np.full(self.size, 1e9, np.float32)
        for (x0, y0), (x1, y1) in zip(corners, corners[1:] + corners[:1], strict=True):
            dx, dy = x1 - x0, y1 - y0
            away = ((self._x - x0) * dy - (self._y - y0) * dx) / max(np.hypot(dx, dy), 1e-6)
            inside = np.maximum(inside, away)
            at = np.clip(((self._x - x0) * dx + (self._y - y0) * dy) / max(dx * dx + dy * dy, 1e-6), 0, 1)
            edge = np.minimum(edge, np.hypot(self._x - x0 - at * dx, self._y - y0 - at * dy))
        distance = np.where(inside < 0, inside, edge) - radius
        return self._lay(np.clip(0.5 - distance, 0, 1).astype(np.float32), colour)

    def surface(self) -> pygame.Surface:
        """The sprite, with alpha per pixel."""
        made = pygame.Surface(self.size, pygame.SRCALPHA, 32)
        colour = self._rgb / np.maximum(self._alpha, 1e-6)[..., None]
        pygame.surfarray.pixels3d(made)[:] = np.clip(colour + 0.5, 0, 255).astype(np.uint8)
        pygame.surfarray.pixels_alpha(made)[:] = (self._alpha * 255 + 0.5).astype(np.uint8)
        return made
