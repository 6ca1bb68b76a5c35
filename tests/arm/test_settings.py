"""Settings that a board refuses: in plain words, and with nothing changed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from servoarm import Arm, Refused
from servoarm.arm import provision
from servoarm.arm.settings import board_settings
from servoarm.armfile import ArmConfig
from servoarm.link.session import Session
from servoarm.mock.device import MockDevice

from ..mock.boards import brisk_arm
from .watching import sent_verbs


def wrong_pin(speed_deg_s: float = 900.0) -> ArmConfig:
    """Another speed, which the board takes, and then an elbow pin that it does not have."""
    config = brisk_arm(speed_deg_s)
    return replace(config, elbow=replace(config.elbow, pin=3))


def test_a_pin_that_the_board_does_not_have_is_named(board: tuple[str, MockDevice]) -> None:
    with pytest.raises(Refused, match=r"no servo pin 3 \(\[elbow\] pin = 3\)") as refused:
        Arm.open(board[0], wrong_pin())
    assert "Uno, Nano and Leonardo have 9 and 10, a Mega has 11 and 12" in refused.value.remedy


def test_another_number_that_the_board_does_not_take_is_named_with_its_key(
    board: tuple[str, MockDevice], monkeypatch: pytest.MonkeyPatch
) -> None:
    config = brisk_arm()
    wrong = replace(board_settings(config), frame_us=2000)
    monkeypatch.setattr(provision, "board_settings", lambda config: wrong)
    with pytest.raises(Refused, match=r"outside what the board allows: \[board\] frame_us = 20000"):
        Arm.open(board[0], config)


def test_settings_refused_halfway_change_nothing(board: tuple[str, MockDevice]) -> None:
    config = brisk_arm()
    with Arm.open(board[0], config) as arm:
        with pytest.raises(Refused, match="no servo pin"):
            arm.configure(wrong_pin())
        assert arm.config == config
        assert arm.hello.settings_hash == board_settings(config).hash()
        arm.attach()
    with Arm.open(board[0], config) as arm:
        assert arm.hello.settings_source == "stored"


def test_settings_that_could_not_be_put_back_are_sent_again_before_the_first_pulse(
    board: tuple[str, MockDevice], monkeypatch: pytest.MonkeyPatch
) -> None:
    url, device = board
    config = brisk_arm()

    def only_greet(session: Session, before: object, limit: object) -> None:
        session.greet()

    with Arm.open(url, config) as arm:
        with monkeypatch.context() as context, pytest.raises(Refused):
            context.setattr(provision, "_put_back", only_greet)
            arm.configure(wrong_pin())
        assert arm.hello.settings_hash != board_settings(config).hash()
        arm.attach()
        assert arm.hello.settings_hash == board_settings(config).hash()
        assert sent_verbs(device)[-3:] == ["pose", "attach", "status"]


def test_a_board_on_which_opening_failed_is_open_to_whoever_types(
    board: tuple[str, MockDevice],
) -> None:
    url, device = board
    with pytest.raises(Refused):
        Arm.open(url, wrong_pin())
    assert sent_verbs(device)[-1] == "open"
