"""How high capitals stand on each panel, in mm: `python benchmarks/type_sizes.py` prints the table of docs/type.md.

Measured from the texts of a turn with four players as they are put on the screen, in both languages; the smaller counts.
"""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

from display import Window
from display.layout import DIAGONALS
from display.painters import labels
from display.samples import SAMPLES
from display.theme import CAP
from display.words import LANGUAGES

#: Role → texts of the sample screen that play it, by language ("" for both).
PLAY = {
    "the line that says what to do": ("oder trag ein.", "or enter it."),
    "points": ("3", "9", "24", "23", "25"),
    "offers": ("2", "4", "15", "0", "21"),
    "the active player's total": ("84",),
}
REST = {
    "the others' totals": ("112", "97", "71"),
    "fields": ("Chance", "Kniffel"),
    "buttons": ("halten", "lösen", "keep", "let go", "Feld", "Box"),
    "names of the others": ("Anna", "Kuno"),
    "long presses (second line)": ("falsch?", "zurück", "wrong?", "undo"),
    "second lines": ("Bonus +6",),
}
WANTED_MM = {**dict.fromkeys(PLAY, 7.0), **dict.fromkeys(REST, 4.0)}


def heights(size: tuple[int, int]) -> dict[str, float]:
    """The smallest capital of each role on a panel, in mm."""
    per_mm = math.hypot(*size) / (DIAGONALS[size] * 25.4)
    found: dict[str, float] = {}
    with Window(size, mode="headless") as window:
        for language in LANGUAGES:
            said = window.compose(replace(SAMPLES["turn_second"](), language=language)).said
            for role, texts in {**PLAY, **REST}.items():
                least = min((one.size for one in said if one.text in texts), default=None)
                if least is not None:
                    found[role] = min(found.get(role, 99.0), least * CAP / per_mm)
    return found


def bound(size: tuple[int, int]) -> str:
    """What keeps the smallest type of a panel, a label's second line, from being a pixel larger."""
    per_mm = math.hypot(*size) / (DIAGONALS[size] * 25.4)
    tightest: tuple[int, str] | None = None
    with Window(size, mode="headless") as window:
        layout = window.layout
        for language in LANGUAGES:
            screen = replace(SAMPLES["turn_second"](), language=language)
            canvas = window.compose(screen)
            for place, label in zip(layout.labels, screen.labels, strict=True):
                if label.short is None or label.long is None:
                    continue
                word, height = canvas.say(label.long), place.h - max(4, round(12 * layout.u))
                used = max(
                    one.size for one in canvas.said if one.text == word and place.y <= one.y + one.h <= place.bottom + 9
                )
                first, second = labels.type_sizes(layout)
                room, wanted = labels.second_room(layout, place.w), labels.second_width(canvas, word, used + 1)
                both = CAP * (used + 1) * (1 + first / second) / height
                why = (
                    f"“{word}” would take {wanted:.0f} of {room:.0f} px"
                    if wanted > room - 1
                    else f"both lines would take {100 * both:.0f} % of the label's height, {100 * labels.FILLED:.0f} % are allowed"
                    if both > labels.FILLED
                    else f"it would be more than {100 * labels.SECOND:.0f} % of the word above it"
                    if used + 1 > labels.SECOND * first and used * CAP / per_mm < 4
                    else "it would only outgrow the 4 mm that are wanted"
                )
                if tightest is None or used < tightest[0]:
                    tightest = used, why
    assert tightest is not None
    return f"- {size[0]}×{size[1]}: {tightest[0]} px ({tightest[0] * CAP / per_mm:.1f} mm); a pixel more, and {tightest[1]}."


def table() -> str:
    """The whole of docs/type.md."""
    sizes = list(DIAGONALS)
    measured = {size: heights(size) for size in sizes}
    heads = " | ".join(f"{w}×{h}, {DIAGONALS[w, h]:g}″" for w, h in sizes)
    lines = [
        "# How large the type is",
        "",
        "Height of a capital in mm, the smallest of each role on a turn's screen, both languages. Wanted on 15.6″: 7 mm for",
        "what one plays by, 4 mm for the rest; on smaller panels the largest that fits. Made by `python benchmarks/type_sizes.py`.",
        "",
        f"| role | wanted | {heads} |",
        "|---|---|" + "---|" * len(sizes),
    ]
    for role, wanted in WANTED_MM.items():
        row = " | ".join(f"{measured[size][role]:.1f}" if role in measured[size] else "–" for size in sizes)
        lines.append(f"| {role} | {wanted:g} | {row} |")
    lines += ["", '"–": folded away there, or drawn as a picture.', "", "## What bounds the smallest", ""]
    lines += [
        "The smallest type is the second line of a button's label, which stands above its button and is as wide as that:",
        "",
    ]
    lines += [bound(size) for size in sizes]
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    text = table()
    print(text)
    (Path(__file__).parents[1] / "docs" / "type.md").write_text(text, encoding="utf-8")
