"""`move`, `joints`, `status`, `relax` and `ports` against the mock board."""

import math
import signal
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from servoarm.arm import Arm
from servoarm.arm.memory import remember_pose
from servoarm.arm.settings import calibration_of
from servoarm.arm.types import AssumedPose, Moved
from servoarm.armfile import DEFAULT, ArmConfig
from servoarm.cli.driving import describe
from servoarm.kinematics.planar import Elbow
from servoarm.link import conversation
from servoarm.mock.device import NO_PULSES, mock_device
from servoarm.wire.messages import Flags, State, StatusReport

from .running import Servoarm

MOVED_KEYS = {
    "theta1_deg",
    "theta2_deg",
    "x_mm",
    "y_mm",
    "elbow",
    "error_mm",
    "arrived",
    "assumed",
}


OTHER_ZERO = replace(
    DEFAULT, shoulder=replace(DEFAULT.shoulder, zero_deg=50.0, limits_deg=(0.0, 180.0))
)
NARROW_SHOULDER = """[shoulder]
pulse_us = [500, 2500]
travel_deg = 270
zero_deg = 45
limits_deg = [0, 180]
"""


def _parked(path: Path, rest: str = "[90, -90]", extra: str = "") -> str:
    path.write_text(f"[arm]\nrest_deg = {rest}\n{extra}", encoding="utf-8")
    return str(path)


def test_move_ends_where_the_point_is(servoarm: Servoarm, mock: str) -> None:
    ran = servoarm("move", "120", "60", "--port", mock, "--json")
    assert ran.code == 0, ran.err
    assert set(ran.json) == MOVED_KEYS
    first = math.radians(ran.json["theta1_deg"])
    both = first + math.radians(ran.json["theta2_deg"])
    tip = 100 * (math.cos(first) + math.cos(both)), 100 * (math.sin(first) + math.sin(both))
    assert tip == pytest.approx((120, 60), abs=0.03)
    assert (ran.json["x_mm"], ran.json["y_mm"]) == pytest.approx(tip)
    assert ran.json["elbow"] == "left"
    assert ran.json["arrived"] is True
    pulses = mock_device(mock.removeprefix("mock://")).pulses
    shoulder, elbow = (
        2 * (500 + (zero + ran.json[key]) * 2000 / 270)
        for zero, key in ((45, "theta1_deg"), (135, "theta2_deg"))
    )
    assert (pulses.shoulder, pulses.elbow) == pytest.approx((shoulder, elbow), abs=0.5)
    assert ran.json["assumed"] == {
        "theta1_deg": 90.0,
        "theta2_deg": -90.0,
        "source": "rest",
        "when": None,
    }


def test_move_says_what_it_assumes_and_from_where(servoarm: Servoarm, mock: str) -> None:
    first = servoarm("move", "120", "60", "--port", mock)
    assert "assumed pose: shoulder 90.00 deg, elbow -90.00 deg (rest pose of the arm file)" in (
        first.err
    )
    assert first.out.startswith("at (120.00, 59.99) mm: shoulder 74.43 deg")
    second = servoarm("move", "118", "60", "--port", mock)
    assert "shoulder 74.43 deg, elbow -95.74 deg (remembered just now)" in second.err


@pytest.mark.parametrize(
    ("old", "pose_deg"),
    [
        (replace(DEFAULT, rest_deg=(90.0, -90.0)), (81.0, -91.0)),
        (DEFAULT, (200.0, -90.0)),
        (OTHER_ZERO, (81.0, -91.0)),
    ],
    ids=["another rest pose", "outside the limits", "another calibration"],
)
def test_an_edited_arm_file_never_moves_the_assumed_pose_unasked(
    old: ArmConfig, pose_deg: tuple[float, float], servoarm: Servoarm, tmp_path: Path, mock: str
) -> None:
    arm = _parked(tmp_path / "arm.toml", "[80, -90]", NARROW_SHOULDER)
    remember_pose(
        "servoarm", mock, *pose_deg, calibration=calibration_of(old), rest_deg=old.rest_deg
    )
    ran = servoarm("joints", "80", "-90", "--arm", arm, "--port", mock, "--json")
    assert ran.code == 3
    assert ran.json["error"]["kind"] == "pose-uncertain"
    assert "--from T1 T2" in ran.err
    assert mock_device(mock.removeprefix("mock://")).pulses[1:] == (0, 0)
    assert (
        servoarm("joints", "80", "-90", "--arm", arm, "--port", mock, "--from", "81", "-91").code
        == 0
    )


