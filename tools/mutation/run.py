"""Plant faults one at a time in a copy of the checkout, and count what the tests notice.

    python -m tools.mutation.run [ROOM ...] [--sample N] [--seed S] [--jobs J] [--list]

The rooms, their tests, their aims and the faults judged harmless are in tools/mutation/rooms.toml.
Exit code 1 where a room misses its aim.
"""

import argparse
import queue
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tools.mutation.faults import Fault, listed_faults, python_faults

ROOT = Path(__file__).parents[2]
ROOMS = Path("tools/mutation/rooms.toml")
PATIENCE = 3.0
"""A fault that makes the tests run so many times as long as without it counts as noticed."""


@dataclass(frozen=True)
class Room:
    """One part of the project, and the tests that answer for it."""

    name: str
    modules: list[Path]
    table: Path | None
    command: str
    aim_percent: float
    harmless: dict[str, str]

    def faults(self, root: Path) -> list[Fault]:
        """All faults that can be planted here, the harmless ones aside."""
        found = python_faults(root, self.modules)
        if self.table is not None:
            found += listed_faults(root, self.table)
        known = {fault.name for fault in found}
        if gone := set(self.harmless) - known:
            raise ValueError(f"{self.name}: judged harmless, but not there any more: {gone}")
        return [fault for fault in found if fault.name not in self.harmless]


def read_rooms(root: Path) -> dict[str, Room]:
    """The table of rooms."""
    rooms = tomllib.loads((root / ROOMS).read_text(encoding="utf-8"))
    return {name: _room(root, name, entry) for name, entry in rooms.items()}


def _room(root: Path, name: str, entry: dict[str, object]) -> Room:
    globs = entry.get("modules", [])
    assert isinstance(globs, list)
    modules = sorted(path.relative_to(root) for glob in globs for path in root.glob(glob))
    harmless = entry.get("harmless", [])
    assert isinstance(harmless, list)
    table = entry.get("table")
    return Room(
        name,
        [path for path in modules if path.name != "__init__.py"],
        Path(str(table)) if table else None,
        str(entry["tests"]),
        float(str(entry["aim_percent"])),
        {each["fault"]: each["why"] for each in harmless},
    )


def copy_checkout(target: Path) -> None:
    """Copy what git tracks, so that the checkout itself is never touched."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    for name in listed.split("\0"):
        source = ROOT / name
        if name and source.is_file():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target / name)


@contextmanager
def planted(copy: Path, fault: Fault) -> Iterator[None]:
    """The copy with the fault in it."""
    path = copy / fault.path
    code = path.read_bytes()
    path.write_text(fault.text, encoding="utf-8")
    try:
        yield
    finally:
        path.write_bytes(code)


def passes(copy: Path, command: str, timeout_s: float | None) -> bool:
    """Whether the tests pass there."""
    process = subprocess.Popen(
        ["bash", "-c", command.replace("PYTHON", sys.executable)],
        cwd=copy,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        return process.wait(timeout_s) == 0
    except subprocess.TimeoutExpired:
        return False
    finally:
        subprocess.run(["pkill", "-KILL", "-s", str(process.pid)], check=False)
        process.wait()


def survivors(room: Room, faults: list[Fault], copies: list[Path]) -> list[Fault]:
    """Plant each fault; the ones that no test noticed."""
    started = time.monotonic()
    if not passes(copies[0], room.command, None):
        raise SystemExit(f"{room.name}: the tests fail without any fault: {room.command}")
    timeout_s = 20 + PATIENCE * len(copies) * (time.monotonic() - started)
    todo: queue.SimpleQueue[Fault] = queue.SimpleQueue()
    for fault in faults:
        todo.put(fault)
    lived: list[Fault] = []

    def work(copy: Path) -> None:
        while True:
            try:
                fault = todo.get_nowait()
            except queue.Empty:
                return
            with planted(copy, fault):
                noticed = not passes(copy, room.command, timeout_s)
            print("." if noticed else f"\nlived: {fault.name}", end="", flush=True)
            if not noticed:
                lived.append(fault)

    threads = [threading.Thread(target=work, args=(copy,)) for copy in copies]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print()
    return lived


def main() -> int:
    """Run the rooms that are asked for."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("rooms", metavar="ROOM", nargs="*", help="default: all")
    parser.add_argument("--sample", type=int, default=30, help="faults a room (0: all of them)")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--jobs", type=int, default=2, help="copies at work side by side")
    parser.add_argument("--list", action="store_true", help="list the faults, plant none")
    options = parser.parse_args()
    rooms = read_rooms(ROOT)
    if unknown := set(options.rooms) - set(rooms):
        parser.error(f"no room {', '.join(sorted(unknown))}: there are {', '.join(rooms)}")
    code = 0
    with tempfile.TemporaryDirectory(prefix="servoarm-mutants-") as folder:
        copies = [Path(folder) / str(number) for number in range(options.jobs)]
        for copy in copies:
            copy_checkout(copy)
        for name in options.rooms or rooms:
            code |= _run_room(rooms[name], options, copies)
    return code


def _run_room(room: Room, options: argparse.Namespace, copies: list[Path]) -> int:
    faults = room.faults(ROOT)
    if options.sample and len(faults) > options.sample:
        faults = random.Random(f"{options.seed} {room.name}").sample(faults, options.sample)
    if options.list:
        print("\n".join(fault.name for fault in faults))
        return 0
    lived = survivors(room, faults, copies)
    killed = len(faults) - len(lived)
    percent = 100 * killed / len(faults) if faults else 100.0
    print(
        f"{room.name}: {killed} of {len(faults)} noticed ({percent:.0f} %, aim "
        f"{room.aim_percent:g} %); judged harmless: {len(room.harmless)}"
    )
    for why in room.harmless.items():
        print(f"  {why[0]}: {why[1]}")
    return int(percent < room.aim_percent)


if __name__ == "__main__":
    sys.exit(main())
