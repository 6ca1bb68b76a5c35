"""Which arm a command is about, said on stderr."""

import argparse

from servoarm.armfile import ArmChoice, ArmFileError, choose_arm
from servoarm.cli.streams import note


def chosen_arm(args: argparse.Namespace) -> ArmChoice:
    """Read the arm that `--arm` or its defaults name; which one, and its warnings, go to stderr.

    Raises ArmFileError.
    """
    choice = choose_arm(args.arm)
    note(f"arm: {choice.source}.")
    for warning in choice.warnings:
        note(f"warning: {warning}")
    return choice


def readable_arm(args: argparse.Namespace) -> ArmChoice | None:
    """As `chosen_arm`, but None, with a warning, for a file that cannot be used."""
    try:
        return chosen_arm(args)
    except ArmFileError as error:
        note(f"warning: {error.message} The command goes on without it.")
        return None
