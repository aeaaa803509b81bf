"""A session at the prompt: a table, the players of its seats, and the screen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field

from rich.console import Console, RenderableType
from rich.rule import Rule as Divider
from rich.segment import Segment, Segments
from rich.text import Text

from sabika.bots import Bot
from sabika.engine.table import Table
from sabika.locales import YOU, told_apart
from sabika.terminal import Face, Group, Scene, record_files
from sabika.terminal.log import Log
from sabika.terminal.prompt import Prompt
from sabika.terminal.screen import ALERT, QUIET, STRONG, Block, joined, menu, numbered, spots_of

Command = Callable[["Sitting", str], None]  # called with the text after its word

ROOM_FOR_ANSWER = 2  # lines: whose turn it is, and the prompt


@dataclass
class Sitting:
    """What all parts of a session need."""

    table: Table
    face: Face
    bots: Mapping[int, Bot]  # by seat; the others are people
    console: Console
    prompt: Prompt
    file: str | None = None  # the file to which the game is saved automatically
    more: Mapping[str, Command] = field(default_factory=dict)  # commands that differ here, or exist only here
    log: Log = field(init=False)
    at_screen: int | None = None  # the person who looks at it
    kept: bool = False  # saved in its current state

    def __post_init__(self) -> None:
        self.log = Log(self.face)

    # Who is who.

    @property
    def names(self) -> list[str]:
        return names_at(self.table)

    @property
    def people(self) -> list[int]:
        return [seat for seat in range(self.table.state.seats) if seat not in self.bots]

    def scene(self, viewer: int | None) -> Scene:
        return scene_of(self.table, viewer, self.console)

    # The screen.

    def say(self, thing: RenderableType, *, unbroken: bool = False) -> None:
        """Show it; unbroken for commands that people may want to copy."""
        self.console.print(thing, soft_wrap=unbroken)

    def complain(self, text: str) -> None:
        self.say(Text(text, style=ALERT))

    def leaf(self, thing: RenderableType | Block) -> None:
        """Show something long page by page, cut between paragraphs if possible."""
        lines = self.console.render_lines(joined(thing) if isinstance(thing, list) else thing, pad=False)
        room = max(5, self.console.height - 2) if self.prompt.interactive else len(lines)
        while lines:
            cut = page_end(lines, room)
            for each in lines[:cut]:
                self.console.print(Segments([*each, Segment.line()]), end="")
            lines = lines[cut:]
            if lines:
                self.prompt.pause("Enter for more ")

    def rest(self, thing: RenderableType) -> None:
        """Show something to read at leisure."""
        self.say("")
        self.leaf(thing)
        self.prompt.pause("Enter to continue ")

    def divider(self, title: str) -> None:
        line = "-" if self.console.options.ascii_only else "─"
        self.say(Divider(Text(title, style=STRONG), characters=line, style=QUIET))

    def news(self, seat: int | None) -> int:
        """Show the seat's unread lines; returns how many."""
        texts = self.log.news(self.scene(seat), seat)
        for text in texts:
            self.say(text)
        return len(texts)

    def waiting(self, text: str) -> AbstractContextManager[object]:
        """Shows a person at the screen that something takes time."""
        return self.console.status(Text(text, style=QUIET)) if self.prompt.interactive else nullcontext()

    def height_of(self, thing: RenderableType) -> int:
        return len(self.console.render_lines(thing, pad=False))

    def show(self, seat: int, groups: Sequence[Group], *, table: bool = True) -> None:
        """Show the table, then the choices; on a small screen one page after the other."""
        scene = self.scene(seat)
        question = menu(groups, scene.width)
        if table:
            self.divider("your turn" if self.names[seat] == YOU else f"{self.names[seat]}'s turn")
            told = self.news(seat)
            drawn = self.face.draw(scene, spots_of(numbered(groups)))
            self.say(drawn)
            if told + self.height_of(drawn) + len(question) + ROOM_FOR_ANSWER > scene.height:
                self.prompt.pause("Enter for your choices ")
        self.say(joined(question))

    # The file.

    def keep_file(self) -> None:
        """Update the file; a failing disk does not end the game."""
        if self.file is None:
            return
        try:
            record_files.save(self.table, self.file)
            self.kept = True
        except ValueError as error:
            self.complain(f"The game is no longer saved: {error}.")
            self.file = None


def page_end(lines: Sequence[Sequence[Segment]], room: int) -> int:
    """How many lines fit on this page: all, or up to an empty line in its second half, or as many as fit."""
    if len(lines) <= room:
        return len(lines)
    empty = [at for at in range(room // 2, room) if not "".join(each.text for each in lines[at]).strip()]
    return empty[-1] + 1 if empty else room


def names_at(table: Table) -> list[str]:
    """Everybody's name, the ghost's last."""
    return [*told_apart(table.record.seats), *[table.game.ghost] * (table.state.players() - table.state.seats)]


def scene_of(table: Table, viewer: int | None, console: Console) -> Scene:
    return Scene(table, viewer, names_at(table), console.width, console.height, console.options.ascii_only)
