"""`servoarm firmware`: build it, put it on a board, say which version there is."""

import argparse
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from servoarm.cli.exit_codes import EXIT_DONE
from servoarm.cli.parser import add_command, add_json, add_port
from servoarm.cli.report import emit
from servoarm.cli.streams import note
from servoarm.errors import NoBoard
from servoarm.firmware_tool.boards import BOARDS

if TYPE_CHECKING:
    from servoarm.cli.parser import Commands

DEFAULT_BOARD = "uno"


def register(commands: "Commands") -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "firmware",
        run,
        summary="build the board's firmware, upload it, or say its version",
        details="build and upload run arduino-cli. An upload ends well only when the board says\n"
        "hello with the new version. Unplug the servos' power first: a new firmware sends no\n"
        "pulses, but a board being programmed has its pins afloat.",
        examples="""\
servoarm firmware upload --port /dev/ttyACM0
servoarm firmware upload --port COM3 --board nano-old
servoarm firmware build --board mega --output build
servoarm firmware info""",
    )
    parser.add_argument("action", choices=("build", "upload", "info"))
    parser.add_argument(
        "--board",
        choices=tuple(BOARDS),
        default=DEFAULT_BOARD,
        help=f"the kind of board (default: {DEFAULT_BOARD}); nano-old is a Nano that does not "
        "answer as nano",
    )
    parser.add_argument(
        "--output", metavar="FOLDER", help="where build leaves the .hex file (default: nowhere)"
    )
    add_port(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Do one of the three."""
    actions = {"build": _build, "upload": _upload, "info": _info}
    return actions[args.action](args)


def _build(args: argparse.Namespace) -> int:
    from servoarm.firmware_tool.flash import build
    from servoarm.firmware_tool.sketch import sketch_folder, sketch_version

    with tempfile.TemporaryDirectory(prefix="servoarm-firmware-") as folder:
        built = build(args.board, Path(args.output or folder), note)
    version = sketch_version(sketch_folder())
    data = {
        "version": version,
        "board": args.board,
        "flash_bytes": built.flash,
        "flash_limit_bytes": built.flash_limit,
        "ram_bytes": built.ram,
        "ram_limit_bytes": built.ram_limit,
        "core": built.core,
        "output": args.output,
    }
    text = (
        f"firmware {version} for {args.board}: {built.flash} of {built.flash_limit} bytes of "
        f"flash, {built.ram} of {built.ram_limit} bytes of RAM"
    )
    emit(args, data, text)
    return EXIT_DONE


def _upload(args: argparse.Namespace) -> int:
    from servoarm.firmware_tool.flash import upload
    from servoarm.link.ports import only_board

    try:
        port = args.port or only_board()
    except NoBoard as error:
        if error.found:
            raise
        raise NoBoard("none to flash") from None
    hello = upload(args.board, port, note)
    data = {"version": hello.firmware, "board": args.board, "port": port}
    emit(args, data, f"{port}: firmware {hello.firmware} is on the board and answers")
    return EXIT_DONE


def _info(args: argparse.Namespace) -> int:
    from servoarm.firmware_tool.sketch import sketch_folder, sketch_version
    from servoarm.link.conversation import conversation

    folder = sketch_folder()
    here = sketch_version(folder)
    data: dict[str, object] = {"version": here, "sketch": str(folder)}
    lines = [f"this package has firmware {here}: {folder}"]
    if args.port:
        with conversation(args.port, args.timeout) as session:
            hello = session.hello
        data["board"] = {"port": args.port, "version": hello.firmware, "last_reset": hello.reset}
        lines.append(f"{args.port} has firmware {hello.firmware}")
        if hello.firmware != here:
            lines.append("`servoarm firmware upload` brings the board up to date")
    emit(args, data, "\n".join(lines))
    return EXIT_DONE
