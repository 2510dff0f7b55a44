"""What of the virtual machine's test can be checked without one: where guests go on after a cut, what losses and figures say."""

import datetime
import json
import os
import subprocess
from pathlib import Path

import pytest

from tests import marked
from tests.vm import cuts, figures, landlord
from tests.vm.guest import ear, guests
from tests.vm.machine import Machine, MachineFailed

SCRIPT = [
    {"do": "scene", "number": 0, "still": True, "moves": 0},
    {"do": "press", "button": "OK", "moves": 0},
    {"do": "scene", "number": 1, "still": False, "moves": 0},
    {"do": "scene", "number": 2, "still": True, "moves": 0},
    {"do": "press", "button": "HOLD_1", "moves": 1},
    {"do": "press", "button": "HOLD_3", "moves": 1},
    {"do": "scene", "number": 3, "still": False, "moves": 3},
    {"do": "scene", "number": 4, "still": True, "moves": 3},
    {"do": "press", "button": "DOWN", "moves": 4},
    {"do": "press", "button": "OK", "moves": 4},
    {"do": "scene", "number": 5, "still": False, "moves": 5},
    {"do": "scene", "number": 6, "still": True, "moves": 5},
    {"do": "end", "moves": 6},
]


@pytest.mark.parametrize(
    ("moves", "lies", "next_lines"),
    [
        (1, 2, ["HOLD_1", "HOLD_3", 3]),
        (2, 2, ["HOLD_3", 3]),
        (3, 2, [3, 4]),
        (4, 4, ["DOWN", "OK", 5]),
        (5, 4, [5, 6]),
        (6, 6, []),
    ],
)
def test_after_a_cut_the_guests_go_on_where_the_journal_is(moves, lies, next_lines):
    rest, scene = guests.place_in(SCRIPT, moves)
    assert scene == lies
    assert [line.get("button", line.get("number")) for line in rest[: len(next_lines)]] == next_lines


def test_from_the_beginning_the_whole_script_is_played():
    assert guests.place_in(SCRIPT, 0) == (SCRIPT, 0)


IDLE = {"OK": "ON", "UP": "ON"}
SETUP = {**IDLE, "HOLD_1": "ON"}


@pytest.mark.parametrize(
    ("line", "lit", "is_so"),
    [
        ({"button": "OK", "lit": SETUP}, SETUP, True),
        ({"button": "OK", "lit": SETUP}, IDLE, False),
        ({"button": "OK", "lit": SETUP}, {**SETUP, "OK": "DIM"}, False),
        ({"button": "OK", "lit": SETUP}, {**SETUP, "BACK": "ON"}, True),
        ({"button": "BACK", "lit": {"BACK": "ON"}}, {}, False),
        ({"button": "HOLD_3", "lit": {"HOLD_3": "ON"}}, {"HOLD_1": "DIM", "HOLD_3": "ON"}, True),
        ({"button": "HOLD_3", "lit": {"HOLD_3": "ON"}}, {"HOLD_1": "DIM"}, False),
    ],
)
def test_guests_press_when_the_screen_is_there_that_the_button_is_for(line, lit, is_so):
    assert guests.is_as_recorded(lit, line) is is_so


def test_an_ear_hears_every_key_however_many_there_are(tmp_path):
    board = tmp_path / "board"
    os.mkfifo(board)
    writer = os.open(board, os.O_RDWR)
    with ear.Ear([board]) as listener:
        for code in [30, 30, 48] * 100:
            os.write(writer, b"".join(ear.EVENT.pack(0, 0, *event) for event in key(code)))
        os.write(writer, ear.EVENT.pack(0, 0, *ear.SYN_DROPPED, 0))
    os.close(writer)
    assert (listener.downs, listener.dropped) == ({30: 200, 48: 100}, 1)


def key(code):
    """Down and up, as the kernel tells it."""
    return (4, 4, code), (1, code, 1), (0, 0, 0), (4, 4, code), (1, code, 0), (0, 0, 0)


def test_a_move_that_was_told_and_is_gone_or_changed_is_a_loss():
    told = [[1, 1, "aa"], [1, 2, "bb"]]
    assert cuts._losses(3, told, {"damage": None, "moves": told}) == []
    assert cuts._losses(3, told, {"damage": None, "moves": told[:1]}) == ["cut 3: 1 of 2 moves are gone"]
    assert cuts._losses(3, told, {"damage": None, "moves": [[1, 1, "aa"], [1, 2, "cc"]]}) != []
    assert cuts._losses(3, told, {"damage": "torn", "moves": told}) == ["cut 3: torn"]


