"""`python -m tests.opencv_range`: the eye's tests on the oldest and the newest numpy and OpenCV that are supported, each in a virtual
environment that is thrown away afterwards."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
#: The wheel of OpenCV 4.8 was built against numpy 1.x.
PAIRS = {
    "oldest": ("numpy==1.24.*", "opencv-python==4.8.*"),
    "4.x": ("numpy>=2", "opencv-python>=4.10,<5"),
    "newest": ("numpy>=2", "opencv-python>=5,<6"),
}
#: What the tests need besides: the simulated camera comes with `hardware`.
BESIDES = ("pytest>=8", "gpiozero>=2.0")
TELL = "import cv2, numpy, sys; print(f'python {sys.version.split()[0]}, numpy {numpy.__version__}, OpenCV {cv2.__version__}')"


def check(packages: tuple[str, ...]) -> bool:
    """Whether the eye's tests pass with these packages."""
    with tempfile.TemporaryDirectory(prefix="opencv-range-") as folder:
        venv.create(folder, with_pip=True)
        python = str(Path(folder) / "bin" / "python")
        subprocess.run(
            [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *packages, *BESIDES], check=True
        )
        subprocess.run([python, "-c", TELL], check=True)
        tests = [python, "-m", "pytest", "-q", "-m", "not slow", "-p", "no:cacheprovider", "tests/vision"]
        return subprocess.run(tests, cwd=ROOT, check=False).returncode == 0


def main() -> int:
    """Check every pair, or those named. Exit 1 if one fails, 2 if one cannot be installed."""
    wanted = sys.argv[1:] or list(PAIRS)
    unknown = [name for name in wanted if name not in PAIRS]
    if unknown:
        print(f"opencv_range: {unknown[0]!r} is unknown; allowed: {', '.join(PAIRS)}", file=sys.stderr)
        return 2
    failed = []
    for name in wanted:
        print(f"{name}: {' '.join(PAIRS[name])}", flush=True)
        try:
            if not check(PAIRS[name]):
                failed.append(name)
        except subprocess.CalledProcessError as error:
            print(f"opencv_range: {name}: cannot be set up ({error})", file=sys.stderr)
            return 2
    if failed:
        print(f"opencv_range: failed with {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
