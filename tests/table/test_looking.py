"""The eye changes its reader with the game and sees the tray afresh."""

import numpy as np

from table.looking import Looking
from vision import Die, Empty, Frame, Reading, Settled


class Still:
    """A reader that always says the same."""

    def __init__(self, reading):
        self.reading = reading

    def read(self, image, **more):
        return self.reading


def frames():
    noise = np.random.default_rng(1)
    for number in range(1000):
        picture = np.full((240, 320, 3), 120, np.uint8) + noise.integers(0, 3, (240, 320, 3), dtype=np.uint8)
        yield Frame(picture, number / 15, number)


def events(looking, some, count=12):
    return [event for _ in range(count) for event in looking.push(next(some))]


def test_the_reader_changes_with_the_game_and_what_lies_is_told_anew():
    die = Die(3, 0.99, (50.0, 50.0), ((50.0, 50.0),) * 4, ((3, 1.0),), (20.0, 20.0))
    made, wanted, some = [], ["dice"], frames()

    def coins():
        made.append("coins")
        return Still(Reading("read", (), (), 0, 4))

    looking = Looking({"dice": lambda: Still(Reading("read", (die,), (), 0, 1)), "coins": coins}, lambda: wanted[0])
    (settled,) = events(looking, some)
    assert settled.reading.values == (3,)
    assert made == []
    wanted[0] = "coins"
    (settled,) = events(looking, some)
    assert (settled.reading.count, settled.reading.dice) == (4, ())
    wanted[0] = "dice"
    (settled,) = events(looking, some)
    assert isinstance(settled, Settled)
    assert settled.reading.values == (3,)
    wanted[0] = "coins"
    events(looking, some)
    assert made == ["coins"]


def test_an_empty_tray_is_empty_for_either():
    wanted, some = ["dice"], frames()
    looking = Looking(
        {kind: lambda: Still(Reading("read", (), (), 0, 0)) for kind in ("dice", "coins")}, lambda: wanted[0]
    )
    assert [type(event) for event in events(looking, some)] == [Empty]
    wanted[0] = "coins"
    assert [type(event) for event in events(looking, some)] == [Empty]
