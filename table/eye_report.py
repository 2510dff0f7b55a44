"""The page `evaluate --report` writes: one self-contained HTML file with figures, tables and every failing picture."""

from __future__ import annotations

import base64
import html
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import cv2

from table.commands.read import draw
from table.errors import TableError
from vision.evaluate import Result, Tally, reliability
from vision.intake import as_bgr
from vision.recordings import read_image

#: Pictures wider than this are reduced for the page.
SHOWN_PX = 760
_OUTCOMES = ("right", "silently_wrong", "unsure")
FAILURES = ("silently_wrong", "answered", "unsure", "unreadable")
_STYLE = """
:root{color-scheme:light dark;--line:#8884}
body{font:15px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:72rem;padding:0 1rem}
table{border-collapse:collapse;margin:.6rem 0 1.6rem}
th,td{padding:.25rem .7rem;border-bottom:1px solid var(--line);text-align:right}
th:first-child,td:first-child{text-align:left}
.scroll{overflow-x:auto}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(20rem,1fr));gap:1rem}
figure{margin:0;border:1px solid var(--line);border-radius:.4rem;overflow:hidden}
figure img{width:100%;display:block}
figcaption{padding:.5rem .7rem;overflow-wrap:anywhere}
.silently_wrong,.answered{border-color:#d33}
""".strip()


class ReportNotWritten(TableError, OSError):
    """The page cannot be written where it was asked for."""


def write_report(path: Path, tallies: Sequence[Tally]) -> None:
    """Write the page. Raises ReportNotWritten if the file cannot be made."""
    parts = [
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>",
        f"<title>The eye, measured</title><style>{_STYLE}</style><h1>The eye, measured</h1>",
        _sets(tallies),
        "<h2>Stated confidence and truth</h2>" + _table(reliability(tallies)),
    ]
    for tally in tallies:
        parts.append(_one_set(tally))
    try:
        path.write_text("\n".join(parts), encoding="utf-8")
    except OSError as error:
        raise ReportNotWritten(f"--report {path}: cannot be written ({error.strerror})") from None


def _sets(tallies: Iterable[Tally]) -> str:
    rows = []
    for tally in tallies:
        line = tally.summary()
        n = line["n"]
        times = sorted(result.ms for result in tally.results if result.reading is not None)
        rows.append(
            {
                "set": line["set"],
                "pictures": n,
                **{what.replace("_", " "): f"{line[what] / n:.1%}" if n else "–" for what in _OUTCOMES},
                "must abstain": line["must_abstain"],
                "answered": line["answered"] if line["must_abstain"] else "–",
                "ms (median)": line["ms_median"],
                "ms (95 %)": round(times[int(0.95 * (len(times) - 1))], 1) if times else "–",
                "ms (longest)": round(times[-1], 1) if times else "–",
            }
        )
    return _table(rows)


def _one_set(tally: Tally) -> str:
    line = tally.summary()
    by_tag = [
        {"tag": tag, **{key.replace("_", " "): value for key, value in row.items()}}
        for tag, row in line["by_tag"].items()
    ]
    columns = sorted({column for row in by_tag for column in row} - {"tag", "n"})
    by_tag = [{"tag": row["tag"], "n": row["n"], **{c: row.get(c, 0) for c in columns}} for row in by_tag]
    values = [str(v) for v in range(1, 7)]
    confusion = [
        {"is \\ read": truth, **{v: line["confusion"].get(truth, {}).get(v, 0) for v in values}} for truth in values
    ]
    told = f"<h3>Values</h3>{_table(confusion)}" if line["confusion"] else _counts(tally)
    failing = sorted((r for r in tally.results if r.outcome in FAILURES), key=lambda r: FAILURES.index(r.outcome))
    cards = "".join(_card(result) for result in failing) or "<p>No failing picture.</p>"
    return (
        f"<h2>{html.escape(tally.name)}</h2><h3>By tag</h3>{_table(by_tag)}{told}"
        f"<h3>Failing pictures</h3><div class=cards>{cards}</div>"
    )


def _counts(tally: Tally) -> str:
    """How far the counts of coins were off, where there are any."""
    off = Counter(
        result.reading.count - (result.recording.count or 0)
        for result in tally.results
        if result.reading is not None and result.recording.kind == "coins" and result.recording.answer == "read"
    )
    if not off:
        return ""
    row = {"counted too many (+) or few (−)": "pictures", **{f"{n:+d}" if n else "exact": off[n] for n in sorted(off)}}
    return f"<h3>Counts</h3>{_table([row])}"


def _card(result: Result) -> str:
    recording, reading = result.recording, result.reading
    truth = recording.count if recording.kind == "coins" else " ".join(str(v) for v in recording.values) or "no dice"
    caption = f"<b>{result.outcome.replace('_', ' ')}</b> · {html.escape(recording.file)} · truth {truth}"
    if reading is None:
        return (
            f"<figure class={result.outcome}><figcaption>{caption}<br>{html.escape(result.error)}</figcaption></figure>"
        )
    seen = reading.count if recording.kind == "coins" else " ".join(str(v) for v in reading.values) or "no dice"
    doubts = ", ".join(sorted({d.kind.value for d in reading.doubts}))
    caption += f" · read {seen}" + (f" · {html.escape(doubts)}" if doubts else "") + f" · {result.ms:.0f} ms"
    picture, factor = as_bgr(read_image(recording.path))
    shown = draw(picture, reading) if factor == 1.0 else picture
    scale = min(1.0, SHOWN_PX / max(shown.shape[:2]))
    if scale < 1.0:
        shown = cv2.resize(shown, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    data = base64.b64encode(cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, 82])[1].tobytes()).decode()
    alt = html.escape(f"{recording.file}, read as {seen}")
    return f"<figure class={result.outcome}><img alt='{alt}' src='data:image/jpeg;base64,{data}'><figcaption>{caption}</figcaption></figure>"


def _table(rows: Sequence[dict[str, Any]]) -> str:
    if not rows:
        return "<p>Nothing to show.</p>"
    head = "".join(f"<th>{html.escape(str(name))}</th>" for name in rows[0])
    body = "".join("<tr>" + "".join(f"<td>{html.escape(str(v))}</td>" for v in row.values()) + "</tr>" for row in rows)
    return f"<div class=scroll><table><tr>{head}</tr>{body}</table></div>"
