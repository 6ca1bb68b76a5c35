"""The line on which a key or a section of a TOML text stands."""

import re
from collections.abc import Sequence
from typing import Any

import tomlkit
from tomlkit.exceptions import TOMLKitError

_MARK = "the-value-looked-for"


def line_of(text: str, path: Sequence[str]) -> int | None:
    """Return the line (from 1) of a key or section, None where the text has none such.

    Neither TOML library keeps positions. So the value is replaced by a mark in a document that
    keeps everything else as it was, and the mark's line is looked up: this holds for dotted keys,
    inline tables, quoted keys and values of many lines alike.
    """
    try:
        document = tomlkit.parse(text)
        owner: Any = document
        for part in path[:-1]:
            owner = owner[part]
        target = owner[path[-1]]
        if isinstance(
            target, tomlkit.items.Table | tomlkit.items.AoT | tomlkit.container.OutOfOrderTableProxy
        ):
            return _line_of_section(text, path, target)
        owner[path[-1]] = _MARK
    except (TOMLKitError, KeyError, TypeError):
        return None
    rendered = tomlkit.dumps(document)
    return rendered.count("\n", 0, rendered.index(_MARK)) + 1


def _line_of_section(text: str, path: Sequence[str], section: Any) -> int | None:
    name = r"\s*\.\s*".join(f"[\"']?{re.escape(part)}[\"']?" for part in path)
    header = re.search(rf"^[ \t]*\[\[?[ \t]*{name}[ \t]*\]", text, re.MULTILINE)
    if header is not None:
        return text.count("\n", 0, header.start()) + 1
    keys = list(section) if isinstance(section, dict) else []
    return line_of(text, [*path, keys[0]]) if keys else None
