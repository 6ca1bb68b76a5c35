"""What outlives a program: where the arm came to rest, or that it never did."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from servoarm import Arm, AssumedPose, BoardReset, StatusChanged
from servoarm.arm import PortInfo, find_again
from servoarm.arm import memory as memory_module
from servoarm.arm.keeper import PoseKeeper
from servoarm.armfile import DEFAULT, template
from servoarm.errors import PoseUncertain
from servoarm.link import ports
from servoarm.mock.device import MockDevice
from servoarm.wire.messages import Flags, State, StatusReport

from ..mock.boards import brisk_arm, fresh_board
from .watching import Events, moving


def test_where_the_arm_came_to_rest_is_remembered(board: tuple[str, MockDevice]) -> None:
    url, _ = board
    with Arm.open(url, brisk_arm()) as arm:
        arm.attach()
        moved = arm.move_to(120, 60)
    with Arm.open(url.replace("boot_ms=0", "boot_ms=1"), brisk_arm()) as arm:
        assumed = arm.assumed_pose()
        assert assumed.source == "remembered"
        assert (assumed.theta1_deg, assumed.theta2_deg) == (moved.theta1_deg, moved.theta2_deg)
        assert assumed.when is not None
        assert datetime.now(UTC) - assumed.when < timedelta(seconds=30)
    with Arm.open(url, brisk_arm(name="another arm")) as arm:
        assert arm.assumed_pose().source == "rest"


def test_rest_counts_before_the_memory_only_when_its_value_has_changed(
    board: tuple[str, MockDevice], tmp_path: Path
) -> None:
    path = tmp_path / "arm.toml"
    template().save(path, DEFAULT)
    with Arm.open(board[0], path) as arm:
        arm.attach(80, -80)
    os.utime(path, (time.time() + 3600, time.time() + 3600))
    template().save(path, replace(DEFAULT, link1_mm=120.0))
    with Arm.open(board[0], path) as arm:
        assert arm.assumed_pose().source == "remembered"
        assert arm.assumed_pose().theta1_deg == 80
    template().save(path, replace(DEFAULT, rest_deg=(85.0, -90.0)))
    with Arm.open(board[0], path) as arm:
        assert arm.assumed_pose() == AssumedPose(85.0, -90.0, "rest", None)
        arm.attach()
    with Arm.open(board[0], path) as arm:
        assert arm.assumed_pose().source == "remembered"


def test_a_memory_from_the_future_is_taken_as_of_now() -> None:
    memory_module.remember_pose("arm", "port", 1.0, 2.0)
    (file,) = (memory_module.state_directory() / "poses").iterdir()
    entry = json.loads(file.read_text())
    file.write_text(json.dumps(entry | {"when": "2999-01-01T00:00:00+00:00"}))
    remembered = memory_module.remembered_pose("arm", "port")
    assert remembered is not None
    assert remembered.when <= datetime.now(UTC)
    file.write_text(json.dumps(entry | {"when": "0001-01-01T00:00:00+14:00"}))
    assert memory_module.remembered_pose("arm", "port") is None


KILLED_IN_MID_MOVE = """
import os, signal, sys, time
from servoarm import Arm
from servoarm.armfile import load

arm = Arm.open(sys.argv[1], load(sys.argv[2]).config)
arm.attach(90, -90)
arm.move_joints(150, -90, wait=False)
time.sleep(0.8)
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGKILL on Windows")
def test_after_a_host_killed_in_mid_move_no_pose_is_assumed(tmp_path: Path) -> None:
    url, device = fresh_board()
    path = tmp_path / "arm.toml"
    template().save(path, brisk_arm(60.0))
    killed = subprocess.run([sys.executable, "-c", KILLED_IN_MID_MOVE, url, path], check=False)
    assert killed.returncode == -signal.SIGKILL
    with Arm.open(url, path) as arm:
        assumed = arm.assumed_pose()
        assert assumed.source == "unfinished"
        assert 100 < assumed.theta1_deg < 149  # where it was at most a quarter second before
        with pytest.raises(PoseUncertain, match="cut off while it moved") as refused:
            arm.attach()
        assert "attach(theta1_deg, theta2_deg)" in refused.value.remedy
        assert device.pulses[1:] == (0, 0)
        assert arm.attach(120, -90).source == "given"
        assert arm.assumed_pose().source == "remembered"


