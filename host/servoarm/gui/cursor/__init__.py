"""The coordinates under the cursor."""
