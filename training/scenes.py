"""Makes up scenes: which dice, of what make, lie how on which floor in which light, seen from where; and draws them with their truth."""

from __future__ import annotations

import math

import cv2
import numpy as np
import numpy.typing as npt

from training import floors
from training.dice3d import Camera, Die3d, Lights, Look, draw, top_quad
from training.prints import prints
from training.recordings import BAD, Picture, Spot
from vision.slant import Slant, slant_of

Array = npt.NDArray[np.float32]
SIZE = 320
KINDS = ("pub", "touching", "oblique", "cocked", "stacked", "foreign", "moving", "floor")
KIND_ODDS = (0.27, 0.2, 0.16, 0.15, 0.11, 0.06, 0.03, 0.02)

#: body, pip (sRGB 0-255, RGB) and material of the makes of dice the reader must know.
MAKES: dict[str, tuple[tuple[int, int, int], tuple[int, int, int], str]] = {
    "ivory": ((238, 226, 196), (25, 22, 20), "plastic"),
    "white": ((245, 245, 245), (12, 12, 12), "plastic"),
    "white-blue": ((240, 240, 240), (20, 40, 160), "plastic"),
    "red": ((190, 20, 25), (245, 245, 245), "plastic"),
    "blue": ((25, 50, 170), (245, 245, 245), "plastic"),
    "green": ((15, 120, 50), (245, 245, 245), "plastic"),
    "black": ((22, 22, 24), (240, 240, 240), "plastic"),
    "black-gold": ((18, 18, 20), (205, 165, 60), "plastic"),
    "black-red": ((20, 20, 22), (200, 25, 25), "plastic"),
    "purple": ((95, 30, 140), (245, 245, 245), "plastic"),
    "yellow": ((240, 200, 20), (15, 15, 15), "plastic"),
    "orange": ((235, 110, 20), (245, 245, 245), "plastic"),
    "pink": ((240, 130, 170), (250, 250, 250), "plastic"),
    "glass-red": ((200, 20, 30), (250, 250, 250), "translucent"),
    "glass-blue": ((30, 70, 200), (250, 250, 250), "translucent"),
    "glass-green": ((20, 150, 70), (250, 250, 250), "translucent"),
    "glass-purple": ((120, 40, 170), (250, 250, 250), "translucent"),
    "glass-clear": ((215, 220, 225), (20, 20, 20), "translucent"),
    "glass-smoke": ((70, 70, 75), (250, 250, 250), "translucent"),
    "marble": ((225, 222, 215), (20, 20, 20), "marble"),
    "marble-dark": ((40, 60, 55), (235, 215, 120), "marble"),
    "pearl": ((215, 205, 220), (20, 20, 40), "marble"),
    "wood": ((196, 150, 96), (30, 20, 12), "wood"),
    "wood-dark": ((92, 54, 30), (235, 220, 190), "wood"),
    "wood-burnt": ((205, 165, 110), (60, 32, 15), "wood"),
    "steel": ((170, 172, 176), (25, 25, 25), "metal"),
    "brass": ((196, 158, 70), (30, 22, 10), "metal"),
    "gunmetal": ((72, 74, 80), (235, 235, 235), "metal"),
    "speckled": ((60, 62, 70), (245, 245, 245), "speckled"),
    "asian": ((240, 236, 225), (20, 20, 22), "plastic"),
}


def _linear(rgb: tuple[int, int, int], rng: np.random.Generator, jitter: float = 0.12) -> tuple[float, float, float]:
    bgr = (np.array(rgb[::-1], float) / 255.0) ** 2.2 * 0.9
    b, g, r = np.clip(bgr * np.exp(rng.normal(0, jitter, 3)) + rng.uniform(0, 0.004), 0.002, 0.95)
    return float(b), float(g), float(r)


