"""From a target point to poses: pure functions, without clock, thread, port or window."""
