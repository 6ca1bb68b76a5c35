"""Where the `servoarm` command begins: little is loaded here, so Ctrl-C is handled early."""

import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code."""
    try:
        from servoarm.cli.runner import run
    except KeyboardInterrupt:
        print("servoarm: Stopped with Ctrl-C.", file=sys.stderr)
        return 130
    return run(sys.argv[1:] if argv is None else argv)
