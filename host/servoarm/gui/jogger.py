"""Tip jog: while a direction is held, small steps of the tip by resolved rate.

Each step starts from the goal that the board took last, is as long as the time since the step
before asks for, and is left out while the board has not taken that one, or its goal is still far
ahead of the arm. So nothing piles up against a limit, and after letting go the arm moves on by one
step at most.
"""

import math

from PyQt5.QtCore import QElapsedTimer, QObject, QTimer, pyqtSignal

from servoarm.gui import explain
from servoarm.gui.aim import Aim
from servoarm.kinematics.joints import blocks_of
from servoarm.kinematics.planar import Pose
from servoarm.kinematics.velocity import damped_rate

TICK_S = 0.03
LEAD_S = 0.15  # one step: what the tip travels in this time
LOST_S = 0.4  # a step that the board has not taken after so long was refused
SAME_RAD = 2e-4  # the wire rounds to 0.01 degrees
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
        self._direction = (0, 0)
        self._fine = False
        self._sent: Pose | None = None  # the goal of the newest step
        self._taken = True
        self._model.commander.moved.connect(self._on_taken)
        self._since_step = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.setInterval(round(TICK_S * 1000))
        self._timer.timeout.connect(self._step)

    @property
    def active(self) -> bool:
        """Whether a direction is held."""
        return self._timer.isActive()

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
        elif not self._timer.isActive():
            self._sent, self._taken = None, True
            self._since_step.start()
            self._timer.start()

    def end(self) -> None:
        """As if the key had been let go."""
        self.hold(0, 0, False)

    def _on_taken(self) -> None:
        self._taken = True

    def _step(self) -> None:
        pose, goal = self._model.pose, self._model.goal
        if pose is None or goal is None:
            self.end()
            self.refused.emit(self.tr("The arm is relaxed: attach it before you jog."))
            return
        elapsed_s = self._since_step.elapsed() / 1000
        if self._sent is not None and self._taken:
            goal = self._sent
        elif not self._taken and elapsed_s < LOST_S:
            return
        if self._lead_mm(pose, goal) > 0.6 * self.step_mm:
            return
        self._since_step.restart()
        self._step_from(goal, min(elapsed_s, 0.4 * LEAD_S))

    def _step_from(self, goal: Pose, seconds: float) -> None:
        model = self._model
        wanted, percent = self._next_pose(goal, seconds)
        blocks = blocks_of(wanted.theta1, wanted.theta2, model.kinematics.limits)
        if blocks:
            words = self.tr(" and ").join(explain.block_words(block) for block in blocks)
            self.refused.emit(self.tr("No further this way: {words}.").format(words=words))
        elif math.dist(wanted, goal) < SAME_RAD:
            self.refused.emit(self.tr("No further this way: the arm is at its rim."))
        else:
            self._sent, self._taken = wanted, False
            self._aim.step_joints(wanted, percent)

    def _lead_mm(self, pose: Pose, goal: Pose) -> float:
        arm = self._model.kinematics
        return math.dist(arm.forward(*pose), arm.forward(*goal))

    def _next_pose(self, start: Pose, seconds: float) -> tuple[Pose, int]:
        """The pose so many seconds on, and the percentage of the joints' speed that it takes."""
        model = self._model
        length = math.hypot(*self._direction)
        vx, vy = (self.step_mm / LEAD_S * component / length for component in self._direction)
        limits = (
            math.radians(model.config.shoulder.speed_deg_s),
            math.radians(model.config.elbow.speed_deg_s),
        )
        bend = -1 if start.theta2 < 0 else 1
        links = model.kinematics.link1_mm, model.kinematics.link2_mm
        rate = damped_rate(*links, *start, (vx, vy), speed_limits=limits, bend=bend, step_s=seconds)
        share = max(abs(rate.theta1_rate) / limits[0], abs(rate.theta2_rate) / limits[1])
        pose = Pose(
            start.theta1 + rate.theta1_rate * seconds, start.theta2 + rate.theta2_rate * seconds
        )
        return pose, min(100, max(1, math.ceil(100 * SPARE * share)))
