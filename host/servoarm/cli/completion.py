"""`servoarm completion SHELL`: let a shell complete commands and options."""

import argparse
from typing import TYPE_CHECKING

from servoarm.cli.exit_codes import EXIT_DONE
from servoarm.cli.parser import add_command
from servoarm.cli.streams import put

if TYPE_CHECKING:
    from servoarm.cli.parser import Commands

SHELLS = ("bash", "zsh", "tcsh")


def register(commands: "Commands") -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "completion",
        run,
        summary="print a script with which a shell completes commands and options",
        details="bash: put its output into a file of ~/.local/share/bash-completion/completions.\n"
        "zsh: put it into a file named _servoarm in a folder of $fpath.",
        examples="""\
servoarm completion bash > servoarm.bash
servoarm completion zsh > _servoarm""",
    )
    parser.add_argument("shell", metavar="SHELL", choices=SHELLS, help="bash, zsh or tcsh")


def run(args: argparse.Namespace) -> int:
    """Print the script."""
    import shtab

    put(shtab.complete(args.whole_parser, shell=args.shell) + "\n")
    return EXIT_DONE