def test_from_says_where_the_arm_is(servoarm: Servoarm, mock: str) -> None:
    ran = servoarm("joints", "-30", "45", "--from", "-31", "4.5e1", "--port", mock, "--json")
    assert ran.code == 0, ran.err
    assert (ran.json["theta1_deg"], ran.json["theta2_deg"]) == (-30, 45)
    assert ran.json["assumed"]["source"] == "given"
    assert "shoulder -31.00 deg, elbow 45.00 deg (as given with --from)" in ran.err


@pytest.mark.parametrize(
    ("arguments", "kind", "words"),
    [
        (["move", "500", "0"], "unreachable", "too far by 300 mm"),
        (["move", "0", "-150"], "unreachable", "limits"),
        (["move", "50", "50", "--elbow", "left"], "unreachable", "limits"),
        (["joints", "400", "0"], "limit-exceeded", "-45 to 225 deg"),
        (["joints", "0", "-136"], "limit-exceeded", "-135 to 135 deg"),
        (["joints", "0", "0", "--from", "300", "0"], "limit-exceeded", "-45 to 225 deg"),
        (["move", "120", "60", "--from", "300", "0"], "limit-exceeded", "-45 to 225 deg"),
    ],
)
def test_what_is_out_of_reach_is_refused_before_any_port_is_opened(
    arguments: list[str], kind: str, words: str, servoarm: Servoarm
) -> None:
    ran = servoarm(*arguments, "--port", "no-such-port", "--json")
    assert ran.code == 3
    assert ran.json["error"]["kind"] == kind
    assert words in ran.json["error"]["message"]
    assert "keeps its pose" in ran.json["error"]["remedy"]
    assert words in ran.err


def test_an_unreachable_move_has_the_figures_of_ik(servoarm: Servoarm, mock: str) -> None:
    ran = servoarm("move", "500", "0", "--port", mock, "--json")
    ik = servoarm("ik", "500", "0", "--json")
    assert ran.json["error"]["target"] == ik.json


@pytest.mark.parametrize("elbow", ["nearest", "right"])
def test_a_blocked_elbow_is_refused_before_the_pulses_begin(
    elbow: str, servoarm: Servoarm, mock: str
) -> None:
    """From a pose with the elbow on the right, only a swing through the left would do."""
    ran = servoarm(
        *("move", "80", "-100", "--elbow", elbow, "--from", "0", "90", "--port", mock, "--json")
    )
    assert ran.code == 3
    assert ran.json["error"]["kind"] == "other-elbow-only"
    assert list(mock_device(mock.removeprefix("mock://")).history) == [NO_PULSES]


def test_options_reach_the_move(
    servoarm: Servoarm, monkeypatch: pytest.MonkeyPatch, mock: str
) -> None:
    seen: dict[str, Any] = {}

    def move_to(self: Arm, x_mm: float, y_mm: float, **options: Any) -> Moved:
        seen.update(options, at=(x_mm, y_mm))
        return self.move_joints(90, -90)

    monkeypatch.setattr(Arm, "move_to", move_to)
    options = ["--elbow", "left", "--speed", "40", "--timeout", "7"]
    assert servoarm("move", "120", "60", *options, "--port", mock).code == 0
    assert seen["at"] == (120, 60)
    assert seen["elbow"] is Elbow.LEFT
    assert (seen["speed_percent"], seen["timeout_s"]) == (40, 7)


