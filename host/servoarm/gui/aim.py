"""Where the arm is to go: the target, the elbow's side, former targets.

Nothing here moves the arm by itself: each order to the commander stands in a method that a person's
action calls.
"""

import math

from PyQt5.QtCore import QObject, pyqtSignal

from servoarm.gui.model import ArmModel
from servoarm.gui.wish import ElbowChoice, Wish, make_wish
from servoarm.kinematics.planar import Pose

HISTORY = 100


class Aim(QObject):
    """What a person wants of the arm. All methods belong to the GUI thread."""

    wish_changed = pyqtSignal()
    accepted = pyqtSignal()  # a move went on its way

    def __init__(self, model: ArmModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.model = model
        self.choice = ElbowChoice.STAY
        self.wish: Wish | None = None
        self._gone_to: list[tuple[float, float]] = []
        self._following = False  # the mouse is held down on the canvas
        self._remembered = False  # this press or drag has its place among the targets
        model.config_changed.connect(self._solve_again)
        model.assumed_changed.connect(self._solve_again)
        model.attaching.connect(self.clear)
        model.pose_lost.connect(self._forget)
        model.stopped.connect(self._let_go)

    @property
    def can_undo(self) -> bool:
        """Whether there is a former target."""
        return len(self._gone_to) > 1

    # What a person asks for.

    def press(self, x_mm: float, y_mm: float) -> None:
        """A click on the canvas: go there, and follow from now on."""
        self._following = True
        self._remembered = self._ask(x_mm, y_mm, remember=True)

    def follow(self, x_mm: float, y_mm: float) -> None:
        """The mouse was dragged on; does nothing after a stop, until the next click."""
        if self._following:
            went = self._ask(x_mm, y_mm, remember=not self._remembered)
            self._remembered = self._remembered or went

    def release(self) -> None:
        """The mouse was let go: of a drag, only where it ended is a target to come back to."""
        wish = self.wish
        if self._following and self._remembered and wish is not None and wish.branch is not None:
            self._gone_to[-1:] = [(wish.x_mm, wish.y_mm)]
        self._following = False

    def go(self, x_mm: float, y_mm: float) -> None:
        """Go to the point (mm), if the arm may."""
        self._ask(x_mm, y_mm, remember=True)

    def go_nearest(self) -> None:
        """Go to the reachable point nearest the wish."""
        nearest = self.wish.inverse.nearest if self.wish is not None else None
        if nearest is None or not self.model.attached:
            return
        self._remember(nearest.x, nearest.y)
        self._show(self._solve(nearest.x, nearest.y))
        self._move_joints(nearest.pose, 100)

    def undo(self) -> None:
        """Go back to the former target."""
        if self.can_undo:
            self._gone_to.pop()
            x_mm, y_mm = self._gone_to[-1]
            self._ask(x_mm, y_mm, remember=False)

    def step_joints(self, pose: Pose, speed_percent: int) -> None:
        """One step of a jog (radians)."""
        if self.model.attached:
            self.clear()
            self._move_joints(pose, speed_percent)

    def set_choice(self, choice: ElbowChoice) -> None:
        """How the elbow is to stand from the next move on; moves nothing."""
        self.choice = choice
        self._solve_again()

    def clear(self) -> None:
        """Show no wish any more."""
        self._show(None)

    # How it is done.

    def _show(self, wish: Wish | None) -> None:
        if wish != self.wish:
            self.wish = wish
            self.wish_changed.emit()

    def _solve(self, x_mm: float, y_mm: float) -> Wish:
        model = self.model
        return make_wish(model.kinematics, x_mm, y_mm, self.choice, model.shown_pose)

    def _solve_again(self) -> None:
        if self.wish is not None:
            self._show(self._solve(self.wish.x_mm, self.wish.y_mm))

    def _ask(self, x_mm: float, y_mm: float, *, remember: bool) -> bool:
        """Show the wish and go there if the arm may; whether it went."""
        wish = self._solve(x_mm, y_mm)
        self._show(wish)
        if not self.model.attached or wish.branch is None:
            return False
        if remember:
            self._remember(x_mm, y_mm)
        self.model.commander.move_to(x_mm, y_mm, wish.branch.elbow)
        self.accepted.emit()
        return True

    def _move_joints(self, pose: Pose, speed_percent: int) -> None:
        theta1_deg, theta2_deg = (math.degrees(angle) for angle in pose)
        self.model.commander.move_joints(theta1_deg, theta2_deg, speed_percent)
        self.accepted.emit()

    def _remember(self, x_mm: float, y_mm: float) -> None:
        self._gone_to.append((x_mm, y_mm))
        del self._gone_to[:-HISTORY]

    def _let_go(self) -> None:
        self._following = False

    def _forget(self) -> None:
        self._let_go()
        self._gone_to.clear()
        self.clear()
