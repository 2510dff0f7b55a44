"""Makes up scenes: which dice, of what make, lie how on which floor in which light, seen from where; and draws them with their truth."""

from __future__ import annotations

import math

import cv2
import numpy as np
import numpy.typing as npt

from training import floors
from training.dice3d import Camera, Die3d, Lights, draw, top_quad
from training.prints import prints
from training.recordings import BAD, Picture, Spot
from training.throw import throw
from vision.slant import Slant, slant_of

Array = npt.NDArray[np.float32]
SIZE = 320
KINDS = ("pub", "touching", "oblique", "cocked", "stacked", "foreign", "moving", "floor")
KIND_ODDS = (0.27, 0.2, 0.16, 0.15, 0.11, 0.06, 0.03, 0.02)


def _camera(side_px: float, rng: np.random.Generator, oblique: bool, near: bool) -> Camera:
    distance = rng.uniform(9, 22) if near else rng.uniform(22, 40)
    tilt = math.radians(rng.uniform(13, 40) if oblique else abs(rng.normal(0, 6)))
    round_ = rng.uniform(0, 2 * math.pi)
    away = np.array((math.sin(tilt) * math.cos(round_), math.sin(tilt) * math.sin(round_), math.cos(tilt)), np.float32)
    forward = -away
    down = np.array((math.cos(1.0), math.sin(1.0), 0), np.float32)
    right = np.cross(down, forward)
    right /= np.linalg.norm(right)
    down = np.cross(forward, right)
    offset = rng.normal(0, 0.15, 2) * distance
    target = np.array((0, 0, 0.5), np.float32)
    middle = (SIZE / 2 + float(offset[0]) * side_px, SIZE / 2 + float(offset[1]) * side_px)
    axes = np.stack([right, down, forward]).astype(np.float32)
    start = target + away * distance
    return Camera(
        (start - offset[0] * right - offset[1] * down).astype(np.float32),
        axes,
        float(side_px * distance),
        _shifted(middle, offset, side_px),
    )


def _shifted(middle: tuple[float, float], offset: Array, side_px: float) -> tuple[float, float]:
    """Undo the eye's sideways shift in the picture: what lay in its middle stays there, seen at a slant as at a tray's edge."""
    return middle[0] - 2 * float(offset[0]) * side_px, middle[1] - 2 * float(offset[1]) * side_px


def _lights(rng: np.random.Generator, floor_tone: Array) -> Lights:
    count = int(rng.integers(1, 4))
    places, colours = [], []
    for _ in range(count):
        around, high = rng.uniform(0, 2 * math.pi), rng.uniform(6, 60)
        far = rng.uniform(2, 45)
        places.append((far * math.cos(around), far * math.sin(around), high))
        warm = rng.uniform(-0.3, 0.5)
        tint = np.array((1 - 0.45 * warm, 1 - 0.1 * warm, 1 + 0.25 * warm)) * rng.uniform(0.25, 1.0) / count
        colours.append(tint)
    ambient = np.full(3, rng.uniform(0.12, 0.7)) * np.exp(rng.normal(0, 0.08, 3))
    return Lights(np.array(places, np.float32), np.array(colours, np.float32), ambient.astype(np.float32), floor_tone)


