"""A table: state, dealer and record together; the interface for most programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from librt.vecs import vec
from mypy_extensions import i64

from sabika.engine import digest as digests
from sabika.engine.ahead import Ahead, Firm, deal
from sabika.engine.beginning import begun_again, first_state, from_there
from sabika.engine.dealer import Dealer, SealedDealer
from sabika.engine.game import Action, Game, Unreadable, check_seat, code_of, named
from sabika.engine.record import CARDS, Record, mover_name, read, seat_name
from sabika.engine.registry import find
from sabika.engine.replay import begin_luck, check_luck, checked_scores, whose_turn
from sabika.engine.rule import E1, E2, E3, E4, NONE, Rule
from sabika.engine.sight import OpenSight, Sight
from sabika.engine.state import LUCK, OVER, Event, Refused, Result, State
from sabika.engine.step import LuckStep, MoveStep, Step, luck_in
from sabika.locales import say

Playable = int | Action | str  # a code, a named action, or notation
NO_MOVE = -1  # a code of no game; stands for numbers beyond 64 bits and for actions of other games


class Table:
    """One game being played. Luck is dealt as soon as it is asked for, so a table always waits for a seat."""

    def __init__(self, game: Game, state: State, dealer: Dealer, record: Record) -> None:
        self.game = game
        self.state = state
        self.dealer = dealer
        self.record = record
        self.drawn: Counter[str] = Counter()  # how often each kind of luck was drawn
        self._heard = 0  # number of events before the last move
        self._back: list[tuple[int, State, int, int]] = []  # the moves since luck: seat, state before, events, heard
        self._told: tuple[int, bytes] | None = None  # a number of steps and their digest, once it was asked for
        self._secrets = type(game.sight(state, 0)) is not OpenSight  # seats have secrets from each other
        state.tell()

    @classmethod
    def deal(
        cls,
        game: str | Game,
        seats: int | Sequence[str],
        seed: int | None = None,
        options: Mapping[str, object] | None = None,
        dealer: Dealer | None = None,
        bots: Sequence[int] = (),
    ) -> Table:
        """A new table. Seats are a number or names; a seed makes the luck repeatable and is marked in the record.

        `bots` are the seats that the record names as bots'.
        """
        game = find(game) if isinstance(game, str) else game
        names = [f"seat {n + 1}" for n in range(seats)] if isinstance(seats, int) else list(map(seat_name, seats))
        record = Record(game.name, game.rules, game.settle_options(options or {}), names, bots=sorted(bots))
        return cls._begin(game, record, seed, dealer)

    @classmethod
    def from_position(
        cls,
        position: str,
        seats: Sequence[str],
        seed: int | None = None,
        dealer: Dealer | None = None,
        bots: Sequence[int] = (),
        origin: str = "",
    ) -> Table:
        """A table from a position, or from a seat's sight with the rest imagined; `origin` is written `ID step N`."""
        game, record = from_there(position, seats, origin)
        record.bots = sorted(bots)
        return cls._begin(game, record, seed, dealer)

    @classmethod
    def _begin(cls, game: Game, record: Record, seed: int | None, dealer: Dealer | None) -> Table:
        """A table before its first luck, and then after it."""
        dealer = begin_luck(record, seed, dealer)
        state = first_state(game, record, dealer)
        record.options = game.options_of(state)
        if state.players() > state.seats and game.ghost.casefold() in map(str.casefold, record.seats):
            raise ValueError(f"{game.ghost} plays along at a table of {state.seats}; give the seat another name")
        table = cls(game, state, dealer, record)
        table._settle()
        return table

    def __reduce__(self) -> tuple[object, ...]:
        """A pickle holds the saved record, and with it the seed: whoever reads it knows all luck to come."""
        if sum(self.drawn.values()) != len(luck_in(self.record.steps)):
            raise ValueError("this table goes on from a position, and the record of what was before is elsewhere")
        return Table.resume, (self.saved,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self.saved == other.saved

    def __repr__(self) -> str:
        asked = "over" if self.over else f"{self.record.seats[self.actor]} is asked"
        return f"<table of {self.game.name}: {', '.join(self.record.seats)}; {len(self.record.steps)} steps, {asked}>"

    def _repr_svg_(self) -> str:
        return self.state._repr_svg_()

    # Questions.

    @property
    def over(self) -> bool:
        return self.state.actor == OVER

    @property
    def actor(self) -> int:
        """The seat whose turn it is; OVER at the end."""
        return self.state.actor

    @property
    def sight(self) -> Sight:
        """What the seat on turn may know; ValueError if the game is over."""
        return self.game.sight(self.state, self.state.actor)

    def moves(self) -> vec[i64]:
        """The legal moves as codes."""
        return self.state.moves()

    def actions(self) -> list[Action]:
        """The legal moves as named actions, in the same order."""
        return [self.game.action(move) for move in self.state.moves()]

    def view(self, seat: int | None) -> object:
        """What a seat sees; None: a spectator."""
        check_seat(self.state, seat)
        return self.game.view(self.state, seat)

    @property
    def position(self) -> str:
        """The position in one line; `Game.load` reads it back."""
        return self.game.text(self.state)

    @property
    def result(self) -> Result:
        return self.state.result()

    @property
    def events(self) -> list[Event]:
        """The events so far, besides moves and luck."""
        events = self.state.chronicle
        assert events is not None  # `tell` was called when the table was made
        return events

    @property
    def followed(self) -> list[Event | LuckStep]:
        """What followed from the last move, or from the start, in order."""
        found: list[Event | LuckStep] = []
        end = len(self.events)
        for step in reversed(self.record.steps):
            if isinstance(step, MoveStep):
                break
            found = [step, *self.events[step.heard : end], *found]
            end = step.heard
        return [*self.events[self._heard : end], *found]

    @property
    def digest(self) -> str:
        """The digest of everything that players were told so far; undoing a move undoes it (docs/luck.md)."""
        return digests.after(self._firm_digest(), self.record.steps[len(self.record.steps) - len(self._back) :]).hex()

    def _firm_digest(self) -> bytes:
        """The digest of all steps except the last ones that can be undone."""
        steps = self.record.steps
        count, known = self._told or (0, self.record.opening)
        firm = len(steps) - len(self._back)
        self._told = firm, digests.after(known, steps[count:firm])
        return self._told[1]

    # Moves.

    def code(self, move: Playable) -> int:
        """The code of a move in any of its forms; Unreadable if it is not one."""
        if isinstance(move, str):
            return code_of(self.game, move)
        if isinstance(move, self.game.actions):
            return self.game.move(move)
        return move if type(move) is int and -(2**63) <= move < 2**63 else NO_MOVE

    def refusal(self, move: Playable, seat: int | None = None) -> Rule:
        """Why the move is refused; NONE if it is legal. With a seat: E3 if it is another one's turn."""
        if seat is not None and self.state.actor >= 0 and seat != self.state.actor:
            return E3
        return self.state.refusal(self.code(move))

    def why(self, move: Playable, seat: int | None = None, language: str = "en") -> str:
        """The sentence that explains a refusal, with its rule; empty if the move is legal."""
        rule = self.refusal(move, seat)
        if rule is NONE:
            return ""
        if rule in (E1, E2, E3, E4):
            return say(language, f"refusal.{rule.label}", {})
        key, args = self.game.ruling(self.state, self.code(move), rule)
        return say(language, f"refusal.{key}", args, self.game)

    def play(self, move: Playable, seat: int | None = None, by: str = "") -> None:
        """Make a move for the seat on turn, then draw the luck that follows."""
        code, by = self._asked(move, seat), mover_name(by)
        actor = self.state.actor
        self._move(code)
        self.record.steps.append(MoveStep(actor, named(self.game, code)[0], by))
        self._settle()

    def _asked(self, move: Playable, seat: int | None) -> int:
        """The code of a move, which no other seat makes; raises Refused."""
        code, actor = self.code(move), self.state.actor
        if seat is not None and actor >= 0 and seat != actor:
            raise Refused(E3, code)
        return code

    def _move(self, code: int) -> None:
        """Make a move, and keep what is needed to undo it."""
        state, events = self.state, len(self.events)
        actor, before = state.actor, state.clone()
        state.play(code)
        self._back.append((actor, before, events, self._heard))
        self._heard = events
        if state.actor == OVER:
            self._back.clear()  # the end reveals the seed, and with it the luck of any other move

    def _settle(self) -> None:
        if self.state.actor == LUCK:
            deal(self.state, self.dealer, self.drawn, self.record.steps)
            self._back.clear()
        if self.state.actor == OVER:
            self._close()

    # The same in two steps.

    def ahead(self, move: Playable, seat: int | None, by: str, dealer: Dealer) -> Ahead:
        """The result of a move, with this dealer's luck; the table does not change. Raises Refused."""
        code, state = self._asked(move, seat), self.state.clone()
        state.tell()
        state.play(code)
        step, luck = MoveStep(self.state.actor, named(self.game, code)[0], mover_name(by)), list[LuckStep]()
        if state.actor == LUCK:
            deal(state, dealer, dict(self.drawn), luck, heard=len(self.events))
        return Ahead(self.state, state, step, luck)

    def take(self, ahead: Ahead) -> None:
        """Make the move of a result."""
        before, state, events = self.state, ahead.state, self.events
        if ahead.before is not before:
            raise ValueError("the table has gone on since then")
        self._back.append((ahead.move.seat, before, len(events), self._heard))
        self._heard = len(events)
        events += state.chronicle or []
        state.chronicle, before.chronicle = events, None
        self.state = state
        self.record.steps += [ahead.move, *ahead.luck]
        for step in ahead.luck:
            self.drawn[step.kind] += 1
        if ahead.luck or self.over:
            self._back.clear()
        if self.over:
            self._close()

    def _close(self) -> None:
        self.record.scores = self.state.result().scores
        if isinstance(self.dealer, SealedDealer):
            self.record.seed = self.dealer.seed.hex()

    # Undo.

    def undoable(self, seat: int) -> int:
        """How many moves the seat may undo: those since it could last have learned something; none at the end.

        It learns from luck, from other seats' moves and, if others have something that it does not know, from
        the turn passing to them: whether luck is then drawn may depend on what they have.
        """
        if not self._back or self._back[-1][0] != seat or (self._secrets and self.state.actor != seat):
            return 0
        others = (n for n, (mover, *_) in enumerate(reversed(self._back)) if mover != seat)
        return next(others, len(self._back))

    def undo(self, seat: int) -> None:
        """Undo the seat's last move; Refused (E3, or E1 at the end) if something was revealed."""
        if not self.undoable(seat):
            raise Refused(E1 if self.over else E3, NO_MOVE)
        self.take_back()

    def take_back(self) -> None:
        """Undo the last move; `undoable` has allowed it."""
        _, before, events, self._heard = self._back.pop()
        before.chronicle = self.events[:events]
        self.state = before
        self.record.steps.pop()

    @property
    def firm(self) -> Firm:
        """The last position that no undo can pass."""
        told = self._firm_digest().hex()
        if not self._back:
            return Firm(self.state, self.events, [], told)
        _, state, events, _ = self._back[0]
        moves = [step for step in self.record.steps[-len(self._back) :] if isinstance(step, MoveStep)]
        return Firm(state, self.events[:events], moves, told)

    # Records.

    @classmethod
    def go_on(
        cls,
        header: Record,
        position: str,
        dealer: Dealer,
        drawn: Mapping[str, int],
        events: Sequence[Event],
        digest: str = "",
    ) -> Table:
        """A table that continues from a position, with its counts of luck, its events and its digest.

        The steps before are not in its record.
        """
        game = find(header.game)
        table = cls(game, game.load(position), dealer, replace(header, steps=[]))
        table.drawn.update(drawn)
        table._told = (0, bytes.fromhex(digest)) if digest else None
        table.state.chronicle = list(events)
        table._heard = len(events)
        return table

    @property
    def saved(self) -> str:
        """The record with its seed, even during the game: `resume` plays on from it with the same luck."""
        seed = self.dealer.seed.hex() if isinstance(self.dealer, SealedDealer) else ""
        return replace(self.record, seed=seed).text

    @classmethod
    def resume(cls, text: str) -> Table:
        """The table of a saved record, ready to play on."""
        table = cls.replay(text)
        table._settle()
        return table

    @classmethod
    def replay(cls, text: str, step: int | None = None) -> Table:
        """The table of a record after `step` steps, or at its end; Unreadable names the step that is off."""
        record = read(text)
        if step is not None and step < 0:
            raise ValueError(f"a record has no step {step}")
        table = cls._again(record)
        for n, each in enumerate(record.steps[:step], start=1):
            table._repeat(each, n)
        if table.over:
            table.record.scores = checked_scores(record, table.state.result().scores)
            table.record.resigned, table.record.seed = record.resigned, record.seed
        if isinstance(table.dealer, SealedDealer):
            table.dealer.drawn.update(table.drawn)
        return table

    @classmethod
    def walk(cls, text: str) -> Iterator[tuple[Table, Step]]:
        """Every step of a record with the table before it: one table, which changes with each step."""
        record = read(text)
        table = cls._again(record)
        for n, each in enumerate(record.steps, start=1):
            if isinstance(each, LuckStep) and table.state.actor == LUCK:
                each.seen_by = table.state.luck().seen_by  # records do not contain it
            yield table, each
            table._repeat(each, n)

    @classmethod
    def _again(cls, record: Record) -> Table:
        """The table as it was before the first step of a record."""
        game, names, dealer, state = begun_again(record)
        blank = replace(record, steps=[], resigned=[], scores=None, seed="", digest=None)
        twin = replace(blank, options=game.options_of(state), seats=names)
        return cls(game, state, dealer, twin)

    def _repeat(self, step: Step, n: int) -> None:
        """Make the n-th step of a record."""
        state = self.state
        try:
            if isinstance(step, MoveStep):
                if step.seat != state.actor:
                    raise Unreadable(whose_turn(state))
                self._move(self.game.parse(step.notation))
            else:
                step.seen_by, step.heard = check_luck(state, step).seen_by, len(self.events)
                state.settle(step.k)
                self._back.clear()
                self.drawn[step.kind] += 1
                if self.drawn[step.kind] != step.n:
                    raise Unreadable(f"this is draw {self.drawn[step.kind]} of {step.kind}, not {step.n}")
        except Refused as refused:
            raise Unreadable(f"step {n}: {step}: {self.why(refused.move)}") from None
        except Unreadable as error:
            raise Unreadable(f"step {n}: {error}") from None
        self.record.steps.append(step)


CARDS.append(lambda text, step: Table.replay(text, step)._repr_svg_())