def events(totals, truth):
    players = [{"name": name, "total": total} for name, total in totals]
    return [
        {"event": "ready", "seconds": 12.3},
        {"event": "scene"},
        {
            "event": "end",
            "moves": 96,
            "result": {"players": players},
            "truth": [{"name": n, "total": t} for n, t in truth],
        },
        {
            **{"event": "service", "presses": 60, "lamps": 60, "NRestarts": "0", "MemoryPeak": "250000000"},
            "threads": {"watcher": 1500.0, "camera": 300.0},
        },
    ]


def test_only_the_true_ranking_and_a_control_that_loses_are_fine():
    true = [("Resi", 180), ("Anna", 157)]
    game = figures.of_game(events(true, true))
    assert figures.are_fine({"game": game})
    assert not figures.are_fine({"game": figures.of_game(events([("Resi", 181), ("Anna", 157)], true))})
    assert not figures.are_fine({"game": figures.of_game(events(true, true)[:2])})
    fine = {"cuts": {"cuts": 20, "moves": 900, "lost": []}, "control": {"cuts": 3, "lost": ["cut 1: gone"]}}
    assert figures.are_fine(fine)
    assert not figures.are_fine({**fine, "control": {"cuts": 3, "lost": []}})
    assert not figures.are_fine({**fine, "cuts": {"cuts": 20, "moves": 900, "lost": ["cut 1: gone"]}})
    parts = {"game": {**game, "seconds": 1920}, **fine}
    said = figures.lines({name: {**part, "day": "2026-11-30"} for name, part in parts.items()})
    assert "2026-11-30" in said and "the ranking is the true one" in said and "1 of 3 cuts with losses" in said
    assert "32 minutes with the boot, in which the table computed 30, its eye 25" in said


def test_figures_of_parts_that_were_not_run_again_are_kept_with_their_day(tmp_path):
    path = tmp_path / "figures.json"
    path.write_text('{"cuts": {"cuts": 20, "day": "2026-01-01"}, "game": {"moves": 1, "day": "2026-01-01"}}')
    kept = figures.keep({"game": {"moves": 2}}, path)
    assert kept["cuts"]["day"] == "2026-01-01"
    assert kept["game"] == {"moves": 2, "day": datetime.date.today().isoformat()}
    assert json.loads(path.read_text()) == kept


BOOT = [
    {"event": "contract", "part": "pins", "kept": True},
    {"event": "contract", "part": "camera", "kept": True},
    {"event": "ready", "seconds": 4.2},
    {"event": "boot", "splash_s": 0.6, "pace_s": 2.0, "gettys": ""},
    {"event": "stop", "seconds": 0.8, "result": "success", "moves_kept": True, "console_by_key": "tty2"},
]
ROUND = [
    {"event": "boot", "splash_s": 4.6, "pace_s": None, "gettys": ""},
    {"event": "keys", "sent": 40, "arrived": 40, "changed": []},
    {
        "event": "refused",
        "why": "update refused: is not signed with the key of this table",
        "exported": {"a/1.json": 9},
    },
    {"event": "unplugged", "units": "", "left": []},
    {
        **{"event": "updated", "answer": f"update done {landlord.SIGNED}", "version": f"knobeltisch {landlord.SIGNED}"},
        **{"seconds": 60, "moves_before": [1, 0], "moves_after": [1, 0]},
    },
    {"event": "stop", "seconds": 30, "result": "success", "moves_kept": True, "console_by_key": "tty2"},
    {"event": "doctor", "code": 1, "findings": [{"part": "camera", "ok": True}]},
    {"event": "allowed", "before": {"OK": "ON"}, "after": {"OK": "ON", "BACK": "ON"}},
]


def test_a_boot_and_a_round_in_which_all_is_as_it_should_be():
    boot, rounds = landlord.of_boot(BOOT), landlord.of_round(ROUND)
    assert boot["wrong"] == rounds["wrong"] == []
    assert (boot["splash_s"], boot["ready_s"], boot["stop_s"]) == (0.6, 4.2, 0.8)
    found = {"boot": {**boot, "pace_here_s": 0.4, "day": "2026-11-30"}, "landlord": {**rounds, "day": "2026-11-30"}}
    assert figures.lines(found).count("All as it should be") == 2


