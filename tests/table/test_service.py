"""The service menu: behind its switch, over any scene, with every page reachable and every setting kept."""

import json
import time

import numpy as np
import pytest

from display.sounds import KINDS
from display.views import ServiceButtonsView, ServiceCameraView, msg
from hardware import HOLDS, PANEL_BUTTONS, Button, Light, SimulatedCamera, SimulatedTray
from table import calibrations
from table.calibrating import calibrate, from_the_menu
from table.config import Config
from table.machine import Machine
from table.settings import BadSettings, load, save
from vision import Frame
from vision.lens import Lens


@pytest.fixture
def kept(bench):
    """The bench's table with settings that are kept in its data folder, as the real one does it."""
    backstage = bench.table.desk.backstage
    backstage.data = bench.folder
    backstage.apply = lambda config: save(bench.folder, Config(), config)
    return backstage


def open_service(bench):
    bench.press(Button.SERVICE)


def choose(bench, key, *, long=False):
    """Go to the entry with this message key, and press OK."""
    entries = bench.window.screen.view.entries
    at = next(n for n, entry in enumerate(entries) if getattr(entry.text, "key", entry.text) == key)
    while bench.window.screen.view.active != at:
        bench.press(Button.DOWN)
    bench.press(Button.OK, long=long)


def lit_arrows(bench):
    bench.table.step()
    return {button for button in (Button.UP, Button.DOWN) if bench.panel.lamps.get(button, Light.OFF) is not Light.OFF}


def keys_of(view):
    return [getattr(entry.text, "key", entry.text) for entry in view.entries]


def test_only_the_switch_opens_it_and_closes_it(bench):
    for button in PANEL_BUTTONS:
        bench.press(button, long=True)
        assert "Service" not in type(bench.scene).__name__
    open_service(bench)
    assert bench.window.screen.view.title == msg("service.title")
    bench.press(Button.SERVICE)
    assert "Service" not in type(bench.scene).__name__


def test_every_page_opens_and_closes_again(bench, kept):
    open_service(bench)
    pages = keys_of(bench.window.screen.view)
    assert {
        "camera",
        "light",
        "calibrate",
        "buttons",
        "settings",
        "records",
        "clock",
        "stick",
        "log",
        "version",
        "off",
    } == {key.removeprefix("service.") for key in pages}
    for key in pages[:-1]:
        choose(bench, key)
        assert type(bench.scene).__name__ != "ServiceMenuScene", key
        entries = getattr(bench.window.screen.view, "entries", ())
        assert bool(lit_arrows(bench)) or len(entries) < 2, key
        assert len(entries) != 1 or not lit_arrows(bench), f"{key}: arrows shine where there is one line"
        bench.press(Button.BACK, long=key == "service.buttons")
        assert type(bench.scene).__name__ == "ServiceMenuScene", key


def test_a_game_goes_on_where_it_was(bench):
    bench.start()
    bench.throw([3, 3, 3, 2, 6])
    open_service(bench)
    bench.take_up()
    bench.throw([1, 2, 3, 4, 5])
    assert bench.dice == (3, 3, 3, 2, 6) or sorted(bench.dice) == [2, 3, 3, 3, 6]
    bench.press(Button.BACK)
    assert sorted(bench.dice) == [2, 3, 3, 3, 6]
    assert type(bench.scene).__name__ == "QuestionScene"  # what lies now is not what the book says


def test_left_alone_it_closes(bench):
    open_service(bench)
    bench.clock.wait(bench.table.desk.config.pause_after_s + 1)
    bench.table.step()
    assert type(bench.scene).__name__ == "IdleScene"


def test_a_switch_left_on_is_no_stuck_button(bench):
    bench.panel.press(Button.SERVICE, bench.clock())
    from hardware import Edge

    bench.table._take(Edge(Button.SERVICE, True, bench.clock()))
    bench.clock.wait(60)
    bench.table.step()
    assert bench.table.desk.notice is None


