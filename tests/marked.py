"""Puts a command's last figures into the README, between its own marks."""

import re
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def put(name: str, lines: str) -> None:
    """Replace what stands between `<!-- NAME -->` and `<!-- /NAME -->`. Raises ValueError if the marks are not there once."""
    begin, end = f"<!-- {name} -->", f"<!-- /{name} -->"
    text = README.read_text(encoding="utf-8")
    if text.count(begin) != 1 or text.count(end) != 1:
        raise ValueError(f"{README}: allowed: {begin} and {end} once each")
    README.write_text(
        re.sub(f"{begin}.*{end}", lambda _: f"{begin}\n{lines}\n{end}", text, flags=re.DOTALL), encoding="utf-8"
    )
