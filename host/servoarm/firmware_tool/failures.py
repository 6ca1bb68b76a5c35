"""What can go wrong between a sketch and a board, each with its remedy."""

import sys

from servoarm.errors import ServoarmError

_HOW_TO_GET_IT = {
    "win32": "Type `winget install ArduinoSA.CLI`, then open a new terminal.",
    "darwin": "Type `brew install arduino-cli`.",
}
_HOW_TO_GET_IT_ELSEWHERE = (
    "Get it from https://arduino.github.io/arduino-cli (Installation) and put it on your PATH."
)


class FirmwareError(ServoarmError):
    """Building or uploading the firmware failed."""

    def __init__(self, text: str, advice: str) -> None:
        super().__init__()
        self.text, self.advice = text, advice

    @property
    def words_key(self) -> str:
        """One for all, while the sentences come with the error."""
        return "said"

    @property
    def facts(self) -> dict[str, object]:
        """The sentences."""
        return {"text": self.text, "advice": self.advice}


class ToolMissing(FirmwareError):  # noqa: N818 - says what it is
    """arduino-cli is not installed, or not where the variable ARDUINO_CLI says (`named`)."""

    def __init__(self, named: str = "", platform: str = sys.platform) -> None:
        if named:
            super().__init__(
                f"The variable ARDUINO_CLI names {named}, which is no program that can be run.",
                "Let it name arduino-cli itself, or unset it.",
            )
            return
        super().__init__(
            "arduino-cli, which builds and uploads the firmware, was not found.",
            _HOW_TO_GET_IT.get(platform, _HOW_TO_GET_IT_ELSEWHERE)
            + " The one inside the Arduino IDE 2 does as well: let the variable ARDUINO_CLI name "
            "it. `servoarm docs flashing` says where it is.",
        )


class ToolFailed(FirmwareError):  # noqa: N818
    """arduino-cli could not be run, is too old, or did not end in time."""


class BuildFailed(FirmwareError):  # noqa: N818
    """The sketch could not be compiled; `file` and `line` where the compiler names them."""

    def __init__(self, message: str, remedy: str, file: str = "", line: int = 0) -> None:
        super().__init__(message, remedy)
        self.file = file
        self.line = line


class UploadFailed(FirmwareError):  # noqa: N818
    """The firmware did not get onto the board."""
