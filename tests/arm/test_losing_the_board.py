"""The link cut or the board reset, in every state: nothing goes where nobody asked."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable
from dataclasses import replace

import pytest

from servoarm import Arm, BoardReset, BoardRestarted, Interrupted, LinkDown, LinkLost
from servoarm.arm.watch import MotionWatch
from servoarm.mock.core import BROWNOUT
from servoarm.mock.device import MockDevice, Pulses
from servoarm.mock.protocol_mock import VANISHED
from servoarm.wire.messages import Flags, State, StatusReport

from ..link.test_transport import FAILURES
from ..mock.boards import brisk_arm, fresh_board
from .watching import Caller, Events, moving, sent_verbs

START_DEG, GOAL_DEG = 90.0, 150.0


def relaxed(arm: Arm, device: MockDevice) -> None:
    """As opened."""


def holding(arm: Arm, device: MockDevice) -> None:
    arm.attach(START_DEG, -90)
    assert device.wait_for(lambda board: board.pulses.shoulder > 0, 3.0)


def under_way(arm: Arm, device: MockDevice) -> None:
    holding(arm, device)
    arm.move_joints(GOAL_DEG, -90, wait=False)
    assert moving(device)


def stopping(arm: Arm, device: MockDevice) -> None:
    under_way(arm, device)
    arm.stop()


STATES: list[Callable[[Arm, MockDevice], None]] = [relaxed, holding, under_way, stopping]


def ticks(theta_deg: float) -> float:
    return 2 * (500 + (45 + theta_deg) / 270 * 2000)


def assert_only_asked_for(history: list[Pulses]) -> None:
    """No pulse outside start and goal, none backwards, the elbow never moved."""
    attached = [pulses for pulses in history if pulses.shoulder]
    assert all(ticks(START_DEG) - 1 <= p.shoulder <= ticks(GOAL_DEG) + 1 for p in attached)
    assert all(a.shoulder <= b.shoulder for a, b in itertools.pairwise(attached))
    assert len({pulses.elbow for pulses in attached}) <= 1


@pytest.mark.parametrize("host_lost", ["hold", "relax"])
@pytest.mark.parametrize("prepare", STATES, ids=lambda prepare: prepare.__name__)
def test_a_cut_link_leaves_the_arm_held_or_relaxed_as_set(
    prepare: Callable[[Arm, MockDevice], None], host_lost: str
) -> None:
    config = replace(brisk_arm(60.0), watchdog_ms=100, host_lost=host_lost)
    url, device = fresh_board()
    arm = Arm.open(url, config)
    events = Events(arm)
    prepare(arm, device)
    device.vanish()
    assert events.wait_of(LinkDown)
    with pytest.raises(LinkLost):
        arm.move_joints(GOAL_DEG, -90)
    start = device.frames
    assert device.wait_for(
        lambda board: board.frames > start + 25, 3.0
    )  # half a second: all is over
    last = device.pulses
    assert not device.wait_for(lambda board: board.pulses != last, 0.1)
    assert_only_asked_for(list(device.history))
    if prepare is relaxed or host_lost == "relax":
        assert last[1:] == (0, 0)
    else:
        assert ticks(START_DEG) - 1 <= last.shoulder < ticks(GOAL_DEG) - 1
    assert len(events.of(LinkDown)) == 1
    arm.close()
    assert [t.name for t in threading.enumerate()].count("servoarm reader") == 0


@pytest.mark.parametrize("call", ["read", "in_waiting", "write"])
@pytest.mark.parametrize("failure", FAILURES, ids=lambda failure: type(failure).__name__)
def test_unplugging_in_mid_move_is_one_event_whatever_the_port_raises(
    call: str, failure: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(VANISHED, call, lambda: failure)
    url, device = fresh_board()
    arm = Arm.open(url, brisk_arm(60.0))
    events = Events(arm)
    arm.attach()
    mover = Caller(lambda: arm.move_joints(150, -90))
    assert moving(device)
    device.vanish()
    assert isinstance(mover.end(), LinkLost)
    assert events.wait_of(LinkDown)
    arm.close()
    assert len(events.of(LinkDown)) == 1
    Arm.open(url, brisk_arm(60.0)).close()


@pytest.mark.parametrize("prepare", STATES, ids=lambda prepare: prepare.__name__)
def test_a_reset_board_stays_limp_until_it_is_attached_again(
    prepare: Callable[[Arm, MockDevice], None],
) -> None:
    url, device = fresh_board()
    with Arm.open(url, brisk_arm(60.0)) as arm:
        events = Events(arm)
        prepare(arm, device)
        device.reset(BROWNOUT)
        assert events.wait_of(BoardReset)
        assert events.of(BoardReset) == [BoardReset("brownout")]
        assert not arm.status.pose_known
        with pytest.raises(BoardRestarted, match="brownout"):
            arm.move_joints(GOAL_DEG, -90)
        resets = len(device.history)
        assert not device.wait_for(lambda board: len(board.history) > resets, 0.3)
        assert device.pulses[1:] == (0, 0)
        arm.attach(100, -90)
        assert arm.pose.theta1_deg == 100
        assert arm.move_joints(101, -90).theta1_deg == 101


def test_a_reset_in_mid_move_ends_the_waiting_move() -> None:
    url, device = fresh_board()
    with Arm.open(url, brisk_arm(60.0)) as arm:
        arm.attach()
        mover = Caller(lambda: arm.move_joints(150, -90))
        assert moving(device)
        device.reset(BROWNOUT)
        assert isinstance(mover.end(), BoardRestarted)


@pytest.mark.parametrize("frames", range(8))
def test_a_brownout_in_mid_move_is_never_taken_for_a_relax(frames: int) -> None:
    url, device = fresh_board(boot_ms=30)
    with Arm.open(url, brisk_arm(60.0)) as arm:
        arm.attach(90, -90)
        mover = Caller(lambda: arm.move_joints(150, -90))
        assert moving(device)
        last = device.frames + frames
        assert device.wait_for(lambda board: board.frames >= last, 3.0)
        device.reset(BROWNOUT)
        error = mover.end()
    assert isinstance(error, BoardRestarted)
    assert error.reason == "brownout"


def test_a_closed_arm_says_that_it_was_closed() -> None:
    url, _ = fresh_board()
    arm = Arm.open(url, brisk_arm())
    arm.attach()
    arm.close()
    for call in (
        arm.stop,
        arm.relax,
        arm.attach,
        lambda: arm.move_joints(91, -90),
        lambda: arm.configure(brisk_arm(60.0)),
    ):
        with pytest.raises(LinkLost, match=r"was closed\. Open it again"):
            call()
    first = arm.status
    assert arm.status.age_s > first.age_s
    assert replace(arm.status, age_s=0.0) == replace(first, age_s=0.0)


def test_no_motion_goes_out_once_a_close_has_begun() -> None:
    url, device = fresh_board()
    arm = Arm.open(url, brisk_arm(60.0))
    arm.attach(90, -90)
    arm.move_joints(150, -90, wait=False)
    assert moving(device)
    closing = Caller(arm.close)
    assert device.wait_for(lambda board: b"!" in board.received, 3.0)  # it stops the arm first
    calls: list[Callable[[], object]] = [
        lambda: arm.move_joints(100, -90),
        lambda: arm.move_to(120, 60),
        arm.attach,
        lambda: arm.configure(replace(brisk_arm(60.0), link1_mm=90.0)),
    ]
    callers = [Caller(call) for call in calls]
    assert closing.end() is None
    for caller in callers:
        error = caller.end()
        assert isinstance(error, LinkLost)
        assert "was closed" in error.message
    assert sent_verbs(device).count("move") == 1
    assert arm.config == brisk_arm(60.0)


def test_a_second_close_returns_when_the_port_is_free() -> None:
    url, device = fresh_board()
    arm = Arm.open(url, brisk_arm(60.0))
    arm.attach(90, -90)
    arm.move_joints(150, -90, wait=False)
    assert moving(device)
    first = Caller(arm.close)
    assert device.wait_for(lambda board: b"!" in board.received, 3.0)
    arm.close()
    Arm.open(url, brisk_arm(60.0)).close()
    assert first.end() is None


def test_a_close_stops_a_move_of_which_no_report_tells_yet() -> None:
    url, device = fresh_board()
    arm = Arm.open(url, brisk_arm(60.0))
    arm.attach(90, -90)
    arm.move_joints(150, -90, wait=False)
    arm.close()
    last = device.pulses
    assert not device.wait_for(lambda board: board.pulses != last, 0.2)
    with Arm.open(url, brisk_arm(60.0)) as arm:
        assert arm.status.theta1_deg < 100


def test_a_living_host_is_never_taken_for_lost() -> None:
    url, device = fresh_board()
    with Arm.open(url, replace(brisk_arm(), watchdog_ms=500, host_lost="relax")) as arm:
        arm.attach()
        start = device.frames
        assert device.wait_for(lambda board: board.frames > start + 75, 15.0)
        assert device.pulses.shoulder > 0
        assert Flags.HOST_LOST not in arm.status.flags


def report(state: State) -> StatusReport:
    return StatusReport(state, 0, 0, 0, 0, 3000, 3000, 0, Flags.POSE_KNOWN)


def test_a_stop_is_sent_again_until_the_board_obeys() -> None:
    sent: list[bytes] = []
    watch = MotionWatch(sent.append, lambda byte, _by: sent.append(byte))
    watch.halt(b"!", "stop")
    for state in (State.MOVING, State.HOLDING, State.MOVING, State.STOPPING, State.HOLDING):
        watch.put(report(state))
    assert sent == [b"!"] * 3
    watch.put(report(State.MOVING))
    assert sent == [b"!"] * 3


def test_insisting_on_a_stop_over_a_link_that_is_gone_is_quiet() -> None:
    sent: list[bytes] = []

    def send(byte: bytes) -> None:
        sent.append(byte)
        if len(sent) > 1:
            raise LinkLost("gone", "mock://gone")

    watch = MotionWatch(send, lambda byte, _by: send(byte))
    watch.halt(b"!", "stop")
    assert watch.put(report(State.MOVING))
    assert len(sent) == 2


def test_a_new_move_ends_the_insistence_on_a_stop() -> None:
    sent: list[bytes] = []
    watch = MotionWatch(sent.append, lambda byte, _by: sent.append(byte))
    watch.halt(b"!", "stop")
    watch.begin(lambda: None)
    watch.put(report(State.MOVING))
    assert sent == [b"!"]


def test_a_motion_from_before_the_stop_does_not_end_the_insistence_on_it() -> None:
    sent: list[bytes] = []
    watch = MotionWatch(sent.append, lambda byte, _by: sent.append(byte))
    watch.halt(b"!", "stop")

    def too_late() -> None:
        raise Interrupted("stop")

    with pytest.raises(Interrupted):
        watch.begin(too_late)
    watch.put(report(State.MOVING))
    assert sent == [b"!", b"!"]
