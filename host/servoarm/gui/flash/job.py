"""One upload, as the command that a person could type: it can be ended at any moment."""

import sys

from PyQt5.QtCore import QObject, QProcess, QProcessEnvironment, QTimer, pyqtSignal

KILL_AFTER_MS = 3000


class FlashJob(QObject):
    """Runs `servoarm firmware upload`; tells its lines and its end."""

    said = pyqtSignal(str)
    ended = pyqtSignal(bool)  # whether the board says hello with the new firmware

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process = QProcess(self)
        self._process.setProcessChannelMode(QProcess.ProcessChannelMode.MergedChannels)
        self._process.readyReadStandardOutput.connect(self._read)
        self._process.finished.connect(self._on_finished)
        self._process.errorOccurred.connect(self._on_error)
        variables = QProcessEnvironment.systemEnvironment()
        variables.insert("PYTHONIOENCODING", "utf-8")
        self._process.setProcessEnvironment(variables)

    @property
    def running(self) -> bool:
        """Whether the tool is at work."""
        return self._process.state() != QProcess.ProcessState.NotRunning

    def start(self, port: str, board: str) -> None:
        """Build, upload, and wait for the board's hello."""
        self._process.start(sys.executable, ["-m", "servoarm", *command(port, board)])

    def cancel(self) -> None:
        """End the tool and all that it started."""
        self._process.terminate()
        QTimer.singleShot(KILL_AFTER_MS, self._process.kill)

    def _read(self) -> None:
        text = bytes(self._process.readAllStandardOutput()).decode("utf-8", errors="replace")
        for line in text.splitlines():
            self.said.emit(line.removeprefix("servoarm: "))

    def _on_finished(self, code: int, status: QProcess.ExitStatus) -> None:
        self._read()
        self.ended.emit(code == 0 and status == QProcess.ExitStatus.NormalExit)

    def _on_error(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self.said.emit(self._process.errorString())
            self.ended.emit(False)


def command(port: str, board: str) -> list[str]:
    """The command, as typed behind `servoarm`."""
    return ["firmware", "upload", "--port", port, "--board", board]
