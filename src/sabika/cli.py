"""One command: sabika."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click
from rich.text import Text

from sabika import __version__, bots
from sabika.arena.command import arena, print_ratings
from sabika.engine.game import GAMES, find
from sabika.engine.record import MoveStep, Record, read
from sabika.engine.table import NoDealer, Table
from sabika.engine.verify import Verdict, verify
from sabika.terminal import Face, face, keep
from sabika.terminal.commands import standing
from sabika.terminal.play import play as play_at
from sabika.terminal.screen import QUIET, STRONG, joined, line, listing, open_console, words
from sabika.terminal.sitting import Sitting, scene_of
from sabika.terminal.speech import Prompt

if TYPE_CHECKING:
    from sabika.server.host import Settings

SEATS = "you,builder,novice"
AROUND = 4  # steps shown before and after the one asked for


class OneLine(click.Group):
    """Commands whose every complaint is one line on standard error and exit code 2."""

    def main(  # type: ignore[override]  # click's own signature is two overloads of this
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **more: Any
    ) -> NoReturn:
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="replace")  # a byte that is no text is no reason to fall over
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
        except OSError as error:  # nothing can be written to standard output
            complain(f"the output cannot be written: {keep.reason(error)}")
        sys.exit(code if isinstance(code, int) else 0)


def complain(message: str, code: int = 2) -> NoReturn:
    click.echo("sabika: " + " ".join(message.split()), err=True)
    sys.exit(code)


@click.group(cls=OneLine, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="sabika")
def main() -> None:
    """Board games on one exact rules engine, played in the terminal.

    \b
    For a first game:
      sabika play alhambra
    """


main.add_command(arena)
main.add_command(print_ratings)


# Playing.


@main.command(short_help="Play a game at the prompt.")
@click.argument("game", required=False)
@click.option(
    "--seats", default=SEATS, show_default=True, help="Who plays, in order: people by any name, bots by theirs."
)
@click.option(
    "--option", "options", multiple=True, metavar="NAME=VALUE", help="An option of the game; may be repeated."
)
@click.option(
    "--seed",
    type=click.IntRange(0, 2**62),
    metavar="N",
    help="Play with this luck; the record tells that it was chosen.",
)
@click.option("--save", "file", metavar="FILE", help="Keep the game in this file after every move.")
def play(game: str | None, seats: str, options: Sequence[str], seed: int | None, file: str | None) -> int:
    """Play a game at the prompt against bots, or several people at one screen.

    \b
    Examples:
      sabika play alhambra
      sabika play alhambra --seats you,builder --option extra_tower=added
      sabika play alhambra --seats Ana,Ben,novice --save evening.sabika
    `sabika games` lists games, options and bots.
    """
    if game is None:
        raise click.UsageError(f"say which game to play: {' or '.join(GAMES)}")
    try:
        names = seat_names(seats)
        table = Table.deal(find(game), names, seed, chosen_options(options))
        shown = face(game)
        if file is not None:
            keep.save_new(table, file)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    return sit_down(table, shown, file, secrets.randbits(62) if seed is None else seed)


@main.command(short_help="Play on with a saved game.")
@click.argument("file")
def resume(file: str) -> int:
    """Play on with a saved game; it goes on being saved in the same file.

    \b
    Example:
      sabika resume evening.sabika

    From standard input (`-`) it is not saved unless you say `save FILE`.
    """
    text = load(file)
    try:
        verify(text)
        table = Table.resume(text)
        shown = face(table.game.name)
    except ValueError as error:
        complain(f"{file}: {error}", 1)
    if isinstance(table.dealer, NoDealer) and not table.over:
        raise click.UsageError(f"{file} has no seed, so it cannot be played on; `sabika replay` shows it")
    return sit_down(table, shown, None if file == keep.STDIN else file, secrets.randbits(62))


def sit_down(table: Table, shown: Face, file: str | None, seed: int) -> int:
    """Seat bots where the names are theirs, and play."""
    called = {seat: bot_called(name) for seat, name in enumerate(table.record.seats)}
    try:
        players = {seat: made(bot, seed + seat) for seat, bot in called.items() if bot}
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    console = open_console()
    return play_at(Sitting(table, shown, players, console, Prompt(console), file))


def made(name: str, seed: int) -> bots.Bot:
    """The bot of this name; ValueError with one line when there is none, or it cannot be made."""
    factory = bots.find(name)
    try:
        return factory(seed)
    except Exception as problem:  # a bot of another package may fail in any way
        reason = " ".join(f"{type(problem).__name__}: {problem}".split())
        raise ValueError(f"the bot {name!r} cannot sit down: {reason}") from problem


def seat_names(text: str) -> list[str]:
    """The names between commas; equal bots are told apart by a number, equal people are a mistake."""
    given = [name.strip() for name in text.split(",")]
    found: list[str] = []
    for name in given:
        if given.count(name) > 1 and bot_called(name):
            found.append(f"{name} {1 + sum(each.startswith(f'{name} ') for each in found)}")
        elif name in found:
            raise ValueError(f"two seats are called {name!r}; give every person a name of their own")
        elif not bot_called(name) and get_close_matches(name.casefold(), bots.names(), cutoff=0.85):
            raise ValueError(f"there is no bot {name!r}; there is {', '.join(bots.names())}")
        else:
            found.append(name)
    return found


def bot_called(name: str) -> str:
    """The bot that a seat's name stands for: `builder`, `vizier@400`, or `builder 2`; empty for a person."""
    word, _, number = name.partition(" ")
    return word if word.partition("@")[0] in bots.names() and (not number or number.isdecimal()) else ""


