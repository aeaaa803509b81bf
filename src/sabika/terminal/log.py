"""What happened at a table, in words, and how far each seat has read it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

from sabika.engine.record import MoveStep
from sabika.engine.table import Table
from sabika.terminal import Face, Scene
from sabika.terminal.screen import Block, capital, paragraph


@dataclass
class Note:
    """One thing that happened."""

    seat: int | None  # the seat; None: nobody
    text: str


@dataclass
class Log:
    """Notes of a game; public information only."""

    face: Face
    notes: list[Note] = field(default_factory=list)
    read: dict[int | None, int] = field(default_factory=dict)  # how many notes each seat has read; None: a spectator
    heard: int = 0  # events of the table that are noted

    def move(self, scene: Scene, seat: int, move: int) -> None:
        """Note a move that is about to be made; its player has read the log so far."""
        self.notes.append(Note(seat, self.face.told(scene, move)))
        self.read[seat] = len(self.notes)

    def note(self, text: str) -> None:
        if text:
            self.notes.append(Note(None, text))

    def recall(self, scene: Scene) -> None:
        """Note everything that happened before this session; anything longer than a sentence was shown then."""
        for table, step in Table.walk(scene.table.saved):
            then = replace(scene, table=table)
            self.hear(then)
            if isinstance(step, MoveStep):
                self.move(then, step.seat, table.code(step.notation))
            else:
                self.note(self.face.luck(then, step))
        self.hear(scene)

    def hear(self, scene: Scene) -> None:
        for event in scene.table.events[self.heard :]:
            told = self.face.event(scene, event)
            self.note(told if isinstance(told, str) else "")
        self.heard = len(scene.table.events)

    def take_back(self, scene: Scene, seat: int) -> None:
        """Remove the seat's last move and its consequences."""
        while self.notes.pop().seat != seat:
            pass
        self.heard = len(scene.table.events)
        self.read = {reader: min(number, len(self.notes)) for reader, number in self.read.items()}

    def news(self, scene: Scene, seat: int | None) -> Block:
        """The seat's unread lines, now marked as read."""
        lines = lines_of(self.notes[self.read.get(seat, 0) :], scene)
        self.read[seat] = len(self.notes)
        return lines

    def lines(self, scene: Scene) -> Block:
        """The whole log."""
        return lines_of(self.notes, scene)


def lines_of(notes: Sequence[Note], scene: Scene) -> Block:
    """Notes as lines; consecutive moves of one seat share a line."""
    found: Block = []
    for seat, group in groupby(notes, key=lambda note: note.seat):
        texts = [note.text for note in group]
        if seat is not None:
            texts = [", ".join([texts[0], *(without_name(text, scene.names[seat]) for text in texts[1:])])]
        for text in texts:
            found += paragraph(f"{'-' if scene.ascii else '·'} {capital(text)}.", scene.width)
    return found


def without_name(text: str, name: str) -> str:
    return text.removeprefix(name).lstrip(": ")
