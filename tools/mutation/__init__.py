"""Planted faults: does a test notice each? `make mutants` runs it; CONTRIBUTING says how."""