@pytest.mark.parametrize("end", ["vanish", "reset", "relax"])
def test_an_arm_cut_off_in_mid_move_is_not_assumed_anywhere(
    board: tuple[str, MockDevice], end: str
) -> None:
    url, device = board
    with Arm.open(url, brisk_arm(60.0)) as arm:
        events = Events(arm)
        arm.attach(90, -90)
        arm.move_joints(150, -90, wait=False)
        assert moving(device)
        {"vanish": device.vanish, "reset": device.reset, "relax": arm.relax}[end]()
        assert end == "relax" or events.wait_for(
            lambda seen: not isinstance(seen[-1], StatusChanged)
        )
        assert arm.assumed_pose().source == "unfinished"


def test_a_move_that_was_not_yet_reported_is_unfinished_too(
    board: tuple[str, MockDevice],
) -> None:
    keeper = PoseKeeper(board[0])
    config = brisk_arm()
    stands = StatusReport(State.HOLDING, 9000, -9000, 9000, -9000, 3, 3, 0, Flags.POSE_KNOWN)
    keeper.expect((12000, -9000))
    keeper.keep(config, stands)
    assert keeper.assumed(config).source == "unfinished"
    keeper.expect(None)
    keeper.keep(config, stands)
    assert keeper.assumed(config).source == "remembered"


def test_attaching_ends_what_a_lost_move_left_open() -> None:
    url, device = fresh_board()
    with Arm.open(url, brisk_arm(60.0)) as arm:
        events = Events(arm)
        arm.attach(90, -90)
        arm._driver.keeper.expect((15000, -9000))
        device.reset()
        assert events.wait_of(BoardReset)
        assert arm.assumed_pose().source == "unfinished"
        arm.attach(91, -90)
    with Arm.open(url, brisk_arm(60.0)) as arm:
        assert arm.assumed_pose().source == "remembered"


def test_a_moving_arm_is_written_down_a_few_times_a_second(
    arm: Arm, monkeypatch: pytest.MonkeyPatch
) -> None:
    arm.relax()
    arm.configure(brisk_arm(60.0))
    arm.attach(90, -90)
    written: list[dict[str, object]] = []
    monkeypatch.setattr(memory_module, "remember_pose", lambda *args, **more: written.append(more))
    arm.move_joints(150, -90)
    assert 3 <= len(written) <= 7  # a second's way, its begin, its end
    assert [entry["goal_deg"] for entry in written] == [(150, -90)] * (len(written) - 1) + [None]


USB_PORTS = [
    PortInfo("/dev/ttyUSB0", "Uno", "2341:0043:A1"),
    PortInfo("/dev/ttyUSB1", "clone", "1a86:7523:"),
]


def test_the_memory_follows_a_board_with_a_serial_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ports, "serial_ports", lambda: USB_PORTS)
    before = [ports.lasting_name(port.device) for port in USB_PORTS]
    renumbered = [replace(port, device=port.device + "7") for port in USB_PORTS]
    monkeypatch.setattr(ports, "serial_ports", lambda: renumbered)
    after = [ports.lasting_name(port.device) for port in renumbered]
    assert after[0] == before[0]
    assert after[1] != before[1]  # clones without a number cannot be told apart
    assert ports.lasting_name("mock://arm?seed=1") == "mock://arm"


def test_a_board_is_found_again_by_its_usb_identity(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ports, "serial_ports", lambda: USB_PORTS)
    assert find_again("2341:0043:A1") == USB_PORTS[0]
    assert find_again("1a86:7523:") == USB_PORTS[1]
    assert find_again("2341:0043:B2") is None
    monkeypatch.setattr(ports, "serial_ports", lambda: [*USB_PORTS, USB_PORTS[1]])
    assert find_again("1a86:7523:") is None


def test_a_remembered_pose_outside_the_limits_is_not_assumed(
    board: tuple[str, MockDevice],
) -> None:
    memory_module.remember_pose(DEFAULT.name, board[0].partition("?")[0], 300.0, 0.0)
    with Arm.open(board[0]) as arm:
        assert arm.assumed_pose().source == "rest"


@pytest.mark.parametrize(
    "text", ["", "{", "[1]", '{"theta1_deg": "x"}', '{"theta1_deg": NaN}', "\udcff", "null"]
)
def test_a_damaged_memory_counts_as_none(text: str) -> None:
    memory_module.remember_pose("arm", "port", 1.0, 2.0)
    (file,) = (memory_module.state_directory() / "poses").iterdir()
    assert memory_module.remembered_pose("arm", "port") is not None
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    assert memory_module.remembered_pose("arm", "port") is None


def test_a_state_folder_that_cannot_be_written_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SERVOARM_STATE_DIR", str(tmp_path / "file"))
    memory_module.remember_pose("arm", "port", 1.0, 2.0)
    assert memory_module.remembered_pose("arm", "port") is None
