"""From a wished point to poses: pure functions, without clock, thread, port or window."""
