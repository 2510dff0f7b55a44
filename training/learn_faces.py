"""The training loop of the network that looks at one die."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from training.export import export
from training.face_model import PATCH_PX, FaceNet
from training.faces import IGNORE, draw_patch
from training.learn import Progress, descend, set_rate
from training.recordings import Picture, by_source

#: How much each part of the loss counts.
SHARE = {"present": 1.0, "bad": 1.2, "value": 1.0, "offset": 2.0, "size": 1.0, "turn": 0.7, "aside": 4.0}
RATE = 2.5e-3
Batch = tuple[torch.Tensor, ...]
#: Of each batch so many patches are new; the others were drawn for one of the latest `KEPT` and are shown again in another light.
FRESH, KEPT = 32, 40_000
#: So many of the new patches show a place that an earlier round took for a die.
HARD_SHARE = 0.22
#: So many batches are drawn before the first step.
FIRST = 12


class Patches(IterableDataset):
    """An endless stream of patches: a source by weight, then a picture of it at random."""

    def __init__(self, pictures: Sequence[Picture], weights: dict[str, float], seed: int) -> None:
        self.pools, self.share = by_source(pictures, weights)
        self.seed = seed
        self.hard = [picture for picture in pictures if picture.hard]

    def __iter__(self) -> Iterator[tuple[np.ndarray, ...]]:
        import cv2

        cv2.setNumThreads(1)
        info = get_worker_info()
        rng = np.random.default_rng((self.seed, info.id if info else 0))
        while True:
            pool = self.pools[int(rng.choice(len(self.pools), p=self.share))]
            hard = bool(self.hard) and rng.random() < HARD_SHARE
            pool = self.hard if hard else pool
            patch = draw_patch(pool[int(rng.integers(len(pool)))], rng, hard=hard)
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
    aside = F.smooth_l1_loss(out[:, 13:15], pose[:, 5:7], beta=0.05, reduction="none").mean(dim=1)
    parts["aside"] = mean(aside, weights[:, 3])
    return parts


class Pool:
    """The latest patches drawn: cutting and dirtying one costs more than learning from it, so each is shown several times, never twice alike."""

    def __init__(self, seed: int) -> None:
        self._kept: tuple[torch.Tensor, ...] = ()
        self._size = self._next = 0
        self._chance = torch.Generator().manual_seed(seed)

    def add(self, fresh: Batch) -> None:
        """Keep a batch of `FRESH` patches, in the place of the oldest."""
        if not self._kept:
            self._kept = tuple(torch.empty((KEPT, *part.shape[1:]), dtype=part.dtype) for part in fresh)
        count = len(fresh[0])
        place = torch.arange(self._next, self._next + count) % KEPT
        for kept, part in zip(self._kept, fresh, strict=True):
            kept[place] = part
        self._next = (self._next + count) % KEPT
        self._size = min(KEPT, self._size + count)

    def draw(self, count: int) -> Batch:
        """A batch by lot: each patch mirrored or turned, in another light."""
        chosen = torch.randint(self._size, (count,), generator=self._chance)
        image, answers, pose, known = (kept[chosen] for kept in self._kept)
        parts = [_mirrored(image[n::8].float() / 255, pose[n::8], n) for n in range(8)]
        order = torch.cat([torch.arange(n, count, 8) for n in range(8)])
        return (
            self._lit(torch.cat([i for i, _ in parts])),
            answers[order],
            torch.cat([p for _, p in parts]),
            known[order],
        )

    def _lit(self, image: torch.Tensor) -> torch.Tensor:
        def normal(*shape: int) -> torch.Tensor:
            return torch.randn(*shape, generator=self._chance)

        n = len(image)
        gain = torch.exp(0.15 * normal(n, 1, 1, 1) + 0.07 * normal(n, 3, 1, 1))
        return (image * gain + 0.03 * normal(n, 1, 1, 1) + 0.012 * normal(*image.shape)).clamp(0, 1)


def _mirrored(image: torch.Tensor, pose: torch.Tensor, how: int) -> tuple[torch.Tensor, torch.Tensor]:
    """One of the square's eight symmetries (0-7) of patches and their poses."""
    pose = pose.clone()
    for bit, axis, index in ((1, 3, 0), (2, 2, 1)):
        if how & bit:
            image = image.flip(axis)
            pose[:, [index, 4, 5 + index]] *= -1
    if how & 4:
        image = image.transpose(2, 3)
        pose[:, :2], pose[:, 5:] = pose[:, :2].flip(1), pose[:, 5:].flip(1)
        pose[:, 4] *= -1
    return image, pose


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
    """Train for `steps` batches on recordings and own scenes; `weights` are the shares of the sources; `start`: the network to go on from."""
    torch.manual_seed(seed)
    net = (start or FaceNet()).train().to(memory_format=torch.channels_last)
    average = copy.deepcopy(net)
    optimiser = torch.optim.AdamW(net.parameters(), lr=RATE, weight_decay=2e-2)
    stream = Patches(pictures, weights, seed)
    loader = iter(DataLoader(stream, batch_size=FRESH, num_workers=workers, prefetch_factor=32 if workers else None))
    pool = Pool(seed)
    for _ in range(batch // FRESH * FIRST):
        pool.add(next(loader))
    progress = Progress("faces")
    for step in range(steps):
        most = RATE * (1.0 if start is None else 0.6)
        set_rate(optimiser, most, warm=(step + 1) / 200, done=step / steps, least=0.002)
        pool.add(next(loader))
        image, answers, pose, known = pool.draw(batch)
        out = net(image.contiguous(memory_format=torch.channels_last))
        parts = loss_of(out, answers, pose, known)
        descend(net, average, optimiser, sum(SHARE[name] * part for name, part in parts.items()), step, 0.997)
        progress.add(step, parts)
    return average


def export_faces(net: FaceNet, path: Path) -> None:
    """Write the network for one patch."""
    export(net, path, (1, 3, PATCH_PX, PATCH_PX), {})


def mean_of(*nets: FaceNet) -> FaceNet:
    """The network with the mean of the weights of several that went on from one another (Wortsman et al. 2022): it reads what each of them
    reads best."""
    mean = copy.deepcopy(nets[0])
    weights = [net.state_dict() for net in nets]
    mean.load_state_dict(
        {
            name: torch.stack([w[name] for w in weights]).mean(dim=0) if value.is_floating_point() else value
            for name, value in mean.state_dict().items()
        }
    )
    return mean
