"""Geometry of the arm: pure functions of numbers, without clock, thread, port or window."""
