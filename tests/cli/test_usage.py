"""The command line as such: arguments, help, exit codes of what is not a command."""

import pytest

from servoarm import __version__
from servoarm.cli.commands import COMMANDS, build_parser

from .running import Servoarm

NAMES = (
    *("move", "joints", "ik", "fk", "status", "rest", "relax", "ports", "monitor", "gui"),
    *("arm-file", "firmware", "jacobian", "derive", "docs", "completion"),
)


def test_alone_it_prints_help_and_exits_2(servoarm: Servoarm) -> None:
    ran = servoarm()
    assert ran.code == 2
    assert all(name in ran.out for name in NAMES)


def test_version(servoarm: Servoarm) -> None:
    ran = servoarm("--version")
    assert (ran.code, ran.out) == (0, f"servoarm {__version__}\n")


@pytest.mark.parametrize("name", NAMES)
def test_every_command_has_help_with_examples_that_parse(name: str, servoarm: Servoarm) -> None:
    ran = servoarm(name, "--help")
    assert ran.code == 0
    examples = ran.out.split("examples:\n")[1].strip().split("\n")
    for example in examples:
        words = example.split("| ")[-1].split("#")[0].split(">")[0].split()
        assert words[0] == "servoarm"
        assert build_parser().parse_args([f" {w}" if w[1:2].isdigit() else w for w in words[1:]])


def test_every_module_of_a_command_is_listed() -> None:
    assert len(COMMANDS) == len(NAMES)


@pytest.mark.parametrize(
    ("text", "value"),
    [("-30", -30.0), ("-1e-3", -0.001), ("-.5", -0.5), ("-5.", -5.0), ("1e2", 100.0), ("-0", 0.0)],
)
@pytest.mark.parametrize("order", ["first", "last"])
def test_negative_numbers_are_numbers_wherever_they_stand(
    text: str, value: float, order: str, servoarm: Servoarm
) -> None:
    arguments = [text, "45", "--json"] if order == "first" else ["--json", text, "45"]
    ran = servoarm("fk", *arguments)
    assert ran.code == 0
    assert ran.json["theta1_deg"] == value


def test_negative_numbers_follow_an_option_that_takes_them(servoarm: Servoarm) -> None:
    ran = servoarm("ik", "--from", "-30", "-1e1", "-120", "60", "--json")
    assert ran.code == 0
    assert (ran.json["x_mm"], ran.json["y_mm"]) == (-120.0, 60.0)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("nan", "'nan' is not a finite number"),
        ("-nan", "'-nan' is not a finite number"),
        ("inf", "'inf' is not a finite number"),
        ("-inf", "'-inf' is not a finite number"),
        ("1e999", "'1e999' is not a finite number"),
        ("1e200", "'1e200' is too large"),
        ("12,5", "'12,5' is not a number: write a decimal point"),
        ("-12,5", "'-12,5' is not a number: write a decimal point"),
        ("1.200,5", "'1.200,5' is not a number"),
        ("1_200", "'1_200' is not a number"),
        ("-1_200", "'-1_200' is not a number"),
        ("left", "'left' is not a number"),
        ("", "'' is not a number"),
    ],
)
@pytest.mark.parametrize("command", ["ik", "fk", "move", "joints", "jacobian"])
def test_what_is_no_number_is_refused_with_a_word(
    command: str, text: str, words: str, servoarm: Servoarm
) -> None:
    ran = servoarm(command, text, "60")
    assert ran.code == 2
    assert words in ran.err
    assert ran.out == ""


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["ik", "1"], "required: Y"),
        (["ik", "1", "2", "3"], "Unrecognized arguments: 3"),
        (["ik", "1", "2", "--elbow", "up"], "--elbow"),
        (["jacobian", "1", "2", "--frame", "tool"], "--frame"),
        (["move", "1", "2", "--speed", "0"], "whole number from 1 to 100"),
        (["move", "1", "2", "--speed", "-5"], "'-5' is not a whole number from 1 to 100"),
        (["move", "1", "2", "--speed", "50.5"], "whole number from 1 to 100"),
        (["move", "1", "2", "--timeout", "0"], "time"),
        (["move", "1", "2", "--from", "90"], "--from"),
        (["derive", "--seed", "-1"], "whole number from 0"),
        (["arm-file"], "required: new|check"),
        (["arm-file", "check", "--force", "x.toml"], "Unrecognized arguments: --force"),
        (["status", "--port", "mock://?clock=virtual"], "stands still"),
        (["fly"], "invalid choice"),
        (["--fly"], "Unrecognized arguments: --fly"),
    ],
)
def test_a_wrong_command_line_exits_2_with_usage(
    arguments: list[str], words: str, servoarm: Servoarm
) -> None:
    ran = servoarm(*arguments)
    assert ran.code == 2
    assert words in ran.err
    assert ran.err.startswith("usage: servoarm")


def test_with_json_a_usage_error_is_json_too(servoarm: Servoarm) -> None:
    ran = servoarm("ik", "nan", "60", "--json")
    assert ran.code == 2
    assert ran.json["error"]["kind"] == "usage"
    assert "'nan' is not a finite number" in ran.json["error"]["message"]
    assert "servoarm ik --help" in ran.json["error"]["remedy"]
    assert ran.err != ""


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["moev", "1", "2"], "move"),
        (["jionts", "1", "2"], "joints"),
        (["ik", "1", "2", "--elbow", "lefft"], "left"),
        (["move", "1", "2", "--spede", "50"], "--speed"),
        (["firmware", "uplaod"], "upload"),
        (["firmware", "upload", "--bord", "uno"], "--board"),
    ],
)
def test_a_slip_of_the_keys_gets_a_suggestion(
    arguments: list[str], meant: str, servoarm: Servoarm
) -> None:
    ran = servoarm(*arguments)
    assert ran.code == 2
    assert f"Did you mean {meant}?" in ran.err


def test_what_is_like_nothing_known_gets_no_suggestion(servoarm: Servoarm) -> None:
    assert "Did you mean" not in servoarm("zzzzzz").err
