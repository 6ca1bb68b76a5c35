"""What every program does with a board: greet it, ask where the arm is, hand it back."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from servoarm.errors import NoAnswer, ServoarmError
from servoarm.link.session import HELLO_TIMEOUT_S, REQUEST_TIMEOUT_S, Session
from servoarm.link.time_limit import TimeLimit
from servoarm.wire.codec import status_report
from servoarm.wire.messages import Ok, StatusReport

HAND_BACK_TIMEOUT_S = 0.5


@contextlib.contextmanager
def conversation(url: str, timeout_s: float | None = None) -> Iterator[Session]:
    """Open the port and greet the board; at the end hand it back.

    Sends no settings, so that an arm can be relaxed whatever file it was driven with. Raises as
    `Session.open`.
    """
    session = Session.open(url, timeout_s=timeout_s or HELLO_TIMEOUT_S)
    try:
        yield session
    finally:
        hand_back(session)


@contextlib.contextmanager
def ready_within(limit: TimeLimit, url: str) -> Iterator[None]:
    """Raise NoAnswer that names the whole limit, where it was over before an answer came."""
    try:
        yield
    except NoAnswer:
        if limit.left_s > 0:
            raise
        raise NoAnswer("not ready", url, limit.seconds) from None


def request_within(session: Session, limit: TimeLimit, verb: str, *numbers: int) -> Ok:
    """Send a request that takes no longer than the limit allows. Raises as `Session.request`."""
    return session.request(verb, *numbers, timeout_s=limit.at_most(REQUEST_TIMEOUT_S))


def ask_status(session: Session, timeout_s: float = REQUEST_TIMEOUT_S) -> StatusReport:
    """Ask the board for its status. Raises NoAnswer, LinkLost or BoardRestarted."""
    words = session.request("status", timeout_s=timeout_s).words
    report = status_report(words)
    if report is None:
        raise NoAnswer("status", session.url, timeout_s, said=" ".join(words))
    return report


def hand_back(session: Session, timeout_s: float = HAND_BACK_TIMEOUT_S) -> None:
    """Open the board to whoever types next, and close the port.

    From a listener, or over a link that is gone, only the latter.
    """
    with contextlib.suppress(ServoarmError, RuntimeError):
        session.request("open", timeout_s=timeout_s)
    session.close()
