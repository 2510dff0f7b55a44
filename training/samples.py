"""Training samples: random crops of training pictures, bent, coloured, blurred and dirtied, with the maps the network must answer."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt

from training.recordings import BAD, UNKNOWN, Picture
from vision.network import BEST_SIDE_PX

Map = npt.NDArray[np.float32]
CELL = 4
#: px of a die's side in most samples; half to twice that in the others.
SIDE_PX = BEST_SIDE_PX


@dataclass
class Sample:
    """image uint8 (S, S, 3) BGR; targets float32 (8, S/4, S/4): centre, offset x/y, cos, sin, log2 size/SIDE_PX, floor and focal
    weight; label int64 (S/4, S/4) with -1 = none; weights float32 (4, S/4, S/4): offset, turn, size, floor."""

    image: npt.NDArray[np.uint8]
    targets: Map
    label: npt.NDArray[np.int64]
    weights: Map


def draw(picture: Picture, size: int, rng: np.random.Generator) -> Sample:
    """One random sample of `picture`, `size` px square."""
    warp, side_scale = _warp(picture, size, rng)
    pad = tuple(int(v) for v in rng.integers(0, 256, 3)) if rng.random() < 0.3 else (114, 114, 114)
    source, warp_image = shrunk(picture.image, warp, side_scale, 0.55)
    image = cv2.warpPerspective(
        source, warp_image, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=pad
    )
    targets, label, weights = _maps(picture, warp, size, side_scale)
    sides = [spot.side * side_scale for spot in picture.spots]
    image, spoilt = _look(image, float(np.median(sides)) if sides else SIDE_PX, rng)
    if spoilt:
        label[label >= 0] = BAD if spoilt == 2 else UNKNOWN
    return Sample(image, targets, label, weights)


def shrunk(
    image: npt.NDArray[np.uint8], warp: npt.NDArray[Any], scale: float, below: float
) -> tuple[npt.NDArray[np.uint8], npt.NDArray[Any]]:
    """A picture and the warp (3, 3) for it, which makes it `scale` times as large. If that is less than `below`, it is reduced by averaging
    first and the warp changed to suit, or what is fine in it would turn to noise."""
    if scale >= below:
        return image, warp
    factor = scale / 0.8
    small = cv2.resize(image, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return small, warp @ np.diag([image.shape[1] / small.shape[1], image.shape[0] / small.shape[0], 1.0])


def _warp(picture: Picture, size: int, rng: np.random.Generator) -> tuple[Map, float]:
    height, width = picture.image.shape[:2]
    target = SIDE_PX * 2.0 ** float(np.clip(rng.normal(0.0, 0.42), -1.0, 0.9))
    if picture.traps and rng.random() < 0.6:
        reach = size * 0.35 / (target / picture.side)
        anchor = np.array(picture.traps[int(rng.integers(len(picture.traps)))]) + rng.uniform(-reach, reach, 2)
    elif picture.spots and rng.random() < 0.8:
        spot = picture.spots[int(rng.integers(len(picture.spots)))]
        reach = size * 0.42 / (target / picture.side)
        anchor = np.array(spot.centre) + rng.uniform(-reach, reach, 2)
    else:
        anchor = rng.uniform((0.1 * width, 0.1 * height), (0.9 * width, 0.9 * height))
    scale = target / picture.side
    angle = rng.uniform(0, 2 * math.pi) if rng.random() < 0.8 else 0.0
    flip = -1.0 if rng.random() < 0.5 else 1.0
    stretch = 1.0 + float(rng.normal(0, 0.05))
    turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    linear = turn @ np.diag([scale * flip * stretch, scale / stretch])
    warp = np.eye(3)
    warp[:2, :2] = linear
    warp[:2, 2] = np.array([size / 2, size / 2]) - linear @ anchor
    bend = np.eye(3)
    bend[2, :2] = rng.normal(0, 0.0004, 2)
    centre = np.array([[1, 0, size / 2], [0, 1, size / 2], [0, 0, 1.0]])
    return centre @ bend @ np.linalg.inv(centre) @ warp, scale


def _maps(picture: Picture, warp: Map, size: int, scale: float) -> tuple[Map, npt.NDArray[np.int64], Map]:
    cells = size // CELL
    targets = np.zeros((8, cells, cells), np.float32)
    targets[7] = 1.0
    label = np.full((cells, cells), UNKNOWN, np.int64)
    weights = np.zeros((4, cells, cells), np.float32)
    height, width = picture.image.shape[:2]
    if picture.tray is not None and not picture.hand:
        quad = cv2.perspectiveTransform(picture.tray[None].astype(np.float64), warp)[0]
        fine = np.zeros((size, size), np.uint8)
        cv2.fillPoly(fine, [np.round(quad * 16).astype(np.int32)], 255, cv2.LINE_8, 4)
        targets[5] = cv2.resize(fine, (cells, cells), interpolation=cv2.INTER_AREA) / 255.0
        seen = cv2.warpPerspective(np.ones((height, width), np.uint8), warp, (size, size), flags=cv2.INTER_NEAREST)
        weights[3] = cv2.resize(seen, (cells, cells), interpolation=cv2.INTER_NEAREST)
    rows, columns = np.mgrid[0:cells, 0:cells].astype(np.float32)
    for spot in picture.spots:
        x, y = cv2.perspectiveTransform(np.array([[spot.centre]], np.float64), warp)[0, 0] / CELL - 0.5
        side = spot.side * scale / CELL
        if not (-side < x < cells + side and -side < y < cells + side):
            continue
        quad = None if spot.quad is None else cv2.perspectiveTransform(spot.quad[None].astype(np.float64), warp)[0]
        if quad is not None:
            side = float(np.sqrt(max(cv2.contourArea(quad.astype(np.float32)), 1.0))) / CELL
        square = (columns - x) ** 2 + (rows - y) ** 2
        bump = np.exp(-square / (2 * (0.11 * side) ** 2 + 0.25))
        np.maximum(targets[0], bump, out=targets[0])
        near = square < max(0.22 * side, 0.9) ** 2
        margin = 0.62 * side
        whole = margin < x < cells - margin and margin < y < cells - margin
        label[near] = spot.label if whole else UNKNOWN
        if not whole:
            targets[7][square < (0.6 * side) ** 2] = 0.2
        targets[1][near], targets[2][near] = (x - columns)[near], (y - rows)[near]
        weights[0][near] = 1.0
        targets[6][near] = math.log2(max(side, 0.5) * CELL / SIDE_PX)
        weights[2][near] = 1.0 if quad is not None else 0.25
        weights[1][near] = 0.0
        if quad is not None and spot.label != BAD:
            edge = (quad[1] - quad[0] + quad[2] - quad[3]) / 2
            angle = 4 * math.atan2(edge[1], edge[0])
            targets[3][near], targets[4][near] = math.cos(angle), math.sin(angle)
            weights[1][near] = 1.0
    return targets, label, weights


def _look(image: npt.NDArray[np.uint8], side: float, rng: np.random.Generator) -> tuple[npt.NDArray[np.uint8], int]:
    """Change colours, light, sharpness and grain. Returns the picture and 0, 1 (blurred: doubtful) or 2 (blurred: unreadable)."""
    spoilt = 0
    kind = rng.random()
    if kind < 0.09:
        length = side * rng.uniform(0.05, 0.9)
        image = blurred(image, length, rng.uniform(0, math.pi))
        spoilt = 2 if length > 0.42 * side else 1 if length > 0.2 * side else 0
    elif kind < 0.36:
        sigma = side * rng.uniform(0.01, 0.055) if rng.random() < 0.9 else side * rng.uniform(0.05, 0.2)
        image = cv2.GaussianBlur(image, (0, 0), max(sigma, 0.2))
        spoilt = 2 if sigma > 0.14 * side else 1 if sigma > 0.075 * side else 0
    return colours(image, rng, side), spoilt


def colours(image: npt.NDArray[np.uint8], rng: np.random.Generator, side: float = 0.0) -> npt.NDArray[np.uint8]:
    """Another light, another camera: channels swapped, gains, gamma, shading, grain, JPEG; sparkle if a die's side is given."""
    if rng.random() < 0.25:
        image = image[:, :, rng.permutation(3)]
    value = image.astype(np.float32) * (1 / 255.0)
    if rng.random() < 0.08:
        value = 1.0 - value
    if rng.random() < 0.4:
        grey = value.mean(axis=2, keepdims=True)
        value = grey + (value - grey) * float(rng.uniform(0.0, 1.7))
    value = np.clip(value, 0, 1) ** float(np.exp(rng.normal(0, 0.28)))
    gain = np.exp(rng.normal(0, 0.22) + rng.normal(0, 0.10, 3)).astype(np.float32)
    value = value * gain
    if rng.random() < 0.35:
        value = value * _shade(image.shape[:2], rng)
    if side > 0 and rng.random() < 0.15:
        value = _sparkle(value, side, rng)
    if rng.random() < 0.3:
        level = float(rng.uniform(0.5, 1.0))
        value = 0.5 + (value - 0.5) * level + float(rng.uniform(-0.25, 0.25)) * (1 - level)
    if rng.random() < 0.6:
        noise = _grain(image.shape[:2], rng)
        value = value + noise * float(rng.uniform(0.0, 0.045)) * (0.4 + value)
    image = (np.clip(value, 0, 1) * 255).astype(np.uint8)
    if rng.random() < 0.5:
        quality = int(rng.integers(35, 95))
        image = cv2.imdecode(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR)
    return image


