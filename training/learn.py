"""The training loop: samples from worker processes, a one-cycle schedule, an average of the weights, ONNX out."""

from __future__ import annotations

import copy
import math
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from training.export import export
from training.model import DiceNet
from training.recordings import Picture, by_source
from training.samples import draw


class Stream(IterableDataset):
    """An endless stream of samples: a source by weight, then a picture of it at random, every other time one in which the network erred."""

    def __init__(self, pictures: Sequence[Picture], weights: dict[str, float], size: int, seed: int) -> None:
        self.pools, self.share = by_source(pictures, weights)
        self.trapped = [[p for p in pool if p.traps] for pool in self.pools]
        self.size, self.seed = size, seed

    def __iter__(self):
        import cv2

        cv2.setNumThreads(1)
        info = get_worker_info()
        rng = np.random.default_rng((self.seed, info.id if info else 0))
        while True:
            source = int(rng.choice(len(self.pools), p=self.share))
            pool = self.pools[source]
            if rng.random() < 0.5:
                pool = self.trapped[source] or pool
            sample = draw(pool[int(rng.integers(len(pool)))], self.size, rng)
            image = np.ascontiguousarray(sample.image.transpose(2, 0, 1))
            yield image, sample.targets, sample.label, sample.weights


def loss_of(
    out: torch.Tensor, targets: torch.Tensor, label: torch.Tensor, weights: torch.Tensor
) -> dict[str, torch.Tensor]:
    """The parts of the loss. Centre: penalty-reduced focal loss (Law & Deng 2018; Zhou et al. 2019); value: cross entropy."""
    centre = torch.sigmoid(out[:, 0].float()).clamp(1e-5, 1 - 1e-5)
    truth, focus = targets[:, 0], targets[:, 7]
    peak = truth > 0.75
    positive = -torch.log(centre) * (1 - centre) ** 2 * peak
    negative = -torch.log(1 - centre) * centre**2 * (1 - truth) ** 4 * ~peak
    count = peak.sum().clamp(min=1)
    parts = {"centre": ((positive + negative) * focus).sum() / count}
    parts["value"] = F.cross_entropy(out[:, 1:8], label, ignore_index=-1, reduction="sum") / (label >= 0).sum().clamp(
        min=1
    )

    def l1(index: slice, target: slice, weight: torch.Tensor) -> torch.Tensor:
        wrong = (out[:, index] - targets[:, target]).abs().mean(dim=1)
        return (wrong * weight).sum() / weight.sum().clamp(min=1)

    parts["offset"] = l1(slice(8, 10), slice(1, 3), weights[:, 0])
    turned = (out[:, 10:12] - targets[:, 3:5]).square().mean(dim=1)
    parts["turn"] = (turned * weights[:, 1]).sum() / weights[:, 1].sum().clamp(min=1)
    parts["size"] = l1(slice(12, 13), slice(6, 7), weights[:, 2])
    floor = F.binary_cross_entropy_with_logits(out[:, 13], targets[:, 5], reduction="none")
    parts["floor"] = (floor * weights[:, 3]).sum() / weights[:, 3].sum().clamp(min=1)
    return parts


SHARE = {
    "centre": 1.0,
    "value": 1.0,
    "offset": 0.5,
    "turn": 1.0,
    "size": 0.5,
    "floor": 0.4,
}


def learn(
    pictures: Sequence[Picture],
    weights: dict[str, float],
    *,
    steps: int,
    seed: int,
    minutes: float = 1e6,
    batch: int = 32,
    size: int = 112,
    workers: int = 1,
    start: DiceNet | None = None,
    log: Path | None = None,
) -> DiceNet:
    """Train for `steps` batches, or until `minutes` have passed (the schedule follows whichever is nearer its end)."""
    torch.manual_seed(seed)
    net = (start or DiceNet()).train().to(memory_format=torch.channels_last)
    average = copy.deepcopy(net)
    optimiser = torch.optim.AdamW(net.parameters(), lr=3e-3, weight_decay=1e-2)
    loader = iter(
        DataLoader(
            Stream(pictures, weights, size, seed),
            batch_size=batch,
            num_workers=workers,
            prefetch_factor=6 if workers else None,
        )
    )
    progress = Progress("dice")
    for step in range(steps):
        done = max(step / steps, progress.seconds / (60 * minutes))
        if done >= 1:
            break
        set_rate(optimiser, 3e-3 if start is None else 2e-3, warm=step / 150, done=done, least=0.002)
        image, targets, label, weight = next(loader)
        out = net((image.float() / 255).contiguous(memory_format=torch.channels_last))
        parts = loss_of(out, targets, label, weight)
        descend(net, average, optimiser, sum(SHARE[name] * part for name, part in parts.items()), step, 0.995)
        progress.add(step, parts)
        if log and step % 500 == 499:
            export_dice(average, log)
            torch.save(net.state_dict(), str(log) + ".raw")
    return average


class Progress:
    """Prints the mean parts of the loss every 100 steps."""

    def __init__(self, name: str) -> None:
        self._name, self._begun = name, time.monotonic()
        self._sums: dict[str, float] = {}

    @property
    def seconds(self) -> float:
        """Since the training began."""
        return time.monotonic() - self._begun

    def add(self, step: int, parts: dict[str, torch.Tensor]) -> None:
        """Count the parts of step number `step` (from 0)."""
        for name, part in parts.items():
            self._sums[name] = self._sums.get(name, 0.0) + float(part.detach())
        if step % 100 == 99:
            line = " ".join(f"{name} {total / 100:.4f}" for name, total in self._sums.items())
            print(f"{self._name}: step {step + 1} {self.seconds:.0f} s {line}", flush=True)
            self._sums = {}


def set_rate(optimiser: torch.optim.Optimizer, most: float, *, warm: float, done: float, least: float) -> None:
    """The learning rate: up to `most` while `warm` goes from 0 to 1, then down a half cosine as `done` does (Loshchilov & Hutter 2017),
    to the share `least` of it."""
    share = min(1.0, warm) * (0.5 + 0.5 * math.cos(math.pi * done)) + least
    for group in optimiser.param_groups:
        group["lr"] = most * share


def descend(
    net: nn.Module, average: nn.Module, optimiser: torch.optim.Optimizer, loss: torch.Tensor, step: int, most: float
) -> None:
    """One step down the loss, the gradient clipped to 5; the averaged network keeps at most the share `most` of itself."""
    step_down(net, optimiser, loss, 5.0)
    _follow(average, net, min(most, (1 + step) / (10 + step)))


def step_down(net: nn.Module, optimiser: torch.optim.Optimizer, loss: torch.Tensor, steepest: float) -> None:
    """One step down the loss, the gradient clipped to the norm `steepest`."""
    optimiser.zero_grad(set_to_none=True)
    loss.backward()
    nn.utils.clip_grad_norm_(net.parameters(), steepest)
    optimiser.step()


@torch.no_grad()
def _follow(average: nn.Module, net: nn.Module, keep: float) -> None:
    """Move the averaged network towards the trained one; `keep` starts small, so that the first random weights are soon forgotten."""
    trained = net.state_dict()
    for name, ours in average.state_dict().items():
        if ours.dtype.is_floating_point:
            ours.lerp_(trained[name], 1 - keep)


def export_dice(net: DiceNet, path: Path) -> None:
    """Write the network for pictures of any size."""
    export(net, path, (1, 3, 320, 320), {2: "h", 3: "w"})
