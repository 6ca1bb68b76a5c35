"""From the text of an arm file to a configuration, or to an error that names the place."""

import dataclasses
import re
import sys
import tomllib
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from servoarm.armfile.checks import doubts, value_of, wrong
from servoarm.armfile.config import DEFAULT, ArmConfig
from servoarm.armfile.error import ArmFileError, EmptyArmFileError, placed
from servoarm.armfile.schema import SECTIONS, Key, show
from servoarm.armfile.values import JointConfig
from servoarm.words import Fact

# finding a line takes a time that grows with the square of the text's length
_PLACED_CHARACTERS = 16_000
_MOST_DOTS = 100


class Parsed(NamedTuple):
    """A configuration and what looked odd about it."""

    config: ArmConfig
    warnings: tuple[str, ...]


# what a line that is not TOML looks like -> the hint for it
_SLIPS = (
    (r'=.*"[^"]*\\', "backslash"),
    (r"=\s*[+-]?\d+,\d", "decimal comma"),
    ("[“”‘’„]", "typographic quotes"),
    (r"^\s*[\w-]+\s*:", "colon"),
    (r"=\s*[+-]?(\.\d|\d+\.(\D|$))", "bare point"),
    (r"=\s*(True|False|NaN|None)\b", "capital word"),
    (r"=\s*[A-Za-z/]", "no quotes"),
    (r"=\s*(#|$)", "no value"),
)


def parse(text: str, path: str) -> Parsed:
    """Return the configuration that a text describes; `path` is for the errors' words.

    Raises ArmFileError with path, line and key.
    """
    if not text.strip():
        raise EmptyArmFileError("empty", path)
    document = _toml(text, path)
    try:
        _check_names(document)
        config = _config(document)
    except ArmFileError as error:
        line = _line(text, error.key, error.places)
        raise dataclasses.replace(error, path=path, line=line) from None
    warnings = tuple(placed(path, _line(text, key), doubt) for key, doubt in doubts(config))
    return Parsed(config, warnings)


def _toml(text: str, path: str) -> dict[str, Any]:
    for number, row in enumerate(text.split("\n"), 1):
        # tomllib takes a time that grows with the square of a dotted key's parts
        if row.partition("#")[0].count(".") > _MOST_DOTS:
            raise ArmFileError("too deep", path, number)
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ArmFileError("too deep", path) from None
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(error, text, path) from None
    except ValueError:  # Python reads no decimal number beyond its limit of digits
        limit = sys.get_int_max_str_digits()
        found = re.search(rf"[\d_]{{{limit},}}", text)
        line = text.count("\n", 0, found.start()) + 1 if found else None
        raise ArmFileError("too many digits", path, line) from None


def _not_toml(error: tomllib.TOMLDecodeError, text: str, path: str) -> ArmFileError:
    found = re.search(r"(.*) \(at line (\d+), column \d+\)", str(error), re.DOTALL)
    lines = text.split("\n")
    number = int(found[2]) if found else len(lines)
    what = found[1] if found else str(error)
    shown = lines[number - 1].strip()[:60] if number <= len(lines) else ""
    slip = next((name for pattern, name in _SLIPS if re.search(pattern, shown)), None)
    hint = None if slip is None else Fact(f"hint.{slip}", {})
    what = f"{what[0].lower()}{what[1:]}"
    return ArmFileError("not toml", path, number, found=shown, detail=what, hint=hint)


def _check_names(document: Mapping[str, Any]) -> None:
    for section, table in document.items():
        if section not in SECTIONS:
            raise _unknown_section(section)
        if not isinstance(table, dict):
            raise ArmFileError("value for a section", key=section)
        known = {key.name for key in SECTIONS[section]}
        for name in table:
            if name not in known:
                raise _unknown_key(section, name, known)


def _unknown_section(section: str) -> ArmFileError:
    homes = _sections_with(section)
    if homes:
        return ArmFileError("key in no section", key=section, names=homes)
    import difflib  # for a slip alone

    near = difflib.get_close_matches(section, SECTIONS, 1)
    hint = Fact("hint.did you mean", {"name": f"[{near[0]}]"}) if near else None
    known = tuple(f"[{name}]" for name in SECTIONS)
    return ArmFileError("unknown section", key=section, names=known, hint=hint)


def _unknown_key(section: str, name: str, known: Iterable[str]) -> ArmFileError:
    import difflib  # for a slip alone

    near = difflib.get_close_matches(name, known, 1)
    hint = Fact("hint.did you mean", {"name": near[0]}) if near else None
    if homes := _sections_with(name):
        hint = Fact("hint.belongs under", {"name": name, "homes": homes})
    key = f"{section}.{name}"
    names = tuple(sorted(known))
    return ArmFileError("unknown key", key=key, found=section, names=names, hint=hint)


def _sections_with(name: str) -> tuple[str, ...]:
    return tuple(
        f"[{section}]"
        for section, keys in SECTIONS.items()
        if any(key.name == name for key in keys)
    )


def _config(document: Mapping[str, Any]) -> ArmConfig:
    values = {
        section: {key.name: _value(key, document) for key in keys}
        for section, keys in SECTIONS.items()
    }
    shoulder, elbow = JointConfig(**values["shoulder"]), JointConfig(**values["elbow"])
    return ArmConfig(shoulder=shoulder, elbow=elbow, **values["arm"], **values["board"])


def _value(key: Key, document: Mapping[str, Any]) -> Any:
    table = document.get(key.section)
    if table is None or (key.name not in table and not key.required):
        return value_of(DEFAULT, key.section, key.name)
    if key.name not in table:
        usual = show(value_of(DEFAULT, key.section, key.name))
        hint = Fact("hint.usual", {"name": key.name, "usual": usual})
        raise ArmFileError("missing key", key=key.dotted, found=key.section, hint=hint)
    found = table[key.name]
    if not key.accepts(found):
        raise wrong(key.dotted, found, key.allowed, _value_hint(found))
    return key.convert(found)


def _value_hint(found: object) -> Fact | None:
    if isinstance(found, list) and len(found) > 2:
        return Fact("hint.decimal comma", {})
    if isinstance(found, str) and found.strip() and not found.isprintable():
        return Fact("hint.backslash", {})
    return None


def _line(text: str, key: str | None, places: tuple[str, ...] = ()) -> int | None:
    """Return the line of a key; else of the first of the places there is; else of its section."""
    if key is None or len(text) > _PLACED_CHARACTERS:
        return None
    from servoarm.armfile.locate import line_of

    paths = [_path(name) for name in (key, *places)]
    lines = (line_of(text, path) for path in [*paths, paths[0][:1]])
    return next((line for line in lines if line is not None), None)


def _path(key: str) -> list[str]:
    section, _, name = key.partition(".")
    return [section, name] if name and section in SECTIONS else [key]
