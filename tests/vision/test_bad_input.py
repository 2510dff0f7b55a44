"""Whatever is handed to the eye, it answers with a reading or one named error; it never crashes and never guesses."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision import CoinReader
from vision.errors import BadImage, BadTray
from vision.reading import DoubtKind
from vision.recordings import BadManifest, manifest, read_image


def kinds(reading):
    return {doubt.kind for doubt in reading.doubts}


@pytest.mark.parametrize(
    "convert",
    [
        lambda bgr: cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY),
        lambda bgr: cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY)[..., None],
        lambda bgr: cv2.cvtColor(bgr, cv2.COLOR_BGR2BGRA),
        lambda bgr: bgr.astype(np.uint16) * 257,
        lambda bgr: bgr.astype(np.float32) / 255,
        lambda bgr: np.asfortranarray(bgr),
        lambda bgr: bgr[:, ::-1][:, ::-1],
    ],
    ids=["grey", "grey with an axis", "BGRA", "16 bit", "float", "other memory order", "a view"],
)
def test_other_kinds_of_pictures_are_read_like_plain_ones(reader, dice_picture, convert):
    picture, values = dice_picture
    reading = reader.read(convert(picture))
    assert reading.status == "read"
    assert reading.values == values


def test_reading_changes_nothing_in_the_picture(reader, dice_picture):
    picture, _ = dice_picture
    before = picture.copy()
    reader.read(picture)
    assert (picture == before).all()


@pytest.mark.parametrize(
    ("picture", "words"),
    [
        (None, "NoneType"),
        ("dice.jpg", "str"),
        (np.zeros((100, 100, 2), np.uint8), "shape"),
        (np.zeros((100,), np.uint8), "shape"),
        (np.zeros((0, 100, 3), np.uint8), "0"),
        (np.zeros((100, 100, 3), np.complex64), "complex64"),
    ],
)
def test_what_is_no_picture_is_refused_by_name(reader, picture, words):
    with pytest.raises(BadImage, match=words):
        reader.read(picture)


@pytest.mark.parametrize(
    ("level", "kind"),
    [(0, DoubtKind.DARK), (10, DoubtKind.DARK), (255, DoubtKind.GLARE), (128, DoubtKind.BLURRED)],
    ids=["black", "nearly black", "white", "grey"],
)
def test_an_empty_picture_is_unsure_and_says_why(reader, level, kind):
    reading = reader.read(np.full((480, 640, 3), level, np.uint8))
    assert reading.status == "unsure"
    assert kinds(reading) == {kind}


@pytest.mark.parametrize("shape", [(1, 1, 3), (20, 30, 3), (63, 200, 3)])
def test_a_tiny_picture_is_unsure(reader, shape):
    picture = np.random.default_rng(1).integers(0, 255, shape).astype(np.uint8)
    assert reader.read(picture).status == "unsure"


def test_a_huge_picture_is_read_in_its_own_pixels(reader, dice_picture):
    picture, values = dice_picture
    factor = 6400 / picture.shape[1]
    huge = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_LINEAR)
    assert huge.shape[0] * huge.shape[1] >= 40e6
    reading = reader.read(huge)
    small = reader.read(picture)
    assert reading.values == values
    for large_die, die in zip(reading.dice, small.dice, strict=True):
        assert large_die.center == pytest.approx(tuple(v * factor for v in die.center), abs=0.15 * 40 * factor)


def test_noise_is_never_read_as_dice(reader):
    rng = np.random.default_rng(3)
    for sigma in (0, 2, 6):
        noise = rng.integers(0, 255, (480, 640, 3)).astype(np.uint8)
        if sigma:
            noise = cv2.normalize(cv2.GaussianBlur(noise, (0, 0), sigma), None, 0, 255, cv2.NORM_MINMAX)
        reading = reader.read(noise)
        assert reading.status == "unsure" or not reading.dice


NO_REGIONS = ["left", (1, 2, 3), (5000, 5000, 10, 10), ("a", 1, 2, 3), None, 7, (0, 0, -50, 50), (0, 0, 5, 100)]
NO_REGIONS += [
    tuple(value if n == place else 40 for n in range(4))
    for place in range(4)
    for value in (float("inf"), -float("inf"), float("nan"))
]


@pytest.mark.parametrize("tray", NO_REGIONS)
def test_a_tray_region_that_is_none_is_refused(reader, dice_picture, tray):
    picture, _ = dice_picture
    for eye in (reader, CoinReader()):
        with pytest.raises(BadTray):
            eye.read(picture, tray=tray)


def test_a_count_that_makes_no_sense_is_a_doubt(reader, dice_picture):
    picture, values = dice_picture
    reading = reader.read(picture, expect=frozenset({len(values) + 1}))
    assert reading.status == "unsure"
    assert DoubtKind.COUNT in kinds(reading)
    assert reader.read(picture, expect=frozenset({len(values)})).status == "read"


def test_files_that_are_no_pictures_are_refused_in_one_line(tmp_path, dice_picture):
    picture, _ = dice_picture
    jpeg = cv2.imencode(".jpg", picture)[1].tobytes()
    png = cv2.imencode(".png", picture)[1].tobytes()
    files = {
        "empty.jpg": b"",
        "text.jpg": b"no picture at all",
        "cut.jpg": jpeg[: len(jpeg) // 2],
        "cut.png": png[: len(png) // 2],
        "corrupt.png": png[:200] + bytes(400) + png[600:],
        "head.jpg": jpeg[:20],
    }
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
        with pytest.raises(BadImage) as caught:
            read_image(tmp_path / name)
        assert name in str(caught.value)
        assert "\n" not in str(caught.value)
    with pytest.raises(BadImage, match="missing"):
        read_image(tmp_path / "missing.jpg")


def test_a_wrong_or_strange_exif_orientation_is_no_obstacle(tmp_path, reader, dice_picture):
    picture, values = dice_picture
    jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()
    for orientation in (1, 3, 6, 8, 0, 77):
        exif = (
            b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01" + orientation.to_bytes(2, "big") + b"\0\0\0\0\0\0"
        )
        turned = jpeg[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + jpeg[2:]
        path = tmp_path / f"{orientation}.jpg"
        path.write_bytes(turned)
        image = read_image(path)
        upright = orientation in (1, 3, 0, 77)
        assert image.shape[:2] == (picture.shape[:2] if upright else picture.shape[1::-1])
        assert reader.read(image).values == values


@pytest.mark.parametrize(
    "line",
    [
        '{"file": "a.png", "values": [1], "dice": [{"value": 1, "center": [3]}]}',
        '{"file": "a.png", "values": [1], "dice": [{"value": 1, "center": ["x", 2]}]}',
        '{"file": "a.png", "values": [1], "dice": [7]}',
        '{"file": "a.png", "kind": "coins", "count": -3}',
        '{"file": ' + "[" * 100_000 + "]" * 100_000 + "}",
    ],
    ids=["one number", "a word", "no object", "fewer than none", "nested"],
)
def test_a_label_that_makes_no_sense_is_named_with_its_line(tmp_path, line):
    (tmp_path / "manifest.jsonl").write_text(line + "\n")
    with pytest.raises(BadManifest, match="line 1"):
        list(manifest(tmp_path))
