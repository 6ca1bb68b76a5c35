"""What a mock URL may say, and what it may not."""

from __future__ import annotations

import pytest

from servoarm.mock.options import MockOptions, parse_url


def test_a_bare_url_is_a_good_board_without_a_name() -> None:
    assert parse_url("mock://") == ("", MockOptions())


def test_name_and_options_are_read() -> None:
    name, options = parse_url("mock://bench?drop=0.5&reset_after_s=2&protocol=0.9&refuse=1&pace=0")
    assert name == "bench"
    assert options == MockOptions(
        drop=0.5, reset_after_s=2.0, protocol=(0, 9), refuse="busy", pace=False
    )


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("dorp=1", "unknown option 'dorp'; known are boot_ms, drop"),
        ("drop=2", "from 0 to 1"),
        ("drop=nan", "from 0 to 1"),
        ("boot_ms=1.5", "whole number"),
        ("boot_ms=-1", "from 0"),
        ("sketch=blink", "silent, counter, noversion, garbage"),
        ("protocol=1", "such as 0.9"),
        ("clock=fast", "real, virtual"),
        ("refuse=yes", "wants one of 0, 1, busy, denied, missing"),
        ("drop=0.1&drop=0.2", "twice"),
        ("pace", "wants one of 1, 0"),
    ],
)
def test_a_wrong_option_is_named_with_what_is_allowed(query: str, words: str) -> None:
    with pytest.raises(ValueError, match=words.replace(".", r"\.")):
        parse_url(f"mock://?{query}")
