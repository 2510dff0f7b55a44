"""Updates by stick: what is not signed, or not newer, is refused by name before anything of it is unpacked."""

import io
import json
import tarfile

import pytest

from table import taking_updates, updates
from table.cli import main
from table.machine import Machine
from table.updates import UpdateRefused


@pytest.fixture(scope="module")
def keys(tmp_path_factory):
    return updates.make_key(tmp_path_factory.mktemp("keys"))


def payload(path, **files):
    with tarfile.open(path, "w:gz") as archive:
        for name, text in files.items():
            member = tarfile.TarInfo(name.replace("__", "/"))
            member.size = len(text)
            archive.addfile(member, io.BytesIO(text.encode()))
    return path


def signed(folder, keys, version="0.2.0", **files):
    path = folder / f"knobeltisch-{version}.update"
    updates.make(payload(folder / "payload", **(files or {"systemd__install.sh": "exit 0\n"})), version, keys[0], path)
    return path


def reason(path, key):
    with pytest.raises(UpdateRefused) as caught:
        updates.check(path, key)
    return caught.value.reason


def test_a_signed_update_is_unpacked_as_it_was_made(tmp_path, keys):
    update = updates.check(signed(tmp_path, keys), keys[1])
    assert update.version == "0.2.0"
    updates.unpack(update, tmp_path / "out")
    assert (tmp_path / "out/systemd/install.sh").read_text() == "exit 0\n"


def test_every_byte_of_it_counts(tmp_path, keys):
    """A byte changed anywhere is refused, in the head, the signature or the rest."""
    path = signed(tmp_path, keys)
    whole = path.read_bytes()
    for place in range(0, len(whole), 7):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert reason(path, keys[1]) in ("foreign", "unsigned", "damaged"), place
    path.write_bytes(whole[:-1])
    assert reason(path, keys[1]) == "damaged"


def test_the_signature_is_checked_before_the_rest_is_even_read(tmp_path, keys, monkeypatch):
    other = updates.make_key(tmp_path)
    path = signed(tmp_path, other)
    monkeypatch.setattr(updates, "_digest", lambda *_: pytest.fail("read before the signature was checked"))
    monkeypatch.setattr(tarfile, "open", lambda *_, **__: pytest.fail("unpacked before the signature was checked"))
    assert reason(path, keys[1]) == "unsigned"


@pytest.mark.parametrize("text", [b"", b"something else\n", updates.MAGIC, updates.MAGIC + b"{}\nno base 64!\n"])
def test_what_is_no_update_or_carries_no_signature_is_refused(tmp_path, keys, text):
    path = tmp_path / "knobeltisch-9.update"
    path.write_bytes(text)
    assert reason(path, keys[1]) in ("foreign", "unsigned")


def test_without_a_key_nothing_is_taken(tmp_path, keys):
    path = signed(tmp_path, keys)
    assert reason(path, tmp_path / "not-there") == "no_key"
    (tmp_path / "odd").write_text("no key")
    assert reason(path, tmp_path / "odd") == "no_key"


@pytest.mark.parametrize(
    ("version", "running", "wanted"),
    [("0.2.0", "0.2.0", "same"), ("0.2.0", "0.10.0", "older"), ("0.9.9", "1.0.0", "older"), ("0.10.0", "0.9.0", None)],
)
def test_only_newer_versions_are_taken_by_number_not_by_letter(tmp_path, keys, version, running, wanted):
    update = updates.check(signed(tmp_path, keys, version), keys[1])
    try:
        updates.check_newer(update, running)
        assert wanted is None
    except UpdateRefused as error:
        assert error.reason == wanted


def test_a_signed_archive_with_a_link_or_a_way_out_is_not_unpacked(tmp_path, keys):
    for name, kind in (("link", tarfile.SYMTYPE), ("../out", tarfile.REGTYPE)):
        with tarfile.open(tmp_path / "odd", "w:gz") as archive:
            member = tarfile.TarInfo(name)
            member.type, member.linkname = kind, "/etc/passwd"
            archive.addfile(member, io.BytesIO())
        path = tmp_path / "knobeltisch-0.2.0.update"
        updates.make(tmp_path / "odd", "0.2.0", keys[0], path)
        place = tmp_path / "place"
        place.mkdir(exist_ok=True)
        with pytest.raises(UpdateRefused, match=r"neither|leads out"):
            updates.unpack(updates.check(path, keys[1]), place)
        assert list(place.iterdir()) == []


# From the stick -------------------------------------------------------------------------------------------------------