def scene(
    rng: np.random.Generator,
    *,
    kind: str = "",
    make_of: str = "",
    floor_kind: str = "",
    bare: bool = False,
    upright: bool = False,
) -> Picture:
    """One scene, `SIZE` px square, with the truth the training needs. What is not asked for by name is drawn by lot; `bare`
    leaves out prints, crumbs and the rim; `upright`: as the camera in the product's case sees it, from far and nearly straight above."""
    side_px = float(rng.uniform(26, 40))
    kind = kind or str(rng.choice(KINDS, p=KIND_ODDS))
    floor_kind = floor_kind or str(rng.choice(floors.FLOORS, p=(0.32, 0.14, 0.22, 0.14, 0.08, 0.10)))
    image = floors.floor(floor_kind, SIZE, rng)
    if not bare and rng.random() < 0.55:
        prints(image, side_px, rng)
    if not bare and rng.random() < 0.35:
        floors.crumbs(image, side_px, rng)
    tray = floors.rim(image, side_px, rng) if not bare and rng.random() < 0.5 else None
    slanting = not upright and (kind == "oblique" or rng.random() < 0.12)
    camera = _camera(side_px, rng, slanting, not upright and rng.random() < 0.25)
    lights = _lights(rng, image.mean(axis=(0, 1)))
    dice, labels = throw(kind, 0.5 * SIZE / side_px, rng, make_of, _walls(tray, camera))
    _light_floor(image, dice, camera, lights, rng)
    spots = _compose(image, dice, labels, camera, lights, rng, kind == "moving")
    mask = np.zeros((SIZE, SIZE), np.uint8)
    if kind == "foreign":
        mask = floors.foreign(image, side_px, rng)
        spots = [_uncovered(spot, mask) for spot in spots]
    shown = np.clip(image * float(np.exp(rng.normal(0.1, 0.25))), 0, 1) ** (1 / 2.2)
    final = (shown * 255 + 0.5).astype(np.uint8)
    if rng.random() < 0.5:
        final = cv2.addWeighted(final, 1.6, cv2.GaussianBlur(final, (0, 0), 1.2), -0.6, 0)
    shown_spots = [s for s in spots if s is not None]
    return Picture(
        final,
        shown_spots,
        f"{'upright' if upright else 'own'}_{kind}",
        frozenset({floor_kind}),
        side_px,
        tray,
        mask,
        slant=_slant(camera),
    )


def _slant(camera: Camera) -> Slant:
    square = np.array([[0, 0, 0], [4, 0, 0], [4, 4, 0], [0, 4, 0]], np.float32)
    return slant_of(camera.project(square), (4.0, 4.0), camera.focal, camera.middle)


def _walls(tray: Array | None, camera: Camera) -> list[tuple[Array, Array]]:
    """The rim's inner edges that the picture shows, each as two points (2,) of the floor; inside lies to the right of the way from one to the other."""
    if tray is None:
        return []
    walls = []
    for start, end in zip(tray, np.roll(tray, -1, axis=0), strict=True):
        along = start + (end - start) * np.linspace(0, 1, 60)[:, None]
        shown = along[((along > 8) & (along < SIZE - 8)).all(axis=1)]
        if len(shown) > 3:
            first, last = camera.ground(shown[[0, -1]])
            walls.append((first, last))
    return walls


def _light_floor(image: Array, dice: list[Die3d], camera: Camera, lights: Lights, rng: np.random.Generator) -> None:
    """Light on the floor: falling off from each lamp, with the dice's shadows, softer the nearer the lamp."""
    rows, columns = np.mgrid[0:SIZE:8, 0:SIZE:8].astype(np.float32)
    flat = camera.ground(np.stack([columns, rows], axis=-1))
    ground = np.concatenate([flat, np.zeros_like(flat[..., :1])], axis=-1)
    total = np.broadcast_to(lights.ambient, (SIZE, SIZE, 3)).copy()
    foot = np.zeros((SIZE, SIZE), np.float32)
    for spot, tint in zip(lights.places, lights.colours, strict=True):
        to = spot - ground
        reach = np.linalg.norm(to, axis=-1)
        fall = cv2.resize((to[..., 2] / reach).astype(np.float32), (SIZE, SIZE))
        lit = np.zeros((SIZE, SIZE), np.float32)
        samples = 5
        spread = rng.uniform(0.3, 6.0)
        for _ in range(samples):
            mask = np.full((SIZE, SIZE), 255, np.uint8)
            source = spot + rng.normal(0, spread, 3) * (1, 1, 0.2)
            for die in dice:
                _cast(mask, die, source, camera)
            lit += mask
        lit = cv2.GaussianBlur(lit, (0, 0), 1.2) / (255.0 * samples)
        total += tint * (fall * lit)[..., None]
    for die in dice:
        print_ = np.zeros((SIZE, SIZE), np.uint8)
        _cast(print_, die, np.array((*die.centre[:2], 1e4), np.float32), camera, 255)
        foot = np.maximum(
            foot,
            cv2.GaussianBlur(print_, (0, 0), 0.12 * die.half * 2 * camera.focal / 30 + 1).astype(np.float32) / 255.0,
        )
    image *= total * (1 - 0.5 * foot[..., None])


