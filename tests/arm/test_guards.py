"""Guards that a day without faults never needs: each has a test in which its fault happens."""

from __future__ import annotations

import os
import stat
import threading
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from servoarm import Arm, Interrupted, LimitExceeded, NoAnswer
from servoarm.arm.settings import board_settings
from servoarm.arm.watch import MotionWatch
from servoarm.errors import InterruptedBy
from servoarm.link import ports
from servoarm.link.ports import PortInfo, stable_name
from servoarm.link.session import Session
from servoarm.mock.device import MockDevice
from servoarm.wire.codec import RELAX, STOP
from servoarm.wire.messages import Flags, Ok, State, StatusReport

from ..link.scripted import ScriptedPort, good, greeted
from ..mock.boards import brisk_arm
from .watching import Caller

RELAXED = StatusReport(State.RELAXED, 0, 0, 0, 0, 0, 0, 0, Flags(0))
HOLDING = replace(RELAXED, state=State.HOLDING)
MOVING = replace(RELAXED, state=State.MOVING)


@pytest.mark.skipif(os.name != "posix", reason="folders cannot be synced elsewhere")
def test_the_mark_of_a_move_is_on_the_disk_before_the_move_goes_out(
    arm: Arm, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    request, fsync = Session.request, os.fsync

    def noted_request(session: Session, verb: str, *numbers: int, **more: float) -> Ok:
        done.append(verb)
        return request(session, verb, *numbers, **more)  # type: ignore[arg-type]

    def noted_fsync(handle: int) -> None:
        done.append("folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "file")
        fsync(handle)

    monkeypatch.setattr(Session, "request", noted_request)
    monkeypatch.setattr(os, "fsync", noted_fsync)
    arm.move_joints(91, -90)
    assert done[:3] == ["file", "folder", "move"]


@pytest.mark.parametrize("verb", ["attach", "move"])
def test_a_motion_whose_answer_was_lost_does_not_go_out_again_after_a_stop(verb: str) -> None:
    sent = threading.Event()

    def lose(seq: int, text: str) -> Iterable[bytes]:
        if text.startswith(verb):
            sent.set()
            return []
        return good(seq, text)

    port = ScriptedPort(lose)
    session = greeted(port)
    waiting = Caller(lambda: session.request(verb, 9000, -9000, timeout_s=1.2))
    assert sent.wait(3.0)
    session.halt(STOP, "stop")
    asked = sum(request.startswith(verb) for request in port.requests)
    assert isinstance(waiting.end(), Interrupted)
    assert sum(request.startswith(verb) for request in port.requests) == asked
    session.close()


@pytest.mark.parametrize(
    ("byte", "by", "disobeyed", "obeyed"),
    [
        (RELAX, "relax", [MOVING, HOLDING], RELAXED),
        (STOP, "stop", [MOVING], HOLDING),
    ],
)
def test_a_halt_is_insisted_on_until_it_is_obeyed(
    byte: bytes, by: InterruptedBy, disobeyed: list[StatusReport], obeyed: StatusReport
) -> None:
    sent: list[bytes] = []
    watch = MotionWatch(sent.append, lambda byte, by: sent.append(byte))
    watch.halt(byte, by)
    for report in disobeyed:
        watch.put(report)
    assert sent == [byte] * (1 + len(disobeyed))
    watch.put(obeyed)
    watch.put(disobeyed[0])  # the one before was older than the halt
    assert len(sent) == 2 + len(disobeyed)
    for report in (obeyed, obeyed, disobeyed[0]):
        watch.put(report)
    assert len(sent) == 2 + len(disobeyed)


@pytest.mark.parametrize("failure", [NoAnswer("no reply", "mock://"), KeyboardInterrupt()], ids=str)
def test_settings_cut_off_halfway_are_put_back(
    board: tuple[str, MockDevice], failure: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = brisk_arm()
    request = Session.request
    failures = [failure]

    def cut_off(session: Session, verb: str, *numbers: int, **more: float) -> Ok:
        if verb == "joint" and numbers[:1] == (2,) and len(numbers) > 1 and failures:
            raise failures.pop()
        return request(session, verb, *numbers, **more)  # type: ignore[arg-type]

    with Arm.open(board[0], config) as arm:
        with monkeypatch.context() as context, pytest.raises(type(failure)):
            context.setattr(Session, "request", cut_off)
            arm.configure(brisk_arm(900.0))
        assert arm.config == config
        board_says = arm._driver.session.greet()  # what `Arm.hello` has may be older
        assert board_says.settings_hash == board_settings(config).hash()


@pytest.mark.skipif(os.name == "nt", reason="no links to devices on Windows")
def test_a_board_named_by_a_link_is_the_same_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    device, link = tmp_path / "ttyUSB0", tmp_path / "usb-Arduino-by-id"
    device.touch()
    link.symlink_to(device)
    listed = [PortInfo(str(device), "Uno", "2341:0043:A1")]
    monkeypatch.setattr(ports, "serial_ports", lambda: listed)
    assert stable_name(str(link)) == stable_name(str(device)) == "usb 2341:0043:A1"


def test_a_limit_between_two_centidegrees_can_be_reached_and_not_passed(
    board: tuple[str, MockDevice],
) -> None:
    config = brisk_arm()
    config = replace(config, elbow=replace(config.elbow, limits_deg=(-100.0, 44.448)))
    with Arm.open(board[0], config) as arm:
        arm.attach()
        assert arm.move_joints(90, 44.448).theta2_deg == 44.44
        with pytest.raises(LimitExceeded):
            arm.move_joints(90, 44.4551)
        assert arm.pose.theta2_deg == 44.44


def test_a_relax_returns_when_the_board_says_that_the_pulses_have_ended(arm: Arm) -> None:
    for _ in range(5):
        arm.relax()
        assert arm.status.pulse_us is None
        arm.attach(90, -90)


def test_a_move_without_a_speed_goes_at_the_arms_own(arm: Arm, device: MockDevice) -> None:
    arm.move_to(120, 60)
    arm.move_joints(100, -90)
    arm.rest()
    lines = bytes(device.received).replace(b"?", b"").split(b"\n")
    moves = [line.partition(b"*")[0].split()[1:] for line in lines if b" move " in line]
    assert [move[-1] for move in moves] == [b"100"] * 3