def test_settings_count_at_once_and_after_a_restart(bench, kept):
    open_service(bench)
    choose(bench, "service.settings")
    choose(bench, "menu.language")
    assert bench.window.screen.language == "en"
    before = bench.table.desk.config.sound.volume
    entry = keys_of(bench.window.screen.view).index("service.volume")
    while bench.window.screen.view.active != entry:
        bench.press(Button.DOWN)
    bench.press(HOLDS[1])
    assert bench.table.desk.config.sound.volume == pytest.approx(before + 0.1)
    choose(bench, "service.night")
    choose(bench, "service.rules")
    again = load(bench.folder, Config())
    assert again.language == "en" and again.sound.night and again.rules == "klassisch"
    assert again.sound.volume == pytest.approx(before + 0.1)
    assert set(json.loads((bench.folder / "settings.json").read_text())) == {"language", "sound", "rules"}


def test_a_later_change_of_the_config_file_still_counts(tmp_path):
    save(tmp_path, Config(), Config(language="en"))
    assert load(tmp_path, Config(title="Beim Wirt")).title == "Beim Wirt"


def test_each_kind_of_sound_can_be_muted(bench, kept):
    open_service(bench)
    choose(bench, "service.settings")
    choose(bench, "service.sounds")
    assert len(bench.window.screen.view.entries) == len(KINDS)
    choose(bench, "sound.pays")
    assert bench.table.desk.config.sound.muted == ("pays",)
    choose(bench, "sound.pays")
    assert bench.table.desk.config.sound.muted == ()


def spell(bench, name):
    """Spell a name on the board as a guest would."""
    for letter in name:
        while True:
            view = bench.window.screen.view
            at = [one.lower() for one in view.letters].index(letter.lower())
            row, column = divmod(at, view.columns)
            now_row, now_column = divmod(view.chosen, view.columns)
            if (row, column) == (now_row, now_column):
                break
            if row != now_row:
                bench.press(Button.DOWN if row > now_row else Button.UP)
            else:
                bench.press(HOLDS[1] if column > now_column else HOLDS[0])
        bench.press(Button.OK)
    bench.press(HOLDS[4])


def test_a_regular_is_spelt_changed_and_taken_out(bench, kept):
    open_service(bench)
    choose(bench, "service.settings")
    choose(bench, "service.regulars")
    choose(bench, "service.regulars.new")
    spell(bench, "Jörg-Uwe")
    assert bench.table.desk.config.regulars == ("Jörg-Uwe",)
    choose(bench, "Jörg-Uwe")
    for _ in range(4):
        bench.press(HOLDS[2])
    bench.press(HOLDS[4])
    assert bench.table.desk.config.regulars == ("Jörg",)
    bench.press(HOLDS[0])
    assert bench.table.desk.config.regulars == ("Jörg",)  # only a long press takes out
    bench.press(HOLDS[0], long=True)
    assert bench.table.desk.config.regulars == ()


def test_the_displayed_name_of_the_game_is_a_setting(bench, kept):
    open_service(bench)
    choose(bench, "service.settings")
    choose(bench, "service.game_name")
    bench.press(HOLDS[2], long=True)
    spell(bench, "Pasch")
    assert load(bench.folder, Config()).names == {"kniffel": "Pasch"}


@pytest.mark.parametrize(
    "text", ["no json", '{"language": "fr"}', '{"sound": {"muted": ["brass"]}}', "[]", '{"sound": 3}']
)
def test_settings_that_make_no_sense_are_refused_by_name(tmp_path, text):
    (tmp_path / "settings.json").write_text(text)
    with pytest.raises(BadSettings, match=r"settings\.json"):
        load(tmp_path, Config())


def test_buttons_are_counted_and_lamps_switched(bench, kept):
    open_service(bench)
    choose(bench, "service.buttons")
    assert set(bench.panel.lamps.values()) == {Light.ON}
    for button in PANEL_BUTTONS:
        bench.press(button)
    view = bench.window.screen.view
    assert isinstance(view, ServiceButtonsView) and view.counts == (1,) * 9
    assert set(bench.panel.lamps.values()) == {Light.OFF}
    bench.press(Button.OK)
    assert bench.panel.lamps[Button.OK] is Light.ON


def test_a_button_held_down_is_shown_while_it_is(bench, kept):
    open_service(bench)
    choose(bench, "service.buttons")
    bench.panel.press(HOLDS[3], bench.clock(), long=True)
    bench.table.step()
    assert bench.window.screen.view.pressed[3]
    bench.clock.wait(1.0)
    bench.table.step()
    assert not any(bench.window.screen.view.pressed)


def _picture(level):
    image = np.full((240, 320, 3), level, np.uint8)
    image[:, ::8] = min(255, level + 40)
    return image