def blurred(image: npt.NDArray[np.uint8], length: float, angle: float) -> npt.NDArray[np.uint8]:
    """A picture shaken by `length` px along `angle` radians while it was taken."""
    reach = int(length / 2) + 2
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    dx, dy = math.cos(angle) * length / 2, math.sin(angle) * length / 2
    start, end = (
        (round((reach - dx) * 16), round((reach - dy) * 16)),
        (round((reach + dx) * 16), round((reach + dy) * 16)),
    )
    cv2.line(kernel, start, end, 1.0, 1, cv2.LINE_8, 4)
    return cv2.filter2D(image, -1, kernel / kernel.sum())


def _shade(shape: tuple[int, int], rng: np.random.Generator) -> Map:
    coarse = np.exp(rng.normal(0, 0.35, (int(rng.integers(2, 5)), int(rng.integers(2, 5))))).astype(np.float32)
    shade = cv2.resize(coarse, (shape[1], shape[0]), interpolation=cv2.INTER_CUBIC)
    if rng.random() < 0.25:
        rows = np.arange(shape[0], dtype=np.float32)
        band = 1 + rng.uniform(0.02, 0.12) * np.sin(rows * 2 * math.pi / rng.uniform(25, 160) + rng.uniform(0, 6))
        shade = shade * band[:, None].astype(np.float32)
    return np.clip(shade, 0.25, 2.5)[:, :, None]


