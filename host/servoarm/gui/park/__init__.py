"""Parking the arm, and letting go of it after a time at rest."""