@pytest.mark.parametrize(("level", "word"), [(8, "dark"), (120, "good"), (240, "bright")])
def test_the_light_page_says_in_a_word_how_it_is(bench, kept, level, word):
    kept.frame = lambda: Frame(_picture(level), 1.0, 1)
    open_service(bench)
    choose(bench, "service.light")
    view = bench.window.screen.view
    assert isinstance(view, ServiceCameraView)
    assert dict(view.rows)[msg("service.light")] == msg(f"service.light.{word}")


def test_the_camera_page_follows_the_camera(bench, kept):
    frames = iter(range(1, 100))
    kept.frame = lambda: Frame(_picture(100), bench.clock(), next(frames))
    open_service(bench)
    choose(bench, "service.camera")
    first = bench.window.screen.view.picture.number
    bench.clock.wait(1.0)
    bench.table.step()
    assert bench.window.screen.view.picture.number > first
    kept.frame = lambda: None
    bench.clock.wait(1.0)
    bench.table.step()
    assert bench.window.screen.view.picture is None


def test_calibration_is_offered_where_there_is_one_and_says_what_it_found(bench, kept):
    kept.frame = lambda: Frame(_picture(100), 1.0, 1)
    open_service(bench)
    choose(bench, "service.calibrate")
    assert Button.OK not in bench.scene.allowed()
    bench.press(Button.BACK)
    kept.calibrate = lambda frame: ((True, "four corners"), (False, "light"))
    choose(bench, "service.calibrate")
    bench.press(Button.OK)
    assert bench.window.screen.view.findings == ((True, "four corners"), (False, "light"))


def test_the_landlord_calibrates_as_the_command_does_and_the_eye_uses_it_at_once(bench, kept):
    taken = []
    camera = SimulatedCamera(SimulatedTray(count=0, seed=4), wait=lambda seconds: None)
    kept.frame = camera.capture
    kept.calibrate = from_the_menu(bench.folder, taken.append)
    open_service(bench)
    choose(bench, "service.calibrate")
    bench.press(Button.OK)
    said = [(fits, text.key) for fits, text in bench.window.screen.view.findings]
    assert said[0] == (True, "calibrate.tray.found") and said[-1] == (True, "calibrate.stored.short")
    stored = calibrations.load(bench.folder)
    assert len(taken) == 1 and stored.corners == pytest.approx(taken[0].corners, abs=0.01)
    kept.frame = lambda: Frame(np.zeros((480, 640, 3), np.uint8), bench.clock(), 99)
    bench.clock.wait(1)
    bench.table.step()
    bench.press(Button.OK)
    said = [(fits, text.key) for fits, text in bench.window.screen.view.findings]
    assert said == [(False, "calibrate.tray.dark"), (False, "calibrate.not_stored")]
    assert len(taken) == 1 and calibrations.load(bench.folder).size == stored.size


def test_calibrating_anew_keeps_a_lens_that_was_measured(tmp_path):
    picture = SimulatedCamera(SimulatedTray(count=0, seed=4), wait=lambda seconds: None).capture().image
    lens = Lens((900.0, 901.0, 640.0, 480.0), (-0.1, 0.02, 0.0, 0.0, 0.0), 0.3, 8)
    calibrate(tmp_path, [picture], lens)
    calibrate(tmp_path, [picture])
    assert calibrations.load(tmp_path).lens == lens


def test_a_disk_that_takes_no_calibration_is_said_in_one_line(tmp_path):
    (tmp_path / "file").write_text("in the way")
    look = from_the_menu(tmp_path / "file", lambda calibration: None)
    frame = SimulatedCamera(SimulatedTray(count=0, seed=4), wait=lambda seconds: None).capture()
    assert [(fits, text.key) for fits, text in look(frame)] == [(False, "calibrate.refused")]


def _machine(tmp_path, *, requests=True, stick=True):
    (tmp_path / "proc").mkdir()
    (tmp_path / "media" / "STICK").mkdir(parents=True)
    line = "/dev/sda1 /media/STICK vfat rw 0 0\n" if stick else ""
    (tmp_path / "proc" / "mounts").write_text(f"/dev/mmcblk0p2 / ext4 rw 0 0\n{line}")
    run = tmp_path / "run"
    (run / "requests").mkdir(parents=True) if requests else run.mkdir()
    return Machine(tmp_path, {"RUNTIME_DIRECTORY": f"{run}:{run}/requests"})


