"""Which arm a command is about: `--arm`, the environment, this folder, or the built-in defaults."""

import argparse
import os
from pathlib import Path

from servoarm.armfile import DEFAULT, ArmConfig, ArmFileError, load
from servoarm.cli.streams import note

VARIABLE = "SERVOARM_ARM"
IN_FOLDER = "servoarm.toml"


def arm_path(named: str | None) -> Path | None:
    """Return the path of the arm file to use; None stands for the built-in defaults."""
    asked = named or os.environ.get(VARIABLE)
    if asked:
        return Path(asked)
    # a link to nowhere is a file that is missing, not one that was never there
    return Path(IN_FOLDER) if os.path.lexists(IN_FOLDER) else None


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


def readable_arm(args: argparse.Namespace) -> ArmConfig | None:
    """As `chosen_arm`, but None, with a warning, for a file that cannot be used."""
    try:
        return chosen_arm(args)
    except ArmFileError as error:
        note(f"warning: {error.message} The command goes on without it.")
        return None
