"""One test a picture of `pytest --recordings DIR`; without the option there is nothing to test here."""

from functools import cache

from vision import CoinReader, DiceReader
from vision.evaluate import outcome_of
from vision.recordings import read_image


@cache
def _reader(kind):
    return CoinReader() if kind == "coins" else DiceReader()


def test_the_picture_is_read_right_or_refused_where_it_must_be(own_recording):
    reading = _reader(own_recording.kind).read(read_image(own_recording.path))
    truth = own_recording.count if own_recording.kind == "coins" else own_recording.values
    seen = reading.count if own_recording.kind == "coins" else reading.values
    doubts = ", ".join(doubt.kind.value for doubt in reading.doubts)
    outcome = outcome_of(own_recording, reading)
    assert outcome in ("right", "abstained"), f"{outcome}: truth {truth}, seen {seen} ({reading.status}) {doubts}"
