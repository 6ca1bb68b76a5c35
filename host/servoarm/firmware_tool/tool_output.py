"""What arduino-cli left: its exit code, its JSON, and its own words about a failure. Pure."""

import json
import re
from typing import Any, NamedTuple

_MOST_LINES = 3
_MOST_CHARACTERS = 400

# What stands around the reason: avrdude's farewell and progress bars, and, behind an error of the
# command line, how the command is used.
_NOISE = re.compile(r"avrdude( done\.|: .*)\s*thank you|(reading|writing) +\|", re.IGNORECASE)
_USAGE = re.compile(r"^usage:.*", re.IGNORECASE | re.MULTILINE | re.DOTALL)


class Answer(NamedTuple):
    """What the tool left. `program` is how a person types the tool's name."""

    exit_code: int
    stdout: str
    stderr: str
    program: str = "arduino-cli"

    def result(self) -> dict[str, Any]:
        """Return the JSON object on stdout; empty where there is none."""
        return _object(self.stdout)

    def words(self) -> str:
        """Return all that the tool said in words, out of its JSON where it is JSON."""
        return "\n".join(part for text in (self.stderr, self.stdout) for part in _words(text))

    def reason(self) -> str:
        """Return the tool's own reason, in one line without a full stop; never empty."""
        lines = _telling_lines(self.words())
        if not lines:
            return f"it ended with exit code {self.exit_code} and gave no reason"
        first, last = lines[:1], lines[1:][-_MOST_LINES:]
        return "; ".join(line.rstrip(".") for line in first + last)[:_MOST_CHARACTERS]


def _object(text: str) -> dict[str, Any]:
    """Return the JSON object in a text, which other lines may precede; empty for none."""
    found = re.search(r"^\{", text, re.MULTILINE)
    if found is None:
        return {}
    try:
        value, _ = json.JSONDecoder().raw_decode(text, found.start())
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def _words(text: str) -> list[str]:
    data = _object(text)
    if not data:
        return [text]
    output = data.get("output")
    streams = output if isinstance(output, dict) else {}
    parts = (
        data.get("error"),
        data.get("message"),
        data.get("compiler_err"),
        streams.get("stderr"),
        streams.get("stdout"),
    )
    return [part for part in parts if isinstance(part, str)]


def _telling_lines(text: str) -> list[str]:
    stripped = (line.strip() for line in _USAGE.sub("", text).splitlines())
    lines = [line for line in stripped if line and not _NOISE.search(line)]
    return list(dict.fromkeys(lines))
