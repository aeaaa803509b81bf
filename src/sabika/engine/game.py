"""A game as other modules see it: its name, seats, options, texts and views."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import msgspec

from sabika.engine.companion import Companion
from sabika.engine.phrase import Phrase, Player, fields, plain_fields, plain_text
from sabika.engine.rule import Rule
from sabika.engine.sight import OpenSight, Sight
from sabika.engine.state import Event, State
from sabika.engine.step import HIDDEN, LuckStep
from sabika.engine.svg import listed
from sabika.engine.values import ValueTable

LONGEST_MESSAGE: Final = 300
LONGEST_NOTATION: Final = 900  # characters, so that a line of a record holds it
REMEMBERED: Final = 16_384  # cached moves by name: the same ones recur at all tables


class Unreadable(ValueError):
    """A text that is not a move, position or record of ours; the message is one line for the person who gave it."""

    def __init__(self, message: str) -> None:
        """The message may quote that text: unprintable characters become �, and long text is cut."""
        line = "".join(letter if letter.isprintable() else "�" for letter in message[: LONGEST_MESSAGE + 1])
        super().__init__(line if len(line) <= LONGEST_MESSAGE else line[: LONGEST_MESSAGE - 1] + "…")


@dataclass(frozen=True)
class Option:
    """A choice that a table makes before the game."""

    name: str
    choices: tuple[str, ...]  # the first is the default
    about: str


class Draft(msgspec.Struct, frozen=True):
    """A position that somebody is setting up; `Game.load` says whether it is possible."""

    text: str  # with everything that follows from the rest
    spare: dict[str, int]  # pieces of the box that are not used, by name


class Action(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A move as people and other programs name it."""


