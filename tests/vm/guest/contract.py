"""Holds the kernel's parts to the contract that all parts keep: real lgpio pins on gpio-sim, real picamera2 on libcamera.

Runs before the table's service, which takes the same pins and camera. `contract` on the kernel's command line asks for it.
"""

import sys
import time

sys.path.insert(0, "/src")

import guests

from hardware import Button, GpioPanel, PiCamera
from tests.hardware.contract import check_camera, check_panel


def main():
    outside = guests.Panel()

    def press(button: Button):
        outside.press(button.value, False)
        time.sleep(0.1)

    for name, check in (
        ("pins", lambda: check_panel(GpioPanel(), press, lambda button: outside.lamp(button.value))),
        ("camera", lambda: check_camera(PiCamera)),
    ):
        try:
            guests.tell(event="contract", part=name, kept=True, found=check())
        except Exception as error:
            guests.tell(event="contract", part=name, kept=False, found=f"{type(error).__name__}: {error}")


if __name__ == "__main__":
    main()
