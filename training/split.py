"""The split by source and material: which pictures the first round must not see, and the figures on them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from training.recordings import Picture
from vision.faces import FaceNetwork
from vision.foreign import ForeignNetwork
from vision.layout import TrayLayout
from vision.network import DiceNetwork
from vision.reader import DiceReader
from vision.tray import TrayFinder

#: Photographs of these sources are never trained on in the first round (another camera, other dice, another person's hand).
SOURCES = frozenset({"handheld_wood", "low_angle", "table_clusters"})
#: Nor the second day of this one, nor rendered scenes with these floors or dice.
SECOND_DAY = "IMG_20191209"
MATERIALS = frozenset({"wood_light", "green", "red"})


def held_out_row(source: str, file: str, tags: frozenset[str]) -> bool:
    """Whether a recording is kept back from the first round."""
    if source in SOURCES or file.startswith(SECOND_DAY):
        return True
    return source != "overhead_mixed" and bool(tags & MATERIALS)


def is_held_out(picture: Picture) -> bool:
    """The same for a training picture."""
    return held_out_row(picture.source, picture.ident, picture.tags)


def held_out(networks: Path, data: Path, most: int | None = None) -> Iterator[dict[str, Any]]:
    """The reader's figures with the networks of a folder on what was held out, a line a folder, and the table of stated confidence at the end."""
    from vision.evaluate import evaluate, reliability
    from vision.recordings import manifest

    reader = reader_of(networks)
    tallies = []
    for path in sorted(data.glob("*/*/manifest.jsonl")):
        kept = [
            r
            for r in manifest(path.parent)
            if r.kind == "dice" and held_out_row(path.parent.name, r.file, tags_of(r.row))
        ]
        if kept:
            tallies.append(evaluate(path.parent.name, kept[:most], lambda image, _: reader.read(image)))
            line = tallies[-1].summary()
            yield {key: value for key, value in line.items() if key not in ("by_tag", "confusion")}
    yield {"reliability": reliability(tallies)}


def reader_of(networks: Path | None) -> DiceReader:
    """A reader with the networks of a folder, or with those that come with the package."""
    if networks is None:
        return DiceReader()
    layout = TrayLayout()
    return DiceReader(
        layout,
        network=DiceNetwork(str(networks / "dice.onnx")),
        faces=FaceNetwork(str(networks / "faces.onnx")),
        finder=TrayFinder(layout, str(networks / "tray.onnx")),
        things=ForeignNetwork(str(networks / "foreign.onnx")),
    )


def tags_of(row: dict[str, Any]) -> frozenset[str]:
    """All that a manifest's line says of materials, floor and conditions."""
    colours = {die["color"] for die in row.get("dice", ()) if "color" in die}
    return frozenset({*row.get("tags", ()), *colours, row.get("floor", "")})
