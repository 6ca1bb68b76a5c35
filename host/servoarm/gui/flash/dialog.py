"""Which board, on which port, and what the tool says meanwhile."""

from PyQt5.QtCore import QSize, pyqtSignal
from PyQt5.QtGui import QCloseEvent
from PyQt5.QtWidgets import (
    QComboBox,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from servoarm.firmware_tool.boards import BOARDS
from servoarm.gui.flash.job import FlashJob
from servoarm.gui.widgets import fixed_font

SIZE = QSize(620, 420)


class FlashDialog(QDialog):
    """Builds the firmware and puts it on the board. Nothing begins before *Flash* is pressed."""

    asked = pyqtSignal()  # Flash was pressed: whoever has the port lets go of it, then `begin`
    flashed = pyqtSignal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Flash the firmware"))
        self.resize(SIZE)
        self.port = ""
        self.job = FlashJob(self)
        self.warning = QLabel(
            self.tr(
                "First switch off the servos' supply. The board's pulses end. It does not drive "
                "its pins while it is programmed. It keeps its stored limits and pulses."
            )
        )
        self.warning.setWordWrap(True)
        self.board = QComboBox()
        self.board.setAccessibleName(self.tr("Kind of board"))
        for name, kind in BOARDS.items():
            self.board.addItem(kind.title, name)
        self.port_label = QLabel()
        self.lines = QPlainTextEdit()
        self.lines.setReadOnly(True)
        self.lines.setFont(fixed_font())
        self.lines.setAccessibleName(self.tr("What the tool says"))
        self.progress = QProgressBar()
        self.progress.setRange(0, 0)
        self.flash = QPushButton(self.tr("Flash"))
        self.flash.setProperty("kind", "primary")
        self.close_button = QPushButton()
        self._lay_out()
        self.flash.clicked.connect(self.asked)
        self.close_button.clicked.connect(self._close_or_cancel)
        self.job.said.connect(self.lines.appendPlainText)
        self.job.ended.connect(self._on_ended)
        self._show()

    def _lay_out(self) -> None:
        form = QFormLayout()
        form.addRow(self.tr("Board"), self.board)
        form.addRow(self.tr("Port"), self.port_label)
        buttons = QHBoxLayout()
        buttons.addWidget(self.progress, 1)
        buttons.addStretch(0)
        buttons.addWidget(self.flash)
        buttons.addWidget(self.close_button)
        rows = QVBoxLayout(self)
        rows.addWidget(self.warning)
        rows.addLayout(form)
        rows.addWidget(self.lines, 1)
        rows.addLayout(buttons)

    def show_for(self, port: str) -> None:
        """Open for this port; one that is at work stays at it."""
        if not self.job.running:
            self.port = port
            self.lines.clear()
        self._show()
        self.show()
        self.raise_()

    @property
    def board_name(self) -> str:
        """The kind of board, as the command line has it."""
        return str(self.board.currentData())

    def choose_board(self, name: str) -> None:
        """Choose a kind of board, if there is such a one."""
        index = self.board.findData(name)
        if index >= 0:
            self.board.setCurrentIndex(index)

    def begin(self) -> None:
        """The port is free: build and upload."""
        self.lines.clear()
        self.job.start(self.port, self.board_name)
        self._show()

    def closeEvent(self, event: QCloseEvent | None) -> None:
        """A dialog that is closed ends its upload."""
        if self.job.running:
            self.job.cancel()
        super().closeEvent(event)

    def reject(self) -> None:
        """Esc stops the arm and closes a list, but cuts no upload short."""
        if not self.job.running:
            super().reject()

    def _close_or_cancel(self) -> None:
        if self.job.running:
            self.job.cancel()
        else:
            self.close()

    def _on_ended(self, well: bool) -> None:
        self._show()
        if well:
            self.flashed.emit()

    def _show(self) -> None:
        running = self.job.running
        can_flash = bool(self.port) and "://" not in self.port
        self.port_label.setText(
            self.port
            if can_flash
            else self.tr("Choose the board's serial port in the main window first.")
        )
        self.flash.setEnabled(can_flash and not running)
        self.board.setEnabled(not running)
        self.progress.setVisible(running)
        self.close_button.setText(self.tr("Cancel") if running else self.tr("Close"))
