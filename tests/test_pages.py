"""What the pages of the documentation say of the code is so: examples, files, names."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = {
    path.relative_to(ROOT).as_posix(): text
    for path in sorted((ROOT / "docs").rglob("*.md"))
    if ">>> " in (text := path.read_text(encoding="utf-8"))
}


@pytest.mark.parametrize("page", PAGES)
def test_examples_print_what_the_page_says(page: str) -> None:
    parsed = doctest.DocTestParser().get_doctest(PAGES[page].replace("```", ""), {}, page, page, 0)
    runner = doctest.DocTestRunner()
    runner.run(parsed)
    assert runner.failures == 0


def test_the_pages_with_examples_are_found() -> None:
    assert {"docs/screw-theory.md", "docs/screw-theory.ja.md"} <= set(PAGES)


def test_the_walk_from_click_to_pulse_names_what_is_there() -> None:
    """Each file in its folder, and each function that is named behind its file, within it."""
    walk = (ROOT / "docs/how-a-click-becomes-a-pulse.md").read_text(encoding="utf-8")
    roots = ROOT / "host/servoarm", ROOT / "firmware/servo_arm/src"
    named = re.findall(r"`([\w/]+\.(?:py|cpp))`(?:, `(\w+)`)?", walk)
    assert len(named) > 20
    wrong = [
        (file, name)
        for file, name in named
        if not any(
            (root / file).is_file() and name in (root / file).read_text(encoding="utf-8")
            for root in roots
        )
    ]
    assert not wrong
    threads = set(re.findall(r'thread "([\w ]+)"', walk))
    sources = "".join(path.read_text(encoding="utf-8") for path in roots[0].rglob("*.py"))
    assert all(f'name="{thread}"' in sources for thread in threads)
