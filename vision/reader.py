"""The dice reader: finds the tray, reads the dice, says what it is not sure of."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from vision.intake import as_bgr
from vision.layout import TrayLayout
from vision.reading import Die, Doubt, DoubtKind, Reading


class DiceReader:
    """Reads the dice in one picture. `layout`: the tray's measures; the standard tray if None."""

    def __init__(self, layout: TrayLayout | None = None) -> None:
        self.layout = layout or TrayLayout()
        self._markers = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))

    def read(
        self, image: Any, *, expect: frozenset[int] | None = None, tray: Any = "auto", frame_number: int = 0
    ) -> Reading:
        """Read one picture: uint8 (H, W, 3) BGR. `expect`: the counts of dice that would make sense, None: any."""
        picture, factor = as_bgr(image)
        quad = self._floor(picture, tray)
        mask = np.zeros(picture.shape[:2], np.uint8)
        cv2.fillConvexPoly(mask, quad.astype(np.int32), 255)
        side = (
            0.5 * (np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[2] - quad[3])) * 16 / self.layout.floor_mm[0]
        )
        lab = cv2.cvtColor(cv2.GaussianBlur(picture, (0, 0), 1.0), cv2.COLOR_BGR2LAB).astype(np.float32)
        floor = np.median(lab[mask > 0], axis=0)
        away = np.linalg.norm((lab - floor) * (0.3, 1.0, 1.0), axis=2)
        spread = max(14.0, 4 * float(np.median(away[mask > 0])))
        body = ((away > spread) & (mask > 0)).astype(np.uint8)
        body = cv2.morphologyEx(body, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        body = cv2.morphologyEx(body, cv2.MORPH_OPEN, np.ones((int(side * 0.4) | 1,) * 2, np.uint8))
        dice: list[Die] = []
        doubts: list[Doubt] = []
        contours, _ = cv2.findContours(body, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
        for contour in contours:
            area, hull = cv2.contourArea(contour), cv2.minAreaRect(contour)
            x, y, w, h = cv2.boundingRect(contour)
            if area < 0.3 * side * side or min(hull[1]) < 0.5 * side:
                continue
            value = _pips(picture[y : y + h, x : x + w], body[y : y + h, x : x + w], side)
            if area > 2.0 * side * side or not 1 <= value <= 6 or min(hull[1]) < 0.7 * side:
                doubts.append(Doubt(DoubtKind.UNCLEAR, None, (x / factor, y / factor, w / factor, h / factor)))
                continue
            box = cv2.boxPoints(hull) / factor
            dice.append(
                Die(
                    value=value,
                    confidence=0.9,
                    center=(hull[0][0] / factor, hull[0][1] / factor),
                    quad=tuple((float(a), float(b)) for a, b in box),  # type: ignore[arg-type]
                    candidates=((value, 0.9),),
                )
            )
        dice.sort(key=lambda die: die.center)
        if expect is not None and len(dice) not in expect:
            doubts.append(Doubt(DoubtKind.COUNT))
        return Reading("unsure" if doubts else "read", tuple(dice), tuple(doubts), frame_number)

    def _floor(self, picture: Any, tray: Any) -> Any:
        height, width = picture.shape[:2]
        if not isinstance(tray, str):
            x, y, w, h = tray
            return np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]], np.float32)
        corners, ids, _ = self._markers.detectMarkers(picture)
        found = {} if ids is None else {int(i): c[0].mean(axis=0) for i, c in zip(ids.ravel(), corners, strict=True)}
        if tray == "auto" and all(i in found for i in self.layout.marker_ids):
            image = np.array([found[i] for i in self.layout.marker_ids], np.float32)
            to_px = cv2.getPerspectiveTransform(np.array(self.layout.marker_places_mm, np.float32), image)
            w, h = self.layout.floor_mm
            inset = np.array([[[2, 2], [w - 2, 2], [w - 2, h - 2], [2, h - 2]]], np.float32)
            return cv2.perspectiveTransform(inset, to_px)[0]
        return np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)


def _pips(patch: Any, body: Any, side: float) -> int:
    gray = cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY).astype(np.float32)
    face = np.percentile(gray[body > 0], 60)
    hull = cv2.convexHull(np.argwhere(body > 0)[:, ::-1].astype(np.int32))
    inside = cv2.fillConvexPoly(np.zeros_like(body), hull, 1)
    inside = cv2.erode(inside, np.ones((int(side * 0.15) | 1,) * 2, np.uint8), borderValue=0)
    gray[inside == 0] = face
    small, large = cv2.GaussianBlur(gray, (0, 0), side * 0.06), cv2.GaussianBlur(gray, (0, 0), side * 0.13)
    best = 0
    for response in (large - small, small - large):
        peak = (response == cv2.dilate(response, np.ones((int(side * 0.2) | 1,) * 2, np.uint8))) & (response > 18)
        best = max(best, int(peak.sum()))
    return best
