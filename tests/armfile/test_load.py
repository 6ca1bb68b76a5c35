"""Reading an arm file: what is accepted, and that each mistake is named with its place."""

import math
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from servoarm.armfile import DEFAULT, ArmFileError, load, loads, template
from servoarm.errors import ServoarmError

CASES = Path(__file__).parents[1] / "data" / "cases"

GOOD = """\
[arm]
link1_mm = 120.0
link2_mm = 90
rest_deg = [90.0, 90.0]

[shoulder]
pulse_us = [600, 2400]
travel_deg = 180.0
zero_deg = 0.0
limits_deg = [0.0, 180.0]

[elbow]
pin = 10
pulse_us = [600, 2400]
travel_deg = 180.0
zero_deg = 0.0
limits_deg = [0.0, 180.0]

[board]
host_lost = "hold"
"""


SERVO = """\
[{}]
pulse_us = [600, 2400]
travel_deg = 180.0
zero_deg = 90.0
limits_deg = [-90, 90]
"""


def _error(text: str) -> ArmFileError:
    with pytest.raises(ArmFileError) as caught:
        loads(text, "my.toml")
    return caught.value


def test_a_file_is_read_and_what_it_leaves_out_is_the_default() -> None:
    config = loads(GOOD).config
    assert (config.link1_mm, config.link2_mm) == (120.0, 90.0)
    assert config.shoulder.limits_deg == (0.0, 180.0)
    assert config.shoulder.pin == 9
    assert config.shoulder.direction == 1
    assert config.elbow.speed_deg_s == 180.0
    assert config.frame_us == 20000
    assert config.port is None


@pytest.mark.parametrize("text", ["[arm]\n", "# nothing yet\n", 'arm.name = "servoarm"'])
def test_sections_left_out_are_the_defaults(text: str) -> None:
    assert loads(text).config == DEFAULT


def test_the_template_is_the_default() -> None:
    assert template().config == DEFAULT
    assert template().warnings == ()


def test_the_angles_reach_the_kinematics_in_radians() -> None:
    arm = loads(GOOD).config.kinematics()
    assert (arm.link1_mm, arm.link2_mm) == (120.0, 90.0)
    assert arm.limits.theta1 == (0.0, math.pi)
    assert DEFAULT.kinematics().limits.theta2 == (-0.75 * math.pi, 0.75 * math.pi)


def test_an_arm_file_error_is_one_of_ours_and_a_value_error() -> None:
    assert issubclass(ArmFileError, ServoarmError)
    assert issubclass(ArmFileError, ValueError)


def test_a_byte_order_mark_and_crlf_change_nothing() -> None:
    assert (CASES / "R56_bom.toml").read_bytes().startswith(b"\xef\xbb\xbf[arm]\r\n")
    marked = load(CASES / "R56_bom.toml")
    plain = loads(marked.text.replace("\r\n", "\n"))
    assert marked.config == plain.config
    assert (marked.config.link1_mm, marked.config.link2_mm) == (120.0, 90.0)


@pytest.mark.parametrize("text", ["", "\n \n", "\ufeff", "\r\n"])
def test_an_empty_file_is_said_to_be_empty(text: str) -> None:
    assert "is empty" in str(_error(text))


@pytest.mark.parametrize(
    ("case", "line", "words"),
    [
        ("R56_windows_path", 26, "single quotes"),
        ("R57_decimal_comma", 2, "decimal point, not a decimal comma"),
        ("R57_nan_length", 2, "arm.link1_mm is nan"),
        ("R57_negative_length", 2, "arm.link1_mm is -120.0"),
        ("R57_missing_key", 7, "shoulder.limits_deg is missing"),
        ("R57_typo_key", 12, "Did you mean zero_deg?"),
    ],
)
def test_reported_files_are_refused_with_place_and_remedy(case: str, line: int, words: str) -> None:
    path = CASES / f"{case}.toml"
    with pytest.raises(ArmFileError) as caught:
        load(path)
    assert caught.value.line == line
    assert caught.value.path == str(path)
    assert f"{case}.toml, line {line}: " in str(caught.value)
    assert words in str(caught.value)


