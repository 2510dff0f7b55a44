"""The installer in a scratch root: twice, upgraded, upgraded to what does not work, and removed."""

import os
import shutil
import subprocess

import pytest

from tests.systemd.installing import ROOT, Machine


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path)


def ok(done):
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_it_installs_and_starts_the_table(machine):
    ok(machine.install())
    assert machine.current.startswith("0.1.0-")
    assert os.readlink(machine.opt / "bin") == "current/bin"
    assert machine.is_running
    assert machine.config.read_bytes() == (ROOT / "systemd" / "knobeltisch.toml").read_bytes()
    units = sorted(path for path in (ROOT / "systemd").iterdir() if path.suffix in (".service", ".timer", ".path"))
    assert len(units) == 6
    for path in units:
        assert (machine.root / "etc/systemd/system" / path.name).read_bytes() == path.read_bytes()
    rules = machine.root / "etc/udev/rules.d/90-knobeltisch.rules"
    assert rules.read_bytes() == (ROOT / "systemd" / "knobeltisch.rules").read_bytes()
    assert (machine.state / "passwd").read_text() == "knobeltisch\n"
    assert (machine.state / "member").read_text().split() == ["video", "render", "input", "gpio", "audio"]
    assert "systemctl mask ctrl-alt-del.target" in machine.calls("systemctl")


def test_a_stick_is_looked_at_after_the_system_knows_what_it_is(machine):
    """Where the first versions put their rule, no stick had a file system yet; an upgrade takes it away."""
    old = machine.root / "etc/udev/rules.d/60-knobeltisch.rules"
    old.parent.mkdir(parents=True)
    old.touch()
    ok(machine.install())
    assert sorted(path.name for path in old.parent.iterdir()) == ["70-power-switch.rules", "90-knobeltisch.rules"]


def test_a_keyboard_reaches_nothing_past_the_table(machine):
    """No login, no burst of Ctrl-Alt-Del, no SysRq, no power key."""
    ok(machine.install())
    etc = machine.root / "etc"
    assert "NAutoVTs=0" in (etc / "systemd/logind.conf.d/knobeltisch.conf").read_text()
    assert "CtrlAltDelBurstAction=none" in (etc / "systemd/system.conf.d/knobeltisch.conf").read_text()
    assert "kernel.sysrq = 0" in (etc / "sysctl.d/60-knobeltisch.conf").read_text()
    power = (etc / "udev/rules.d/70-power-switch.rules").read_text()
    assert power.count('TAG+="power-switch"') == power.count('ENV{ID_BUS}!="usb"') == 2
    ok(machine.uninstall())
    assert list(etc.rglob("*knobeltisch.conf")) == list(etc.rglob("*.rules")) == []


def test_a_second_time_changes_nothing_and_stops_nobody(machine):
    ok(machine.install())
    before = machine.tree()
    (machine.state / "calls").write_text("")
    assert "is already there" in ok(machine.install())
    assert machine.tree() == before
    assert machine.calls("apt-get") == machine.calls("useradd") == machine.calls("groupadd") == []
    assert "systemctl stop knobeltisch.service" not in machine.calls("systemctl")


def test_an_upgrade_keeps_config_and_data_and_one_version_before(machine):
    ok(machine.install())
    first = machine.current
    machine.config.write_text('language = "en"\n')
    (machine.data / "journal.sqlite3").write_text("games")
    machine.version("0.2.0", "good")
    ok(machine.install())
    second = machine.current
    machine.version("0.3.0", "good")
    ok(machine.install())
    assert machine.versions == [second, machine.current] and first not in machine.versions
    assert machine.config.read_text() == 'language = "en"\n'
    assert (machine.data / "journal.sqlite3").read_text() == "games"
    assert machine.is_running


@pytest.mark.parametrize("flavour", ["unbuildable", "dumb", "fussy", "forgetful"])
def test_a_version_that_does_not_prove_itself_never_runs(machine, flavour):
    """It can't be built, does not start, refuses the config, or does not fold the journal."""
    ok(machine.install())
    before = machine.tree()
    (machine.state / "calls").write_text("")
    machine.version("0.2.0", flavour)
    done = machine.install()
    assert done.returncode == 1
    assert "goes on" in done.stdout + done.stderr
    assert machine.tree() == before
    assert machine.is_running
    assert "systemctl stop knobeltisch.service" not in machine.calls("systemctl")


def test_a_version_that_does_not_come_up_is_rolled_back_with_its_journal(machine):
    ok(machine.install())
    first = machine.current
    (machine.data / "journal.sqlite3").write_text("games")
    machine.version("0.2.0", "broken")
    (machine.source / "systemd" / "knobeltisch.service").write_text("[Service]\nExecStart=/new\n")
    done = machine.install()
    assert done.returncode == 1
    assert f"rolled back to {first}" in done.stderr
    assert machine.current == first and machine.versions == [first]
    assert machine.is_running
    assert (machine.data / "journal.sqlite3").read_text() == "games"
    unit = machine.root / "etc/systemd/system/knobeltisch.service"
    assert unit.read_bytes() == (ROOT / "systemd" / "knobeltisch.service").read_bytes()


def from_a_stick(machine, number, flavour):
    """The checkout is an unpacked update: it brings itself as a wheel."""
    machine.version(number, flavour)
    (machine.source / "wheels").mkdir()
    (machine.source / "wheels" / f"knobeltisch-{number}-py3-none-any.whl").write_text(flavour)


