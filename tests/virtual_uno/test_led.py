"""The LED: by its blinking a person tells the arm's state (docs/flashing.md)."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from .uno import CHIP_NAME, CYCLES_PER_MS, PINS, VirtualUno

pytestmark = pytest.mark.xdist_group("virtual_uno")

STEP_MS = 65
SHORT, GAP, PAUSE = 1, 15, 11  # steps

ATTACH = b"pose 9000 -9000\nattach\n"
MOVE_SLOWLY = b"joint 1 -4500 22500 1000 72000\n" + ATTACH + b"move 20000 -9000\n"
BRAKE_SLOWLY = b"joint 1 -4500 22500 3000 300\nfirst 100\n" + ATTACH + b"move 22500 -9000\n"


@pytest.fixture
def uno(firmware: Path) -> Iterator[VirtualUno]:
    with VirtualUno(firmware, pins=(*PINS, "D13")) as board:
        board.run_ms(50)
        yield board


def steps(uno: VirtualUno, seconds: float = 3.0) -> set[tuple[tuple[int, int], tuple[int, int]]]:
    """Each level and how many steps it lasts, with the one behind it; only whole ones."""
    since = uno.cycle
    uno.run_ms(1000 * seconds)
    edges = [edge for edge in uno.edges[CHIP_NAME["D13"]] if edge.cycle >= since]
    lasted = []
    for change, following in itertools.pairwise(edges):
        ms = (following.cycle - change.cycle) / CYCLES_PER_MS
        assert abs(ms - STEP_MS * round(ms / STEP_MS)) < 26  # a frame, and the clock's steps
        lasted.append((change.level, round(ms / STEP_MS)))
    return set(itertools.pairwise(lasted))


def test_relaxed_is_a_short_flash_a_second(uno: VirtualUno) -> None:
    assert steps(uno) == {((1, SHORT), (0, GAP)), ((0, GAP), (1, SHORT))}


@pytest.mark.parametrize("frame_us", [10_000, 20_000, 25_000])
def test_holding_is_on_with_a_short_gap(uno: VirtualUno, frame_us: int) -> None:
    uno.ask(f"frame {frame_us}\n".encode() + ATTACH, 200)
    assert steps(uno) == {((0, SHORT), (1, GAP)), ((1, GAP), (0, SHORT))}


def test_moving_and_stopping_are_quick_blinking(uno: VirtualUno) -> None:
    quick = {((0, SHORT), (1, SHORT)), ((1, SHORT), (0, SHORT))}
    uno.ask(MOVE_SLOWLY, 200)
    assert steps(uno) == quick
    uno.ask(b"^", 50)
    uno.ask(BRAKE_SLOWLY, 7000)
    uno.read()
    assert b"status stopping" in uno.ask(b"!", 200)
    assert steps(uno) == quick
    assert b"status stopping" in uno.ask(b"?", 50)


def test_a_fault_is_three_short_flashes_and_a_pause(uno: VirtualUno) -> None:
    uno.ask(ATTACH, 100)
    travel, damaged = (27000).to_bytes(4, "little"), (10616).to_bytes(4, "little")
    uno.damage(uno.ram().index(travel), damaged)  # 90 degrees are beyond it now
    uno.run_ms(200)
    assert b"status fault" in uno.read()
    assert steps(uno, 4) == {
        ((1, SHORT), (0, SHORT)),
        ((0, SHORT), (1, SHORT)),
        ((1, SHORT), (0, PAUSE)),
        ((0, PAUSE), (1, SHORT)),
    }
