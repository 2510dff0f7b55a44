"""The coin reader's network: a small centre-point detector for flat trays at 1.5 px per mm, trained on made-up trays and recordings.

It sees a BGR picture scaled to 0-1 and says, for each cell of 4x4 px: is a coin's middle here, or a crown cap's; where exactly,
how large; is this place coin, is it something else that does not belong there."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import torch
from torch import nn
from torch.nn import functional as F

from training.coin_scenes import Table, load, scene
from training.export import export
from training.learn import Progress, descend, set_rate
from training.model import Block, conv

Array = npt.NDArray[np.float32]
#: A training sample is square with so many px at so many px per mm; the reader's cells are of 4 px, its radii in units of 16 px.
SAMPLE, PX_PER_MM, CELL, UNIT_RADIUS = 224, 1.5, 4, 16.0
CHANNELS = ("coin", "cap", "right", "down", "size", "cover", "foreign")
#: Floors of the rendered scenes that the first round never sees, neither with coins nor with dice.
HELD_OUT = frozenset({"felt_blue", "felt_black"})
BACKGROUNDS = ("clean", "pub", "touching", "hard", "six", "empty")


class Res(nn.Module):
    """3x3 and a shortcut around it: cheap where there are few cells, and quicker to train than depthwise ones."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.body = conv(width, width, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.body(x)


class CoinNet(nn.Module):
    """(N, 3, H, W) float 0-1 BGR, H and W multiples of 16 -> (N, 7, H/4, W/4) raw outputs in the order of `CHANNELS`."""

    def __init__(self) -> None:
        super().__init__()
        self.s4 = nn.Sequential(nn.Conv2d(3, 16, 2, 2), conv(16, 24, 3, 2), Block(24))
        self.s8 = nn.Sequential(conv(24, 48, 3, 2), Res(48), Res(48))
        self.s16 = nn.Sequential(conv(48, 64, 3, 2), Res(64), Res(64))
        self.from16, self.from8 = conv(64, 48, 1), conv(48, 24, 1)
        self.at8, self.at4 = Res(48), nn.Sequential(Block(24), Block(24), conv(24, 40, 1))
        self.last = nn.Conv2d(40, len(CHANNELS), 1)
        self.grow = nn.Upsample(scale_factor=2, mode="nearest")
        assert self.last.bias is not None
        nn.init.constant_(self.last.bias, 0.0)
        self.last.bias.data[:2] = -4.0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x4 = self.s4(x - 0.45)
        x8 = self.s8(x4)
        x8 = self.at8(x8 + self.grow(self.from16(self.s16(x8))))
        return self.last(self.at4(x4 + self.grow(self.from8(x8))))


def sample(table: Table, rng: np.random.Generator) -> tuple[npt.NDArray[np.uint8], Array, Array]:
    """A piece of a table as a camera would deliver it, flattened: picture (224, 224, 3), targets (7, 56, 56), and weights (3, 56, 56)
    of place, size and "foreign"."""
    rows, columns = table.image.shape[:2]
    cells = SAMPLE // CELL
    zoom = PX_PER_MM / table.px_per_mm * float(np.exp(rng.normal(0, 0.05)))
    angle = rng.uniform(0, math.tau)
    c, s = zoom * math.cos(angle), zoom * math.sin(angle)
    flip = -1.0 if rng.random() < 0.5 else 1.0
    turn = np.array([[c * flip, -s], [s * flip, c]])
    middle = np.array([rng.uniform(0.15, 0.85) * columns, rng.uniform(0.15, 0.85) * rows])
    shift = SAMPLE / 2 - turn @ middle
    seen = rng.uniform(1.35, 2.3) / PX_PER_MM if table.source == "own" else 1.0
    side = round(SAMPLE * seen)
    move = np.hstack([turn, shift[:, None]]) * (side / SAMPLE)
    image = table.image[:, :, :3]
    if rng.random() < 0.5:
        image = cv2.GaussianBlur(image, (0, 0), float(rng.uniform(0.3, 1.1)))
    image = cv2.warpAffine(image, move, (side, side), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REFLECT)
    image = cv2.resize(
        _camera(image, rng), (SAMPLE, SAMPLE), interpolation=cv2.INTER_AREA if seen > 1.2 else cv2.INTER_LINEAR
    )
    targets, weights = np.zeros((7, cells, cells), np.float32), np.zeros((3, cells, cells), np.float32)
    ys, xs = np.mgrid[0:cells, 0:cells].astype(np.float32)
    nearest = np.full((cells, cells), 1e9, np.float32)
    cover = np.zeros((SAMPLE, SAMPLE), np.uint8)
    for channel, things in enumerate((table.coins, table.caps)):
        for thing in things:
            x, y = turn @ (thing.x, thing.y) + shift
            radius = thing.radius * zoom
            column, row = x / CELL - 0.5, y / CELL - 0.5
            if channel == 0:
                cv2.circle(cover, (round(x * 8), round(y * 8)), round(radius * 8), 255, -1, cv2.LINE_AA, 3)
            if not (-0.5 <= column < cells - 0.5 and -0.5 <= row < cells - 0.5):
                continue
            apart = (xs - column) ** 2 + (ys - row) ** 2
            spread = max(0.75, 0.2 * radius / CELL)
            bump = np.exp(-apart / (2 * spread * spread))
            bump[round(row), round(column)] = 1.0
            targets[channel] = np.maximum(targets[channel], bump)
            mine = (apart < nearest) & (apart < 2.6)
            nearest[mine] = apart[mine]
            targets[2][mine], targets[3][mine] = (column - xs)[mine], (row - ys)[mine]
            targets[4][mine] = math.log2(radius / UNIT_RADIUS)
            weights[0][mine] = weights[1][mine] = 1.0
    targets[5] = cv2.resize(cover, (cells, cells), interpolation=cv2.INTER_AREA) / 255.0
    if table.foreign is not None:
        mask = cv2.warpAffine(table.foreign, np.hstack([turn, shift[:, None]]), (SAMPLE, SAMPLE))
        targets[6] = cv2.resize(mask, (cells, cells), interpolation=cv2.INTER_AREA) / 255.0
        weights[2] = 1.0
    return image, targets, weights


