"""The canvas and what is drawn on it."""
