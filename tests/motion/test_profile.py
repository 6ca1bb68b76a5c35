"""What the window foretells of the board's motion, and that the firmware's core moves so."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from servoarm.armfile import DEFAULT
from servoarm.kinematics.planar import Pose
from servoarm.mock.core import POWER, Board
from servoarm.motion.profile import Drive, Motion, ProfileForecast, frames_ahead
from servoarm.motion.target import half_way
from servoarm.wire import codec

ARM = DEFAULT.kinematics()
FRAME_S = 0.02
DRIVE = Drive(math.radians(180) * FRAME_S, math.radians(720) * FRAME_S**2)


def forecast(pose: Pose) -> ProfileForecast:
    return ProfileForecast(ARM, (DRIVE, DRIVE), pose)


def test_the_joint_with_less_to_turn_is_there_first_and_the_tip_leaves_its_line() -> None:
    """Straight inwards the elbow turns twice as far; when both have turned half the shoulder's way
    and brake or go on, the tip is a quarter of the elbow's whole turn too far round."""
    turn = math.radians(4)
    off_line = forecast(Pose(0.0, 0.0)).off_line_mm(Pose(turn, -2 * turn), 1.0, (-1.0, 0.0))
    assert 50 * turn < off_line < 100 * turn


@given(turn=st.floats(-1.0, 1.0), share=st.floats(0.05, 1.0))
def test_a_shoulder_that_turns_alone_takes_the_tip_round_on_its_circle(
    turn: float, share: float
) -> None:
    """The furthest from the tangent at the goal is where the turn began."""
    off_line = forecast(Pose(0.0, 0.0)).off_line_mm(Pose(turn, 0.0), share, tangent(turn))
    assert off_line == pytest.approx(200 * (1 - math.cos(turn)), abs=1e-6)


def tangent(turn: float) -> tuple[float, float]:
    way = math.copysign(1.0, turn)
    return -way * math.sin(turn), way * math.cos(turn)


def test_a_joint_under_way_is_foretold_to_brake_before_it_turns_back() -> None:
    """At 0.2 rad/s there is a way to brake; from rest there is none."""
    start, ahead = Pose(0.0, math.radians(-90)), Pose(0.5, math.radians(-90))
    moving = forecast(start)
    moving.taken(ahead, 1.0)
    pose = 0.0
    for frame in range(1, 6):  # as the board would: one acceleration more each frame
        pose += frame * DRIVE.acceleration
        moving.reported(Pose(pose, start.theta2), at_rest=False)
    still = forecast(Pose(pose, start.theta2))
    back = Pose(pose - 0.01, start.theta2)
    x, y = ARM.forward(*back)
    way = (y / math.hypot(x, y), -x / math.hypot(x, y))
    assert still.off_line_mm(back, 1.0, way) < 0.1
    assert moving.off_line_mm(back, 1.0, way) > 2.0


@pytest.mark.parametrize("elbow_deg", [(5, 37), (-120, 20), (60, 60)])
def test_half_way_the_tip_is_where_it_is_said_to_be(elbow_deg: tuple[float, float]) -> None:
    """The point by way of which a shoulder turns the long way round."""
    start = Pose(math.radians(-40), math.radians(elbow_deg[0]))
    goal = Pose(math.radians(205), math.radians(elbow_deg[1]))
    way = frames_ahead((DRIVE, DRIVE), Motion(start), goal, 1.0, 1000)
    tips = [ARM.forward(*motion.pose) for motion in way]
    named = half_way(ARM, start, goal)
    assert min(math.dist(tip, named) for tip in tips) < 7  # one frame of the shoulder


# The firmware's own profile. No clock: the core is given its frames one by one.

# One step of the wire. The board tells whole centidegrees: half a step. It counts in 1/8192 of them
# and rounds speed, acceleration and the frame's length down: 0.3 of a step at most in these moves.
OFF_CDEG = 1.0
START_CDEG = 9000, -9000
MOVES = (  # target (centidegrees), percent, frames until the next one
    ((22000, 12000), 100, 400),
    ((-4000, -13000), 37, 30),
    ((-4000, 0), 100, 9),  # retargeted while it speeds up
    ((9100, -8990), 100, 45),  # and while it must turn back
    ((9101, -8990), 1, 20),  # one step of the wire
    ((9000, 5000), 63, 300),
)


class Core:
    """The firmware's core, attached, and without a slow first move."""

    def __init__(self, joints: tuple[tuple[int, int], tuple[int, int]]) -> None:
        self._board = Board()
        self._board.start(POWER)
        self._board.transmit(1000)  # the banner
        for joint, (speed, acceleration) in enumerate(joints, 1):
            low, high = ((-4500, 22500), (-13500, 13500))[joint - 1]
            self.order(f"joint {joint} {low} {high} {speed} {acceleration}")
        self.order("first 100")
        self.order("pose {} {}".format(*START_CDEG))
        self.order("attach")
        self.frame()

    def order(self, line: str) -> None:
        self._board.receive(line.encode() + b"\n")
        assert self._board.transmit(1000).startswith(b"ok")

    def frame(self) -> tuple[int, int]:
        """One frame: where both joints are then (centidegrees)."""
        self._board.frame()
        self._board.transmit(1000)
        self._board.receive(codec.STATUS)
        verb, _state, theta1_cdeg, theta2_cdeg, *_ = self._board.transmit(1000).split()
        assert verb == b"status"
        return int(theta1_cdeg), int(theta2_cdeg)


@pytest.mark.parametrize(
    "joints",
    [
        ((18000, 72000), (18000, 72000)),
        ((6000, 300000), (40000, 20000)),
        ((1000, 1000), (36000, 400000)),
    ],
)
def test_the_core_moves_frame_by_frame_as_foretold(
    joints: tuple[tuple[int, int], tuple[int, int]],
) -> None:
    core = Core(joints)
    shoulder, elbow = (
        Drive(math.radians(speed / 100) * FRAME_S, math.radians(acceleration / 100) * FRAME_S**2)
        for speed, acceleration in joints
    )
    motion = Motion(Pose(*(math.radians(angle / 100) for angle in START_CDEG)))
    for target, percent, frames in MOVES:
        core.order("move {} {} {}".format(*target, percent))
        goal = Pose(*(math.radians(angle / 100) for angle in target))
        way = frames_ahead((shoulder, elbow), motion, goal, percent / 100, frames)
        for index in range(1, frames + 1):
            motion = way[min(index, len(way) - 1)]
            foretold = [100 * math.degrees(angle) for angle in motion.pose]
            assert core.frame() == pytest.approx(foretold, abs=OFF_CDEG), (target, index)