def _sparkle(value: Map, side: float, rng: np.random.Generator) -> Map:
    size = value.shape[0]
    light = np.zeros((size, size), np.float32)
    for _ in range(int(rng.integers(1, 6))):
        centre = tuple(int(v) for v in rng.integers(0, size, 2))
        axes = (max(1, int(side * rng.uniform(0.03, 0.12))), max(1, int(side * rng.uniform(0.03, 0.2))))
        cv2.ellipse(light, centre, axes, float(rng.uniform(0, 180)), 0, 360, float(rng.uniform(0.2, 1.0)), -1)
    light = cv2.GaussianBlur(light, (0, 0), max(0.5, side * 0.03))
    return value + light[:, :, None]


@cache
def _plate() -> Map:
    """A plate of noise made once, fine above and coarse below: fresh noise for each sample would take longer than all the rest."""
    plate = np.random.default_rng(5).normal(0, 1, (640, 640, 3)).astype(np.float32)
    plate[320:] = cv2.GaussianBlur(plate[320:], (0, 0), 0.8) * 2.2
    return plate


def _grain(shape: tuple[int, int], rng: np.random.Generator) -> Map:
    plate = _plate()
    y, x = int(rng.integers(0, plate.shape[0] - shape[0])), int(rng.integers(0, plate.shape[1] - shape[1]))
    window = plate[y : y + shape[0], x : x + shape[1]]
    return window if rng.random() < 0.6 else window[:, :, :1]
