"""Hands over the tray in rendered scenes: what the tray's network sees of them is said, whether or not the tray can still be made out."""

from __future__ import annotations

from vision.layout import TrayLayout
from vision.reading import DoubtKind
from vision.recordings import manifest, read_image
from vision.tray import TrayFinder


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
