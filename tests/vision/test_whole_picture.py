"""What the whole picture tells of each suspicion: how large dice are in it, how slanting they are seen, and which face may be a side."""

import math
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.test_slant import DIE, camera, seen_die, slant
from vision.dice import BODILESS, LONE_PIP, NOWHERE, UNDOUBTED, Verdict, in_picture, outlined
from vision.faces import Face
from vision.network import DiceNetwork, Sighting
from vision.pips import Fit
from vision.reader import DiceReader, may_be_side
from vision.reading import DoubtKind

TURN = 25


def suspicion(center=(300.0, 200.0), side=30.0, aside=(0.0, 0.0), presence=0.9):
    odds = (0.95, 0.01, 0.01, 0.01, 0.01, 0.01)
    face = Face(center, side, 0.0, presence, 0.2, odds, aside)
    return Verdict(Sighting(center, side, 0.0, 0.7, (*odds, 0.1), 0.9), face, Fit((0.6, 0, 0, 0, 0, 0), 40.0))


def test_a_lone_spot_is_no_die_where_the_tray_says_that_dice_are_twice_as_large():
    (alone,) = in_picture([suspicion()], None, None)
    (small,) = in_picture([suspicion()], None, 60.0)
    assert small.there < alone.there
    dice = [suspicion(center=(100.0 * n, 50.0)) for n in range(3)]
    assert in_picture(dice, None, 60.0)[0].there == in_picture(dice, None, None)[0].there


@pytest.mark.parametrize("tilt", [0, 15, 30, 45])
def test_how_slanting_a_die_is_seen_is_told_by_the_tray_and_without_one_by_most_of_the_dice(tilt):
    project = camera(tilt, turn_deg=TURN)
    dice = [seen_die(project, *place) for place in ((120, 90), (140, 105), (150, 120))]
    truth = math.hypot(*dice[1][2])
    seen = [suspicion(tuple(middle), side, aside) for middle, side, aside in dice]
    assert in_picture(seen[1:2], slant(project), None)[0].slanted == pytest.approx(truth, abs=0.02)
    seen[0] = replace(seen[0], face=replace(seen[0].face, aside=(0.9, -0.9)))
    assert in_picture(seen, None, None)[1].slanted == pytest.approx(truth, abs=0.1)


@pytest.mark.parametrize("tilt", [0, 10, 25])
@pytest.mark.parametrize("lean", [-40, -28, -8, 0, 8, 28, 40])
def test_a_die_that_is_tipped_far_is_not_read_however_clear_its_face_is(tilt, lean):
    project = camera(tilt, turn_deg=TURN)
    dice = [seen_die(project, 60, 60), seen_die(project, 150, 60), seen_die(project, 200, 160)]
    dice.append(seen_die(project, 100, 150, lean_deg=lean))
    *flat, leaning = in_picture([suspicion(tuple(m), side, aside) for m, side, aside in dice], slant(project), None)
    clear = [replace(v, face=replace(v.face, unreadable=0.001)) for v in (*flat, leaning)]
    assert [v.readable for v in clear] == [True, True, True, abs(lean) < 20]


@pytest.mark.parametrize("tilt", [30, 40, 50])
@pytest.mark.parametrize("place", [(60, 60), (140, 105), (220, 160)])
def test_the_side_that_looks_at_the_camera_may_be_taken_for_a_face_and_a_neighbour_across_may_not(tilt, place):
    project = camera(tilt, turn_deg=TURN)
    upper = _face(*seen_die(project, *place))
    sides = [_side(project, *place, way) for way in ((1, 0), (-1, 0), (0, 1), (0, -1))]
    assert any(may_be_side(side, upper) for side in sides)
    downhill = -np.array(upper.aside)
    across = np.array((-downhill[1], downhill[0])) / np.hypot(*downhill)
    for way in (across, -across):
        beside = tuple(np.array(upper.center) + way * upper.side)
        assert not may_be_side(_face(beside, upper.side, upper.aside), upper)


