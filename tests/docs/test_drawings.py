"""The drawings are those of the program's own measures and pins, and the guide names what it should."""

import importlib.util
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from hardware import DEFAULT_PINS, Button, Pins
from table.marker_sheet import QUIET_MM
from vision.layout import TrayLayout

DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture(scope="module")
def drawings():
    spec = importlib.util.spec_from_file_location("drawings", DOCS / "drawings.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_wiring_shown_is_the_default_wiring():
    root = ElementTree.parse(DOCS / "wiring.svg").getroot()
    shown = {}
    for group in root.iter("{http://www.w3.org/2000/svg}g"):
        lamp = group.get("data-lamp")
        shown[Button(group.get("data-button"))] = Pins(int(group.get("data-contact")), int(lamp) if lamp else None)
        words = " ".join(group.itertext())
        numbers = {int(number) for number in re.findall(r"GPIO (\d+)", words)}
        assert numbers == {int(group.get("data-contact")), *([int(lamp)] if lamp else [])}
    assert shown == DEFAULT_PINS


def test_the_drawings_are_the_newest(drawings):
    assert (DOCS / "wiring.svg").read_text() == drawings.wiring_svg(DEFAULT_PINS), "run: python docs/drawings.py"
    assert (DOCS / "tray.svg").read_text() == drawings.tray_svg(TrayLayout()), "run: python docs/drawings.py"


def test_another_measure_gives_another_drawing(drawings):
    assert drawings.tray_svg(TrayLayout(floor_mm=(300.0, 210.0))) != drawings.tray_svg(TrayLayout())


def test_every_pin_of_the_header_is_named_once(drawings):
    assert set(drawings.HEADER) == set(range(28))
    assert len(set(drawings.HEADER.values())) == 28


def test_the_camera_heights_in_the_guide_are_what_the_lenses_see(drawings):
    """Height above the floor at which the tray's whole outside fills at most nine tenths of the picture."""
    layout = TrayLayout()
    outside = [side + 2 * layout.rim_width_mm for side in layout.floor_mm]
    guide = (DOCS / "build.md").read_text()
    rows = re.findall(r"^\| [^|]+ \| (\d+)° × (\d+)° \| (\d+) mm \|$", guide, re.MULTILINE)
    assert len(rows) >= 3
    for across, up, height in rows:
        import math

        needed = max(
            side / 2 / math.tan(math.radians(int(angle)) / 2) / 0.9
            for side, angle in zip(outside, (across, up), strict=True)
        )
        assert needed <= int(height) <= needed + 25, (across, up, height, needed)


def test_the_sum_of_the_parts_is_right():
    rows = re.findall(r"^\|.*\| \**(\d+)\** \|$", (DOCS / "build.md").read_text().split("## The tray")[0], re.MULTILINE)
    *parts, total = map(int, rows)
    assert len(parts) >= 15 and sum(parts) == total


def test_the_measures_in_the_guide_are_those_of_the_tray_and_its_markers():
    guide, layout = (DOCS / "build.md").read_text(), TrayLayout()
    assert f"{layout.marker_mm:g} mm wide with a white edge of {QUIET_MM:g} mm" in guide
