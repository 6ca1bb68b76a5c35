"""What is wrong with an arm file, and where."""

from servoarm.errors import ServoarmError


class ArmFileError(ServoarmError, ValueError):
    """An arm file (or a configuration made by a program) that cannot be used.

    `path` and `line` say where (None: not known), `key` is the dotted key ("shoulder.limits_deg"),
    `problem` what was found and what is allowed; `message` has all of these. `remedy` is what to
    do about it, or empty where the allowed values already say it. `places` are the keys and
    sections to look at where the file does not have `key`.
    """

    def __init__(
        self,
        problem: str,
        *,
        path: str | None = None,
        line: int | None = None,
        key: str | None = None,
        remedy: str = "",
        places: tuple[str, ...] = (),
    ) -> None:
        # what was found may hold anything, also what a terminal obeys
        problem = "".join(letter if letter.isprintable() else "\ufffd" for letter in problem)
        place = [] if path is None else [path]
        if line is not None:
            place.append(f"line {line}")
        super().__init__()
        self.text = ": ".join([", ".join(place), problem]).removeprefix(": ") + "."
        self.advice = remedy
        self.problem = problem
        self.path = path
        self.line = line
        self.key = key
        self.places = places

    @property
    def words_key(self) -> str:
        """One for all, while the sentences come with the error."""
        return "said"

    @property
    def facts(self) -> dict[str, object]:
        """The sentences."""
        return {"text": self.text, "advice": self.advice}

    def at(self, path: str, line: int | None) -> "ArmFileError":
        """Return the same error with its place in a file."""
        return ArmFileError(self.problem, path=path, line=line, key=self.key, remedy=self.remedy)


class EmptyArmFileError(ArmFileError):
    """An arm file with nothing in it: a window may start with the defaults, and leave it alone."""
