"""`servoarm arm-file`: write a new arm file, or check one."""

import argparse
import dataclasses
import os
from pathlib import Path
from typing import TYPE_CHECKING

from servoarm.armfile import ArmConfig, ArmFileError, arm_path, load, template
from servoarm.armfile.choice import IN_FOLDER
from servoarm.calibration.pulse_map import whole_centidegrees
from servoarm.cli.exit_codes import EXIT_DONE
from servoarm.cli.parser import add_command, add_json
from servoarm.cli.report import emit
from servoarm.cli.streams import note, put

if TYPE_CHECKING:
    from servoarm.cli.parser import Commands


def register(commands: "Commands") -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "arm-file",
        None,
        summary="write a new arm file, or check one",
        details="Nothing is sent to a board.",
        examples="""\
servoarm arm-file new                 # writes servoarm.toml in this folder
servoarm arm-file check my-arm.toml""",
    )
    actions = parser.add_subparsers(metavar="new|check", dest="action", required=True)
    _add_new(actions)
    _add_check(actions)


def _add_new(actions: "Commands") -> None:
    parser = add_command(
        actions,
        "new",
        new,
        summary="write a new arm file: every key with its default and a comment",
        examples="""\
servoarm arm-file new                 # writes servoarm.toml in this folder
servoarm arm-file new - > my-arm.toml
servoarm arm-file new --force my-arm.toml""",
    )
    parser.add_argument(
        "file",
        nargs="?",
        metavar="FILE",
        default=IN_FOLDER,
        help=f"where to write, - for stdout (default: {IN_FOLDER})",
    )
    parser.add_argument("--force", action="store_true", help="overwrite what is there")
    add_json(parser)


def _add_check(actions: "Commands") -> None:
    parser = add_command(
        actions,
        "check",
        check,
        summary="read an arm file, and say what it means",
        examples="""\
servoarm arm-file check               # the file that the other commands take
servoarm arm-file check my-arm.toml --json""",
    )
    parser.add_argument(
        "file",
        nargs="?",
        metavar="FILE",
        help=f"which to read (default: $SERVOARM_ARM, else {IN_FOLDER})",
    )
    add_json(parser)


def new(args: argparse.Namespace) -> int:
    """Write the template. Raises ArmFileError."""
    file = template()
    if args.file == "-":
        if args.json:
            emit(args, {"path": None, "text": file.text}, "")
        else:
            put(file.text)
        return EXIT_DONE
    path = Path(args.file)
    if os.path.lexists(path) and not args.force:
        raise ArmFileError("there already", str(path))
    file.save(path, file.config, overwrite=args.force)
    emit(args, {"path": str(path)}, f"Wrote {path}.")
    return EXIT_DONE


def check(args: argparse.Namespace) -> int:
    """Read a file and print what it says. Raises ArmFileError."""
    path = arm_path(args.file)
    if path is None:
        raise ArmFileError("none here", IN_FOLDER)
    file = load(path)
    data = {
        "path": str(path),
        "arm": dataclasses.asdict(file.config),
        "warnings": list(file.warnings),
    }
    emit(args, data, f"{path} is fine.\n{_summary(file.config)}")
    for warning in file.warnings:
        note(f"warning: {warning}")
    return EXIT_DONE


def _summary(config: ArmConfig) -> str:
    lines = [f"{config.name}: links {config.link1_mm:g} and {config.link2_mm:g} mm"]
    for name, joint in (("shoulder", config.shoulder), ("elbow", config.elbow)):
        low, high = joint.limits_deg
        ends = whole_centidegrees(*joint.limits_deg)
        pulses = [joint.pulse_map().pulse_us(end / 100) for end in ends]
        lines.append(
            f"{name}: pin {joint.pin}, {low:g} to {high:g} deg by pulses of "
            f"{pulses[0]:.1f} to {pulses[1]:.1f} us"
        )
    return "\n".join(lines)
