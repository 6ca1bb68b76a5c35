"""Where the arm is to go: the target, the elbow's side, former targets.

Nothing here moves the arm by itself: each order to the commander stands in a method that a person's
action calls.
"""

import math

from PyQt5.QtCore import QObject, pyqtSignal

from servoarm.arm import State
from servoarm.gui.history import Point, TargetHistory
from servoarm.gui.model import ArmModel
from servoarm.kinematics.joints import elbow_of
from servoarm.kinematics.planar import Elbow, Pose
from servoarm.motion.target import SNAP_MM, Plan, other_pose, plan_target

THERE_MM = 0.3  # the wire rounds to 0.01 degrees
THERE_RAD = math.radians(0.006)  # half of that step, and a little
SAME_POINT_MM = 0.5


class Aim(QObject):
    """What a person wants of the arm. All methods belong to the GUI thread."""

    plan_changed = pyqtSignal()
    choice_changed = pyqtSignal()
    accepted = pyqtSignal()  # a move went on its way
    refused = pyqtSignal(str)  # why none did, where no plan tells it

    def __init__(self, model: ArmModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.model = model
        self.choice: Elbow | None = None  # the elbow's side; None: it stays on its own
        self.plan: Plan | None = None
        self.sent = False  # the plan's pose was sent, and nothing else since
        self.speed_percent = 100  # of the arm file's speeds, for all moves but a jog's
        self._on_its_way: Pose | None = None  # sent, and not yet the board's goal
        self._history = TargetHistory()
        self._following = False  # the mouse is held down on the canvas
        self._remembered = False  # this press or drag has its place among the targets
        model.config_changed.connect(self._on_config)
        model.assumed_changed.connect(self._solve_again)
        model.status_changed.connect(self._begin_history)
        model.status_changed.connect(self._note_goal)
        model.attaching.connect(self.clear)
        model.pose_lost.connect(self._forget)
        model.stopped.connect(self._on_stopped)
        model.refused.connect(self._on_refused)

    @property
    def side(self) -> Elbow | None:
        """The side on which the elbow will stand; None while either will do."""
        return self.choice or elbow_of(self.model.shown_pose.theta2)

    @property
    def can_undo(self) -> bool:
        """Whether there is a former target to go to."""
        return self.model.attached and self._history.former is not None

    @property
    def can_redo(self) -> bool:
        """Whether the way back can be taken back."""
        return self.model.attached and self._history.next is not None

    @property
    def can_go_nearest(self) -> bool:
        """Whether the target was refused and the arm may go to a point near it."""
        return self.model.attached and self.plan is not None and self.plan.nearest is not None

    @property
    def can_go_alternative(self) -> bool:
        """Whether the target was refused and a person may choose another way to it."""
        return self.model.attached and self.plan is not None and self.plan.alternative is not None

    @property
    def arrived(self) -> bool:
        """Whether the board reports the arm at rest where it was sent."""
        plan, status = self.plan, self.model.status
        if not self.sent or plan is None or status is None or status.state is not State.HOLDING:
            return False
        return math.dist((status.x_mm, status.y_mm), (plan.x_mm, plan.y_mm)) < THERE_MM

    # What a person asks for.

    def press(self, x_mm: float, y_mm: float, snap_mm: float = SNAP_MM) -> None:
        """A click on the canvas: go there, and follow from now on.

        A click outside by no more than ``snap_mm``, a pixel, means the rim or limit itself.
        """
        self._following, self._remembered = True, False
        self.follow(x_mm, y_mm, snap_mm)

    def follow(self, x_mm: float, y_mm: float, snap_mm: float = SNAP_MM) -> None:
        """The mouse was dragged on; does nothing after a stop, until the next click.

        Of a drag only the last point that went out is a target to come back to.
        """
        sent = self._send(x_mm, y_mm, snap_mm) if self._following else None
        if sent is not None:
            self._remembered = self._history.add(sent, instead=self._remembered)

    def release(self) -> None:
        """The mouse was let go."""
        self._following = False

    def go(self, x_mm: float, y_mm: float) -> None:
        """Go to the point (mm), if the arm may."""
        sent = self._send(x_mm, y_mm)
        if sent is not None:
            self._history.add(sent)

    def go_nearest(self) -> None:
        """Go to the point that is marked as nearest the target."""
        shown = self.plan
        if shown is None or shown.nearest is None or not self.model.attached:
            return
        now = self._solve(shown.x_mm, shown.y_mm)
        marked, found = (shown.nearest.x, shown.nearest.y), now.nearest
        if found is not None and math.dist(marked, (found.x, found.y)) <= SAME_POINT_MM:
            self.go(found.x, found.y)
        else:
            self._show_anew(now, self.tr("look where the nearest point is now."))

    def go_alternative(self) -> None:
        """Go to the target with the other elbow, or by the long way round, as was offered."""
        shown = self.plan
        if shown is None or shown.alternative is None or not self.model.attached:
            return
        now = self._solve(shown.x_mm, shown.y_mm)
        if now.alternative is not None and now.reason is shown.reason:
            self._history.add(self._send_plan(now.by_alternative()))
        else:
            self._show_anew(now, self.tr("look how the arm would go there now."))

    def undo(self) -> None:
        """Go back: to the former target, or after a jog to the last one."""
        point = self._history.former
        if point is not None and self._send(*point) is not None:
            self._history.back()

    def redo(self) -> None:
        """Go on again, after going back."""
        point = self._history.next
        if point is not None and self._send(*point) is not None:
            self._history.on()

    @property
    def goal(self) -> Pose | None:
        """Where the arm is going, or stands (radians): the newest pose that was sent."""
        return self._on_its_way or self.model.goal

    def step_tip(self, x_mm: float, y_mm: float) -> None:
        """Go on by so much from where the arm is going."""
        if self.goal is not None:
            x, y = self.model.kinematics.forward(*self.goal)
            self.go(x + x_mm, y + y_mm)

    def go_joints(self, pose: Pose) -> None:
        """Bring both joints to these angles (radians)."""
        self.step_joints(pose, self.speed_percent)

    def step_joints(self, pose: Pose, speed_percent: int) -> None:
        """One step of a jog (radians)."""
        if self.model.attached:
            self._history.stray()
            self.clear()
            self._move_joints(pose, speed_percent)

    @property
    def other_pose(self) -> Pose | None:
        """The pose with the tip where it is and the elbow on the other side; None if the arm may
        not stand so, or has no side.
        """
        return None if self.goal is None else other_pose(self.model.kinematics, self.goal)

    def go_other_elbow(self) -> None:
        """Swing the elbow to its other side, the tip to where it is now."""
        pose = self.other_pose
        if pose is not None:
            self.go_joints(pose)

    def set_choice(self, choice: Elbow | None) -> None:
        """How the elbow is to stand from the next move on; moves nothing."""
        self.choice = choice
        self.choice_changed.emit()
        self._solve_again()

    def clear(self) -> None:
        """Show no plan any more."""
        self._show(None)

    # How it is done.

    def _show(self, plan: Plan | None, *, sent: bool = False) -> None:
        if (plan, sent) != (self.plan, self.sent):
            self.plan, self.sent = plan, sent
            self.plan_changed.emit()

    def _show_anew(self, plan: Plan, remedy: str) -> None:
        """What was offered is not so any more."""
        self._show(plan)
        self.refused.emit(self.tr("The arm has moved since: {remedy}").format(remedy=remedy))

    def _solve(self, x_mm: float, y_mm: float, snap_mm: float = SNAP_MM) -> Plan:
        model = self.model
        return plan_target(
            model.kinematics,
            x_mm,
            y_mm,
            elbow=self.choice,
            near=model.shown_pose,
            snap_mm=snap_mm,
        )

    def _solve_again(self) -> None:
        if self.plan is not None:
            self._show(self._solve(self.plan.x_mm, self.plan.y_mm))

    def _send(self, x_mm: float, y_mm: float, snap_mm: float = SNAP_MM) -> Point | None:
        """Show the plan, and go there if the arm may: to which point it went."""
        plan = self._solve(x_mm, y_mm, snap_mm)
        if plan.branch is None or not self.model.attached:
            self._show(plan)
            return None
        return self._send_plan(plan)

    def _send_plan(self, plan: Plan) -> Point:
        """Show the plan, and send its pose; the point to which the arm goes."""
        assert plan.branch is not None
        self._show(plan, sent=True)
        self._move_joints(plan.branch.pose, self.speed_percent)
        return plan.x_mm, plan.y_mm

    def _move_joints(self, pose: Pose, speed_percent: int) -> None:
        self._on_its_way = pose
        theta1_deg, theta2_deg = (math.degrees(angle) for angle in pose)
        self.model.commander.move_joints(theta1_deg, theta2_deg, speed_percent)
        self.accepted.emit()

    # What happens meanwhile.

    def _begin_history(self) -> None:
        pose = self.model.pose
        if pose is not None and self._history.empty:
            self._history.begin(self.model.kinematics.forward(*pose))

    def _note_goal(self) -> None:
        goal, sent = self.model.goal, self._on_its_way
        if goal is None or (sent is not None and math.dist(goal, sent) < THERE_RAD):
            self._on_its_way = None

    def _on_config(self) -> None:
        """With other lengths the arm is not where it was sent, nor on its way there."""
        self._history.stray()
        if self.sent:
            self.clear()
        else:
            self._solve_again()

    def _on_stopped(self) -> None:
        self._following = False
        self._on_its_way = None
        newest, pose = self._history.newest, self.model.pose
        if newest is None or pose is None:
            return
        if math.dist(newest, self.model.kinematics.forward(*pose)) > THERE_MM:
            self._not_going()

    def _on_refused(self) -> None:
        self._on_its_way = None
        if self.sent:
            self._not_going()

    def _not_going(self) -> None:
        """The arm will not get where it was sent."""
        self._history.give_up()
        if self.sent:
            self._show(self.plan)

    def _forget(self) -> None:
        self._following = False
        self._history.clear()
        self.clear()
