"""The targets that went out, for the way back and the way on. Plain Python, no Qt."""

Point = tuple[float, float]
LONGEST = 100


class TargetHistory:
    """Points (mm) the arm was sent to, the pose of the attach first.

    ``going`` says whether the arm is at the newest of them or on its way there: after a jog or a
    stop it is not, and then the way back leads to that one.
    """

    def __init__(self) -> None:
        self._points: list[Point] = []
        self._left: list[Point] = []  # by the way back, the newest last
        self.going = False

    def begin(self, point: Point) -> None:
        """The arm was attached here."""
        self._points = [point]
        self._left.clear()
        self.going = True

    def clear(self) -> None:
        """What was before counts no more."""
        self._points.clear()
        self._left.clear()
        self.going = False

    def add(self, point: Point, *, instead: bool = False) -> bool:
        """A target went out; ``instead`` of the newest one, as a drag goes on.

        Whether it has a place of its own: the newest one is not remembered twice.
        """
        if instead and self._points:
            self._points.pop()
        self.going = True
        self._left.clear()
        if point == self.newest:
            return False
        self._points.append(point)
        del self._points[:-LONGEST]
        return True

    def stray(self) -> None:
        """The arm goes elsewhere: a jog, or other lengths."""
        self.going = False

    def give_up(self) -> None:
        """The arm will not get to the newest target: it is none to come back to."""
        if self.going and len(self._points) > 1:
            self._points.pop()
        self.going = False

    @property
    def empty(self) -> bool:
        """Whether nothing is known yet."""
        return not self._points

    @property
    def newest(self) -> Point | None:
        """The target that went out last."""
        return self._points[-1] if self._points else None

    @property
    def former(self) -> Point | None:
        """Where the way back leads; None if there is none."""
        last = 1 if self.going else 0
        return self._points[-1 - last] if len(self._points) > last else None

    @property
    def next(self) -> Point | None:
        """Where the way on leads, after the way back; None if there is none."""
        return self._left[-1] if self._left else None

    def back(self) -> None:
        """The arm is on its way to ``former``."""
        if self.going:
            self._left.append(self._points.pop())
        self.going = True

    def on(self) -> None:
        """The arm is on its way to ``next``."""
        self._points.append(self._left.pop())
        self.going = True