def _camera(image: npt.NDArray[np.uint8], rng: np.random.Generator) -> npt.NDArray[np.uint8]:
    """Exposure, white balance, contrast, noise and JPEG of a camera."""
    if rng.random() < 0.75:
        gain = np.exp(rng.normal(0, 0.22) + rng.normal(0, 0.07, 3))
        bent = 255.0 * (np.arange(256)[:, None] / 255.0 * gain).clip(0, 1) ** float(np.exp(rng.normal(0, 0.15)))
        image = cv2.LUT(image, np.ascontiguousarray(bent.clip(0, 255).astype(np.uint8)).reshape(1, 256, 3))
    if rng.random() < 0.6:
        noise = rng.normal(0, rng.uniform(1, 9), (*image.shape[:2], 3)).astype(np.float32)
        if rng.random() < 0.5:
            noise = noise.mean(axis=2, keepdims=True) * 1.5
        image = np.clip(image + noise, 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        quality = int(rng.integers(45, 95))
        image = cv2.imdecode(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])[1], cv2.IMREAD_COLOR)
    return image


class Stream:
    """Endless samples: from recorded trays with coins, from recorded trays without, and from made-up scenes of which one in
    `FRESH` samples is new."""

    FRESH, KEPT = 18, 400
    SHARES = (0.56, 0.33, 0.11)

    def __init__(self, recorded: Sequence[Table], seed: int) -> None:
        self.coins = [t for t in recorded if t.image.shape[2] == 3]
        self.bare = [t for t in recorded if t.image.shape[2] == 4]
        self.rng = np.random.default_rng((seed, 77))
        self.own: list[Table] = []

    def __iter__(self) -> Iterator[tuple[npt.NDArray[np.uint8], Array, Array]]:
        rng = self.rng
        while True:
            lot = rng.random()
            if lot < self.SHARES[0] or not self.coins:
                if len(self.own) < 30 or rng.random() < 1 / self.FRESH:
                    self.own = [*self.own[1 - self.KEPT :], scene(rng, self.bare)]
                pool = self.own
            else:
                pool = self.coins if lot < self.SHARES[0] + self.SHARES[1] or not self.bare else self.bare
            yield sample(pool[int(rng.integers(len(pool)))], rng)


