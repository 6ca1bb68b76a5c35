"""From the text of an arm file to a configuration, or to an error that names the place."""

import difflib
import re
import sys
import tomllib
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from servoarm.armfile.checks import doubts, value_of, wrong
from servoarm.armfile.config import DEFAULT, ArmConfig, JointConfig
from servoarm.armfile.error import ArmFileError, EmptyArmFileError
from servoarm.armfile.schema import SECTIONS, TOO_MANY_DIGITS, Key, show


class Parsed(NamedTuple):
    """A configuration and what looked odd about it."""

    config: ArmConfig
    warnings: tuple[str, ...]


_BACKSLASH = r"In double quotes \ begins an escape: write 'C:\...' in single quotes, or /."
_HINTS = (
    (r'=.*"[^"]*\\', _BACKSLASH),
    (r"=\s*[+-]?\d+,\d", "Write a decimal point, not a decimal comma."),
    ("[“”‘’„]", 'Write straight quotes ("), not typographic ones.'),
    (r"^\s*[\w-]+\s*:", "Write = between a key and its value."),
    (r"=\s*[+-]?(\.\d|\d+\.(\D|$))", "Write a digit on both sides of the decimal point."),
    (
        r"=\s*(True|False|NaN|None)\b",
        "TOML knows true and false in lower case; a key can be left out.",
    ),
    (r"=\s*[A-Za-z/]", 'Write text in double quotes, for example port = "COM3".'),
    (r"=\s*(#|$)", "Write a value after the =, or leave the line out."),
)


def parse(text: str, path: str) -> Parsed:
    """Return the configuration that a text describes; `path` is for the errors' words.

    Raises ArmFileError with path, line and key.
    """
    if not text.strip():
        raise EmptyArmFileError(
            "the arm file is empty",
            path=path,
            remedy="Write a new one with `servoarm arm-file new`, or name another with --arm.",
        )
    document = _toml(text, path)
    try:
        _check_names(document)
        config = _config(document)
    except ArmFileError as error:
        raise error.at(path, _line(text, error.key, error.places)) from None
    warnings = tuple(_placed(path, _line(text, key), words) for key, words in doubts(config))
    return Parsed(config, warnings)


def _toml(text: str, path: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise ArmFileError("brackets nested too deeply for an arm file", path=path) from None
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(error, text, path) from None
    except ValueError:  # Python reads no decimal number beyond its limit of digits
        limit = sys.get_int_max_str_digits()
        found = re.search(rf"[\d_]{{{limit},}}", text)
        line = text.count("\n", 0, found.start()) + 1 if found else None
        raise ArmFileError(TOO_MANY_DIGITS, path=path, line=line) from None


def _not_toml(error: tomllib.TOMLDecodeError, text: str, path: str) -> ArmFileError:
    found = re.search(r"(.*) \(at line (\d+), column \d+\)", str(error), re.DOTALL)
    lines = text.split("\n")
    number = int(found[2]) if found else len(lines)
    what = found[1] if found else str(error)
    shown = lines[number - 1].strip()[:60] if number <= len(lines) else ""
    remedy = next((hint for pattern, hint in _HINTS if re.search(pattern, shown)), "")
    problem = f"not TOML: {what[0].lower()}{what[1:]}: {shown}"
    return ArmFileError(problem, path=path, line=number, remedy=remedy)


def _check_names(document: Mapping[str, Any]) -> None:
    for section, table in document.items():
        if section not in SECTIONS:
            raise _unknown_section(section)
        if not isinstance(table, dict):
            raise ArmFileError(
                f"{section} is a value; it is the name of a section",
                key=section,
                remedy=f"Write [{section}] on a line of its own, and its keys below.",
            )
        known = {key.name for key in SECTIONS[section]}
        for name in table:
            if name not in known:
                raise _unknown_key(section, name, known)


def _unknown_section(section: str) -> ArmFileError:
    homes = _sections_with(section)
    if homes:
        return ArmFileError(
            f"{section} stands in no section", key=section, remedy=f"It belongs under {homes}."
        )
    near = difflib.get_close_matches(section, SECTIONS, 1)
    remedy = f"Did you mean [{near[0]}]?" if near else ""
    known = ", ".join(f"[{name}]" for name in SECTIONS)
    return ArmFileError(f"unknown section [{section}]; known: {known}", key=section, remedy=remedy)


def _unknown_key(section: str, name: str, known: Iterable[str]) -> ArmFileError:
    near = difflib.get_close_matches(name, known, 1)
    remedy = f"Did you mean {near[0]}?" if near else ""
    homes = _sections_with(name)
    if homes:
        remedy = f"{name} belongs under {homes}."
    words = f"unknown key {section}.{name}; [{section}] knows: {', '.join(sorted(known))}"
    return ArmFileError(words, key=f"{section}.{name}", remedy=remedy)


def _sections_with(name: str) -> str:
    homes = (s for s, keys in SECTIONS.items() if any(key.name == name for key in keys))
    return " or ".join(f"[{home}]" for home in homes)


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
        raise ArmFileError(
            f"{key.dotted} is missing; a [{key.section}] must have it",
            key=key.dotted,
            remedy=f"Write {key.name} = {usual}, or as your servo is.",
        )
    found = table[key.name]
    if not key.accepts(found):
        raise wrong(key.dotted, found, key.allowed, _value_hint(found))
    return key.convert(found)


def _value_hint(found: object) -> str:
    if isinstance(found, list) and len(found) > 2:
        return "Numbers have a decimal point, not a comma."
    if isinstance(found, str) and found.strip() and not found.isprintable():
        return _BACKSLASH
    return ""


def _line(text: str, key: str | None, places: tuple[str, ...] = ()) -> int | None:
    """Return the line of a key; else of the first of the places there is; else of its section."""
    if key is None:
        return None
    from servoarm.armfile.locate import line_of

    paths = [_path(name) for name in (key, *places)]
    lines = (line_of(text, path) for path in [*paths, paths[0][:1]])
    return next((line for line in lines if line is not None), None)


def _path(key: str) -> list[str]:
    section, _, name = key.partition(".")
    return [section, name] if name and section in SECTIONS else [key]


def _placed(path: str, line: int | None, words: str) -> str:
    return f"{path}: {words}" if line is None else f"{path}, line {line}: {words}"