def test_limits_that_look_like_radians_are_legal_with_a_warning() -> None:
    file = load(CASES / "R57_rad_limits.toml")
    assert file.config.shoulder.limits_deg == (-1.5708, 1.5708)
    assert len(file.warnings) == 1
    assert "line 12" in file.warnings[0]
    assert "looks like radians" in file.warnings[0]
    assert "-90.0 to 90.0" in file.warnings[0]


@pytest.mark.parametrize(
    ("old", "new", "warning"),
    [
        ("link1_mm = 120.0\nlink2_mm = 90", "link1_mm = 0.12\nlink2_mm = 0.09", "metres"),
        ('host_lost = "hold"', "watchdog_ms = 0", "when the host is lost"),
    ],
)
def test_other_likely_slips_are_warned_of(old: str, new: str, warning: str) -> None:
    (found,) = loads(GOOD.replace(old, new), "my.toml").warnings
    assert warning in found
    assert found.startswith("my.toml, line ")


@pytest.mark.parametrize("joint", ["shoulder", "elbow"])
@pytest.mark.parametrize(("travel_deg", "warnings"), [("360", 1), ("359", 0), ("720", 0)])
def test_a_servo_sold_as_360_degree_is_warned_of(
    joint: str, travel_deg: str, warnings: int
) -> None:
    servo = f"pulse_us = [500, 2500]\ntravel_deg = {travel_deg}\nzero_deg = 180\n"
    rest = "rest_deg = [90, 0]"
    text = f"[arm]\n{rest}\n[{joint}]\n{servo}limits_deg = [-90, 90]\n"
    found = loads(text, "my.toml").warnings
    assert len(found) == warnings
    for warning in found:
        assert warning.startswith("my.toml, line 5: ")
        assert f"{joint}.travel_deg = 360" in warning
        assert "turn without end" in warning


@pytest.mark.parametrize(
    ("old", "new", "key", "line", "words"),
    [
        # types
        ("link2_mm = 90", 'link2_mm = "90"', "arm.link2_mm", 3, 'is "90"; allowed: a number'),
        ("link2_mm = 90", "link2_mm = true", "arm.link2_mm", 3, "is true; allowed: a number"),
        ("pin = 10", "pin = 10.5", "elbow.pin", 13, "a whole number"),
        ("pin = 10", 'pin = "D10"', "elbow.pin", 13, 'is "D10"'),
        ("[90.0, 90.0]", "90.0", "arm.rest_deg", 4, "two numbers in square brackets"),
        ("[90.0, 90.0]", "[90,0, 90,0]", "arm.rest_deg", 4, "decimal point, not a decimal comma"),
        ("[90.0, 90.0]", "[90, true]", "arm.rest_deg", 4, "[90, true]"),
        ('"hold"', "1", "board.host_lost", 20, '"hold" or "relax"'),
        # ranges, as the board has them
        ("link1_mm = 120.0", "link1_mm = 0", "arm.link1_mm", 2, "0.001 to 1000000 mm"),
        ("link1_mm = 120.0", "link1_mm = inf", "arm.link1_mm", 2, "is inf"),
        ("link1_mm = 120.0", "link1_mm = -inf", "arm.link1_mm", 2, "is -inf"),
        ("pin = 10", "pin = -1", "elbow.pin", 13, "0 to 99"),
        ("pin = 10", "pin = 9", "elbow.pin", 13, "shoulder.pin and elbow.pin are both 9"),
        ("pin = 10", "direction = 0", "elbow.direction", 13, "1 or -1"),
        ("pin = 10", "speed_deg_s = 0", "elbow.speed_deg_s", 13, "1 to 2000 deg/s"),
        ('"hold"', '"stop"', "board.host_lost", 20, '"hold" or "relax"'),
        ('host_lost = "hold"', "watchdog_ms = 99", "board.watchdog_ms", 20, "0, or a whole"),
        ('host_lost = "hold"', "frame_us = 2500", "board.frame_us", 20, "3000 to 25000 us"),
        ('host_lost = "hold"', "first_move_percent = 0", "board.first_move_percent", 20, "1 to"),
        # what must fit together
        ("[90.0, 90.0]", "[90.0, -90.0]", "arm.rest_deg", 4, "for the elbow 0 to 180 deg"),
        ("rest_deg = [90.0, 90.0]", "", "arm.rest_deg", 1, "for the elbow 0 to 180 deg"),
    ],
)
def test_a_wrong_value_is_named_with_line_key_and_what_is_allowed(
    old: str, new: str, key: str, line: int, words: str
) -> None:
    assert old in GOOD
    error = _error(GOOD.replace(old, new, 1))
    assert (error.key, error.line) == (key, line)
    assert str(error).startswith(f"my.toml, line {line}: ")
    assert key in str(error)
    assert words in str(error)


