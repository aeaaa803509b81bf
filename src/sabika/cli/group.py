"""Commands that load when called, with errors in one line."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from io import TextIOWrapper
from typing import Any, NoReturn, cast

import click


class Commands(click.Group):
    """Commands by name, each `command` of its own file; every complaint is one line on standard error."""

    def __init__(self, *given: Any, files: Mapping[str, str], rooms: Mapping[str, str], **more: Any) -> None:
        super().__init__(*given, **more)
        self.files = files  # name of the command and its file -> its line of help
        self.rooms = rooms  # name of the command -> the room its file is in, if not here

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.files)

    def get_command(self, ctx: click.Context | None, cmd_name: str) -> click.Command | None:
        if cmd_name not in self.files:
            return None
        room = f"sabika.cli.{self.rooms[cmd_name]}" if cmd_name in self.rooms else "sabika.cli"
        return cast(click.Command, import_module(f"{room}.{cmd_name}").command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without loading them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self.files.items()))

    def main(  # type: ignore[override]  # click's own signature is two overloads of this
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **more: Any
    ) -> NoReturn:
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="replace")  # invalid text must not crash a command
        more["standalone_mode"] = False
        try:
            code = super().main(args, prog_name, **more)
        except click.exceptions.NoArgsIsHelpError as error:
            click.echo(error.format_message())
            sys.exit(0)
        except click.ClickException as error:
            complain(error.format_message(), error.exit_code)
        except click.Abort:
            sys.exit(130)
        except OSError as error:  # standard output cannot be written
            complain(f"the output cannot be written: {(error.strerror or str(error)).lower()}")
        sys.exit(code if isinstance(code, int) else 0)


def complain(message: str, code: int = 2) -> NoReturn:
    """End with one line on standard error."""
    click.echo("sabika: " + " ".join(message.split()), err=True)
    sys.exit(code)
