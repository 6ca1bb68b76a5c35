"""docs/calibration.md: its files are arm files, its numbers are right, its commands run."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from servoarm.armfile import loads
from servoarm.cli.main import main

PAGE = (Path(__file__).parents[2] / "docs" / "calibration.md").read_text(encoding="utf-8")
MEASURING, OWN = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
COMMANDS = re.findall(r"^servoarm (.*)$", PAGE, re.MULTILINE)
ZERO_ROWS = re.findall(r"^\| (shoulder|elbow) \| (-?1) \| (\S+) \| (\S+) \|$", PAGE, re.MULTILINE)


@pytest.mark.parametrize("joint", ["shoulder", "elbow"])
@pytest.mark.parametrize("angle_deg", [-60, 0, 60])
def test_the_file_for_measuring_makes_a_degree_10_us(joint: str, angle_deg: int) -> None:
    pulses = getattr(loads(MEASURING).config, joint).pulse_map()
    assert pulses.pulse_us(angle_deg) == 1500 + 10 * angle_deg


@pytest.mark.parametrize(("joint", "direction", "measured", "zero"), ZERO_ROWS)
def test_zero_deg_puts_the_measured_angle_at_1500_us(
    joint: str, direction: str, measured: str, zero: str
) -> None:
    servo = getattr(loads(OWN).config, joint)
    servo = replace(servo, zero_deg=float(zero), direction=int(direction))
    assert servo.pulse_map().pulse_us(float(measured)) == 1500


def test_the_example_has_the_zeros_of_the_table() -> None:
    config = loads(OWN).config
    zeros = {(joint, direction): float(zero) for joint, direction, _, zero in ZERO_ROWS}
    assert config.shoulder.zero_deg == zeros["shoulder", "1"]
    assert config.elbow.zero_deg == zeros["elbow", "1"]


def test_the_defaults_centre_both_servos_as_the_page_says() -> None:
    centred = re.search(r"`servoarm joints (\S+) (\S+) --from \1 \2 --port PORT`", PAGE)
    assert centred is not None
    config = loads("# the defaults").config
    assert config.shoulder.pulse_map().pulse_us(float(centred[1])) == 1500
    assert config.elbow.pulse_map().pulse_us(float(centred[2])) == 1500


def test_its_commands_run_one_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    quick = "first_move_percent = 100\n"
    fast = re.sub(r"speed_deg_s = .*", "speed_deg_s = 1000\nacceleration_deg_s2 = 20000", MEASURING)
    Path("measure.toml").write_text(f"{fast}\n[board]\n{quick}", encoding="utf-8")
    Path("my-arm.toml").write_text(f"{OWN}\n[board]\n{quick}", encoding="utf-8")
    assert len(COMMANDS) >= 9
    printed = []
    for command in COMMANDS:
        code = main(command.replace("PORT", "mock://calibration-page").split())
        captured = capsys.readouterr()
        assert code == 0, (command, captured.err)
        printed.append(captured.out)
    assert "-60 to 60 deg by pulses of 900.0 to 2100.0 us" in printed[0]