def test_seen_from_above_no_face_is_a_side():
    project = camera(5)
    upper = _face(*seen_die(project, 140, 105))
    for turn in np.linspace(0, 2 * math.pi, 12):
        way = np.array((math.cos(turn), math.sin(turn)))
        assert not may_be_side(_face(tuple(np.array(upper.center) + way * upper.side), upper.side, (0, 0)), upper)


def _face(center, side, aside):
    return Face(tuple(center), side, 0.0, 0.9, 0.05, (0.95, 0.01, 0.01, 0.01, 0.01, 0.01), tuple(aside))


def _side(project, x, y, way):
    """A side face of the die that stands at a place, looking towards `way` on the floor."""
    middle = np.array((x, y, DIE / 2)) + np.array((*way, 0)) * DIE / 2
    along, up = np.array((-way[1], way[0], 0)) * DIE / 2, np.array((0, 0, DIE / 2))
    here = project(middle)
    one, other = project(middle + along) - here, project(middle + up) - here
    return _face(here, 2 * math.sqrt(abs(one[0] * other[1] - one[1] * other[0])), (0, 0))


class Guessing(DiceNetwork):
    """Takes one place of an empty picture for a die, faintly."""

    presence = 0.0

    def look(self, picture, region, scale):
        seen = Sighting((200.0, 150.0), 30.0, 0.0, self.presence, (0.2,) * 5 + (0.0, 0.0), 0.9)
        return replace(super().look(picture, region, scale), sightings=(seen,))


def test_where_nothing_tells_the_scale_a_faint_suspicion_is_enough_not_to_say_that_there_are_no_dice():
    table = np.full((480, 640, 3), (90, 140, 180), np.uint8)
    table += np.random.default_rng(5).integers(0, 12, table.shape, dtype=np.uint8)
    network = Guessing()
    reader = DiceReader(network=network)
    assert reader.read(table).status == "read"
    network.presence = 0.4
    doubted = reader.read(table)
    assert (doubted.status, [d.kind for d in doubted.doubts]) == ("unsure", [DoubtKind.COUNT])
    for region in ((40, 40, 400, 300), "full"):
        assert reader.read(table, tray=region).status == "read"


@pytest.mark.parametrize("unreadable", [0.02, 0.3, 0.6, 0.9, 0.999])
def test_a_bare_outline_speaks_against_a_die_the_less_the_more_it_may_lean_or_be_half_hidden(unreadable):
    faint = suspicion(presence=0.5)
    faint = replace(faint, face=replace(faint.face, unreadable=unreadable))
    bare = replace(faint, outline=0.0)
    lost = math.log(faint.there / (1 - faint.there)) - math.log(bare.there / (1 - bare.there))
    assert lost == pytest.approx(BODILESS * (1 - unreadable))


@pytest.mark.parametrize("presence", [0.001, 0.3, 0.6, 0.9, 0.999999])
def test_only_where_it_may_change_what_is_said_an_outline_is_looked_for(presence):
    grey = np.full((400, 600, 3), 90, np.uint8)
    verdict = suspicion(presence=presence)
    (looked,) = outlined(grey, [verdict])
    assert (looked.outline == 0.0) is (NOWHERE <= verdict.there < UNDOUBTED)
    if verdict.there >= UNDOUBTED:
        assert replace(verdict, outline=0.0).there >= LONE_PIP


def test_what_looks_refused_once_must_be_the_clearer_at_the_next_to_be_read():
    seen = [suspicion()]
    steps = [replace(v, face=replace(v.face, unreadable=p)) for v in seen for p in np.linspace(0.01, 0.99, 200)]
    first = [v.readable for v in steps]
    after_a_refusal = [replace(v, readable_before=False).readable for v in steps]
    assert sum(after_a_refusal) < sum(first)
    assert all(f for f, a in zip(first, after_a_refusal, strict=True) if a)
