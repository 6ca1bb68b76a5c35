"""Starting the window: the application, its settings, and what happens to errors nobody caught."""

import logging
import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, cast

from PyQt5.QtCore import QObject, QSettings, Qt, QTimer, pyqtSignal
from PyQt5.QtWidgets import QApplication

from servoarm.armfile import DEFAULT, ArmConfig

if TYPE_CHECKING:
    from servoarm.arm import Arm
    from servoarm.gui.window import Window

log = logging.getLogger("servoarm.gui")


class Uncaught(QObject):
    """Shows errors nobody caught.

    Without a hook PyQt5 ends the program at an exception in a slot, the arm still moving.
    """

    happened = pyqtSignal(str)

    def install(self) -> Callable[[], None]:
        """Take over both hooks; the answer gives them back."""
        former, former_threads = sys.excepthook, threading.excepthook
        sys.excepthook = self._tell
        threading.excepthook = lambda args: self._tell(
            args.exc_type, args.exc_value, args.exc_traceback
        )

        def restore() -> None:
            sys.excepthook, threading.excepthook = former, former_threads

        return restore

    def _tell(
        self, kind: type[BaseException], error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QTimer.singleShot(0, QApplication.quit)
            return
        log.error("%s", "".join(traceback.format_exception(kind, error, trace)))
        self.happened.emit(f"{kind.__name__}: {error}")


def application() -> QApplication:
    """The one application, ready for screens of any density."""
    there = QApplication.instance()
    if there is not None:
        return cast(QApplication, there)
    QApplication.setAttribute(Qt.ApplicationAttribute.AA_EnableHighDpiScaling)
    QApplication.setAttribute(Qt.ApplicationAttribute.AA_UseHighDpiPixmaps)
    QApplication.setHighDpiScaleFactorRoundingPolicy(
        Qt.HighDpiScaleFactorRoundingPolicy.PassThrough
    )
    app = QApplication(sys.argv[:1])
    app.setApplicationName("servoarm")
    app.setStyle("Fusion")
    return app


def make_window(
    config: ArmConfig | None = None,
    config_path: Path | None = None,
    settings: QSettings | None = None,
) -> "Window":
    """The window, not yet shown, on the real `Arm`."""
    import pyqtgraph

    from servoarm import arm as arm_module
    from servoarm.arm import Arm
    from servoarm.gui.window import Window

    pyqtgraph.setConfigOptions(antialias=True)

    def open_arm(port: str, arm: ArmConfig) -> "Arm":
        # by its path if it is as in the file, whose age then counts for the rest pose
        as_in_file = config_path is not None and config_path.exists() and arm == config
        return Arm.open(port, config_path if as_in_file else arm)

    def list_ports() -> list[tuple[str, str]]:
        return [
            (port.device, port.description)
            for port in getattr(arm_module, "available_ports", list)()
        ]

    kept = settings or QSettings(
        QSettings.Format.IniFormat, QSettings.Scope.UserScope, "servoarm", "window"
    )
    return Window(open_arm, list_ports, config or DEFAULT, config_path, kept)


def run(
    port: str | None = None,
    config: ArmConfig | None = None,
    config_path: Path | None = None,
    *,
    headless: Path | None = None,
) -> int:
    """Open the window and stay until it is closed; answers the exit code.

    ``port`` is connected at once (which moves nothing); without it the person chooses. ``headless``
    names a PNG: no display is needed, the window does one job by itself (see
    `servoarm.gui.headless`) and the picture is written there.
    """
    if headless is not None:
        from servoarm.gui.headless import run_headless

        return run_headless(headless, port or "mock://", config, config_path)
    app = application()
    window = make_window(config, config_path)
    uncaught = Uncaught()
    restore = uncaught.install()
    uncaught.happened.connect(
        lambda text: window.notice.tell(
            "error",
            text,
            window.tr(
                "A fault of the program; the log says more. If the arm should not move, press STOP."
            ),
        )
    )
    start_port = port or window.model.config.port
    if start_port is not None:
        window.connection.choose(start_port)
        QTimer.singleShot(0, lambda: window.model.connect_to(start_port))
    window.show()
    try:
        return app.exec_()
    finally:
        restore()
