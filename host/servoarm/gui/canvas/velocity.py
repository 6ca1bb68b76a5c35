"""Velocities at the tip: the manipulability ellipse, and what each joint alone does to the tip."""

import math

from PyQt5.QtCore import QPointF
from PyQt5.QtGui import QBrush, QColor, QPainterPath
from PyQt5.QtWidgets import QGraphicsItem, QGraphicsItemGroup, QGraphicsPathItem

from servoarm.gui import explain, style
from servoarm.gui.canvas.shapes import Label, faded, screen_pen
from servoarm.kinematics.planar import Pose, TwoLinkArm
from servoarm.kinematics.velocity import manipulability_ellipse, tip_jacobian

RATE_RAD_S = 0.35  # drawn for joint rates of this size: 1 mm on the canvas is 1 mm/s
HEAD_MM = 4.0


class EllipseItem(QGraphicsPathItem):
    """Tip velocities for joint rates of length RATE_RAD_S, about the tip."""

    def __init__(self, parent: QGraphicsItem | None = None) -> None:
        super().__init__(parent)
        self.setPen(screen_pen(style.ELLIPSE, 1.6))
        self.setBrush(QBrush(faded(style.ELLIPSE, 0.10)))

    def show_pose(self, arm: TwoLinkArm, pose: Pose) -> None:
        """Draw the ellipse at this pose (radians)."""
        ellipse = manipulability_ellipse(arm.link1_mm, arm.link2_mm, *pose)
        path = QPainterPath()
        path.addEllipse(QPointF(0, 0), RATE_RAD_S * ellipse.major, RATE_RAD_S * ellipse.minor)
        self.setPath(path)
        self.setRotation(math.degrees(ellipse.angle))
        self.setPos(QPointF(*arm.forward(*pose)))


class ArrowsItem(QGraphicsItemGroup):
    """The tip's velocity for each joint turning alone at RATE_RAD_S: the columns of the tip
    Jacobian.
    """

    def __init__(self, parent: QGraphicsItem | None = None) -> None:
        super().__init__(parent)
        self._arrows = [QGraphicsPathItem(self) for _ in range(2)]
        self._labels = [Label(self, color) for color in (style.SHOULDER, style.ELBOW)]
        for arrow, color in zip(self._arrows, (style.SHOULDER, style.ELBOW), strict=True):
            arrow.setPen(screen_pen(color, 2.2))
            arrow.setBrush(QBrush(color))

    def show_pose(self, arm: TwoLinkArm, pose: Pose) -> None:
        """Draw both arrows at this pose (radians)."""
        x, y = arm.forward(*pose)
        (a, b), (c, d) = tip_jacobian(arm.link1_mm, arm.link2_mm, *pose)
        columns = ((a, c), (b, d))
        colors: tuple[QColor, QColor] = (style.SHOULDER, style.ELBOW)
        for index, (arrow, label, (vx, vy)) in enumerate(
            zip(self._arrows, self._labels, columns, strict=True), 1
        ):
            dx, dy = RATE_RAD_S * vx, RATE_RAD_S * vy
            arrow.setPath(_arrow(x, y, dx, dy))
            label.place(x + dx, y + dy, explain.joint_name(index), colors[index - 1], (vx, vy))


def _arrow(x: float, y: float, dx: float, dy: float) -> QPainterPath:
    length = math.hypot(dx, dy)
    path = QPainterPath(QPointF(x, y))
    path.lineTo(x + dx, y + dy)
    if length > 0:
        ux, uy = dx / length * HEAD_MM, dy / length * HEAD_MM
        tip = QPointF(x + dx, y + dy)
        path.moveTo(tip)
        path.lineTo(x + dx - 2 * ux - uy, y + dy - 2 * uy + ux)
        path.lineTo(x + dx - 2 * ux + uy, y + dy - 2 * uy - ux)
        path.lineTo(tip)
    return path