def make(name: str, rng: np.random.Generator) -> Look:
    """A die of a named make, no two quite alike; `any` mixes colours freely."""
    if name == "any":
        material = str(rng.choice(("plastic", "plastic", "translucent", "marble", "wood", "metal", "speckled")))
        body, pip = floors.colour(rng, 0.02, 0.95), floors.colour(rng, 0.01, 0.98, 0.6)
        if abs(sum(body) - sum(pip)) < 0.5:
            pip = (0.9, 0.9, 0.9) if sum(body) < 0.8 else (0.01, 0.01, 0.01)
        second = floors.colour(rng)
    else:
        rgb, dot, material = MAKES[name]
        body, pip = _linear(rgb, rng), _linear(dot, rng, 0.05)
        dim = rng.uniform(0.45, 0.8)
        second = (body[0] * dim, body[1] * dim, body[2] * dim)
        if name == "marble-dark" or (material == "marble" and rng.random() < 0.5):
            second = tuple(0.7 * a + 0.3 * b for a, b in zip(body, floors.colour(rng, 0.1, 0.9), strict=True))
    one, four, one_scale = pip, pip, 1.0
    if name == "asian" or rng.random() < 0.05:
        one = four = _linear((200, 25, 30), rng)
        one_scale = float(rng.uniform(1.5, 2.3))
    drilled = rng.random() < 0.65
    rounded = rng.random()
    return Look(
        body=body,
        pip=pip,
        one_pip=one,
        four_pip=four,
        material=material,
        second=second,
        rounding=float(rng.uniform(0.03, 0.1) if rounded < 0.3 else rng.uniform(0.1, 0.32)),
        ball=float(rng.uniform(1.32, 1.52)) if rounded > 0.6 else 9.0,
        pitch=float(rng.uniform(0.43, 0.58)),
        pip_radius=float(rng.uniform(0.13, 0.24)),
        one_scale=one_scale,
        depth=float(rng.uniform(0.3, 0.95)) if drilled else 0.0,
        gloss=float(rng.uniform(0.05, 0.8)) if material != "metal" else float(rng.uniform(0.6, 1.2)),
        sharpness=float(rng.uniform(15, 160)),
        frame=0.04 if rng.random() < 0.03 else 0.0,
    )


def _pose(value: int, yaw: float, rng: np.random.Generator, tilt: float = 0.0, lean: float = 0.0) -> Array:
    """Body-to-world rotation with `value` up, turned by yaw, leaning by `tilt` radians towards direction `lean`."""
    up = {1: (0, 0, 1), 6: (0, 0, -1), 2: (0, 1, 0), 5: (0, -1, 0), 3: (1, 0, 0), 4: (-1, 0, 0)}[value]
    side = {1: (1, 0, 0), 6: (1, 0, 0), 2: (1, 0, 0), 5: (1, 0, 0), 3: (0, 1, 0), 4: (0, 1, 0)}[value]
    rows = np.array([side, np.cross(up, side), up], np.float32)
    c, s = math.cos(yaw), math.sin(yaw)
    turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]], np.float32)
    rotation = turn @ rows
    if tilt:
        axis = np.array((-math.sin(lean), math.cos(lean), 0), np.float32)
        cross = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]], np.float32)
        rotation = (
            np.eye(3, dtype=np.float32) + math.sin(tilt) * cross + (1 - math.cos(tilt)) * (cross @ cross)
        ) @ rotation
    return rotation.astype(np.float32)


def _lowest(rotation: Array, half: float) -> float:
    return float(half * np.abs(rotation[2]).sum())


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


def _place(rng: np.random.Generator, count: int, reach: float, touching: bool) -> list[tuple[float, float, float]]:
    """Centres and yaws of dice of side 1 that do not cut into each other."""
    spots: list[tuple[float, float, float]] = []
    for _ in range(count * 25):
        if len(spots) == count:
            break
        if touching and spots and rng.random() < 0.85:
            x, y, yaw = spots[int(rng.integers(len(spots)))]
            turn = yaw + int(rng.integers(4)) * math.pi / 2
            slip = rng.uniform(-0.6, 0.6) if rng.random() < 0.5 else 0.0
            gap = 1.0 + abs(rng.normal(0, 0.02))
            where = (x + gap * math.cos(turn) - slip * math.sin(turn), y + gap * math.sin(turn) + slip * math.cos(turn))
            mine = yaw if rng.random() < 0.7 else rng.uniform(0, 2 * math.pi)
            if mine != yaw:
                where = (x + 1.25 * math.cos(turn), y + 1.25 * math.sin(turn))
        else:
            where, mine = tuple(rng.uniform(-reach, reach, 2)), rng.uniform(0, 2 * math.pi)
        if all(_apart((*where, mine), other) for other in spots):
            spots.append((float(where[0]), float(where[1]), float(mine)))
    return spots


def _apart(a: tuple[float, float, float], b: tuple[float, float, float]) -> bool:
    dx, dy = b[0] - a[0], b[1] - a[1]
    if math.hypot(dx, dy) > 1.45:
        return True
    for yaw in (a[2], b[2], a[2] + math.pi / 2, b[2] + math.pi / 2):
        spread = sum(0.5 * (abs(math.cos(yaw - c)) + abs(math.sin(yaw - c))) for c in (a[2], b[2]))
        if abs(dx * math.cos(yaw) + dy * math.sin(yaw)) >= spread - 0.015:
            return True
    return False


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
    dice, labels = _throw(kind, side_px, rng, make_of, _walls(tray, camera))
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


