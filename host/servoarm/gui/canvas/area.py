"""The reachable area with the joint limits folded in, the part of it that is open to a click now,
and the ring that the bare lengths allow.
"""

import math

import numpy as np
from numpy.typing import NDArray
from PyQt5.QtCore import QPointF, Qt
from PyQt5.QtGui import QBrush, QPainterPath, QPolygonF
from PyQt5.QtWidgets import QGraphicsItem, QGraphicsItemGroup, QGraphicsPathItem

from servoarm.gui import style
from servoarm.gui.canvas.shapes import screen_pen
from servoarm.kinematics.planar import Elbow, Limits, Pose, TwoLinkArm
from servoarm.motion.target import limits_on_side

TOLERANCE_MM = 0.2  # until the canvas knows how large a pixel is


def _add(path: QPainterPath, points: NDArray[np.float64]) -> None:
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in points.tolist()]))
    path.closeSubpath()


def area_path(arm: TwoLinkArm, tolerance_mm: float) -> QPainterPath:
    """The reachable area as one path (mm); holes are holes."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.OddEvenFill)
    for outer, holes in arm.workspace(tolerance_mm):
        for ring in (outer, *holes):
            _add(path, ring)
    return path


def open_path(arm: TwoLinkArm, parts: list[Limits], tolerance_mm: float) -> QPainterPath:
    """The area (mm) that the arm reaches within one of these parts of its limits."""
    path = QPainterPath()
    for limits in parts:
        path = path.united(area_path(TwoLinkArm(arm.link1_mm, arm.link2_mm, limits), tolerance_mm))
    return path


def ring_path(arm: TwoLinkArm, tolerance_mm: float) -> QPainterPath:
    """The two circles between which the bare lengths reach, as polygons.

    Qt's own circle is drawn as a coarse polygon when one looks at a piece of it.
    """
    path = QPainterPath()
    for radius in (arm.outer_radius, arm.inner_radius):
        sides = max(12, math.ceil(math.pi / math.sqrt(2 * tolerance_mm / max(radius, 1.0))))
        angles = np.linspace(0.0, math.tau, sides, endpoint=False)
        _add(path, radius * np.column_stack((np.cos(angles), np.sin(angles))))
    return path


class AreaItem(QGraphicsItemGroup):
    """Area and ring; redrawn when lengths or limits change. The open part is shaded stronger."""

    def __init__(self, parent: QGraphicsItem | None = None) -> None:
        super().__init__(parent)
        self._area = QGraphicsPathItem(self)
        self._area.setBrush(QBrush(style.AREA))
        self._area.setPen(screen_pen(style.AREA_EDGE, 1.2))
        self._open = QGraphicsPathItem(self)
        self._open.setBrush(QBrush(style.AREA_OPEN))
        self._open.setPen(screen_pen(style.AREA_EDGE, 1.2))
        self._tolerance_mm = TOLERANCE_MM
        self._shown: tuple[TwoLinkArm, list[Limits], float] | None = None
        self._ring = QGraphicsPathItem(self)
        self._ring.setPen(screen_pen(style.RING, 1.2, Qt.PenStyle.DashLine))

    def show_arm(self, arm: TwoLinkArm, tolerance_mm: float = TOLERANCE_MM) -> None:
        """Draw the area of this arm; its edge strays by the tolerance at most."""
        self._tolerance_mm = tolerance_mm
        self._area.setPath(area_path(arm, tolerance_mm))
        self._ring.setPath(ring_path(arm, tolerance_mm))

    @property
    def ring_path(self) -> QPainterPath:
        """The circles as drawn (mm)."""
        return self._ring.path()

    def show_open(self, arm: TwoLinkArm, elbow: Elbow | None, near: Pose) -> None:
        """Shade what is open from ``near`` with the elbow on this side, the short way."""
        parts = limits_on_side(arm.limits, elbow, near)
        if self._shown != (arm, parts, self._tolerance_mm):
            self._shown = arm, parts, self._tolerance_mm
            self._open.setPath(open_path(*self._shown))

    @property
    def open(self) -> QPainterPath:
        """The part that is open, as drawn (mm)."""
        return self._open.path()

    @property
    def path(self) -> QPainterPath:
        """The area as drawn (mm)."""
        return self._area.path()
