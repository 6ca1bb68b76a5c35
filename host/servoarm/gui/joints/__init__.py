"""Driving joint by joint, by slider or by number."""
