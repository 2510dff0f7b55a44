"""`play` as a real process: it tells systemd that it is ready, plays from a script, and stops cleanly on SIGTERM."""

import os
import signal
import subprocess
import sys

import pytest

from table.cli import main
from table.journal import Journal
from tests.notify import listen

SCRIPT = """
0.5 OK          # from idle to set-up
1.5 OK long     # start with what is shown
"""


def start(tmp_path, *words, mode="--headless"):
    """Start the table with a notify socket; return the process and the socket once it said READY."""
    notify, address = listen()
    notify.settimeout(60)
    script = tmp_path / "script.txt"
    script.write_text(SCRIPT)
    command = [sys.executable, "-m", "table.cli", "play", mode, "--camera", "simulated"]
    command += ["--panel", f"script:{script}", "--data", str(tmp_path / "data"), *words]
    environment = {**os.environ, "NOTIFY_SOCKET": address, "WATCHDOG_USEC": "4000000"}
    run = subprocess.Popen(command, stderr=subprocess.PIPE, env=environment)
    return run, notify


def said_until(notify, wanted, most=200):
    heard = []
    for _ in range(most):
        heard.append(notify.recv(200))
        if heard[-1] == wanted:
            return heard
    raise AssertionError(f"{wanted} never came: {heard[-5:]}")


def test_it_is_ready_feeds_the_watchdog_plays_the_script_and_stops_on_sigterm(tmp_path):
    run, notify = start(tmp_path)
    with notify:
        said_until(notify, b"READY=1")
        for _ in range(4):
            said_until(notify, b"WATCHDOG=1")
        run.send_signal(signal.SIGTERM)
        said_until(notify, b"STOPPING=1")
    _, errors = run.communicate(timeout=20)
    assert run.returncode == 0, errors.decode()
    with Journal(tmp_path / "data", writable=False) as journal:
        assert journal.latest("open") == 1


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--headless", "--panel", "keyboard"), "--headless has no keyboard"),
        (("--headless", "--panel", "levers"), "--panel levers: allowed"),
        (("--headless", "--panel", "script:none.txt"), "none.txt: cannot be read"),
        (("--headless", "--panel", "auto", "--camera", "nowhere"), "--headless has no keyboard|no such folder"),
        (("--headless", "--panel", "gpio", "--camera", "usb:x"), "usb:N"),
        (
            (
                "--config",
                "none.toml",
            ),
            "none.toml",
        ),
        (("--window",), "no display found; .*make demo"),
    ],
)
def test_what_makes_no_sense_is_one_line_and_exit_2(tmp_path, monkeypatch, capsys, words, says):
    import re

    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert main(["play", "--data", str(tmp_path), *words]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert re.search(says, err), err


def test_a_second_table_on_the_same_data_is_refused(tmp_path, capsys):
    script = tmp_path / "s.txt"
    script.write_text("")
    with Journal(tmp_path):
        words = ["play", "--headless", "--panel", f"script:{script}", "--camera", "simulated", "--data", str(tmp_path)]
        assert main(words) == 2
    assert "another table works on" in capsys.readouterr().err
