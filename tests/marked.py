"""Puts a command's last figures into the README or another page, between its own marks."""

import re
from pathlib import Path

README = Path(__file__).parents[1] / "README.md"


def put(name: str, lines: str, page: Path | None = None) -> None:
    """Replace what stands between `<!-- NAME -->` and `<!-- /NAME -->` in the README, or in `page`. Raises ValueError if the marks
    are not there once."""
    page = page or README
    begin, end = f"<!-- {name} -->", f"<!-- /{name} -->"
    text = page.read_text(encoding="utf-8")
    if text.count(begin) != 1 or text.count(end) != 1:
        raise ValueError(f"{page}: allowed: {begin} and {end} once each")
    page.write_text(
        re.sub(f"{begin}.*{end}", lambda _: f"{begin}\n{lines}\n{end}", text, flags=re.DOTALL), encoding="utf-8"
    )
