"""Draws dice: rounded cubes with drilled or printed pips, ray by ray, in true perspective, with the materials dice are made of."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float32]

#: Axes of the six faces of a die whose 1 looks along +z and 2 along +y: (normal, u, v); opposite faces sum to seven.
_AXES = {
    1: ((0, 0, 1), (1, 0, 0), (0, 1, 0)),
    6: ((0, 0, -1), (1, 0, 0), (0, 1, 0)),
    2: ((0, 1, 0), (1, 0, 0), (0, 0, 1)),
    5: ((0, -1, 0), (1, 0, 0), (0, 0, 1)),
    3: ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    4: ((-1, 0, 0), (0, 1, 0), (0, 0, 1)),
}
_PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    5: [(-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}


@dataclass(frozen=True)
class Look:
    """How a die is made. Colours are linear BGR 0-1; pitch, pip radius and rounding are fractions of half the side."""

    body: tuple[float, float, float]
    pip: tuple[float, float, float]
    one_pip: tuple[float, float, float]
    four_pip: tuple[float, float, float]
    material: str = "plastic"
    second: tuple[float, float, float] = (0.5, 0.5, 0.5)
    rounding: float = 0.12
    ball: float = 9.0
    pitch: float = 0.52
    pip_radius: float = 0.2
    one_scale: float = 1.0
    depth: float = 0.5
    gloss: float = 0.4
    sharpness: float = 60.0
    frame: float = 0.0


@dataclass
class Die3d:
    """A placed die: centre (3,), rotation (3, 3) body to world, half side, the value it shows up (or most nearly), and its look."""

    centre: Array
    rotation: Array
    half: float
    look: Look
    value: int
    spins: dict[int, int] = field(default_factory=dict)
    seed: float = 0.0


@dataclass(frozen=True)
class Lights:
    """places (n, 3), colours (n, 3) linear BGR, ambient (3,), floor colour (3,) for reflections and light from below."""

    places: Array
    colours: Array
    ambient: Array
    floor: Array


@dataclass(frozen=True)
class Camera:
    """A pinhole: eye (3,), axes (3, 3) rows right, down, forward; focal length px; centre of the picture px."""

    eye: Array
    axes: Array
    focal: float
    middle: tuple[float, float]

    def project(self, points: Array) -> Array:
        """World points (n, 3) to picture px (n, 2)."""
        local = (points - self.eye) @ self.axes.T
        flat: Array = local[:, :2] / local[:, 2:3] * self.focal + np.array(self.middle, np.float32)
        return flat

    def ground(self, places: Array) -> Array:
        """Picture px (..., 2) to the points (..., 2) of the floor z = 0 seen there."""
        local = np.concatenate(
            [(places - np.array(self.middle, np.float32)) / self.focal, np.ones_like(places[..., :1])], axis=-1
        )
        way = local @ self.axes
        seen: Array = (self.eye + way * (-self.eye[2] / way[..., 2:3]))[..., :2].astype(np.float32)
        return seen


def top_quad(die: Die3d, camera: Camera) -> Array:
    """Picture px (4, 2) of the corners of the face that looks up most, of the sharp cube."""
    normals = die.rotation[2]
    axis = int(np.argmax(np.abs(normals)))
    sign = math.copysign(1.0, float(normals[axis]))
    others = [i for i in range(3) if i != axis]
    corners = np.zeros((4, 3), np.float32)
    for row, (a, b) in enumerate(((-1, -1), (1, -1), (1, 1), (-1, 1))):
        corners[row, axis], corners[row, others[0]], corners[row, others[1]] = sign, a, b
    return camera.project(die.centre + (corners * die.half) @ die.rotation.T)


def draw(
    die: Die3d, camera: Camera, lights: Lights, size: int, fine: int = 2
) -> tuple[tuple[int, int, int, int], Array, Array, Array] | None:
    """Draw one die. Returns its box (x, y, w, h) in px, colour (h, w, 3) linear BGR, cover (h, w) 0-1 and how much of each px is
    its upper face (h, w), or None when it lies outside the picture."""
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], np.float32)
    outline = camera.project(die.centre + (signs * die.half) @ die.rotation.T)
    left, top = np.maximum(np.floor(outline.min(axis=0)) - 1, 0).astype(int)
    right, bottom = np.minimum(np.ceil(outline.max(axis=0)) + 1, size).astype(int)
    if right - left < 2 or bottom - top < 2:
        return None
    w, h = int(right - left), int(bottom - top)
    xs = (np.arange(w * fine, dtype=np.float32) + 0.5) / fine + left
    ys = (np.arange(h * fine, dtype=np.float32) + 0.5) / fine + top
    flat = np.stack(
        np.meshgrid((xs - camera.middle[0]) / camera.focal, (ys - camera.middle[1]) / camera.focal), axis=-1
    ).reshape(-1, 2)
    rays = np.concatenate([flat, np.ones((len(flat), 1), np.float32)], axis=1) @ camera.axes
    rays /= np.linalg.norm(rays, axis=1, keepdims=True)
    start = ((camera.eye - die.centre) @ die.rotation / die.half).astype(np.float32)
    heading = (rays @ die.rotation).astype(np.float32)
    hit, where = _march(start, heading, die.look)
    colour = np.zeros((len(flat), 3), np.float32)
    upper = np.zeros(len(flat), np.float32)
    if len(where):
        colour[hit], upper[hit] = _shade(die, where, heading[hit], rays[hit], lights)
    cover = np.zeros(len(flat), np.float32)
    cover[hit] = 1.0

    def shrink(a: Array) -> Array:
        return a.reshape(h, fine, w, fine, -1).mean(axis=(1, 3))

    return (int(left), int(top), w, h), shrink(colour), shrink(cover)[..., 0], shrink(upper)[..., 0]


def _march(start: Array, heading: Array, look: Look) -> tuple[npt.NDArray[np.intp], Array]:
    """Sphere tracing of the unit rounded cube (half side 1), cut by a ball if the look has one. Returns ray indices and points."""
    safe = np.where(np.abs(heading) < 1e-6, 1e-6, heading)
    t1, t2 = (-1 - start) / safe, (1 - start) / safe
    near = np.minimum(t1, t2).max(axis=1)
    far = np.maximum(t1, t2).min(axis=1)
    index = np.nonzero((near < far) & (far > 0))[0]
    t = near[index]
    way = heading[index]
    end = far[index]
    core = np.float32(1 - look.rounding)
    for _ in range(9):
        points = start + way * t[:, None]
        t = t + _distance(points, core, look)
    points = start + way * t[:, None]
    good = (_distance(points, core, look) < 0.03) & (t < end + 0.02)
    return index[good], points[good]


def _distance(points: Array, core: np.float32, look: Look) -> Array:
    q = np.abs(points) - core
    outside = np.maximum(q, 0)
    d = np.sqrt((outside * outside).sum(axis=1)) + np.minimum(q.max(axis=1), 0) - look.rounding
    if look.ball < 1.7:
        d = np.maximum(d, np.sqrt((points * points).sum(axis=1)) - look.ball)
    return d


def _shade(die: Die3d, points: Array, heading: Array, rays: Array, lights: Lights) -> tuple[Array, Array]:
    look = die.look
    core = 1 - look.rounding
    normal = np.sign(points) * np.maximum(np.abs(points) - core, 0)
    length = np.linalg.norm(normal, axis=1, keepdims=True)
    axis = np.abs(points).argmax(axis=1)
    flat = np.zeros_like(points)
    flat[np.arange(len(points)), axis] = np.sign(points[np.arange(len(points)), axis])
    normal = np.where(length > 1e-5, normal / np.maximum(length, 1e-5), flat)
    if look.ball < 1.7:
        radius = np.linalg.norm(points, axis=1, keepdims=True)
        rounded = np.clip((radius - (look.ball - 0.06)) / 0.06, 0, 1)
        normal = normal * (1 - rounded) + points / radius * rounded
        normal /= np.linalg.norm(normal, axis=1, keepdims=True)
    albedo = _body(die, points)
    normal, albedo, painted = _pips(die, points, axis, flat, normal, albedo)
    world = normal @ die.rotation.T
    place = points * die.half @ die.rotation.T + die.centre
    up = world[:, 2:3]
    light = lights.ambient * (0.62 + 0.38 * up) + lights.floor * 0.30 * (0.5 - 0.5 * up)
    shine = np.zeros_like(points)
    back = -rays
    for spot, tint in zip(lights.places, lights.colours, strict=True):
        to = spot - place
        to /= np.linalg.norm(to, axis=1, keepdims=True)
        facing = np.maximum((world * to).sum(axis=1, keepdims=True), 0)
        light = light + tint * facing
        half = to + back
        half /= np.linalg.norm(half, axis=1, keepdims=True)
        glint = np.maximum((world * half).sum(axis=1, keepdims=True), 0) ** look.sharpness
        shine = shine + tint * glint * (look.gloss * (1 + look.sharpness / 40))
    mirror = heading - 2 * (heading * normal).sum(axis=1, keepdims=True) * normal
    mirror_up = (mirror @ die.rotation.T)[:, 2:3]
    around = np.where(mirror_up > 0, lights.ambient * (0.3 + 0.9 * mirror_up), lights.floor * 0.5)
    fresnel = 0.03 + 0.5 * (1 - np.abs((heading * normal).sum(axis=1, keepdims=True))) ** 4
    if look.material == "metal":
        keep = painted[:, None]
        colour = albedo * (keep * light + (1 - keep) * (0.35 * light + 1.0 * around)) + shine
    else:
        colour = albedo * light + around * fresnel * look.gloss + shine
    if look.material == "translucent":
        depth = np.clip(1 - np.abs(points).min(axis=1, keepdims=True), 0, 1)
        through = (
            lights.floor * np.array(look.body, np.float32) * 1.6
            + 0.35 * np.array(look.body, np.float32) * lights.ambient
        )
        glow = (0.35 + 0.3 * depth) * (1 - painted[:, None])
        colour = colour * (1 - glow) + through * glow * (0.7 + 0.6 * _noise(points * 1.3, die.seed)[:, None])
        colour = colour * (1 - 0.25 * _ghosts(die, points, axis)[:, None] * (1 - painted[:, None]))
    edge = np.sort(np.abs(points), axis=1)[:, 1:2]
    colour = colour * (1 - 0.12 * (edge > 0.97))
    low = np.clip(place[:, 2:3] / (2 * die.half), 0, 1)
    colour = colour * (0.72 + 0.28 * np.minimum(1, low * 1.6))
    upper = (flat @ die.rotation.T[:, 2] > 0.7).astype(np.float32)
    return colour.astype(np.float32), upper


def _ghosts(die: Die3d, points: Array, axis: npt.NDArray[np.intp]) -> Array:
    """Pips of the opposite face, seen through a translucent body: pulled towards the middle and blurred."""
    shade = np.zeros(len(points), np.float32)
    for value, (normal, u, v) in _AXES.items():
        n = np.array(normal, np.float32)
        facing = points @ n < -0.7
        if not facing.any():
            continue
        a, b = points[facing] @ np.array(u, np.float32), points[facing] @ np.array(v, np.float32)
        dark = np.zeros(int(facing.sum()), np.float32)
        for x, y in _spun(value, die.spins.get(value, 0)):
            gap = (a - 0.7 * die.look.pitch * x) ** 2 + (b - 0.7 * die.look.pitch * y) ** 2
            dark = np.maximum(dark, np.exp(-gap / (0.9 * die.look.pip_radius) ** 2))
        shade[facing] = dark
    return shade


def _spun(value: int, spin: int) -> list[tuple[int, int]]:
    return [(-y, x) for x, y in _PIPS[value]] if spin % 2 else _PIPS[value]


def _pips(
    die: Die3d, points: Array, axis: npt.NDArray[np.intp], flat: Array, normal: Array, albedo: Array
) -> tuple[Array, Array, Array]:
    look = die.look
    painted = np.zeros(len(points), np.float32)
    normal, albedo = normal.copy(), albedo.copy()
    for value, (face, u, v) in _AXES.items():
        n = np.array(face, np.float32)
        on = np.nonzero((flat @ n) > 0.5)[0]
        if not len(on):
            continue
        uu, vv = np.array(u, np.float32), np.array(v, np.float32)
        a, b = points[on] @ uu, points[on] @ vv
        tint = {1: look.one_pip, 4: look.four_pip}.get(value, look.pip)
        radius = look.pip_radius * (look.one_scale if value == 1 else 1.0)
        for x, y in _spun(value, die.spins.get(value, 0)):
            da, db = a - look.pitch * x, b - look.pitch * y
            gap = np.sqrt(da * da + db * db)
            inside = gap < radius
            if not inside.any():
                continue
            which = on[inside]
            soft = np.clip((radius - gap[inside]) / (0.10 * radius), 0, 1)[:, None]
            albedo[which] = albedo[which] * (1 - soft) + np.array(tint, np.float32) * soft
            painted[which] = np.maximum(painted[which], soft[:, 0])
            if look.depth > 0:
                slope = (
                    look.depth
                    * np.minimum(gap[inside] / radius, 0.95)[:, None]
                    / np.maximum(gap[inside], 1e-4)[:, None]
                )
                dent = n - (da[inside, None] * uu + db[inside, None] * vv) * slope
                normal[which] = dent / np.linalg.norm(dent, axis=1, keepdims=True)
        if look.frame > 0:
            rim = np.maximum(np.abs(a), np.abs(b))
            line = on[(rim > 0.80) & (rim < 0.80 + look.frame)]
            albedo[line] = look.second
    return normal, albedo, painted


def _body(die: Die3d, points: Array) -> Array:
    look = die.look
    body = np.broadcast_to(np.array(look.body, np.float32), points.shape)
    second = np.array(look.second, np.float32)
    if look.material == "marble":
        swirl = _noise(points * 1.7, die.seed) + 0.5 * _noise(points * 4.1, die.seed + 3.0)
        mix = np.clip(0.5 + 1.4 * (swirl - 0.75), 0, 1)[:, None]
        return (body * (1 - mix) + second * mix).astype(np.float32)
    if look.material == "wood":
        wobble = _noise(points * np.array((1.0, 0.25, 1.0), np.float32), die.seed)
        rings = 0.5 + 0.5 * np.sin(9.0 * (points[:, 0] + 0.6 * points[:, 2]) + 7.0 * wobble + die.seed)
        pores = _noise(points * np.array((14.0, 1.5, 14.0), np.float32), die.seed + 1)
        mix = (0.75 * rings**2 + 0.35 * (pores > 0.62))[:, None]
        return (body * (1 - mix) + second * mix).astype(np.float32)
    if look.material == "speckled":
        dots = _noise(points * 9.0, die.seed) > 0.68
        return np.where(dots[:, None], second, body).astype(np.float32)
    shade = 0.96 + 0.08 * _noise(points * 2.0, die.seed)
    return (body * shade[:, None]).astype(np.float32)


def _noise(points: Array, seed: float) -> Array:
    """Smooth noise 0-1 in space: a sum of warped waves, cheap and without a lattice."""
    x, y, z = points[:, 0] + seed * 1.7, points[:, 1] - seed * 2.3, points[:, 2] + seed * 0.9
    a = np.sin(2.1 * x + 1.3 * np.sin(1.7 * y + seed)) + np.sin(2.3 * y + 1.1 * np.sin(2.9 * z))
    b = np.sin(1.9 * z + 1.7 * np.sin(1.3 * x - seed)) + np.sin(3.7 * x + 2.9 * y - 3.1 * z)
    return (0.5 + 0.125 * (a + b)).astype(np.float32)