def test_an_update_from_a_stick_needs_no_network_and_keeps_the_packages_that_are_there(machine):
    ok(machine.install())
    library = machine.opt / "current" / "lib" / "python3.13" / "site-packages"
    for name in ("msgspec", "table", "pip", "knobeltisch-0.1.0.dist-info"):
        (library / name).mkdir(parents=True)
    (machine.state / "calls").write_text("")
    from_a_stick(machine, "0.2.0", "good")
    ok(machine.install())
    assert machine.current.startswith("0.2.0-") and machine.is_running
    assert [path.name for path in (machine.opt / "current" / "lib/python3.13/site-packages").iterdir()] == ["msgspec"]
    (pip,) = [call for call in machine.calls("python-in-venv") if "pip install" in call]
    assert "--no-index" in pip and f"--find-links {machine.source / 'wheels'}" in pip
    assert machine.calls("apt-get") == []


@pytest.mark.parametrize("flavour", ["broken", "forgetful", "unbuildable"])
def test_an_update_from_a_stick_that_does_not_work_leaves_the_old_version_running(machine, flavour):
    ok(machine.install())
    first = machine.current
    (machine.data / "journal.sqlite3").write_text("games")
    from_a_stick(machine, "0.2.0", flavour)
    assert machine.install().returncode == 1
    assert machine.current == first and machine.versions == [first] and machine.is_running
    assert (machine.data / "journal.sqlite3").read_text() == "games"


def test_the_key_that_checks_updates_stays_the_one_that_is_there(machine):
    (machine.source / "update.pub").write_text("mine")
    ok(machine.install())
    key = machine.root / "etc/knobeltisch/update.pub"
    assert key.read_text() == "mine"
    (machine.source / "update.pub").write_text("another")
    ok(machine.install())
    assert key.read_text() == "mine"


def test_uninstalling_keeps_settings_and_games(machine):
    ok(machine.install())
    (machine.data / "journal.sqlite3").write_text("games")
    ok(machine.uninstall())
    assert not machine.opt.exists() and not machine.is_running
    assert list((machine.root / "etc/systemd/system").iterdir()) == []
    assert machine.config.exists()
    assert (machine.data / "journal.sqlite3").read_text() == "games"
    ok(machine.uninstall())
    ok(machine.install())
    assert (machine.data / "journal.sqlite3").read_text() == "games"


def test_the_camera_comes_from_apt_where_apt_has_it(tmp_path):
    machine = Machine(tmp_path, known=("python3-picamera2", "python3-lgpio", "python3-gpiozero"))
    ok(machine.install())
    packages = (machine.state / "packages").read_text().split()
    assert {"python3-picamera2", "python3-lgpio", "python3-gpiozero"} <= set(packages)
    assert "python3-libcamera" not in packages


@pytest.mark.parametrize("there", [True, False])
def test_on_plain_debian_13_it_is_tried_from_pypi(tmp_path, there):
    machine = Machine(tmp_path, release="13")
    if there:
        (machine.state / "pypi-has-picamera2").touch()
    said = ok(machine.install())
    assert "only in Raspberry Pi's own repository; taking PyPI's" in said
    assert "python3-libcamera" in (machine.state / "packages").read_text()
    assert ("going on without the Pi's camera" in said) is not there
    assert ("going on without the pins" in said) is not there
    assert (machine.opt / "current" / "pykms.py").exists() is there


@pytest.mark.parametrize(("release", "has"), [("12", False), ("13", True)])
def test_growing_waits_between_restarts_where_systemd_knows_them(tmp_path, release, has):
    machine = Machine(tmp_path, release=release)
    ok(machine.install())
    drop_in = machine.root / "etc/systemd/system/knobeltisch.service.d/back-off.conf"
    assert drop_in.exists() is has
    ok(machine.uninstall())
    assert not drop_in.parent.exists()


def test_on_plain_debian_12_it_goes_on_without(tmp_path):
    machine = Machine(tmp_path, release="12")
    said = ok(machine.install())
    assert "USB cameras work" in said
    assert "no python3-lgpio" in said


def test_without_systemd_running_it_installs_and_starts_nothing(tmp_path):
    machine = Machine(tmp_path, systemd=False)
    ok(machine.install())
    assert machine.current
    assert [call for call in machine.calls("systemctl") if "start" in call or "daemon-reload" in call] == []
    assert "systemctl enable knobeltisch.service knobeltisch-backup.timer knobeltisch-caretaker.path" in machine.calls(
        "systemctl"
    )


def test_the_common_games_are_solved_last_so_that_guests_need_not_wait(machine):
    ok(machine.install())
    assert machine.calls("solve") == [f"solve solve --common --missing --data {machine.data}"]
    assert machine.is_running


def test_a_table_whose_best_play_could_not_be_solved_is_installed_all_the_same(machine):
    machine.version("0.2.0", "ignorant")
    assert "could not be solved" in ok(machine.install())
    assert machine.is_running


def test_a_dry_run_touches_nothing(machine):
    before = machine.tree()
    said = ok(machine.install("--dry-run"))
    assert machine.tree() == before
    assert (machine.state / "packages").read_text() == ""
    assert "would run: apt-get update" in said and "would build: " in said


def test_without_root_it_says_what_to_type():
    if os.geteuid() == 0:
        command = ["setpriv", "--reuid=65534", "bash", str(ROOT / "systemd" / "install.sh"), "install"]
        if shutil.which("setpriv") is None:
            pytest.skip("setpriv is not on this machine")
    else:
        command = ["bash", str(ROOT / "systemd" / "install.sh"), "install"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr == "install.sh: needs root: sudo make install\n"


def test_shellcheck_finds_nothing():
    tool = shutil.which("shellcheck")
    if tool is None:
        pytest.skip("shellcheck is not on this machine: sudo apt install shellcheck")
    scripts = [str(path) for path in sorted((ROOT / "systemd").glob("*.sh"))]
    done = subprocess.run([tool, *scripts], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
