"""What every program does with a board: greet it, ask where the arm is, hand it back."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from servoarm.errors import NoAnswer, ServoarmError
from servoarm.link.session import HELLO_TIMEOUT_S, REQUEST_TIMEOUT_S, Session
from servoarm.wire.codec import status_report
from servoarm.wire.messages import StatusReport

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


def ask_status(session: Session, timeout_s: float = REQUEST_TIMEOUT_S) -> StatusReport:
    """Ask the board for its status. Raises NoAnswer, LinkLost or BoardRestarted."""
    words = session.request("status", timeout_s=timeout_s).words
    report = status_report(words)
    if report is None:
        raise NoAnswer("status", session.url, timeout_s, said=" ".join(words))
    return report


def hand_back(session: Session) -> None:
    """Open the board to whoever types next, and close the port.

    From a listener, or over a link that is gone, only the latter.
    """
    with contextlib.suppress(ServoarmError, RuntimeError):
        session.request("open", timeout_s=HAND_BACK_TIMEOUT_S)
    session.close()
