"""Making the one application, and a window on the real arm."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PyQt5.QtCore import QSettings, Qt
from PyQt5.QtWidgets import QApplication

from servoarm.armfile import DEFAULT, ArmChoice, ArmConfig
from servoarm.gui.palette import use_palette

if TYPE_CHECKING:
    from servoarm.gui.window import Window


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
    use_palette(app)
    # in the desktop's own dialogs, Esc could not stop the arm
    app.setAttribute(Qt.ApplicationAttribute.AA_DontUseNativeDialogs)
    return app


def make_window(
    config: ArmConfig | None = None,
    config_path: Path | None = None,
    settings: QSettings | None = None,
) -> "Window":
    """The window, not yet shown, on the real `Arm`."""
    import pyqtgraph

    from servoarm.arm import Arm, available_ports
    from servoarm.gui.window import Window

    pyqtgraph.setConfigOptions(antialias=True)

    kept = settings or QSettings(
        QSettings.Format.IniFormat, QSettings.Scope.UserScope, "servoarm", "window"
    )
    choice = ArmChoice(config or DEFAULT, config_path, by_default=config is None)
    return Window(Arm.open, available_ports, choice, kept)
