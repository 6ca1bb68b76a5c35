"""The firmware's core (core.wasm, built from firmware/servo_arm/src/core) as a Python object."""

from __future__ import annotations

import atexit
import functools
import weakref
from importlib.resources import files
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import wasmtime

POWER, BROWNOUT, WATCHDOG, BUTTON, UNKNOWN = range(5)
"""Why a board was reset, as the core counts them."""


@functools.cache
def _compiled() -> tuple[wasmtime.Engine, wasmtime.Module]:
    """Engine and module, once a process: compiling is most of a mock's start-up time."""
    import wasmtime

    engine = wasmtime.Engine()
    code = files("servoarm.mock").joinpath("core.wasm").read_bytes()
    return engine, wasmtime.Module(engine, code)


_boards: weakref.WeakSet[Board] = weakref.WeakSet()


@atexit.register
def _close_all() -> None:
    """Free what wasmtime holds while wasmtime is still there to do it."""
    for board in list(_boards):
        board.close()
    if _compiled.cache_info().currsize:
        engine, module = _compiled()
        module.close()
        engine.close()


class Board:
    """One board: core, and the bytes that outlive its resets. Not for two threads at once.

    `start` comes first; it may come again, as a reset.
    """

    def __init__(self) -> None:
        import wasmtime

        engine, module = _compiled()
        self._store = wasmtime.Store(engine)
        _boards.add(self)
        instance = wasmtime.Instance(self._store, module, [])
        exports = instance.exports(self._store)
        self._exports: dict[str, Any] = {
            export.name: exports[export.name] for export in module.exports
        }
        self._next_byte = self._exports["next_byte"]
        self._storage_at = self._call("storage")
        self._storage_size = self._call("stored_size")
        self._frame_us = 0
        self._spoken_to = True

    def start(self, reason: int) -> None:
        """Begin after a reset for this reason, with what is stored."""
        self._call("start", reason)
        self._spoken_to = True

    def receive(self, data: bytes) -> None:
        """Hand over received bytes."""
        self._spoken_to = True
        receive = self._exports["receive"]
        for byte in data:
            receive(self._store, byte)

    def frame(self) -> tuple[int, int]:
        """Advance one servo frame; both pulses in ticks of 0.5 us, 0 for none."""
        self._call("frame")
        if self._spoken_to:
            self._after_words()
        return self._call("pulse_ticks", 0), self._call("pulse_ticks", 1)

    def transmit(self, limit: int) -> bytes:
        """At most `limit` of the bytes that wait to go out."""
        sent = bytearray()
        while len(sent) < limit and (byte := self._next_byte(self._store)) >= 0:
            sent.append(byte)
        return bytes(sent)

    @property
    def frame_us(self) -> int:
        """Length of a servo frame in microseconds."""
        if self._spoken_to:
            self._frame_us = self._call("frame_us")
        return self._frame_us

    @property
    def storage(self) -> bytes:
        """What the board has stored."""
        end = self._storage_at + self._storage_size
        return bytes(self._exports["memory"].read(self._store, self._storage_at, end))

    def _after_words(self) -> None:
        """What only a command can change. An idle board is not asked: each call costs 10 us."""
        if self._call("store_wanted"):
            self._call("stored")
        self._frame_us = self._call("frame_us")
        self._spoken_to = False

    def close(self) -> None:
        """Give the memory back; the board is of no use from then on."""
        self._store.close()

    def _call(self, name: str, *numbers: int) -> int:
        return self._exports[name](self._store, *numbers) or 0
