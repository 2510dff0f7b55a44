"""The network that looks at one die: a plain residual network on a small patch around a suspected top face.

It says whether a die's top face is centred there, which value it shows, whether no value may be said of it (it leans, lies on or
under another, is cut or blurred), how far the patch is from lying true on the face, so that a second look can start better, and by how
much the top lies aside of the base, as its visible sides show: learned on flat dice seen at every slant, so that one which leans looks
like a flat one under another camera.
"""

from __future__ import annotations

import torch
from torch import nn

from training.model import conv

#: Side of the patch in px, and of the face in it.
PATCH_PX, FACE_PX = 48, 26
#: Output channels, in this order; the reader decodes them by the same table. Offset and aside in sides, size in log2, turn as cos and sin
#: of 4 angles.
CHANNELS = {"present": 1, "bad": 1, "value": 6, "offset": 2, "size": 1, "turn": 2, "aside": 2}


class Residual(nn.Module):
    """Two 3x3 convolutions and a shortcut around both."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = conv(width, width)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, 1, 1, bias=False), nn.BatchNorm2d(width))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return torch.relu(x + self.second(self.first(x)))


class FaceNet(nn.Module):
    """(N, 3, 48, 48) float 0-1 BGR -> (N, 15) raw outputs in the order of `CHANNELS`."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            conv(3, 24, 3, 2),
            Residual(24),
            conv(24, 48, 3, 2),
            Residual(48),
            conv(48, 96, 3, 2),
            Residual(96),
            Residual(96),
            conv(96, 128, 3, 2),
        )
        self.head = nn.Sequential(
            nn.Flatten(), nn.Dropout(0.1), nn.Linear(128 * 9, 160), nn.ReLU(inplace=True),
            nn.Linear(160, sum(CHANNELS.values())),
        )  # fmt: skip

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return self.head(self.body((x - 0.45) * 2))
