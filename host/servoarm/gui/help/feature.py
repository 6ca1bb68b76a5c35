"""F1: how to begin, what the mouse does, and every shortcut there is."""

from html import escape

from PyQt5.QtCore import QCoreApplication, QObject, QSize
from PyQt5.QtGui import QKeySequence
from PyQt5.QtWidgets import QAction, QDialog, QMainWindow, QTextBrowser, QVBoxLayout

from servoarm.gui.assembly import Assembly, Menu

SIZE = QSize(560, 620)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Help", text)


class Help(QObject):
    """One page, in a window of its own that can stay open."""

    def __init__(self, window: Assembly) -> None:
        super().__init__(window)
        self._window = window.window
        self.dialog: QDialog | None = None
        window.add_action(
            Menu.HELP,
            self.tr("&First steps and keys"),
            self.show,
            QKeySequence(QKeySequence.StandardKey.HelpContents),
        )
        window.closing.connect(self._close)

    def show(self) -> None:
        """Open the page, or bring it to the front."""
        if self.dialog is None:
            self.dialog = _dialog(self._window)
        browser = self.dialog.findChild(QTextBrowser)
        if browser is not None:
            browser.setHtml(page(self._window))
        self.dialog.show()
        self.dialog.raise_()
        self.dialog.activateWindow()

    def _close(self) -> None:
        if self.dialog is not None:
            self.dialog.close()


def _dialog(parent: QMainWindow) -> QDialog:
    dialog = QDialog(parent)
    dialog.setWindowTitle(_tr("First steps and keys"))
    screen = parent.screen()
    room = screen.availableSize() if screen is not None else SIZE
    dialog.resize(SIZE.boundedTo(room * 0.9))
    rows = QVBoxLayout(dialog)
    rows.setContentsMargins(0, 0, 0, 0)
    rows.addWidget(QTextBrowser())
    return dialog


def page(window: QMainWindow) -> str:
    """The page as HTML; the shortcuts are those that the menus have."""
    steps = (
        _tr("Choose the port and press Connect. mock:// is an arm without hardware."),
        _tr(
            "Compare the dashed arm with the real one. Correct the angles, then press Attach here."
        ),
        _tr("Click in the picture: the arm goes there."),
    )
    mouse = (
        (_tr("Click"), _tr("go there")),
        (_tr("Drag"), _tr("the arm follows")),
        (_tr("Wheel"), _tr("zoom")),
        (_tr("Middle button"), _tr("shift the view")),
    )
    keys = (
        (_tr("Esc, Space"), _tr("stop the arm, wherever the cursor is")),
        (_tr("Arrow keys"), _tr("jog the tip, with the picture in focus")),
        (_tr("Shift + arrow keys"), _tr("jog at a fifth of the speed")),
        (_tr("Enter"), _tr("press the button that has the focus; take a number and go")),
        *_menu_shortcuts(window),
    )
    listed = "".join(f"<li>{escape(step)}</li>" for step in steps)
    return (
        f"<h3>{escape(_tr('First steps'))}</h3><ol>{listed}</ol>"
        f"<h3>{escape(_tr('Mouse'))}</h3>{_table(mouse)}"
        f"<h3>{escape(_tr('Keys'))}</h3>{_table(keys)}"
    )


def _menu_shortcuts(window: QMainWindow) -> list[tuple[str, str]]:
    shown = QKeySequence.SequenceFormat.NativeText
    return [
        (action.shortcut().toString(shown), action.text().replace("&", ""))
        for action in window.findChildren(QAction)
        if not action.shortcut().isEmpty()
    ]


def _table(rows: tuple[tuple[str, str], ...]) -> str:
    cells = "".join(
        f"<tr><td><b>{escape(name)}</b>&nbsp;&nbsp;</td><td>{escape(what)}</td></tr>"
        for name, what in rows
    )
    return f"<table cellspacing='4'>{cells}</table>"
