"""Help in the window: first steps, mouse, keys."""
