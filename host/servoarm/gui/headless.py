"""The window's job without a display: connect, attach, click a point, wait until the arm is there,
take a picture.
"""

import logging
import math
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from PyQt5.QtCore import QEvent, QPointF, QSettings, Qt, qInstallMessageHandler
from PyQt5.QtGui import QMouseEvent
from PyQt5.QtWidgets import QApplication

from servoarm.arm import State
from servoarm.armfile import ArmConfig
from servoarm.gui.connect.feature import Connect
from servoarm.gui.model import ArmModel, Link
from servoarm.gui.signals import QuitSignals
from servoarm.gui.window import Window
from servoarm.kinematics.planar import Pose, TwoLinkArm
from servoarm.motion.target import plan_target

log = logging.getLogger("servoarm.gui")

SIZE = (1280, 800)
NEAR_MM = 0.5
TIMEOUT_S = 20.0
EXIT_USAGE, EXIT_REFUSED, EXIT_NO_BOARD = 2, 3, 4  # as all commands


def run_headless(
    picture: Path, port: str, config: ArmConfig | None, config_path: Path | None
) -> int:
    """Do the job, print picture and pose; answers 0 only if the arm is where it was sent."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    os.environ.setdefault("QT_FONT_DPI", "96")
    from servoarm.gui.build import application, make_window

    qInstallMessageHandler(lambda _kind, _context, text: log.debug("%s", text))
    app = application()
    with tempfile.TemporaryDirectory() as folder:
        settings = throwaway_settings(Path(folder))
        window = make_window(config, config_path, settings)
        window.resize(*SIZE)
        window.show()
        problems: list[str] = []
        signals = QuitSignals(lambda: problems.append("stopped by a signal"))
        try:
            code = _job(app, window, picture, port, problems)
        finally:
            window.leave()  # a moving arm eases to a stop
            settings.sync()
            signals.restore()
        return signals.exit_code(code)


def throwaway_settings(folder: Path) -> QSettings:
    """Settings that begin empty and go with the folder.

    Never the null device: Qt saves by renaming a file over the path it was given.
    """
    return QSettings(str(folder / "window.ini"), QSettings.Format.IniFormat)


def _job(app: QApplication, window: Window, picture: Path, port: str, problems: list[str]) -> int:
    model = window.model

    def take_note(level: str, text: str, remedy: str) -> None:
        if level == "error":
            problems.append(f"{text} {remedy}".strip())

    model.noticed.connect(take_note)
    window.feature(Connect).connection.choose(port)
    model.connect_to(port)
    if not wait(app, lambda: model.link is Link.ONLINE and model.status is not None, problems):
        return _fail(EXIT_NO_BOARD, "could not connect", problems)
    if not model.attached:
        model.attach()
    if not wait(app, lambda: model.attached, problems):
        return _fail(EXIT_REFUSED, "could not attach", problems)
    target = sample_target(model.kinematics, model.shown_pose)
    click(window, *target)
    arrived = wait(app, lambda: _is_at(model, target), problems)
    app.processEvents()
    picture.parent.mkdir(parents=True, exist_ok=True)
    if not window.grab().save(str(picture), "PNG"):
        return _fail(EXIT_USAGE, f"could not write {picture}", problems)
    pose = model.shown_pose
    x, y = model.kinematics.forward(*pose)
    print(f"picture: {picture}")
    print(f"target:  {target[0]:.2f}, {target[1]:.2f} mm")
    theta1, theta2 = (math.degrees(angle) for angle in pose)
    print(f"reached: {x:.2f}, {y:.2f} mm at {theta1:.2f}, {theta2:.2f} deg")
    return 0 if arrived else _fail(EXIT_REFUSED, "the arm did not get there", problems)


def _fail(code: int, what: str, problems: list[str]) -> int:
    print("; ".join([what, *problems]), file=sys.stderr)
    return code


def sample_target(arm: TwoLinkArm, present: Pose) -> tuple[float, float]:
    """A point (mm) well inside the reachable area, on the elbow's present side, a good way off."""
    here = arm.forward(*present)
    radius = arm.inner_radius + 0.66 * (arm.outer_radius - arm.inner_radius)
    points = [
        (radius * math.cos(a), radius * math.sin(a))
        for a in (math.radians(27 + 18 * k) for k in range(20))
    ]
    fitting = [p for p in points if plan_target(arm, *p, near=present).branch is not None]
    return next((p for p in fitting if math.dist(p, here) > 0.3 * radius), here)


def click(window: Window, x_mm: float, y_mm: float) -> None:
    """A left click on the canvas, as the mouse would send it."""
    viewport = window.canvas.viewport()
    position = QPointF(window.canvas.pixel_of(x_mm, y_mm))
    left, none = Qt.MouseButton.LeftButton, Qt.MouseButton.NoButton
    for kind, held in (
        (QEvent.Type.MouseButtonPress, left),
        (QEvent.Type.MouseButtonRelease, none),
    ):
        event = QMouseEvent(kind, position, left, held, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(viewport, event)


def _is_at(model: ArmModel, target: tuple[float, float]) -> bool:
    if model.status is None or model.status.state is not State.HOLDING:
        return False
    return math.dist(model.kinematics.forward(*model.shown_pose), target) < NEAR_MM


def wait(app: QApplication, done: Callable[[], bool], problems: list[str]) -> bool:
    """Let the window work until it is done, something goes wrong, or TIMEOUT_S is over."""
    end = time.monotonic() + TIMEOUT_S
    while not done():
        if problems or time.monotonic() > end:
            return False
        app.processEvents()
        time.sleep(0.005)
    return True
