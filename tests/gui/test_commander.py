"""The worker: the window never waits, drags never lag, STOP never queues."""

import time

from pytestqt.qtbot import QtBot

from .desk import FakeDesk


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
    fake.until(lambda: fake.told("move_joints"))
    fake.bot.wait(100)
    # the move that was on its way may have gone out after the stop: it is stopped again
    assert [order[0] for order in fake.arm.told] == ["stop", "move_joints", "stop"]


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
