"""A press answers at once, to be seen and heard: within 50 ms of CPU time on a full-size screen, and the loop sleeps no longer."""

import time

import pytest

from display import Window
from hardware import HOLDS, Button, Edge, KeyboardPanel
from table.loop import KEYS_S, Table
from tests.table.bench import Bench

ANSWER_S = 0.05


@pytest.fixture
def seen(tmp_path, monkeypatch):
    """A bench with a real window of full size; `heard` lists sounds with the moment they were asked for."""
    with Window((1920, 1080), mode="headless", motion=True) as window:
        make = Table.__init__
        heard = []

        def with_window(self, **parts):
            make(self, **{**parts, "window": window, "play_sound": lambda name: heard.append(name)})

        monkeypatch.setattr(Table, "__init__", with_window)
        bench = Bench(tmp_path)
        bench.window, bench.heard = window, heard
        bench.start(players=8)
        yield bench
        bench.close()


def answer(bench, button):
    """Press a button; seconds until the loop has painted something and asked for a sound, and what was heard."""
    bench.heard.clear()
    bench.table.step()
    before = bench.window.pixels()
    edge = Edge(button, True, bench.clock())
    began = time.process_time()
    bench.table._take(edge)
    bench.table.step()
    took = time.process_time() - began
    changed = (bench.window.pixels() != before).any()
    heard = list(bench.heard)
    bench.table._take(Edge(button, False, bench.clock() + 0.1))
    bench.clock.wait(1.0)
    bench.table.step()
    return took, changed, heard


def test_a_press_is_seen_and_heard_within_50_ms(seen):
    seen.throw([2, 3, 4, 4, 6])
    seen.clock.wait(2.0)
    seen.table.step()
    times = []
    for button in (*HOLDS, Button.DOWN, Button.UP, Button.BACK, *HOLDS, Button.DOWN, Button.DOWN):
        took, changed, heard = answer(seen, button)
        assert changed, f"{button}: nothing to see"
        assert heard[:1] == ["press"], f"{button}: {heard}"
        times.append(took)
    assert max(times) < ANSWER_S, f"{1000 * max(times):.0f} ms"


def test_a_press_on_its_way_to_long_fills_its_ring(seen):
    seen.throw([2, 3, 4, 4, 6])
    seen.table._take(Edge(HOLDS[0], True, seen.clock()))
    seen.table.step()
    rings = []
    for _ in range(7):
        seen.clock.wait(0.1)
        seen.table.step()
        rings.append(seen.window.screen.ring)
    parts = [ring[1] for ring in rings if ring is not None and ring[0] == 0]
    assert len(parts) >= 5 and parts == sorted(parts) and parts[-1] > 0.8


def test_a_dark_button_stays_mute(seen):
    assert Button.UP not in seen.scene.allowed()
    seen.heard.clear()
    seen.press(Button.UP)
    assert seen.heard == []


def test_with_keys_the_loop_asks_often_enough_for_50_ms(bench):
    """Real buttons end its sleep; a key waits until it is asked for."""
    assert KEYS_S < ANSWER_S
    table = Table(
        journal=bench.journal,
        config=bench.table.desk.config,
        photos=bench.table.desk.photos,
        window=bench.window,
        panel=KeyboardPanel(),
        clock=bench.clock,
    )
    assert table._rest_s <= KEYS_S


def test_your_turn_is_heard(seen):
    seen.heard.clear()
    seen.throw([2, 3, 4, 4, 6])
    seen.press(Button.DOWN)
    seen.press(Button.OK)
    if seen.heard[-1] == "doubt":
        seen.press(Button.OK)
    seen.clock.wait(1.0)
    seen.table.step()
    assert seen.heard.count("turn") == 1
    seen.clock.wait(5.0)
    seen.table.step()
    assert seen.heard.count("turn") == 1
