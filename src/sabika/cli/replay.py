"""`sabika replay`: shows a record at any step."""

from __future__ import annotations

import click
from rich.text import Text

from sabika.cli.group import complain
from sabika.cli.records import beginning_told, load_record
from sabika.engine.record import MoveStep, Record, read
from sabika.engine.table import Table
from sabika.terminal import face
from sabika.terminal.commands import standing
from sabika.terminal.screen import QUIET, STRONG, joined, line, listing, open_console, words
from sabika.terminal.sitting import scene_of

AROUND = 4  # steps listed before and after the one shown


@click.command("replay")
@click.argument("file")
@click.option("--step", type=click.IntRange(0), metavar="N", help="Show the position after step N, not the last.")
def command(file: str, step: int | None) -> None:
    """Show a record: its header, the position after a step, and the steps around it.

    FILE may be - for standard input.

    \b
    Examples:
      sabika replay evening.sabika
      sabika replay evening.sabika --step 40
    """
    text = load_record(file)
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
    """Game, options, seats, luck and length."""
    moves = sum(isinstance(step, MoveStep) for step in record.steps)
    options = ", ".join(f"{name} {value}" for name, value in record.options.items())
    luck = "a person chose the seed" if record.chosen else "sealed" if record.commit else "open"
    facts = {
        "game": f"{table.game.title}, rules version {record.rules}",
        "options": options or "none",
        "seats": ", ".join(f"{n} {name}" for n, name in enumerate(record.seats, start=1)),
        **({"begins": begins} if (begins := beginning_told(record)) else {}),
        "luck": luck,
        **({"gave up": listing([record.seats[seat] for seat in record.resigned])} if record.resigned else {}),
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
