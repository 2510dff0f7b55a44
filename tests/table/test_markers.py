"""The marker sheets are in true size: both files are measured, the PDF by reading what it draws."""

import re
import struct

import cv2
import numpy as np
import pytest

from table.cli import main
from vision.patterns import charuco_board
from vision.tray import find_markers

PER_MM = 72 / 25.4


@pytest.fixture(scope="module")
def printed(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sheets")
    assert main(["markers", "--out", str(folder), "--dpi", "254", "--lang", "de"]) == 0
    return folder


def pages(pdf: bytes, px_per_mm: float):
    """Each page's rectangles drawn as a printer would, white 255, black 0."""
    boxes = [tuple(map(float, m.split())) for m in re.findall(rb"/MediaBox \[([^\]]+)\]", pdf)]
    streams = re.findall(rb"/Length (\d+) >>\nstream\n(.*?)\nendstream", pdf, re.S)
    assert len(boxes) == len(streams)
    for (_, _, width, height), (length, content) in zip(boxes, streams, strict=True):
        assert int(length) == len(content)
        k = px_per_mm / PER_MM
        page = np.full((round(height * k), round(width * k)), 255, np.uint8)
        for line in content.splitlines():
            if line.endswith(b" re"):
                x, y, w, h = (float(v) for v in line.split()[:4])
                left, right = round(x * k), round((x + w) * k)
                top, bottom = round((height - y - h) * k), round((height - y) * k)
                page[top:bottom, left:right] = 0
        yield page


def sides_mm(page, px_per_mm):
    """Width and height in mm of the black of each tray marker, by id."""
    found = find_markers(cv2.cvtColor(page, cv2.COLOR_GRAY2BGR))
    sides = {}
    for number, corners in found.items():
        x, y = (round(v) for v in corners.mean(axis=0))
        reach = round(12 * px_per_mm)
        rows, columns = np.nonzero(page[y - reach : y + reach, x - reach : x + reach] == 0)
        sides[number] = [float(np.ptp(columns) + 1) / px_per_mm, float(np.ptp(rows) + 1) / px_per_mm]
    return sides, found


def test_the_pdf_is_two_a4_pages_whose_objects_lie_where_its_table_says(printed):
    pdf = (printed / "markers.pdf").read_bytes()
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    assert [(float(w) / PER_MM, float(h) / PER_MM) for w, h in boxes] == [pytest.approx((210, 297), abs=0.01)] * 2
    start = int(pdf.rsplit(b"startxref\n", 1)[1].split()[0])
    assert pdf[start : start + 4] == b"xref"
    places = [int(row.split()[0]) for row in pdf[start:].splitlines()[3:] if row.endswith(b" n ")]
    assert [pdf[p : p + 12].startswith(b"%d 0 obj" % n) for n, p in enumerate(places, 1)] == [True] * len(places)


@pytest.mark.parametrize("kind", ["pdf", "png"])
def test_four_markers_of_18_mm_lie_clockwise_from_top_left(printed, kind):
    px_per_mm = 10.0
    if kind == "pdf":
        page = next(pages((printed / "markers.pdf").read_bytes(), px_per_mm))
    else:
        page = cv2.imread(str(printed / "markers.png"), cv2.IMREAD_GRAYSCALE)
    sides, found = sides_mm(page, px_per_mm)
    assert sorted(sides) == [0, 1, 2, 3]
    for lengths in sides.values():
        assert lengths == pytest.approx([18.0, 18.0], abs=0.11)
    middles = {i: c.mean(axis=0) for i, c in found.items()}
    assert middles[0][0] < middles[1][0] and middles[3][0] < middles[2][0]
    assert middles[0][1] < middles[3][1] and middles[1][1] < middles[2][1]


def test_the_png_says_its_own_resolution(printed):
    data = (printed / "markers.png").read_bytes()
    at = data.index(b"pHYs")
    assert struct.unpack(">IIB", data[at + 4 : at + 13]) == (10000, 10000, 1)
    page = cv2.imread(str(printed / "markers.png"))
    assert (page.shape[1], page.shape[0]) == (2100, 2970)


def test_the_charuco_page_is_found_whole_and_in_true_size(printed):
    page = list(pages((printed / "markers.pdf").read_bytes(), 6.0))[1]
    corners, ids, _, _ = cv2.aruco.CharucoDetector(charuco_board()).detectBoard(page)
    assert len(ids) == 5 * 7
    points = dict(zip(np.ravel(ids).tolist(), np.reshape(corners, (-1, 2)), strict=True))
    assert np.linalg.norm(points[4] - points[0]) / 6.0 == pytest.approx(4 * 28.0, abs=0.2)


def test_the_charuco_page_shows_no_tray_marker(printed):
    page = list(pages((printed / "markers.pdf").read_bytes(), 6.0))[1]
    assert find_markers(cv2.cvtColor(page, cv2.COLOR_GRAY2BGR)) == {}


def test_the_ruler_is_100_mm_long(printed):
    page = next(pages((printed / "markers.pdf").read_bytes(), 10.0))
    rows = np.flatnonzero((page == 0).sum(axis=1) >= 900)
    assert len(rows) and {int((page[row] == 0).sum()) for row in rows} == {1000}


@pytest.mark.parametrize("bad", ["20", "x", "5000"])
def test_a_resolution_out_of_range_is_refused(bad, capsys):
    with pytest.raises(SystemExit):
        main(["markers", "--dpi", bad])
    assert "72 to 1200" in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_is_one_plain_line(tmp_path, capsys):
    (tmp_path / "file").write_text("")
    assert main(["markers", "--out", str(tmp_path / "file")]) == 2
    assert "--out" in capsys.readouterr().err
