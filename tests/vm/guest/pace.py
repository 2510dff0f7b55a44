"""A fixed piece of Python, to compare machines with: seconds of CPU time it takes. `python3 pace.py` on a Pi gives its own."""

import hashlib
import time

ROUNDS = 100_000


def seconds():
    """What a table's Python does: small objects, dictionaries, text, bytes."""
    began = time.process_time()
    seen = {}
    for n in range(ROUNDS):
        cells = tuple((n * k) % 6 + 1 for k in range(5))
        seen[cells] = seen.get(cells, 0) + sum(cells)
        text = " ".join(f"{value}" for value in cells)
        seen[text] = hashlib.sha256(text.encode()).hexdigest()[:8]
    assert len(seen) == 12
    return time.process_time() - began


if __name__ == "__main__":
    print(f"{min(seconds() for _ in range(3)):.3f}")
