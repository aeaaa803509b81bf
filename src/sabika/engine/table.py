"""A table: state, dealer and record together. The face that most programs see."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from librt.vecs import vec
from mypy_extensions import i64

from sabika.engine.dealer import CONSTRUCTION, SILENT_NONCE, Dealer, FastDealer, SealedDealer, seed_bytes
from sabika.engine.game import Action, Game, Unreadable, code_of, find, named
from sabika.engine.record import LuckStep, MoveStep, Record, Step, read
from sabika.engine.rule import Rule, label
from sabika.engine.sight import Sight
from sabika.engine.state import LUCK, OVER, Event, Refused, Result, State
from sabika.locales import say

Playable = int | Action | str  # a code, a named action, or notation
NO_MOVE = -1  # a code that no game has; stands for numbers beyond 64 bits and for actions of other games


@dataclass(frozen=True)
class Firm:
    """A position that will not be taken back, and what came after it."""

    state: State
    events: list[Event]  # all that had happened by then
    moves: list[MoveStep]  # since


class Table:
    """One game being played. Luck is dealt as soon as it is asked for, so a table always waits for a seat."""

    def __init__(self, game: Game, state: State, dealer: Dealer, record: Record) -> None:
        self.game = game
        self.state = state
        self.dealer = dealer
        self.record = record
        self.drawn: Counter[str] = Counter()  # how often each kind of luck was asked
        self._back: list[tuple[int, State, int]] = []  # the moves since luck: seat, state before, events before
        state.tell()

    @classmethod
    def deal(
        cls,
        game: str | Game,
        seats: int | Sequence[str],
        seed: int | None = None,
        options: Mapping[str, object] | None = None,
        dealer: Dealer | None = None,
    ) -> Table:
        """A new table. Seats are a number or names; a seed makes the luck repeatable and is marked in the record."""
        game = find(game) if isinstance(game, str) else game
        names = [f"seat {n + 1}" for n in range(seats)] if isinstance(seats, int) else list(map(seat_name, seats))
        state = game.start(len(names), options)
        if state.players() > state.seats and game.ghost.casefold() in map(str.casefold, names):
            raise ValueError(f"{game.ghost} plays along at a table of {len(names)}; call the seat otherwise")
        record = Record(game.name, game.rules, game.options_of(state), names, secrets.token_hex(8))
        if dealer is None:
            chosen = None if seed is None else seed_bytes(seed)
            if chosen is not None:
                record.game_id = f"seed-{seed}"
            dealer = SealedDealer(record.game_id, [SILENT_NONCE] * len(names), chosen, chosen=seed is not None)
        if isinstance(dealer, SealedDealer):
            seal(record, dealer)
        table = cls(game, state, dealer, record)
        table._settle()
        return table

    # What is asked.

    @property
    def over(self) -> bool:
        return self.state.actor == OVER

    @property
    def actor(self) -> int:
        """The seat that is asked; OVER at the end."""
        return self.state.actor

    @property
    def sight(self) -> Sight:
        """What the seat that is asked may know."""
        return self.state.sight(self.state.actor)

    def moves(self) -> vec[i64]:
        """The legal moves as codes."""
        return self.state.moves()

    def actions(self) -> list[Action]:
        """The legal moves as named actions, in the same order."""
        return [self.game.action(move) for move in self.state.moves()]

    def view(self, seat: int | None) -> object:
        """What a seat is shown; None: a spectator."""
        if seat is not None and not 0 <= seat < self.state.seats:
            raise ValueError(f"there is no seat {seat + 1} at a table of {self.state.seats}")
        return self.state.view(seat)

    @property
    def result(self) -> Result:
        return self.state.result()

    @property
    def events(self) -> list[Event]:
        """What happened so far besides moves and luck."""
        return self.state.chronicle or []

    # What is answered.

    def code(self, move: Playable) -> int:
        """The code of a move in any of its forms; Unreadable when it is none."""
        if isinstance(move, str):
            return code_of(self.game, move)
        if isinstance(move, self.game.actions):
            return self.game.move(move)
        return move if isinstance(move, int) and -(2**63) <= move < 2**63 else NO_MOVE

    def refusal(self, move: Playable, seat: int | None = None) -> Rule:
        """Why the move is refused; Rule.NONE when it is not. Who names a seat is refused when it is not asked (E3)."""
        if seat is not None and self.state.actor >= 0 and seat != self.state.actor:
            return Rule.E3
        return self.state.refusal(self.code(move))

    def why(self, move: Playable, seat: int | None = None, language: str = "en") -> str:
        """The sentence that explains a refusal, with its rule; empty when the move is legal."""
        rule = self.refusal(move, seat)
        if rule is Rule.NONE:
            return ""
        if rule in (Rule.E1, Rule.E2, Rule.E3, Rule.E4):
            return say(language, f"refusal.{label(rule)}", {})
        key, args = self.game.ruling(self.state, self.code(move), rule)
        return say(language, f"refusal.{key}", args)

    def play(self, move: Playable, seat: int | None = None, by: str = "") -> None:
        """Make a move for the seat that is asked, then let luck answer what it is asked."""
        code = self.code(move)
        rule = self.refusal(code, seat)
        if rule is not Rule.NONE:
            raise Refused(rule, code)
        step = MoveStep(self.state.actor, named(self.game, code)[0], mover_name(by))
        self._move(code)
        self.record.steps.append(step)
        self._settle()

    def _move(self, code: int) -> None:
        """Make a move, and keep what it takes to take it back."""
        actor, before, events = self.state.actor, self.state.clone(), len(self.events)
        self.state.play(code)
        self._back.append((actor, before, events))
        if self.over:
            self._back.clear()  # the end reveals the seed, and with it all luck that another move would meet

    def _settle(self) -> None:
        state = self.state
        while state.actor == LUCK:
            luck = state.luck()
            k = self.dealer.answer(state)
            self.drawn[luck.kind] += 1
            step = LuckStep(luck.kind, self.drawn[luck.kind], k, luck.total, state.outcome(k), luck.seen_by)
            state.settle(k)
            self.record.steps.append(step)
            self._back.clear()
        if state.actor == OVER:
            self._close()

    def _close(self) -> None:
        self.record.scores = self.state.result().scores
        if isinstance(self.dealer, SealedDealer):
            self.record.seed = self.dealer.seed.hex()

    # Taking back.

    def undoable(self, seat: int) -> int:
        """How many moves the seat may take back: those since luck was drawn or another seat acted; none at the end."""
        if not self._back or self._back[-1][0] != seat:
            return 0
        others = (n for n, (mover, _, _) in enumerate(reversed(self._back)) if mover != seat)
        return next(others, len(self._back))

    def undo(self, seat: int) -> None:
        """Take back the seat's last move; Refused (E3, or E1 at the end) where information forbids it."""
        if not self.undoable(seat):
            raise Refused(Rule.E1 if self.over else Rule.E3, NO_MOVE)
        _, before, events = self._back.pop()
        before.chronicle = self.events[:events]
        self.state = before
        self.record.steps.pop()

    @property
    def firm(self) -> Firm:
        """The last position behind which nobody can go back."""
        if not self._back:
            return Firm(self.state, self.events, [])
        _, state, events = self._back[0]
        moves = [step for step in self.record.steps[-len(self._back) :] if isinstance(step, MoveStep)]
        return Firm(state, self.events[:events], moves)

    # Records.

    @classmethod
    def go_on(
        cls, header: Record, position: str, dealer: Dealer, drawn: Mapping[str, int], events: Sequence[Event]
    ) -> Table:
        """A table from a position on, with how often each kind of luck was asked and what had happened.

        The steps before are not in its record.
        """
        game = find(header.game)
        table = cls(game, game.load(position), dealer, replace(header, steps=[]))
        table.drawn.update(drawn)
        table.state.chronicle = list(events)
        return table

    @property
    def saved(self) -> str:
        """The record with its seed, though the game goes on: `resume` plays on from it with the same luck."""
        seed = self.dealer.seed.hex() if isinstance(self.dealer, SealedDealer) else ""
        return replace(self.record, seed=seed).text

    @classmethod
    def resume(cls, text: str) -> Table:
        """The table of a saved record, ready to be played on."""
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
        steps = record.steps if step is None else record.steps[:step]
        for n, each in enumerate(steps, start=1):
            table._repeat(each, n)
        if table.over:
            table._compare(record)
        if isinstance(table.dealer, SealedDealer):
            table.dealer.drawn.update(table.drawn)
        return table

    @classmethod
    def walk(cls, text: str) -> Iterator[tuple[Table, Step]]:
        """Every step of a record with the table before it: one table, which changes as one walks on."""
        record = read(text)
        table = cls._again(record)
        for n, each in enumerate(record.steps, start=1):
            yield table, each
            table._repeat(each, n)

    @classmethod
    def _again(cls, record: Record) -> Table:
        """The table as it was before the first step of a record."""
        try:
            game = find(record.game)
            if record.rules != game.rules:
                raise ValueError(f"{game.title} with rules version {record.rules} is not known here")
            names = [seat_name(name) for name in record.seats]
            state = game.start(len(names), record.options)
            dealer = dealer_of(record)
        except ValueError as error:
            raise Unreadable(f"the header: {error}") from None
        twin = Record(game.name, game.rules, game.options_of(state), names, record.game_id, record.luck)
        twin.commit, twin.nonces, twin.chosen = record.commit, record.nonces, record.chosen
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
                check_luck(state, step)
                step.seen_by = state.luck().seen_by
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

    def _compare(self, record: Record) -> None:
        """The end of a record against what came out."""
        scores = self.state.result().scores
        if record.scores is not None and record.scores != scores:
            told, right = " ".join(map(str, record.scores)), " ".join(map(str, scores))
            raise Unreadable(f"step {len(record.steps)}: the record says {told}, the score is {right}")
        self.record.scores = scores
        self.record.seed = record.seed


