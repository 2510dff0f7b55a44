"""What a survey of the tray says, and a lens measured from drawn views whose distortion is known."""

import cv2
import numpy as np
import pytest

from hardware import SimulatedCamera, SimulatedTray
from vision.calibration import survey
from vision.layout import TrayLayout
from vision.lens import BadViews, Lens, measure_lens
from vision.patterns import CHARUCO_SQUARE_MM, CHARUCO_SQUARES, charuco_bits
from vision.tray import Tray, TrayFinder, find_markers

LAYOUT = TrayLayout()
CAMERA = np.array([[900.0, 0, 470], [0, 900, 365], [0, 0, 1]])
BENT = np.array([-0.28, 0.09, 0.0, 0.0, 0.0])


@pytest.fixture(scope="module")
def picture():
    return SimulatedCamera(SimulatedTray(seed=1)).draw(0.0)


@pytest.fixture(scope="module")
def finder():
    return TrayFinder(LAYOUT)


class TrueFinder:
    """Where the tray truly is, from its markers."""

    def __init__(self, picture):
        middles = np.array([find_markers(picture)[i].mean(axis=0) for i in range(4)])
        middle = middles.mean(axis=0)
        self.corners = middle + (middles - middle) * np.array([280 / 312, 210 / 242])

    def find(self, picture):
        return Tray(self.corners, LAYOUT.floor_mm, "floor"), None


def faults(found):
    return {fault.key for fault in found.faults}


def test_a_good_tray_has_no_faults_and_its_scale_markers_and_focus_are_measured(picture, finder):
    found = survey([picture] * 3, LAYOUT, finder)
    assert faults(found) == set() and found.is_good_enough
    calibration = found.calibration
    assert sorted(calibration.markers) == [0, 1, 2, 3]
    assert calibration.tray.px_per_mm == pytest.approx(2.2, abs=0.2)
    assert calibration.edge_px < 6 and calibration.evenness > 0.8


def test_a_soft_lens_is_told(picture, finder):
    found = survey([cv2.GaussianBlur(picture, (0, 0), 5)] * 2, LAYOUT, finder)
    assert "focus.soft" in faults(found)


def test_uneven_light_is_told_with_its_dark_side(picture):
    shade = np.linspace(0.25, 1.0, picture.shape[1])[None, :, None]
    found = survey([(picture * shade).astype(np.uint8)], LAYOUT, TrueFinder(picture))
    fault = next(f for f in found.faults if f.key == "light.uneven")
    assert str(fault.values["where"]).endswith("_left")
    assert fault.values["percent"] < 50


