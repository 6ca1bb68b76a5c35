"""Writing a file so that either the old one or the whole new one is there, whatever happens."""

import contextlib
import os
import shutil
from pathlib import Path


def write_atomically(path: Path, data: bytes, *, durable: bool = True) -> None:
    """Put `data` at `path`; permissions of a file that is there are kept.

    `durable`: on return it is on the disk, file and name, and outlives a power cut. Raises OSError;
    then the old file is unchanged.
    """
    temporary = path.with_name(f".{path.name}.{os.urandom(4).hex()}.new")
    try:
        with temporary.open("xb") as stream:
            stream.write(data)
            if durable:
                stream.flush()
                os.fsync(stream.fileno())
        if path.is_file():
            shutil.copymode(path, temporary)
        temporary.replace(path)
    finally:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
    if durable and os.name == "posix":
        _sync_folder(path.parent)


def _sync_folder(folder: Path) -> None:
    """Bring the file's new name to the disk as well; not every file system can be asked to."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
