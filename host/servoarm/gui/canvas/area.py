"""The reachable area with the joint limits folded in, and the ring that the bare lengths allow."""

import numpy as np
from numpy.typing import NDArray
from PyQt5.QtCore import QPointF, Qt
from PyQt5.QtGui import QBrush, QPainterPath, QPolygonF
from PyQt5.QtWidgets import QGraphicsItem, QGraphicsItemGroup, QGraphicsPathItem

from servoarm.gui import style
from servoarm.gui.canvas.shapes import screen_pen
from servoarm.kinematics.planar import TwoLinkArm

TOLERANCE_MM = 0.2


def _add(path: QPainterPath, points: NDArray[np.float64]) -> None:
    path.addPolygon(QPolygonF([QPointF(x, y) for x, y in points.tolist()]))
    path.closeSubpath()


def area_path(arm: TwoLinkArm) -> QPainterPath:
    """The reachable area as one path (mm); holes are holes."""
    path = QPainterPath()
    path.setFillRule(Qt.FillRule.OddEvenFill)
    for outer, holes in arm.workspace(TOLERANCE_MM):
        for ring in (outer, *holes):
            _add(path, ring)
    return path


def ring_path(arm: TwoLinkArm) -> QPainterPath:
    """The two circles between which the bare lengths reach."""
    path = QPainterPath()
    for radius in (arm.outer_radius, arm.inner_radius):
        path.addEllipse(QPointF(0, 0), radius, radius)
    return path


class AreaItem(QGraphicsItemGroup):
    """Area and ring; redrawn when lengths or limits change."""

    def __init__(self, parent: QGraphicsItem | None = None) -> None:
        super().__init__(parent)
        self._area = QGraphicsPathItem(self)
        self._area.setBrush(QBrush(style.AREA))
        self._area.setPen(screen_pen(style.AREA_EDGE, 1.2))
        self._ring = QGraphicsPathItem(self)
        self._ring.setPen(screen_pen(style.RING, 1.2, Qt.PenStyle.DashLine))

    def show_arm(self, arm: TwoLinkArm) -> None:
        """Draw the area of this arm."""
        self._area.setPath(area_path(arm))
        self._ring.setPath(ring_path(arm))

    @property
    def path(self) -> QPainterPath:
        """The area as drawn (mm)."""
        return self._area.path()
