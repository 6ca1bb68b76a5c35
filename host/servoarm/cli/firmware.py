"""`servoarm firmware`: build it, put it on a board, say which version there is."""

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from servoarm.cli.exit_codes import EXIT_DONE
from servoarm.cli.parser import Parser, add_command, add_json, add_timeout, port_url
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
        None,
        summary="build the board's firmware, upload it, or say its version",
        details="Each action has its own help page, as `servoarm firmware upload --help`.",
        examples="""\
servoarm firmware upload --port /dev/ttyACM0
servoarm firmware upload --port COM3 --board nano-old
servoarm firmware build --board mega --output build
servoarm firmware info""",
    )
    actions = parser.add_subparsers(metavar="build|upload|info", dest="action", required=True)
    _add_build(actions)
    _add_upload(actions)
    _add_info(actions)


def _add_build(actions: "Commands") -> None:
    parser = add_command(
        actions,
        "build",
        _build,
        summary="build the firmware and say how much memory it takes",
        details="Runs arduino-cli. No board is needed.",
        examples="""\
servoarm firmware build
servoarm firmware build --board mega --output build""",
    )
    _add_board(parser)
    parser.add_argument(
        "--output", metavar="FOLDER", help="where to put the .hex file (default: it is not kept)"
    )
    add_timeout(parser, "seconds that the build may take (default: 600)")
    add_json(parser)


def _add_upload(actions: "Commands") -> None:
    parser = add_command(
        actions,
        "upload",
        _upload,
        summary="build the firmware and put it on a board",
        details="Runs arduino-cli. The upload ends well only when the board says hello with the\n"
        "new version. Unplug the servos' power first: a board does not drive its pins while it\n"
        "is programmed. `servoarm docs flashing` says what to do when the upload fails.",
        examples="""\
servoarm firmware upload --port /dev/ttyACM0
servoarm firmware upload --port COM3 --board nano-old""",
    )
    _add_board(parser)
    parser.add_argument(
        "--port",
        metavar="PORT",
        help="the board's serial port, such as COM3 or /dev/ttyUSB0 (default: that of the only "
        "board found)",
    )
    add_timeout(
        parser,
        "seconds that each step may take (default: 600 for the build, 180 for the upload, 10 for "
        "the board's hello)",
    )
    add_json(parser)


def _add_info(actions: "Commands") -> None:
    parser = add_command(
        actions,
        "info",
        _info,
        summary="say which firmware this package has, and which one a board has",
        details="Without --port no board is asked.",
        examples="""\
servoarm firmware info
servoarm firmware info --port /dev/ttyACM0 --json""",
    )
    parser.add_argument(
        "--port",
        metavar="URL",
        type=port_url,
        help="the port of the board to ask; opening it resets most boards",
    )
    add_timeout(parser, "seconds to wait for the board to answer (default: about 5)")
    add_json(parser)


def _add_board(parser: Parser) -> None:
    parser.add_argument(
        "--board",
        choices=tuple(BOARDS),
        default=DEFAULT_BOARD,
        help=f"the kind of board (default: {DEFAULT_BOARD}); nano-old is a Nano that does not "
        "answer as nano",
    )


def _build(args: argparse.Namespace) -> int:
    import tempfile

    from servoarm.firmware_tool.flash import build
    from servoarm.firmware_tool.sketch import sketch_folder, sketch_version

    with tempfile.TemporaryDirectory(prefix="servoarm-firmware-") as folder:
        built = build(args.board, Path(args.output or folder), note, args.timeout)
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
    hello = upload(args.board, port, note, args.timeout)
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
