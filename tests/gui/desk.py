"""What a person at the window does, in the words of a test."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from PyQt5.QtCore import QEvent, QPoint, QPointF, QSettings, Qt
from PyQt5.QtGui import QMouseEvent
from PyQt5.QtTest import QTest
from PyQt5.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from servoarm.arm import PortInfo, State
from servoarm.armfile import DEFAULT, ArmChoice, ArmConfig
from servoarm.gui.aim import Aim
from servoarm.gui.arm_file.feature import ArmFile
from servoarm.gui.arm_file.lengths import LengthsPanel
from servoarm.gui.build import make_window
from servoarm.gui.connect.connection import ConnectionPanel
from servoarm.gui.connect.feature import Connect
from servoarm.gui.connect.notice import NoticePanel
from servoarm.gui.connect.start import StartPanel
from servoarm.gui.drive.elbow import ElbowPanel
from servoarm.gui.drive.feature import Drive
from servoarm.gui.drive.readouts import ReadoutPanel
from servoarm.gui.drive.reason import ReasonLine
from servoarm.gui.drive.target import TargetPanel
from servoarm.gui.jog.feature import Jog
from servoarm.gui.jog.jogger import Jogger
from servoarm.gui.jog.pad import JogPanel
from servoarm.gui.model import ArmModel
from servoarm.gui.screws.feature import Screws
from servoarm.gui.screws.figures import ScrewPanel
from servoarm.gui.window import Window
from servoarm.mock.device import MockDevice, mock_device

from .fake_arm import FakeArm

LEFT = Qt.MouseButton.LeftButton
QTEST: Any = QTest  # its stubs take these functions for methods


@dataclass
class Sitting:
    """A shown window with helpers."""

    bot: QtBot
    window: Window

    @property
    def model(self) -> ArmModel:
        return self.window.model

    @property
    def aim(self) -> Aim:
        return self.window.aim

    # The features, and their panels.

    @property
    def drive(self) -> Drive:
        return self.window.feature(Drive)

    @property
    def arm_file(self) -> ArmFile:
        return self.window.feature(ArmFile)

    @property
    def target(self) -> TargetPanel:
        return self.drive.target

    @property
    def elbow(self) -> ElbowPanel:
        return self.drive.elbow

    @property
    def readouts(self) -> ReadoutPanel:
        return self.drive.readouts

    @property
    def reason_line(self) -> ReasonLine:
        return self.drive.reason

    @property
    def lengths(self) -> LengthsPanel:
        return self.arm_file.lengths

    @property
    def connection(self) -> ConnectionPanel:
        return self.window.feature(Connect).connection

    @property
    def start(self) -> StartPanel:
        return self.window.feature(Connect).start

    @property
    def notice(self) -> NoticePanel:
        return self.window.feature(Connect).notice

    @property
    def jogger(self) -> Jogger:
        return self.window.feature(Jog).jogger

    @property
    def jog_panel(self) -> JogPanel:
        return self.window.feature(Jog).panel

    @property
    def screws(self) -> ScrewPanel:
        return self.window.feature(Screws).panel

    # What a person sees and does.

    @property
    def viewport(self) -> QWidget:
        return cast(QWidget, self.window.canvas.viewport())

    @property
    def reason(self) -> str:
        return self.reason_line.text.text()

    def until(self, condition: Callable[[], Any], timeout_ms: int = 8000) -> None:
        self.bot.waitUntil(lambda: bool(condition()), timeout=timeout_ms)

    def pixel(self, x_mm: float, y_mm: float) -> QPoint:
        position: QPointF = self.window.canvas.pixel_of(x_mm, y_mm)
        return position.toPoint()

    def click(self, x_mm: float, y_mm: float, button: Qt.MouseButton = LEFT) -> None:
        modifiers = Qt.KeyboardModifiers()
        QTEST.mouseClick(self.viewport, button, modifiers, self.pixel(x_mm, y_mm))

    def press(self, x_mm: float, y_mm: float) -> None:
        self._mouse(QEvent.Type.MouseButtonPress, x_mm, y_mm, LEFT)

    def drag(self, x_mm: float, y_mm: float) -> None:
        self._mouse(QEvent.Type.MouseMove, x_mm, y_mm, Qt.MouseButton.NoButton)

    def release(self, x_mm: float, y_mm: float) -> None:
        self._mouse(QEvent.Type.MouseButtonRelease, x_mm, y_mm, LEFT)

    def _mouse(self, kind: QEvent.Type, x_mm: float, y_mm: float, button: Qt.MouseButton) -> None:
        held = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseButtonRelease else LEFT
        position = QPointF(self.pixel(x_mm, y_mm))
        event = QMouseEvent(kind, position, button, held, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(self.viewport, event)

    def key(self, widget: QWidget, key: Qt.Key) -> None:
        widget.setFocus()
        QTEST.keyClick(widget, key)

    def close(self) -> None:
        self.window.leave()


@dataclass
class Desk(Sitting):
    """A window and a mock board."""

    name: str

    @classmethod
    def make(cls, bot: QtBot, settings: QSettings, name: str, config: ArmConfig = DEFAULT) -> Desk:
        window = make_window(config, None, settings)
        bot.addWidget(window)
        window.resize(1024, 700)
        window.show()
        bot.waitExposed(window)
        window.activateWindow()
        return cls(bot, window, name)

    @property
    def device(self) -> MockDevice:
        return mock_device(self.name)

    def connect(self, options: str = "") -> None:
        self.model.connect_to(f"mock://{self.name}{options}")
        self.until(lambda: self.model.status is not None)

    def attach(self) -> None:
        QTEST.mouseClick(self.start.attach, LEFT)
        self.until(lambda: self.model.attached)

    def ready(self, options: str = "") -> None:
        """Connected, attached, and past its slow first move."""
        self.connect(options)
        self.attach()
        self.click(110.0, 90.0)
        self.until(lambda: self.resting_near(110.0, 90.0))

    def resting_near(self, x_mm: float, y_mm: float, within_mm: float = 1.5) -> bool:
        """Whether the arm holds there; a pixel is about a millimetre."""
        status = self.model.status
        if status is None or status.state is not State.HOLDING:
            return False
        return math.dist((status.x_mm, status.y_mm), (x_mm, y_mm)) < within_mm

    @property
    def moving(self) -> bool:
        return self.model.status is not None and self.model.status.state is State.MOVING


@dataclass
class FakeDesk(Sitting):
    """A window and an arm that obeys at once."""

    arm: FakeArm
    ports: list[PortInfo]

    @classmethod
    def make(cls, bot: QtBot, settings: QSettings) -> FakeDesk:
        arm = FakeArm()
        ports = [
            PortInfo("/dev/ttyUSB0", "a board", "1a86:7523:A1"),
            PortInfo("mock://", "simulated", None),
        ]
        window = Window(
            lambda _port, _choice: cast(Any, arm),
            lambda: list(ports),
            ArmChoice(DEFAULT, by_default=True),
            settings,
        )
        bot.addWidget(window)
        window.resize(1024, 700)
        window.show()
        bot.waitExposed(window)
        desk = cls(bot, window, arm, ports)
        desk.model.connect_to("mock://")
        desk.until(lambda: desk.model.status is not None)
        desk.model.attach()
        desk.until(lambda: desk.model.attached)
        arm.told.clear()
        return desk

    def stand(self, theta1_deg: float, theta2_deg: float, **more: Any) -> None:
        """The board reports the arm there."""
        self.arm.stand(theta1_deg, theta2_deg, **more)
        there = (math.radians(theta1_deg), math.radians(theta2_deg))
        self.until(lambda: self.model.pose == there)

    def went_to(self) -> list[tuple[float, float]]:
        """The points to which the arm was sent."""
        kinematics, points = self.model.kinematics, []
        for _, theta1_deg, theta2_deg in cast(
            list[tuple[str, float, float]], self.told("move_joints")
        ):
            x, y = kinematics.forward(math.radians(theta1_deg), math.radians(theta2_deg))
            points.append((round(x, 6), round(y, 6)))
        return points

    def told(self, verb: str) -> list[tuple[object, ...]]:
        return [order for order in self.arm.told if order[0] == verb]
