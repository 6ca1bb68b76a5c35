"""The wish: the red square, both elbow solutions as ghosts, the nearest reachable point, and the
assumed pose.
"""

from PyQt5.QtCore import QPointF, Qt
from PyQt5.QtGui import QColor
from PyQt5.QtWidgets import QGraphicsItem, QGraphicsItemGroup, QGraphicsPathItem

from servoarm.gui import explain, style
from servoarm.gui.items.shapes import (
    Label,
    cross,
    disc,
    faded,
    marker,
    polyline,
    screen_pen,
    square,
)
from servoarm.gui.wish import Wish
from servoarm.kinematics.planar import Branch, Pose, Reach, TwoLinkArm


class GhostArm(QGraphicsItemGroup):
    """One arm drawn thin: a solution, or where the arm is assumed to be."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self._links = [QGraphicsPathItem(self) for _ in range(2)]
        self._label = Label(self, style.INK)

    def draw(
        self,
        arm: TwoLinkArm,
        pose: Pose,
        colors: tuple[QColor, QColor],
        dash: Qt.PenStyle,
        label: str,
    ) -> None:
        """Draw the pose (radians) with a word beside its elbow."""
        elbow = arm.elbow_point(pose.theta1)
        for link, color, ends in zip(
            self._links, colors, (((0.0, 0.0), elbow), (elbow, arm.forward(*pose))), strict=True
        ):
            link.setPath(polyline(list(ends)))
            link.setPen(screen_pen(color, 4, dash))
        self._label.place(*elbow, label, faded(colors[0], 1.0))
        self.setVisible(True)

    @property
    def text(self) -> str:
        """The word beside the elbow."""
        return self._label.text()


class WishItem(QGraphicsItemGroup):
    """Everything that is wished for and not yet so."""

    def __init__(self, parent: QGraphicsItem | None = None) -> None:
        super().__init__(parent)
        self.ghosts = (GhostArm(self), GhostArm(self))
        self._gap = QGraphicsPathItem(self)
        self._gap.setPen(screen_pen(style.NEAREST, 1.5, Qt.PenStyle.DotLine))
        self.nearest = marker(disc(6), faded(style.NEAREST, 0.15), style.NEAREST, self)
        self.target = marker(square(6), style.TARGET, style.PAPER, self)
        self._refused = marker(cross(6), style.PAPER, style.PAPER, self)
        self.show_wish(None, None)

    def show_wish(self, wish: Wish | None, arm: TwoLinkArm | None) -> None:
        """Draw the wish; None clears it."""
        for item in (*self.ghosts, self._gap, self.nearest, self.target, self._refused):
            item.setVisible(False)
        if wish is None or arm is None or wish.inverse.reach is Reach.INVALID:
            return
        self.target.setPos(wish.x_mm, wish.y_mm)
        self.target.setVisible(True)
        for ghost, branch in zip(self.ghosts, wish.inverse.branches, strict=False):
            self._draw_branch(ghost, branch, arm, chosen=branch is wish.branch)
        nearest = wish.inverse.nearest
        if wish.branch is None and nearest is not None and nearest.distance > 0:
            self._refused.setPos(wish.x_mm, wish.y_mm)
            self.nearest.setPos(nearest.x, nearest.y)
            self._gap.setPath(polyline([(wish.x_mm, wish.y_mm), (nearest.x, nearest.y)]))
            for item in (self._refused, self.nearest, self._gap):
                item.setVisible(True)

    @staticmethod
    def _draw_branch(ghost: GhostArm, branch: Branch, arm: TwoLinkArm, *, chosen: bool) -> None:
        label = explain.ghost_label(branch)
        if not branch.allowed:
            colors = (faded(style.BLOCKED, 0.8), faded(style.BLOCKED, 0.8))
            ghost.draw(arm, branch.pose, colors, Qt.PenStyle.DashLine, label)
            return
        alpha = 0.5 if chosen else 0.22
        ghost.draw(
            arm,
            branch.pose,
            (faded(style.SHOULDER, alpha), faded(style.ELBOW, alpha)),
            Qt.PenStyle.SolidLine,
            label,
        )


class AssumedItem(QGraphicsItemGroup):
    """Where the arm is assumed to stand before the first pulse."""

    def __init__(self, parent: QGraphicsItem | None = None) -> None:
        super().__init__(parent)
        self._ghost = GhostArm(self)
        self._tip = marker(disc(5), style.PAPER, style.ASSUMED, self)
        self.setVisible(False)

    def show_pose(self, arm: TwoLinkArm, pose: Pose, label: str) -> None:
        """Draw the assumed pose (radians)."""
        self._ghost.draw(arm, pose, (style.ASSUMED, style.ASSUMED), Qt.PenStyle.DashLine, label)
        self._tip.setPos(QPointF(*arm.forward(*pose)))
