"""Names come from guests, landlords, sticks and cards: whatever stands in one, a screen can be painted."""

import pytest

from display import Window, msg
from display.views import IdleView, MenuEntry, MenuView, Screen

TEXTS = [
    "",
    " ",
    "\n",
    "\t",
    "a\0b",
    "\0",
    "\u202e",
    "\u200b" * 9,
    "\ufeff",
    "\ud800",
    "a\udcff",
    "\u0301" * 9,
    "😀",
    "漢字",
    "\x1b[31m",
]


@pytest.mark.parametrize("text", TEXTS, ids=ascii)
@pytest.mark.parametrize("size", [(1920, 1080), (800, 480), (720, 1280)])
def test_every_text_can_be_shown(text, size):
    with Window(size, mode="headless") as window:
        window.show(Screen(IdleView(text, text, text, (), caption=text), notice=text))
        entries = (MenuEntry(text, text, text), MenuEntry(msg("service.update.foreign", detail=text)))
        window.show(Screen(MenuView(text, entries, 0, msg("service.header")), notice=text))
