"""The window: canvas, panels, and the worker that talks to the arm."""