class Game:
    """A game apart from its states. Every method here is pure; `games/<name>/` implements them."""

    name: str
    title: str
    rules: int = 1  # version of the rules; a change that alters old results gets a new one
    fewest: int = 2
    most: int = 6
    ghost: str = ""  # the name of the player without a seat, if there is one
    options: tuple[Option, ...] = ()
    actions: type[Action]  # the union of this game's actions, for JSON
    parts: tuple[str, ...] = ()  # the parts whose sentences it also uses: games/parts/locales/<part>
    view_type: type | None = None  # the type of `view`, if it has one of its own
    shelf: int = 100  # its place in lists of games: lower comes first
    refusals: tuple[Rule, ...] = ()  # the rules by which it refuses moves, besides the engine's own
    companion: Companion | None = None  # the companion for a game with the box, if there is one

    def start(self, seats: int, options: Mapping[str, object] | None = None) -> State:
        """A new state; all luck is still to come."""
        if not self.fewest <= seats <= self.most:
            raise ValueError(f"{self.title} is for {self.fewest} to {self.most} seats, not {seats}")
        return self.new(seats, self.settle_options(options or {}))

    def settle_options(self, given: Mapping[str, object]) -> dict[str, str]:
        """Every option with its value; yes and no may be given as booleans."""
        known = {option.name: option for option in self.options}
        chosen = {option.name: option.choices[0] for option in self.options}
        for name, value in given.items():
            text = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
            if name not in known:
                names = ", ".join(known) or "none"
                raise ValueError(f"{self.title} has no option {name!r}; it has {names}")
            if text not in known[name].choices:
                raise ValueError(f"option {name} is one of {', '.join(known[name].choices)}, not {text!r}")
            chosen[name] = text
        return chosen

    def new(self, seats: int, options: dict[str, str]) -> State:
        """A new state; seats and options are checked already."""
        raise NotImplementedError

    def options_of(self, state: State) -> dict[str, str]:
        """The options that a state is played with."""
        raise NotImplementedError

    def hides(self, options: Mapping[str, str]) -> bool:
        """Does one seat see something that others at the same screen must not see?"""
        return False

    def action(self, move: int) -> Action:
        """The named action of a code."""
        raise NotImplementedError

    def move(self, action: Action) -> int:
        """The code of a named action."""
        raise NotImplementedError

    def notation(self, move: int) -> str:
        """The short text of a code."""
        raise NotImplementedError

    def parse(self, text: str) -> int:
        """The code of a short text; Unreadable if it is not one."""
        raise NotImplementedError

    def to_json(self, move: int) -> bytes:
        """The JSON form of a code."""
        return msgspec.json.encode(self.action(move))

    def from_json(self, text: bytes | str) -> int:
        """The code of a JSON form; Unreadable if it is not one."""
        try:
            return self.move(msgspec.json.decode(text, type=self.actions))
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise Unreadable(f"not an action of {self.title}: {error}") from None

    def view(self, state: State, seat: int | None) -> object:
        """What a seat sees; None: a spectator."""
        raise NotImplementedError

    def text(self, state: State) -> str:
        """The position in one line; `load` reads it back."""
        raise NotImplementedError

    def load(self, text: str) -> State:
        """The state of a position text; Unreadable if it is not one."""
        raise NotImplementedError

    def draft(self, text: str) -> Draft:
        """A position text as somebody has edited it; never fails, and takes no longer than reading it."""
        return Draft(text, {})

    def sight(self, state: State, seat: int) -> Sight:
        """What a seat may know with a perfect memory: everything, if nothing but luck is hidden."""
        check_seat(state, seat)
        return OpenSight(self.name, state.clone(), seat, self.text)

    def load_sight(self, text: str) -> Sight:
        """The sight of a sight text; Unreadable if it is not one."""
        head, _, position = text.partition(" of ")
        words = head.split(" ")
        if len(words) != 3 or words[:2] != [self.name, "seat"] or not re.fullmatch("[1-9]", words[2]):
            raise Unreadable(f"not a sight of {self.title}")
        state = self.load(position)
        seat = int(words[2]) - 1
        if seat >= state.seats:
            raise Unreadable(f"there is no seat {seat + 1} at a table of {state.seats}")
        return OpenSight(self.name, state, seat, self.text)

    def ruling(self, state: State, move: int, rule: Rule) -> tuple[str, dict[str, object]]:
        """The key of the sentence that explains a refusal, and its arguments."""
        raise NotImplementedError

    # In words. A game without any of these can be played all the same.

    def told(self, state: State, move: int) -> Phrase:
        """A move of the actor, before it is made; public information only."""
        return Phrase("plain.move", {"who": Player(state.actor), "move": self.notation(move)})

    def choice(self, state: State, move: int) -> Phrase:
        """A move in the actor's list of choices."""
        told = self.told(state, move)
        return Phrase("plain.choice", told.args) if told.key == "plain.move" else told

    def luck_told(self, step: LuckStep) -> Phrase | None:
        """Luck in words, as far as the step shows it; None if it is not worth telling."""
        if step.outcome == HIDDEN:
            return None
        return Phrase("plain.luck", {"kind": step.kind, "outcome": step.outcome})

    def drawn(self, step: LuckStep) -> Phrase | None:
        """Any draw in words, for somebody who looks back: what was too small to tell may have decided the game."""
        return self.luck_told(step)

    def event_told(self, event: Event) -> Phrase | None:
        """An event in words; None if it needs none."""
        return None

    def story(self, events: Sequence[Event], since: int = 0) -> list[Event]:
        """The events from `since` on, in order, with all lines that are shown as a scoring."""
        return list(events[since:])

    def described(self, view: object) -> list[Phrase]:
        """A view in words, a line for each thing on the table."""
        return fields(view)

    def picture(self, view: object) -> str:
        """A view as SVG; in words by default."""
        return listed(
            [f"{name.replace('_', ' ')}: {plain_text(value)}" for name, value in plain_fields(view).items()]
        ).svg

    def values(self, state: State, seat: int | None) -> ValueTable | None:
        """What things are worth now, from public information; None: the game has no such table."""
        return None

    def census(self, state: State) -> dict[str, int]:
        """How many pieces of each kind the table holds in all places together; the same after every step."""
        raise NotImplementedError


def check_seat(state: State, seat: int | None) -> None:
    """ValueError with one line for a seat that is not at the table; None is a spectator."""
    if seat is not None and not 0 <= seat < state.seats:
        raise ValueError(f"there is no seat {seat + 1} at a table of {state.seats}")


@lru_cache(maxsize=REMEMBERED)
def named(game: Game, move: int) -> tuple[str, Action]:
    """A legal move as text and as an action; ValueError with one line for a text that a record could not hold."""
    notation = game.notation(move)
    if not (0 < len(notation) <= LONGEST_NOTATION and notation.isprintable() and notation == notation.strip()):
        raise ValueError(f"a record cannot hold the move {notation[:40]!r}: write it in one short line")
    return notation, game.action(move)


@lru_cache(maxsize=REMEMBERED)
def code_of(game: Game, text: str) -> int:
    """The code of a short text; Unreadable if it is not one."""
    return game.parse(text)
