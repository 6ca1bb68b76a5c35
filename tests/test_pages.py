"""Every example at `>>>` on a page of the documentation prints what the page says."""

import doctest
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
