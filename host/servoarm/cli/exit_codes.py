"""The exit codes; docs/cli.md has the table."""

EXIT_DONE = 0
EXIT_FAILED = 1
EXIT_USAGE = 2
EXIT_REFUSED = 3
EXIT_NO_BOARD = 4
EXIT_UNPRINTED = 5
EXIT_SIGNAL = 128
"""Plus the signal's number: 130 for Ctrl-C."""
EXIT_READER_GONE = EXIT_SIGNAL + 13
