"""Opening, settings, what is assumed, what is remembered, and closing."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import replace

import pytest

import servoarm
from servoarm import Arm, ArmEvent, LimitExceeded, NoBoard, PortBusy, Refused, StatusChanged
from servoarm.arm import memory as memory_module
from servoarm.arm.settings import board_settings, limits_cdeg
from servoarm.armfile import DEFAULT
from servoarm.calibration.pulse_map import whole_centidegrees
from servoarm.link import ports
from servoarm.mock.device import MockDevice

from ..mock.boards import brisk_arm
from .watching import Events, moving, sent_verbs


def test_connecting_and_doing_nothing_makes_no_pulse(board: tuple[str, MockDevice]) -> None:
    url, device = board
    with Arm.open(url, brisk_arm()) as arm:
        assert device.wait_for(lambda each: each.frames > 20, 3.0)
        assert arm.status.pulse_us is None
    assert [pulses[1:] for pulses in device.history] == [(0, 0)]
    assert not {"attach", "move", "pose"} & set(sent_verbs(device))


def test_settings_go_out_once_and_are_stored(board: tuple[str, MockDevice]) -> None:
    url, device = board
    config = brisk_arm()
    with Arm.open(url, config) as arm:
        assert arm.hello.settings_hash == board_settings(config).hash()
        assert sent_verbs(device).count("servo") == 4  # both asked, both set
        assert device.wait_for(lambda each: each.storage != bytes([0xFF] * len(each.storage)), 3.0)
    with Arm.open(url, config) as arm:
        assert arm.hello.settings_source == "stored"
        assert not {"servo", "joint", "frame", "save"} & set(sent_verbs(device))


def test_the_default_arm_needs_no_settings(board: tuple[str, MockDevice]) -> None:
    url, device = board
    with Arm.open(url):
        assert set(sent_verbs(device)) == {"hello", "status"}


def test_board_settings_change_only_while_relaxed(arm: Arm, device: MockDevice) -> None:
    faster = brisk_arm(900.0)
    before = sent_verbs(device)
    with pytest.raises(Refused, match="Relax it first"):
        arm.configure(faster)
    assert arm.config == brisk_arm()
    assert not {"servo", "joint"} & set(sent_verbs(device)[len(before) :])
    arm.relax()
    arm.configure(faster)
    assert arm.hello.settings_hash == board_settings(faster).hash()


def test_lengths_change_at_any_time(arm: Arm) -> None:
    arm.configure(replace(arm.config, link1_mm=120.0, link2_mm=90.0))
    assert arm.kinematics.outer_radius == 210
    assert arm.pose.x_mm == pytest.approx(90)


def test_limits_are_never_rounded_outwards() -> None:
    joint = replace(DEFAULT.elbow, limits_deg=(-33.337, 44.448))
    assert limits_cdeg(joint) == (-3333, 4444)
    assert limits_cdeg(DEFAULT.elbow) == (-13500, 13500)
    assert whole_centidegrees(33.33, 44.44) == (3333, 4444)


@pytest.mark.parametrize("limits_deg", [(0.001, 0.019), (0.012, 0.018), (5.0, 5.0)])
def test_limits_too_close_for_the_board_do_not_come_back_as_a_span(
    limits_deg: tuple[float, float],
) -> None:
    low, high = whole_centidegrees(*limits_deg)
    assert low >= high


def test_without_a_port_the_mock_is_never_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ports, "listed_ports", list)
    with pytest.raises(NoBoard, match="No board was found"):
        Arm.open()


def test_the_arm_files_port_is_taken(board: tuple[str, MockDevice]) -> None:
    with Arm.open(arm=replace(DEFAULT, port=board[0])) as arm:
        assert arm.port == board[0]


def test_two_owners_are_one_too_many(arm: Arm, board: tuple[str, MockDevice]) -> None:
    with pytest.raises(PortBusy, match="open already"):
        Arm.open(board[0])
    assert arm.pose.theta1_deg == 90


def test_a_new_arm_is_assumed_at_rest(board: tuple[str, MockDevice]) -> None:
    with Arm.open(board[0], brisk_arm()) as arm:
        assumed = arm.attach()
        assert (assumed.theta1_deg, assumed.theta2_deg, assumed.source) == (90, -90, "rest")
        assert arm.attach().source == "board"
        with pytest.raises(Refused, match="Relax it first"):
            arm.attach(0, 0)
        arm.relax()
        assert arm.attach(45, 30).source == "given"
        assert arm.pose.theta2_deg == 30


def test_attaching_outside_the_limits_is_refused(board: tuple[str, MockDevice]) -> None:
    with Arm.open(board[0]) as arm:
        with pytest.raises(LimitExceeded):
            arm.attach(300, 0)
        with pytest.raises(ValueError, match="both angles"):
            arm.attach(90)
        assert arm.status.pulse_us is None


def test_closing_stops_a_moving_arm_and_remembers_where(board: tuple[str, MockDevice]) -> None:
    url, device = board
    with Arm.open(url, brisk_arm(60.0)) as arm:
        arm.attach()
        arm.move_joints(150, -90, wait=False)
        assert moving(device)
    pulses = device.pulses
    assert not device.wait_for(lambda each: each.pulses != pulses, 0.3)
    remembered = memory_module.remembered_pose("test arm", url.partition("?")[0])
    assert isinstance(remembered, memory_module.RememberedPose)
    assert 90 < remembered.theta1_deg < 149
    expected = 2 * (500 + (45 + remembered.theta1_deg) / 270 * 2000)
    assert pulses.shoulder == pytest.approx(expected, abs=1)


def test_events_come_until_unsubscribed(arm: Arm) -> None:
    events = Events(arm)
    gone: list[object] = []
    arm.subscribe(gone.append)()
    arm.move_to(120, 60)

    def arrived(seen: list[ArmEvent]) -> bool:
        newest = seen[-1]
        return isinstance(newest, StatusChanged) and newest.status.theta1_deg == 74.43

    assert events.wait_for(arrived)
    assert gone == []


def test_listeners_have_the_arrival_when_the_move_returns(arm: Arm) -> None:
    seen: list[float] = []

    def slow(event: ArmEvent) -> None:
        time.sleep(0.03)
        if isinstance(event, StatusChanged):
            seen.append(event.status.theta1_deg)

    arm.subscribe(slow)
    for goal in (91.0, 92.0, 93.0):
        arm.move_joints(goal, -90)
        assert seen[-1] == goal


def test_a_slow_listener_is_no_lost_host(board: tuple[str, MockDevice]) -> None:
    with Arm.open(board[0], replace(brisk_arm(), watchdog_ms=300)) as arm:
        arm.attach()
        arm.subscribe(lambda event: time.sleep(0.1))
        assert arm.move_joints(100, -90).arrived
        assert not arm.status.host_lost


def test_an_arm_closed_by_a_listener_stands_and_is_remembered(
    board: tuple[str, MockDevice],
) -> None:
    url, device = board
    arm = Arm.open(url, brisk_arm(60.0))
    arm.attach(90, -90)
    took_s: list[float] = []

    def close(event: ArmEvent) -> None:
        started = time.monotonic()
        arm.close()
        took_s.append(time.monotonic() - started)

    arm.move_joints(150, -90, wait=False)
    assert moving(device)
    arm.subscribe(close)
    assert device.wait_for(lambda _: bool(took_s), 3.0)
    assert took_s[0] < 0.5
    arm.close()  # waits for the other one
    with Arm.open(url, brisk_arm(60.0)) as again:
        assumed = again.assumed_pose()
        assert assumed.source == "remembered"
        assert 90 < assumed.theta1_deg < 149


def test_a_listener_that_ends_its_thread_ends_no_reader(arm: Arm) -> None:
    arm.subscribe(lambda event: sys.exit())
    assert arm.move_joints(100, -90).arrived
    assert arm.move_joints(90, -90).arrived


def test_every_public_name_is_there() -> None:
    assert all(getattr(servoarm, name) is not None for name in servoarm.__all__)
    assert not hasattr(servoarm, "no_such_name")


def test_import_loads_neither_port_nor_window() -> None:
    code = (
        "import sys, servoarm; "
        "print([m for m in ('numpy', 'serial', 'PyQt5', 'wasmtime') if m in sys.modules])"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert loaded.stdout.strip() == "[]"
