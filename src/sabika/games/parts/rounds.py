"""Five rounds with dice: the first player, prizes and scorings, as the Dice Game and Alcazaba share them.

A game of this kind fills in what lies in the columns, what else a turn allows, and what is won.
NAME: bits 0-3 the kind, then the seat (3 bits from 4).
"""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from sabika.engine.rule import E1, E2, E4, NONE, Rule
from sabika.engine.state import LUCK, OVER, Line, Luck, Refused, Result, best_seats
from sabika.games.parts.building import kind_of
from sabika.games.parts.dice import DICE, FACES, KEEP, POWERS, all_throws, dice_in, dice_name, is_dice, kept_by, thrown
from sabika.games.parts.ledger import told
from sabika.games.parts.rules import D12, D31
from sabika.games.parts.space import Space
from sabika.games.parts.tiles import TYPES
from sabika.games.parts.turns import MARK, THROW, TURN, DiceTurns, type_of

NAME: Final[i64] = 9  # name the next first player (D31)

ROUNDS: Final[i64] = 5  # D5
NOWHERE: Final[i64] = -1  # a column that is none

# What is decided besides THROW and TURN. Numbers from 6 belong to the games.
LOT: Final[i64] = 0  # who begins (D4)
DIE: Final[i64] = 1  # the column of the first-player chip (D6, C53)
FIRST: Final[i64] = 4  # who will be first player (D31)
DONE: Final[i64] = 5
STAGES: Final = ("lot", "die", "throw", "turn", "first", "done")


def name_first(seat: i64) -> i64:
    """The code of NAME."""
    return NAME | (seat << 4)


def seat_of(move: i64) -> i64:
    return (move >> 4) & 7