@pytest.mark.parametrize(
    ("old", "new", "key", "words"),
    [
        ("[600, 2400]", "[299, 2400]", "shoulder.pulse_us", "300 to 2800 us"),
        ("[600, 2400]", "[600, 2801]", "shoulder.pulse_us", "300 to 2800 us"),
        ("[600, 2400]", "[2400, 600]", "shoulder.pulse_us", "direction = -1"),
        ("[600, 2400]", "[600, 650]", "shoulder.pulse_us", "100 us or more apart"),
        ("[0.0, 180.0]", "[180.0, 0.0]", "shoulder.limits_deg", "the smaller angle first"),
        ("[0.0, 180.0]", "[0.0, 180.1]", "shoulder.limits_deg", "travel, 0 to 180 deg"),
        ("zero_deg = 0.0", "zero_deg = 90", "shoulder.limits_deg", "travel, -90 to 90 deg"),
        ("180.0\nzero", "270.0\ndirection = -1\nzero", "shoulder.limits_deg", "-270 to 0 deg"),
    ],
)
def test_a_servo_that_cannot_do_what_is_asked_is_named(
    old: str, new: str, key: str, words: str
) -> None:
    assert old in GOOD
    error = _error(GOOD.replace(old, new, 1))
    assert error.key == key
    assert words in str(error)


@pytest.mark.parametrize(
    ("limits", "words"),
    [
        ("[0.001, 0.019]", "two whole hundredths of a degree"),
        ("[0.001, 0.009]", "two whole hundredths of a degree"),
        ("[10.0, 10.0]", "the smaller angle first"),
    ],
)
def test_limits_between_which_the_board_knows_no_angles_are_refused(
    limits: str, words: str
) -> None:
    error = _error(GOOD.replace("[0.0, 180.0]", limits, 1))
    assert (error.key, error.line) == ("shoulder.limits_deg", 10)
    assert words in str(error)


def test_the_narrowest_limits_the_board_takes_are_legal() -> None:
    text = GOOD.replace("[0.0, 180.0]", "[89.995, 90.015]", 1)
    assert loads(text).config.shoulder.limits_deg == (89.995, 90.015)


@pytest.mark.parametrize(
    ("text", "key", "line"),
    [
        (f"# one pin for both\n{SERVO.format('shoulder')}pin = 10", "elbow.pin", 7),
        (f"{SERVO.format('elbow')}\npin = 9", "elbow.pin", 7),
        (f"{SERVO.format('shoulder')}pin = 10\n{SERVO.format('elbow')}", "elbow.pin", 6),
        (f"{SERVO.format('elbow')}", "arm.rest_deg", 5),
    ],
)
def test_what_contradicts_a_default_is_placed_where_it_is_written(
    text: str, key: str, line: int
) -> None:
    if key == "arm.rest_deg":
        text = text.replace("[-90, 90]", "[0, 90]")
    error = _error(text)
    assert (error.key, error.line) == (key, line)


