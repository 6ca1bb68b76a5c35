"""The arm itself: shoulder link (blue), elbow link (green), joints and tip."""

from itertools import pairwise

from PyQt5.QtCore import QPointF, Qt
from PyQt5.QtGui import QColor, QPen
from PyQt5.QtWidgets import QGraphicsItem, QGraphicsItemGroup, QGraphicsPathItem

from servoarm.gui import style
from servoarm.gui.canvas.shapes import disc, marker, polyline, screen_pen
from servoarm.kinematics.planar import Pose, TwoLinkArm


class ArmItem(QGraphicsItemGroup):
    """The arm where the board reports it; grey and dashed where its pose is not known."""

    def __init__(self, parent: QGraphicsItem | None = None) -> None:
        super().__init__(parent)
        self._links = [QGraphicsPathItem(self) for _ in range(2)]
        joints = (style.SHOULDER, style.ELBOW, style.INK)
        self._joints = [
            marker(disc(7 if i < 2 else 5), style.PAPER, joints[i], self) for i in range(3)
        ]
        self.pose: Pose | None = None

    def show_pose(self, arm: TwoLinkArm, pose: Pose) -> None:
        """Draw the arm at this pose (radians)."""
        self.pose = pose
        points = [(0.0, 0.0), arm.elbow_point(pose.theta1), arm.forward(*pose)]
        for link, (start, end) in zip(self._links, pairwise(points), strict=True):
            link.setPath(polyline([start, end]))
        for joint, point in zip(self._joints, points, strict=True):
            joint.setPos(QPointF(*point))

    def set_known(self, known: bool) -> None:
        """Full colours for a reported pose, grey dashes for an assumed one."""
        for link, color in zip(self._links, (style.SHOULDER, style.ELBOW), strict=True):
            link.setPen(
                _link_pen(color) if known else screen_pen(style.UNKNOWN, 6, Qt.PenStyle.DotLine)
            )
        for joint, color in zip(
            self._joints, (style.SHOULDER, style.ELBOW, style.INK), strict=True
        ):
            pen = joint.pen()
            pen.setColor(color if known else style.UNKNOWN)
            pen.setWidthF(3)
            joint.setPen(pen)


def _link_pen(color: QColor) -> QPen:
    return screen_pen(color, 9)
