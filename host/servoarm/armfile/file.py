"""Arm files on disk: read with plain errors, written whole or not at all."""

import os
import stat
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from servoarm.armfile.config import ArmConfig
from servoarm.armfile.error import ArmFileError
from servoarm.armfile.parse import parse
from servoarm.atomic_file import write_atomically

MAX_BYTES = 1_000_000
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
                f"left as it is, for it is no arm file that could be read: {error.problem}",
                path=error.path,
                line=error.line,
                key=error.key,
                remedy="Mend or remove it, or save under another name.",
            ) from error
        if self.path is not None and target.samefile(self.path) and there.text != self.text:
            raise ArmFileError(
                "the arm file was changed by another program since it was read",
                path=str(target),
                remedy="Read it again, or save under another name.",
            )


def load(path: str | Path) -> ArmFile:
    """Read an arm file. Raises ArmFileError: file, line, key, what was found, what is allowed."""
    source = Path(path)
    try:
        mode = source.stat().st_mode
        if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):  # a pipe would be waited for
            raise ArmFileError("not a regular file, so no arm file", path=str(path))
        with source.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        if source.is_symlink():
            raise ArmFileError(
                f"a link to {source.readlink()}, which is not there",
                path=str(path),
                remedy="Mend or remove the link, or name another file with --arm.",
            ) from None
        raise ArmFileError(
            "there is no such arm file",
            path=str(path),
            remedy="Write one with `servoarm arm-file new FILE`, or check the name.",
        ) from None
    except OSError as error:
        raise ArmFileError(f"cannot read the arm file: {error.strerror}", path=str(path)) from error
    if len(data) > MAX_BYTES:
        raise ArmFileError("too large for an arm file (over 1 MB)", path=str(path))
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
    return loads(files("servoarm.armfile").joinpath("template.toml").read_text("utf-8"))


def _decoded(data: bytes, path: str) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise ArmFileError(
            f"byte 0x{data[error.start]:02x} is not UTF-8 text",
            path=path,
            line=data.count(b"\n", 0, error.start) + 1,
            remedy="Save the file as UTF-8 in your editor.",
        ) from None


def _replace(path: Path, data: bytes) -> None:
    """Put `data` at `path` atomically: either the old file or the whole new one is there."""
    target = path.resolve()  # a link stays a link
    if os.path.lexists(target) and not target.is_file():
        raise ArmFileError("not a regular file; it was left as it is", path=str(path))
    try:
        write_atomically(target, data)
    except OSError as error:
        raise ArmFileError(
            f"cannot write the arm file: {error.strerror}; what was there before is unchanged",
            path=str(path),
        ) from error
