"""Run one command: its words to the streams, its errors into words and an exit code."""

from collections.abc import Sequence

from servoarm.cli.exit_codes import EXIT_DONE, EXIT_SIGNAL, EXIT_USAGE
from servoarm.cli.stop_signals import STOP_SIGNALS, as_stopped
from servoarm.cli.streams import OutputLost, finish_output, remark, standard_streams


def run(argv: Sequence[str]) -> int:
    """Run one command and return the exit code."""
    arguments = list(argv)
    with standard_streams(), STOP_SIGNALS.handled():
        try:
            return finish_output(_run(arguments))
        except OutputLost as lost:
            return finish_output(EXIT_DONE, lost)
        except KeyboardInterrupt as interrupt:
            return finish_output(_report_stop(interrupt, arguments))


def _run(arguments: list[str]) -> int:
    # what takes its time to load is loaded when Ctrl-C is handled
    from servoarm.cli.commands import build_parser
    from servoarm.cli.parser import UsageError, guard_negative_numbers
    from servoarm.cli.report import report
    from servoarm.errors import ServoarmError

    parser = build_parser()
    try:
        args = parser.parse_args(guard_negative_numbers(arguments))
        if args.command is None:
            parser.print_help()
            return EXIT_USAGE
        code: int = args.run(args)
    except ServoarmError as error:
        if isinstance(error, UsageError):
            remark(error.usage)
        return report(error, "--json" in arguments)
    except SystemExit as finished:  # --help and --version have printed
        return int(finished.code or 0)
    return code


def _report_stop(interrupt: KeyboardInterrupt, arguments: list[str]) -> int:
    from servoarm.cli.report import report
    from servoarm.errors import Interrupted

    stopped = as_stopped(interrupt)
    error = Interrupted("signal", stopped.name, stopped.outcome)
    report(error, "--json" in arguments)
    return EXIT_SIGNAL + stopped.number
