"""Updates by stick: what is not signed, or not newer, is refused by name before anything of it is unpacked."""

import base64
import gzip
import io
import json
import os
import random
import tarfile

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ed448, rsa
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import load_pem_private_key

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


# What nobody should have made -------------------------------------------------------------------------------------------


def pem(der):
    return b"-----BEGIN PUBLIC KEY-----\n" + base64.encodebytes(der) + b"-----END PUBLIC KEY-----\n"


def der_of(public):
    return base64.b64decode(b"".join(public.read_bytes().splitlines()[1:-1]))


def test_whatever_is_wrong_with_the_key_no_update_is_taken_and_the_key_is_named(tmp_path, keys):
    """Every byte of it changed, by which it also becomes a key of a kind that the library does not know."""
    path, odd, whole = signed(tmp_path, keys), tmp_path / "odd.pub", der_of(keys[1])
    for place in range(len(whole)):
        for other in (0, 0x7F, whole[place] ^ 1):
            odd.write_bytes(pem(whole[:place] + bytes([other]) + whole[place + 1 :]))
            if der_of(odd) != whole:
                assert reason(path, odd) in ("no_key", "unsigned"), place


@pytest.mark.parametrize(
    "kind", [lambda: rsa.generate_private_key(65537, 2048), ed448.Ed448PrivateKey.generate, lambda: "locked"]
)
def test_a_key_of_another_kind_neither_checks_nor_signs(tmp_path, keys, kind):
    private, path = kind(), signed(tmp_path, keys)
    lock = serialization.NoEncryption()
    if private == "locked":
        private = Ed25519PrivateKey.generate()
        lock = serialization.BestAvailableEncryption(b"secret")
    else:
        public = private.public_key()
        (tmp_path / "odd.pub").write_bytes(
            public.public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
        )
        assert reason(path, tmp_path / "odd.pub") == "no_key"
    (tmp_path / "odd.key").write_bytes(
        private.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, lock)
    )
    with pytest.raises(ValueError, match=r"odd\.key is no"):
        updates.make(tmp_path / "payload", "0.2.0", tmp_path / "odd.key", tmp_path / "out")


def member(name, kind=tarfile.REGTYPE, size=0, **fields):
    found = tarfile.TarInfo(name)
    found.type, found.size = kind, size
    for field, value in fields.items():
        setattr(found, field, value)
    return found


ODD_MEMBERS = {
    "hard link": [member("a", tarfile.LNKTYPE, linkname="/etc/passwd")],
    "device": [member("a", tarfile.CHRTYPE)],
    "pipe": [member("a", tarfile.FIFOTYPE)],
    "absolute": [member("/etc/x")],
    "folder outside": [member("a/../../b", tarfile.DIRTYPE)],
    "no name": [member("")],
    "the folder itself": [member(".")],
    "twice": [member("a"), member("a")],
    "below a file": [member("a"), member("a/b")],
    "file for a folder": [member("a", tarfile.DIRTYPE), member("a")],
    "long name": [member("x" * 300)],
    "zero in the name": [member("a", pax_headers={"path": "a\0b"})],
    "negative size": [member("a", pax_headers={"size": "-512"})],
    "huge": [member("a", pax_headers={"size": str(10**15)})],
    "holes": [member("a", pax_headers={"GNU.sparse.map": "0,1,99999999999,1", "GNU.sparse.size": "9"})],
}


