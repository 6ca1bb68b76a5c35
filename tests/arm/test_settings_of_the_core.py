"""What the host takes a board's settings to be is what the firmware's core says they are."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from servoarm.arm.settings import board_settings
from servoarm.armfile import DEFAULT, ArmConfig, ArmFileError
from servoarm.armfile.checks import check
from servoarm.armfile.schema import SECTIONS, Key
from servoarm.mock.core import POWER, Board
from servoarm.wire.codec import typed

ROOM = 1 << 10
CDEG = 100  # wire units in one of the file's
LINES: dict[str, tuple[str, int]] = {
    "shoulder.travel_deg": ("servo 1 9 500 2500 {} 4500 1", CDEG),
    "shoulder.zero_deg": ("servo 1 9 500 2500 27000 {} 1", CDEG),
    "shoulder.direction": ("servo 1 9 500 2500 27000 4500 {}", 1),
    "shoulder.speed_deg_s": ("joint 1 -4500 22500 {} 72000", CDEG),
    "shoulder.acceleration_deg_s2": ("joint 1 -4500 22500 18000 {}", CDEG),
    "elbow.travel_deg": ("servo 2 10 500 2500 {} 13500 1", CDEG),
    "elbow.zero_deg": ("servo 2 10 500 2500 27000 {} 1", CDEG),
    "elbow.direction": ("servo 2 10 500 2500 27000 13500 {}", 1),
    "elbow.speed_deg_s": ("joint 2 -13500 13500 {} 72000", CDEG),
    "elbow.acceleration_deg_s2": ("joint 2 -13500 13500 18000 {}", CDEG),
    "board.frame_us": ("frame {}", 1),
    "board.watchdog_ms": ("watchdog {} 0", 1),
    "board.first_move_percent": ("first {}", 1),
}
"""A key of the arm file, and the line that sets its number alone."""
PAIRS: dict[str, tuple[str, str, int]] = {
    "shoulder.pulse_us": ("servo 1 9 {} 2500 27000 4500 1", "servo 1 9 500 {} 27000 4500 1", 1),
    "shoulder.limits_deg": ("joint 1 {} 22500 18000 72000", "joint 1 -4500 {} 18000 72000", CDEG),
    "elbow.pulse_us": ("servo 2 10 {} 2500 27000 13500 1", "servo 2 10 500 {} 27000 13500 1", 1),
    "elbow.limits_deg": ("joint 2 {} 13500 18000 72000", "joint 2 -13500 {} 18000 72000", CDEG),
}
"""A key with two numbers: the line that sets the lower one, and that for the upper one."""
OF_THE_HOST_ALONE = {"rest_deg", "link1_mm", "link2_mm", "name", "port"}
NOT_A_RANGE = {"pin", "host_lost"}  # the board's own two pins; two words


class Core:
    """The core behind typed lines."""

    def __init__(self) -> None:
        self._board = Board()
        self._board.start(POWER)
        self._board.transmit(ROOM)

    def say(self, line: str) -> str:
        """The answer to one line."""
        self._board.receive(line.encode() + b"\n")
        return self._board.transmit(ROOM).decode().splitlines()[0]

    def takes(self, line: str) -> bool:
        """Whether a setting is allowed; a refusal must be for its range."""
        answer = self.say(line)
        assert answer.startswith("ok ") or answer == "err 10 out-of-range"
        return answer.startswith("ok ")

    @property
    def hash(self) -> tuple[str, str]:
        """Hash and source of the settings in force, as hello tells them."""
        words = self.say("hello").split()
        return words[words.index("settings") + 1], words[words.index("settings") + 2]

    def give(self, config: ArmConfig) -> str:
        """Send all settings, then a pose that no limit forbids; the last answer."""
        settings = board_settings(config)
        # the limits may have to make room for each other
        self.say("joint 1 -72000 72000 100 100")
        self.say("joint 2 -72000 72000 100 100")
        for verb, numbers in settings.requests():
            answer = self.say(typed(verb, *numbers))
            if not answer.startswith("ok"):
                return answer
        return self.say(typed("pose", settings.shoulder.min_cdeg, settings.elbow.max_cdeg))


def keys() -> dict[str, Key]:
    return {
        key.dotted: key
        for section in SECTIONS.values()
        for key in section
        if key.name not in OF_THE_HOST_ALONE | NOT_A_RANGE
    }


def test_every_key_with_a_range_is_tried() -> None:
    assert set(keys()) == set(LINES) | set(PAIRS)


@pytest.mark.parametrize("name", LINES)
def test_the_core_allows_what_the_arm_file_allows(name: str) -> None:
    key = keys()[name]
    line, scale = LINES[name]
    bounds = [0, key.low, key.high, *map(float, key.choices)]
    ends = [round(bound * scale) for bound in bounds if math.isfinite(bound)]
    core = Core()
    for value in {near for end in ends for near in (end - 1, end, end + 1)}:
        assert core.takes(line.format(value)) == key.accepts(value / scale), value


@pytest.mark.parametrize("name", PAIRS)
def test_the_core_allows_the_pairs_that_the_arm_file_allows(name: str) -> None:
    key = keys()[name]
    lower, upper, scale = PAIRS[name]
    core = Core()
    for value, line in ((key.low, lower), (key.high, upper)):
        for near in range(round(value * scale) - 1, round(value * scale) + 2):
            accepted = key.accepts((near / scale, near / scale))
            assert core.takes(line.format(near)) == accepted, near


@pytest.mark.parametrize("action", [-1, 0, 1, 2])
def test_the_core_knows_two_things_to_do_when_the_host_is_lost(action: int) -> None:
    assert Core().takes(f"watchdog 1000 {action}") == (action in (0, 1))


def test_a_new_board_has_the_arm_files_defaults() -> None:
    assert Core().hash == (f"{board_settings(DEFAULT).hash():08x}", "defaults")


def shoulder(**values: Any) -> ArmConfig:
    return replace(DEFAULT, shoulder=replace(DEFAULT.shoulder, **values))


def elbow(**values: Any) -> ArmConfig:
    return replace(DEFAULT, elbow=replace(DEFAULT.elbow, **values))


TOGETHER: dict[str, Callable[[], ArmConfig]] = {
    "defaults": lambda: DEFAULT,
    "narrowest pulses": lambda: shoulder(pulse_us=(1000, 1100)),
    "pulses too narrow": lambda: shoulder(pulse_us=(1000, 1099)),
    "pulses the wrong way round": lambda: elbow(pulse_us=(2500, 500)),
    "lower limit beyond the travel": lambda: shoulder(limits_deg=(-45.01, 225)),
    "upper limit beyond the travel": lambda: shoulder(limits_deg=(-45, 225.01)),
    "lower limit beyond the travel, reversed": lambda: elbow(
        direction=-1, limits_deg=(-135.01, 135)
    ),
    "limits at both ends of the travel, reversed": lambda: elbow(direction=-1),
    "narrowest limits": lambda: shoulder(limits_deg=(90, 90.01)),
    "no room between the limits": lambda: replace(
        shoulder(limits_deg=(90, 90)), rest_deg=(90, DEFAULT.rest_deg[1])
    ),
    "one pin for both": lambda: elbow(pin=9),
    "pins swapped": lambda: replace(
        DEFAULT, shoulder=replace(DEFAULT.shoulder, pin=10), elbow=replace(DEFAULT.elbow, pin=9)
    ),
    "shortest frame, longest pulse": lambda: replace(shoulder(pulse_us=(500, 2800)), frame_us=3000),
}


@pytest.mark.parametrize("case", TOGETHER)
def test_the_core_takes_together_what_the_arm_file_takes(
    case: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as unchecked:  # else no wrong configuration could be made
        unchecked.setattr("servoarm.armfile.config.check", lambda config: None)
        config = TOGETHER[case]()
    core = Core()
    answer = core.give(config)
    try:
        check(config)
    except ArmFileError:
        assert answer in ("err 10 out-of-range", "err 17 bad-settings")
    else:
        assert answer == "ok"
        assert core.hash[0] == f"{board_settings(config).hash():08x}"
