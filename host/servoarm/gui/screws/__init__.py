"""The figures of screw theory, live."""