def chosen_options(given: Sequence[str]) -> dict[str, object]:
    found: dict[str, object] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise ValueError(f"an option is written NAME=VALUE, not {text[:40]!r}")
        found[name] = value
    return found


# Records.


def load(file: str) -> str:
    try:
        return keep.load(file)
    except keep.NoRecord as error:
        raise click.UsageError(str(error)) from None


@main.command(short_help="Show a record at any step.")
@click.argument("file")
@click.option("--step", type=click.IntRange(0), metavar="N", help="The position after this step; without it the end.")
def replay(file: str, step: int | None) -> None:
    """Show a record: its header, the position after a step, and the steps around it.

    FILE may be - for standard input.

    \b
    Examples:
      sabika replay evening.sabika
      sabika replay evening.sabika --step 40
    """
    text = load(file)
    try:
        record = read(text)
        if step is not None and step > len(record.steps):
            raise click.UsageError(f"{file} has {len(record.steps)} steps, so there is no step {step}")
        table = Table.replay(text, step)
        shown = face(record.game)
    except ValueError as error:
        complain(f"{file}: {error}", 1)
    console = open_console()
    scene = scene_of(table, None, console)
    console.print(joined([*header_lines(record, table), words("")]))
    console.print(shown.draw(scene, {}))
    console.print("")
    console.print(joined(step_lines(record, len(record.steps) if step is None else step)))
    if table.over:
        console.print("")
        console.print(shown.scores(scene, table.result.breakdown))
        console.print("")
        console.print(joined(standing(table, scene.names)))


def header_lines(record: Record, table: Table) -> list[Text]:
    moves = sum(isinstance(step, MoveStep) for step in record.steps)
    options = ", ".join(f"{name} {value}" for name, value in record.options.items())
    luck = "the seed was chosen by a person" if record.chosen else "sealed" if record.commit else "open"
    facts = {
        "game": f"{table.game.title}, rules version {record.rules}",
        "options": options or "none",
        "seats": ", ".join(f"{n} {name}" for n, name in enumerate(record.seats, start=1)),
        "luck": luck,
        "length": f"{len(record.steps)} steps: {moves} moves and {len(record.steps) - moves} draws",
    }
    return [line((f"{name:<8}", QUIET), fact) for name, fact in facts.items()]


def step_lines(record: Record, step: int) -> list[Text]:
    """The steps around one, which is marked."""
    found = []
    for n in range(max(1, step - AROUND), min(len(record.steps), step + AROUND) + 1):
        here = n == step
        found.append(words(f"{'>' if here else ' '} {n:>5}  {record.steps[n - 1]}", STRONG if here else QUIET))
    return found


@main.command(name="verify", short_help="Check a record: moves, luck and score.")
@click.argument("file")
def verify_file(file: str) -> None:
    """Check a record: every move, every draw against the revealed seed, and the score.

    FILE may be - for standard input. Exit code 0: all is right; 1: something is off, and the line names the step;
    2: not a record.

    \b
    Example:
      sabika verify evening.sabika
    """
    text = load(file)
    try:
        found = verify(text)
        record = read(text)
    except ValueError as error:
        complain(f"{file}: {error}", 1)
    for name, finding in findings(record, found):
        click.echo(f"{name:<7} {finding}")


def findings(record: Record, found: Verdict) -> list[tuple[str, str]]:
    """What was checked, line by line."""
    luck = {
        "sealed": f"all {found.draws} draws come from the committed seed",
        "unsealed": f"{found.draws} draws; the record names no seed to check them by",
        "unrevealed": f"{found.draws} draws; the seed is not revealed before the end",
    }[found.luck]
    if found.chosen:
        luck += ", which a person chose"
    result = "the game is not over" if found.scores is None else " ".join(map(str, found.scores)) + ", as counted again"
    return [
        ("record", f"{record.game}, rules version {record.rules}, seats {listing(record.seats)}"),
        ("moves", f"all {found.moves} are legal"),
        ("luck", luck),
        ("result", result),
    ]


# The server.


def data_folder() -> str:
    from platformdirs import user_data_dir

    return user_data_dir("sabika", appauthor=False)


DATA = click.option("--data", default=data_folder, metavar="DIR", help="The folder that everything is kept in.")


