"""Markdown stays readable in an editor and in a diff: at most 100 columns."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
COLUMNS = 100
FENCE = re.compile(r"^\s*(```|~~~)")
LINK = re.compile(r"\]\([^)]*\)|https?://\S+")


def pages() -> list[str]:
    """All Markdown files of the project; without git, those outside hidden folders."""
    asked = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "*.md"]
    try:
        listed = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        found = (path.relative_to(ROOT) for path in ROOT.rglob("*.md"))
        return sorted(str(path) for path in found if not str(path).startswith("."))
    return sorted(name for name in listed.stdout.splitlines() if (ROOT / name).is_file())


def too_long(text: str) -> Iterator[str]:
    """The lines that are too long, outside of tables and code; a link's address does not count."""
    in_code = False
    for number, line in enumerate(text.splitlines(), 1):
        if FENCE.match(line):
            in_code = not in_code
        table = line.lstrip().startswith("|")
        if not (in_code or table) and len(LINK.sub("", line)) > COLUMNS:
            yield f"line {number}: {line}"


@pytest.mark.parametrize("page", pages())
def test_no_line_is_wider_than_100_columns(page: str) -> None:
    assert list(too_long((ROOT / page).read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("x" * 100, 0),
        ("x" * 101, 1),
        (f"| {'x' * 101} |", 0),
        (f"```\n{'x' * 101}\n```\n", 0),
        (f"```\n```\n{'x' * 101}\n", 1),
        (f"{'x' * 90} [here](https://example.org/a/long/address)", 0),
    ],
)
def test_what_counts_as_too_wide(text: str, found: int) -> None:
    assert len(list(too_long(text))) == found
