"""Jogging the tip."""
