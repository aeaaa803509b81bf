"""The contract: a game is a State that asks for one thing at a time, either a seat's move or luck."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from sabika.engine.rule import Rule

LUCK: Final = -1  # the dealer is asked
OVER: Final = -2  # the game is over
EVERYBODY: Final = -1  # everybody sees the luck


class Refused(Exception):
    """A move that a rule forbids; the state is unchanged."""

    def __init__(self, rule: Rule, move: i64) -> None:
        super().__init__("refused by " + rule.label)
        self.rule = rule
        self.move = move

    def __reduce__(self) -> tuple[object, ...]:
        return Refused, (self.rule, self.move)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Refused) and self.rule is other.rule and self.move == other.move

    def __hash__(self) -> int:
        return hash((self.rule.label, self.move))

    def __repr__(self) -> str:
        return f"Refused({self.rule!r}, {self.move})"


class Luck:
    """A request to the dealer."""

    def __init__(self, kind: str, total: i64, seen_by: i64 = EVERYBODY) -> None:
        self.kind = kind  # which stock is drawn from: tiles, money, dice ...
        self.total = total  # the answer is a number below this
        self.seen_by = seen_by  # bit mask of the seats that see the outcome; EVERYBODY: all and spectators


class Event:
    """A consequence of a move or of luck, for log and animation."""

    def __init__(self, kind: str, args: dict[str, object]) -> None:
        self.kind = kind  # also the key of its sentence in `locales/`
        self.args = args

    def __reduce__(self) -> tuple[object, ...]:
        return Event, (self.kind, self.args)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Event) and self.kind == other.kind and self.args == other.args

    def __hash__(self) -> int:
        raise TypeError("an event has no hash: its arguments may change")

    def __repr__(self) -> str:
        return f"Event({self.kind!r}, {self.args!r})"


class Line:
    """One line of a score, which can be opened: who, where from, how much, and why."""

    def __init__(self, player: i64, part: str, source: str, points: i64, why: dict[str, object]) -> None:
        self.player = player
        self.part = part  # which scoring, round or row
        self.source = source  # what was scored: tower, wall, chip ...
        self.points = points
        self.why = why  # the arguments of its sentence in `locales/`

    def fields(self) -> tuple[int, str, str, int, dict[str, object]]:
        return self.player, self.part, self.source, self.points, self.why

    def __reduce__(self) -> tuple[object, ...]:
        return Line, self.fields()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Line) and self.fields() == other.fields()

    def __hash__(self) -> int:
        raise TypeError("a line has no hash: its arguments may change")

    def __repr__(self) -> str:
        return f"Line({self.player}, {self.part!r}, {self.source!r}, {self.points}, {self.why!r})"


class Result:
    """The result of a game."""

    def __init__(self, scores: list[int], winners: list[int], reason: str, breakdown: list[Line]) -> None:
        self.scores = scores  # a total for every player, the ghost last
        self.winners = winners  # seats
        self.reason = reason  # why the game ended
        self.breakdown = breakdown

    def fields(self) -> tuple[list[int], list[int], str, list[Line]]:
        return self.scores, self.winners, self.reason, self.breakdown

    def __reduce__(self) -> tuple[object, ...]:
        return Result, self.fields()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Result) and self.fields() == other.fields()

    def __hash__(self) -> int:
        raise TypeError("a result has no hash: its lists may change")

    def __repr__(self) -> str:
        return f"Result(scores={self.scores}, winners={self.winners}, reason={self.reason!r})"


def best_seats(scores: list[int], seats: int) -> list[int]:
    """The seats with most points; ties share the win, and the ghost after the seats cannot win."""
    best = max(scores[:seats])
    return [seat for seat in range(seats) if scores[seat] == best]


def winners_without(result: Result, seats: int, resigned: Sequence[int]) -> list[int]:
    """The winners if some seats resigned: they cannot win, so the best of the others do; ties share the win."""
    left = [seat for seat in range(seats) if seat not in resigned]
    best = max([result.scores[seat] for seat in left], default=0)
    return [seat for seat in result.winners if seat in left] or [seat for seat in left if result.scores[seat] == best]


@mypyc_attr(allow_interpreted_subclasses=True)
class Texts:
    """Writes and reads positions; the registry, which knows the games, adds its implementation to `TEXTS`."""

    def text(self, state: State) -> str:
        raise NotImplementedError

    def load(self, game: str, text: str) -> State:
        raise NotImplementedError

    def card(self, state: State) -> str:
        """What a spectator sees, as SVG."""
        raise NotImplementedError


TEXTS: Final[list[Texts]] = []


def load_state(game: str, text: str) -> State:
    """The state of a position text; what a pickled state becomes."""
    return TEXTS[0].load(game, text)


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """A position. It changes only in `play` and `settle`; it has no seed and no order of what is to come."""

    game: ClassVar[str] = ""  # the name of its game

    def __init__(self, seats: i64) -> None:
        self.seats: i64 = seats
        self.actor: i64 = LUCK  # a seat, or LUCK, or OVER
        self.chronicle: list[Event] | None = None  # recorded events; None: not recorded

    # For a seat's decision.

    def moves(self) -> vec[i64]:
        """The legal moves of the actor in a fixed order, never empty; payments with a superfluous card aside."""
        raise NotImplementedError

    def refusal(self, move: i64) -> Rule:
        """Why the actor may not make this move; NONE when it may."""
        raise NotImplementedError

    def redundant(self, move: i64) -> bool:
        """Is it accepted though `moves()` leaves it out?"""
        return False

    def play(self, move: i64) -> None:
        """Make the move; a refused one raises and changes nothing."""
        raise NotImplementedError

    def default(self) -> i64:
        """The move made for a player who does not answer."""
        return self.moves()[0]

    # For luck.

    def luck(self) -> Luck:
        """The request to the dealer, and who will see the answer."""
        raise NotImplementedError

    def luck_total(self) -> i64:
        """How many chances there are; the same as `luck().total`."""
        return self.luck().total

    def settle(self, k: i64) -> None:
        """Let the k-th chance happen, 0 <= k < total; any other raises and changes nothing."""
        raise NotImplementedError

    def outcome(self, k: i64) -> str:
        """The name of the k-th chance."""
        raise NotImplementedError

    def chances(self) -> list[tuple[str, int]]:
        """All outcomes with their weights, in the order that `settle` counts them."""
        raise NotImplementedError

    # For anybody.

    def clone(self) -> State:
        """An independent equal state whose chronicle is off."""
        raise NotImplementedError

    def players(self) -> i64:
        """The seats, and the ghost where there is one."""
        return self.seats

    def side(self, player: i64) -> i64:
        """The team of a player; alone, a side of one's own."""
        return player

    def score(self, player: i64) -> i64:
        """Points so far."""
        raise NotImplementedError

    def score_now(self) -> list[Line]:
        """What a scoring held now would give, line by line."""
        raise NotImplementedError

    def gains_now(self) -> list[int]:
        """The points of a scoring now, by player."""
        found = [0] * self.players()
        for line in self.score_now():
            found[line.player] += line.points
        return found

    def preview(self, move: i64) -> dict[str, int]:
        """What a legal move would do, for people."""
        return {}

    def previews(self, moves: vec[i64]) -> list[dict[str, int]]:
        """The same for several moves; a game may override it to share work."""
        return [self.preview(move) for move in moves]

    def result(self) -> Result:
        """Scores with their breakdown, winners and the reason for the end; before the end, the current standing."""
        raise NotImplementedError

    # As an object: equal positions of one game are equal, whatever the chronicles tell.

    def __reduce__(self) -> tuple[object, ...]:
        """A pickle has the position text, without the chronicle."""
        return load_state, (self.game, TEXTS[0].text(self))

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: object) -> State:
        return self.clone()

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, State) and self.game == other.game and TEXTS[0].text(self) == TEXTS[0].text(other)

    def __hash__(self) -> int:
        raise TypeError("a state has no hash, because it changes; use its position text")

    def __repr__(self) -> str:
        if self.actor == OVER:
            asked = "the game is over"
        else:
            asked = "luck is asked" if self.actor == LUCK else f"seat {self.actor + 1} is asked"
        return f"<{self.game}, {self.seats} seats, {asked}>"

    def _repr_svg_(self) -> str:
        """What a spectator sees, for notebooks."""
        return TEXTS[0].card(self)

    # The chronicle.

    def tell(self) -> None:
        """Switch the chronicle on."""
        if self.chronicle is None:
            self.chronicle = []

    def happened(self, kind: str, args: dict[str, object]) -> None:
        """Add to the chronicle; callers ask `self.chronicle is not None` first where the arguments cost time."""
        if self.chronicle is not None:
            self.chronicle.append(Event(kind, args))