@pytest.mark.parametrize("name", ["pulse_us", "travel_deg", "zero_deg", "limits_deg"])
def test_a_joint_section_must_describe_its_servo(name: str) -> None:
    text = "\n".join(line for line in GOOD.split("\n") if not line.startswith(name))
    error = _error(text)
    assert error.key == f"shoulder.{name}"
    assert error.line is not None
    assert f"shoulder.{name} is missing" in str(error)


@pytest.mark.parametrize(
    ("text", "key", "line", "words"),
    [
        ("[arm]\nlink_1_mm = 1", "arm.link_1_mm", 2, "Did you mean link1_mm?"),
        ("[arm]\nqqq = 1", "arm.qqq", 2, "[arm] knows: link1_mm, link2_mm"),
        ("[arm]\npin = 9", "arm.pin", 2, "belongs under [shoulder] or [elbow]"),
        ("link1_mm = 90\n[arm]", "link1_mm", 1, "belongs under [arm]"),
        ("\n[sholder]\npin = 9", "sholder", 2, "Did you mean [shoulder]?"),
        ("\n\n[serial]", "serial", 3, "known: [arm], [shoulder], [elbow], [board]"),
        ("elbow = 3", "elbow", 1, "Write [elbow]"),
        ("[[elbow]]\npin = 3", "elbow", 1, "Write [elbow]"),
    ],
)
def test_an_unknown_name_is_answered_with_the_nearest_known(
    text: str, key: str, line: int, words: str
) -> None:
    error = _error(text)
    assert (error.key, error.line) == (key, line)
    assert words in str(error)


@pytest.mark.parametrize(
    ("text", "line", "hint"),
    [
        ("[arm]\nport = COM3", 2, "double quotes"),
        ("[arm]\nport = /dev/ttyUSB0", 2, "double quotes"),
        ("[arm]\nport = “COM3”", 2, "straight quotes"),
        ("[arm]\nlink1_mm: 100", 2, "Write ="),
        ("[arm]\nlink1_mm = 100.", 2, "both sides of the decimal point"),
        ("[arm]\nlink1_mm = .5", 2, "both sides of the decimal point"),
        ("[arm]\nlink1_mm = NaN", 2, "lower case"),
        ("[arm]\nlink1_mm =", 2, "a value after the ="),
        ("[arm]\nlink1_mm = 100\nlink1_mm = 90", 3, ""),
        ("[arm]\nlink1_mm = 100\n[arm]", 3, ""),
        ("[arm]\nrest_deg = [1,\n2", 3, ""),
        ('[arm]\nport = "C:\\temp\\x"', 2, "single quotes"),
    ],
)
def test_what_is_not_toml_is_named_by_line_with_a_hint(text: str, line: int, hint: str) -> None:
    error = _error(text)
    assert error.line == line
    assert hint in error.remedy


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("shoulder.pin = true", 1),
        ("[arm]\n[shoulder]\n'pin' = true", 3),
        ('name = """\n[shoulder]\npin = 3\n"""\n[shoulder]\npin = true', 1),
        ('[arm]\nname = "a \\"[shoulder]\\" b"\n[shoulder]\n\n  "pin" = true # pin = 3', 5),
        ("elbow = {}\nshoulder = { pulse_us = [1, 2], pin = true }", 2),
        ("[arm]\nrest_deg = [\n  90, # 1\n  -90,\n]\n[ shoulder ]\npin = true", 7),
        ("[shoulder]\r\n\r\npin = true\r\n", 3),
        ("[shoulder] # pin = 3\n#pin = 4\npin = true", 3),
    ],
)
def test_the_line_is_found_however_the_key_is_written(text: str, line: int) -> None:
    error = _error(text)
    assert error.line == line


