"""Writes into the README how right the reader is on folders of labelled pictures: `python -m benchmarks.figures DIR…`. What was held out
from training stands in docs/held_out.jsonl, as `python -m training` reports it."""

from __future__ import annotations

import datetime
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests import marked

HELD_OUT = Path(__file__).parents[1] / "docs" / "held_out.jsonl"
HEAD = "| set | pictures | right | unsure | silently wrong | answered of must abstain |"


def main(folders: list[str]) -> None:
    """Evaluate each folder in a process of its own and write the tables."""
    rows = [_evaluated(folder) for folder in folders]
    held_out = [json.loads(line) for line in HELD_OUT.read_text(encoding="utf-8").splitlines()]
    lines = [
        f"On {datetime.date.today()}, by `python -m benchmarks.figures DIR…`. *Right*: read, and the values are those that lie there. *Unsure*: the",
        "reader asks instead of answering. *Silently wrong*: the worst fault. *Answered*: a throw was said where none may be.",
        "",
        *_table(rows, with_time=True),
        "",
        "The networks were trained on many of these very pictures (all but table_clusters); on other people's pictures expect less. The same with",
        "whole sources and materials held out from the network that looks at each die (the one that searches had seen them):",
        "",
        *_table([row for row in held_out if "set" in row], with_time=False),
        "",
        "How often a value was right there that was stated with so much confidence (below 0.95 none is said):",
        "",
        "| stated | dice | right |",
        "|---|---|---|",
        *(
            f"| {bin_['from']}–{bin_['to']} | {bin_['dice']} | {100 * bin_['right']:.1f} % |"
            for row in held_out
            for bin_ in row.get("reliability", ())
            if bin_["dice"]
        ),
    ]
    marked.put("figures", "\n".join(lines))


def _evaluated(folder: str) -> dict[str, Any]:
    command = [sys.executable, "-m", "table.cli", "evaluate", folder, "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if not done.stdout.strip():
        raise SystemExit(f"{folder}: {done.stderr.strip()}")
    row: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    print(json.dumps({key: row[key] for key in ("set", "n", "right", "unsure", "silently_wrong", "answered")}))
    return row


def _table(rows: list[dict[str, Any]], *, with_time: bool) -> list[str]:
    lines = [
        HEAD + (" ms (median) |" if with_time else ""),
        "|---|---|---|---|---|---|" + ("---|" if with_time else ""),
    ]
    for row in rows:
        asked, abstain = row["n"], row["must_abstain"]
        share = f"{row['right']} ({100 * row['right'] / asked:.0f} %)" if asked else "–"
        wrong = str(row["silently_wrong"]) if asked else "–"
        answered = f"{row['answered']} of {abstain}" if abstain else "–"
        time = f" {row['ms_median']:.0f} |" if with_time else ""
        lines.append(f"| {row['set']} | {asked + abstain} | {share} | {row['unsure']} | {wrong} | {answered} |{time}")
    return lines


if __name__ == "__main__":
    main(sys.argv[1:])
