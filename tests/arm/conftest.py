"""An arm on a mock board, attached at the rest pose, brisk enough for tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from servoarm.arm import Arm
from servoarm.mock.device import MockDevice

from ..mock.boards import brisk_arm, fresh_board


@pytest.fixture
def board() -> tuple[str, MockDevice]:
    return fresh_board()


@pytest.fixture
def device(board: tuple[str, MockDevice]) -> MockDevice:
    return board[1]


@pytest.fixture
def arm(board: tuple[str, MockDevice]) -> Iterator[Arm]:
    with Arm.open(board[0], brisk_arm()) as arm:
        arm.attach()
        yield arm
