"""Build the firmware's core as WebAssembly, for the mock board.

    python tools/build_wasm.py            # writes host/servoarm/mock/core.wasm
    python tools/build_wasm.py --check    # exits with 1 when a rebuild gives other bytes

The compiler is the pinned ``ziglang`` of the ``wasm`` extra: the same sources give the same bytes
on every machine, wherever the repository stands.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FIRMWARE = ROOT / "firmware"
WASM = ROOT / "host" / "servoarm" / "mock" / "core.wasm"
ZIG_VERSION = "0.17.1"

FLAGS = [
    "-target",
    "wasm32-freestanding",
    "-std=c++11",
    "-Oz",
    "-g0",
    "-fno-exceptions",
    "-fno-rtti",
    "-fno-sanitize=all",
    "-nostdlib",
    "-mbulk-memory",
    "-Wl,--no-entry",
    "-Wl,--strip-all",
    "-Wl,-z,stack-size=16384",
]


def sources(firmware: Path = FIRMWARE) -> list[str]:
    """Names of the sources, relative to the firmware directory, in a fixed order."""
    core = sorted((firmware / "servo_arm" / "src" / "core").glob("*.cpp"))
    return ["wasm/core_wasm.cpp", *(path.relative_to(firmware).as_posix() for path in core)]


def build(firmware: Path = FIRMWARE) -> bytes:
    """Compile; returns the module. RuntimeError with the remedy when the compiler will not do."""
    try:
        found = importlib.metadata.version("ziglang")
    except importlib.metadata.PackageNotFoundError:
        found = "none"
    if found != ZIG_VERSION:
        raise RuntimeError(
            f"ziglang {ZIG_VERSION} is needed, found: {found}. "
            f"Install it with: pip install ziglang=={ZIG_VERSION}"
        )
    with tempfile.TemporaryDirectory() as directory:
        output = Path(directory) / "core.wasm"
        command = [sys.executable, "-m", "ziglang", "c++", *FLAGS, "-o", str(output)]
        done = subprocess.run(
            [*command, *sources(firmware)],
            cwd=firmware,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            raise RuntimeError(f"the compiler failed:\n{done.stderr}")
        return output.read_bytes()


def main(arguments: list[str] | None = None) -> int:
    """Build or check; returns the exit code."""
    parser = argparse.ArgumentParser(description="Build the firmware's core as WebAssembly.")
    parser.add_argument("--check", action="store_true", help="write nothing, compare")
    check = parser.parse_args(arguments).check
    try:
        module = build()
    except RuntimeError as error:
        print(error, file=sys.stderr)
        return 1
    if check:
        current = WASM.is_file() and WASM.read_bytes() == module
        print(f"core.wasm is {'current' if current else 'not current: run make wasm'}")
        return 0 if current else 1
    WASM.parent.mkdir(parents=True, exist_ok=True)
    WASM.write_bytes(module)
    print(f"core.wasm: {len(module)} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
