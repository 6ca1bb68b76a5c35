"""The window's panels, one a file."""
