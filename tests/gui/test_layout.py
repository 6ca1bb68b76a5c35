"""Nothing overlaps, nothing is cut: at 1024 x 700, and at twice the scale."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PyQt5.QtCore import QRect
from PyQt5.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QScrollArea,
    QSlider,
    QWidget,
)

from .desk import FakeDesk

CONTROLS = (QAbstractButton, QAbstractSpinBox, QComboBox, QLabel, QSlider)
TABS = ("Drive", "Jog", "Screw theory")


def controls(fake: FakeDesk) -> list[QWidget]:
    """All visible controls that are not parts of another one."""
    found = [w for w in fake.window.findChildren(QWidget) if isinstance(w, CONTROLS)]
    visible = [w for w in found if w.isVisible() and not isinstance(w, QLineEdit)]
    parts = (QAbstractSpinBox, QComboBox)
    return [w for w in visible if not isinstance(w.parent(), parts) and w.width() > 0]


def whole(widget: QWidget) -> QRect:
    return QRect(widget.mapToGlobal(widget.rect().topLeft()), widget.size())


def views(widget: QWidget) -> list[QRect]:
    """The places of all that scrolls the widget."""
    found, parent = [], widget.parentWidget()
    while parent is not None:
        if isinstance(parent, QScrollArea):
            view = parent.viewport()
            assert view is not None
            found.append(whole(view))
        parent = parent.parentWidget()
    return found


def place(widget: QWidget) -> QRect:
    """Where it is to be seen; nothing of it where it is scrolled away."""
    seen = whole(widget)
    for view in views(widget):
        seen = seen.intersected(view)
    return seen


def settle(fake: FakeDesk, tab: int) -> None:
    fake.window.tabs.setCurrentIndex(tab)
    fake.bot.wait(60)


def name_of(widget: QWidget) -> str:
    text = getattr(widget, "text", lambda: "")()
    return f"{type(widget).__name__} {widget.accessibleName() or text!r}"


@pytest.mark.parametrize("tab", range(3), ids=TABS)
def test_no_two_controls_overlap(fake: FakeDesk, tab: int) -> None:
    settle(fake, tab)
    pairs = itertools.combinations(controls(fake), 2)
    overlapping = [
        (name_of(a), name_of(b))
        for a, b in pairs
        if not place(a).intersected(place(b)).isEmpty()
        and not a.isAncestorOf(b)
        and not b.isAncestorOf(a)
    ]
    assert not overlapping


@pytest.mark.parametrize("tab", range(3), ids=TABS)
def test_no_control_is_cut(fake: FakeDesk, tab: int) -> None:
    fake.click(250, 20)  # with a reason and its button in sight
    settle(fake, tab)
    inside = QRect(fake.window.mapToGlobal(fake.window.rect().topLeft()), fake.window.size())
    cut = [
        name_of(w)
        for w in controls(fake)
        if w.width() < w.minimumSizeHint().width()
        or w.height() < w.minimumSizeHint().height()
        or not (views(w) or inside.contains(whole(w)))
    ]
    assert not cut


def test_nothing_is_cut_while_the_window_asks_and_warns(fake: FakeDesk) -> None:
    fake.model.relax()
    fake.until(fake.start.isVisible)
    words = "The board was reset (brownout). " * 3
    fake.notice.tell("error", words, "Look where the arm stands. " * 4)
    settle(fake, 0)
    assert fake.notice.text.height() >= fake.notice.text.heightForWidth(fake.notice.text.width())
    source = fake.start.source
    assert source.height() >= source.heightForWidth(source.width())
    assert fake.window.height() <= 700


@pytest.mark.parametrize("asking", [False, True])
def test_the_drive_panel_needs_no_scrolling(fake: FakeDesk, asking: bool) -> None:
    if asking:
        fake.model.relax()
        fake.until(fake.start.isVisible)
        fake.notice.tell("error", "The board was reset. " * 3, "Look at the arm. " * 5)
    settle(fake, 0)
    area = fake.window.tabs.widget(0)
    assert isinstance(area, QScrollArea)
    for bar in (area.verticalScrollBar(), area.horizontalScrollBar()):
        assert bar is not None and bar.maximum() == 0


def test_the_longest_reason_fits_its_line(fake: FakeDesk) -> None:
    fake.click(-40, -40)  # every joint of both branches blocks or nearly so
    fake.bot.wait(60)
    label = fake.reason_line.text
    assert "Right elbow" in label.text()
    assert label.heightForWidth(label.width()) <= label.height()


def test_every_control_has_a_name_and_can_be_reached_by_keys(fake: FakeDesk) -> None:
    from PyQt5.QtCore import Qt

    nameless, unreachable = [], []
    for tab in range(3):
        settle(fake, tab)
        for w in controls(fake):
            if isinstance(w, QLabel):
                continue
            text = w.text() if isinstance(w, QAbstractButton) else ""
            if not (w.accessibleName() or len(text) > 1):
                nameless.append(name_of(w))
            if w.isEnabled() and not w.focusPolicy() & Qt.FocusPolicy.TabFocus:
                unreachable.append(name_of(w))
    assert not nameless
    assert not unreachable


def test_all_of_this_holds_at_twice_the_scale(tmp_path: Path) -> None:
    if os.environ.get("QT_SCALE_FACTOR"):
        pytest.skip("runs at twice the scale already")
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", f"--basetemp={tmp_path / 'again'}", __file__],
        cwd=root,
        env=os.environ | {"QT_SCALE_FACTOR": "2", "CI": ""},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stdout