class DiceRounds(DiceTurns):
    """What both games with dice have besides their turns."""

    def __init__(self, seats: i64, space: Space, points: vec[i64]) -> None:
        super().__init__(seats, space)
        self.points: vec[i64] = points  # by player
        self.round: i64 = 0  # 1 to 5, 0 before the first
        self.caliph: i64 = 0  # the seat that is first player; from its naming on, that of the next round
        self.chip: i64 = NOWHERE  # the column where the first-player chip lies
        self.column: i64 = 0  # the column that is evaluated (D19)
        self.held: i64 = 0  # scorings held so far

    def copy_to(self, twin: DiceRounds) -> None:
        """Give a clone everything that its constructor was not given."""
        self.copy_turn(twin)
        twin.round = self.round
        twin.caliph = self.caliph
        twin.chip = self.chip
        twin.column = self.column
        twin.held = self.held

    # What a game fills in.

    def well_formed(self, move: i64) -> bool:
        """Does this code stand for a move at all?"""
        return is_turn_move(move)

    def other_turn_refusal(self, kind: i64, move: i64) -> Rule:
        """Why a move other than KEEP and MARK may not be made after a throw."""
        raise NotImplementedError

    def prize_refusal(self, kind: i64, move: i64) -> Rule:
        """Why a move may not be made while prizes are given."""
        raise NotImplementedError

    def prize_moves(self) -> vec[i64]:
        """The actor's moves while prizes are given."""
        raise NotImplementedError

    def act(self, kind: i64, move: i64) -> None:
        """Make a move other than KEEP, MARK and NAME."""
        raise NotImplementedError

    def lay_out(self) -> None:
        """Begin a round: ask for the first luck of its set-up."""
        raise NotImplementedError

    def after_die(self) -> None:
        """The first-player chip has its column: go on."""
        raise NotImplementedError

    def lay_kind(self) -> str:
        """What is drawn in the set-up of a round besides the die."""
        raise NotImplementedError

    def lay_chances(self) -> list[tuple[str, int]]:
        raise NotImplementedError

    def lay_total(self) -> i64:
        raise NotImplementedError

    def lay_outcome(self, k: i64) -> str:
        raise NotImplementedError

    def lay(self, k: i64) -> None:
        """Lay out what was drawn."""
        raise NotImplementedError

    def award(self) -> None:
        """Give prizes from where the evaluation stands, until somebody is asked or the round is over."""
        raise NotImplementedError

    def tidy(self) -> None:
        """What was not won leaves the game."""
        raise NotImplementedError

    def enter_scoring(self, scoring: i64) -> None:
        """Keep what a scoring counts."""
        raise NotImplementedError

    def scored(self, scoring: i64, player: i64) -> i64:
        """What a scoring held gave a player."""
        raise NotImplementedError

    def scoring_lines(self, scoring: i64) -> list[Line]:
        """A scoring held, line by line."""
        raise NotImplementedError

    def opened(self, lines: list[Line]) -> list[Line]:
        """The lines of the scoring that is being held, with what only the table of that moment can tell."""
        return lines

    def other_preview(self, kind: i64, move: i64) -> dict[str, int]:
        """What a move other than KEEP, MARK and NAME would do."""
        return {}

    # Moves.

    def moves(self) -> vec[i64]:
        if self.actor < 0:
            return vec[i64]()
        if self.stage == TURN:
            return self.turn_moves()
        if self.stage != FIRST:
            return self.prize_moves()
        found = vec[i64](capacity=6)
        for seat in range(self.seats):
            found = append(found, name_first(seat))  # D31
        return found

    def default(self) -> i64:
        """The best cell that can be reached at once; oneself as first player; else the first move."""
        if self.stage == TURN:
            return self.best_mark()
        return name_first(self.actor) if self.stage == FIRST else self.moves()[0]

    def refusal(self, move: i64) -> Rule:
        if self.actor == OVER:
            return E1
        if self.actor == LUCK:
            return E2
        if not self.well_formed(move):
            return E4
        kind = kind_of(move)
        if kind == NAME or self.stage == FIRST:
            return NONE if self.may_name(kind, move) else D31
        if self.stage != TURN:
            return self.prize_refusal(kind, move)
        if kind == KEEP:
            return self.keep_refusal(kept_by(move))
        if kind == MARK:
            return NONE if self.symbols(type_of(move)) > 0 else D12
        return self.other_turn_refusal(kind, move)

    def may_name(self, kind: i64, move: i64) -> bool:
        """Whoever receives the first-player chip names a human player at once; nobody else may (D31)."""
        return self.stage == FIRST and kind == NAME and seat_of(move) < self.seats

    def play(self, move: i64) -> None:
        rule = self.refusal(move)
        if rule is not NONE:
            raise Refused(rule, move)
        kind = kind_of(move)
        if kind == KEEP:
            self.throw_again(kept_by(move))
        elif kind == MARK:
            self.mark(type_of(move))
        elif kind == NAME:
            self.crown(self.actor, seat_of(move))
            self.award()
        else:
            self.act(kind, move)

    def crown(self, player: i64, seat: i64) -> None:
        """The player names the seat that takes the Caliph (D31)."""
        self.caliph = seat
        if self.chronicle is not None:
            self.happened("first-player", {"player": player, "seat": seat})

    def ghost_crowns(self) -> None:
        """Carlo names the human who was not first player in this round (D48)."""
        self.crown(self.seats, 1 - self.caliph)

    # The course of a round.

    def begin_round(self) -> None:
        self.round += 1
        self.actor = LUCK
        if self.chronicle is not None:
            self.happened("round", {"round": self.round, "seat": self.caliph})
        self.lay_out()

    def begin_turns(self) -> None:
        """The Caliph's holder begins (D8)."""
        self.begin_turn(self.caliph)

    def evaluate(self) -> None:
        self.column = 0
        self.award()

    def end_round(self) -> None:
        """Markers go back (D24, C60); a scoring after rounds 1, 3 and 5 (D5, D25)."""
        self.space.clear()
        self.hand = self.markers()
        self.out = 0
        self.column = 0
        self.chip = NOWHERE
        self.tidy()
        if self.round % 2 == 1:
            self.hold_scoring()
        if self.round == ROUNDS:
            self.stage = DONE
            self.actor = OVER
            self.happened("end", {"reason": "five-rounds"})
        else:
            self.begin_round()

    # Scoring and the end.

    def score(self, player: i64) -> i64:
        return self.points[player]

    def hold_scoring(self) -> None:
        self.held += 1
        self.enter_scoring(self.held)
        for player in range(self.players()):
            self.points[player] += self.scored(self.held, player)
        if self.chronicle is not None:
            lines = self.opened(self.scoring_lines(self.held))
            self.happened("scoring", {"scoring": self.held, "lines": lines})

    def result(self) -> Result:
        scores = [int(self.points[player]) for player in range(self.players())]
        winners = best_seats(scores, self.seats)  # ties share (D43, C65), Carlo cannot win (Q12)
        breakdown: list[Line] = []
        for scoring in range(i64(1), self.held + 1):
            breakdown.extend(told(self.chronicle, scoring) or self.scoring_lines(scoring))
        return Result(scores, winners, "five-rounds" if self.actor == OVER else "playing", breakdown)

    # Luck.

    def luck(self) -> Luck:
        if self.actor != LUCK:
            return Luck("none", 0)
        stage = self.stage
        if stage == THROW:
            kind = "dice"
        elif stage == DIE:
            kind = "die"
        elif stage == LOT:
            kind = "lot"
        else:
            kind = self.lay_kind()
        return Luck(kind, self.luck_total())

    def luck_total(self) -> i64:
        if self.actor != LUCK:
            return 0
        stage = self.stage
        if stage == THROW:
            return POWERS[DICE - dice_in(self.kept)]
        if stage == DIE:
            return FACES
        if stage == LOT:
            return self.seats
        return self.lay_total()

    def settle(self, k: i64) -> None:
        if k < 0 or k >= self.luck_total():
            raise ValueError("there is no such chance")
        stage = self.stage
        if stage == THROW:
            self.throw(k)
        elif stage == DIE:
            self.chip = k
            self.after_die()
        elif stage == LOT:
            self.caliph = k
            self.begin_round()
        else:
            self.lay(k)

    def outcome(self, k: i64) -> str:
        if k < 0 or k >= self.luck_total():
            raise ValueError("there is no such chance")
        stage = self.stage
        if stage == THROW:
            return dice_name(thrown(DICE - dice_in(self.kept), k))
        if stage == DIE:
            return TYPES[k]
        if stage == LOT:
            return f"seat-{k + 1}"
        return self.lay_outcome(k)

    def chances(self) -> list[tuple[str, int]]:
        if self.actor != LUCK:
            return []
        if self.stage == THROW:
            return [(dice_name(dice), ways) for dice, ways in all_throws(DICE - dice_in(self.kept))]
        if self.stage == DIE or self.stage == LOT:
            return [(self.outcome(k), 1) for k in range(self.luck_total())]
        return self.lay_chances()

    # For people.

    def preview(self, move: i64) -> dict[str, int]:
        """How many dice are thrown, or which cell is reached."""
        if self.refusal(move) is not NONE:
            return {}
        kind = kind_of(move)
        if kind == KEEP:
            return {"thrown": DICE - dice_in(kept_by(move))}
        if kind == MARK:
            building = type_of(move)
            return self.landing(building, self.space.reach(building, self.goal(building)))
        return {} if kind == NAME else self.other_preview(kind, move)


def is_turn_move(move: i64) -> bool:
    """Is this the code of KEEP, MARK or NAME?"""
    kind = kind_of(move)
    if move < 0:
        return False
    if kind == KEEP:
        return is_dice(kept_by(move))
    return kind in (MARK, NAME) and move >> 7 == 0 and type_of(move) < FACES
