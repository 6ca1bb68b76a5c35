"""The plan: the red square, both elbow solutions as ghosts, the nearest point to go to; and the
assumed pose.

Labels are no children of what they belong to: the canvas lays them over everything else.
"""

import math

from PyQt5.QtCore import QPointF, Qt
from PyQt5.QtGui import QBrush, QColor, QPen
from PyQt5.QtWidgets import QGraphicsItem, QGraphicsItemGroup, QGraphicsPathItem

from servoarm.gui import explain, style
from servoarm.gui.canvas.shapes import (
    Label,
    cross,
    disc,
    faded,
    marker,
    polyline,
    screen_pen,
    square,
)
from servoarm.kinematics.planar import Branch, Pose, TwoLinkArm
from servoarm.motion.target import Plan, Reason

SAME = math.radians(0.1)
CHOSEN_PX, OTHER_PX = 4.0, 1.6


class GhostArm(QGraphicsItemGroup):
    """One arm drawn thin: a solution, or where the arm is assumed to be."""

    def __init__(self, parent: QGraphicsItem) -> None:
        super().__init__(parent)
        self._links = [QGraphicsPathItem(self) for _ in range(2)]
        self.label = Label(None, style.INK)

    def draw(
        self,
        arm: TwoLinkArm,
        pose: Pose,
        colors: tuple[QColor, QColor],
        dash: Qt.PenStyle,
        label: str,
        *,
        width_px: float = CHOSEN_PX,
    ) -> None:
        """Draw the pose (radians) with a word outside the bend of its elbow."""
        elbow, tip = arm.elbow_point(pose.theta1), arm.forward(*pose)
        for link, color, ends in zip(
            self._links, colors, (((0.0, 0.0), elbow), (elbow, tip)), strict=True
        ):
            link.setPath(polyline(list(ends)))
            link.setPen(screen_pen(color, width_px, dash))
        self.label.place(*elbow, label, colors[0], _outside(elbow, tip))
        self.setVisible(True)

    def setVisible(self, visible: bool) -> None:
        """The label with it."""
        super().setVisible(visible)
        self.label.setVisible(visible)

    @property
    def text(self) -> str:
        """The word beside the elbow."""
        return self.label.text()


def _outside(elbow: tuple[float, float], tip: tuple[float, float]) -> tuple[float, float]:
    """The direction out of the elbow's bend; across the arm where it is straight."""
    x, y = 2 * elbow[0] - tip[0], 2 * elbow[1] - tip[1]
    if math.hypot(x, y) < 0.05 * math.hypot(*elbow):
        return -elbow[1], elbow[0]
    return x, y


def _same(one: Pose, other: Pose) -> bool:
    """Whether both draw one arm: a straight arm's elbow has no side."""
    return max(abs(math.remainder(a - b, math.tau)) for a, b in zip(one, other, strict=True)) < SAME


class PlanItem(QGraphicsItemGroup):
    """What the arm is to do: the square is solid on the way, hollow once the arm is there."""

    def __init__(self, parent: QGraphicsItem | None = None) -> None:
        super().__init__(parent)
        self.ghosts = (GhostArm(self), GhostArm(self))
        self._gap = QGraphicsPathItem(self)
        self._gap.setPen(screen_pen(style.NEAREST, 1.5, Qt.PenStyle.DotLine))
        self.nearest = marker(disc(6), faded(style.NEAREST, 0.15), style.NEAREST, self)
        self.target = marker(square(6), style.TARGET, style.PAPER, self)
        self.refused = marker(cross(6), style.PAPER, style.PAPER, self)
        self.show_plan(None)

    @property
    def labels(self) -> list[Label]:
        """The words beside the ghosts."""
        return [ghost.label for ghost in self.ghosts]

    @property
    def hollow(self) -> bool:
        """Whether the square is drawn as reached."""
        return self.target.brush().style() == Qt.BrushStyle.NoBrush

    def show_plan(self, plan: Plan | None, *, arrived: bool = False) -> None:
        """Draw the plan; None clears it. Where the arm has ``arrived`` its own ghost goes."""
        for item in (*self.ghosts, self._gap, self.nearest, self.target, self.refused):
            item.setVisible(False)
        if plan is None or plan.reason is Reason.NO_POINT:
            return
        self.target.setPos(plan.x_mm, plan.y_mm)
        self.target.setBrush(QBrush() if arrived else QBrush(style.TARGET))
        self.target.setPen(QPen(style.TARGET if arrived else style.PAPER, 1.5))
        self.target.setVisible(True)
        for ghost, branch in zip(self.ghosts, plan.inverse.branches, strict=False):
            chosen = plan.branch is not None and branch.elbow is plan.branch.elbow
            if not chosen and plan.branch is not None and _same(branch.pose, plan.branch.pose):
                continue
            if not (chosen and arrived):
                self._draw_branch(ghost, branch, plan.arm, chosen=chosen)
        if plan.branch is None:
            self._draw_refusal(plan)

    def _draw_refusal(self, plan: Plan) -> None:
        self.refused.setPos(plan.x_mm, plan.y_mm)
        self.refused.setVisible(True)
        nearest = plan.nearest
        if nearest is not None:
            self.nearest.setPos(nearest.x, nearest.y)
            self._gap.setPath(polyline([(plan.x_mm, plan.y_mm), (nearest.x, nearest.y)]))
            self.nearest.setVisible(True)
            self._gap.setVisible(True)

    @staticmethod
    def _draw_branch(ghost: GhostArm, branch: Branch, arm: TwoLinkArm, *, chosen: bool) -> None:
        label = explain.ghost_label(branch)
        if not branch.allowed and not chosen:
            colors = (style.BLOCKED, style.BLOCKED)
            ghost.draw(arm, branch.pose, colors, Qt.PenStyle.DashLine, label)
            return
        # by width, not by fading: both must stand out from the shaded area
        width_px = CHOSEN_PX if chosen else OTHER_PX
        colors = (style.SHOULDER, style.ELBOW)
        ghost.draw(arm, branch.pose, colors, Qt.PenStyle.SolidLine, label, width_px=width_px)


class AssumedItem(QGraphicsItemGroup):
    """Where the arm is assumed to stand before the first pulse."""

    def __init__(self, parent: QGraphicsItem | None = None) -> None:
        super().__init__(parent)
        self._ghost = GhostArm(self)
        self._tip = marker(disc(5), style.PAPER, style.ASSUMED, self)
        self.setVisible(False)

    @property
    def label(self) -> Label:
        """The word beside the elbow."""
        return self._ghost.label

    def setVisible(self, visible: bool) -> None:
        """The label with it."""
        super().setVisible(visible)
        self._ghost.setVisible(visible)

    def show_pose(self, arm: TwoLinkArm, pose: Pose, label: str) -> None:
        """Draw the assumed pose (radians)."""
        shown = self.isVisible()
        self._ghost.draw(arm, pose, (style.ASSUMED, style.ASSUMED), Qt.PenStyle.DashLine, label)
        self._tip.setPos(QPointF(*arm.forward(*pose)))
        self._ghost.setVisible(shown)
