"""The argument parser, and the options that several commands share."""

import argparse
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn, TypeAlias

from servoarm.cli.streams import put
from servoarm.errors import ServoarmError
from servoarm.words import say

if TYPE_CHECKING:
    Commands: TypeAlias = "argparse._SubParsersAction[Parser]"


LARGEST = 1e100
"""Of a number on the command line: its square is still a number."""


@dataclass(eq=False)
class UsageError(ServoarmError):
    """The command line itself is wrong; `problem` is argparse's, `usage` is how it should look."""

    problem: str
    usage: str
    prog: str


class _Version(argparse.Action):
    """`--version`. Argparse's own one passes over a full disk."""

    def __init__(self, *, version: str, **options: Any) -> None:
        super().__init__(nargs=0, default=argparse.SUPPRESS, **options)
        self._version = version

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Print it and end. Raises OutputLost."""
        put(f"{self._version}\n")
        parser.exit()


class Parser(argparse.ArgumentParser):
    """An argument parser that raises `UsageError`, suggests what was meant, and keeps the lines of
    its texts.
    """

    def __init__(self, **options: Any) -> None:
        options.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        self._option_names: list[str] = []
        super().__init__(allow_abbrev=False, **options)

    def add_argument(self, *names: Any, **settings: Any) -> argparse.Action:
        """Add an argument, as argparse does, and note the option's names for suggestions."""
        self._option_names += [name for name in names if name.startswith("-")]
        return super().add_argument(*names, **settings)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse, and refuse what is not known.

        Argparse hands it up to the parser of the whole line, which does not know this command's
        options.
        """
        known, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(f"unrecognized arguments: {' '.join(map(str.strip, unknown))}")
        return known, unknown

    def error(self, message: str) -> NoReturn:
        """Raise `UsageError`."""
        raise UsageError(message + self._suggestion(message), self.format_usage(), self.prog)

    def _suggestion(self, message: str) -> str:
        if choice := re.search(r"invalid choice: '(.*)' \(choose from (.*)\)", message):
            meant = _closest(choice[1], re.findall(r"[\w-]+", choice[2]))
        elif option := re.match(r"unrecognized arguments: (-[^ =]+)", message):
            meant = _closest(option[1], self._option_names)
        else:
            return ""
        return f". {say('hint.did you mean', name=meant)}" if meant else ""

    def add_version(self, version: str) -> None:
        """Add `--version`."""
        self.add_argument(
            "--version", action=_Version, version=version, help="print the version and end"
        )

    def print_help(self, file: Any = None) -> None:
        """Print the help on stdout. Raises OutputLost."""
        put(self.format_help())


def _closest(word: str, known: Sequence[str]) -> str | None:
    import difflib

    return next(iter(difflib.get_close_matches(word, known, n=1)), None)


def guard_negative_numbers(arguments: Sequence[str]) -> list[str]:
    """Return the arguments such that argparse takes `-30`, `-.5`, `-1e-3` and `-inf` for numbers.

    Argparse knows some of them and takes the others for options. With a space before it, none is.
    What only begins like a number, as `-8,5`, gets one as well: it is refused as a number then.
    """
    return [
        f" {argument}" if re.match(r"-[\d.]", argument) or _is_number(argument) else argument
        for argument in arguments
    ]


def _is_number(text: str) -> bool:
    try:
        _float(text)
    except ValueError:
        return False
    return True


def _float(text: str) -> float:
    """As float, but 1_000 is no number: its mark might stand for a decimal one."""
    if "_" in text:
        raise ValueError(text)
    return float(text)


def number(text: str) -> float:
    """Return a finite number; for argparse, which turns the error into words with the argument."""
    text = text.strip()
    try:
        value = _float(text)
    except ValueError:
        comma = _is_number(text.replace(",", ".", 1))
        key = "usage.decimal comma" if comma else "usage.no number"
        raise argparse.ArgumentTypeError(say(key, text=text)) from None
    if not math.isfinite(value):
        raise argparse.ArgumentTypeError(say("usage.not finite", text=text))
    if abs(value) > LARGEST:
        raise argparse.ArgumentTypeError(say("usage.too large", text=text))
    return value + 0.0


def is_virtual(url: str) -> bool:
    """Whether this is a simulated board whose clock only a test advances."""
    return url.lower().startswith("mock://") and "clock=virtual" in url


def port_url(text: str) -> str:
    """Return a port that a command can use; for argparse."""
    if not text.strip():
        raise argparse.ArgumentTypeError(
            "the port's name is empty; leave --port out for the arm file's port or the only board"
        )
    if is_virtual(text):
        raise argparse.ArgumentTypeError(say("usage.virtual port", text=text))
    return text


def _percent(text: str) -> int:
    value = number(text)
    if not (value.is_integer() and 1 <= value <= 100):
        raise argparse.ArgumentTypeError(say("usage.percent", text=text.strip()))
    return int(value)


def _seconds(text: str) -> float:
    value = number(text)
    if not 0 < value <= 3600:
        raise argparse.ArgumentTypeError(say("usage.seconds", text=text.strip()))
    return value


def add_command(
    commands: "Commands",
    name: str,
    run: Callable[[argparse.Namespace], int] | None,
    *,
    summary: str,
    details: str = "",
    examples: str,
) -> Parser:
    """Add a subcommand with its help texts, and return its parser for the arguments.

    Without `run` it has commands of its own.
    """
    indented = "".join(f"\n  {line}" for line in examples.strip().split("\n"))
    parser = commands.add_parser(
        name,
        help=summary,
        description=f"{summary[:1].upper()}{summary[1:]}.\n\n{details}".strip(),
        epilog=f"examples:{indented}",
    )
    if run is not None:
        parser.set_defaults(run=run)
    return parser


def add_json(parser: Parser) -> None:
    """Add `--json`."""
    parser.add_argument("--json", action="store_true", help="print the result as JSON on stdout")


def add_arm(parser: Parser) -> None:
    """Add `--arm`."""
    parser.add_argument(
        "--arm",
        metavar="FILE",
        help="the arm file (default: $SERVOARM_ARM, else servoarm.toml in this folder if there is "
        "one, else the built-in defaults: 100 mm links, 270-degree servos)",
    )


def add_port(parser: Parser, also: str = "") -> None:
    """Add `--port` and `--timeout`; `also` is what else the time-out is for."""
    parser.add_argument(
        "--port",
        metavar="URL",
        type=port_url,
        help="the board's port, such as COM3 or /dev/ttyUSB0, or mock:// for a simulated board "
        "(default: the arm file's port, else the only board found); opening it resets most boards",
    )
    add_timeout(parser, f"seconds to wait for the board to answer (default: about 5){also}")


def add_timeout(parser: Parser, meaning: str) -> None:
    """Add `--timeout`; `meaning` says what it is the time-out of."""
    parser.add_argument("--timeout", metavar="S", type=_seconds, help=meaning)


def add_elbow(parser: Parser, default: str | None, meaning: str) -> None:
    """Add `--elbow`; `meaning` says what it does to this command and what its default is."""
    parser.add_argument(
        "--elbow", choices=("left", "right", "nearest"), default=default, help=meaning
    )


def add_from(parser: Parser, meaning: str) -> None:
    """Add `--from T1 T2` (`args.start`)."""
    parser.add_argument(
        "--from", dest="start", nargs=2, metavar=("T1", "T2"), type=number, help=meaning
    )


def add_speed(parser: Parser) -> None:
    """Add `--speed`."""
    parser.add_argument(
        "--speed",
        metavar="PERCENT",
        type=_percent,
        default=100,
        help="percent of the arm file's speed, 1 to 100 (default: 100)",
    )
