"""Write docs/api.md from the docstrings of the names that `servoarm` exports.

python tools/generate_api.py            # writes
python tools/generate_api.py --check    # exits with 1 when the page is not current

The source is read, not run (griffe), so the page is the same on every Python.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeAlias

import griffe

Item: TypeAlias = Any
"""A class, function or attribute as griffe read it, or griffe's alias of one."""

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "api.md"
WIDTH = 90

# Heading, and where the names below it are defined. Each name has one place.
CHAPTERS = (
    ("The arm", "servoarm.arm.arm"),
    ("What it returns and reports", "servoarm.arm.types"),
    ("The arm file", "servoarm.armfile"),
    ("Geometry", "servoarm.kinematics"),
    ("Trajectories", "servoarm.motion"),
    ("What the board says of itself", "servoarm.wire"),
    ("Errors", "servoarm.errors"),
)
# Types that stand in the signatures above, and the reader of arm files: not exported by `servoarm`.
ALSO = (
    "armfile.load",
    "armfile.JointConfig",
    "kinematics.planar.Inverse",
    "kinematics.planar.Branch",
    "kinematics.planar.Nearest",
    "kinematics.planar.Reach",
    "kinematics.planar.Pose",
    "kinematics.planar.Limits",
    "motion.path.line",
    "motion.path.polyline",
    "motion.path.arc",
    "motion.path.circle",
    "motion.path.bezier",
    "motion.preflight.Slowest",
    "motion.bad_spot.BadSpot",
    "wire.messages.Hello",
    "wire.messages.Flags",
)

CONSTANTS = ("DEFAULT",)
"""Names whose value is too long to print."""

INTRODUCTION = """\
# The Python interface

These are the names of `import servoarm`.
`make generate` writes this page from the docstrings, and a test holds it to them.
Ready programs are in [examples](../examples), and arrays of targets and screw theory in
[for-scripts.md](for-scripts.md).

Lengths are in mm.
Names that end in `_deg` are in degrees; other angles are in radians.
"""


def render() -> str:
    """The text of the page."""
    package = griffe.load("servoarm", search_paths=[ROOT / "host"], resolve_aliases=True)
    exported = [str(name) for name in package.exports or ()]
    named = [package[name] for name in exported if not name.startswith("_")]
    places = tuple(f"{place}." for _, place in CHAPTERS)
    lost = [each.name for each in named if not f"{each.canonical_path}.".startswith(places)]
    if lost:
        raise ValueError(f"no chapter of the page has {', '.join(lost)}: see CHAPTERS")
    parts = [INTRODUCTION]
    for heading, place in CHAPTERS:
        here = [each for each in named if f"{each.canonical_path}.".startswith(f"{place}.")]
        parts.append(f"## {heading}\n")
        for each in here:
            parts.extend(_entry(each))
    parts.append("## Types that these use\n")
    for path in ALSO:
        module = path.rpartition(".")[0]
        parts.extend(_entry(package[path], f"Import it from `servoarm.{module}`.\n"))
    return "\n".join(filter(None, parts))


def _entry(item: Item, note: str | None = None) -> Iterator[str]:
    """A name and what belongs to it, as paragraphs that each end with a line end."""
    yield f"### `{item.name}`\n"
    if note is not None:
        yield note
    if not item.is_class:
        if item.is_function:
            yield _code(_member_line(item))
        elif item.name not in CONSTANTS:
            yield _code(f"{item.name} = {item.value}")
        yield _text(item)
        return
    yield _code(_class_line(item))
    yield _text(item)
    for member in item.members.values():
        if not member.is_public or member.name.startswith("__") or not member.has_docstring:
            continue
        yield f"#### `{item.name}.{member.name}`\n"
        yield _code(_member_line(member))
        yield _text(member)


def _class_line(item: Item) -> str:
    bases = [str(base) for base in item.bases if not str(base).endswith("Enum")]
    line = f"class {item.name}({', '.join(bases)})" if bases else f"class {item.name}"
    fields = [
        f"    {field.name}: {field.annotation}" if field.annotation else f"    {field.name}"
        for field in item.attributes.values()
        if field.is_public and not field.has_labels("property")
    ]
    return "\n".join([line, *fields])


def _member_line(member: Item) -> str:
    if not member.is_function:
        return f"{member.name}: {member.annotation}"
    parameters = _parameters(member)
    line = f"{member.name}({', '.join(parameters)})"
    if len(line) > WIDTH:
        lines = "".join(f"    {each},\n" for each in parameters)
        line = f"{member.name}(\n{lines})"
    return f"{line} -> {member.returns}"


def _parameters(function: Item) -> list[str]:
    found: list[str] = []
    keyword_only = griffe.ParameterKind.keyword_only
    for each in function.parameters:
        if each.name in ("self", "cls"):
            continue
        if each.kind is keyword_only and "*" not in found:
            found.append("*")
        default = "" if each.default is None else f" = {each.default}"
        found.append(f"{each.name}: {each.annotation}{default}")
    return found


def _code(text: str) -> str:
    return f"```python\n{text}\n```\n"


def _text(item: Item) -> str:
    """The docstring, with Markdown's single backticks."""
    if item.docstring is None:
        return ""
    return re.sub(r"``([^`]+)``", r"`\1`", item.docstring.value.strip()) + "\n"


def main(arguments: list[str] | None = None) -> int:
    """Write or check the page; returns the exit code."""
    parser = argparse.ArgumentParser(description="Write docs/api.md from the docstrings.")
    parser.add_argument("--check", action="store_true", help="write nothing, compare")
    check = parser.parse_args(arguments).check
    text = render()
    if PAGE.is_file() and PAGE.read_text(encoding="utf-8") == text:
        return 0
    if not check:
        PAGE.write_text(text, encoding="utf-8")
    print(f"{'not current' if check else 'written'}: {PAGE.relative_to(ROOT)}")
    return 1 if check else 0


if __name__ == "__main__":
    sys.exit(main())
