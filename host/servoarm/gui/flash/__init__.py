"""Putting the firmware on a board."""
