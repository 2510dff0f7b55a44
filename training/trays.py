"""Finding the tray: a tiny network that sees the whole picture at 192x144 and says which part is tray floor, and the whole-tray
pictures it learns from."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import nn
from torch.nn import functional as F

from training import floors
from training.export import export
from training.learn import set_rate, step_down
from training.model import Block, conv, down
from training.prints import prints
from training.recordings import Picture

WIDTH, HEIGHT, CELL = 192, 144, 4
Array = npt.NDArray[np.float32]
#: Photographs in which there is no tray.
NO_TRAY = frozenset({"handheld_wood", "low_angle"})
#: A made-up tray: picture, floor corners, mask of a hand, whether there is a tray.
Composed = tuple[npt.NDArray[np.uint8], Array, npt.NDArray[np.uint8], bool]


class TrayNet(nn.Module):
    """(N, 3, H, W) float 0-1 BGR, H and W multiples of 16 -> (N, outputs, H/4, W/4) raw; of the two that tell the tray the first is its
    floor, the other a hand or arm over it."""

    def __init__(self, outputs: int = 2) -> None:
        super().__init__()
        self.s2 = conv(3, 16, 3, 2)
        self.s4 = nn.Sequential(down(16, 32), Block(32), Block(32))
        self.s8 = nn.Sequential(down(32, 48), Block(48), Block(48))
        self.s16 = nn.Sequential(down(48, 72), Block(72), Block(72))
        self.s32 = nn.Sequential(nn.AvgPool2d(3, 2, 1), Block(72), Block(72), Block(72))
        self.from32, self.from16, self.from8 = conv(72, 72, 1), conv(72, 48, 1), conv(48, 32, 1)
        self.at16, self.at8, self.at4 = Block(72), Block(48), nn.Sequential(Block(32), Block(32))
        self.last = nn.Conv2d(32, outputs, 1)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x4 = self.s4(self.s2(x - 0.45))
        x8 = self.s8(x4)
        x16 = self.s16(x8)
        x32 = self.s32(x16)
        x16 = self.at16(x16 + F.interpolate(self.from32(x32), size=[int(n) for n in x16.shape[2:]], mode="nearest"))
        x8 = self.at8(x8 + F.interpolate(self.from16(x16), scale_factor=2, mode="nearest"))
        x4 = self.at4(x4 + F.interpolate(self.from8(x8), scale_factor=2, mode="nearest"))
        return self.last(x4)


def compose(rng: np.random.Generator) -> Composed:
    """A made-up picture (256 px square BGR) of a tray on a table, its floor corners (4, 2), the mask of a hand, and whether there
    is a tray at all."""
    size = 256
    image = floors.floor(str(rng.choice(floors.FLOORS)), size, rng) * float(rng.uniform(0.5, 1.3))
    for _ in range(int(rng.integers(0, 3))):
        prints(image, float(rng.uniform(8, 16)), rng)
    has_tray = rng.random() < 0.9
    span = rng.uniform(90, 190)
    ratio = rng.uniform(0.6, 0.95)
    box = np.array([[-0.5, -0.5 * ratio], [0.5, -0.5 * ratio], [0.5, 0.5 * ratio], [-0.5, 0.5 * ratio]]) * span
    angle = rng.uniform(0, 2 * math.pi)
    turn = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])
    middle = np.array([size / 2, size / 2]) + rng.normal(0, 18, 2)
    lean = rng.normal(0, 0.0006, 2)

    def lay(points: Array) -> Array:
        flat = points @ turn.T
        return (flat / (1 + flat @ lean)[:, None] + middle).astype(np.float32)

    corners = lay(box)
    if has_tray:
        _tray(image, box, lay, span, rng)
    side = span / 17.5 * float(rng.uniform(0.75, 1.2))
    for _ in range(int(rng.integers(0, 8))):
        inside = has_tray and rng.random() < 0.85
        where = lay(rng.uniform(-0.45, 0.45, (1, 2)) * (span, span * ratio))[0] if inside else rng.uniform(0, size, 2)
        _small_die(image, where, side, rng)
    hand = np.zeros((size, size), np.uint8)
    if rng.random() < 0.25:
        state = image.copy()
        hand = floors.hand(image, tuple(middle + rng.normal(0, 0.3 * span, 2)), side, rng)
        if not hand.any():
            image[:] = state
    shown = np.clip(image * float(np.exp(rng.normal(0.1, 0.3))), 0, 1) ** (1 / 2.2)
    return (shown * 255).astype(np.uint8), corners, hand, has_tray


def _tray(image: Array, box: Array, lay, span: float, rng: np.random.Generator) -> None:
    size = image.shape[0]
    inner = np.zeros((size, size), np.uint8)
    cv2.fillPoly(inner, [(lay(box) * 8).round().astype(np.int32)], 255, cv2.LINE_AA, 3)
    outer = np.zeros((size, size), np.uint8)
    grow = span * rng.uniform(0.03, 0.15)
    wide = box + np.sign(box) * grow
    cv2.fillPoly(outer, [(lay(wide) * 8).round().astype(np.int32)], 255, cv2.LINE_AA, 3)
    shade = cv2.GaussianBlur(outer, (0, 0), rng.uniform(2, 9)).astype(np.float32) / 255.0
    image *= (
        1 - float(rng.uniform(0, 0.7)) * np.roll(shade, tuple(int(v) for v in rng.normal(0, 4, 2)), (0, 1))[..., None]
    )
    kind = str(rng.choice(("wood", "wood", "plastic", "felt")))
    floors.blend(image, floors.as_cover(outer, 0.5), floors.floor(kind, size, rng) * float(rng.uniform(0.5, 1.3)))
    floor = floors.floor(str(rng.choice(floors.FLOORS, p=(0.34, 0.14, 0.2, 0.16, 0.08, 0.08))), size, rng)
    if rng.random() < 0.4:
        prints(floor, span / 18, rng)
    edge = cv2.GaussianBlur(255 - inner, (0, 0), rng.uniform(1, 5)).astype(np.float32) / 255.0
    edge = np.roll(edge, tuple(int(v) for v in rng.normal(0, 2, 2)), (0, 1))
    floor *= 1 - float(rng.uniform(0.1, 0.8)) * edge[..., None]
    floors.blend(image, floors.as_cover(inner, 0.5), floor)
    if rng.random() < 0.5:
        for corner in lay(box + np.sign(box) * grow * 0.5):
            square = cv2.boxPoints(
                ((float(corner[0]), float(corner[1])), (span * 0.06,) * 2, float(rng.uniform(0, 90)))
            )
            mask = np.zeros((size, size), np.uint8)
            cv2.fillConvexPoly(mask, square.round().astype(np.int32), 255, cv2.LINE_AA)
            floors.blend(image, floors.as_cover(mask, 0.5), (0.8, 0.8, 0.8))
            cv2.fillConvexPoly(
                core := np.zeros((size, size), np.uint8),
                ((square - corner) * 0.7 + corner).round().astype(np.int32),
                255,
            )
            floors.blend(image, floors.as_cover(core, 0.7) * np.float32(0.8), (0.02, 0.02, 0.02))


def _small_die(image: Array, where: Array, side: float, rng: np.random.Generator) -> None:
    size = image.shape[0]
    mask = np.zeros((size, size), np.uint8)
    box = cv2.boxPoints(((float(where[0]), float(where[1])), (side, side), float(rng.uniform(0, 90))))
    cv2.fillConvexPoly(mask, (box * 8).round().astype(np.int32), 255, cv2.LINE_AA, 3)
    image *= 1 - 0.5 * np.roll(floors.as_cover(mask, 1.2), (1, 1), (0, 1))[..., None]
    floors.blend(image, floors.as_cover(mask, 0.4), floors.colour(rng, 0.02, 0.95, 0.5))


def sample(picture: Picture | Composed, rng: np.random.Generator) -> tuple[npt.NDArray[np.uint8], Array, float, float]:
    """A training sample: image (144, 192, 3), targets (2, 36, 48), weight of the floor part and of the hand part (0: not known)."""
    from training.samples import colours, shrunk

    if isinstance(picture, tuple):
        image, corners, hand, has_tray = picture
        known_hand = 1.0
    else:
        image, hand, has_tray = picture.image, np.zeros(picture.image.shape[:2], np.uint8), picture.tray is not None
        corners = picture.tray if picture.tray is not None else np.zeros((4, 2), np.float32)
        known_hand = 0.0 if picture.hand else 1.0
    height, width = image.shape[:2]
    if has_tray:
        span = float(np.ptp(corners, axis=0).max())
        scale = rng.uniform(0.28, 0.85) * WIDTH / span
        anchor = corners.mean(axis=0)
        jitter = rng.normal(0, 0.07, 2) * (WIDTH, HEIGHT)
    else:
        scale = rng.uniform(0.9, 1.4) * WIDTH / width
        anchor, jitter = np.array((width / 2, height / 2)), np.zeros(2)
    angle = rng.uniform(0, 2 * math.pi) if rng.random() < 0.6 else rng.normal(0, 0.2)
    flip = -1.0 if rng.random() < 0.5 else 1.0
    linear = np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]]) @ np.diag(
        [scale * flip, scale]
    )
    warp = np.eye(3)
    warp[:2, :2] = linear
    warp[:2, 2] = np.array((WIDTH / 2, HEIGHT / 2)) + jitter - linear @ anchor
    bend = np.eye(3)
    bend[2, :2] = rng.normal(0, 0.0006, 2)
    bend[2, 2] = 1 - bend[2, :2] @ (WIDTH / 2, HEIGHT / 2)
    warp = bend @ warp
    small, to_small = shrunk(image, warp, scale, 0.8)
    seen = cv2.warpPerspective(
        small, to_small, (WIDTH, HEIGHT), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    targets = np.zeros((2, HEIGHT // CELL, WIDTH // CELL), np.float32)
    if has_tray:
        quad = cv2.perspectiveTransform(corners[None].astype(np.float64), warp)[0]
        fine = np.zeros((HEIGHT, WIDTH), np.uint8)
        cv2.fillPoly(fine, [(quad * 16).round().astype(np.int32)], 255, cv2.LINE_8, 4)
        targets[0] = cv2.resize(fine, (WIDTH // CELL, HEIGHT // CELL), interpolation=cv2.INTER_AREA) / 255.0
    mask = cv2.warpPerspective(hand, warp, (WIDTH, HEIGHT))
    targets[1] = cv2.resize(mask, (WIDTH // CELL, HEIGHT // CELL), interpolation=cv2.INTER_AREA) / 255.0
    if isinstance(picture, Picture) and picture.hand:
        targets[1] = targets[0]
        known_hand = -1.0
    return colours(seen, rng), targets, 1.0, known_hand


def _halved(picture: Picture) -> Picture:
    """The picture at half size: no more is needed at 192 px, and warping it costs a quarter."""
    small = cv2.resize(picture.image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    tray = None if picture.tray is None else (picture.tray * 0.5).astype(np.float32)
    return Picture(small, [], picture.source, picture.tags, picture.side * 0.5, tray, None, picture.hand)


def learn_trays(pictures: Sequence[Picture], *, steps: int, seed: int, composed: int = 150, batch: int = 16) -> TrayNet:
    """Train on recordings with known trays, on photographs without one, and on made-up trays, half and half."""
    torch.manual_seed(seed)
    rng = np.random.default_rng((seed, 9))
    pictures = [_halved(p) for p in pictures if p.tray is not None or p.source in NO_TRAY]
    pool = [compose(rng) for _ in range(composed)]
    net = TrayNet()
    optimiser = torch.optim.AdamW(net.parameters(), lr=4e-3, weight_decay=1e-2)
    began, total, n = time.monotonic(), 0.0, 0
    for step in range(steps):
        set_rate(optimiser, 4e-3, warm=(step + 1) / 60, done=step / steps, least=0.003)
        pools = [pool if not pictures or rng.random() < 0.45 else pictures for _ in range(batch)]
        drawn = [sample(choice[int(rng.integers(len(choice)))], rng) for choice in pools]
        image = torch.from_numpy(np.stack([d[0] for d in drawn]).transpose(0, 3, 1, 2).copy()).float() / 255
        truth = torch.from_numpy(np.stack([d[1] for d in drawn]))
        known = torch.tensor([d[3] for d in drawn])
        out = net(image)
        floor = F.binary_cross_entropy_with_logits(out[:, 0], truth[:, 0])
        hand = F.binary_cross_entropy_with_logits(out[:, 1], truth[:, 1], reduction="none").mean(dim=(1, 2))
        over = (out[:, 1] - 8.0 * (1 - truth[:, 1])).flatten(1).topk(12, dim=1).values.mean(dim=1)
        somewhere = F.softplus(-over)
        loss = floor + (hand * (known == 1)).mean() + 0.1 * (somewhere * (known == -1)).mean()
        step_down(net, optimiser, loss, 3.0)
        total, n = total + float(floor.detach()), n + 1
        if step % 50 == 49:
            print(
                f"tray step {step + 1} {time.monotonic() - began:.0f} s floor {total / n:.4f} hand {float(hand.mean().detach()):.4f}",
                flush=True,
            )
            total, n = 0.0, 0
    return net.eval()


def export_trays(net: TrayNet, path: Path) -> None:
    """Write the network for the size at which a whole picture is shown to it."""
    export(net, path, (1, 3, HEIGHT, WIDTH), {})
