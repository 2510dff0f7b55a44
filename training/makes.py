"""Makes of dice: what their bodies and pips look like."""

from __future__ import annotations

import numpy as np

from training import floors
from training.dice3d import Look

#: body, pip (sRGB 0-255, RGB) and material of the makes of dice the reader must know.
MAKES: dict[str, tuple[tuple[int, int, int], tuple[int, int, int], str]] = {
    "ivory": ((238, 226, 196), (25, 22, 20), "plastic"),
    "white": ((245, 245, 245), (12, 12, 12), "plastic"),
    "white-blue": ((240, 240, 240), (20, 40, 160), "plastic"),
    "red": ((190, 20, 25), (245, 245, 245), "plastic"),
    "blue": ((25, 50, 170), (245, 245, 245), "plastic"),
    "green": ((15, 120, 50), (245, 245, 245), "plastic"),
    "black": ((22, 22, 24), (240, 240, 240), "plastic"),
    "black-gold": ((18, 18, 20), (205, 165, 60), "plastic"),
    "black-red": ((20, 20, 22), (200, 25, 25), "plastic"),
    "purple": ((95, 30, 140), (245, 245, 245), "plastic"),
    "yellow": ((240, 200, 20), (15, 15, 15), "plastic"),
    "orange": ((235, 110, 20), (245, 245, 245), "plastic"),
    "pink": ((240, 130, 170), (250, 250, 250), "plastic"),
    "glass-red": ((200, 20, 30), (250, 250, 250), "translucent"),
    "glass-blue": ((30, 70, 200), (250, 250, 250), "translucent"),
    "glass-green": ((20, 150, 70), (250, 250, 250), "translucent"),
    "glass-purple": ((120, 40, 170), (250, 250, 250), "translucent"),
    "glass-clear": ((215, 220, 225), (20, 20, 20), "translucent"),
    "glass-smoke": ((70, 70, 75), (250, 250, 250), "translucent"),
    "marble": ((225, 222, 215), (20, 20, 20), "marble"),
    "marble-dark": ((40, 60, 55), (235, 215, 120), "marble"),
    "pearl": ((215, 205, 220), (20, 20, 40), "marble"),
    "wood": ((196, 150, 96), (30, 20, 12), "wood"),
    "wood-dark": ((92, 54, 30), (235, 220, 190), "wood"),
    "wood-burnt": ((205, 165, 110), (60, 32, 15), "wood"),
    "steel": ((170, 172, 176), (25, 25, 25), "metal"),
    "brass": ((196, 158, 70), (30, 22, 10), "metal"),
    "gunmetal": ((72, 74, 80), (235, 235, 235), "metal"),
    "speckled": ((60, 62, 70), (245, 245, 245), "speckled"),
    "asian": ((240, 236, 225), (20, 20, 22), "plastic"),
}


def _linear(rgb: tuple[int, int, int], rng: np.random.Generator, jitter: float = 0.12) -> tuple[float, float, float]:
    bgr = (np.array(rgb[::-1], float) / 255.0) ** 2.2 * 0.9
    b, g, r = np.clip(bgr * np.exp(rng.normal(0, jitter, 3)) + rng.uniform(0, 0.004), 0.002, 0.95)
    return float(b), float(g), float(r)


def make(name: str, rng: np.random.Generator) -> Look:
    """A die of a named make, no two quite alike; `any` mixes colours freely."""
    if name == "any":
        material = str(rng.choice(("plastic", "plastic", "translucent", "marble", "wood", "metal", "speckled")))
        body, pip = floors.colour(rng, 0.02, 0.95), floors.colour(rng, 0.01, 0.98, 0.6)
        if abs(sum(body) - sum(pip)) < 0.5:
            pip = (0.9, 0.9, 0.9) if sum(body) < 0.8 else (0.01, 0.01, 0.01)
        second = floors.colour(rng)
    else:
        rgb, dot, material = MAKES[name]
        body, pip = _linear(rgb, rng), _linear(dot, rng, 0.05)
        dim = rng.uniform(0.45, 0.8)
        second = (body[0] * dim, body[1] * dim, body[2] * dim)
        if name == "marble-dark" or (material == "marble" and rng.random() < 0.5):
            second = tuple(0.7 * a + 0.3 * b for a, b in zip(body, floors.colour(rng, 0.1, 0.9), strict=True))
    one, four, one_scale = pip, pip, 1.0
    if name == "asian" or rng.random() < 0.05:
        one = four = _linear((200, 25, 30), rng)
        one_scale = float(rng.uniform(1.5, 2.3))
    drilled = rng.random() < 0.65
    rounded = rng.random()
    return Look(
        body=body,
        pip=pip,
        one_pip=one,
        four_pip=four,
        material=material,
        second=second,
        rounding=float(rng.uniform(0.03, 0.1) if rounded < 0.3 else rng.uniform(0.1, 0.32)),
        ball=float(rng.uniform(1.32, 1.52)) if rounded > 0.6 else 9.0,
        pitch=float(rng.uniform(0.43, 0.58)),
        pip_radius=float(rng.uniform(0.13, 0.24)),
        one_scale=one_scale,
        depth=float(rng.uniform(0.3, 0.95)) if drilled else 0.0,
        gloss=float(rng.uniform(0.05, 0.8)) if material != "metal" else float(rng.uniform(0.6, 1.2)),
        sharpness=float(rng.uniform(15, 160)),
        frame=0.04 if rng.random() < 0.03 else 0.0,
    )
