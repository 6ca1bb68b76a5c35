"""Which arm a command is about: `--arm`, the environment, this folder, or the built-in defaults."""

import argparse
import os
from pathlib import Path

from servoarm.armfile import DEFAULT, ArmConfig, load
from servoarm.cli.report import note

VARIABLE = "SERVOARM_ARM"
IN_FOLDER = "servoarm.toml"


def arm_path(named: str | None) -> Path | None:
    """Return the path of the arm file to use; None stands for the built-in defaults."""
    asked = named or os.environ.get(VARIABLE)
    if asked:
        return Path(asked)
    return Path(IN_FOLDER) if Path(IN_FOLDER).exists() else None


def chosen_arm(args: argparse.Namespace) -> ArmConfig:
    """Read the arm file that `--arm` or its defaults name, with its warnings on stderr.

    Raises ArmFileError.
    """
    path = arm_path(args.arm)
    if path is None:
        return DEFAULT
    file = load(path)
    for warning in file.warnings:
        note(f"warning: {warning}.")
    return file.config
