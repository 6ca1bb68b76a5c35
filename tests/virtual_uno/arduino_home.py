"""A home for arduino-cli that needs no network: Debian's core as the user's hardware."""

import json
import shutil
from pathlib import Path

import pytest

from . import build

# What Debian's packages have in other places, and its avr-libc's missing macro.
LOCAL = """\
compiler.path=/usr/bin/
compiler.cpp.extra_flags=-DDECIMAL_DIG=__DECIMAL_DIG__
tools.avrdude.cmd.path=/usr/bin/avrdude
tools.avrdude.config.path=/etc/avrdude.conf
runtime.tools.ctags.path={ctags}
"""


def arduino_home(folder: Path) -> dict[str, str]:
    """Fill a folder; return the variables that make arduino-cli use it, or skip the test."""
    if shutil.which("arduino-cli") is None:
        pytest.skip("arduino-cli is missing (https://arduino.github.io/arduino-cli)")
    build.need({"avr-gcc": "gcc-avr avr-libc", "arduino-ctags": "arduino-ctags"})
    core = folder / "user" / "hardware" / "arduino" / "avr"
    shutil.copytree(build.ARDUINO, core, symlinks=False)
    ctags = folder / "ctags"
    ctags.mkdir()
    (ctags / "ctags").symlink_to("/usr/bin/arduino-ctags")
    (core / "platform.local.txt").write_text(LOCAL.format(ctags=ctags))
    data = folder / "data"
    data.mkdir()
    (data / "package_index.json").write_text(json.dumps({"packages": []}))
    (data / "library_index.json").write_text(json.dumps({"libraries": []}))
    return {
        "ARDUINO_DIRECTORIES_DATA": str(data),
        "ARDUINO_DIRECTORIES_USER": str(folder / "user"),
        "ARDUINO_DIRECTORIES_DOWNLOADS": str(folder / "downloads"),
        "ARDUINO_UPDATER_ENABLE_NOTIFICATION": "false",
    }
