"""Which arm is in use: one rule for commands, window and scripts.

The arm file that is named; else the one in SERVOARM_ARM; else `servoarm.toml` in the current
folder; else the built-in defaults.
"""

import os
from dataclasses import dataclass
from pathlib import Path

from servoarm.armfile.config import DEFAULT, ArmConfig
from servoarm.armfile.error import ArmFileError
from servoarm.armfile.file import load

VARIABLE = "SERVOARM_ARM"
IN_FOLDER = "servoarm.toml"
BUILT_IN = "built-in defaults"


@dataclass(frozen=True)
class ArmChoice:
    """An arm's configuration and where it is from.

    `path` is its arm file, None for the built-in defaults and for values made by a program.
    `by_default`: nobody chose an arm, so that these are the built-in defaults (a window may have
    changed the lengths). `warnings` are those of the file.
    """

    config: ArmConfig
    path: Path | None = None
    by_default: bool = False
    warnings: tuple[str, ...] = ()

    @property
    def source(self) -> str:
        """Where the values are from, for people to read."""
        if self.path is not None:
            return f"arm file {self.path.absolute()}"
        return BUILT_IN if self.by_default else "values given by the program"


def arm_path(named: str | Path | None = None) -> Path | None:
    """The path of the arm file to use; None stands for the built-in defaults.

    Raises ArmFileError for an empty name.
    """
    if named is not None and not str(named).strip():
        raise ArmFileError("no name", detail=IN_FOLDER)
    asked = named or os.environ.get(VARIABLE)
    if asked:
        return Path(asked)
    # a link to nowhere is a file that is missing, not one that was never there
    return Path(IN_FOLDER) if os.path.lexists(IN_FOLDER) else None


def choose_arm(named: str | Path | None = None) -> ArmChoice:
    """Read the arm that is in use. Raises ArmFileError."""
    path = arm_path(named)
    if path is None:
        return ArmChoice(DEFAULT, by_default=True)
    file = load(path)
    return ArmChoice(file.config, path, warnings=file.warnings)
