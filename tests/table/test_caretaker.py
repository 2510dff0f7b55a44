"""What the system does for the table: each request once, and nothing that a hostile table could make of it."""

import io
import os
import tarfile
import time
from pathlib import Path

import pytest

from table import updates
from table.caretaker import Caretaker
from table.machine import REQUESTS, Machine


@pytest.fixture(scope="module")
def keys(tmp_path_factory):
    return updates.make_key(tmp_path_factory.mktemp("keys"))


@pytest.fixture
def house(tmp_path, keys):
    """A caretaker over scratch folders, and the table's machine that asks him; `calls`, `clocks` are what he did."""

    class House:
        run = tmp_path / "run/knobeltisch"
        data = tmp_path / "data"
        calls, clocks, code, output = [], [], 0, "all well\n"
        unpacked = None

    (House.run / "requests").mkdir(parents=True)
    House.data.mkdir()
    House.machine = Machine(tmp_path, {"RUNTIME_DIRECTORY": f"{House.run}:{House.run}/requests"})

    def call(words):
        House.calls.append(words)
        if words[0] == "bash":
            units = Path(words[1]).parent
            House.unpacked = {path.name: path.read_text() for path in units.iterdir()}
        return House.code, House.output

    House.caretaker = Caretaker(
        House.run / "requests",
        House.data,
        tmp_path / "own",
        tmp_path / "run/knobeltisch-caretaker",
        keys[1],
        "0.1.0",
        call,
        House.clocks.append,
    )
    return House


def ask(house, name, text=""):
    (house.run / "requests" / name).write_text(text)
    house.caretaker.serve()
    return house.machine.answer()


def test_the_clock_is_set_to_local_time(house):
    at = time.strptime("2026-11-30 20:15:00", "%Y-%m-%d %H:%M:%S")
    house.machine.set_clock(at)
    house.caretaker.serve()
    assert [time.localtime(clock)[:6] for clock in house.clocks] == [(2026, 11, 30, 20, 15, 0)]
    assert house.machine.answer() == "set-clock done 2026-11-30 20:15:00"


@pytest.mark.parametrize(
    "text", ["", "now", "2026-13-01 00:00:00", "1999-01-01 00:00:00", "2026-11-30 20:15:00; reboot", "9" * 5000, "\x00"]
)
def test_a_time_that_is_none_is_refused(house, text):
    assert ask(house, "set-clock", text).startswith("set-clock refused failed")
    assert house.clocks == []


def test_switching_off_is_left_to_systemd(house):
    house.machine.power_off()
    house.caretaker.serve()
    assert house.calls == [["systemctl", "--no-block", "poweroff"]]


def test_a_request_is_taken_once_and_others_are_left_alone(house):
    (house.run / "requests" / "format-the-disk").write_text("yes")
    house.machine.power_off()
    house.caretaker.serve()
    house.caretaker.serve()
    assert len(house.calls) == 1
    assert [path.name for path in (house.run / "requests").iterdir()] == ["format-the-disk"]


@pytest.mark.parametrize("name", REQUESTS)
def test_links_pipes_and_folders_are_no_requests_and_are_gone_afterwards(house, tmp_path, name):
    place = house.run / "requests" / name
    secret = tmp_path / "secret"
    secret.write_text("2026-11-30 20:15:00")
    for make in (lambda: place.symlink_to(secret), lambda: os.mkfifo(place), place.mkdir):
        make()
        house.caretaker.serve()
        assert not os.path.lexists(place)
    assert secret.exists() and house.calls == [] and house.clocks == []


def test_a_requests_folder_that_is_a_link_is_not_followed(house, tmp_path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "power-off").touch()
    (house.run / "requests").rmdir()
    (house.run / "requests").symlink_to(elsewhere)
    house.caretaker.serve()
    assert house.calls == [] and (elsewhere / "power-off").exists()


# Updates ----------------------------------------------------------------------------------------------------------------


def lay(house, keys, version="0.2.0", folder=None):
    scratch = folder or house.data.parent
    with tarfile.open(scratch / "payload", "w:gz") as archive:
        member = tarfile.TarInfo("systemd/install.sh")
        member.size = 7
        archive.addfile(member, io.BytesIO(b"exit 0\n"))
    updates.make(scratch / "payload", version, keys[0], house.data / "incoming.update")


def test_a_signed_update_runs_its_own_installer_from_a_place_of_roots_own(house, keys, tmp_path):
    lay(house, keys)
    assert ask(house, "update") == "update done 0.2.0"
    ((shell, script, word),) = house.calls
    assert (shell, word) == ("bash", "install") and script.startswith(str(tmp_path / "own"))
    assert house.unpacked == {"install.sh": "exit 0\n"}
    assert list((tmp_path / "own").iterdir()) == [] and list(house.data.iterdir()) == []


def test_an_update_that_rolled_back_is_told_with_the_installers_last_line(house, keys):
    lay(house, keys)
    house.code, house.output = 1, "the table does not come up with 0.2.0-x\nrolled back to 0.1.0-y\n"
    assert ask(house, "update") == "update refused failed rolled back to 0.1.0-y"


@pytest.mark.parametrize("version", ["0.1.0", "0.0.9"])
def test_what_is_not_newer_is_refused_by_the_caretaker_too(house, keys, version):
    lay(house, keys, version)
    assert ask(house, "update").split()[2] in ("same", "older")
    assert house.calls == []


def test_an_unsigned_update_is_never_unpacked(house, tmp_path):
    lay(house, updates.make_key(tmp_path))
    assert ask(house, "update").startswith("update refused unsigned")
    assert house.calls == [] and list((tmp_path / "own").iterdir()) == []


def test_an_update_that_is_a_link_or_not_there_is_refused(house, tmp_path):
    assert ask(house, "update").startswith("update refused none")
    (house.data / "incoming.update").symlink_to(tmp_path / "secret")
    (tmp_path / "secret").write_text("root's own")
    assert ask(house, "update").startswith("update refused no_room")
    assert (tmp_path / "secret").exists()