def _throw(
    kind: str, side_px: float, rng: np.random.Generator, make_of: str, walls: list[tuple[Array, Array]]
) -> tuple[list[Die3d], list[int]]:
    count = 0 if kind == "floor" else int(rng.integers(2, 8))
    names = [*MAKES, "any", "any", "any", "any", "any"]
    one_make = rng.random() < 0.55 or bool(make_of)
    shared = make_of or str(rng.choice(names))
    shared_look = make(shared, rng)
    reach = 0.5 * SIZE / side_px
    dice, labels = [], []
    mixed = rng.random() < 0.25
    for x, y, yaw in _place(
        rng, count, reach * (0.5 if kind in ("touching", "stacked") else 0.95), kind == "touching" or rng.random() < 0.3
    ):
        value = int(rng.integers(1, 7))
        look = shared_look if one_make else make(str(rng.choice(names)), rng)
        half = 0.5 * float(rng.uniform(0.72, 1.0)) if mixed else 0.5
        if any(_on_wall((x, y), yaw, half, *wall) for wall in walls):
            continue
        rotation, label, high = _pose(value, yaw, rng), value - 1, 0.0
        if kind == "cocked" and rng.random() < 0.55:
            tilt = math.radians(rng.uniform(13, 45))
            lean = yaw + int(rng.integers(4)) * math.pi / 2 + rng.normal(0, 0.25)
            flat = [d for d, known in zip(dice, labels, strict=True) if known != BAD]
            if walls and rng.random() < 0.5:
                x, y, lean = _against(*walls[int(rng.integers(len(walls)))], tilt, rng)
                yaw = lean + int(rng.integers(4)) * math.pi / 2 + rng.normal(0, 0.2)
            elif flat and rng.random() < 0.7:
                x, y, lean = _beside(flat[int(rng.integers(len(flat)))], tilt, rng)
                yaw = lean + int(rng.integers(4)) * math.pi / 2 + rng.normal(0, 0.2)
            rotation = _pose(value, yaw, rng, tilt, lean)
            label = BAD
        elif kind == "moving":
            rotation = _pose(value, yaw, rng, math.radians(rng.uniform(0, 50)), rng.uniform(0, 6.3))
            label, high = BAD, rng.uniform(0, 0.8)
        elif rng.random() < 0.05:
            rotation = _pose(value, yaw, rng, math.radians(rng.uniform(0, 3)), rng.uniform(0, 6.3))
        centre = np.array((x, y, _lowest(rotation, half) + high), np.float32)
        dice.append(
            Die3d(
                centre,
                rotation,
                half,
                look,
                value,
                {v: int(rng.integers(2)) for v in range(1, 7)},
                float(rng.uniform(0, 50)),
            )
        )
        labels.append(label)
    if kind == "stacked" and dice:
        for i in range(min(len(dice), int(rng.integers(1, 3)))):
            below = dice[i]
            value = int(rng.integers(1, 7))
            rotation = _pose(value, rng.uniform(0, 6.3), rng)
            shift = rng.uniform(-0.45, 0.45, 2)
            centre = below.centre + np.array((shift[0], shift[1], below.half + 0.5), np.float32)
            dice.append(Die3d(centre, rotation, 0.5, below.look, value, {}, below.seed + 9))
            labels[i] = BAD
            labels.append(BAD)
    return dice, labels


def _beside(support: Die3d, tilt: float, rng: np.random.Generator) -> tuple[float, float, float]:
    """Where a die stands that leans on another's upper edge: its centre, and the direction to which its top face looks."""
    lean = rng.uniform(0, 2 * math.pi)
    gap = 0.5 + support.half * (0.75 + 0.5 * math.sin(tilt)) + rng.uniform(-0.08, 0.12)
    aside = rng.uniform(-0.5, 0.5)
    x = float(support.centre[0]) + gap * math.cos(lean) - aside * math.sin(lean)
    y = float(support.centre[1]) + gap * math.sin(lean) + aside * math.cos(lean)
    return x, y, lean


def _against(start: Array, end: Array, tilt: float, rng: np.random.Generator) -> tuple[float, float, float]:
    """Where a die stands that leans on the rim's wall, which goes from one place on the floor to another: its centre, and the direction to which its top face looks."""
    way = (end - start) / max(float(np.linalg.norm(end - start)), 1e-6)
    inward = np.array((way[1], -way[0]))
    x, y = start + (end - start) * rng.uniform(0.05, 0.95) + inward * (0.45 * math.cos(tilt) + rng.uniform(-0.35, 0.12))
    return float(x), float(y), math.atan2(inward[1], inward[0])


def _on_wall(place: tuple[float, float], yaw: float, half: float, start: Array, end: Array) -> bool:
    """Whether a flat die would stand across the rim's edge."""
    way = (end - start) / max(float(np.linalg.norm(end - start)), 1e-6)
    far = float(way[1] * (place[0] - start[0]) - way[0] * (place[1] - start[1]))
    turn = yaw - math.atan2(float(way[1]), float(way[0]))
    reach = half * (abs(math.cos(turn)) + abs(math.sin(turn)))
    return -reach < far < reach


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
