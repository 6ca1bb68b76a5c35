"""Giving a board the arm file's settings: all of them, or none."""

from __future__ import annotations

import contextlib
from typing import cast

from servoarm.arm.settings import board_settings
from servoarm.armfile import JOINT_NAMES, ArmConfig
from servoarm.errors import NoAnswer, Refused, ServoarmError
from servoarm.link.conversation import ready_within, request_within
from servoarm.link.session import HELLO_TIMEOUT_S, Session
from servoarm.link.time_limit import TimeLimit
from servoarm.wire import codec
from servoarm.wire.error_table import ErrorCode
from servoarm.wire.settings import BoardSettings, Request

_QUESTIONS: tuple[Request, ...] = (
    ("frame", ()),
    ("watchdog", ()),
    ("first", ()),
    ("servo", (1,)),
    ("joint", (1,)),
    ("servo", (2,)),
    ("joint", (2,)),
)
_KEYS = {
    "frame": ("frame_us",),
    "watchdog": ("watchdog_ms", "host_lost"),
    "first": ("first_move_percent",),
    "servo": ("pin", "pulse_us", "travel_deg", "zero_deg", "direction"),
    "joint": ("limits_deg", "speed_deg_s", "acceleration_deg_s2"),
}
"""The arm file's keys behind the numbers of each verb."""


def provide(session: Session, config: ArmConfig, limit: TimeLimit) -> None:
    """Make the arm file's settings those of a relaxed board, and have them stored.

    Raises Refused, naming section and key where a number is outside what the board allows;
    NoAnswer, LinkLost, BoardRestarted. Then what the board had before is put back, if it can be in
    what is left of the limit; `session.hello` says what it has.
    """
    settings = board_settings(config)
    half = limit.reserving(limit.left_s / 2)  # the other half is for putting back
    with ready_within(half, session.url):
        before = [_read(session, *question, half) for question in _QUESTIONS]
        try:
            _send(session, config, settings, _pins(before), half)
        except BaseException:
            _put_back(session, before, limit)
            raise


def _send(
    session: Session, config: ArmConfig, settings: BoardSettings, pins: set[int], limit: TimeLimit
) -> None:
    for verb, numbers in settings.requests():
        try:
            request_within(session, limit, verb, *numbers)
        except Refused as refused:
            if refused.code != ErrorCode.OUT_OF_RANGE:
                raise
            raise _out_of_range(config, verb, numbers, pins, refused) from None
    if session.greet(limit.at_most(HELLO_TIMEOUT_S)).settings_hash != settings.hash():
        raise Refused("not taken")
    request_within(session, limit, "save")


def _read(session: Session, verb: str, numbers: tuple[int, ...], limit: TimeLimit) -> Request:
    """One setting as the board has it, in the form of the request that sets it."""
    words = request_within(session, limit, verb, *numbers).words
    values = codec.numbers(words[1:])
    if words[:1] != (verb,) or values is None:
        raise NoAnswer("settings", session.url)
    return verb, tuple(values)


def _put_back(session: Session, before: list[Request], limit: TimeLimit) -> None:
    with contextlib.suppress(ServoarmError):
        for verb, numbers in before:
            request_within(session, limit, verb, *numbers)
    with contextlib.suppress(ServoarmError):
        session.greet(limit.at_most(HELLO_TIMEOUT_S))


def _pins(before: list[Request]) -> set[int]:
    return {numbers[1] for verb, numbers in before if verb == "servo" and len(numbers) > 1}


def _out_of_range(
    config: ArmConfig, verb: str, numbers: tuple[int, ...], pins: set[int], refused: Refused
) -> Refused:
    """The board's `out-of-range` in the arm file's words. `pins`: some that the board has."""
    section, owner = "board", cast("object", config)
    if verb in ("servo", "joint"):
        joint = numbers[0] - 1
        section, owner = JOINT_NAMES[joint], (config.shoulder, config.elbow)[joint]
    if verb == "servo" and numbers[1] not in pins:
        return Refused("pin", refused.code, refused.name, section, pin=numbers[1])
    values = tuple(f"{key} = {_shown(getattr(owner, key))}" for key in _KEYS[verb])
    return Refused("range", refused.code, refused.name, section, values=values)


def _shown(value: object) -> str:
    return str(list(value)) if isinstance(value, tuple) else repr(value)