@pytest.mark.parametrize(
    ("number", "change", "says"),
    [
        (1, {"kept": False}, "contract of all parts: camera"),
        (1, {"event": "told nothing"}, "contract of all parts: camera"),
        (3, {"gettys": "getty@tty1"}, "login"),
        (2, {"seconds": 5.7}, "5.1 s after its name"),
        (3, {"splash_s": 1.2}, "1.2"),
        (4, {"seconds": 2.5}, "2.5"),
        (4, {"moves_kept": False}, "stop"),
    ],
)
def test_what_is_wrong_with_a_boot_is_said(number, change, says):
    _is_said(BOOT, landlord.of_boot, number, change, says)


@pytest.mark.parametrize(
    ("number", "change", "says"),
    [
        (1, {"changed": ["console"]}, "console changed"),
        (1, {"arrived": 12}, "12 of 40 reached"),
        (2, {"why": "update refused: is damaged"}, "damaged"),
        (2, {"exported": {}}, "no games"),
        (3, {"left": ["sda"]}, "sda"),
        (4, {"answer": "update refused failed"}, "refused failed"),
        (4, {"moves_after": [0, 0]}, "[0, 0] after"),
        (5, {"moves_kept": False}, "stop"),
        (5, {"console_by_key": "tty1"}, "no proof"),
        (7, {"after": {"OK": "ON"}}, "no proof that it was the config"),
    ],
)
def test_what_the_landlord_finds_wrong_is_said(number, change, says):
    _is_said(ROUND, landlord.of_round, number, change, says)


def _is_said(events, look, number, change, says):
    events = [*events]
    events[number] = {**events[number], **change}
    assert says in "; ".join(look(events)["wrong"])
    assert not figures.are_fine({"landlord": look(events)})


def test_a_step_that_was_not_reached_is_wrong():
    assert landlord.of_round(ROUND[:-1])["wrong"] == ["allowed: not reached"]


def test_figures_go_between_their_own_marks_and_nowhere_else(tmp_path, monkeypatch):
    readme = tmp_path / "README.md"
    readme.write_text("before\n<!-- vm -->\nold\n<!-- /vm -->\nafter\n")
    monkeypatch.setattr(marked, "README", readme)
    marked.put("vm", "new \\1")
    assert readme.read_text() == "before\n<!-- vm -->\nnew \\1\n<!-- /vm -->\nafter\n"
    with pytest.raises(ValueError, match="once each"):
        marked.put("soak", "new")


@pytest.mark.parametrize("name", ["vm", "soak"])
def test_the_readme_has_a_place_for_the_figures(name):
    text = marked.README.read_text(encoding="utf-8")
    assert text.count(f"<!-- {name} -->") == text.count(f"<!-- /{name} -->") == 1


def test_the_guests_of_the_config_are_those_of_the_recorded_game():
    from tests.vm.record import CONFIG

    assert len(CONFIG.regulars) == 2 and json.dumps(CONFIG.regulars)
    assert Path(guests.__file__).with_name("knobeltisch.toml").exists()


class Failing(Machine):
    """A guest whose emulated kernel falls over as often as told before it comes up."""

    def __init__(self, folder: Path, panics: int) -> None:
        super().__init__(folder, folder)
        self.share.mkdir(parents=True)
        self.panics, self.starts = panics, 0

    def start(self, words):
        self.starts += 1
        fell = self.starts <= self.panics
        self.console.write_text("[    7.4] ---[ end Kernel panic - not syncing ]---" if fell else "login:")
        if not fell:
            (self.share / "state.json").write_text("{}")

    @property
    def is_on(self):
        return True


@pytest.mark.parametrize("panics", [0, 1, cuts.BOOTS - 1])
def test_a_kernel_that_falls_over_while_it_is_emulated_is_booted_again(tmp_path, panics):
    machine = Failing(tmp_path, panics)
    cuts._boot(machine, "FULL")
    assert machine.starts == panics + 1


def test_one_that_always_falls_over_is_a_failure_and_no_endless_wait(tmp_path):
    with pytest.raises(MachineFailed, match="fell over"):
        cuts._boot(Failing(tmp_path, cuts.BOOTS), "FULL")


@pytest.mark.parametrize(("words", "fell"), [("kill -SEGV $$", True), ("exit 0", False), ("exit 3", False)])
def test_an_emulator_that_falls_over_itself_is_told_from_one_that_ends(tmp_path, words, fell):
    machine = Machine(tmp_path, tmp_path)
    machine._process = subprocess.Popen(["sh", "-c", words], cwd=tmp_path)
    machine._process.wait()
    assert not machine.is_on
    assert machine.has_panicked is fell