def _finish(bench):
    """Until the work beside the loop is over and said."""
    if bench.scene.task is not None:
        bench.scene.task.wait(20)
    bench.table.step()


def test_games_go_to_the_stick_as_csv_and_json(bench, kept, tmp_path_factory):
    root = tmp_path_factory.mktemp("machine")
    kept.machine = _machine(root)
    bench.start(book="yatzy", options={})
    bench.play_turn()
    open_service(bench)
    choose(bench, "service.stick")
    bench.panel.press(Button.OK, bench.clock())
    bench.table.step()
    _finish(bench)
    assert bench.window.screen.view.entries[0].detail.key == "service.stick.exported"
    (folder,) = (root / "media" / "STICK").iterdir()
    rows = [json.loads(line) for line in (folder / "games.jsonl").read_text().splitlines()]
    assert [row["book"] for row in rows] == ["yatzy"]
    assert (folder / "games.csv").read_text().startswith("game,book,state,part,player,cell,points")


def test_a_stick_that_takes_nothing_is_named_on_the_screen(bench, kept, tmp_path_factory):
    root = tmp_path_factory.mktemp("machine")
    kept.machine = _machine(root)
    open_service(bench)
    choose(bench, "service.stick")
    (root / "media" / "STICK").rmdir()
    bench.panel.press(Button.OK, bench.clock())
    bench.table.step()
    _finish(bench)
    details = [entry.detail.key for entry in bench.window.screen.view.entries]
    assert "service.stick.refused" in details


def test_without_a_stick_it_asks_for_one_and_notices_it(bench, kept, tmp_path_factory):
    root = tmp_path_factory.mktemp("machine")
    kept.machine = _machine(root, stick=False)
    open_service(bench)
    choose(bench, "service.stick")
    assert keys_of(bench.window.screen.view) == ["service.stick.none"]
    assert lit_arrows(bench) == set(), "a lone line cannot be left"
    (root / "proc" / "mounts").write_text("/dev/sda1 /media/STICK vfat rw 0 0\n")
    bench.table.step()
    bench.table.step()
    assert keys_of(bench.window.screen.view) == ["service.stick.export", "service.stick.update"]


def test_an_update_is_taken_only_by_a_long_press_and_where_there_is_a_hook(bench, kept, tmp_path_factory):
    taken = []
    kept.machine = _machine(tmp_path_factory.mktemp("machine"))
    open_service(bench)
    choose(bench, "service.stick")
    bench.press(Button.DOWN)
    bench.press(Button.OK, long=True)
    assert taken == []
    kept.update = lambda stick: taken.append(stick.name) or msg("service.off.done")
    bench.press(Button.OK)
    assert taken == []
    bench.panel.press(Button.OK, bench.clock(), long=True)
    for _ in range(12):
        bench.table.step()
        bench.clock.wait(0.1)
    _finish(bench)
    assert taken == ["STICK"]


def test_switching_off_and_the_clock_are_asked_of_the_system(bench, kept, tmp_path_factory):
    root = tmp_path_factory.mktemp("machine")
    kept.machine = _machine(root)
    open_service(bench)
    choose(bench, "service.clock")
    year = time.localtime().tm_year
    bench.press(HOLDS[1])
    choose(bench, "service.clock.set", long=True)
    asked = (root / "run" / "requests" / "set-clock").read_text()
    assert asked.startswith(str(year + 1)) and len(asked.strip()) == 19
    choose(bench, "service.off")
    assert not (root / "run" / "requests" / "power-off").exists()
    bench.press(Button.OK, long=True)
    assert (root / "run" / "requests" / "power-off").exists()


def test_on_a_machine_that_takes_no_requests_switching_off_ends_the_table(bench, kept, tmp_path_factory):
    kept.machine = _machine(tmp_path_factory.mktemp("machine"), requests=False)
    ended = []
    kept.quit = lambda: ended.append(True)
    open_service(bench)
    choose(bench, "service.clock")
    choose(bench, "service.clock.set", long=True)
    assert bench.table.desk.notice == msg("service.refused")
    bench.press(Button.BACK)
    choose(bench, "service.off", long=True)
    assert ended == [True]
