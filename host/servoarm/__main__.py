"""`python -m servoarm` is the `servoarm` command."""

import sys

from servoarm.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