class Caretaking(Machine):
    """A machine whose caretaker gives the next answer as soon as he is asked."""

    def __init__(self, root, answer):
        (root / "run/requests").mkdir(parents=True)
        super().__init__(root, {"RUNTIME_DIRECTORY": f"{root}/run:{root}/run/requests"})
        self.asked = False
        self.seen = None
        self._said, self._data = answer, root / "data"
        self._data.mkdir()

    def install_update(self):
        super().install_update()
        self.asked = True
        self.seen = (self._data / "incoming.update").read_bytes()
        self.note = (self._data / taking_updates.NOTE).read_text()

    def answer(self):
        return self._said if self.asked else "set-clock done"


def from_stick(machine, tmp_path, keys, running="0.1.0"):
    stick = tmp_path / "stick"
    stick.mkdir(exist_ok=True)
    now = [0.0]

    def wait(seconds):
        now[0] += 60

    return taking_updates.from_stick(
        stick, machine, tmp_path / "data", key=keys[1], running=running, clock=lambda: now[0], wait=wait
    )


def test_the_newest_signed_update_on_the_stick_is_laid_down_and_asked_for(tmp_path, keys):
    stick = tmp_path / "stick"
    stick.mkdir()
    for version in ("0.2.0", "0.10.0", "0.9.0"):
        signed(stick, keys, version)
    (stick / "knobeltisch-9.9.9.update").write_bytes(b"from somebody else")
    machine = Caretaking(tmp_path, "update done 0.10.0")
    said = from_stick(machine, tmp_path, keys)
    assert said.key == "service.update.done" and dict(said.params)["version"] == "0.10.0"
    assert machine.seen == (stick / "knobeltisch-0.10.0.update").read_bytes()
    assert json.loads(machine.note) == {"to": "0.10.0"}
    assert list((tmp_path / "data").iterdir()) == []


@pytest.mark.parametrize(
    ("version", "running", "key"),
    [
        (None, "0.1.0", "service.update.none"),
        ("0.2.0", "0.3.0", "service.update.older"),
        ("0.2.0", "0.2.0", "service.update.same"),
    ],
)
def test_what_need_not_be_tried_is_refused_before_the_system_is_asked(tmp_path, keys, version, running, key):
    (tmp_path / "stick").mkdir()
    if version:
        signed(tmp_path / "stick", keys, version)
    machine = Caretaking(tmp_path, "")
    assert from_stick(machine, tmp_path, keys, running).key == key
    assert not machine.asked


def test_a_refusal_of_the_caretaker_is_said_with_its_reason(tmp_path, keys):
    (tmp_path / "stick").mkdir()
    signed(tmp_path / "stick", keys)
    machine = Caretaking(tmp_path, "update refused failed rolled back to 0.1.0-abc")
    said = from_stick(machine, tmp_path, keys)
    assert said.key == "service.update.failed" and dict(said.params)["detail"] == "rolled back to 0.1.0-abc"


def test_a_caretaker_who_never_answers_is_given_up(tmp_path, keys):
    (tmp_path / "stick").mkdir()
    signed(tmp_path / "stick", keys)
    assert from_stick(Caretaking(tmp_path, "set-clock done"), tmp_path, keys).key == "service.update.failed"


def test_a_stick_pulled_out_in_the_middle_is_no_end_of_the_table(tmp_path, keys, monkeypatch):
    (tmp_path / "stick").mkdir()
    path = signed(tmp_path / "stick", keys)
    checked = updates.check

    def check_and_pull(*words):
        found = checked(*words)
        path.unlink()
        return found

    monkeypatch.setattr(updates, "check", check_and_pull)
    assert from_stick(Caretaking(tmp_path, ""), tmp_path, keys).key == "service.update.no_room"


def test_after_the_restart_it_says_once_which_version_it_is(tmp_path):
    for running, key in (("0.2.0", "service.update.done"), ("0.1.0", "service.update.failed")):
        (tmp_path / taking_updates.NOTE).write_text('{"to": "0.2.0"}')
        (tmp_path / "incoming.update").write_text("…")
        assert taking_updates.news(tmp_path, running).key == key
        assert taking_updates.news(tmp_path, running) is None
        assert list(tmp_path.iterdir()) == []
    (tmp_path / taking_updates.NOTE).write_text("")
    assert taking_updates.news(tmp_path, "0.2.0") is None


def test_the_command_makes_keys_and_says_what_an_update_is(tmp_path, keys, capsys):
    assert main(["update", "key", str(tmp_path / "mine")]) == 0
    assert (tmp_path / "mine/update.key").stat().st_mode & 0o077 == 0
    assert main(["update", "key", str(tmp_path / "mine")]) == 2  # a key is never overwritten
    path = signed(tmp_path, keys)
    capsys.readouterr()
    assert main(["update", "check", str(path), "--key", str(keys[1])]) == 0
    assert "version 0.2.0, signed" in capsys.readouterr().out
    assert main(["update", "check", str(path), "--key", str(tmp_path / "mine/update.pub")]) == 1
    assert "not signed" in capsys.readouterr().err
