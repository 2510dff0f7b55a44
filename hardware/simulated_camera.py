"""A camera over the simulated tray: draws what a real one would see, with perspective, shadow, noise and motion blur."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Self

import cv2
import numpy as np
import numpy.typing as npt

from hardware.simulated_coins import COIN_KINDS, SIDE, SimulatedCoin, face
from hardware.simulated_tray import FACE_NORMALS, Matrix, SimulatedDie, SimulatedTray
from vision.frame import Frame, Image

Points = npt.NDArray[np.float64]
Colour = tuple[float, float, float]  # blue, green, red, 0-255

#: Pip places on a face in units of its side, for each value; the pattern of every western die.
PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-0.24, -0.24), (0.24, 0.24)),
    3: ((-0.25, -0.25), (0, 0), (0.25, 0.25)),
    4: ((-0.24, -0.24), (0.24, -0.24), (-0.24, 0.24), (0.24, 0.24)),
    5: ((-0.25, -0.25), (0.25, -0.25), (0, 0), (-0.25, 0.25), (0.25, 0.25)),
    6: ((-0.24, -0.26), (-0.24, 0), (-0.24, 0.26), (0.24, -0.26), (0.24, 0), (0.24, 0.26)),
}
_SUBPIXEL = 4
#: A rolling die is seen at two moments so far apart (s), which smears it as an exposure would.
EXPOSURE_S = 0.01
_CIRCLE = np.array([(math.cos(a), math.sin(a)) for a in np.linspace(0, math.tau, 20, endpoint=False)])
_SPHERE = np.array(
    [
        (math.cos(a) * math.cos(b), math.sin(a) * math.cos(b), math.sin(b))
        for b in np.linspace(-math.pi / 2, math.pi / 2, 7)
        for a in np.linspace(0, math.tau, 10, endpoint=False)
    ]
)
_CORNERS = np.array([(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], float)


def _bands(height: int) -> Iterator[slice]:
    """Rows in bands: the floor is drawn in floating point, and of the whole picture that would take 60 MB."""
    return (slice(y, min(y + 64, height)) for y in range(0, height, 64))


def _picture(values: npt.ArrayLike) -> Image:
    return np.asarray(values, np.uint8)


def _soft(canvas: Image) -> Image:
    """As a lens shows it: never quite sharp."""
    return _picture(cv2.GaussianBlur(canvas, (3, 3), 0.6))


@dataclass(frozen=True)
class _Rest:
    """What lies still: what it was drawn from, the picture to draw over, and the picture as the lens shows it."""

    key: object
    canvas: Image
    soft: Image


@dataclass(frozen=True)
class Look:
    """Colours (BGR) and light of the simulated table."""

    felt: Colour = (58, 92, 34)
    rim: Colour = (62, 92, 138)
    wood: Colour = (44, 60, 84)
    die: Colour = (206, 228, 236)
    pip: Colour = (24, 22, 26)
    light: tuple[float, float, float] = (-0.35, -0.45, 0.82)
    noise: float = 3.0


class SimulatedCamera:
    """Looks down on a `SimulatedTray` from 520 mm, a little off the vertical, and delivers 1280x960 pictures.

    `clock` gives the time, `wait(seconds)` lets it pass: `time.sleep` live, an injected clock's own when time is simulated.
    """

    name = "simulated"
    SIZE = (1280, 960)

    def __init__(
        self,
        tray: SimulatedTray,
        *,
        fps: float = 15.0,
        look: Look | None = None,
        clock: Callable[[], float] = time.monotonic,
        wait: Callable[[float], None] = time.sleep,
    ) -> None:
        self.tray = tray
        self._fps = fps
        self._look = look or Look()
        self._clock = clock
        self._wait = wait
        self._number = 0
        self._due = clock()
        self._rest: _Rest | None = None
        self._random = np.random.default_rng(tray.seed)
        self._projection = self._make_projection()
        self._floor = self._draw_floor()
        noise = self._random.normal(0, self._look.noise, (self.SIZE[1] + 64, self.SIZE[0] + 64, 1))
        noise = np.repeat(noise.round().astype(np.int8), 3, axis=2)
        # Light and dark grains apart: to add bytes to bytes takes a quarter of the time of adding signed ones.
        self._lighter, self._darker = _picture(noise.clip(0)), _picture(-noise.clip(None, 0))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Nothing is held open."""

    def capture(self) -> Frame:
        ahead = self._due - self._clock()
        if ahead > 0:
            self._wait(ahead)
        now = self._clock()
        self._due = max(self._due + 1 / self._fps, now)
        self._number += 1
        self.tray.advance(now)
        return Frame(self.draw(now), now, self._number)

    def draw(self, now: float) -> Image:
        """The picture at `now`: uint8 (960, 1280, 3) BGR."""
        rolling = [die for die in self.tray.dice if die.where == "rolling"]
        reach = self.tray.hand_reach(now)
        is_in = reach > 0.02
        rest = self._at_rest(now)
        canvas = (
            self._softened(rest.canvas.copy(), rolling, reach if is_in else None, now)
            if rolling or is_in
            else rest.soft
        )
        dx, dy = self._random.integers(0, 64, 2)
        part = np.s_[dy : dy + self.SIZE[1], dx : dx + self.SIZE[0]]
        grainy = cv2.add(canvas, self._lighter[part])
        return _picture(cv2.subtract(grainy, self._darker[part], dst=grainy))

    def _softened(self, canvas: Image, rolling: list[SimulatedDie], reach: float | None, now: float) -> Image:
        """What moves drawn over what lies still, as the lens shows it. reach: how far a hand is in, None for none."""
        if rolling:
            later = canvas.copy()
            for die in rolling:
                self._draw_die(canvas, die, now - EXPOSURE_S)
                self._draw_die(later, die, now)
            canvas = _picture(cv2.addWeighted(canvas, 0.5, later, 0.5, 0))
        if reach is not None:
            self._draw_hand(canvas, reach)
        return _soft(canvas)

    def _at_rest(self, now: float) -> _Rest:
        """Floor and dice that lie still; drawn again only when one of them has changed."""
        resting = [die for die in self.tray.dice if die.where != "rolling"]
        coins = tuple((coin.kind, coin.place, coin.yaw) for coin in self.tray.coins)
        key = (coins, tuple((die.where, die.place, die.yaw, die.value) for die in resting))
        if self._rest is None or self._rest.key != key:
            canvas = self._floor.copy()
            for coin in self.tray.coins:
                self._draw_coin(canvas, coin)
            for die in resting:
                self._draw_die(canvas, die, now)
            self._rest = _Rest(key, canvas, _soft(canvas))
        return self._rest

    # Geometry -------------------------------------------------------------------------------------------------------

    def _make_projection(self) -> Points:
        width, depth = self.tray.layout.floor_mm
        eye = np.array([width / 2 + self._random.uniform(-14, 14), depth / 2 + self._random.uniform(-10, 22), 520.0])
        target = np.array([width / 2, depth / 2, 0.0])
        forward = (target - eye) / np.linalg.norm(target - eye)
        right = np.cross(np.array([0.0, 1.0, 0.0]), forward)
        right = -right / np.linalg.norm(right)
        down = np.cross(forward, right)
        down *= np.sign(down[1])
        roll = math.radians(self._random.uniform(-2.0, 2.0))
        right, down = math.cos(roll) * right + math.sin(roll) * down, math.cos(roll) * down - math.sin(roll) * right
        turn = np.stack([right, down, forward])
        focal = 2.2 * 520.0
        camera = np.array([[focal, 0, self.SIZE[0] / 2], [0, focal, self.SIZE[1] / 2], [0, 0, 1]])
        return np.asarray(camera @ np.hstack([turn, (-turn @ eye)[:, None]]))

    def project(self, points: Points) -> Points:
        """World mm (N, 3), z up from the floor, to px (N, 2)."""
        image = np.hstack([points, np.ones((len(points), 1))]) @ self._projection.T
        return np.asarray(image[:, :2] / image[:, 2:])

    def _fill(self, canvas: Image, points: Points, colour: Colour) -> None:
        """Fill one polygon (N, 2) or several (M, N, 2), px."""
        polygons = np.round(points * (1 << _SUBPIXEL)).astype(np.int32)
        cv2.fillPoly(canvas, list(polygons) if polygons.ndim == 3 else [polygons], colour, cv2.LINE_AA, _SUBPIXEL)

    # Things ---------------------------------------------------------------------------------------------------------

    def _draw_floor(self) -> Image:
        look, layout = self._look, self.tray.layout
        width, height = self.SIZE
        canvas = np.empty((height, width, 3), np.uint8)
        canvas[:] = look.wood
        streaks = self._random.normal(0, 1, (height, 40)).astype(np.float32)
        grain = cv2.resize(cv2.GaussianBlur(streaks, (0, 0), 1.2), (width, height), interpolation=cv2.INTER_CUBIC)
        for band in _bands(height):
            canvas[band] = np.clip(canvas[band] + 9.0 * grain[band, :, None], 0, 255)
        right, depth = layout.floor_mm
        rim, top = layout.rim_width_mm, layout.rim_height_mm

        def rectangle(x0: float, y0: float, x1: float, y1: float, z: float) -> Points:
            return self.project(np.array([(x0, y0, z), (x1, y0, z), (x1, y1, z), (x0, y1, z)], float))

        self._fill(canvas, rectangle(-rim, -rim, right + rim, depth + rim, 0), (24, 32, 46))
        self._fill(canvas, rectangle(-rim, -rim, right + rim, depth + rim, top), look.rim)
        self._fill(canvas, rectangle(0, 0, right, depth, top), (30, 44, 66))
        felt = np.empty_like(canvas)
        felt[:] = look.felt
        fibres = self._random.normal(0, 1, (height, width)).astype(np.float32)
        fibres = 4.0 * cv2.GaussianBlur(fibres, (0, 0), 1.1) + 26.0 * cv2.GaussianBlur(fibres, (0, 0), 9)
        for band in _bands(height):
            felt[band] = np.clip(felt[band] + fibres[band, :, None], 0, 255)
        mask = np.zeros((height, width), np.uint8)
        floor = np.round(rectangle(0, 0, right, depth, 0) * 16).astype(np.int32)
        cv2.fillPoly(mask, [floor], 255, cv2.LINE_AA, 4)
        share = mask[..., None].astype(np.float32) / 255
        for band in _bands(height):
            canvas[band] = (canvas[band] * (1 - share[band]) + felt[band] * share[band]).astype(np.uint8)
        self._draw_markers(canvas)
        across, along = np.meshgrid(np.linspace(-1, 1, width), np.linspace(-1, 1, height), sparse=True)
        light = 1.04 - 0.10 * (across - 0.15) ** 2 - 0.12 * (along + 0.1) ** 2
        for band in _bands(height):
            canvas[band] = np.clip(canvas[band] * light[band, :, None], 0, 255)
        return canvas

    def _draw_markers(self, canvas: Image) -> None:
        layout = self.tray.layout
        dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
        for marker, (x, y) in zip(layout.marker_ids, layout.marker_places_mm, strict=True):
            side, quiet = 96, 16
            sheet = np.full((side + 2 * quiet, side + 2 * quiet), 245, np.uint8)
            sheet[quiet:-quiet, quiet:-quiet] = np.maximum(cv2.aruco.generateImageMarker(dictionary, marker, side), 18)
            half = layout.marker_mm / 2 * (side + 2 * quiet) / side
            corners = [(x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)]
            target = self.project(np.array([(*corner, layout.rim_height_mm) for corner in corners]))
            edge = len(sheet)
            source = np.array([(0, 0), (edge, 0), (edge, edge), (0, edge)], np.float32)
            warp = cv2.getPerspectiveTransform(source, target.astype(np.float32))
            small = cv2.GaussianBlur(sheet, (0, 0), 0.9)
            drawn = cv2.warpPerspective(small, warp, self.SIZE, flags=cv2.INTER_AREA)
            mask = np.zeros(canvas.shape[:2], np.uint8)
            cv2.fillPoly(mask, [np.round(target * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
            x, y, w, h = cv2.boundingRect(mask)
            part = np.s_[y : y + h, x : x + w]
            share = mask[part][..., None].astype(np.float32) / 255
            canvas[part] = (canvas[part] * (1 - share) + drawn[part][..., None] * share).astype(np.uint8)

    def _draw_die(self, canvas: Image, die: SimulatedDie, now: float) -> None:
        pose = self.tray.pose(die, now)
        if pose is None:
            return
        look = self._look
        half = self.tray.layout.die_mm / 2
        rounding = 0.16 * half * 2
        centre = np.asarray(pose.centre)
        inner = (_CORNERS * (half - rounding)) @ pose.turn.T + centre
        self._draw_shadow(canvas, inner, rounding)
        hull = (inner[:, None, :] + rounding * _SPHERE[None]).reshape(-1, 3)
        outline = cv2.convexHull(self.project(hull).astype(np.float32)).reshape(-1, 2).astype(np.float64)
        self._fill(canvas, outline, self._shade(look.die, 0.78))
        eye = self._eye()
        light = np.asarray(look.light) / np.linalg.norm(look.light)
        for value, local in FACE_NORMALS.items():
            normal = pose.turn @ np.asarray(local, float)
            face = centre + half * normal
            if normal @ (eye - face) <= 0:
                continue
            bright = 0.55 + 0.45 * max(0.0, float(normal @ light))
            u = pose.turn @ np.roll(np.asarray(local, float), 1)
            plane = self._face_plane(face, 2 * half * u, 2 * half * np.cross(normal, u))
            flat = 0.5 - 0.45 * 0.16
            corners = plane(flat * np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], float))
            self._fill(canvas, self._round_off(corners), self._shade(look.die, bright))
            pips = np.array(PIPS[value], float)
            self._fill(canvas, plane(pips[:, None] + 0.092 * _CIRCLE), self._shade(look.pip, 0.7 + 0.5 * bright))
            lit = np.array([-(light @ u), -(light @ np.cross(normal, u))])  # where a drilled hole catches the light
            self._fill(
                canvas, plane(pips[:, None] + 0.025 * lit + 0.042 * _CIRCLE), self._shade(look.pip, 1.5 * bright)
            )

    def _draw_coin(self, canvas: Image, coin: SimulatedCoin) -> None:
        """A flat disc: its shadow, its edge between floor and upper side, and the upper side with its relief."""
        kind, light = COIN_KINDS[coin.kind], np.asarray(self._look.light)
        radius, top = kind.diameter_mm / 2, kind.thickness_mm
        around = np.array([(math.cos(a), math.sin(a)) for a in np.linspace(0, math.tau, 48, endpoint=False)])
        rims = [np.column_stack([coin.place + radius * around, np.full(48, z)]) for z in (0.0, top)]
        self._draw_shadow(canvas, rims[1], 0.1)
        edge = cv2.convexHull(self.project(np.vstack(rims)).astype(np.float32)).reshape(-1, 2).astype(np.float64)
        self._fill(canvas, edge, self._shade(kind.ring, 0.55))
        corners = [
            (*(np.asarray(coin.place) + radius * np.array(way)), top) for way in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        target = self.project(np.array(corners))
        x0, y0 = np.maximum(target.min(0).astype(int) - 2, 0)
        x1, y1 = np.minimum(target.max(0).astype(int) + 3, self.SIZE)
        source = np.array([(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)], np.float32) - np.float32(0.5)
        warp = cv2.getPerspectiveTransform(source, (target - (x0, y0)).astype(np.float32))
        upper = face(coin.kind, round(coin.yaw / math.tau * 24) % 24, 24, (float(light[0]), float(light[1])))
        # Twice as fine and then halved: a face is some 2.5 times as large as a coin in the picture.
        fine = np.diag([2.0, 2.0, 1.0]) @ warp
        drawn = cv2.warpPerspective(upper, fine, (2 * int(x1 - x0), 2 * int(y1 - y0)), flags=cv2.INTER_AREA)
        drawn = cv2.resize(drawn, (int(x1 - x0), int(y1 - y0)), interpolation=cv2.INTER_AREA)
        share = drawn[..., 3:]
        canvas[y0:y1, x0:x1] = (canvas[y0:y1, x0:x1] * (1 - share) + drawn[..., :3] * share).astype(np.uint8)

    def _face_plane(self, origin: Points, u: Points, v: Points) -> Callable[[Points], Points]:
        """Places on a plane, (…, 2) in units of u and v (world mm) from `origin`, to px (…, 2)."""
        matrix = np.stack([self._projection[:, :3] @ u, self._projection[:, :3] @ v])
        offset = self._projection @ np.append(origin, 1.0)

        def to_px(places: Points) -> Points:
            image = places @ matrix + offset
            return np.asarray(image[..., :2] / image[..., 2:])

        return to_px

    def _draw_shadow(self, canvas: Image, inner: Points, rounding: float) -> None:
        light = np.asarray(self._look.light)
        body = (inner[:, None, :] + rounding * _SPHERE[None]).reshape(-1, 3)
        fallen = body - light * (body[:, 2:] / light[2])
        hull = cv2.convexHull(self.project(fallen).astype(np.float32)).reshape(-1, 2)
        x0, y0 = np.maximum(hull.min(0).astype(int) - 8, 0)
        x1, y1 = np.minimum(hull.max(0).astype(int) + 9, self.SIZE)
        if x1 <= x0 or y1 <= y0:
            return
        mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
        cv2.fillPoly(mask, [np.round((hull - (x0, y0)) * 16).astype(np.int32)], 255, cv2.LINE_AA, 4)
        share = 1 - 0.42 * cv2.GaussianBlur(mask, (0, 0), 2.2)[..., None].astype(np.float32) / 255
        canvas[y0:y1, x0:x1] = (canvas[y0:y1, x0:x1] * share).astype(np.uint8)

    def _draw_hand(self, canvas: Image, reach: float) -> None:
        """A forearm, a palm and fingers coming in from the guest's side."""
        skin = (118, 150, 204)
        width, depth = self.tray.layout.floor_mm
        palm = np.array([width / 2 + 20, depth + 90 - reach * (depth / 2 + 80), 60.0])
        arm = np.array([width / 2 + 60, depth + 260, 90.0])
        joints = [palm + (dx, -52 + abs(dx) * 0.35, -18) for dx in (-34, -14, 6, 26)]
        joints.append(palm + (42, -6, -18))
        to_px = self.project(np.vstack([palm, arm, *joints]))
        points = [tuple(int(round(c)) for c in point) for point in to_px]
        cv2.line(canvas, points[1], points[0], (70, 66, 92), 150, cv2.LINE_AA)
        cv2.circle(canvas, points[0], 96, skin, -1, cv2.LINE_AA)
        for finger in points[2:]:
            cv2.line(canvas, points[0], finger, self._shade(skin, 0.94), 40, cv2.LINE_AA)

    def _eye(self) -> Points:
        matrix, offset = self._projection[:, :3], self._projection[:, 3]
        return np.asarray(-np.linalg.solve(matrix, offset))

    @staticmethod
    def _round_off(corners: Points) -> Points:
        """A quad with its corners cut, as the rounded faces of a die look from a distance."""
        cut = []
        for n in range(4):
            here, before, after = corners[n], corners[n - 1], corners[(n + 1) % 4]
            cut += [
                here + 0.13 * (before - here),
                here + 0.04 * (before + after - 2 * here),
                here + 0.13 * (after - here),
            ]
        return np.array(cut)

    @staticmethod
    def _shade(colour: Colour, bright: float) -> Colour:
        blue, green, red = (min(255.0, channel * bright) for channel in colour)
        return (blue, green, red)


__all__ = ["Look", "Matrix", "SimulatedCamera"]
