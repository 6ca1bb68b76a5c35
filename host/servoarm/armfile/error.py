"""What is wrong with an arm file, and where."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from servoarm import words
from servoarm.errors import ServoarmError
from servoarm.words import Fact

ArmFileCase = Literal[
    # the file
    "no name",
    "missing",
    "none here",
    "link to nowhere",
    "no regular file",
    "cannot be read",
    "too large",
    "not utf-8",
    "empty",
    # its text
    "not toml",
    "too deep",
    "too many digits",
    "value for a section",
    "key in no section",
    "unknown section",
    "unknown key",
    "missing key",
    # its values
    "not allowed",
    "same pins",
    "virtual port",
    # writing it
    "there already",
    "no regular file to write",
    "unreadable, so left",
    "changed meanwhile",
    "cannot be written",
]


@dataclass(eq=False, repr=False, match_args=False)
class ArmFileError(ServoarmError, ValueError):
    """An arm file (or a configuration made by a program) that cannot be used.

    `path` and `line` say where (None: not known), `key` is the dotted key ("shoulder.limits_deg"),
    `found` is its value as the file spells it, `allowed` what it may be, `hint` what was most
    likely meant. `names` are the known keys or sections, or those to which a key belongs. `places`
    are the keys and sections to look at where the file does not have `key`.
    """

    _CASES = "why"
    why: ArmFileCase
    path: str | None = None
    line: int | None = None
    key: str | None = None
    found: str | Fact = ""
    allowed: Fact | None = None
    hint: Fact | None = None
    detail: str = ""
    names: tuple[str, ...] = ()
    problem_there: Fact | None = None
    places: tuple[str, ...] = field(default=(), repr=False)

    @property
    def problem(self) -> str:
        """What was found and what is allowed, without the place."""
        return _printable(words.message(self.words_key, self.facts))

    @property
    def message(self) -> str:
        """The problem, with its place."""
        return placed(self.path, self.line, self.fact)


class EmptyArmFileError(ArmFileError):
    """An arm file with nothing in it: a window may start with the defaults, and leave it alone."""

    _CASES = ""


def placed(path: str | None, line: int | None, problem: Fact) -> str:
    """The sentence for a problem at this place of a file; both may be unknown."""
    place = {"path": path, "line": line, "problem": problem}
    known = "no place" if path is None else "file" if line is None else "file and line"
    return _printable(words.message(f"place.{known}", place))


def _printable(text: str) -> str:
    """What was found may hold anything, also what a terminal obeys."""
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text)
