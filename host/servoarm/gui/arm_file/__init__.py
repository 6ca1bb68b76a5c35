"""The arm file that the window shows: its lengths, and saving them."""