def loss_of(out: torch.Tensor, targets: torch.Tensor, weights: torch.Tensor) -> dict[str, torch.Tensor]:
    """Centres: penalty-reduced focal loss (Law & Deng 2018); places and sizes: L1 near centres; areas: cross entropy."""
    centre = torch.sigmoid(out[:, :2]).clamp(1e-5, 1 - 1e-5)
    truth = targets[:, :2]
    peak = truth > 0.8
    positive = -torch.log(centre) * (1 - centre) ** 2 * peak
    negative = -torch.log(1 - centre) * centre**2 * (1 - truth) ** 4 * ~peak
    parts = {"centre": (positive + negative).sum() / peak.sum().clamp(min=1)}
    off = (out[:, 2:4] - targets[:, 2:4]).abs().mean(dim=1)
    parts["place"] = (off * weights[:, 0]).sum() / weights[:, 0].sum().clamp(min=1)
    size = (out[:, 4] - targets[:, 4]).abs()
    parts["size"] = 3.0 * (size * weights[:, 1]).sum() / weights[:, 1].sum().clamp(min=1)
    parts["cover"] = F.binary_cross_entropy_with_logits(out[:, 5], targets[:, 5])
    foreign = F.binary_cross_entropy_with_logits(out[:, 6], targets[:, 6], reduction="none")
    parts["foreign"] = 0.5 * (foreign * weights[:, 2]).sum() / weights[:, 2].sum().clamp(min=1)
    return parts


def learn_coins(
    recorded: Sequence[Table], *, steps: int, seed: int, start: CoinNet | None = None, batch: int = 16
) -> CoinNet:
    """Train for `steps` batches with a falling rate; returns the weights' running average."""
    import copy

    torch.manual_seed(seed)
    net = (start or CoinNet()).train().to(memory_format=torch.channels_last)
    average = copy.deepcopy(net)
    optimiser = torch.optim.AdamW(net.parameters(), lr=4e-3, weight_decay=1e-2)
    stream = iter(Stream(recorded, seed))
    progress = Progress("coins")
    for step in range(steps):
        most = 4e-3 if start is None else 2e-3
        set_rate(optimiser, most, warm=(step + 1) / 60, done=step / steps, least=0.003)
        images, targets, weights = (np.stack(part) for part in zip(*(next(stream) for _ in range(batch)), strict=True))
        x = torch.from_numpy(images.transpose(0, 3, 1, 2).astype(np.float32) / 255.0)
        parts = loss_of(
            net(x.contiguous(memory_format=torch.channels_last)), torch.from_numpy(targets), torch.from_numpy(weights)
        )
        descend(net, average, optimiser, torch.stack(list(parts.values())).sum(), step, 0.99)
        progress.add(step, parts)
    return average


def export_coins(net: CoinNet, path: Path) -> None:
    """Write the network for pictures of any size."""
    export(net, path, (1, 3, 336, 448), {2: "h", 3: "w"})


def load_tables(data: Path, most: int | None = None) -> list[Table]:
    """Recorded trays below `data`: those with coins, and those with dice as backgrounds (every second one, to save memory)."""
    tables: list[Table] = []
    for manifest in sorted(data.glob("scenes/*/manifest.jsonl")):
        name = manifest.parent.name
        if "coins" in name:
            tables += load(manifest.parent, most)
        elif name in BACKGROUNDS:
            tables += load(manifest.parent, most)[::2]
    return tables


def train_coins(data: Path, out: Path, scratch: Path, *, steps: int, seed: int, few: int | None = None) -> None:
    """Both rounds: one without the floors held out and its figures on them, then one on everything, which is written to `out`."""
    tables = load_tables(data, few)
    known = [t for t in tables if not t.tags & HELD_OUT]
    net = learn_coins(known, steps=steps, seed=seed)
    export_coins(net, scratch / "coins.onnx")
    for line in coins_held_out(scratch, data, few):
        print(json.dumps(line), flush=True)
    net = learn_coins(tables, steps=int(1.6 * steps), seed=seed + 1, start=net)
    export_coins(net, out / "coins.onnx")
    print(f"wrote {out / 'coins.onnx'} ({(out / 'coins.onnx').stat().st_size / 1e6:.2f} MB)")


def coins_held_out(networks: Path, data: Path, most: int | None = None) -> Iterator[dict[str, Any]]:
    """The coin reader's figures with the network of a folder on the floors held out, a line a folder."""
    from vision.coin_network import CoinNetwork
    from vision.coins import CoinReader
    from vision.evaluate import evaluate
    from vision.recordings import manifest

    reader = CoinReader(network=CoinNetwork(str(networks / "coins.onnx")))
    for name in ("coins", "coins_overlap"):
        folder = data / "scenes" / name
        if not (folder / "manifest.jsonl").is_file():
            continue
        kept = [r for r in manifest(folder) if r.row.get("floor") in HELD_OUT]
        line = evaluate(f"{name}, held out", kept[:most], lambda image, _: reader.read(image)).summary()
        yield {key: value for key, value in line.items() if key not in ("by_tag", "confusion")}
