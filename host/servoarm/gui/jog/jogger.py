"""Tip jog: while a direction is held, small steps of the tip by resolved rate.

Each step starts from the goal that the board took last, is as long as the time since the step
before asks for, and is left out while the board has not taken that one, its goal is still far ahead
of the arm, or any step would make the tip leave its line. So nothing piles up against a limit, and
after letting go the arm moves on by one step at most.
"""

import math

from PyQt5.QtCore import QElapsedTimer, QObject, QTimer, pyqtSignal

from servoarm.arm import State
from servoarm.errors import NotAttached
from servoarm.gui.aim import Aim
from servoarm.kinematics.joints import elbow_of
from servoarm.kinematics.planar import Elbow, Pose
from servoarm.motion.jog_step import jog_step
from servoarm.motion.profile import Drive, ProfileForecast
from servoarm.motion.refusal import block_fact
from servoarm.words import say

TICK_S = 0.03
LEAD_S = 0.15  # one step: what the tip travels in this time
LOST_S = 0.4  # a step that the board has not taken after so long was refused
SPARE = 1.4  # how much faster than asked for the board may go, to keep up
FINE = 0.2
SPEED_MM_S = 40.0


class Jogger(QObject):
    """Turns a held direction into steps."""

    refused = pyqtSignal(str)

    def __init__(self, aim: Aim, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._aim, self._model = aim, aim.model
        self.speed_mm_s = SPEED_MM_S
        self.speed_problem = ""  # why the speed that was asked for cannot be had
        self._direction = (0, 0)
        self._fine = False
        self._sent: Pose | None = None  # the goal of the newest step
        self._taken = True
        self._share = 1.0  # of the joints' speeds, in the newest step
        self._forecast: ProfileForecast | None = None
        self._side: Elbow | None = None  # where the elbow stood when it last had a side
        self._model.status_changed.connect(self._note_side)
        self._model.status_changed.connect(self._on_report)
        self._model.pose_lost.connect(self._forget_side)
        self._model.commander.moved.connect(self._on_taken)
        self._since_step = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.setInterval(round(TICK_S * 1000))
        self._timer.timeout.connect(self._step)

    @property
    def step_mm(self) -> float:
        """How far the tip is sent ahead of where it is."""
        return self.speed_mm_s * (FINE if self._fine else 1.0) * LEAD_S

    def hold(self, x: int, y: int, fine: bool) -> None:
        """Go on in this direction until told another; (0, 0) ends it."""
        self._fine = fine
        self._direction = (x, y)
        if (x, y) == (0, 0):
            self._timer.stop()
        elif self.speed_problem:
            self._timer.stop()
            self.refused.emit(self.speed_problem)
        elif not self._timer.isActive():
            self._sent, self._taken = None, True
            self._forecast = self._new_forecast()
            self._since_step.start()
            self._timer.start()

    def end(self) -> None:
        """As if the key had been let go."""
        self.hold(0, 0, False)

    def _on_taken(self) -> None:
        self._taken = True
        if self._forecast is not None and self._sent is not None:
            self._forecast.taken(self._sent, self._share)

    def _new_forecast(self) -> ProfileForecast | None:
        model = self._model
        if model.pose is None or model.goal is None:
            return None
        frame_s = model.config.frame_us / 1e6
        shoulder, elbow = (
            Drive(
                math.radians(joint.speed_deg_s) * frame_s,
                math.radians(joint.acceleration_deg_s2) * frame_s**2,
            )
            for joint in (model.config.shoulder, model.config.elbow)
        )
        forecast = ProfileForecast(model.kinematics, (shoulder, elbow), model.pose)
        forecast.taken(model.goal, 1.0)
        return forecast

    def _on_report(self) -> None:
        if self._forecast is not None and self._model.pose is not None:
            self._forecast.reported(self._model.pose, at_rest=self._at_rest)

    @property
    def _at_rest(self) -> bool:
        status = self._model.status
        return status is not None and status.state is State.HOLDING

    def _step(self) -> None:
        pose, goal = self._model.pose, self._model.goal
        if pose is None or goal is None:
            self.end()
            relaxed = NotAttached("relaxed")
            self.refused.emit(f"{relaxed.message} {relaxed.remedy_for('window')}")
            return
        elapsed_s = self._since_step.elapsed() / 1000
        if self._sent is not None and self._taken:
            goal = self._sent
        elif not self._taken and elapsed_s < LOST_S:
            return
        if self._lead_mm(pose, goal) > 0.6 * self.step_mm:
            return
        self._step_from(goal, min(elapsed_s, 0.4 * LEAD_S))

    def _step_from(self, goal: Pose, seconds: float) -> None:
        model, length = self._model, math.hypot(*self._direction)
        vx, vy = (self.step_mm / LEAD_S * component / length for component in self._direction)
        joints = model.config.shoulder, model.config.elbow
        shoulder, elbow = (math.radians(joint.speed_deg_s) for joint in joints)
        side = elbow_of(goal.theta2) or self._last_side()
        step = jog_step(
            model.kinematics,
            goal,
            side,
            (vx, vy),
            speeds=(shoulder, elbow),
            seconds=seconds,
            off_line_mm=self._off_line_mm,
        )
        if step.off_line and not self._at_rest:
            return  # until the arm is nearer its goal
        self._since_step.restart()
        if step.pose is not None:
            percent = min(100, max(1, math.ceil(100 * SPARE * step.share)))
            self._sent, self._taken, self._share = step.pose, False, percent / 100
            self._aim.step_joints(step.pose, percent)
        elif step.blocks:
            blocks = tuple(map(block_fact, step.blocks))
            self.refused.emit(say("limit in the way", blocks=blocks))
        else:
            self.refused.emit(say("rim in the way"))

    def _off_line_mm(self, goal: Pose, share: float) -> float:
        length, (x, y) = math.hypot(*self._direction), self._direction
        if self._forecast is None:
            return 0.0
        return self._forecast.off_line_mm(goal, min(1.0, SPARE * share), (x / length, y / length))

    def _lead_mm(self, pose: Pose, goal: Pose) -> float:
        arm = self._model.kinematics
        return math.dist(arm.forward(*pose), arm.forward(*goal))

    # A straight arm has no side: it bends back to where it came from.

    def _note_side(self) -> None:
        pose = self._model.pose
        if pose is not None:
            self._side = elbow_of(pose.theta2) or self._side

    def _forget_side(self) -> None:
        self._side = None

    def _last_side(self) -> Elbow:
        if self._side is not None:
            return self._side
        if self._aim.choice is not None:
            return self._aim.choice
        return Elbow.LEFT if self._model.kinematics.limits.theta2[1] <= 0 else Elbow.RIGHT
