"""The companion of the Dice Game: discs on the building tracks, point chips, three scorings (D34 to D43)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

import msgspec
from librt.vecs import vec
from msgspec import Meta
from mypy_extensions import i64

from sabika.engine.companion import Companion, Impossible, Note, PlayerNumber, in_range
from sabika.engine.phrase import Args, Phrase, Player
from sabika.engine.state import Line
from sabika.games.alhambra_dice.facts import CHIP, DARK_CHIPS, LIGHT_CHIPS, POINT_KINDS, TOP
from sabika.games.alhambra_dice.ledger import new_ledger
from sabika.games.alhambra_dice.tracks import advanced, stacks
from sabika.games.alhambra_dice.view import StackView
from sabika.games.parts.companion.scorings import ScoreNote, ThreeScorings, scoring_told
from sabika.games.parts.tiles import TYPES

Column = Literal["pavilion", "seraglio", "arcades", "chambers", "garden", "tower"]
# Sixteen chips bear points; how many of them bear 1, 2 and 3 is our assumption (Q24), so only their sum is held against
# what people have before them. The ledger has room for seven of a kind with one player.
POINT_CHIPS = sum((*LIGHT_CHIPS[:POINT_KINDS], *DARK_CHIPS[:POINT_KINDS]))
ChipCount = Annotated[int, Meta(ge=0, le=7)]


class AdvanceNote(Note, frozen=True, tag="advance"):
    """A disc moved up: it lies on top of what stands on its new space (D34, D35)."""

    player: PlayerNumber
    column: Column
    points: Annotated[int, Meta(ge=1, le=2)]


class StackNote(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The discs on a space, from the lowest up."""

    space: Annotated[int, Meta(ge=1, le=int(TOP))]
    players: Annotated[list[PlayerNumber], Meta(min_length=1, max_length=6)]


class TrackNote(Note, frozen=True, tag="track"):
    """A track as it lies on the table, instead of what was written down of it."""

    column: Column
    stacks: Annotated[list[StackNote], Meta(max_length=6)]


class ChipsNote(Note, frozen=True, tag="chips"):
    """The point chips that a player has now: how many of 1, 2 and 3 (D26)."""

    player: PlayerNumber
    chips: tuple[ChipCount, ChipCount, ChipCount]


class ColumnPaper(msgspec.Struct, frozen=True):
    """A track, as the board shows it."""

    building: str
    track: list[StackView]  # highest space first


class DicePaper(msgspec.Struct, frozen=True):
    """All that is written down of a game."""

    columns: list[ColumnPaper]
    chips: list[tuple[int, int, int]]  # by player: 1, 2 and 3 points
    held: list[int]  # scorings
    open: list[int]  # those that may be held next


class DiceScore(ThreeScorings):
    order_rule = "D5"

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.tracks = vec[i64]([0] * len(TYPES))
        self.chips = [(0, 0, 0)] * self.players

    def enter(self, note: Note) -> None:
        if isinstance(note, ScoreNote):
            self.hold(note.scoring)
            return
        self.still_played()
        if isinstance(note, AdvanceNote):
            in_range(self, note.player, self.players)
            column = TYPES.index(note.column)
            self.tracks[column] = advanced(self.tracks[column], note.player, note.points)
        elif isinstance(note, TrackNote):
            self.tracks[TYPES.index(note.column)] = self.laid(note.stacks)
        elif isinstance(note, ChipsNote):
            self.keep_chips(note)
        else:
            raise ValueError("this is no note of the Dice Game")

    def laid(self, found: list[StackNote]) -> int:
        """The discs of a track: they come one by one, on each space the lowest first. Raises Impossible."""
        players = [player for stack in found for player in stack.players]
        spaces = [stack.space for stack in found]
        if len(set(players)) < len(players) or len(set(spaces)) < len(spaces):
            raise Impossible("D2", Phrase("refusal.D2"))
        discs = 0
        for stack in found:
            for player in stack.players:
                in_range(self, player, self.players)
                discs = advanced(discs, player, stack.space)
        return discs

    def keep_chips(self, note: ChipsNote) -> None:
        in_range(self, note.player, self.players)
        others = sum(sum(chips) for player, chips in enumerate(self.chips) if player != note.player)
        if others + sum(note.chips) > POINT_CHIPS:
            raise Impossible("D3", Phrase("refusal.D3", {"chips": POINT_CHIPS}))
        self.chips[note.player] = note.chips

    def lines_of(self, scoring: int) -> list[Line]:
        ledger = new_ledger()
        held = [sum(count * CHIP[kind] for kind, count in enumerate(chips)) for chips in self.chips]
        ledger.enter(scoring, self.tracks, vec[i64](held))
        return ledger.lines(scoring, self.players)

    def paper(self) -> DicePaper:
        columns = [
            ColumnPaper(building, [StackView(*stack) for stack in stacks(discs)])
            for building, discs in zip(TYPES, self.tracks, strict=True)
        ]
        return DicePaper(columns, self.chips, self.held, self.open_scorings())

    def described(self) -> list[Phrase]:
        found = []
        for building, discs in zip(TYPES, self.tracks, strict=True):
            spaces = [
                Phrase("companion.disc", {"name": Player(player), "space": space})
                for space, players in stacks(discs)
                for player in players
            ]
            column = Phrase(f"building.{building}")
            found.append(Phrase("describe.track", {"column": column, "stacks": spaces or Phrase("describe.none")}))
        found += [chips_told(player, chips) for player, chips in enumerate(self.chips) if any(chips)]
        return found


class DiceCompanion(Companion):
    notes = AdvanceNote | TrackNote | ChipsNote | ScoreNote
    view_type: ClassVar[type] = DicePaper

    def begin(self, seats: int, options: Mapping[str, str]) -> DiceScore:
        return DiceScore(seats)

    def told(self, note: Note) -> Phrase:
        if isinstance(note, AdvanceNote):
            column = Phrase(f"building.{note.column}")
            args: Args = {"who": Player(note.player), "column": column, "count": note.points}
            return Phrase("companion.advance", args)
        if isinstance(note, TrackNote):
            return Phrase("companion.track", {"column": Phrase(f"building.{note.column}")})
        if isinstance(note, ChipsNote):
            return chips_told(note.player, note.chips)
        assert isinstance(note, ScoreNote)
        return scoring_told(note)


def chips_told(player: int, chips: tuple[int, int, int]) -> Phrase:
    ones, twos, threes = chips
    return Phrase("companion.chips", {"who": Player(player), "ones": ones, "twos": twos, "threes": threes})
