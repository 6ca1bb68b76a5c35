"""Take the pictures of the window that the documents show: docs/images/window*.png.

    python tools/screenshot.py [FOLDER]

Each is the real window on a mock board; nothing is drawn for the picture.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SIZE = (1180, 760)

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("QT_FONT_DPI", "96")
sys.path.insert(0, str(ROOT / "host"))

from PyQt5.QtWidgets import QApplication  # noqa: E402

from servoarm.arm import State  # noqa: E402
from servoarm.gui.build import application, make_window  # noqa: E402
from servoarm.gui.connect.feature import Connect  # noqa: E402
from servoarm.gui.headless import click, throwaway_settings, wait  # noqa: E402
from servoarm.gui.screws.feature import Screws  # noqa: E402
from servoarm.gui.window import Window  # noqa: E402


def shown_window(app: QApplication, scratch: Path) -> Window:
    """A window on a mock board, connected and not attached."""
    window = make_window(settings=throwaway_settings(scratch))
    window.resize(*SIZE)
    window.show()
    window.feature(Connect).connection.choose("mock://")
    window.model.connect_to("mock://")
    expect(app, lambda: window.model.status is not None)
    return window


def expect(app: QApplication, condition: Callable[[], bool]) -> None:
    """Wait for it. RuntimeError if it does not come."""
    if not wait(app, condition, []):
        raise RuntimeError("the window did not get there")


def go(app: QApplication, window: Window, x_mm: float, y_mm: float) -> None:
    """Click and wait until the arm is there."""
    model = window.model
    click(window, x_mm, y_mm)
    expect(
        app,
        lambda: (
            model.status is not None
            and model.status.state is State.HOLDING
            and abs(model.status.x_mm - x_mm) + abs(model.status.y_mm - y_mm) < 2
        ),
    )


def save(app: QApplication, window: Window, path: Path) -> None:
    """Let the window settle and write the picture."""
    for _ in range(5):
        app.processEvents()
    window.grab().save(str(path), "PNG")
    print(f"{path}: {path.stat().st_size // 1024} KB")


def take(app: QApplication, folder: Path, scratch: Path) -> None:
    """All pictures, in the order of a first evening."""
    window = shown_window(app, scratch)
    save(app, window, folder / "window-start.png")
    window.model.attach()
    expect(app, lambda: window.model.attached)
    app.processEvents()
    for x_mm, y_mm in ((120, 60), (150, 90), (60, 150), (-40, 150)):
        go(app, window, x_mm, y_mm)
    click(window, 110, 100)
    expect(app, lambda: window.model.status is not None and window.model.status.x_mm > 25)
    save(app, window, folder / "window.png")
    go(app, window, 110, 100)
    click(window, -45, -45)
    save(app, window, folder / "window-unreachable.png")
    window.canvas.trail.clear()
    window.aim.clear()
    window.tabs.setCurrentWidget(window.feature(Screws).panel)
    window.feature(Screws).panel.ellipse.setChecked(True)
    window.feature(Screws).panel.arrows.setChecked(True)
    save(app, window, folder / "window-screws.png")
    window.close()


def main() -> int:
    """Take them; answers the exit code."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "docs" / "images"
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        os.environ["SERVOARM_STATE_DIR"] = scratch
        take(application(), folder, Path(scratch))
    return 0


if __name__ == "__main__":
    sys.exit(main())
