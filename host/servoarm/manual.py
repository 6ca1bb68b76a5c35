"""The pages of the manual: in a checkout, and in an installed package, which has them inside.

Both have the same folders, so the links from page to page hold in both.
"""

from dataclasses import dataclass
from pathlib import Path

from servoarm.errors import ServoarmError

_FOLDERS = ("docs", "hardware")
_MORE = ("firmware/PROTOCOL.md",)


@dataclass(eq=False)
class ManualMissing(ServoarmError):  # noqa: N818 - says what it is
    """This installation has no manual."""


def manual_folder() -> Path:
    """Return the folder that holds `docs`, `hardware` and `firmware`. Raises ManualMissing."""
    package = Path(__file__).parent
    checkout = package.parents[1]
    for folder in (package, checkout):
        if (folder / "docs" / "cli.md").is_file():
            return folder
    raise ManualMissing


def pages() -> dict[str, Path]:
    """Return the pages by name, sorted. Raises ManualMissing."""
    root = manual_folder()
    paths = [path for folder in _FOLDERS for path in (root / folder).glob("*.md")]
    paths += [path for name in _MORE if (path := root / name).is_file()]
    return dict(sorted((_name(path), path) for path in paths))


def title(page: Path) -> str:
    """Return a page's title."""
    with page.open(encoding="utf-8") as lines:
        return next((line.lstrip("# ").rstrip() for line in lines if line.startswith("# ")), "")


def _name(path: Path) -> str:
    return path.stem.lower().replace(".", "-")