def test_a_name_of_many_lines_does_not_mislead_the_line_count() -> None:
    error = _error("[arm]\nlink1_mm = [\n1,\n2]\n\n[board]\nframe_us = 5000\nhost_lost = 4")
    assert (error.key, error.line) == ("arm.link1_mm", 2)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda path: None, "no such arm file"),
        (lambda path: path.mkdir(), "cannot read the arm file"),
        (lambda path: path.write_bytes("# 腕\n".encode("cp932")), "line 1: byte 0x98 is not UTF-8"),
        (lambda path: path.write_bytes("[arm]\n".encode("utf-16")), "not UTF-8"),
        (lambda path: path.write_bytes(b"#" * 64_001), "too large"),
    ],
)
def test_what_cannot_be_read_is_named(
    make: Callable[[Path], object], words: str, tmp_path: Path
) -> None:
    path = tmp_path / "a.toml"
    make(path)
    with pytest.raises(ArmFileError, match=words) as caught:
        load(path)
    assert caught.value.path == str(path)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such files")
@pytest.mark.parametrize("make", [os.mkfifo, lambda path: path.symlink_to("/dev/zero")])
def test_what_is_no_regular_file_is_refused_and_not_waited_for(
    make: Callable[[Path], object], tmp_path: Path
) -> None:
    path = tmp_path / "a.toml"
    make(path)
    with pytest.raises(ArmFileError, match="not a regular file"):
        load(path)


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege")
def test_a_link_to_nowhere_says_where_it_points(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.symlink_to("gone.toml")
    with pytest.raises(ArmFileError, match=r"a\.toml: a link to gone\.toml, which is not there"):
        load(path)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (f"[arm]\nlink1_mm = 1{'0' * 400}", "arm.link1_mm is 1000"),
        (f"[arm]\nlink1_mm = {'[' * 5000}", "nested too deeply"),
        (f"[arm]\nlink1_mm = {'7' * 5000}", "line 2: a number of too many digits"),
        (
            f"[arm]\nlink1_mm = 0x{'f' * 5000}",
            "line 2: arm.link1_mm is a number of too many digits",
        ),
        ('[arm]\n"\\u001b[2J" = 1', "unknown key arm.\ufffd[2J"),
        ("[arm]\nlink1_mm = 2026-11-30", "arm.link1_mm is 2026-11-30"),
        ("[arm]\nlink1_mm = {}", "arm.link1_mm is a section"),
    ],
)
def test_strange_values_are_refused_in_plain_words(text: str, words: str) -> None:
    assert words in str(_error(text))


@given(st.text(max_size=200))
def test_no_text_brings_anything_but_an_arm_file_error(text: str) -> None:
    try:
        loads(text)
    except ArmFileError as error:
        assert str(error)


@given(st.integers(0, len(GOOD) - 1), st.characters(max_codepoint=0x2FF))
def test_one_wrong_character_brings_an_error_with_a_line_or_a_valid_file(
    place: int, character: str
) -> None:
    try:
        loads(GOOD[:place] + character + GOOD[place + 1 :])
    except ArmFileError as error:
        assert error.line is not None
        assert 1 <= error.line <= GOOD.count("\n") + 2


@pytest.mark.parametrize("characters", [15_999, 63_999])
@pytest.mark.parametrize(
    ("part", "end"), [("a.", "a = 1"), ("a.b.c{} = 1\n", ""), ("[s{}]\n", ""), ("[[x]]\n", "")]
)
def test_no_text_that_is_taken_takes_long(part: str, end: str, characters: int) -> None:
    text = "".join(part.format(number) for number in range(characters // len(part)))
    started = time.process_time()
    with pytest.raises(ArmFileError):
        loads(text[: characters - len(end)] + end)
    assert time.process_time() - started < 5.0
