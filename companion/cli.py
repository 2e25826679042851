"""The command line: which commands there are, and one place for everything that goes wrong."""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from io import TextIOWrapper
from typing import Any

import click

from calibration import CalibrationError
from solver import SolverError

# Each command lives in its own file and is imported when it is asked for: `solve` needs no OpenCV.
COMMANDS = {
    "calibrate": "companion.commands.calibrate",
    "cameras": "companion.commands.cameras",
    "demo": "companion.commands.demo",
    "guide": "companion.commands.guide",
    "prepare": "companion.commands.prepare",
    "read": "companion.commands.read",
    "record": "companion.commands.record",
    "replay": "companion.commands.replay",
    "serve": "companion.commands.serve",
    "solve": "companion.commands.solve",
    "voices": "companion.commands.voices",
}
BAD_INPUT = 2


class _Commands(click.Group):
    """The commands of the table."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = import_module(COMMANDS[cmd_name]).command
        assert isinstance(command, click.Command)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Runs a command; what goes wrong is told in its language, where that can be said."""
        try:
            return super().invoke(ctx)
        except Exception as error:
            from companion.commands.options import language_asked  # only now: help needs neither
            from companion.problems import words_of

            words = words_of(error)
            if words is None:
                raise
            raise click.ClickException(language_asked(ctx).say(words)) from error


def _version() -> str:
    try:
        return version("puzzle-companion")
    except PackageNotFoundError:  # run from a folder, without being installed
        return "unknown"


@click.group(
    cls=_Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(_version(), message="%(version)s")
def cli() -> None:
    """Sees a physical puzzle through a camera and says the next move.

    Exit status: 0 done; 1 done, but something is not certain or not reached; 2 bad input.
    """


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command and returns its exit status; every expected error is one line and status 2."""
    if isinstance(sys.stdout, TextIOWrapper):
        # A console that lacks a letter shows another one: no reason to end without an answer.
        sys.stdout.reconfigure(errors="replace")
    try:
        status = cli.main(arguments, prog_name="companion", standalone_mode=False)
        if sys.stdout is not None:  # as when the caller has closed it
            sys.stdout.flush()
    except click.exceptions.Exit as wish:
        return wish.exit_code
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return BAD_INPUT
    except click.ClickException as error:
        return _fail(error.format_message())
    except (BrokenPipeError, SystemExit):
        # The reader of our output has left, `head` say, which click answers with SystemExit.
        # Nothing more can be written there.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (KeyboardInterrupt, click.Abort):
        click.echo("", err=True)
        return 130
    except Exception as error:
        if not _is_expected(error):
            raise
        return _fail(str(error))
    return status if isinstance(status, int) else 0


def _is_expected(error: Exception) -> bool:
    """Whether an error tells of bad input; any other one is a fault of ours and is shown whole."""
    if isinstance(error, SolverError | CalibrationError | OSError):
        return True
    from vision import VisionError  # only now: most errors need no OpenCV to be known

    return isinstance(error, VisionError)


def _fail(message: str) -> int:
    click.echo("companion: " + " ".join(message.split()), err=True)
    return BAD_INPUT
