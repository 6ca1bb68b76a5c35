"""F1, the copied pose, the saved picture."""

from pathlib import Path

import pytest
from PyQt5.QtCore import Qt
from PyQt5.QtGui import QImage
from PyQt5.QtWidgets import QAction, QApplication, QFileDialog, QTextBrowser

from servoarm.gui.help.feature import Help
from servoarm.gui.keep.feature import Keep

from .desk import QTEST, FakeDesk


def _page(desk: FakeDesk) -> str:
    dialog = desk.window.feature(Help).dialog
    assert dialog is not None
    browser = dialog.findChild(QTextBrowser)
    assert isinstance(browser, QTextBrowser)
    return browser.toPlainText()


def test_f1_opens_the_first_steps(fake: FakeDesk) -> None:
    QTEST.keyClick(fake.window, Qt.Key.Key_F1)
    page = _page(fake)
    assert "press Connect" in page
    assert "Attach here" in page


def test_the_page_lists_every_shortcut_of_the_menus(fake: FakeDesk) -> None:
    fake.window.feature(Help).show()
    page = _page(fake)
    shortcuts = [
        action.shortcut().toString()
        for action in fake.window.findChildren(QAction)
        if not action.shortcut().isEmpty()
    ]
    assert "Ctrl+Z" in shortcuts
    assert [keys for keys in shortcuts if keys not in page] == []


def test_the_page_goes_with_the_window(fake: FakeDesk) -> None:
    help_page = fake.window.feature(Help)
    help_page.show()
    fake.close()
    assert help_page.dialog is not None
    assert not help_page.dialog.isVisible()


def test_the_pose_is_copied_as_text(fake: FakeDesk) -> None:
    fake.stand(0.0, 90.0)  # two links of 100 mm: the tip is at (100, 100)
    fake.window.feature(Keep).copy_pose()
    clipboard = QApplication.clipboard()
    assert clipboard is not None
    assert clipboard.text() == "x 100.00 mm, y 100.00 mm, shoulder 0.00 deg, elbow 90.00 deg"


def _answering(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (name, ""))


def test_a_picture_of_the_window_is_saved(
    fake: FakeDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _answering(monkeypatch, str(tmp_path / "arm"))
    fake.window.feature(Keep).ask_and_save()
    picture = QImage(str(tmp_path / "arm.png"))
    ratio = fake.window.devicePixelRatioF()
    assert picture.width() == round(fake.window.width() * ratio)


def test_a_picture_that_cannot_be_written_is_an_error_with_a_remedy(
    fake: FakeDesk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _answering(monkeypatch, str(tmp_path / "missing" / "arm.png"))
    fake.window.feature(Keep).ask_and_save()
    assert "cannot be written" in fake.notice.text.text()
    assert "Choose a folder" in fake.notice.text.text()


def test_a_dialog_that_is_left_saves_nothing(
    fake: FakeDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    _answering(monkeypatch, "")
    fake.window.feature(Keep).ask_and_save()
    assert not fake.notice.isVisible()