def test_ctrl_c_stops_the_arm_and_exits_130(
    servoarm: Servoarm, monkeypatch: pytest.MonkeyPatch, mock: str
) -> None:
    stopped: list[str] = []

    def interrupted(self: Arm, *_arguments: float, **_options: Any) -> Moved:
        raise KeyboardInterrupt

    monkeypatch.setattr(Arm, "move_to", interrupted)
    monkeypatch.setattr(Arm, "stop", lambda self: stopped.append("stop"))
    ran = servoarm("move", "120", "60", "--port", mock, "--json")
    assert ran.code == 130
    assert stopped == ["stop"]
    assert ran.json["error"]["kind"] == "interrupted"
    assert "Stopped with Ctrl-C; the arm holds where it stopped." in ran.err


@pytest.mark.parametrize("unwinding", ["stop", "close"])
def test_a_second_ctrl_c_does_not_cut_short_what_the_first_one_began(
    unwinding: str, servoarm: Servoarm, monkeypatch: pytest.MonkeyPatch, mock: str
) -> None:
    done: list[str] = []
    real = getattr(Arm, unwinding)

    def press_again(self: Arm) -> None:
        handler = signal.getsignal(signal.SIGINT)
        if callable(handler):  # what a second press calls in the main thread
            handler(signal.SIGINT, None)
        real(self)
        done.append(unwinding)

    def interrupted(self: Arm, *_arguments: float, **_options: Any) -> Moved:
        raise KeyboardInterrupt

    monkeypatch.setattr(Arm, "move_to", interrupted)
    monkeypatch.setattr(Arm, unwinding, press_again)
    former = signal.signal(signal.SIGINT, signal.default_int_handler)  # under nohup: ignored
    try:
        ran = servoarm("move", "120", "60", "--port", mock)
    finally:
        signal.signal(signal.SIGINT, former)
    assert ran.code == 130
    assert done == [unwinding]
    assert "the arm holds where it stopped" in ran.err
    assert servoarm("status", "--port", mock).code == 0  # the port is free again


def test_ctrl_c_before_the_pulses_says_that_the_arm_is_relaxed(
    servoarm: Servoarm, monkeypatch: pytest.MonkeyPatch, mock: str
) -> None:
    def interrupted(self: Arm, *_angles: float) -> AssumedPose:
        raise KeyboardInterrupt

    monkeypatch.setattr(Arm, "attach", interrupted)
    ran = servoarm("move", "120", "60", "--port", mock, "--json")
    assert ran.code == 130
    assert "Stopped with Ctrl-C; the arm is relaxed." in ran.err


@pytest.mark.parametrize("command", [["move", "120", "60"], ["status"], ["relax"]])
@pytest.mark.parametrize(
    ("port", "kind"),
    [
        ("no-such-port", "no-board"),
        ("mock://?refuse=busy", "port-busy"),
        ("mock://?sketch=silent", "no-answer"),
        ("mock://?sketch=counter", "wrong-firmware"),
        ("mock://?protocol=2.0", "wrong-firmware"),
    ],
)
def test_no_board_exits_4_with_a_remedy(
    command: list[str], port: str, kind: str, servoarm: Servoarm
) -> None:
    ran = servoarm(*command, "--port", port, "--timeout", "0.6", "--json")
    assert ran.code == 4
    error = ran.json["error"]
    assert set(error) == {"kind", "message", "remedy"}
    assert error["kind"] == kind
    assert error["remedy"] != ""
    assert error["message"] in ran.err


def test_a_link_lost_in_mid_move_exits_4(servoarm: Servoarm) -> None:
    ran = servoarm("joints", "200", "90", "--port", "mock://?vanish_after_s=0.8", "--json")
    assert ran.code == 4
    assert ran.json["error"]["kind"] == "link-lost"


