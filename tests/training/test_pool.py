"""The pool of patches a network learns from: each shown again as another camera might have seen it, and still the truth about it."""

from __future__ import annotations

import math

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="training needs the extra: pip install -e .[train]")

from training.face_model import FACE_PX, PATCH_PX  # noqa: E402
from training.learn_faces import FRESH, Pool, _mirrored  # noqa: E402


def patch_with_dots(places):
    image = torch.zeros(1, 3, PATCH_PX, PATCH_PX)
    for x, y in places:
        image[0, :, y, x] = 1.0
    return image


@pytest.mark.parametrize("how", range(8))
def test_a_mirrored_patch_and_its_pose_tell_of_the_same_face(how):
    middle = (PATCH_PX - 1) / 2
    one, other = (30, 20), (38, 24)
    angle = 4 * math.atan2(other[1] - one[1], other[0] - one[0])
    offset = [(one[0] - middle) / FACE_PX, (one[1] - middle) / FACE_PX]
    pose = torch.tensor([[*offset, 0.2, math.cos(angle), math.sin(angle), *offset]])
    first, there = _mirrored(patch_with_dots([one]), pose, how)
    second, _ = _mirrored(patch_with_dots([other]), pose, how)
    y, x = np.argwhere(first[0, 0].numpy())[0]
    assert np.allclose(there[0, :2] * FACE_PX + middle, (x, y), atol=1e-4)
    y2, x2 = np.argwhere(second[0, 0].numpy())[0]
    assert np.allclose(there[0, 5:], there[0, :2])
    turned = 4 * math.atan2(int(y2 - y), int(x2 - x))
    assert np.allclose(there[0, 3:5], (math.cos(turned), math.sin(turned)), atol=1e-4)
    assert float(there[0, 2]) == pytest.approx(0.2)


def test_a_pool_keeps_each_answer_with_its_patch():
    pool = Pool(seed=3)
    for start in (0, FRESH):
        tones = torch.arange(start, start + FRESH, dtype=torch.uint8)
        image = (tones * 3)[:, None, None, None].expand(FRESH, 3, PATCH_PX, PATCH_PX).contiguous()
        answers = tones[:, None].long().expand(FRESH, 3).contiguous()
        pool.add((image, answers, torch.zeros(FRESH, 7), torch.ones(FRESH, 4)))
    image, answers, _, _ = pool.draw(512)
    assert set(answers[:, 0].tolist()) == set(range(2 * FRESH))
    seen = image.mean(dim=(1, 2, 3))
    assert float(np.corrcoef(seen, answers[:, 0])[0, 1]) > 0.8
