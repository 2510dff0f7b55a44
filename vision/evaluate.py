"""Measures a reader on labelled recordings: right, unsure, silently wrong, and what it answered that no honest reader may say."""

from __future__ import annotations

import itertools
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from statistics import median
from typing import Any, Literal

from vision.errors import BadImage
from vision.frame import Image
from vision.reading import Die, Reading
from vision.recordings import Recording, read_image

Outcome = Literal["right", "unsure", "silently_wrong", "answered", "abstained", "unreadable"]
Read = Callable[[Image, str], Reading]


@dataclass(frozen=True)
class Result:
    """One recording and what the reader made of it; `outcome` "answered"/"abstained" only where it should abstain."""

    recording: Recording
    reading: Reading | None
    outcome: Outcome
    ms: float
    error: str = ""


@dataclass
class Tally:
    """Figures of one set of recordings."""

    name: str
    results: list[Result] = field(default_factory=list)

    def summary(self) -> dict[str, Any]:
        """The line `knobeltisch evaluate --json` prints."""
        counts = Counter(result.outcome for result in self.results)
        must = counts["answered"] + counts["abstained"]
        times = [result.ms for result in self.results if result.reading is not None]
        return {
            "set": self.name,
            "n": len(self.results) - must - counts["unreadable"],
            "right": counts["right"],
            "unsure": counts["unsure"],
            "silently_wrong": counts["silently_wrong"],
            "must_abstain": must,
            "answered": counts["answered"],
            "ms_median": round(median(times), 1) if times else None,
            "by_tag": self._by_tag(),
            "confusion": self._confusion(),
            **({"unreadable": counts["unreadable"]} if counts["unreadable"] else {}),
        }

    def _by_tag(self) -> dict[str, dict[str, int]]:
        tags: dict[str, Counter[str]] = {}
        for result in self.results:
            for tag in result.recording.tags:
                tags.setdefault(tag, Counter())[result.outcome] += 1
        return {tag: {"n": sum(found.values()), **dict(sorted(found.items()))} for tag, found in sorted(tags.items())}

    def _confusion(self) -> dict[str, dict[str, int]]:
        table: dict[str, Counter[str]] = {}
        for result in self.results:
            for truth, seen in pairs(result):
                table.setdefault(str(truth), Counter())[str(seen.value)] += 1
        return {truth: dict(sorted(seen.items())) for truth, seen in sorted(table.items())}


def pairs(result: Result) -> Iterable[tuple[int, Die]]:
    """Each labelled die with a place and the read die nearest to it, if there is one within a labelled box or 20 px."""
    if result.reading is None:
        return
    free = list(result.reading.dice)
    for label in result.recording.row.get("dice", ()):
        if "center" not in label:
            continue
        x, y = label["center"]
        box = label.get("box", (0, 0, 40, 40))
        reach = 0.5 * max(box[2], box[3], 20)
        near = min(free, key=lambda die: (die.center[0] - x) ** 2 + (die.center[1] - y) ** 2, default=None)
        if near is not None and (near.center[0] - x) ** 2 + (near.center[1] - y) ** 2 <= reach**2:
            free.remove(near)
            yield int(label["value"]), near


def outcome_of(recording: Recording, reading: Reading) -> Outcome:
    """How a reading stands against the truth."""
    said = reading.status == "read"
    if recording.kind == "coins":
        correct = reading.count == recording.count
    else:
        correct = reading.values == recording.values
    if recording.answer == "abstain":
        allowed = (recording.abstain_ok and correct) or (recording.read_ok and reading.values == recording.rest_values)
        return "answered" if said and not allowed else "abstained"
    if said:
        return "right" if correct else "silently_wrong"
    return "unsure"


def evaluate(name: str, recordings: Iterable[Recording], read: Read) -> Tally:
    """Read every recording with `read(image, kind)` and count. A file that is no picture counts as unreadable."""
    tally = Tally(name)
    for recording in recordings:
        try:
            image = read_image(recording.path)
        except BadImage as error:
            tally.results.append(Result(recording, None, "unreadable", 0.0, str(error)))
            continue
        begun = time.perf_counter()
        reading = read(image, recording.kind)
        spent = (time.perf_counter() - begun) * 1e3
        tally.results.append(Result(recording, reading, outcome_of(recording, reading), spent))
    return tally


def reliability(
    tallies: Iterable[Tally], edges: tuple[float, ...] = (0.0, 0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 1.0)
) -> list[dict[str, Any]]:
    """Stated confidence against how often the die was right, over all dice with a labelled place in pictures that may be read."""
    seen = [
        (die.confidence, die.value == truth)
        for tally in tallies
        for result in tally.results
        if result.recording.answer == "read"
        for truth, die in pairs(result)
    ]
    table = []
    for low, high in itertools.pairwise(edges):
        inside = [(c, ok) for c, ok in seen if low <= c < high or (high == 1.0 and c == 1.0)]
        if inside:
            table.append(
                {
                    "from": low,
                    "to": high,
                    "dice": len(inside),
                    "stated": round(sum(c for c, _ in inside) / len(inside), 4),
                    "right": round(sum(ok for _, ok in inside) / len(inside), 4),
                }
            )
    return table
