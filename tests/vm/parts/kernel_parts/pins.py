"""The Pi's header on gpio-sim: gpiozero's own lgpio factory, which only has to be told which chip and which board."""

from pathlib import Path

from gpiozero.pins.lgpio import LGPIOFactory


class HeaderFactory(LGPIOFactory):
    def __init__(self):
        super().__init__(chip=int(Path("/run/parts/chip").read_text()))

    def _get_revision(self):
        return 0xC04170  # a Pi 5 with 4 GB, in the code of revisions that Raspberry Pi documents
