"""Where arduino-cli is: what ARDUINO_CLI names, on the PATH, or where installers put it.

The Arduino IDE 2 has one inside, which uses the same cores as the IDE does.
"""

import os
import shlex
import shutil
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from servoarm.firmware_tool.failures import ToolMissing

VARIABLE = "ARDUINO_CLI"

# within the IDE's folder; the second one is that of its first versions
_IN_THE_IDE = (
    "resources/app/lib/backend/resources",
    "resources/app/node_modules/arduino-ide-extension/build",
)
# where people and packages unpack the IDE on Linux; an AppImage unpacks into squashfs-root
_LINUX_HOME = ("", "bin", "opt", "Applications", "Downloads")
_LINUX_LOCAL = (".local", ".local/bin", ".local/share", ".local/opt")
_LINUX_SYSTEM = ("opt", "usr/share", "usr/lib", "usr/local/lib")
_LINUX_IDE = ("[Aa]rduino*", "[Aa]rduino*/squashfs-root", "squashfs-root")


def find_tool() -> str:
    """Return the path of arduino-cli. Raises ToolMissing."""
    if named := os.environ.get(VARIABLE):
        program = shutil.which(Path(named).expanduser())
        if program is None:
            raise ToolMissing("not as named", named)
        return str(program)
    if on_path := shutil.which("arduino-cli"):
        return on_path
    found = list(installed(sys.platform, Path.home(), os.environ))
    if not found:
        raise ToolMissing
    return str(max(found, key=lambda path: path.stat().st_mtime))


def installed(
    platform: str, home: Path, environ: Mapping[str, str], root: Path = Path("/")
) -> Iterator[Path]:
    """Yield the copies of arduino-cli in the usual places."""
    name = "arduino-cli.exe" if platform == "win32" else "arduino-cli"
    for folder, pattern in _places(platform, home, environ, root):
        for path in folder.glob(f"{pattern}/{name}"):
            if path.is_file() and os.access(path, os.X_OK):
                yield path


def typed(program: str) -> str:
    """Return how a person types this program."""
    if shutil.which("arduino-cli") == program:
        return "arduino-cli"
    return f'"{program}"' if sys.platform == "win32" else shlex.quote(program)


def _places(
    platform: str, home: Path, environ: Mapping[str, str], root: Path
) -> Iterator[tuple[Path, str]]:
    """Yield folders that hold arduino-cli, each as a folder and a pattern below it."""
    if platform == "win32":
        own = Path(environ.get("LOCALAPPDATA") or home / "AppData" / "Local")
        for folder in (own / "Programs", *_program_files(environ)):
            yield folder, "Arduino CLI"
            yield from ((folder, f"Arduino IDE/{inner}") for inner in _IN_THE_IDE)
        return
    yield from ((home, folder) for folder in ("bin", ".local/bin"))
    yield from ((root, folder) for folder in ("usr/local/bin", "opt/arduino-cli"))
    if platform == "darwin":
        yield root, "opt/homebrew/bin"
        for owner in (root, home):
            for inner in _IN_THE_IDE:
                yield owner, f"Applications/Arduino IDE.app/Contents/R{inner[1:]}"
        return
    yield root, "snap/bin"
    for owner, names in ((home, _LINUX_HOME + _LINUX_LOCAL), (root, _LINUX_SYSTEM)):
        for name in names:
            for ide in _LINUX_IDE:
                yield from ((owner / name, f"{ide}/{inner}") for inner in _IN_THE_IDE)


def _program_files(environ: Mapping[str, str]) -> Iterator[Path]:
    names = ("ProgramFiles", "ProgramW6432", "ProgramFiles(x86)")
    yield from (Path(environ[name]) for name in names if name in environ)
