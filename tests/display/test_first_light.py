"""The name on the kernel's framebuffer: the same picture that pygame paints, in each form a framebuffer has.

`python tests/display/test_first_light.py` writes the name anew from the font.
"""

import base64
import textwrap
import zlib
from pathlib import Path

import numpy as np
import pygame
import pytest

from display import first_light
from display.theme import CREAM, OAK


def drawn():
    """The name as pygame writes it on a screen 1080 px high: (h, w) levels."""
    pygame.font.init()
    font = pygame.font.Font(Path(first_light.__file__).with_name("fonts") / "Lato-Black.ttf", 1080 // 8)
    return pygame.surfarray.array_alpha(font.render("Knobeltisch", True, (255, 255, 255))).T


def screen(tmp_path, width, height, bits, stride):
    about = tmp_path / "sys/class/graphics/fb0"
    about.mkdir(parents=True)
    for name, text in (("virtual_size", f"{width},{height}"), ("bits_per_pixel", bits), ("stride", stride)):
        (about / name).write_text(f"{text}\n")
    (tmp_path / "dev").mkdir()
    (tmp_path / "dev/fb0").write_bytes(b"\x77" * (stride * height))
    return tmp_path / "dev/fb0"


def test_the_name_is_that_of_the_font():
    w, h, name = first_light._name()
    wanted = drawn()
    assert wanted.shape == (h, w)
    found = np.frombuffer(name, np.uint8).reshape(h, w)
    assert np.abs(found.astype(int) - wanted).mean() < 2, "write it anew: python tests/display/test_first_light.py"


@pytest.mark.parametrize(("size", "stride"), [((1920, 1080), 7680), ((1280, 800), 5120), ((800, 480), 3328)])
def test_it_stands_in_the_middle_of_the_tables_colour(tmp_path, size, stride):
    file = screen(tmp_path, *size, 32, stride)
    assert first_light.splash(tmp_path)
    width, height = size
    seen = np.frombuffer(file.read_bytes(), np.uint8).reshape(height, stride)[:, : width * 4].reshape(height, width, 4)
    rgb = seen[..., 2::-1]
    assert tuple(rgb[0, 0]) == tuple(rgb[-1, -1]) == OAK
    lit = np.argwhere((rgb == CREAM).all(axis=2))
    middle = (lit.min(axis=0) + lit.max(axis=0)) / 2
    assert np.allclose(middle, (height / 2, width / 2), atol=height * 0.03)
    assert np.ptp(lit[:, 1]) > width * 0.25


def test_sixteen_bits_are_five_six_and_five(tmp_path):
    file = screen(tmp_path, 800, 480, 16, 1600)
    assert first_light.splash(tmp_path)
    seen = np.frombuffer(file.read_bytes(), "<u2").reshape(480, 800)
    red, green, blue = OAK
    assert seen[0, 0] == red >> 3 << 11 | green >> 2 << 5 | blue >> 3
    assert (seen != seen[0, 0]).sum() > 2000


@pytest.mark.parametrize("what", ["no framebuffer", "eight bits", "not to be written"])
def test_without_a_framebuffer_that_it_knows_it_says_so_and_nothing_happens(tmp_path, what):
    if what != "no framebuffer":
        file = screen(tmp_path, 80, 48, 8 if what == "eight bits" else 32, 320)
        if what == "not to be written":
            file.unlink()
    assert not first_light.splash(tmp_path)


if __name__ == "__main__":
    levels = drawn()
    packed = base64.b85encode(zlib.compress(levels.astype(np.uint8).tobytes(), 9)).decode()
    lines = [f"{levels.shape[1]} {levels.shape[0]}", *textwrap.wrap(packed, 120)]
    first_light._NAME.write_text("\n".join(lines) + "\n", encoding="ascii")