@main.command(short_help="Host tables for people in the network.")
@click.option("--host", default=None, metavar="ADDRESS", help="Listen on this address; without it on 127.0.0.1.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0: any that is free.")
@DATA
@click.option("--database", default="", metavar="URL", help="postgresql://...; without it a file in the folder.")
@click.option("--lan", is_flag=True, help="For everybody in the same network, over plain http; shows a link.")
@click.option("--name", "names", multiple=True, metavar="HOST", help="A name this server is asked by; may be repeated.")
@click.option(
    "--proxy", "proxies", multiple=True, metavar="ADDRESS", help="Believe this proxy where a request comes from."
)
@click.option("--admin", default="", metavar="HOST:PORT", help="Health and figures here too, not only locally.")
@click.option("--limit", "limits", multiple=True, metavar="NAME=NUMBER", help="Set a limit; may be repeated.")
@click.option(
    "--pace",
    type=click.IntRange(0, 60_000),
    default=600,
    show_default=True,
    metavar="MS",
    help="How long a bot takes at least for a move that somebody watches.",
)
@click.option("--open", "open_page", is_flag=True, help="Show the first page in a browser.")
@click.option("--log", type=click.Choice(["debug", "info", "warning"]), default=None, help="How much is told.")
def serve(
    host: str | None,
    port: int,
    data: str,
    database: str,
    lan: bool,
    names: Sequence[str],
    proxies: Sequence[str],
    admin: str,
    limits: Sequence[str],
    pace: int,
    open_page: bool,
    log: str | None,
) -> None:
    """Host tables for people in the network. Ctrl-C stops it; nothing that was acknowledged is lost.

    \b
    Examples:
      sabika serve
      sabika serve --lan
      sabika serve --name games.example --proxy 127.0.0.1
    """
    from sabika.server.host import Settings, run
    from sabika.server.limits import limits_with
    from sabika.server.logs import write_logs
    from sabika.server.premises import CannotServe

    write_logs(level=log or ("warning" if sys.stderr.isatty() else "info"))
    try:
        settings = Settings(
            data=Path(data).absolute(),
            host=host or ("0.0.0.0" if lan else "127.0.0.1"),
            port=port,
            lan=lan,
            database=database,
            names=tuple(names),
            proxies=tuple(proxies),
            admin=admin,
            limits=limits_with(limits),
            pace=pace,
        )
        run(settings, lambda bound: announce(settings, bound, open_page=open_page))
    except (CannotServe, ValueError) as problem:
        raise click.UsageError(str(problem)) from None


def announce(settings: Settings, port: int, *, open_page: bool) -> None:
    """Tell where the tables are; in the same network with a code for a phone's camera."""
    from sabika.server.host import link

    address = link(settings, port)
    click.echo(f"Tables are open at {address}")
    if settings.lan:
        import segno

        segno.make(address, micro=False).terminal(out=sys.stdout, compact=True)
    sys.stdout.flush()
    if open_page:
        import webbrowser

        webbrowser.open(address)  # where there is none, the link above is enough


@main.command(short_help="Copy all tables of a server into a file.")
@click.argument("file")
@DATA
@click.option("--database", default="", metavar="URL", help="Of no running server: the database to copy.")
def backup(file: str, data: str, database: str) -> None:
    """Copy all that a server keeps into a new file, while play goes on.

    The running server is asked for it; without one the file or the database is copied. The key is not in it.

    \b
    Example:
      sabika backup sabika-2026-11-15.db
    """
    from sabika.server import keeping

    try:
        keeping.backup(Path(file).absolute(), Path(data).absolute(), database)
    except keeping.NotKept as problem:
        raise click.UsageError(str(problem)) from None
    click.echo(f"All tables are in {file}. The key is not: keep a copy of {Path(data) / 'key'} elsewhere.")


@main.command(name="restore", short_help="Make a server's tables out of a backup.")
@click.argument("file")
@DATA
@click.option("--database", default="", metavar="URL", help="An empty database to fill, instead of a file.")
def restore_backup(file: str, data: str, database: str) -> None:
    """Make a server's tables out of a backup, in a folder or a database that keeps none yet.

    \b
    Example:
      sabika restore sabika-2026-11-15.db --data /var/lib/sabika
    """
    from sabika.server import keeping

    try:
        keeping.restore(Path(file).absolute(), Path(data).absolute(), database)
    except keeping.NotKept as problem:
        raise click.UsageError(str(problem)) from None
    click.echo("All tables are back. Those that were being played go on with the key they were made with.")


# About.


@main.command(short_help="List games, options and bots.")
def games() -> None:
    """List the games with their seats and options, and the bots.

    \b
    Example:
      sabika games
    """
    for game in GAMES.values():
        click.echo(f"{game.name:<14} {game.title}, {game.fewest} to {game.most} seats")
        for option in game.options:
            click.echo(f"{'':<14} --option {option.name}={'|'.join(option.choices)}")
            click.echo(f"{'':<16} {option.about}")
    click.echo(f"{'bots':<14} {', '.join(bots.names())}")


@main.command(short_help="Tell what runs and what is installed.")
@click.option("--brief", is_flag=True, help="One line.")
def doctor(brief: bool) -> None:
    """Tell which version runs, compiled or not, and what is installed.

    \b
    Example:
      sabika doctor --brief
    """
    from sabika import doctor as house_doctor

    if brief:
        click.echo(house_doctor.brief())
        return
    found = house_doctor.report()
    width = max(len(name) for name, _ in found)
    for name, finding in found:
        click.echo(f"{name:<{width}}  {finding}")
