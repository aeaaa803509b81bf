"""Turns with eight dice in words: what is kept, marked and thrown, and what stands in the columns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sabika.engine.phrase import Phrase, Player
from sabika.engine.state import Event, Line, State
from sabika.engine.step import LuckStep
from sabika.games.parts.city_words import building, counted, scoring_told
from sabika.games.parts.dice import SHORT
from sabika.games.parts.dice_moves import DiceTurn, KeepDice, PlaceMarker
from sabika.games.parts.dice_view import MarkerView, TurnView
from sabika.games.parts.tiles import TYPES


def dice_told(seat: int, action: DiceTurn) -> Phrase:
    who = Player(seat)
    if isinstance(action, KeepDice):
        return Phrase("event.keep", {"who": who, "dice": counted(action.dice)}) if action.dice else throws_all(who)
    if isinstance(action, PlaceMarker):
        return Phrase("event.mark-column", {"who": who, "column": building(action.column)})
    return Phrase("event.name", {"who": who, "other": Player(action.seat)})


def throws_all(who: Player) -> Phrase:
    return Phrase("event.throw-all", {"who": who})


def dice_choice(state: State, move: int, action: DiceTurn) -> Phrase:
    """The same among other moves."""
    if isinstance(action, KeepDice):
        return Phrase("dice.keep", {"dice": counted(action.dice)}) if action.dice else Phrase("dice.throw-all")
    if isinstance(action, PlaceMarker):
        return mark_choice(state, move, action.column)
    return Phrase("dice.name", {"other": Player(action.seat)})


def mark_choice(state: State, move: int, column: str, key: str = "dice.mark") -> Phrase:
    """A marker with the cell where it would come to stand."""
    seen = state.preview(move)
    if "falls" in seen:
        return Phrase("dice.mark-falls", {"column": building(column)})
    return Phrase(key, {"row": seen["row"], "column": building(column), "throws": seen["throws"]})


def dice_luck(step: LuckStep) -> Phrase | None:
    """Who starts, where the first-player chip lies, and what was thrown."""
    if step.kind == "lot":
        return Phrase("event.lot", {"who": Player(int(step.outcome.removeprefix("seat-")) - 1)})
    if step.kind == "dice":
        return Phrase("event.dice", {"dice": [thrown(faces) for faces in step.outcome.split("-")]})
    return Phrase("event.die", {"column": building(step.outcome)}) if step.kind == "die" else None


def thrown(faces: str) -> Phrase:
    """A part of a throw as a record writes it: tow3."""
    kind = TYPES[SHORT.index(faces[:3])]
    return Phrase("building.many", {"n": int(faces[3:]), "building": building(kind)})


def dice_event(event: Event) -> Phrase | None:
    """What followed; None for what the move has told already."""
    args = event.args
    if event.kind == "round":
        return Phrase("event.round", {"who": player(event, "seat"), "round": number(event, "round")})
    if event.kind == "fell-off":
        return Phrase("event.fell-off", {"who": player(event), "column": building(str(args["column"]))})
    if event.kind == "scoring":
        return scoring_told(event)
    return Phrase(f"event.end-{args['reason']}") if event.kind == "end" else None


def prize_told(event: Event, prize: Phrase, key: str = "event.prize-column") -> Phrase:
    """What a player gets in a column."""
    column = building(str(event.args["column"]))
    return Phrase(key, {"who": player(event), "prize": prize, "column": column})


def player(event: Event, name: str = "player") -> Player:
    return Player(number(event, name))


def number(event: Event, name: str) -> int:
    found = event.args[name]
    assert isinstance(found, int)
    return found


def turn_described(turn: TurnView | None) -> list[Phrase]:
    """The throw on the table."""
    if turn is None or not turn.dice:
        return []
    return [Phrase("describe.dice", {"who": Player(turn.seat), "n": turn.throws, "dice": counted(turn.dice)})]


def column_described(name: str, markers: Sequence[MarkerView]) -> Phrase:
    """A column with its markers."""
    told = [Phrase("dice.marker", {"who": Player(m.player), "row": m.row, "throws": m.throws}) for m in markers]
    return Phrase("describe.column", {"column": building(name), "markers": told or Phrase("dice.empty")})


# The prizes of a round, put together when it is over (D20, C56).

ENDS = ("scoring", "round")  # what comes first after the prizes of a round


def with_prizes(events: Sequence[Event], since: int) -> list[Event]:
    """The events from `since` on; the first one after a round also has the prizes of that round."""
    return [with_prizes_before(events, at) for at in range(since, len(events))]


def with_prizes_before(events: Sequence[Event], at: int) -> Event:
    event = events[at]
    lines = [prize_line(each, round_at(events, at)) for each in prizes_before(events, at)]
    return Event(event.kind, {"prizes": lines, **event.args}) if lines else event


def prizes_before(events: Sequence[Event], at: int) -> list[Event]:
    """The prizes of the round that ended with this event, in the order in which they were given."""
    if events[at].kind not in ENDS:
        return []
    found: list[Event] = []
    for event in back_from(events, at):
        if event.kind in ENDS:
            break
        if event.kind == "prize":
            found.insert(0, event)
    return found


def round_at(events: Sequence[Event], at: int) -> int:
    """The round that was played before this event."""
    for event in back_from(events, at):
        if event.kind == "round":
            return number(event, "round")
    return round_ended_by(events[at])


def round_ended_by(event: Event) -> int:
    """The same where the game began within that round: scorings follow rounds 1, 3 and 5 (D5)."""
    return number(event, "round") - 1 if event.kind == "round" else 2 * number(event, "scoring") - 1


def back_from(events: Sequence[Event], at: int) -> Iterator[Event]:
    return (events[n] for n in range(at - 1, -1, -1))


def prize_line(event: Event, played: int) -> Line:
    """A prize as a line without points: it counts in a scoring to come."""
    why = {name: arg for name, arg in event.args.items() if name not in ("player", "column")}
    return Line(number(event, "player"), f"round-{played}", str(event.args["column"]), 0, why)
