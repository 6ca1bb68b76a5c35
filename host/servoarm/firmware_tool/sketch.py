"""Where the firmware's sketch is, and which version it is."""

import re
from importlib.resources import files
from pathlib import Path

from servoarm.firmware_tool.failures import BuildFailed


def sketch_folder() -> Path:
    """Return the sketch that comes with this package. Raises BuildFailed."""
    installed = Path(str(files("servoarm").joinpath("firmware", "servo_arm")))
    checkout = Path(__file__).parents[3] / "firmware" / "servo_arm"
    for folder in (installed, checkout):
        if (folder / "servo_arm.ino").is_file():
            return folder
    raise BuildFailed("sketch missing")


def sketch_version(folder: Path) -> str:
    """Return the version that a board with this sketch says. Raises BuildFailed."""
    header = folder / "src" / "core" / "version.h"
    try:
        found = re.search(r'SERVOARM_FIRMWARE_VERSION "([^"]+)"', header.read_text("utf-8"))
    except OSError as error:
        raise BuildFailed("unreadable header", str(header)) from error
    if found is None:
        raise BuildFailed("no version", str(header))
    return found[1]
