"""The same conversation, byte for byte and tick for tick, with the mock and the real firmware."""

from pathlib import Path

import pytest

from ..virtual_uno import build
from ..virtual_uno.uno import VirtualUno
from .parties import CoreParty, UnoParty, frame_phase
from .script import hold, matches, read_script

pytestmark = pytest.mark.xdist_group("virtual_uno")


@pytest.fixture(scope="module")
def firmware() -> Path:
    build.simulator()
    return build.firmware("uno")


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
