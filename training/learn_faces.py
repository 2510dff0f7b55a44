"""The training loop of the network that looks at one die."""

from __future__ import annotations

import copy
import math
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from training.export import export
from training.face_model import PATCH_PX, FaceNet
from training.faces import IGNORE, draw_patch
from training.learn import Progress, descend
from training.recordings import Picture

#: Own scenes of these kinds are drawn alike.
EVENLY = frozenset({"own_pub", "own_touching", "own_oblique", "own_foreign", "own_floor"})
#: How much each part of the loss counts.
SHARE = {"present": 1.0, "bad": 1.2, "value": 1.0, "offset": 2.0, "size": 1.0, "turn": 0.7}
RATE = 2.5e-3


class Patches(IterableDataset):
    """An endless stream of patches: a source by weight, then a picture of it at random."""

    def __init__(self, pictures: Sequence[Picture], weights: dict[str, float], seed: int) -> None:
        self.by_source: dict[str, list[Picture]] = {}
        for picture in pictures:
            name = "own" if picture.source in EVENLY else picture.source
            self.by_source.setdefault(name, []).append(picture)
        self.names = sorted(self.by_source)
        share = np.array([weights.get(name, 1.0) for name in self.names])
        self.share = share / share.sum()
        self.seed = seed

    def __iter__(self) -> Iterator[tuple[np.ndarray, ...]]:
        import cv2

        cv2.setNumThreads(1)
        info = get_worker_info()
        rng = np.random.default_rng((self.seed, info.id if info else 0))
        while True:
            pool = self.by_source[self.names[int(rng.choice(len(self.names), p=self.share))]]
            patch = draw_patch(pool[int(rng.integers(len(pool)))], rng)
            answers = np.array((patch.present, patch.bad, patch.value), np.int64)
            yield np.ascontiguousarray(patch.image.transpose(2, 0, 1)), answers, patch.pose, patch.weights


def loss_of(
    out: torch.Tensor, answers: torch.Tensor, pose: torch.Tensor, weights: torch.Tensor
) -> dict[str, torch.Tensor]:
    """The parts of the loss; what is not known of a patch does not count."""
    parts = {}
    for index, name in enumerate(("present", "bad")):
        known = answers[:, index] != IGNORE
        parts[name] = F.binary_cross_entropy_with_logits(out[known, index], answers[known, index].float())
    valued = answers[:, 2] != IGNORE
    parts["value"] = F.cross_entropy(out[valued, 2:8], answers[valued, 2])

    def mean(wrong: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
        return (wrong * weight).sum() / weight.sum().clamp(min=1)

    off = F.smooth_l1_loss(out[:, 8:10], pose[:, :2], beta=0.05, reduction="none").mean(dim=1)
    parts["offset"] = mean(off, weights[:, 0])
    parts["size"] = mean(F.smooth_l1_loss(out[:, 10], pose[:, 2], beta=0.05, reduction="none"), weights[:, 1])
    parts["turn"] = mean((out[:, 11:13] - pose[:, 3:5]).square().mean(dim=1), weights[:, 2])
    return parts


def learn_faces(
    pictures: Sequence[Picture],
    weights: dict[str, float],
    *,
    steps: int,
    seed: int,
    batch: int = 128,
    workers: int = 1,
    start: FaceNet | None = None,
) -> FaceNet:
    """Train for `steps` batches on recordings and own scenes; `weights` are the shares of the sources."""
    torch.manual_seed(seed)
    net = (start or FaceNet()).train().to(memory_format=torch.channels_last)
    average = copy.deepcopy(net)
    optimiser = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=2e-2)
    stream = Patches(pictures, weights, seed)
    loader = iter(DataLoader(stream, batch_size=batch, num_workers=workers, prefetch_factor=8 if workers else None))
    progress = Progress("faces")
    for step in range(steps):
        rate = min(1.0, (step + 1) / 200) * (0.5 + 0.5 * math.cos(math.pi * step / steps)) + 0.002
        for group in optimiser.param_groups:
            group["lr"] = RATE * rate * (1.0 if start is None else 0.6)
        image, answers, pose, known = next(loader)
        out = net((image.float() / 255).contiguous(memory_format=torch.channels_last))
        parts = loss_of(out, answers, pose, known)
        descend(net, average, optimiser, sum(SHARE[name] * part for name, part in parts.items()), step, 0.997)
        progress.add(step, parts)
    return average


def export_faces(net: FaceNet, path: Path) -> None:
    """Write the network for one patch."""
    export(net, path, (1, 3, PATCH_PX, PATCH_PX), {})
