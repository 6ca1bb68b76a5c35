"""`servoarm arm-file`: write a new arm file, or check one."""

import argparse
import dataclasses
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from servoarm.armfile import ArmConfig, ArmFileError, load, template
from servoarm.cli.arm_choice import IN_FOLDER, arm_path
from servoarm.cli.parser import add_command, add_json
from servoarm.cli.report import EXIT_DONE, emit, note

if TYPE_CHECKING:
    from servoarm.cli.parser import Commands


def register(commands: "Commands") -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "arm-file",
        run,
        summary="write a new arm file, or check one",
        details="new: every key with its default and a comment. check: read it and move nothing.",
        examples="""\
servoarm arm-file new                 # writes servoarm.toml in this folder
servoarm arm-file new - > my-arm.toml
servoarm arm-file check my-arm.toml --json""",
    )
    parser.add_argument("action", choices=("new", "check"))
    parser.add_argument(
        "file",
        nargs="?",
        metavar="FILE",
        help=f"new: where to write, - for stdout (default: {IN_FOLDER}); check: which to read "
        f"(default: $SERVOARM_ARM, else {IN_FOLDER})",
    )
    parser.add_argument("--force", action="store_true", help="new: overwrite what is there")
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Write or check."""
    return _new(args) if args.action == "new" else _check(args)


def _new(args: argparse.Namespace) -> int:
    new = template()
    if args.file == "-":
        sys.stdout.write(new.text)
        return EXIT_DONE
    path = Path(args.file or IN_FOLDER)
    if path.exists() and not args.force:
        raise ArmFileError(
            "is there already; it was left as it is",
            path=str(path),
            remedy="Name another file, or say --force to overwrite it.",
        )
    new.save(path, new.config, overwrite=args.force)
    emit(args, {"path": str(path)}, f"Wrote {path}.")
    return EXIT_DONE


def _check(args: argparse.Namespace) -> int:
    path = arm_path(args.file)
    if path is None:
        raise ArmFileError(
            "there is no such arm file",
            path=IN_FOLDER,
            remedy="Name the file to check, or write one with `servoarm arm-file new`.",
        )
    file = load(path)
    data = {
        "path": str(path),
        "arm": dataclasses.asdict(file.config),
        "warnings": list(file.warnings),
    }
    emit(args, data, f"{path} is fine.\n{_summary(file.config)}")
    for warning in file.warnings:
        note(f"warning: {warning}.")
    return EXIT_DONE


def _summary(config: ArmConfig) -> str:
    lines = [f"{config.name}: links {config.link1_mm:g} and {config.link2_mm:g} mm"]
    for name, joint in (("shoulder", config.shoulder), ("elbow", config.elbow)):
        low, high = joint.limits_deg
        pulses = [joint.pulse_map().pulse_us(angle) for angle in joint.limits_deg]
        lines.append(
            f"{name}: pin {joint.pin}, {low:g} to {high:g} deg by pulses of "
            f"{pulses[0]:.1f} to {pulses[1]:.1f} us"
        )
    return "\n".join(lines)
