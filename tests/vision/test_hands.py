"""Hands over the tray in rendered scenes: what the tray's network sees of them is said, whether or not the tray can still be made out."""

from __future__ import annotations

import numpy as np

from vision.layout import TrayLayout
from vision.reading import DoubtKind
from vision.recordings import manifest, read_image
from vision.tray import Tray, TrayFinder, hand_over


def test_every_hand_that_is_seen_is_said_even_if_it_hides_where_the_tray_is(reader, shared):
    finder = TrayFinder(TrayLayout())
    hidden = 0
    for recording in manifest(shared("scenes/hand")):
        picture = read_image(recording.path)
        tray, hand = finder.find(picture)
        if hand is None:
            continue
        hidden += tray is None
        assert any(doubt.kind is DoubtKind.HAND for doubt in reader.read(picture).doubts), recording.file
    assert hidden, "no hand hides the tray: the test shows nothing"


def test_what_looks_like_a_hand_beside_a_tray_that_was_found_is_none_over_it():
    corners = np.array([[40, 30], [152, 30], [152, 114], [40, 114]], float)
    tray = Tray(corners, TrayLayout().floor_mm, "floor")
    floor = np.zeros((36, 48), np.float32)
    floor[6:30, 9:42] = 1
    for columns, over in ((slice(39, 42), False), (slice(30, 41), True)):
        hand = np.zeros_like(floor)
        hand[10:20, columns] = 1
        found = hand_over(tray, floor, hand, (0.0, 0.0), 4.0)
        assert (found is not None) is over
        assert hand_over(None, floor, hand, (0.0, 0.0), 4.0) is not None