def test_no_board_is_chosen_silently(servoarm: Servoarm, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("servoarm.link.ports.serial_ports", list)
    ran = servoarm("status")
    assert ran.code == 4
    assert "No board was found" in ran.err


def test_an_upload_without_a_board_does_not_offer_the_mock(
    servoarm: Servoarm, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("servoarm.link.ports.serial_ports", list)
    ran = servoarm("firmware", "upload")
    assert ran.code == 4
    assert "--port" in ran.err
    assert "mock://" not in ran.err


def test_the_arm_file_names_the_port(servoarm: Servoarm, tmp_path: Path, mock: str) -> None:
    arm = _parked(tmp_path / "arm.toml", extra=f'port = "{mock}"\n')
    assert servoarm("status", "--arm", arm, "--json").json["port"] == mock


def test_status_of_a_board_that_was_just_reset(servoarm: Servoarm, mock: str) -> None:
    ran = servoarm("status", "--port", mock, "--json")
    assert ran.code == 0
    assert ran.json == {
        "port": mock,
        "firmware": ran.json["firmware"],
        "protocol": "1.0",
        "last_reset": "power",
        "settings": "defaults",
        "settings_match": True,
        "arm_file": None,
        "state": "relaxed",
        "pose_known": False,
        "theta1_deg": None,
        "theta2_deg": None,
        "goal_deg": None,
        "x_mm": None,
        "y_mm": None,
        "pulse_us": None,
        "host_lost": False,
        "first_move": False,
    }
    assert "relaxed; pose unknown\nno pulses" in servoarm("status", "--port", mock).out


def test_status_of_a_moving_arm_has_its_goal_in_degrees(
    servoarm: Servoarm, mock: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # the mock, as most boards do, resets when its port is opened: no command finds it moving
    report = StatusReport(State.MOVING, 9000, -9000, 12050, -4525, 3000, 1667, 0, Flags.POSE_KNOWN)
    monkeypatch.setattr(conversation, "ask_status", lambda session: report)
    ran = servoarm("status", "--port", mock, "--json")
    assert ran.json["state"] == "moving"
    assert ran.json["goal_deg"] == [120.5, -45.25]
    assert (ran.json["theta1_deg"], ran.json["theta2_deg"]) == (90, -90)
    assert ran.json["pulse_us"] == [1500, 833.5]


def test_status_sends_no_settings(servoarm: Servoarm, tmp_path: Path, mock: str) -> None:
    arm = _parked(tmp_path / "arm.toml", extra="[board]\nframe_us = 10000\n")
    ran = servoarm("status", "--port", mock, "--arm", arm, "--json")
    assert (ran.json["settings"], ran.json["settings_match"]) == ("defaults", False)


@pytest.mark.parametrize("text", ["[arm", "[shoulder]\npin = 9\n", ""])
def test_relax_works_whatever_the_arm_file(text: str, servoarm: Servoarm, mock: str) -> None:
    Path("servoarm.toml").write_text(text, encoding="utf-8")
    ran = servoarm("relax", "--port", mock)
    assert (ran.code, ran.out, ran.err) == (0, "relaxed\n", "")


def test_relax_without_a_port_takes_the_only_board_where_the_file_is_broken(
    servoarm: Servoarm, mock: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("servoarm.link.ports.only_board", lambda: mock)
    Path("servoarm.toml").write_text("[arm", encoding="utf-8")
    ran = servoarm("relax")
    assert (ran.code, ran.out) == (0, "relaxed\n")
    assert "warning: servoarm.toml, line 1: not TOML" in ran.err


def test_status_with_a_broken_arm_file_leaves_out_what_it_would_need_it_for(
    servoarm: Servoarm, mock: str
) -> None:
    Path("servoarm.toml").write_text("[arm", encoding="utf-8")
    ran = servoarm("status", "--port", mock, "--json")
    assert ran.code == 0
    assert ran.json["settings_match"] is None
    assert ran.json["x_mm"] is None
    assert "warning: servoarm.toml" in ran.err
    assert "settings" not in servoarm("status", "--port", mock).out


@pytest.mark.parametrize("command", [["relax"], ["status"], ["move", "120", "60"], ["monitor"]])
def test_an_arm_file_with_a_clock_that_stands_still_is_refused(
    command: list[str], servoarm: Servoarm, tmp_path: Path
) -> None:
    arm = _parked(tmp_path / "arm.toml", extra='port = "mock://still?clock=virtual"\n')
    ran = servoarm(*command, "--arm", arm)
    assert ran.code == 2
    assert "stands still" in ran.err


@pytest.mark.parametrize(
    ("command", "kind", "words"),
    [
        ("move 80 -100 --elbow right --from 0 90", "other-elbow-only", "--elbow left"),
        ("joints 0 0 --from 400 0", "limit-exceeded", "Say where the arm stands now"),
        ("joints 200 90 --timeout 0.5", "not-arrived", "--timeout"),
        ("joints 200 90 --port mock://remedy?reset_after_s=0.6", "board-restarted", "--from T1 T2"),
    ],
)
def test_a_remedy_is_something_to_type(
    command: str, kind: str, words: str, servoarm: Servoarm, mock: str
) -> None:
    ran = servoarm(*command.split(), *(() if "--port" in command else ("--port", mock)), "--json")
    assert ran.json["error"]["kind"] == kind
    assert words in ran.json["error"]["remedy"]
    assert ran.json["error"]["remedy"] in ran.err
    for python in ("elbow=", "timeout_s", "ttach again", "another target"):
        assert python not in ran.err


def test_a_pose_that_is_uncertain_is_asked_for_with_from(servoarm: Servoarm, mock: str) -> None:
    remember_pose("servoarm", mock, 81.0, -91.0, rest_deg=(90.0, -90.0), goal_deg=(200.0, 90.0))
    ran = servoarm("move", "120", "60", "--port", mock, "--json")
    assert ran.code == 3
    assert ran.json["error"]["kind"] == "pose-uncertain"
    assert "shoulder 81.00 deg, elbow -91.00 deg" in ran.json["error"]["message"]
    assert "--from T1 T2" in ran.json["error"]["remedy"]
    assert "attach(" not in ran.err
    assert servoarm("move", "120", "60", "--port", mock, "--from", "81", "-91").code == 0


def test_relax_reports_the_state(servoarm: Servoarm, mock: str) -> None:
    ran = servoarm("relax", "--port", mock, "--json")
    assert (ran.code, ran.json) == (0, {"port": mock, "state": "relaxed"})


def test_ports_lists_the_mock(servoarm: Servoarm) -> None:
    ran = servoarm("ports", "--json")
    assert ran.code == 0
    assert all(set(port) == {"device", "description", "usb"} for port in ran.json["ports"])
    assert "mock://" in [port["device"] for port in ran.json["ports"]]
    assert "mock://" in servoarm("ports").out


@pytest.mark.parametrize(
    ("passed", "words"),
    [
        (timedelta(seconds=-5), "just now"),
        (timedelta(seconds=59), "just now"),
        (timedelta(seconds=60), "1 minute ago"),
        (timedelta(minutes=2, seconds=59), "2 minutes ago"),
        (timedelta(hours=25), "1 day ago"),
    ],
)
def test_a_remembered_pose_says_how_old_it_is(passed: timedelta, words: str) -> None:
    now = datetime(2026, 11, 30, 12, tzinfo=UTC)
    assumed = AssumedPose(90.0, -90.0, "remembered", now - passed)
    assert f"(remembered {words}); the first move is slow." in describe(assumed, now)


def test_rest_parks_the_arm_and_lets_go_of_it(
    servoarm: Servoarm, tmp_path: Path, mock: str
) -> None:
    arm = _parked(tmp_path / "arm.toml", "[80, -70]")
    assert servoarm("joints", "90", "-90", "--arm", arm, "--port", mock).code == 0
    ran = servoarm("rest", "--arm", arm, "--port", mock, "--json")
    assert ran.code == 0, ran.err
    assert (ran.json["theta1_deg"], ran.json["theta2_deg"]) == (80.0, -70.0)
    status = servoarm("status", "--arm", arm, "--port", mock, "--json").json
    assert status["state"] == "relaxed"
    pulses = mock_device(mock.removeprefix("mock://")).pulses
    assert (pulses.shoulder, pulses.elbow) == (0, 0)
    again = servoarm("joints", "80", "-70", "--arm", arm, "--port", mock)
    assert "shoulder 80.00 deg, elbow -70.00 deg (remembered just now)" in again.err
