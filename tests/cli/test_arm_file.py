"""`arm-file`, and which arm file the other commands take."""

import os
from pathlib import Path

import pytest

from servoarm.armfile import DEFAULT, load

from .running import Servoarm

CASES = Path(__file__).parents[1] / "data" / "cases"


def _reach(servoarm: Servoarm, *options: str) -> float:
    """The length of the arm that `fk` takes."""
    ran = servoarm("fk", "0", "0", "--json", *options)
    assert ran.code == 0, ran.err
    return float(ran.json["x_mm"])


def _write(path: Path, link1_mm: float) -> str:
    path.write_text(f"[arm]\nlink1_mm = {link1_mm}\n", encoding="utf-8")
    return str(path)


def test_the_arm_is_named_by_option_then_environment_then_folder_then_default(
    servoarm: Servoarm, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _reach(servoarm) == 200
    _write(Path("servoarm.toml"), 50)
    assert _reach(servoarm) == 150
    monkeypatch.setenv("SERVOARM_ARM", _write(tmp_path / "environment.toml", 60))
    assert _reach(servoarm) == 160
    assert _reach(servoarm, "--arm", _write(tmp_path / "option.toml", 70)) == 170


@pytest.mark.parametrize(
    ("case", "line", "key"),
    [
        ("R56_empty", None, None),
        ("R56_windows_path", 26, None),
        ("R57_decimal_comma", 2, None),
        ("R57_nan_length", 2, "arm.link1_mm"),
        ("R57_missing_key", 7, "shoulder.limits_deg"),
        ("R57_typo_key", 12, "shoulder.zreo_deg"),
    ],
)
@pytest.mark.parametrize("command", [["ik", "1", "2"], ["move", "1", "2", "--port", "mock://"]])
def test_a_wrong_arm_file_exits_2_with_its_place(
    case: str, line: int | None, key: str | None, command: list[str], servoarm: Servoarm
) -> None:
    path = str(CASES / f"{case}.toml")
    ran = servoarm(*command, "--arm", path, "--json")
    assert ran.code == 2
    error = ran.json["error"]
    assert error["kind"] == ("empty-arm-file" if case == "R56_empty" else "arm-file")
    assert (error["path"], error["line"], error["key"]) == (path, line, key)
    assert path in ran.err


def test_a_missing_arm_file_exits_2(servoarm: Servoarm) -> None:
    ran = servoarm("ik", "1", "2", "--arm", "nowhere.toml")
    assert ran.code == 2
    assert "nowhere.toml: there is no such arm file." in ran.err


def test_warnings_go_to_stderr_and_the_command_goes_on(servoarm: Servoarm) -> None:
    ran = servoarm("fk", "0", "90", "--arm", str(CASES / "R57_rad_limits.toml"), "--json")
    assert ran.code == 0
    assert ran.json["x_mm"] == pytest.approx(120)
    assert "looks like radians" in ran.err


def test_new_writes_a_file_that_is_the_default(servoarm: Servoarm) -> None:
    ran = servoarm("arm-file", "new", "--json")
    assert (ran.code, ran.json) == (0, {"path": "servoarm.toml"})
    assert load("servoarm.toml").config == DEFAULT
    assert servoarm("arm-file", "check").code == 0


def test_new_on_stdout_is_the_file_and_nothing_else(servoarm: Servoarm) -> None:
    ran = servoarm("arm-file", "new", "-")
    Path("mine.toml").write_text(ran.out, encoding="utf-8")
    assert load("mine.toml").config == DEFAULT


@pytest.mark.parametrize("text", ["", "[arm]\nlink1_mm = 50\n", "[arm"])
def test_new_overwrites_nothing_without_force(text: str, servoarm: Servoarm) -> None:
    Path("mine.toml").write_text(text, encoding="utf-8")
    ran = servoarm("arm-file", "new", "mine.toml")
    assert ran.code == 2
    assert "--force" in ran.err
    assert Path("mine.toml").read_text(encoding="utf-8") == text
    assert servoarm("arm-file", "new", "mine.toml", "--force").code == 0
    assert load("mine.toml").config == DEFAULT


def test_new_on_stdout_with_json_has_the_text_in_it(servoarm: Servoarm) -> None:
    ran = servoarm("arm-file", "new", "-", "--json")
    assert set(ran.json) == {"path", "text"}
    assert ran.json["path"] is None
    assert ran.json["text"] == servoarm("arm-file", "new", "-").out


@pytest.mark.parametrize("options", [["--force"], ["--json"], ["--force", "--json"]])
def test_options_may_stand_before_the_file(options: list[str], servoarm: Servoarm) -> None:
    assert servoarm("arm-file", "new", *options, "mine.toml").code == 0
    assert servoarm("arm-file", "check", "--json", "mine.toml").json["path"] == "mine.toml"


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege")
def test_a_link_to_nowhere_in_the_folder_is_no_reason_for_the_defaults(servoarm: Servoarm) -> None:
    Path("servoarm.toml").symlink_to("gone.toml")
    ran = servoarm("ik", "120", "60")
    assert ran.code == 2
    assert "servoarm.toml: a link to gone.toml" in ran.err


def test_limits_a_hair_beyond_the_travel_are_shown_as_the_board_has_them(
    servoarm: Servoarm,
) -> None:
    joint = "pulse_us = [500, 2500]\ntravel_deg = 180\nzero_deg = 90\n"
    Path("a.toml").write_text(f"[elbow]\n{joint}limits_deg = [-90.009, 90]\n", encoding="utf-8")
    ran = servoarm("arm-file", "check", "a.toml")
    assert ran.code == 0
    assert "pulses of 500.0 to 2500.0 us" in ran.out


def test_check_prints_the_arm_and_its_warnings(servoarm: Servoarm) -> None:
    path = str(CASES / "R57_rad_limits.toml")
    ran = servoarm("arm-file", "check", path, "--json")
    assert ran.code == 0
    assert ran.json["path"] == path
    assert ran.json["arm"]["link1_mm"] == 120
    assert ran.json["arm"]["shoulder"]["limits_deg"] == [-1.5708, 1.5708]
    assert len(ran.json["warnings"]) == 1
    assert "120 and 90 mm" in servoarm("arm-file", "check", path).out


def test_check_without_a_file_says_how_to_get_one(servoarm: Servoarm) -> None:
    ran = servoarm("arm-file", "check")
    assert ran.code == 2
    assert "servoarm arm-file new" in ran.err