def test_burnt_out_and_dim_light_are_told(picture):
    bright = cv2.circle(picture.copy(), (640, 480), 110, (255, 255, 255), -1)
    assert "light.burnt" in faults(survey([bright], LAYOUT, TrueFinder(picture)))
    assert "light.dark" in faults(survey([picture // 8], LAYOUT, TrueFinder(picture)))


def test_a_black_picture_and_a_missing_tray_forbid_to_store(finder):
    black = survey([np.zeros((960, 1280, 3), np.uint8)], LAYOUT, finder)
    assert faults(black) == {"tray.dark"} and not black.is_good_enough
    rng = np.random.default_rng(1)
    nothing = survey([rng.integers(0, 255, (960, 1280, 3)).astype(np.uint8)], LAYOUT, finder)
    assert "tray.none" in faults(nothing) and not nothing.is_good_enough


def test_a_covered_marker_is_named_and_swapped_ones_forbid_to_store(picture):
    x, y, w, h = cv2.boundingRect(find_markers(picture)[2].astype(np.int32))
    covered = picture.copy()
    covered[y - 5 : y + h + 5, x - 5 : x + w + 5] = 90
    found = survey([covered], LAYOUT, TrueFinder(picture))
    assert [f.values["corner"] for f in found.faults if f.key == "markers.hidden"] == [2]
    assert found.is_good_enough
    turned = cv2.rotate(picture, cv2.ROTATE_180)
    assert not survey([turned], LAYOUT, TrueFinder(picture)).is_good_enough


def test_a_small_tray_and_a_slant_are_told(picture):
    small = cv2.copyMakeBorder(cv2.resize(picture, None, fx=0.45, fy=0.45), 250, 250, 350, 350, cv2.BORDER_REPLICATE)
    far = TrueFinder(picture)
    far.corners = far.corners * 0.45 + (350, 250)
    assert "scale.far" in faults(survey([small], LAYOUT, far))
    h, w = picture.shape[:2]
    corner = np.float32([[0, 0], [w, 0], [w, h], [0, h]])
    slanted = np.float32([[200, 150], [w - 200, 150], [w, h], [0, h]])
    aslant = cv2.warpPerspective(
        picture, cv2.getPerspectiveTransform(corner, slanted), (w, h), borderValue=(80, 80, 80)
    )
    assert "slant" in faults(survey([aslant], LAYOUT, TrueFinder(aslant)))


def test_a_tray_that_does_not_lie_still_forbids_to_store(picture):
    class Restless(TrueFinder):
        def find(self, picture):
            self.corners = self.corners + 12
            return super().find(picture)

    found = survey([picture] * 5, LAYOUT, Restless(picture))
    assert "tray.unsteady" in faults(found) and not found.is_good_enough


def views(count, camera=CAMERA, bent=BENT, size=(960, 720)):
    """The ChArUco page in several poses as a bent lens sees it."""
    bits, cell = charuco_bits()
    page = cv2.copyMakeBorder(np.kron(bits, np.ones((2, 2), np.uint8)), 40, 40, 40, 40, cv2.BORDER_CONSTANT, value=255)
    k = 2 / cell  # page px per mm
    width, height = (n * CHARUCO_SQUARE_MM for n in CHARUCO_SQUARES)
    grid = np.stack(np.meshgrid(np.arange(size[0]), np.arange(size[1])), axis=-1).astype(np.float64)
    ideal = cv2.undistortPoints(grid.reshape(-1, 1, 2), camera, bent).reshape(-1, 2)
    rng = np.random.default_rng(5)
    for n in range(count):
        turn, _ = cv2.Rodrigues(np.array([0.5 * np.cos(2 * n), 0.5 * np.sin(2 * n), rng.uniform(-0.3, 0.3)]))
        away = np.array([*rng.uniform(-60, 60, 2), rng.uniform(330, 420)]) - turn @ np.array([width / 2, height / 2, 0])
        to_view = np.column_stack([turn[:, 0], turn[:, 1], away])
        flat = np.column_stack([ideal, np.ones(len(ideal))]) @ np.linalg.inv(to_view).T
        places = ((flat[:, :2] / flat[:, 2:]) * k + 40).astype(np.float32).reshape(size[1], size[0], 2)
        view = cv2.remap(
            page, places[..., 0], places[..., 1], cv2.INTER_AREA, borderMode=cv2.BORDER_CONSTANT, borderValue=170
        )
        yield cv2.cvtColor(cv2.GaussianBlur(view, (0, 0), 0.6), cv2.COLOR_GRAY2BGR)


def test_a_lens_is_measured_from_several_views_of_the_page():
    lens = measure_lens(list(views(8)))
    assert lens.views == 8 and lens.error_px < 0.5
    grid = np.array([(x, y) for x in (80, 480, 880) for y in (60, 360, 660)], np.float64)
    truth = cv2.undistortPoints(grid.reshape(-1, 1, 2), CAMERA, BENT, P=CAMERA).reshape(-1, 2)
    # Only the bend matters here: what is straight in truth becomes straight, up to a shift and a scale.
    line = np.array([(x, 60.0) for x in np.linspace(80, 880, 9)])
    ideal = (line - CAMERA[:2, 2]) / 900
    seen = cv2.projectPoints(np.column_stack([ideal, np.ones(9)]), np.zeros(3), np.zeros(3), CAMERA, BENT)[0].reshape(
        -1, 2
    )
    straight = lens.straighten(seen)
    slope = np.polyfit(straight[:, 0], straight[:, 1], 1)
    bent = np.polyfit(seen[:, 0], seen[:, 1], 1)
    assert np.abs(np.polyval(slope, straight[:, 0]) - straight[:, 1]).max() < 1.0
    assert np.abs(np.polyval(bent, seen[:, 0]) - seen[:, 1]).max() > 3
    assert lens.straighten(grid) == pytest.approx(truth, abs=8)


def test_too_few_views_and_pictures_without_the_page_are_refused():
    few = list(views(2))
    with pytest.raises(BadViews, match="2 of 3 views"):
        measure_lens([*few, np.full((720, 960, 3), 128, np.uint8)])
    with pytest.raises(BadViews):
        measure_lens([])


def test_a_measured_lens_straightens_places_on_the_floor():
    corners = np.array([[100.0, 80], [860, 80], [860, 640], [100, 640]])
    lens = Lens((900.0, 900.0, 470.0, 365.0), (-0.28, 0.09, 0.0, 0.0, 0.0), 0.2, 8)
    plain, bent = Tray(corners, (280.0, 210.0), "calibrated"), Tray(corners, (280.0, 210.0), "calibrated", lens)
    assert bent.place_mm((100.0, 80.0)) == pytest.approx((0, 0), abs=0.01)
    assert abs(bent.place_mm((480.0, 90.0))[1] - plain.place_mm((480.0, 90.0))[1]) > 1
