"""The two networks that look at one die: plain residual networks on a small patch around a suspected top face.

One sees it from afar, with what lies around, and tells dice from prints and flat dice from leaning ones; the other sees the face
alone, finely, and tells its value. Either says whether a die's top face is centred there, which value it shows, whether no value may be said of it (it leans, lies on or
under another, is cut or blurred), and how far the patch is from lying true on the face, so that a second look can start better.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import nn

from training.model import conv


@dataclass(frozen=True)
class Shape:
    """How a network sees a face: side of the patch in px and of the face in it; widths of its four levels and of its last layer; whether it
    is told how the camera looks down there: three more planes, by how many sides a flat die's top lies aside of its base along the
    patch's axes, and 1 if that is known, else three zeros."""

    patch_px: int
    face_px: int
    widths: tuple[int, int, int, int]
    hidden: int
    slanted: bool

    @property
    def planes(self) -> int:
        """Planes of its input."""
        return 6 if self.slanted else 3


CLOSE = Shape(48, 26, (24, 40, 72, 96), 128, slanted=False)
WIDE = Shape(64, 21, (24, 32, 56, 72), 64, slanted=True)
#: Output channels, in this order; the reader decodes them by the same table. Offset in sides, size in log2, turn as cos and sin of 4 angles.
CHANNELS = {"present": 1, "bad": 1, "value": 6, "offset": 2, "size": 1, "turn": 2}


class Residual(nn.Module):
    """Two 3x3 convolutions and a shortcut around both."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = conv(width, width)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(x + self.second(self.first(x)))


class FaceNet(nn.Module):
    """(N, planes, P, P) float, BGR 0-1 first -> (N, 13) raw outputs in the order of `CHANNELS`; P: the patch's side."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        first, second, third, last = shape.widths
        self.body = nn.Sequential(
            conv(shape.planes, first, 3, 2),
            conv(first, second, 3, 2),
            Residual(second),
            conv(second, third, 3, 2),
            Residual(third),
            Residual(third),
            conv(third, last, 3, 2),
        )
        self.head = nn.Sequential(
            nn.Flatten(), nn.Dropout(0.1), nn.Linear(last * (shape.patch_px // 16) ** 2, shape.hidden),
            nn.ReLU(inplace=True), nn.Linear(shape.hidden, sum(CHANNELS.values())),
        )  # fmt: skip

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        image = (x[:, :3] - 0.45) * 2
        return self.head(self.body(torch.cat([image, x[:, 3:]], dim=1) if self.shape.slanted else image))
