"""`python benchmarks/reader.py [DIR…]`: the reader's time, memory and cold start, and how right it is, beside a blob-and-cluster baseline.

Without folders the drawn test pictures are used. One core, OpenCV on one thread.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from pathlib import Path

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from vision.evaluate import evaluate  # noqa: E402
from vision.frame import Image  # noqa: E402
from vision.reading import Die, Reading  # noqa: E402
from vision.recordings import Recording, manifest  # noqa: E402


class BlobReader:
    """The usual hobby reader for comparison: SimpleBlobDetector for pips, DBSCAN over their places, a cluster's size is the value."""

    def __init__(self) -> None:
        self.detectors = []
        for dark in (0, 255):
            wanted = cv2.SimpleBlobDetector_Params()
            wanted.filterByColor, wanted.blobColor = True, dark
            wanted.filterByArea, wanted.minArea, wanted.maxArea = True, 6, 400
            wanted.filterByCircularity, wanted.minCircularity = True, 0.7
            wanted.filterByInertia, wanted.minInertiaRatio = True, 0.5
            self.detectors.append(cv2.SimpleBlobDetector_create(wanted))

    def read(self, image: Image) -> Reading:
        """Values by clustering whichever polarity shows more blobs."""
        found = max((d.detect(image) for d in self.detectors), key=len)
        if not found:
            return Reading("read")
        points = np.array([k.pt for k in found])
        reach = 3.2 * float(np.median([k.size for k in found]))
        dice = []
        for group in dbscan(points, reach):
            x, y = (float(v) for v in points[group].mean(axis=0))
            dice.append(Die(min(len(group), 6), 1.0, (x, y), ((x, y),) * 4))
        return Reading("read", tuple(dice))


def dbscan(points: np.ndarray, reach: float) -> list[list[int]]:
    """Clusters of points linked by gaps of at most `reach` (DBSCAN with a core size of one)."""
    free, clusters = set(range(len(points))), []
    while free:
        group, edge = [], [free.pop()]
        while edge:
            i = edge.pop()
            group.append(i)
            near = [j for j in free if np.hypot(*(points[i] - points[j])) <= reach]
            free.difference_update(near)
            edge += near
        clusters.append(group)
    return clusters


def cold_start_s() -> float:
    """Seconds a fresh process takes from import to its first reading."""
    code = "import numpy, vision; vision.DiceReader().read(numpy.random.default_rng(0).integers(0, 255, (960, 1280, 3), dtype='uint8'))"
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
    return time.perf_counter() - began


def memory_mb() -> float:
    """Peak memory of a process that reads pictures, above that of one that only has Python."""

    def peak(code: str) -> float:
        # Not getrusage: what the parent used before it started the process would count too.
        tail = "; print(next(int(l.split()[1]) for l in open('/proc/self/status') if l.startswith('VmHWM')) / 1024)"
        return float(
            subprocess.run(
                [sys.executable, "-c", code + tail], check=True, cwd=ROOT, capture_output=True, text=True
            ).stdout
        )

    read = (
        "import numpy, vision; r = vision.DiceReader(); g = numpy.random.default_rng(0)\n"
        "for i in range(6): r.read(g.integers(0, 255, (960, 1280, 3), dtype='uint8'))\nNone"
    )
    return peak(read) - peak("None")


def measure(name: str, recordings: Iterable[Recording], readers: dict[str, Callable[[Image], Reading]]) -> None:
    """One line a reader for one set."""
    kept = [r for r in recordings if r.kind == "dice"]
    for who, read in readers.items():
        line = evaluate(name, kept, lambda image, _, read=read: read(image)).summary()
        short = {
            k: line[k]
            for k in ("set", "n", "right", "silently_wrong", "unsure", "must_abstain", "answered", "ms_median")
        }
        print(json.dumps({"reader": who, **short}), flush=True)


def main() -> int:
    """Print everything, one JSON line a figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folders", nargs="*", type=Path)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    from vision.reader import DiceReader

    reader = DiceReader()
    readers = {"knobeltisch": reader.read, "blobs and clusters": BlobReader().read}
    for folder in arguments.folders or [ROOT / "tests" / "recordings" / "drawn"]:
        measure(folder.name, manifest(folder), readers)
    print(json.dumps({"cold_start_s": round(cold_start_s(), 2), "memory_mb": round(memory_mb())}))
    print(json.dumps({"this_process_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)}))
    return 0


if __name__ == "__main__":
    sys.exit(main())