class NoDealer:
    """Of a record whose seed is not known: it can be read, not played on."""

    def answer(self, state: State) -> int:
        raise Unreadable("the seed of this record is not known, so the game cannot be played on")


def dealer_of(record: Record) -> Dealer:
    """Who deals when a record is played on."""
    if record.luck != CONSTRUCTION:
        return FastDealer(secrets.randbits(62))
    if not record.seed:
        return NoDealer()
    nonces = [bytes.fromhex(nonce) for nonce in record.nonces]
    return SealedDealer(record.game_id, nonces, bytes.fromhex(record.seed), chosen=record.chosen)


def seal(record: Record, dealer: SealedDealer) -> None:
    """Write into the header what makes the luck verifiable."""
    record.game_id = dealer.game_id
    record.luck = CONSTRUCTION
    record.commit = dealer.commitment
    record.nonces = [nonce.hex() for nonce in dealer.nonces]
    record.chosen = dealer.chosen


def check_luck(state: State, step: LuckStep) -> None:
    """Is this what the state asks for, and what the number means?"""
    if state.actor != LUCK:
        raise Unreadable(whose_turn(state))
    luck = state.luck()
    if (luck.kind, luck.total) != (step.kind, step.total) or step.k >= step.total:
        raise Unreadable(f"{step}: luck is asked for {luck.kind}, a number below {luck.total}")
    if step.k < 0:
        raise Unreadable(f"{step}: this luck is hidden, so the record cannot be played again from here")
    if state.outcome(step.k) != step.outcome:
        raise Unreadable(f"{step}: number {step.k} gives {state.outcome(step.k)}")


def whose_turn(state: State) -> str:
    """What a record should have gone on with."""
    if state.actor == OVER:
        return "the game is over here"
    return "luck is asked here" if state.actor == LUCK else f"seat {state.actor + 1} is asked here"


def mover_name(name: str) -> str:
    """Who moved for a seat, fit for a record; empty: the seat itself."""
    if "(" in name or ")" in name:
        raise ValueError(f"the name of who moves for a seat has no brackets, not {name[:40]!r}")
    return seat_name(name) if name else ""


def seat_name(name: str) -> str:
    """A name that fits in a record: one line, no comma, not empty."""
    name = name.strip()
    if not name or len(name) > 40 or "," in name or not name.isprintable():
        raise ValueError(f"a seat's name has 1 to 40 printable characters and no comma, not {name[:40]!r}")
    return name
