"""What the canvas draws, one kind of thing a file."""
