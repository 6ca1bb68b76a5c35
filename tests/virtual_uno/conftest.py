"""The virtual Uno with the real firmware, freshly powered."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from . import build
from .uno import VirtualUno


@pytest.fixture(scope="session", params=build.COMPILERS)
def firmware(request: pytest.FixtureRequest) -> Path:
    """The sketch, by each compiler that users have."""
    build.simulator()
    return build.firmware("uno", compiler=request.param)


@pytest.fixture
def uno(firmware: Path) -> Iterator[VirtualUno]:
    with VirtualUno(firmware) as board:
        board.run_ms(50)
        assert board.read() == b"servoarm 0.1.0 protocol 1.0 reset power\n"
        yield board


@pytest.fixture
def holding(uno: VirtualUno) -> VirtualUno:
    """Attached at (90, -90) degrees: pulses of 3000 and 1667 ticks."""
    uno.ask(b"pose 9000 -9000\n")
    assert uno.ask(b"attach\n").startswith(b"ok\n")
    uno.run_ms(100)
    uno.read()
    return uno
