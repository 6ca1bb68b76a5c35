"""A window on a mock board of its own, and one on an arm that obeys at once."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PyQt5.QtCore import QSettings
from PyQt5.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot

from servoarm.gui.build import application

from .desk import Desk, FakeDesk

NAMES = (f"window-{number}" for number in itertools.count())


@pytest.fixture(scope="session")
def qapp_cls() -> Callable[[list[str]], object]:
    return lambda _arguments: application()


@pytest.fixture(autouse=True)
def nobody_to_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """A question on closing must not wait for ever; a test of it gives its own answer."""
    discard = QMessageBox.StandardButton.Discard
    monkeypatch.setattr(QMessageBox, "question", lambda *_arguments: discard)


@pytest.fixture
def settings(tmp_path: Path) -> QSettings:
    return QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)


@pytest.fixture
def desk(qtbot: QtBot, settings: QSettings) -> Iterator[Desk]:
    """A shown window, not connected, and a mock board that nobody else uses."""
    desk = Desk.make(qtbot, settings, next(NAMES))
    yield desk
    desk.close()


@pytest.fixture
def fake(qtbot: QtBot, settings: QSettings) -> Iterator[FakeDesk]:
    """A shown window, connected and attached, on an arm that obeys at once."""
    desk = FakeDesk.make(qtbot, settings)
    yield desk
    desk.close()
