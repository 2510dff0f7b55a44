"""Pictures made smaller show the same things at the same places."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.reduce import reduced

SHAPES = [(960, 1280), (961, 1283), (480, 640), (97, 131)]
SHARES = [0.1, 0.21, 0.48, 0.5, 0.6, 0.93, 1.0, 1.4]


def middle_of(picture):
    """Where the light of a picture lies, as shares of its width and height."""
    light = picture.astype(float)
    rows, columns = np.mgrid[0 : picture.shape[0], 0 : picture.shape[1]] + 0.5
    total = light.sum()
    return (light * columns).sum() / total / picture.shape[1], (light * rows).sum() / total / picture.shape[0]


@pytest.mark.parametrize("share", SHARES)
@pytest.mark.parametrize("shape", SHAPES)
def test_a_spot_stays_where_it_is(shape, share):
    picture = np.zeros(shape, np.uint8)
    cv2.circle(picture, (int(0.7 * shape[1]), int(0.3 * shape[0])), 12, 200, -1)
    size = (round(shape[1] * share), round(shape[0] * share))
    small = reduced(picture, size)
    assert small.shape == size[::-1]
    # odd last rows go: less than a px each time the picture is halved
    assert np.allclose(middle_of(small), middle_of(picture), atol=4 / min(shape))


@pytest.mark.parametrize("share", SHARES)
def test_fine_patterns_become_their_mean(share):
    picture = np.indices((480, 640)).sum(axis=0).astype(np.uint8) % 2 * 200
    small = reduced(np.dstack([picture] * 3), (round(640 * share), round(480 * share)))
    assert abs(float(small.mean()) - 100) < 3
    if share <= 0.6:
        assert small.std() < 30, "the pattern shows as another one"


def test_a_limit_of_halvings_is_kept():
    picture = np.random.default_rng(3).integers(0, 255, (400, 600, 3)).astype(np.uint8)
    once = cv2.resize(picture, (300, 200), interpolation=cv2.INTER_AREA)
    expected = cv2.resize(once, (60, 40), interpolation=cv2.INTER_AREA)
    assert np.array_equal(reduced(picture, (60, 40), halvings=1), expected)


@pytest.mark.parametrize("channels", [(), (3,)], ids=["grey", "colour"])
@pytest.mark.parametrize("size", [(213, 160), (256, 192), (320, 240), (399, 240), (320, 191), (401, 307), (160, 120)])
def test_a_picture_is_averaged_as_opencv_does_it_on_bytes(size, channels):
    picture = np.random.default_rng(7).integers(0, 256, (480, 640, *channels), dtype=np.uint8)
    assert np.array_equal(reduced(picture, size, halvings=0), cv2.resize(picture, size, interpolation=cv2.INTER_AREA))
