"""Facts into sentences, in the language in use.

A fact is a key and its fields: `no-board.no-such-port`, `port`, `found`. Each language is one file
of this folder, with words for the same keys. No other part of the program words an error.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from servoarm.words.language import Audience, Fact, Language

__all__ = ["LANGUAGES", "Audience", "Fact", "has", "language", "message", "remedy", "say", "use"]

LANGUAGES = ("en",)
"""The files of this folder that are a language."""

_in_use: list[Language] = []


def language(code: str) -> Language:
    """The words of one language. Loaded when first asked for: most programs word no error."""
    found: Language = import_module(f"servoarm.words.{code}").LANGUAGE
    return found


def use(code: str) -> None:
    """Speak this language from now on. Raises ValueError for one that there is not."""
    if code not in LANGUAGES:
        raise ValueError(f"language must be one of {', '.join(LANGUAGES)}, not {code!r}")
    _in_use[:] = [language(code)]


def message(key: str, fields: Mapping[str, object]) -> str:
    """What happened."""
    return _spoken().message(Fact(key, fields))


def remedy(key: str, fields: Mapping[str, object], audience: Audience = "script") -> str:
    """What to do about it, for who reads it; empty where the message says it already."""
    return _spoken().remedy(Fact(key, fields), audience)


def has(key: str) -> bool:
    """Whether there are words for this key: a newer board may refuse for reasons of its own."""
    return key in _spoken().words


def say(key: str, **fields: object) -> str:
    """A phrase or a sentence that is no error."""
    return message(key, fields)


def _spoken() -> Language:
    if not _in_use:
        use(LANGUAGES[0])
    return _in_use[0]
