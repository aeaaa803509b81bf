"""Views in words, as phrases, for a client that has no board and no sentences for a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from sabika.engine.game import Game
from sabika.engine.phrase import Phrase, Player
from sabika.engine.state import EVERYBODY, Event
from sabika.engine.step import HIDDEN, LuckStep
from sabika.engine.table import Table
from sabika.server.protocol import events as told
from sabika.server.protocol.events import Happening, LuckLine, Step
from sabika.server.protocol.views import Option
from sabika.server.table.seating import PastStep
from sabika.server.table.views.viewer import Look


def step_in_words(look: Look, step: Step, past: PastStep) -> Step:
    """A step that holds only what the viewer may see, with its phrases."""
    table, what = look.state.table, step.what
    if not look.viewer.words or table is None or not isinstance(what, told.Played | told.Started):
        return step
    said = followed(table.game, luck_for(look, what.luck, past), what.happened)
    if isinstance(what, told.Played):
        said.insert(0, past.told or Phrase("plain.move", {"who": Player(what.seat), "move": what.move}))
    return msgspec.structs.replace(step, said=said)


def luck_for(look: Look, lines: Iterable[LuckLine], past: PastStep) -> list[LuckStep]:
    """The luck to tell; none that only one of several players at a screen saw."""
    found = [
        luck_step(line, seen_by, heard) for line, seen_by, heard in zip(lines, past.seen_by, past.heard, strict=True)
    ]
    shared = len(look.seats) > 1 and look.state.seating.status != "over"
    return [step for step in found if step.seen_by == EVERYBODY] if shared else found


def luck_step(line: LuckLine, seen_by: int, heard: int) -> LuckStep:
    return LuckStep(
        line.kind, line.n, -1 if line.k is None else line.k, line.total, line.outcome or HIDDEN, seen_by, heard
    )


def followed(game: Game, luck: Iterable[LuckStep], happened: Sequence[Happening]) -> list[Phrase]:
    """Luck and other events, in order."""
    events = [(n, 1, game.event_told(Event(each.kind, each.args))) for n, each in enumerate(happened)]
    drawn = [(step.heard, 0, game.luck_told(step)) for step in luck]
    in_order = sorted([*drawn, *events], key=lambda each: each[:2])
    return [phrase for _, _, phrase in in_order if phrase is not None]


def options_in_words(table: Table) -> list[Option]:
    """The legal moves, in words for the player who decides."""
    game, moves = table.game, table.moves()
    return [
        Option(game.notation(move), game.action(move), preview, game.choice(table.state, move))
        for move, preview in zip(moves, table.state.previews(moves), strict=True)
    ]
