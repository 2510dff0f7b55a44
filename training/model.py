"""The network that is the reader's second witness: a small fully convolutional centre-point detector.

It sees a BGR picture scaled to 0-1 in which a die's side is 10 to 38 px and says, for each cell of 4x4 px, whether the centre of
a die's top face lies there, which value it shows (or that no value may be said), where exactly, how the face is turned and how
large it is; besides, whether the cell is tray floor.
"""

from __future__ import annotations

import torch
from torch import nn

STRIDE = 4
#: Output channels, in this order; the reader decodes them by the same table.
CHANNELS = {"centre": 1, "value": 7, "offset": 2, "turn": 2, "size": 1, "floor": 1}


def conv(inputs: int, outputs: int, kernel: int = 3, stride: int = 1, groups: int = 1) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, groups=groups, bias=False),
        nn.BatchNorm2d(outputs),
        nn.ReLU(inplace=True),
    )


class Block(nn.Module):
    """Depthwise 3x3, pointwise, and a shortcut around both."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.body = nn.Sequential(conv(width, width, 3, groups=width), conv(width, width, 1))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return x + self.body(x)


def down(inputs: int, outputs: int) -> nn.Sequential:
    return nn.Sequential(conv(inputs, inputs, 3, 2, groups=inputs), conv(inputs, outputs, 1))


class DiceNet(nn.Module):
    """(N, 3, H, W) float 0-1 BGR, H and W multiples of 16 -> (N, 14, H/4, W/4) raw outputs in the order of `CHANNELS`."""

    def __init__(self, w4: int = 32, w8: int = 64, w16: int = 96) -> None:
        super().__init__()
        self.stem = nn.Sequential(conv(3, 16, 3, 2), conv(16, w4, 3, 2))
        self.fine = nn.Sequential(Block(w4), Block(w4))
        self.down8 = nn.Sequential(down(w4, w8), *[Block(w8) for _ in range(4)])
        self.down16 = nn.Sequential(down(w8, w16), *[Block(w16) for _ in range(4)])
        self.up16 = conv(w16, w8, 1)
        self.mid = nn.Sequential(Block(w8), Block(w8))
        self.up8 = conv(w8, w4, 1)
        self.head = nn.Sequential(Block(w4), Block(w4), conv(w4, 48, 1), nn.Conv2d(48, sum(CHANNELS.values()), 1))
        self.grow = nn.Upsample(scale_factor=2, mode="nearest")
        last = self.head[-1]
        assert isinstance(last, nn.Conv2d) and last.bias is not None
        nn.init.constant_(last.bias, 0.0)
        last.bias.data[0] = -4.0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x4 = self.fine(self.stem(x - 0.45))
        x8 = self.down8(x4)
        x16 = self.down16(x8)
        x8 = self.mid(x8 + self.grow(self.up16(x16)))
        return self.head(x4 + self.grow(self.up8(x8)))
