"""The unit file: systemd itself finds nothing wrong with it, and it is as closed as it claims."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from table.machine import REQUESTS
from tests.systemd import exposure

UNIT = Path(__file__).parents[2] / "systemd" / "knobeltisch.service"
ANALYZE = shutil.which("systemd-analyze")
needs_systemd = pytest.mark.skipif(ANALYZE is None, reason="systemd-analyze is not on this machine")


def setting(name):
    found = re.search(rf"^{name}=(.*)$", UNIT.read_text(), re.MULTILINE)
    return found.group(1) if found else None


def test_the_watchdog_a_restart_and_an_own_user_are_set():
    assert setting("Type") == "notify"
    assert setting("WatchdogSec") == "10"
    assert setting("Restart") == "always"
    assert setting("StartLimitIntervalSec") == "0", "a table that failed often would stay dead"
    assert setting("OOMPolicy") == "continue"
    assert setting("User") == "knobeltisch"
    assert setting("StateDirectory") == "knobeltisch"


@needs_systemd
def test_systemd_finds_nothing_wrong(tmp_path):
    unit = tmp_path / UNIT.name
    unit.write_text(re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", UNIT.read_text(), flags=re.MULTILINE))
    done = subprocess.run([ANALYZE, "verify", str(unit)], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


@needs_systemd
def test_it_is_closed_up(tmp_path):
    done = subprocess.run(
        [ANALYZE, "security", "--offline=true", "--threshold=20", str(UNIT)], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout[-300:]


@needs_systemd
def test_all_that_is_counted_against_it_has_its_reason_on_the_page():
    _, against = exposure.judged("knobeltisch")
    page = exposure.PAGE.read_text(encoding="utf-8").split("<!-- /exposure -->")[1]
    names = {name.split("=")[0] for name in against}
    assert names, "systemd counts something against every service that has devices"
    assert sorted(name for name in names if f"`{name}=" not in page) == []


@needs_systemd
def test_the_figures_on_the_page_are_those_of_the_units(tmp_path):
    page = exposure.PAGE.read_text(encoding="utf-8")
    if f"systemd {exposure.version()}:" not in page:
        pytest.skip("written with another systemd; python -m tests.systemd.exposure")
    assert exposure.line() in page, "python -m tests.systemd.exposure"


@needs_systemd
def test_systemd_finds_nothing_wrong_with_the_backup_and_its_timer(tmp_path):
    for name in ("knobeltisch-backup.service", "knobeltisch-backup.timer"):
        text = (UNIT.parent / name).read_text()
        (tmp_path / name).write_text(re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", text, flags=re.MULTILINE))
    paths = [str(path) for path in tmp_path.iterdir()]
    done = subprocess.run([ANALYZE, "verify", *paths], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    closed = [ANALYZE, "security", "--offline=true", "--threshold=20", str(UNIT.parent / "knobeltisch-backup.service")]
    done = subprocess.run(closed, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-300:]


@needs_systemd
def test_systemd_finds_nothing_wrong_with_the_caretaker_and_the_sticks(tmp_path):
    for name in ("knobeltisch-caretaker.service", "knobeltisch-caretaker.path", "knobeltisch-stick@.service"):
        text = (UNIT.parent / name).read_text()
        (tmp_path / name).write_text(re.sub(r"^ExecStart=/opt\S+", "ExecStart=/bin/true", text, flags=re.MULTILINE))
    paths = [str(tmp_path / name) for name in ("knobeltisch-caretaker.path", "knobeltisch-stick@sda1.service")]
    (tmp_path / "knobeltisch-stick@.service").rename(tmp_path / "knobeltisch-stick@sda1.service")
    done = subprocess.run([ANALYZE, "verify", *paths], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_caretaker_watches_for_every_request_the_table_can_make():
    text = (UNIT.parent / "knobeltisch-caretaker.path").read_text()
    assert re.findall(r"^PathExists=/run/knobeltisch/requests/(\S+)$", text, re.MULTILINE) == list(REQUESTS)
    assert setting("RuntimeDirectory") == "knobeltisch knobeltisch/requests"


def test_it_has_no_network_and_the_screen_has_no_login():
    assert setting("PrivateNetwork") == "yes"
    assert setting("RestrictAddressFamilies") == "AF_UNIX AF_NETLINK"
    assert setting("Conflicts") == "getty@tty1.service"
