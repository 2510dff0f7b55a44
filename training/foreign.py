"""Seeing what is no die: a small network that sees the floor at 12 px a die's side and says where something foreign covers it, and the
pictures it learns from: recordings and own scenes over which things are drawn, and as many without any."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import nn
from torch.nn import functional as F

from training.export import export
from training.learn import Progress, set_rate, step_down
from training.prints import mat
from training.recordings import Picture, by_source
from training.samples import colours, shrunk
from training.surfaces import DIE_MM
from training.things import thing
from training.trays import CELL, TrayNet
from vision.foreign import SEEN_PX, SIDE_PX

#: px of a square sample, and how much larger it is while things are drawn on it.
SIZE, FINER = 192, 2
#: A die's side in a sample lies between these shares of `SIDE_PX`: dice measure 12 to 19 mm, the scale is told by the tray.
SIDES = (0.6, 1.5)
#: In so many of the samples there is something foreign; of each thing, so many lie on or at a die.
WITH_THINGS, AT_A_DIE = 0.6, 0.5
#: In so many samples beer mats lie where there are no dice: they measure this much (mm) and belong to the floor.
WITH_MATS, MAT_MM = 0.35, (80.0, 110.0)
#: What lies beside the tray may be anything: so much the less it counts there that nothing was drawn.
BESIDE = 0.05
#: The loss of a foreign cell counts so many times that of another.
RARE = 2.0
#: In a sample without a thing, so many cells that look most like one are pushed down once more.
WORST = 20

Map = npt.NDArray[np.uint8]


@dataclass(frozen=True)
class Sample:
    """image uint8 (SIZE, SIZE, 3) BGR; cover uint8 (SIZE/4, SIZE/4), 0-255: what share of a cell something foreign covers; counts uint8, the
    same size, 0-255: how far it is known that nothing else is there."""

    image: Map
    cover: Map
    counts: Map


def sample(picture: Picture, rng: np.random.Generator, things: float = WITH_THINGS) -> Sample:
    """One random part of a picture, turned and scaled; mats are drawn over some, things over the share `things`."""
    fine = SIZE * FINER
    side = SIDE_PX * FINER * float(np.exp(rng.uniform(*np.log(SIDES))))
    warp = _warp(picture, side / picture.side, fine, rng)
    image = _warped(picture.image, warp, fine)
    counts = np.full((fine, fine), 255, np.uint8)
    if picture.tray is not None:
        quad = cv2.perspectiveTransform(picture.tray[None].astype(np.float64), warp)[0]
        counts[:] = round(255 * BESIDE)
        cv2.fillPoly(counts, [(quad * 8).round().astype(np.int32)], 255, cv2.LINE_8, 3)
    cover = np.zeros((fine, fine), np.uint8)
    if picture.foreign is not None and picture.foreign.any():
        cover = cv2.warpPerspective(picture.foreign, warp, (fine, fine))
    dice = _places(picture, warp, fine)
    if rng.random() < WITH_MATS:
        image = _with_mats(image, dice, cover, side, rng)
    if rng.random() < things:
        image, drawn = _with_things(image, dice, side, rng)
        cover = np.maximum(cover, drawn)
    counts = np.maximum(counts, cover)
    small = cv2.resize(image, (SIZE, SIZE), interpolation=cv2.INTER_AREA)
    cells = (SIZE // CELL, SIZE // CELL)
    return Sample(
        small,
        cv2.resize(cover, cells, interpolation=cv2.INTER_AREA),
        cv2.resize(counts, cells, interpolation=cv2.INTER_AREA),
    )


def _warp(picture: Picture, scale: float, size: int, rng: np.random.Generator) -> npt.NDArray[np.float64]:
    height, width = picture.image.shape[:2]
    if picture.tray is not None:
        low, high = picture.tray.min(axis=0), picture.tray.max(axis=0)
    elif picture.spots:
        places = np.array([s.centre for s in picture.spots])
        low, high = places.min(axis=0) - 2 * picture.side, places.max(axis=0) + 2 * picture.side
    else:
        low, high = np.zeros(2), np.array((width, height), float)
    angle, flip = rng.uniform(0, 2 * math.pi), rng.choice((-1.0, 1.0))
    linear = (
        scale * np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]]) @ np.diag((flip, 1))
    )
    warp = np.eye(3)
    warp[:2, :2] = linear
    warp[:2, 2] = size / 2 - linear @ rng.uniform(low, high)
    return warp


def _warped(image: Map, warp: npt.NDArray[np.float64], size: int) -> Map:
    scale = math.sqrt(abs(float(np.linalg.det(warp[:2, :2]))))
    image, warp = shrunk(image, warp, scale, 0.6)
    return cv2.warpPerspective(image, warp, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)


def _places(picture: Picture, warp: npt.NDArray[np.float64], size: int) -> npt.NDArray[np.float64]:
    if not picture.spots:
        return np.zeros((0, 2))
    centres = np.array([[s.centre for s in picture.spots]], np.float64)
    shown = cv2.perspectiveTransform(centres, warp)[0]
    inside: npt.NDArray[np.float64] = shown[((shown > 0) & (shown < size)).all(axis=1)]
    return inside


def _with_mats(image: Map, dice: npt.NDArray[np.float64], cover: Map, side: float, rng: np.random.Generator) -> Map:
    """One or two mats where they cover neither a die nor what is foreign."""
    light = (image.astype(np.float32) / 255.0) ** 2.2
    tone = float(np.clip(np.percentile(light[::8, ::8].max(axis=2), 97), 0.08, 1.0))
    for _ in range(int(rng.integers(1, 3))):
        reach = side * float(rng.uniform(*MAT_MM)) / DIE_MM / 2
        place = _free(dice, cover, reach, side, rng)
        if place is None:
            continue
        drawn = light / tone
        mat(drawn, place, reach, side, rng)
        light = drawn * tone
    return _shown(light, image)


def _free(
    dice: npt.NDArray[np.float64], cover: Map, reach: float, side: float, rng: np.random.Generator
) -> tuple[int, int] | None:
    """A place for a mat that reaches so far, or None if a few tries find none."""
    for _ in range(12):
        x, y = rng.uniform(0, cover.shape[0], 2)
        if len(dice) and np.hypot(*(dice - (x, y)).T).min() < 1.45 * reach + 0.8 * side:
            continue
        low, high = np.maximum(np.array((x, y)) - reach, 0).astype(int), (np.array((x, y)) + reach).astype(int)
        if not cover[low[1] : high[1], low[0] : high[0]].any():
            return int(x), int(y)
    return None


def _with_things(image: Map, dice: npt.NDArray[np.float64], side: float, rng: np.random.Generator) -> tuple[Map, Map]:
    light = (image.astype(np.float32) / 255.0) ** 2.2
    cover = np.zeros(image.shape[:2], np.uint8)
    for _ in range(int(rng.integers(1, 4))):
        at = rng.uniform(0, image.shape[0], 2)
        if len(dice) and rng.random() < AT_A_DIE:
            far, way = side * rng.uniform(0.5, 3.0), rng.uniform(0, 2 * math.pi)
            at = dice[int(rng.integers(len(dice)))] + far * np.array((math.cos(way), math.sin(way)))
        before = light.copy() if rng.random() < 0.15 else None
        mask = thing(light, (float(at[0]), float(at[1])), side * float(rng.uniform(0.85, 1.2)), rng)
        if before is not None and (mask > 0).mean() < 0.3:
            soft = cv2.GaussianBlur(mask, (0, 0), side * 0.1).astype(np.float32)[..., None] / 255.0
            light = before + (cv2.GaussianBlur(light, (0, 0), side * 0.08) - before) * soft
        cover = np.maximum(cover, mask)
    return _shown(light, image), cover


def _shown(light: npt.NDArray[np.float32], image: Map) -> Map:
    """A drawn-on picture as a camera shows it. What was not drawn on stays as it was to the bit, so that nothing but the things tells the
    kinds of samples apart."""
    drawn = np.clip(light, 0, 1) ** (1 / 2.2) * 255
    touched = np.abs(drawn - image).max(axis=2, keepdims=True) > 1.5
    return np.where(touched, drawn, image).astype(np.uint8)


def samples(
    pictures: Sequence[Picture],
    shares: dict[str, float],
    count: int,
    rng: np.random.Generator,
    things: float = WITH_THINGS,
) -> Iterator[Sample]:
    """So many samples of pictures without a hand, each source as often as its share says; over the share `things` of them things are drawn."""
    groups, share = by_source([p for p in pictures if not p.hand], shares)
    for _ in range(count):
        group = groups[int(rng.choice(len(groups), p=share))]
        yield sample(group[int(rng.integers(len(group)))], rng, things)


def hardest(
    net: nn.Module, pictures: Sequence[Picture], shares: dict[str, float], count: int, rng: np.random.Generator
) -> list[Sample]:
    """Of so many samples without a thing the third in which the network takes most for one: logos and mats, cables, far corners."""
    told: list[tuple[float, Sample]] = []
    for taken in samples(pictures, shares, count, rng, things=0.0):
        with torch.no_grad():
            image = torch.from_numpy(taken.image.transpose(2, 0, 1)[None].copy()).float() / 255
            seen = torch.sigmoid(net(image))[0, 0].numpy()
        wrong = np.sort((seen * (taken.counts > 127) * (taken.cover == 0)).ravel())
        told.append((float(wrong[-WORST:].mean()), taken))
    told.sort(key=lambda pair: -pair[0])
    return [taken for _, taken in told[: count // 3]]


def learn_foreign(
    pool: Sequence[Sample], *, steps: int, seed: int, batch: int = 16, start: nn.Module | None = None
) -> TrayNet:
    """Train on drawn samples, each turned, mirrored and coloured anew whenever it is taken."""
    torch.manual_seed(seed)
    rng = np.random.default_rng((seed, 11))
    net = TrayNet(outputs=1)
    if start is not None:
        net.load_state_dict(start.state_dict())
    optimiser = torch.optim.AdamW(net.parameters(), lr=4e-3, weight_decay=1e-2)
    progress = Progress("foreign")
    for step in range(steps):
        set_rate(optimiser, 4e-3 if start is None else 2e-3, warm=(step + 1) / 60, done=step / steps, least=0.003)
        drawn = [_varied(pool[int(rng.integers(len(pool)))], rng) for _ in range(batch)]
        image = torch.from_numpy(np.stack([d.image for d in drawn]).transpose(0, 3, 1, 2).copy()).float() / 255
        cover, counts = (
            torch.from_numpy(np.stack(part)).float() / 255
            for part in zip(*((d.cover, d.counts) for d in drawn), strict=True)
        )
        out = net(image)[:, 0]
        each = F.binary_cross_entropy_with_logits(out, cover, reduction="none") * counts * (1 + (RARE - 1) * cover)
        bare = (cover.flatten(1).amax(dim=1) == 0).float()
        worst = (out - 12.0 * (1 - counts)).flatten(1).topk(WORST, dim=1).values.mean(dim=1)
        loss = each.mean() + 0.03 * (F.softplus(worst) * bare).mean()
        step_down(net, optimiser, loss, 3.0)
        progress.add(step, {"loss": loss})
    return net.eval()


def _varied(taken: Sample, rng: np.random.Generator) -> Sample:
    quarters, mirrored = int(rng.integers(4)), rng.random() < 0.5

    def way(part: Map) -> Map:
        turned = np.rot90(part, quarters)
        return np.ascontiguousarray(turned[:, ::-1] if mirrored else turned)

    image = colours(way(taken.image), rng)
    if rng.random() < 0.3:
        image = cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.3, 1.2)))
    return Sample(image, way(taken.cover), way(taken.counts))


def export_foreign(net: nn.Module, path: Path) -> None:
    """Write the network for the size at which a floor is shown to it."""
    export(net, path, (1, 3, SEEN_PX[1], SEEN_PX[0]), {})
