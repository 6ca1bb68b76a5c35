"""What a language is: words by key, and how it writes the values within them."""

from __future__ import annotations

import string
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

Audience = Literal["script", "command line", "window"]
"""Who reads a remedy: whoever writes a script, types a command, or sits before the window."""


class Fact(NamedTuple):
    """A key and the fields that its words name; a field may be a fact itself."""

    key: str
    fields: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Words:
    """Templates as of `str.format`: what happened, what a script can do about it.

    `command_line` and `window` say what a person can type or press there instead; None: the same.
    """

    message: str
    remedy: str = ""
    command_line: str | None = None
    window: str | None = None

    def remedy_for(self, audience: Audience) -> str:
        """The remedy for who reads it."""
        theirs = {"command line": self.command_line, "window": self.window}.get(audience)
        return self.remedy if theirs is None else theirs


class Language(string.Formatter):
    """One language. `forms` are its own format specifications: `{joint:joint}` is "shoulder"."""

    def __init__(
        self, code: str, words: Mapping[str, Words], forms: Mapping[str, Callable[[Any], str]]
    ) -> None:
        self.code = code
        self.words = words
        self._forms = forms

    def message(self, fact: Fact) -> str:
        """What happened. Raises KeyError for a key or a field without words."""
        return self._filled(self.words[fact.key].message, fact)

    def remedy(self, fact: Fact, audience: Audience) -> str:
        """What to do about it. Raises KeyError as `message`."""
        return self._filled(self.words[fact.key].remedy_for(audience), fact)

    def format_field(self, value: Any, format_spec: str) -> str:
        """Write one value: a fact in words, a named form as the language has it."""
        if isinstance(value, Fact):
            value = self.message(value)
        elif isinstance(value, tuple | list):
            value = [self.message(each) if isinstance(each, Fact) else each for each in value]
        form = self._forms.get(format_spec)
        text: str = form(value) if form else super().format_field(value, format_spec)
        return text

    def _filled(self, template: str, fact: Fact) -> str:
        return self.vformat(template, (), fact.fields).strip()
