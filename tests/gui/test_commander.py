"""The worker: the window never waits, drags never lag, STOP never queues."""

import threading
import time
from typing import Any, cast

from pytestqt.qtbot import QtBot

from servoarm.arm import Arm

from .desk import Desk, FakeDesk


def hold_up_a_move(fake: FakeDesk) -> None:
    """One move is under way to the arm and does not return."""
    fake.arm.gate.clear()
    fake.model.commander.move_joints(120, -60)
    time.sleep(0.1)


def test_an_order_returns_at_once_while_the_arm_is_slow(fake: FakeDesk) -> None:
    hold_up_a_move(fake)
    start = time.monotonic()
    for _ in range(100):
        fake.model.commander.move_joints(110, -60)
    assert time.monotonic() - start < 1  # the arm is held up for 5 s
    fake.arm.gate.set()


def test_of_many_moves_that_wait_only_the_newest_goes_out(fake: FakeDesk) -> None:
    hold_up_a_move(fake)
    for x in range(80, 131):
        fake.model.commander.move_joints(float(x), -60)
    fake.arm.gate.set()
    fake.until(lambda: len(fake.told("move_joints")) >= 2)
    fake.bot.wait(100)
    assert fake.told("move_joints") == [("move_joints", 120, -60), ("move_joints", 130.0, -60)]


def test_stop_passes_a_move_that_does_not_return_and_takes_back_those_that_wait(
    fake: FakeDesk,
) -> None:
    hold_up_a_move(fake)
    fake.model.commander.move_joints(130, -60)
    fake.model.commander.stop()
    fake.until(lambda: fake.told("stop"), timeout_ms=1000)
    assert not fake.told("move_joints")
    fake.arm.gate.set()
    fake.until(lambda: "stop ended" in fake.reason)
    fake.bot.wait(100)
    assert [order[0] for order in fake.arm.told] == ["stop"]


def sent_to(desk: Desk) -> bytes:
    return bytes(desk.device.received)


def test_a_move_that_is_just_going_out_is_not_sent_after_a_stop(desk: Desk) -> None:
    """The worker has it in hand, and the real arm is about to send it."""
    desk.connect()
    desk.attach()
    arm = cast(Arm, desk.model._arm)
    real, held, gate = arm.move_joints, threading.Event(), threading.Event()

    def slow(*args: Any, **options: Any) -> object:
        held.set()
        gate.wait(5)
        return real(*args, **options)

    arm.move_joints = slow  # type: ignore[method-assign,assignment]
    desk.click(110, 90)
    assert held.wait(5)
    desk.model.stop()
    desk.until(lambda: b"!" in sent_to(desk))
    gate.set()
    desk.until(lambda: "stop ended" in desk.reason)
    assert b" move " not in sent_to(desk)


def test_an_attach_that_waits_for_its_turn_is_not_sent_after_a_stop(desk: Desk) -> None:
    """A request that lasts holds up the worker."""
    desk.connect()
    arm = cast(Arm, desk.model._arm)
    with arm._driver.busy:
        desk.model.set_lengths(120, 80)
        desk.model.attach()
        desk.bot.wait(100)
        desk.model.stop()
        desk.until(lambda: b"!" in sent_to(desk))
    desk.until(lambda: "stop ended" in desk.notice.text.text())
    assert b" attach" not in sent_to(desk)


def test_an_error_of_the_arm_is_told_and_the_worker_lives_on(fake: FakeDesk, qtbot: QtBot) -> None:
    def broken(*_args: object, **_options: object) -> None:
        raise ZeroDivisionError("a fault of our own")

    commander = fake.model.commander
    fake.arm.configure = broken  # type: ignore[method-assign]
    with qtbot.waitSignal(commander.failed, timeout=2000) as failed:
        commander.configure(fake.model.config)
    assert isinstance(failed.args[1], ZeroDivisionError)
    commander.move_joints(120, -60)
    fake.until(lambda: fake.told("move_joints"))
