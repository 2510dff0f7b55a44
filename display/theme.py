"""Colours, weights and type sizes of the look. Sizes are em in pixels on the screen each grid was drawn for."""

from __future__ import annotations

from typing import NamedTuple

Colour = tuple[int, int, int]


def _hex(value: str) -> Colour:
    return int(value[0:2], 16), int(value[2:4], 16), int(value[4:6], 16)


OAK = _hex("1A1411")  #: the table
OAK2 = _hex("2B221C")  #: cards of the others, lit labels
OAK3 = _hex("4A3C32")  #: thin frames
PAPER = _hex("F5ECD9")  #: the block: paper means "now"
PAPER2 = _hex("E8DABD")  #: its heads and foot
RULE = _hex("D3C2A0")  #: hairlines
INK = _hex("1E1613")  #: what counts
INK_QUIET = _hex("574A3E")  #: words on paper that matter less, still 7 : 1
PENCIL = _hex("1B4870")  #: offers: not yet
GOOD = _hex("174F2C")  #: bonus on course, always with + or a tick
CREAM = _hex("F5ECD9")  #: text on the table
MUTE = _hex("C8B8A0")  #: second lines on the table
AMBER = _hex("F7AC2E")  #: lit, held, chosen, or the one word to act on
AMBER_DIM = _hex("9A6E24")  #: bar of "long only"
FELT = _hex("0F3129")
RIM = _hex("0A231D")
FELT_LINE = _hex("4E8472")
FELT_MUTE = _hex("BCD0C6")  #: figure of a sunk coin
IVORY = _hex("FBF6EA")
IVORY_SHADE = _hex("D8CDB4")
BRASS = _hex("E3BC6A")
BRASS_SHADE = _hex("A87C2C")
CORAL = _hex("FFA688")  #: doubt only, always dashed and with "?"
GREY_ON_PAPER = _hex("8A7A60")
GREY_ON_OAK = _hex("7A6857")
MAT_RING = _hex("B5542E")  #: printed ring of the beer mat

BLACK, HEAVY, BOLD, MEDIUM, ITALIC = "Black", "Heavy", "Bold", "Medium", "Italic"

CAP = 0.723  #: height of a capital, in em


class Sizes(NamedTuple):
    """Type sizes by role, in px (em) on the grid's own screen."""

    tiny: float  #: the smallest: second line of a label
    small: float  #: second lines
    name: float  #: names, fields
    label: float  #: word of a button
    lead: float  #: lines below the headline
    mid: float  #: pills, headings on paper
    sum: float  #: sums in heads
    points: float  #: figures in cells
    total: float  #: totals
    active: float  #: the active player's total
    line: float  #: the line that says what to do
    big: float  #: names of winners, candidates
    title: float
    word: float  #: "Wirf!"


WIDE = Sizes(32, 34, 38, 38, 42, 46, 67, 70, 67, 74, 84, 104, 132, 234)
SMALL = Sizes(20, 22, 26, 24, 22, 26, 36, 41, 34, 44, 42, 48, 58, 90)
TALL = Sizes(31, 31, 34, 36, 34, 38, 54, 64, 46, 60, 68, 76, 92, 150)
