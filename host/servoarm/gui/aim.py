"""Where the arm is to go: the target, the elbow's side, former targets.

Nothing here moves the arm by itself: each order to the commander stands in a method that a person's
action calls.
"""

import math

from PyQt5.QtCore import QObject, pyqtSignal

from servoarm.gui.history import TargetHistory
from servoarm.gui.model import ArmModel
from servoarm.kinematics.planar import Pose
from servoarm.motion.wish import ElbowChoice, Wish, at_nearest, make_wish

THERE_MM = 0.3  # the wire rounds to 0.01 degrees
SAME_POINT_MM = 0.5


class Aim(QObject):
    """What a person wants of the arm. All methods belong to the GUI thread."""

    wish_changed = pyqtSignal()
    accepted = pyqtSignal()  # a move went on its way
    refused = pyqtSignal(str)  # why none did, where no wish tells it

    def __init__(self, model: ArmModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.model = model
        self.choice = ElbowChoice.STAY
        self.wish: Wish | None = None
        self.sent = False  # the arm was sent to the wish, and to nothing else since
        self._history = TargetHistory()
        self._following = False  # the mouse is held down on the canvas
        self._remembered = False  # this press or drag has its place among the targets
        model.config_changed.connect(self._on_config)
        model.assumed_changed.connect(self._solve_again)
        model.status_changed.connect(self._begin_history)
        model.attaching.connect(self.clear)
        model.pose_lost.connect(self._forget)
        model.stopped.connect(self._on_stopped)
        model.refused.connect(self._on_refused)

    @property
    def can_undo(self) -> bool:
        """Whether there is a former target to go to."""
        return self.model.attached and self._history.former is not None

    @property
    def can_go_nearest(self) -> bool:
        """Whether the wish was refused and the arm may go to a point near it."""
        return self.model.attached and self.wish is not None and self.wish.nearest is not None

    @property
    def arrived(self) -> bool:
        """Whether the board reports the arm at rest where it was sent."""
        wish, status = self.wish, self.model.status
        if not self.sent or wish is None or status is None or status.state.value != "holding":
            return False
        return math.dist((status.x_mm, status.y_mm), (wish.x_mm, wish.y_mm)) < THERE_MM

    # What a person asks for.

    def press(self, x_mm: float, y_mm: float) -> None:
        """A click on the canvas: go there, and follow from now on."""
        self._following, self._remembered = True, False
        self.follow(x_mm, y_mm)

    def follow(self, x_mm: float, y_mm: float) -> None:
        """The mouse was dragged on; does nothing after a stop, until the next click.

        Of a drag only the last point that went out is a target to come back to.
        """
        if self._following and self._send(x_mm, y_mm):
            self._remembered = self._history.add((x_mm, y_mm), instead=self._remembered)

    def release(self) -> None:
        """The mouse was let go."""
        self._following = False

    def go(self, x_mm: float, y_mm: float) -> None:
        """Go to the point (mm), if the arm may."""
        if self._send(x_mm, y_mm):
            self._history.add((x_mm, y_mm))

    def go_nearest(self) -> None:
        """Go to the point that is marked as nearest the wish."""
        wish = self.wish
        if wish is None or wish.nearest is None or not self.model.attached:
            return
        now = self._solve(wish.x_mm, wish.y_mm)
        marked, found = (wish.nearest.x, wish.nearest.y), now.nearest
        if found is None or math.dist(marked, (found.x, found.y)) > SAME_POINT_MM:
            self._show(now)
            text = self.tr("The arm has moved since: look where the nearest point is now.")
            self.refused.emit(text)
            return
        self._show(at_nearest(now, self.model.kinematics), sent=True)
        self._history.add((found.x, found.y))
        self._move_joints(found.pose, 100)

    def undo(self) -> None:
        """Go back: to the former target, or after a jog to the last one."""
        point = self._history.former
        if point is not None and self._send(*point):
            self._history.back()

    def step_joints(self, pose: Pose, speed_percent: int) -> None:
        """One step of a jog (radians)."""
        if self.model.attached:
            self._history.stray()
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

    def _show(self, wish: Wish | None, *, sent: bool = False) -> None:
        if (wish, sent) != (self.wish, self.sent):
            self.wish, self.sent = wish, sent
            self.wish_changed.emit()

    def _solve(self, x_mm: float, y_mm: float) -> Wish:
        model = self.model
        return make_wish(model.kinematics, x_mm, y_mm, self.choice, model.shown_pose)

    def _solve_again(self) -> None:
        if self.wish is not None:
            self._show(self._solve(self.wish.x_mm, self.wish.y_mm))

    def _send(self, x_mm: float, y_mm: float) -> bool:
        """Show the wish and go there if the arm may; whether it went."""
        wish = self._solve(x_mm, y_mm)
        went = self.model.attached and wish.branch is not None
        self._show(wish, sent=went)
        if went and wish.branch is not None:
            self.model.commander.move_to(x_mm, y_mm, wish.branch.elbow)
            self.accepted.emit()
        return went

    def _move_joints(self, pose: Pose, speed_percent: int) -> None:
        theta1_deg, theta2_deg = (math.degrees(angle) for angle in pose)
        self.model.commander.move_joints(theta1_deg, theta2_deg, speed_percent)
        self.accepted.emit()

    # What happens meanwhile.

    def _begin_history(self) -> None:
        pose = self.model.pose
        if pose is not None and self._history.empty:
            self._history.begin(self.model.kinematics.forward(*pose))

    def _on_config(self) -> None:
        """With other lengths the arm is not where it was sent, nor on its way there."""
        self._history.stray()
        if self.sent:
            self.clear()
        else:
            self._solve_again()

    def _on_stopped(self) -> None:
        self._following = False
        newest, pose = self._history.newest, self.model.pose
        if newest is None or pose is None:
            return
        if math.dist(newest, self.model.kinematics.forward(*pose)) > THERE_MM:
            self._not_going()

    def _on_refused(self) -> None:
        if self.sent:
            self._not_going()

    def _not_going(self) -> None:
        """The arm will not get where it was sent."""
        self._history.give_up()
        if self.sent:
            self._show(self.wish)

    def _forget(self) -> None:
        self._following = False
        self._history.clear()
        self.clear()
