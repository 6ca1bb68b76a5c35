"""Arm files on disk: read with plain errors, written whole or not at all."""

import os
import stat
from dataclasses import dataclass
from pathlib import Path

from servoarm.armfile.config import ArmConfig
from servoarm.armfile.error import ArmFileError
from servoarm.armfile.parse import parse
from servoarm.atomic_file import write_atomically

MAX_BYTES = 64_000
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class ArmFile:
    """An arm file that was read: its configuration, and its text for saving with comments kept.

    `warnings` names what is allowed but looks like a slip, each with file and line.
    """

    config: ArmConfig
    warnings: tuple[str, ...]
    text: str
    path: Path | None = None
    bom: bool = False

    def save(self, path: str | Path, config: ArmConfig, *, overwrite: bool = False) -> "ArmFile":
        """Write the configuration to `path` with this file's comments, and return the new ArmFile.

        The old file stays whole until the new one is safe on the disk; its permissions are kept.
        Without `overwrite`, a file that is empty, broken, or changed since it was read is left
        alone.

        Raises ArmFileError.
        """
        from servoarm.armfile.edit import edited

        target = Path(path)
        if not overwrite and os.path.exists(target):  # noqa: PTH110 - no error for a long name
            self._check_replaceable(target)
        text = edited(self.text, self.config, config)
        parsed = parse(text, str(target))
        _replace(target, (_BOM if self.bom else b"") + text.encode())
        return ArmFile(parsed.config, parsed.warnings, text, target, self.bom)

    def _check_replaceable(self, target: Path) -> None:
        try:
            there = load(target)
        except ArmFileError as error:
            raise ArmFileError(
                "unreadable, so left",
                error.path,
                error.line,
                error.key,
                problem_there=error.fact,
            ) from error
        if self.path is not None and target.samefile(self.path) and there.text != self.text:
            raise ArmFileError("changed meanwhile", str(target))


def load(path: str | Path) -> ArmFile:
    """Read an arm file. Raises ArmFileError: file, line, key, what was found, what is allowed."""
    source = Path(path)
    try:
        mode = source.stat().st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):  # a pipe would be waited for
            raise ArmFileError("no regular file", str(path))
        with source.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        if source.is_symlink():
            there = str(source.readlink())
            raise ArmFileError("link to nowhere", str(path), detail=there) from None
        raise ArmFileError("missing", str(path)) from None
    except OSError as error:
        raise ArmFileError("cannot be read", str(path), detail=str(error.strerror)) from error
    if len(data) > MAX_BYTES:
        raise ArmFileError("too large", str(path))
    bom = data.startswith(_BOM)
    text = _decoded(data.removeprefix(_BOM), str(path))
    parsed = parse(text, str(path))
    return ArmFile(parsed.config, parsed.warnings, text, source, bom)


def loads(text: str, name: str = "arm file") -> ArmFile:
    """Read an arm file's text; `name` stands for the file in errors. Raises ArmFileError."""
    parsed = parse(text.removeprefix("\ufeff"), name)
    return ArmFile(parsed.config, parsed.warnings, text.removeprefix("\ufeff"))


def template() -> ArmFile:
    """Return a new arm file, not yet on disk: every key with its default and a comment."""
    from importlib.resources import files  # takes its time to load, and is seldom needed

    return loads(files("servoarm.armfile").joinpath("template.toml").read_text("utf-8"))


def _decoded(data: bytes, path: str) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        found = f"0x{data[error.start]:02x}"
        raise ArmFileError("not utf-8", path, line, found=found) from None


def _replace(path: Path, data: bytes) -> None:
    """Put `data` at `path` atomically: either the old file or the whole new one is there."""
    target = path.resolve()  # a link stays a link
    if os.path.lexists(target) and not target.is_file():
        raise ArmFileError("no regular file to write", str(path))
    try:
        write_atomically(target, data)
    except OSError as error:
        raise ArmFileError("cannot be written", str(path), detail=str(error.strerror)) from error
