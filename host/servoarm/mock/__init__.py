"""A board without hardware: the firmware's own core, run as WebAssembly behind the pyserial URL `mock://`.

The mock adds only what a board adds to the core: a clock, the pace of the serial line, storage that
outlives a reset, and, on demand, faults. How and why: docs/decisions/mock.md.
"""
