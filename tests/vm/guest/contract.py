"""Holds the kernel's parts to the contract that all parts keep: real lgpio pins on gpio-sim, real picamera2 on libcamera. Of the pins
also what only a kernel shows: a line that another process has, and lines that are given back while they are still looked at.

Runs before the table's service, which takes the same pins and camera. `contract` on the kernel's command line asks for it.
"""

import subprocess
import sys
import time
import traceback
from pathlib import Path

sys.path.insert(0, "/src")

import guests

from hardware import DEFAULT_PINS, PANEL_BUTTONS, Button, GpioPanel, Light, PanelGone, PiCamera
from tests.hardware.contract import check_camera, check_panel

#: The word for the process whose watcher is so many nanoseconds late, and how often that gives the panel back and takes it again.
LATE, LATE_NS, AGAIN = "late", 5_000_000, 3
#: Another process that has a line until its input is closed.
HOLDER = f"""
import gpiozero, sys
line = gpiozero.LED({DEFAULT_PINS[Button.OK].lamp})
print("has it", flush=True)
sys.stdin.read()
"""


def check_held_by_another():
    """A line that another process has is a named error."""
    with subprocess.Popen([sys.executable, "-c", HOLDER], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as other:
        assert other.stdout.readline() == b"has it\n", "nobody has the line"
        try:
            GpioPanel().open(print)
        except PanelGone as error:
            guests.tell(event="held", found=str(error))
        else:
            raise AssertionError("opened though another process has a line")


def check_late_watcher():
    """The library's thread that watches the buttons gets its turn late, as on a busy processor, and the kernel holds a line for as long as it
    is looked at. In a process of its own: that thread is begun with the first panel, and is as late as its process's timers are then."""
    done = subprocess.run([sys.executable, __file__, LATE], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def be_late():
    """The process of `check_late_watcher`."""
    late = Path("/proc/self/timerslack_ns")
    late.write_text(str(LATE_NS))
    for _ in range(AGAIN):
        panel = GpioPanel()
        panel.open(print)
        late.write_text("0")  # this thread's own timers are as ever
        panel.show(dict.fromkeys(PANEL_BUTTONS, Light.ON))
        panel.close()


def main():
    outside = guests.Panel()

    def press(button: Button):
        outside.press(button.value, False)
        time.sleep(0.1)

    def check_pins():
        # Other processes first: one that has had the panel open keeps its lines, as inputs, until it ends.
        check_late_watcher()
        check_held_by_another()
        check_panel(GpioPanel(), press, lambda button: outside.lamp(button.value))

    for name, check in (
        ("pins", check_pins),
        ("camera", lambda: check_camera(PiCamera)),
    ):
        try:
            guests.tell(event="contract", part=name, kept=True, found=check())
        except Exception as error:
            traceback.print_exc()
            guests.tell(event="contract", part=name, kept=False, found=f"{type(error).__name__}: {error}")


if __name__ == "__main__":
    be_late() if sys.argv[1:] == [LATE] else main()
