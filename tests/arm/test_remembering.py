"""What outlives a program: where the arm came to rest, or that it never did."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from servoarm import Arm, BoardReset, StatusChanged
from servoarm.arm import PortInfo
from servoarm.arm import memory as memory_module
from servoarm.arm.keeper import PoseKeeper
from servoarm.arm.memory import with_checksum
from servoarm.arm.watch import UNKNOWN
from servoarm.armfile import DEFAULT, ArmConfig, template
from servoarm.errors import PoseUncertain, Refused
from servoarm.link import ports
from servoarm.link.session import Session
from servoarm.link.time_limit import TimeLimit
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


def test_another_rest_pose_in_the_file_is_a_question(
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
        assumed = arm.assumed_pose()
        assert (assumed.theta1_deg, assumed.doubt) == (80, "another rest pose")
        with pytest.raises(PoseUncertain, match="another rest pose"):
            arm.attach()
        arm.attach(80, -80)
    with Arm.open(board[0], path) as arm:
        assert arm.assumed_pose().source == "remembered"


def test_a_memory_from_the_future_is_taken_as_of_now() -> None:
    memory_module.remember_pose("arm", "port", 1.0, 2.0)
    (file,) = (memory_module.state_directory() / "poses").iterdir()
    entry = json.loads(file.read_text().splitlines()[0])
    file.write_bytes(with_checksum(json.dumps(entry | {"when": "2999-01-01T00:00:00+00:00"})))
    remembered = memory_module.remembered_pose("arm", "port")
    assert isinstance(remembered, memory_module.RememberedPose)
    assert remembered.when <= datetime.now(UTC)
    file.write_bytes(with_checksum(json.dumps(entry | {"when": "0001-01-01T00:00:00+14:00"})))
    assert isinstance(memory_module.remembered_pose("arm", "port"), memory_module.DamagedPose)


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
        assert assumed.source == "uncertain"
        assert 100 < assumed.theta1_deg < 149  # where it was at most a quarter second before
        with pytest.raises(PoseUncertain, match="last move did not come to its end") as refused:
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
        assert arm.assumed_pose().source == "uncertain"


HOLDING = StatusReport(State.HOLDING, 9000, -9000, 9000, -9000, 3, 3, 0, Flags.POSE_KNOWN)
MOVING = replace(HOLDING, state=State.MOVING, goal1_cdeg=12000)
GOAL_CDEG = (12000, -9000)


def test_a_move_is_unfinished_before_it_goes_out(
    board: tuple[str, MockDevice], monkeypatch: pytest.MonkeyPatch
) -> None:
    found: list[str] = []
    request = Session.request

    def look_first(session: Session, verb: str, *numbers: int, **more: int) -> object:
        if verb == "move":
            found.append(PoseKeeper(board[0]).assumed(brisk_arm()).source)
        return request(session, verb, *numbers, **more)

    monkeypatch.setattr(Session, "request", look_first)
    with Arm.open(board[0], brisk_arm()) as arm:
        arm.attach()
        assert arm.assumed_pose().source == "remembered"
        arm.move_joints(91, -90)
        arm.move_joints(91, -90)  # to where it is
    assert found == ["uncertain", "uncertain"]
    assert PoseKeeper(board[0]).assumed(brisk_arm()).source == "remembered"


def test_a_report_from_before_the_move_was_answered_does_not_finish_it(
    board: tuple[str, MockDevice],
) -> None:
    keeper, config = PoseKeeper(board[0]), brisk_arm()
    keeper.begin(config, HOLDING, GOAL_CDEG)
    keeper.note(config, MOVING, HOLDING)
    keeper.keep(config, HOLDING)  # as when the link is lost
    assert keeper.assumed(config).source == "uncertain"
    keeper.answered()
    keeper.keep(config, HOLDING)
    assert keeper.assumed(config).source == "uncertain"
    keeper.note(config, HOLDING, HOLDING)
    assert keeper.assumed(config).source == "remembered"


def test_a_move_relaxed_before_its_first_report_is_unfinished(
    board: tuple[str, MockDevice],
) -> None:
    keeper, config = PoseKeeper(board[0]), brisk_arm()
    keeper.begin(config, HOLDING, GOAL_CDEG)
    keeper.answered()
    keeper.note(config, HOLDING, UNKNOWN)
    assert keeper.assumed(config).source == "uncertain"


def test_a_refused_move_leaves_the_arm_where_it_was(arm: Arm) -> None:
    with pytest.raises(Refused):
        arm._driver.move((32000, -9000), 100, arm.stop_count, TimeLimit(1.0))
    arm.close()
    assert arm.assumed_pose().source == "remembered"


def test_a_drag_does_not_wait_for_the_disk(
    board: tuple[str, MockDevice], monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper, config = PoseKeeper(board[0]), brisk_arm()
    written: list[object] = []
    monkeypatch.setattr(memory_module, "remember_pose", lambda *args, **more: written.append(more))
    for step in range(20):
        keeper.begin(config, MOVING, (12000 + step, -9000))
        keeper.answered()
        keeper.note(config, MOVING, MOVING)
    assert len(written) <= 2


def test_attaching_ends_what_a_lost_move_left_open() -> None:
    url, device = fresh_board()
    with Arm.open(url, brisk_arm(60.0)) as arm:
        events = Events(arm)
        arm.attach(90, -90)
        arm._driver.keeper.begin(arm.config, arm._watch.newest, (15000, -9000))
        device.reset()
        assert events.wait_of(BoardReset)
        assert arm.assumed_pose().source == "uncertain"
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
    before = [ports.stable_name(port.device) for port in USB_PORTS]
    renumbered = [replace(port, device=port.device + "7") for port in USB_PORTS]
    monkeypatch.setattr(ports, "serial_ports", lambda: renumbered)
    after = [ports.stable_name(port.device) for port in renumbered]
    assert after[0] == before[0]
    assert after[1] != before[1]  # clones without a number cannot be told apart
    assert ports.stable_name("mock://arm?seed=1") == "mock://arm"


def shoulder(**values: object) -> ArmConfig:
    """The brisk arm with other values of its shoulder."""
    return replace(brisk_arm(), shoulder=replace(brisk_arm().shoulder, **values))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("edited", "doubt"),
    [
        (shoulder(limits_deg=(-45.0, 180.0)), "outside the limits"),
        (shoulder(zero_deg=46.0, limits_deg=(-45.0, 224.0)), "another calibration"),
        (shoulder(pulse_us=(510, 2500)), "another calibration"),
        (shoulder(travel_deg=271.0), "another calibration"),
        (replace(brisk_arm(), rest_deg=(80.0, -90.0)), "another rest pose"),
        (replace(shoulder(limits_deg=(0.0, 180.0)), rest_deg=(80.0, -90.0)), "outside the limits"),
    ],
)
def test_an_edited_arm_file_makes_the_pose_a_question_and_never_the_rest_pose(
    board: tuple[str, MockDevice], edited: ArmConfig, doubt: str
) -> None:
    url, device = board
    with Arm.open(url, brisk_arm()) as arm:
        arm.attach()
        arm.move_joints(200, -90)
        arm.relax()
    with Arm.open(url, edited) as arm:
        assumed = arm.assumed_pose()
        assert (assumed.theta1_deg, assumed.source, assumed.doubt) == (200, "uncertain", doubt)
        with pytest.raises(PoseUncertain, match="Look where the arm stands"):
            arm.attach()
        assert device.pulses[1:] == (0, 0)
        arm.attach(150, -90)
    with Arm.open(url, edited) as arm:
        assert arm.assumed_pose().theta1_deg == 150


def test_lengths_speeds_and_wider_limits_leave_the_memory_as_it_is(
    board: tuple[str, MockDevice],
) -> None:
    with Arm.open(board[0], shoulder(limits_deg=(0.0, 200.0))) as arm:
        arm.attach(200, -90)
    with Arm.open(board[0], replace(brisk_arm(900.0), link1_mm=50.0)) as arm:
        assert arm.assumed_pose().source == "remembered"


def test_no_damage_of_the_memory_is_believed() -> None:
    """20 000 random damages: none is believed that says anything else than what was written."""
    memory_module.remember_pose(
        "arm", "port", 81.25, -91.5, calibration="1234abcd", rest_deg=(90.0, -90.0)
    )
    written = memory_module.remembered_pose("arm", "port")
    assert isinstance(written, memory_module.RememberedPose)
    (file,) = (memory_module.state_directory() / "poses").iterdir()
    whole = file.read_bytes()
    chance = random.Random(20)
    for _ in range(20_000):
        with contextlib.suppress(ValueError):
            assert memory_module.pose_of(damage(whole, chance), "arm", "port") == written


def damage(data: bytes, chance: random.Random) -> bytes:
    """Bits, bytes and digits changed, pieces cut out, doubled, zeroed, swapped, or cut off."""
    damaged = bytearray(data)
    for _ in range(chance.choice((1, 1, 1, 2, 5))):
        at, to = sorted(chance.randrange(len(damaged) + 1) for _ in range(2))
        index = chance.randrange(len(damaged)) if damaged else 0
        kind = chance.randrange(7) if damaged else 0
        if kind == 0:
            damaged[at:at] = bytes([chance.randrange(256)])
        elif kind == 1:
            damaged[index] ^= 1 << chance.randrange(8)
        elif kind == 2:
            digits = [spot for spot, byte in enumerate(damaged) if chr(byte).isdigit()]
            damaged[chance.choice(digits or [index])] = ord(chance.choice("0123456789"))
        elif kind == 3:
            del damaged[at:to]
        elif kind == 4:
            damaged[at:at] = damaged[at:to]
        elif kind == 5:
            damaged[at:to] = bytes(to - at)
        else:
            del damaged[at:]
    return bytes(damaged)


def test_an_entry_of_another_arm_or_without_a_checksum_is_not_believed() -> None:
    memory_module.remember_pose("arm", "port", 1.0, 2.0)
    (file,) = (memory_module.state_directory() / "poses").iterdir()
    entry = file.read_text()
    file.write_text(entry.splitlines()[0])  # as versions before the checksum wrote it
    assert isinstance(memory_module.remembered_pose("arm", "port"), memory_module.DamagedPose)
    memory_module.remember_pose("another arm", "port", 1.0, 2.0)
    (other,) = set((memory_module.state_directory() / "poses").iterdir()) - {file}
    other.write_text(entry)
    assert isinstance(
        memory_module.remembered_pose("another arm", "port"), memory_module.DamagedPose
    )


@pytest.mark.skipif(os.name == "nt", reason="no pipes in folders on Windows")
def test_a_pipe_in_place_of_the_memory_is_neither_read_nor_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    memory_module.remember_pose("arm", "port", 1.0, 2.0)
    (file,) = (memory_module.state_directory() / "poses").iterdir()
    file.unlink()
    os.mkfifo(file)
    assert isinstance(memory_module.remembered_pose("arm", "port"), memory_module.DamagedPose)
    with monkeypatch.context() as full:
        full.setattr(memory_module, "write_atomically", full_disk)
        memory_module.remember_pose("arm", "port", 3.0, 4.0)
    memory_module.remember_pose("arm", "port", 3.0, 4.0)
    assert isinstance(memory_module.remembered_pose("arm", "port"), memory_module.RememberedPose)


@pytest.mark.parametrize(
    "text", ["", "{", "[1]", '{"theta1_deg": "x"}', '{"theta1_deg": NaN}', "\udcff", "null"]
)
def test_a_damaged_memory_is_a_question_and_not_the_rest_pose(
    board: tuple[str, MockDevice], text: str
) -> None:
    with Arm.open(board[0]) as arm:
        arm.attach()
    (file,) = (memory_module.state_directory() / "poses").iterdir()
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    assumed = PoseKeeper(board[0]).assumed(DEFAULT)
    assert (assumed.source, assumed.theta1_deg) == ("uncertain", DEFAULT.rest_deg[0])
    assert assumed.when is not None
    assert datetime.now(UTC) - assumed.when < timedelta(seconds=30)


def full_disk(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, "No space left on device")


def test_a_full_disk_leaves_nothing_stale_and_says_so_once(
    board: tuple[str, MockDevice], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with Arm.open(board[0], brisk_arm()) as arm:
        arm.attach()
        monkeypatch.setattr(memory_module, "write_atomically", full_disk)
        arm.move_joints(91, -90)
        arm.move_joints(92, -90)
    assert PoseKeeper(board[0]).assumed(brisk_arm()).source == "uncertain"
    (warning,) = caplog.records
    assert warning.name == "servoarm"
    folder = str(memory_module.state_directory() / "poses")
    for words in (folder, "No space left", "SERVOARM_STATE_DIR"):
        assert words in warning.getMessage()


def test_the_disk_that_takes_data_again_ends_the_question(
    board: tuple[str, MockDevice], monkeypatch: pytest.MonkeyPatch
) -> None:
    with Arm.open(board[0], brisk_arm()) as arm:
        arm.attach()
        with monkeypatch.context() as full:
            full.setattr(memory_module, "write_atomically", full_disk)
            arm.move_joints(91, -90)
        arm.move_joints(92, -90)
    assert PoseKeeper(board[0]).assumed(brisk_arm()).theta1_deg == 92


def test_a_state_folder_that_cannot_be_written_means_the_rest_pose_and_is_said_once(
    board: tuple[str, MockDevice],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("SERVOARM_STATE_DIR", str(tmp_path / "file"))
    with Arm.open(board[0], brisk_arm()) as arm:
        assert arm.assumed_pose().source == "rest"
        assert "rest pose is assumed" in caplog.text
        arm.attach()
        arm.move_joints(91, -90)
    assert len(caplog.records) == 1


def test_what_a_read_only_folder_holds_is_not_assumed(monkeypatch: pytest.MonkeyPatch) -> None:
    memory_module.remember_pose("arm", "port", 1.0, 2.0)
    monkeypatch.setattr(os, "access", lambda *_: False)  # a test run as root may write anywhere
    assert memory_module.remembered_pose("arm", "port") is None
