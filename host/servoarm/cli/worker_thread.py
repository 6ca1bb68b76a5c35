"""Work in a thread of its own, so that a signal, which the main thread gets, cuts no lock short.

An exception of a signal handler may strike between taking a lock and the `try` that gives it back.
Here it can strike nothing but the waiting.
"""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

Result = TypeVar("Result")


class WorkerThread(Generic[Result]):
    """Runs `work` at once."""

    def __init__(self, work: Callable[[], Result]) -> None:
        self._work = work
        self._results: list[Result] = []
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="servoarm command", daemon=True)
        self._thread.start()

    def result(self) -> Result:
        """Wait for the end, and return or raise what the work did. A signal ends the waiting."""
        self._thread.join()
        if self._error is not None:
            raise self._error
        return self._results[0]

    def ended(self, within_s: float) -> bool:
        """Wait at most so long; whether the work has ended."""
        self._thread.join(within_s)
        return not self._thread.is_alive()

    def _run(self) -> None:
        try:
            self._results.append(self._work())
        except BaseException as error:
            self._error = error
