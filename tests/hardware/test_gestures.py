"""Contacts bounce, fingers are short or long: edge by edge, with an injected clock."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware import LONG_PRESS_S, Button, Edge, Gestures

OK = Button.OK


def feed(edges, until=10.0, step=0.005):
    """Run edges (time, pressed) through Gestures with a tick every `step` seconds; return (kind, at) of all presses."""
    gestures, out, now = Gestures(), [], 0.0
    todo = [Edge(OK, pressed, at) for at, pressed in edges]
    while now < until:
        while todo and todo[0].at <= now:
            out += gestures.edge(todo.pop(0))
        out += gestures.tick(now)
        now += step
    return [(press.kind, round(press.at, 3)) for press in out]


def test_a_press_is_felt_at_once_and_short_comes_with_the_release():
    assert feed([(1.0, True), (1.2, False)]) == [("down", 1.0), ("short", 1.2)]


def test_a_long_press_comes_while_the_finger_is_still_down_and_no_short_follows():
    assert feed([(1.0, True), (2.5, False)]) == [("down", 1.0), ("long", 1.8)]


def test_bouncing_contacts_make_one_press():
    burst = [(1.0, True), (1.002, False), (1.003, True), (1.006, False), (1.009, True)]
    release = [(1.3, False), (1.301, True), (1.304, False)]
    assert feed(burst + release) == [("down", 1.0), ("short", 1.3)]


def test_a_tap_shorter_than_the_bounce_time_is_still_one_press():
    assert feed([(1.0, True), (1.008, False)]) == [("down", 1.0), ("short", 1.02)]


def test_a_release_just_before_the_long_time_is_short():
    assert feed([(1.0, True), (1.0 + LONG_PRESS_S - 0.001, False)])[-1][0] == "short"


def test_a_late_tick_still_tells_long_from_short():
    gestures = Gestures()
    gestures.edge(Edge(OK, True, 1.0))
    assert [press.kind for press in gestures.edge(Edge(OK, False, 3.0))] == ["long"]


def test_two_buttons_do_not_disturb_each_other():
    gestures = Gestures()
    presses = gestures.edge(Edge(OK, True, 1.0)) + gestures.edge(Edge(Button.BACK, True, 1.001))
    assert [(press.button, press.kind) for press in presses] == [(OK, "down"), (Button.BACK, "down")]


def test_progress_runs_from_zero_to_one_and_ends_with_the_long_press():
    gestures = Gestures()
    gestures.edge(Edge(OK, True, 1.0))
    assert gestures.progress(1.4) == {OK: pytest.approx(0.5)}
    gestures.tick(1.8)
    assert gestures.progress(1.9) == {}


def test_a_button_held_for_half_a_minute_is_called_stuck():
    gestures = Gestures()
    gestures.edge(Edge(OK, True, 1.0))
    gestures.tick(31.0)
    assert gestures.stuck(30.9) == ()
    assert gestures.stuck(31.0) == (OK,)


@given(st.lists(st.tuples(st.floats(0.0, 5.0), st.booleans()), max_size=40))
def test_every_down_is_followed_by_exactly_one_of_short_and_long(edges):
    kinds = [kind for kind, _ in feed(sorted(edges))]
    while kinds:
        assert kinds.pop(0) == "down"
        if kinds:
            assert kinds.pop(0) in ("short", "long")