def _cast(mask: npt.NDArray[np.uint8], die: Die3d, source: Array, camera: Camera, value: int = 0) -> None:
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float32)
    corners = die.centre + (signs * die.half * 0.96) @ die.rotation.T
    way = corners - source
    on_floor = source + way * (source[2] / np.minimum(-way[:, 2:3], -1e-3) * -1)
    outline = cv2.convexHull(camera.project(on_floor.astype(np.float32)).astype(np.float32))
    cv2.fillConvexPoly(mask, np.round(np.clip(outline, -2000, 2000) * 8).astype(np.int32), value, cv2.LINE_AA, 3)


def _compose(
    image: Array,
    dice: list[Die3d],
    labels: list[int],
    camera: Camera,
    lights: Lights,
    rng: np.random.Generator,
    moving: bool,
) -> list[Spot]:
    order = sorted(range(len(dice)), key=lambda i: -float(np.linalg.norm(dice[i].centre - camera.eye)))
    owner = np.full((SIZE, SIZE), -1, np.int16)
    faces: dict[int, float] = {}
    for i in order:
        drawn = draw(dice[i], camera, lights, SIZE)
        if drawn is None:
            continue
        (x, y, w, h), colour, cover, upper = drawn
        if moving:
            length = rng.uniform(2, 16)
            kernel = cv2.getRotationMatrix2D((10, 10), float(rng.uniform(0, 180)), 1)
            line = np.zeros((21, 21), np.float32)
            cv2.line(line, (int(10 - length / 2), 10), (int(10 + length / 2), 10), 1.0, 1)
            line = cv2.warpAffine(line, kernel, (21, 21))
            line /= max(line.sum(), 1e-3)
            colour, cover = cv2.filter2D(colour, -1, line), cv2.filter2D(cover, -1, line)
        part = image[y : y + h, x : x + w]
        part += colour - part * cover[..., None]
        mine = owner[y : y + h, x : x + w]
        mine[cover > 0.5] = -1
        mine[upper > 0.5] = i
        faces[i] = float((upper > 0.5).sum())
    spots = []
    for i in order:
        quad = top_quad(dice[i], camera)
        centre = quad.mean(axis=0)
        if not (0 <= centre[0] < SIZE and 0 <= centre[1] < SIZE) or i not in faces:
            continue
        seen = float((owner == i).sum()) / max(faces[i], 1.0)
        if seen < 0.35 and labels[i] == BAD:
            continue
        label = labels[i] if seen > 0.9 else BAD
        whole = float(cv2.contourArea(quad))
        inside = (quad > -1).all() and (quad < SIZE + 1).all()
        label = label if inside else BAD
        spots.append(
            Spot((float(centre[0]), float(centre[1])), math.sqrt(max(whole, 1.0)), label, quad.astype(np.float32))
        )
    return spots


def _uncovered(spot: Spot, mask: npt.NDArray[np.uint8]) -> Spot | None:
    face = np.zeros_like(mask)
    assert spot.quad is not None
    cv2.fillConvexPoly(face, spot.quad.round().astype(np.int32), 1)
    hidden = float((mask[face > 0] > 127).mean()) if face.any() else 1.0
    if hidden > 0.6:
        return None
    if hidden > 0.06:
        return Spot(spot.centre, spot.side, BAD, spot.quad)
    return spot
