"""Every error has its words in every language, and the words name fields that the error has."""

import dataclasses
import pickle
import string
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest

from servoarm import errors, words
from servoarm.errors import (
    BoardRestarted,
    Interrupted,
    LimitExceeded,
    LinkError,
    LinkLost,
    NoAnswer,
    NoBoard,
    NotAttached,
    PortDenied,
    Refused,
    ServoarmError,
    WrongFirmware,
)
from servoarm.firmware_tool.failures import FirmwareError
from servoarm.wire.error_table import ERRORS
from servoarm.words import Audience, Fact
from servoarm.words.language import Words

PACKAGE = Path(__file__).parents[2] / "host" / "servoarm"
ABSTRACT = (ServoarmError, LinkError, FirmwareError)
AUDIENCES: tuple[Audience, ...] = get_args(Audience)


def _error_classes() -> list[type[ServoarmError]]:
    """All of the package's, wherever they stand."""
    for module in ("armfile", "firmware_tool.failures", "cli.gui", "cli.parser", "manual"):
        import_module(f"servoarm.{module}")
    found: list[type[ServoarmError]] = []
    waiting: list[type[ServoarmError]] = [ServoarmError]
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        if kind not in ABSTRACT and kind.__module__.startswith("servoarm."):
            found.append(kind)
    return found


def _cases(kind: type[ServoarmError]) -> list[tuple[str, set[str]]]:
    """The key of each case, and the fields that its words may name."""
    names = {field.name for field in dataclasses.fields(kind)}
    if not kind._CASES:
        return [(errors.error_kind(kind), names)]
    hint = get_type_hints(kind, None, {"Inverse": Any, "Elbow": Any})[kind._CASES]
    assert get_origin(hint) is Literal
    return [(f"{errors.error_kind(kind)}.{case}", names) for case in get_args(hint)]


def _fields_named(template: str) -> set[str]:
    return {name.partition(".")[0] for _, name, _, _ in string.Formatter().parse(template) if name}


def _templates(entry: Words) -> list[str]:
    return [entry.message, *(entry.remedy_for(audience) for audience in AUDIENCES)]


@pytest.mark.parametrize("code", words.LANGUAGES)
@pytest.mark.parametrize("kind", _error_classes(), ids=lambda kind: kind.__name__)
def test_every_case_of_every_error_has_words(kind: type[ServoarmError], code: str) -> None:
    known = words.language(code).words
    for key, names in _cases(kind):
        assert key in known
        for template in _templates(known[key]):
            assert _fields_named(template) <= names, key


@pytest.mark.parametrize("code", words.LANGUAGES)
def test_a_language_words_what_english_words_with_the_same_fields(code: str) -> None:
    english, other = words.language("en").words, words.language(code).words
    assert other.keys() == english.keys()
    for key, entry in english.items():
        theirs, ours = _templates(other[key]), _templates(entry)
        assert list(map(_fields_named, theirs)) == list(map(_fields_named, ours)), key


@pytest.mark.parametrize("code", ERRORS)
@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_boards_own_errors_have_words(code: int, language: str) -> None:
    assert f"board.{ERRORS[code].name}" in words.language(language).words


def test_an_error_of_a_newer_board_is_told_by_its_name() -> None:
    error = Refused("by the board", 99, "too-hot")
    assert str(error) == "The board refused the request (too-hot)."


@pytest.mark.parametrize("audience", AUDIENCES)
def test_a_remedy_speaks_to_who_reads_it(audience: Audience) -> None:
    remedy = Refused("by the board", 15, "attached").remedy_for(audience)
    wanted = {"script": "Relax", "command line": "`servoarm relax`", "window": "Press Relax"}
    assert wanted[audience] in remedy


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (NoBoard("no such port", "COM9", ("COM3",)), "There is no port COM9."),
        (PortDenied(port="/dev/ttyACM0"), "You may not open the port /dev/ttyACM0."),
        (
            WrongFirmware("another sketch", "COM3", said="hello"),
            "The board at COM3 runs another sketch; it says 'hello'.",
        ),
        (WrongFirmware("another sketch", "COM3"), "The board at COM3 runs another sketch."),
        (
            LimitExceeded(2, 135.014, 135.0, (-135.0, 135.0)),
            "A joint limit is in the way: elbow at 135.01 deg."
            " The arm file allows -135 to 135 deg.",
        ),
        (
            Interrupted("signal", "SIGTERM", Fact("outcome.holds", {})),
            "Stopped by SIGTERM; the arm holds where it stopped.",
        ),
        (
            Interrupted(
                "signal",
                "SIGINT",
                Fact("outcome.unconfirmed", {"problem": LinkLost("gone", "COM3").fact}),
            ),
            "Stopped with Ctrl-C; but the board has not confirmed it: The connection to COM3 is"
            " gone.",
        ),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, ServoarmError) else "",
)
def test_fields_become_sentences(error: ServoarmError, message: str) -> None:
    assert error.message == message


@pytest.mark.parametrize(("reason", "supply"), [("brownout", True), ("external", False)])
def test_a_supply_is_blamed_only_where_it_may_be_at_fault(reason: str, *, supply: bool) -> None:
    assert ("supply" in BoardRestarted(reason).remedy) == supply


def test_an_error_can_be_handed_to_another_process() -> None:
    error = NoAnswer("no reply", "COM3", 1.5, verb="move")
    again = pickle.loads(pickle.dumps(error))
    assert isinstance(again, NoAnswer)
    assert (str(again), again.timeout_s) == (str(error), 1.5)


def test_a_language_that_there_is_not_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match=r"one of en.*'xx'"):
        words.use("xx")


def test_what_an_error_says_is_what_a_script_reads() -> None:
    error = NotAttached("relaxed")
    assert str(error) == f"{error.message} {error.remedy}"
    assert error.remedy.endswith("Nothing was sent and the arm keeps its pose.")
