"""Park, then relax: the arm goes to its rest pose, and its pulses end when it is there."""

import math

from PyQt5.QtCore import QObject, pyqtSignal

from servoarm.arm.types import ArmStatus
from servoarm.gui.aim import Aim
from servoarm.kinematics.planar import Pose

THERE_DEG = 0.01  # the wire's step


class Parking(QObject):
    """One way to the rest pose. Whatever else the arm is asked for on the way ends it."""

    parked = pyqtSignal()

    def __init__(self, aim: Aim, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._aim, self._model = aim, aim.model
        self._under_way = False
        self._taken = False  # the board has the move to the rest pose
        self._model.commander.moved.connect(self._on_moved)
        self._model.status_changed.connect(self._look)
        for over in (self._model.stopped, self._model.pose_lost, self._model.config_changed):
            over.connect(self._end)
        for over in (aim.accepted, self._model.refused):
            over.connect(self._end)

    def start(self) -> None:
        """Go to the rest pose, and relax there."""
        if not self._model.attached:
            return
        theta1_deg, theta2_deg = self._model.config.rest_deg
        pose = Pose(math.radians(theta1_deg), math.radians(theta2_deg))
        self._aim.go_joints(pose)
        self._under_way, self._taken = True, False

    def _on_moved(self) -> None:
        self._taken = True
        self._look()

    def _look(self) -> None:
        status = self._model.status
        if self._under_way and self._taken and status is not None and self._at_rest(status):
            self._end()
            self._model.relax()
            self.parked.emit()

    def _at_rest(self, status: ArmStatus) -> bool:
        if status.state.under_way:
            return False
        rest1_deg, rest2_deg = self._model.config.rest_deg
        return all(
            abs(angle - rest) <= THERE_DEG
            for angle, rest in (
                (status.theta1_deg, rest1_deg),
                (status.theta2_deg, rest2_deg),
                (status.goal1_deg, rest1_deg),
                (status.goal2_deg, rest2_deg),
            )
        )

    def _end(self) -> None:
        self._under_way = False