@pytest.mark.parametrize("name", ODD_MEMBERS)
def test_a_signed_archive_that_cannot_be_one_is_called_damaged_and_not_the_disk_full(tmp_path, keys, name):
    with tarfile.open(tmp_path / "odd", "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for one in ODD_MEMBERS[name]:
            archive.addfile(one, io.BytesIO())
    path, place = tmp_path / "knobeltisch-0.2.0.update", tmp_path / "place"
    place.mkdir()
    updates.make(tmp_path / "odd", "0.2.0", keys[0], path)
    with pytest.raises(UpdateRefused) as refused:
        updates.unpack(updates.check(path, keys[1]), place)
    assert refused.value.reason == "damaged"
    assert sorted(found.name for found in tmp_path.rglob("*") if found.name == "b") == []


def test_a_signed_archive_may_be_damaged_anywhere_and_is_unpacked_or_refused(tmp_path, keys):
    luck = random.Random(3)
    whole = gzip.decompress(payload(tmp_path / "payload", **{"systemd__install.sh": "exit 0\n" * 300}).read_bytes())
    for n in range(300):
        raw = bytearray(whole)
        for _ in range(luck.randint(1, 6)):
            raw[luck.choice((luck.randrange(512), luck.randrange(len(raw))))] = luck.randrange(256)
        raw[148:156] = b"%06o\0 " % (sum(raw[:148]) + 256 + sum(raw[156:512]))
        (tmp_path / "odd").write_bytes(gzip.compress(bytes(raw), 1)[: luck.choice((None, luck.randrange(9, 200)))])
        path, place = tmp_path / "knobeltisch-0.2.0.update", tmp_path / f"place-{n}"
        place.mkdir()
        updates.make(tmp_path / "odd", "0.2.0", keys[0], path)
        try:
            updates.unpack(updates.check(path, keys[1]), place)
        except UpdateRefused as refused:
            assert refused.reason == "damaged"


@pytest.mark.parametrize(
    "head", [b"{}", b"[]", b"nope", b"\xff", b'{"version": "1.0", "sha256": ""}', b'{"version": 5, "sha256": ""}']
)
def test_a_signed_head_that_is_none_is_damaged(tmp_path, keys, head):
    private = load_pem_private_key(keys[0].read_bytes(), None)
    path = tmp_path / "knobeltisch-1.update"
    path.write_bytes(updates.MAGIC + head + b"\n" + base64.b64encode(private.sign(head)) + b"\nabc")
    assert reason(path, keys[1]) == "damaged"


ODD_FILES = {
    "folder": lambda path: path.mkdir(),
    "pipe": os.mkfifo,
    "link to nothing": lambda path: path.symlink_to("nothing"),
    "link to itself": lambda path: path.symlink_to(path.name),
    "link to a device": lambda path: path.symlink_to("/dev/zero"),
    "empty": lambda path: path.touch(),
    "noise": lambda path: path.write_bytes(os.urandom(5000)),
}


@pytest.mark.parametrize("name", [b"1", b" \xc3\xbc ", b"\n\n1", b"\xff\xfe", b"\x1b[31m"])
@pytest.mark.parametrize("kind", ODD_FILES)
def test_whatever_lies_on_a_stick_is_refused_in_one_line_that_the_screen_can_show(tmp_path, keys, caplog, name, kind):
    stick = tmp_path / "stick"
    stick.mkdir()
    ODD_FILES[kind](stick / f"knobeltisch-{os.fsdecode(name)}.update")
    said = from_stick(Caretaking(tmp_path, ""), tmp_path, keys)
    assert said.key in ("service.update.foreign", "service.update.damaged")
    detail = dict(said.params)["detail"]
    assert detail.isprintable() and detail in caplog.text


def test_a_data_folder_that_takes_nothing_is_said_and_nothing_is_asked_for(tmp_path, keys):
    (tmp_path / "stick").mkdir()
    signed(tmp_path / "stick", keys)
    for name in (".incoming.update", taking_updates.NOTE):
        house = tmp_path / name.strip(".")
        house.mkdir()
        machine = Caretaking(house, "")
        (house / "stick").symlink_to(tmp_path / "stick")
        (house / "data" / name).mkdir()
        assert from_stick(machine, house, keys).key == "service.update.no_room"
        assert not machine.asked
        assert [path.name for path in (house / "data").iterdir()] == [name]


@pytest.mark.parametrize(
    ("place", "escaped"),
    [
        (b"a b", b"a\\040b"),
        (b"a\nb", b"a\\012b"),
        (b"a\\b", b"a\\134b"),
        (b"\xff\xfe", b"\xff\xfe"),
        ("ä".encode(), "ä".encode()),
    ],
)
def test_a_stick_is_found_whatever_it_is_called(tmp_path, place, escaped):
    (tmp_path / "proc").mkdir()
    os.makedirs(os.path.join(os.fsencode(tmp_path), b"media", place))
    (tmp_path / "proc/mounts").write_bytes(b"\nodd\n/dev/sda1 /media/" + escaped + b" vfat rw 0 0\n")
    assert Machine(tmp_path, {}).sticks() == [tmp_path / "media" / os.fsdecode(place)]


@pytest.mark.parametrize(
    "text", ["", "[tool]\n", "project = 5\n", "[project]\nversion = 5\n", "[project\n", "[project]\nversion = '1'\n"]
)
def test_a_folder_that_is_no_checkout_is_no_update_and_one_line(tmp_path, keys, capsys, text):
    (tmp_path / "pyproject.toml").write_text(text)
    assert main(["update", "make", str(tmp_path), "--key", str(keys[0]), "--out", str(tmp_path)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
