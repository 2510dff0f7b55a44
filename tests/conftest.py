"""`pytest --recordings DIR`: one test for each labelled picture of the landlord's own folder (may be given several times)."""

from __future__ import annotations

from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--recordings", action="append", default=[], metavar="DIR", help="a folder with pictures and a manifest.jsonl"
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "own_recording" not in metafunc.fixturenames:
        return
    from vision.recordings import BadManifest, manifest

    found = []
    for name in metafunc.config.getoption("recordings"):
        try:
            found += [pytest.param(r, id=f"{Path(name).name}/{r.file}") for r in manifest(Path(name))]
        except BadManifest as error:
            raise pytest.UsageError(f"--recordings {name}: {error}") from None
    metafunc.parametrize("own_recording", found)
