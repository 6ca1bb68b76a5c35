"""A window on a mock board in a real X display; `xdotool` holds its jog pad, then unmaps it.

Prints how far the tip goes while the pad is held, and how far once the window is out of sight.
"""

from __future__ import annotations

import math
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from PyQt5.QtCore import QSettings

from servoarm.arm import State
from servoarm.gui.build import application, make_window
from servoarm.gui.jog.feature import Jog


def xdotool(*words: object) -> None:
    subprocess.run(["xdotool", *map(str, words)], check=True, timeout=30)


def main() -> None:
    app = application()
    window = make_window(settings=QSettings(sys.argv[1], QSettings.Format.IniFormat))
    window.move(0, 0)
    window.resize(1024, 700)
    window.show()
    model, pad = window.model, window.feature(Jog).panel

    def work(seconds: float) -> None:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            app.processEvents()
            time.sleep(0.005)

    def until(condition: Callable[[], bool]) -> None:
        end = time.monotonic() + 20
        while not condition() and time.monotonic() < end:
            work(0.01)
        assert condition()

    def tip() -> tuple[float, float]:
        assert model.status is not None
        return model.status.x_mm, model.status.y_mm

    def rests() -> bool:
        return model.status is not None and model.status.state is State.HOLDING

    model.connect_to("mock://held-in-x")
    until(lambda: model.status is not None)
    model.attach()
    until(rests)
    window.aim.go(110, 90)
    until(lambda: rests() and math.dist(tip(), (110, 90)) < 0.5)
    tabs = window.tabs
    for column in map(tabs.widget, range(tabs.count())):
        if column is not None and column.isAncestorOf(pad):
            tabs.setCurrentWidget(column)
    work(0.3)
    button = pad.buttons["←"]
    # the display's own pixels: Qt may scale to its density
    there = button.mapToGlobal(button.rect().center()) * window.devicePixelRatioF()
    before = tip()
    xdotool("mousemove", "--sync", there.x(), there.y(), "mousedown", 1)
    work(0.8)
    held_mm = math.dist(before, tip())
    xdotool("windowunmap", int(window.winId()))
    work(0.7)
    before = tip()
    work(1.0)
    print(f"{held_mm:.2f} {math.dist(before, tip()):.2f}")
    xdotool("mouseup", 1)
    window.close()


if __name__ == "__main__":
    Path(sys.argv[1]).parent.mkdir(parents=True, exist_ok=True)
    main()
