"""Running the window until it is closed, and what happens to errors nobody caught."""

import logging
import sys
import threading
import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from PyQt5.QtCore import QObject, QTimer, pyqtSignal

from servoarm.armfile import ArmConfig
from servoarm.gui.build import application, make_window
from servoarm.gui.display import has_display
from servoarm.gui.signals import QuitSignals

if TYPE_CHECKING:
    from servoarm.gui.window import Window

EXIT_NO_DISPLAY = 2
NO_DISPLAY = (
    "There is no display to open a window on, or it does not answer (DISPLAY, WAYLAND_DISPLAY). "
    "Run `servoarm gui --port mock:// --headless window.png`, or use the other commands."
)


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
        log.error("%s", "".join(traceback.format_exception(kind, error, trace)))
        self.happened.emit(f"{kind.__name__}: {error}")


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
    `servoarm.gui.headless`) and the picture is written there. A ``config_path`` without ``config``
    is an empty file: the window says so, and takes the defaults.
    """
    empty, config_path = (config_path, None) if config is None else (None, config_path)
    if headless is not None:
        from servoarm.gui.headless import run_headless

        return run_headless(headless, port or "mock://", config, config_path)
    if not has_display():
        print(NO_DISPLAY, file=sys.stderr)
        return EXIT_NO_DISPLAY
    app = application()
    window = make_window(config, config_path)
    uncaught = Uncaught()
    give_back_hooks = uncaught.install()
    uncaught.happened.connect(
        lambda text: window.model.noticed.emit(
            "error",
            text,
            window.tr("The program has a fault. The log says more. Press STOP if the arm moves."),
        )
    )
    signals = QuitSignals(window.leave)
    QTimer.singleShot(0, lambda: begin(window, port or window.model.config.port, empty))
    window.show()
    try:
        return signals.exit_code(app.exec_())
    finally:
        signals.restore()
        give_back_hooks()


def begin(window: "Window", port: str | None, empty: Path | None) -> None:
    """Connect the port, and tell of an empty arm file."""
    from servoarm.gui.connect.feature import Connect

    if port is not None:
        window.feature(Connect).connection.choose(port)
        window.model.connect_to(port)
    if empty is not None:  # only now: connecting takes earlier messages away
        tell_empty(window, empty)


def tell_empty(window: "Window", path: Path) -> None:
    """The arm file has nothing in it."""
    window.model.noticed.emit(
        "warning",
        window.tr("{path} is empty: these are the defaults.").format(path=path),
        window.tr("Save to arm file can fill it; until then it stays as it is."),
    )
