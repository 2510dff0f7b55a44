"""What the README says of the wiring is what the program does."""

import re
from pathlib import Path

from hardware import DEFAULT_PINS, Button, Pins

README = Path(__file__).parents[1] / "README.md"


def test_the_pin_table_is_the_default_wiring():
    table = README.read_text().split("<!-- pins -->")[1].split("<!-- /pins -->")[0]
    rows = re.findall(r"^\| (\w+) \| (\d+) \| (\d+|–) \|$", table, re.MULTILINE)
    told = {Button(name): Pins(int(button), None if lamp == "–" else int(lamp)) for name, button, lamp in rows}
    assert told == DEFAULT_PINS
