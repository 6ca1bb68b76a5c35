"""`servoarm docs`: the manual's pages."""

import argparse
from typing import TYPE_CHECKING

from servoarm.cli.exit_codes import EXIT_DONE
from servoarm.cli.parser import add_command, add_json
from servoarm.cli.report import emit
from servoarm.cli.streams import note
from servoarm.manual import ManualMissing, manual_folder, pages, title

if TYPE_CHECKING:
    from servoarm.cli.parser import Commands


def register(commands: "Commands") -> None:
    """Add the command."""
    parser = add_command(
        commands,
        "docs",
        run,
        summary="list the manual's pages, or print one",
        details="The pages are Markdown, in a folder that the list names.",
        examples="""\
servoarm docs
servoarm docs flashing
servoarm docs protocol --json""",
    )
    parser.add_argument(
        "page",
        nargs="?",
        metavar="PAGE",
        choices=_names(),
        help="which page to print (default: list them)",
    )
    add_json(parser)


def run(args: argparse.Namespace) -> int:
    """Print the list, or a page. Raises ManualMissing."""
    found = pages()
    if args.page is not None:
        path = found[args.page]
        text = path.read_text("utf-8")
        data = {"name": args.page, "title": title(path), "path": str(path), "text": text}
        emit(args, data, text.rstrip("\n"))
        return EXIT_DONE
    rows = [(name, title(path), path) for name, path in found.items()]
    data = {"pages": [{"name": name, "title": of, "path": str(at)} for name, of, at in rows]}
    width = max(len(name) for name, _, _ in rows)
    emit(args, data, "\n".join(f"{name:{width}}  {of}" for name, of, _ in rows))
    note(f"`servoarm docs PAGE` prints one; they are files in {manual_folder()}.")
    return EXIT_DONE


def _names() -> tuple[str, ...] | None:
    try:
        return tuple(pages())
    except ManualMissing:
        return None  # told when the command runs, not when the parser is built
