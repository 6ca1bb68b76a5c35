"""The same conversation, byte for byte and tick for tick, with the mock and the real firmware."""

from pathlib import Path

import pytest

from ..virtual_uno import build
from ..virtual_uno.uno import VirtualUno
from .parties import CoreParty, UnoParty, frame_phase
from .script import framed, hold, matches, read_script

pytestmark = pytest.mark.xdist_group("virtual_uno")


@pytest.fixture(scope="module", params=build.COMPILERS)
def firmware(request: pytest.FixtureRequest) -> Path:
    build.simulator()
    return build.firmware("uno", compiler=request.param)


def test_the_mock_answers_as_the_script_says() -> None:
    assert hold(CoreParty(), read_script()).differences == []


def test_the_real_firmware_is_the_mock(firmware: Path) -> None:
    exchanges = read_script()
    mock = CoreParty()
    expected = hold(mock, exchanges)
    phase = frame_phase(firmware)
    with VirtualUno(firmware) as uno:
        party = UnoParty(uno, phase)
        course = hold(party, exchanges)
        assert course.differences == []
        assert course.said == expected.said
        assert party.widths == [pair for pair in mock.widths if pair != (0, 0)]


def test_a_star_is_one_word() -> None:
    assert matches("status * 5", "status -3 5")
    assert not matches("status * 5", "status 5")
    assert not matches("status * 5", "status 1 2 5")


def moving_part(widths: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """From the first change to the last."""
    changes = [i for i in range(1, len(widths)) if widths[i] != widths[i - 1]]
    return widths[changes[0] : changes[-1] + 1]


@pytest.mark.parametrize(
    ("frame_us", "question"),
    [
        (3_000, b"?"),
        (3_000, b"status\n"),
        (3_000, b"joint 1\n"),
        (3_000, b"hello\n"),
        (20_000, b"?"),
        (20_000, b"hello\n"),
        (20_000, b"joint 1\nservo 2\nstatus\n"),
    ],
)
def test_every_frame_is_the_mocks_whatever_is_asked_meanwhile(
    firmware: Path, frame_us: int, question: bytes
) -> None:
    settings = f"servo 1 9 500 2500 27000 4500 1\nframe {frame_us}\npose 0 0\n".encode()
    move = b"move 20000 9000 100\n"
    mock = CoreParty()
    for data, frames in ((settings, 10), (b"attach\n", 10), (move, 2500)):
        mock.send(data)
        mock.frames(frames)
    with VirtualUno(firmware) as uno:
        uno.run_ms(50)
        uno.ask(settings, 100)
        uno.ask(b"attach\n", 100)
        uno.send(move)
        for _ in range(150):
            uno.run_ms(40.37)  # at ever other times of the frame
            uno.send(question)
        pairs = zip(uno.pulses("D9"), uno.pulses("D10"), strict=False)
        widths = [(left.ticks, right.ticks) for left, right in pairs]
    assert moving_part(widths) == moving_part([pair for pair in mock.widths if pair != (0, 0)])


@pytest.mark.parametrize("frame_us", [3_000, 20_000])
def test_every_frame_is_the_mocks_whatever_a_program_asks_meanwhile(
    firmware: Path, frame_us: int
) -> None:
    """A framed hello has the longest answer of all; sums over what comes and goes."""
    settings = f"servo 1 9 500 2500 27000 4500 1\nframe {frame_us}\n".encode()
    settings += b"watchdog 0 0\npose 0 0\n"
    start = framed("1 hello 1 7") + framed("2 attach")
    move = framed("3 move 20000 9000 100")
    mock = CoreParty()
    for data, frames in ((settings, 10), (start, 10), (move, 2500)):
        mock.send(data)
        mock.frames(frames)
    with VirtualUno(firmware) as uno:
        uno.run_ms(50)
        uno.ask(settings, 100)
        uno.ask(start, 100)
        uno.send(move)
        for sequence in range(4, 304):
            uno.run_ms(20.37)
            uno.send(framed(f"{sequence} hello 1 7"))
        pairs = zip(uno.pulses("D9"), uno.pulses("D10"), strict=False)
        widths = [(left.ticks, right.ticks) for left, right in pairs]
    assert moving_part(widths) == moving_part([pair for pair in mock.widths if pair != (0, 0)])
