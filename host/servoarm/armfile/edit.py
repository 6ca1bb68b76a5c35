"""From a configuration to the text of an arm file, with everything else in the text kept."""

from typing import Any

import tomlkit

from servoarm.armfile.checks import value_of
from servoarm.armfile.config import ArmConfig
from servoarm.armfile.schema import SECTIONS, Key


def edited(text: str, old: ArmConfig, new: ArmConfig) -> str:
    """Return the text of an arm file, which reads as `old`, changed so that it reads as `new`.

    Comments, order, spacing and line ends stay; keys whose values do not change are not touched.
    """
    document: Any = tomlkit.parse(text)
    for section, keys in SECTIONS.items():
        changed = [key for key in keys if _of(new, key) != _of(old, key)]
        if not changed:
            continue
        if section not in document:
            document[section] = tomlkit.table()
            changed = [key for key in keys if key in changed or key.required]
        for key in changed:
            _set(document[section], key, _of(new, key))
    result = tomlkit.dumps(document)
    if "\r\n" in text:
        result = result.replace("\r\n", "\n").replace("\n", "\r\n")
    return result


def _of(config: ArmConfig, key: Key) -> object:
    return value_of(config, key.section, key.name)


def _set(table: Any, key: Key, value: object) -> None:
    if value is None:
        del table[key.name]
        return
    value = key.convert(value)
    present = table.get(key.name)
    if isinstance(present, list) and isinstance(value, tuple):
        # One item at a time, so that comments within the brackets stay.
        for index, item in enumerate(value):
            if present[index] != item:
                present[index] = item
    else:
        table[key.name] = list(value) if isinstance(value, tuple) else value
