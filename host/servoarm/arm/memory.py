"""What outlives a program: the last pose that each arm reported, a small file an arm and port.

The files stand in the user's state directory, or in SERVOARM_STATE_DIR. What is written there is
never older than the arm's last move: where the disk takes no more, the old entry is emptied. A file
is one line of JSON and a line with its SHA-256; one that does not fit its checksum, or has none,
says that nobody knows where the arm stands.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import stat
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from servoarm.atomic_file import write_atomically

Angles = tuple[float, float]

_LONGEST_BYTES = 1_000_000

_log = logging.getLogger("servoarm")
_warned_of: set[Path] = set()


@dataclass(frozen=True, slots=True)
class RememberedPose:
    """The last pose a board reported, and when (UTC; never later than now).

    `calibration` and `rest_deg` are the arm file's of that time. `goal_deg` is where the arm was
    going: None for one that stood.
    """

    theta1_deg: float
    theta2_deg: float
    when: datetime
    calibration: str = ""
    rest_deg: Angles | None = None
    goal_deg: Angles | None = None


@dataclass(frozen=True, slots=True)
class DamagedPose:
    """An entry that cannot be believed, and when (UTC) it was written."""

    when: datetime


def state_directory() -> Path:
    """Where the files are: SERVOARM_STATE_DIR, or the user's own state directory."""
    if asked := os.environ.get("SERVOARM_STATE_DIR"):
        return Path(asked)
    import platformdirs

    return platformdirs.user_state_path("servoarm", appauthor=False)


def remember_pose(
    arm: str,
    port: str,
    theta1_deg: float,
    theta2_deg: float,
    *,
    calibration: str = "",
    rest_deg: Angles | None = None,
    goal_deg: Angles | None = None,
    durable: bool = False,
) -> None:
    """Write the pose, whole or not at all; `durable`: it outlives a power cut from here on.

    Where it cannot be written, the entry from before is emptied or removed, since it is no longer
    true. That is no error, but is warned of, once for each folder.
    """
    path = _path(arm, port)
    entry = {
        "arm": arm,
        "port": port,
        "theta1_deg": theta1_deg,
        "theta2_deg": theta2_deg,
        "when": datetime.now(UTC).isoformat(),
        "calibration": calibration,
        "rest_deg": rest_deg,
        "goal_deg": goal_deg,
    }
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, with_checksum(json.dumps(entry)), durable=durable)
    except OSError as error:
        _void(path)
        _warn(path.parent, error.strerror or str(error))


def remembered_pose(arm: str, port: str) -> RememberedPose | DamagedPose | None:
    """The pose last remembered for this arm on this port, or None.

    None as well from a folder that cannot be written: what is there may be older than the last
    move. It is warned of, once.
    """
    path = _path(arm, port)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        _warn(path.parent, error.strerror or str(error))
        return None
    if not os.access(path.parent, os.W_OK):
        _warn(path.parent, "it is read-only")
        return None
    try:
        return pose_of(_content(path), arm, port)
    except FileNotFoundError:
        return DamagedPose(_written_at(path)) if path.is_symlink() else None
    except (OSError, ValueError, TypeError, LookupError, ArithmeticError):
        return DamagedPose(_written_at(path))


def with_checksum(text: str) -> bytes:
    """A line of text with its checksum below it."""
    line = text.encode()
    return line + b"\n" + sha256(line).hexdigest().encode() + b"\n"


def pose_of(data: bytes, arm: str, port: str) -> RememberedPose:
    """The pose that a file of this arm on this port has. Raises ValueError for a damaged one."""
    text = data.partition(b"\n")[0].decode()
    if data != with_checksum(text):
        raise ValueError("the checksum does not fit")
    entry = json.loads(text)
    if (entry["arm"], entry["port"]) != (arm, port):
        raise ValueError("an entry of another arm")
    # a clock that was set back since
    when = min(datetime.fromisoformat(entry["when"]).astimezone(UTC), datetime.now(UTC))
    return RememberedPose(
        float(entry["theta1_deg"]),
        float(entry["theta2_deg"]),
        when,
        str(entry["calibration"]),
        _angles(entry["rest_deg"]),
        _angles(entry["goal_deg"]),
    )


def _content(path: Path) -> bytes:
    if not stat.S_ISREG(path.stat().st_mode):  # a pipe would be waited for
        raise ValueError("not a regular file")
    with path.open("rb") as stream:
        return stream.read(_LONGEST_BYTES)


def _written_at(path: Path) -> datetime:
    now = datetime.now(UTC)
    with contextlib.suppress(OSError, ValueError, OverflowError):
        return min(datetime.fromtimestamp(path.stat().st_mtime, UTC), now)
    return now


def _void(path: Path) -> None:
    """Leave nothing to assume: an empty entry is a question, no entry would be the rest pose."""
    try:
        if path.exists() and not path.is_file():  # to write to a pipe would wait for a reader
            raise FileExistsError
        path.write_bytes(b"")
    except OSError:
        with contextlib.suppress(OSError):
            path.unlink(missing_ok=True)


def _warn(folder: Path, why: str) -> None:
    if folder in _warned_of:
        return
    _warned_of.add(folder)
    _log.warning(
        "The arm's pose cannot be stored in %s: %s. At the next start the arm file's rest pose is"
        " assumed, or no pose. Look where the arm stands then, and give its angles. Free or unlock"
        " that folder, or name another one in SERVOARM_STATE_DIR.",
        folder,
        why,
    )


def _angles(pair: list[float] | None) -> Angles | None:
    if pair is None:
        return None
    first, second = pair
    return float(first), float(second)


def _path(arm: str, port: str) -> Path:
    key = sha256(f"{arm}\0{port}".encode("utf-8", "surrogateescape")).hexdigest()[:24]
    return state_directory() / "poses" / f"{key}.json"
