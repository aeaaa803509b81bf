"""The companion counts what the game counts: random games are written down, and every total is the engine's."""

from __future__ import annotations

from random import Random

import pytest
from msgspec import json, to_builtins

from sabika.engine.companion import Companion, Impossible, Note, Score, keep_score
from sabika.engine.game import Game
from sabika.engine.rule import NONE
from sabika.games import GAMES
from sabika.games.alhambra.companion import AlhambraCompanion
from sabika.games.alhambra_dice.companion import (
    AdvanceNote,
    ChipsNote,
    DiceCompanion,
    DiceScore,
    StackNote,
    TrackNote,
)
from sabika.games.parts.companion.cities import BuildNote, CityScore, GhostNote, RemoveNote, SwapNote, walls_of
from sabika.games.parts.companion.scorings import ScoreNote
from sabika.games.parts.tiles import NAMES
from sabika.games.zatre.companion import DoneNote, EndNote, LayNote, TurnNote, ZatreCompanion, ZatreScore
from sabika.locales import Reader
from tests.contract.setups import COMPILED, Setup, every_setup, tried
from tests.contract.walks import generator
from tests.fuzz import fewer
from tests.games.notes import played

ROUNDS = 6 if COMPILED else 1  # random games of each table, half of them with rare moves as often as others


def companion_of(setup: Setup) -> Companion:
    companion = setup.game.companion
    assert companion is not None
    return companion


def begun(setup: Setup) -> Score:
    return companion_of(setup).begin(setup.seats, dict(setup.options))


@every_setup
def test_a_game_written_down_counts_the_same(setup: Setup) -> None:
    for number in range(ROUNDS):
        rng = generator(setup, "companion", number)
        state, notes = played(setup.game, setup.seats, dict(setup.options), rng, varied=number % 2 == 1)
        score = begun(setup)
        assert keep_score(score, notes) == [None] * len(notes)
        result = state.result()
        assert score.totals() == result.scores
        assert score.winners() == result.winners
        assert score.over()
        booked = [line.fields() for line in result.breakdown if line.part != "last-tiles"]
        assert [line.fields() for line in score.lines()] == booked


@every_setup
def test_notes_are_the_same_after_a_way_through_json(setup: Setup) -> None:
    companion = companion_of(setup)
    _, notes = played(setup.game, setup.seats, dict(setup.options), generator(setup, "companion json"))
    for note in notes:
        assert companion.read(json.decode(json.encode(note))) == note
        assert companion.told(note).key


@pytest.mark.parametrize(
    ("cell", "said"),
    [
        ((0, -1), "Ana builds tower 11 N, 1 north of the fountain"),
        ((-2, 1), "Ana builds tower 11 N, 2 west and 1 south of the fountain"),
        ((0, 0), "Ana builds tower 11 N at 0, 0"),
    ],
)
def test_an_entry_says_where_a_building_stands_as_a_table_shows_it(cell: tuple[int, int], said: str) -> None:
    note = BuildNote(player=0, tile="tower-11-N", cell=cell)
    assert Reader(GAMES["alhambra"], ["Ana", "Ben", "Dirk"]).tell(AlhambraCompanion().told(note)) == said


@pytest.mark.parametrize(
    ("cell", "said"),
    [((0, 0), "Ana lays a 4, on the red square"), ((3, -2), "Ana lays a 4, 3 east and 2 north of the red square")],
)
def test_an_entry_says_where_a_tile_lies(cell: tuple[int, int], said: str) -> None:
    note = LayNote(player=0, value=4, cell=cell)
    assert Reader(GAMES["zatre"], ["Ana", "Ben"]).tell(ZatreCompanion().told(note)) == said


def test_zatre_by_lines_counts_as_tile_by_tile() -> None:
    for setup in tried("zatre"):
        state, notes = played(
            setup.game, setup.seats, dict(setup.options), generator(setup, "companion sums"), sums=True
        )
        score = begun(setup)
        assert keep_score(score, notes) == [None] * len(notes)
        assert score.totals() == state.result().scores


@every_setup
def test_a_refused_note_changes_nothing(setup: Setup) -> None:
    """Notes in the wrong place: each counts, or all is as it was."""
    rng = generator(setup, "companion refused")
    _, notes = played(setup.game, setup.seats, dict(setup.options), rng)
    refused = 0
    for _ in range(fewer(20, 4) if COMPILED else 3):
        score = begun(setup)
        keep_score(score, notes[: rng.randrange(len(notes))])
        before = to_builtins(score.paper()), score.totals()
        for other in rng.sample(notes, min(len(notes), 20)):
            if keep_score(score, [other]) == [None]:
                before = to_builtins(score.paper()), score.totals()
            else:
                refused += 1
                assert (to_builtins(score.paper()), score.totals()) == before
    assert refused or setup.game.name == "alhambra_dice"  # there discs may move at any time


# Cities.

PLUS = [  # around the fountain, walled all round
    BuildNote(0, "pavilion-2-NEW", (0, -1)),
    BuildNote(0, "tower-8-NES", (1, 0)),
    BuildNote(0, "garden-6-ESW", (0, 1)),
    BuildNote(0, "chambers-5-NSW", (-1, 0)),
]


def city_score(*notes: Note, seats: int = 3) -> CityScore:
    score = AlhambraCompanion().begin(seats, {"extra_tower": "off"})
    for note in notes:
        score.enter(note)
    return score


def shares(score: Score, source: str) -> dict[int, int]:
    return {line.player: line.points for line in score.lines() if line.source == source}


def test_a_wall_closed_all_round_counts_its_full_length() -> None:
    score = city_score(*PLUS, ScoreNote(1))
    assert shares(score, "wall") == {0: 12}
    assert score.totals() == [12 + 1 + 4 + 5 + 6, 0, 0]


TIES = {
    "second scoring, towers, two tied first": (2, "tower", [1, 1, 0], {0: 9, 1: 9}),
    "first scoring, pavilions, two tied": (1, "pavilion", [1, 1, 0], {0: 0, 1: 0}),
    "third, pavilions, three tied first": (3, "pavilion", [1, 1, 1], {0: 8, 1: 8, 2: 8}),
    "third, pavilions, four tied first": (3, "pavilion", [1, 1, 1, 1], {0: 6, 1: 6, 2: 6, 3: 6}),
    "third, towers, one first and three tied second": (3, "tower", [2, 1, 1, 1], {0: 21, 1: 6, 2: 6, 3: 6}),
}
OPEN_TILES = {  # without walls that matter, and each where it fits beside the fountain
    "tower": ["tower-11-N", "tower-11-none", "tower-12-none", "tower-11-S", "tower-9-NE"],
    "pavilion": ["pavilion-8-none", "pavilion-6-N", "pavilion-5-NW", "pavilion-4-ES"],
}


@pytest.mark.parametrize(("scoring", "kind", "counts", "expected"), TIES.values(), ids=TIES)
def test_ties_share(scoring: int, kind: str, counts: list[int], expected: dict[int, int]) -> None:
    """The checked cases of A23."""
    left = iter(OPEN_TILES[kind])
    cells = ((0, -1), (0, 1))
    notes = [
        BuildNote(player, next(left), cell, as_it_lies=True)
        for player, count in enumerate(counts)
        for cell in cells[:count]
    ]
    assert shares(city_score(*notes, ScoreNote(scoring), seats=len(counts)), kind) == expected


def test_equal_scores_share_the_win_and_the_ghost_cannot_win() -> None:
    score = city_score(GhostNote("tower-12-none"), ScoreNote(1), ScoreNote(3), seats=2)
    assert score.totals() == [0, 0, 6 + 21]
    assert score.winners() == [0, 1]


REFUSED = {
    "a tile that stands in another city": ([*PLUS, BuildNote(1, "tower-8-NES", (1, 0))], "A2", "refusal.A2-built"),
    "a tile of the ghost": ([GhostNote("tower-8-NES"), BuildNote(1, "tower-8-NES", (1, 0))], "A2", "refusal.A2-built"),
    "a tile that is not in the box": ([BuildNote(0, "tower-9-SW", (1, 0))], "A2", "refusal.A2-box"),
    "a plot that is taken": ([PLUS[0], BuildNote(0, "tower-11-none", (0, -1))], "A17a", "refusal.A17a"),
    "a plot apart": ([BuildNote(0, "tower-11-none", (3, 0))], "A17b", "refusal.A17b"),
    "a wall against an open side": ([BuildNote(0, "tower-10-W", (1, 0))], "A17c", "refusal.A17c"),
    "the same, as it lies, is fine": ([BuildNote(0, "tower-10-W", (1, 0), as_it_lies=True)], "", ""),
    "a removal that cuts off": (
        [BuildNote(0, "tower-11-none", (1, 0)), BuildNote(0, "tower-12-none", (2, 0)), RemoveNote(0, "tower-11-none")],
        "A17d",
        "refusal.A17d-remove",
    ),
    "the same, as it lies": (
        [
            BuildNote(0, "tower-11-none", (1, 0)),
            BuildNote(0, "tower-12-none", (2, 0)),
            RemoveNote(0, "tower-11-none", as_it_lies=True),
        ],
        "A17b",
        "refusal.A17b-remove",
    ),
    "a removal from another city": ([*PLUS, RemoveNote(1, "tower-8-NES")], "A18", "refusal.A18-city"),
    "the fountain": ([RemoveNote(0, "fountain-0-none")], "A18", "refusal.A18-fountain"),
    "a swap of what is not there": ([SwapNote(0, "tower-11-none", "tower-8-NES")], "A18", "refusal.A18-city"),
    "a swap whose walls do not match": ([*PLUS, SwapNote(0, "tower-10-W", "tower-8-NES")], "A17c", "refusal.A17c-swap"),
    "a swap": ([*PLUS, SwapNote(0, "arcades-4-NES", "tower-8-NES")], "", ""),
    "a scoring twice": ([ScoreNote(1), ScoreNote(1)], "A27", "refusal.scorings"),
    "a scoring too late": ([ScoreNote(2), ScoreNote(1)], "A27", "refusal.scorings"),
    "a tile after the end": ([ScoreNote(3), PLUS[0]], "E1", "refusal.E1"),
}


@pytest.mark.parametrize(("notes", "rule", "key"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_names_its_rule(notes: list[Note], rule: str, key: str) -> None:
    score = city_score(seats=2)
    *others, last = keep_score(score, notes)
    assert others == [None] * len(others)
    assert (("", "") if last is None else (last.rule, last.said.key)) == (rule, key)


def test_nobody_takes_a_tile_where_more_than_two_play() -> None:
    with pytest.raises(Impossible) as refused:
        city_score(GhostNote("tower-12-none"))
    assert refused.value.said.key == "refusal.A16-nobody"


def test_a_city_as_it_lies_is_counted_whatever_stands_where() -> None:
    """Tiles anywhere beside others, with holes and walls against gates: the outline is walked once round."""
    for number in range(fewer(200, 20)):
        rng = Random(number)
        score = city_score(seats=2)
        for tile in rng.sample(NAMES[:54], 54):
            cell = rng.choice(score.paper().cities[0].beside)
            score.enter(BuildNote(0, tile, cell, as_it_lies=True))
        wall = score.paper().cities[0].city
        assert len(wall.stretch) == wall.wall <= 3 * 54


def test_what_is_offered_may_be_done_and_nothing_else() -> None:
    """Sites, swaps and what may be taken away, against the rules of the city itself."""
    rng = Random(7)
    score = city_score(seats=2)
    for _ in range(25):
        paper = score.paper()
        tile = rng.choice(paper.left)
        mine = paper.cities[0]
        allowed = mine.sites.get(walls_of(NAMES.index(tile)), [])
        for cell in mine.beside:
            problem = score.cities[0].refusal(NAMES.index(tile), *cell)
            assert (cell in allowed) == (problem is NONE)
        for placed in mine.city.tiles[1:]:
            removable = score.cities[0].removal_refusal(NAMES.index(placed.tile)) is NONE
            assert (placed.tile in mine.loose) == removable
        if allowed:
            score.enter(BuildNote(0, tile, rng.choice(allowed)))


# The Dice Game.


def dice_score(*notes: Note, seats: int = 3) -> DiceScore:
    score = DiceCompanion().begin(seats, {})
    for note in notes:
        score.enter(note)
    return score


def test_a_disc_that_came_first_ranks_first() -> None:
    both = (AdvanceNote(1, "tower", 2), AdvanceNote(0, "tower", 2))
    assert shares(dice_score(*both, ScoreNote(1)), "tower") == {1: 6, 0: 0}


def test_a_track_as_it_lies_is_the_same_as_its_moves() -> None:
    moved = dice_score(AdvanceNote(1, "tower", 2), AdvanceNote(0, "tower", 2), AdvanceNote(2, "tower", 1))
    laid = dice_score(TrackNote("tower", [StackNote(1, [2]), StackNote(2, [1, 0])]))
    assert laid.paper() == moved.paper()
    assert dice_score(AdvanceNote(0, "tower", 1), TrackNote("tower", [])).paper() == dice_score().paper()


def test_chips_count_at_every_scoring() -> None:
    score = dice_score(ChipsNote(2, (1, 0, 2)), *(ScoreNote(n) for n in (1, 2, 3)))
    assert score.totals() == [0, 0, 21]
    assert score.winners() == [2]


DICE_REFUSED = {
    "a disc twice": ([TrackNote("tower", [StackNote(1, [2]), StackNote(2, [2])])], "D2"),
    "a space twice": ([TrackNote("tower", [StackNote(1, [2]), StackNote(1, [1])])], "D2"),
    "more chips than there are": ([ChipsNote(0, (7, 3, 0)), ChipsNote(1, (0, 0, 7))], "D3"),
    "the second scoring first": ([ScoreNote(2)], "D5"),
    "a disc after the end": ([*(ScoreNote(n) for n in (1, 2, 3)), AdvanceNote(0, "tower", 1)], "E1"),
}


@pytest.mark.parametrize(("notes", "rule"), DICE_REFUSED.values(), ids=DICE_REFUSED)
def test_what_cannot_be_in_the_dice_game(notes: list[Note], rule: str) -> None:
    *others, last = keep_score(dice_score(), notes)
    assert others == [None] * len(others)
    assert last is not None
    assert last.rule == rule


# Zatre.


def zatre_score(*notes: Note, seats: int = 2) -> ZatreScore:
    score = ZatreCompanion().begin(seats, {"teams": "no", "late_bonus": "6"})
    for note in notes:
        score.enter(note)
    return score


FIRST_TURN = (LayNote(0, 6, (0, 0)), LayNote(0, 5, (1, 0)), LayNote(0, 5, (1, 1)))


def test_the_first_turn_of_the_rulebook() -> None:
    """6 on red, 5 beside it on dark, 5 at the corner on light: an 11, a 10 and two crosses (checked case 2)."""
    by_tiles = zatre_score(*FIRST_TURN, DoneNote())
    by_lines = zatre_score(TurnNote(0, 1, 1, 0, 2))
    assert by_tiles.paper().sheets == by_lines.paper().sheets
    assert by_tiles.totals() == [6, 0]


def test_a_tile_of_another_player_ends_the_turn() -> None:
    score = zatre_score(*FIRST_TURN, LayNote(1, 1, (2, 0)))
    assert score.totals() == [6, 0]
    assert score.paper().turn is not None
    score.enter(EndNote([[], [6]]))
    assert score.totals() == [6, 4 - 6]  # 6 + 5 + 1 is a 12


OWING = (LayNote(0, 1, (0, 0)), LayNote(0, 1, (1, 0)), LayNote(0, 1, (1, 1)))

ZATRE_REFUSED = {
    "not on red": ([LayNote(0, 6, (1, 0))], "Z6"),
    "on a tile": ([*FIRST_TURN, LayNote(0, 1, (0, 0))], "Z8a"),
    "apart": ([*FIRST_TURN, LayNote(0, 1, (5, 0))], "Z8b"),
    "outside": ([*FIRST_TURN, LayNote(0, 1, (7, 7))], "Z2"),
    "above 12": ([*FIRST_TURN, LayNote(0, 6, (2, 0))], "Z9"),
    "a light square without a line": (
        [LayNote(0, 1, (0, 0)), LayNote(0, 1, (1, 0)), LayNote(0, 1, (1, 1)), DoneNote()],
        "Z12c",
    ),
    "the same, when another lays": (
        [LayNote(0, 1, (0, 0)), LayNote(0, 1, (1, 0)), LayNote(0, 1, (1, 1)), LayNote(1, 1, (2, 0))],
        "Z12c",
    ),
    "crosses without a line": ([TurnNote(0, 0, 0, 0, 1)], "Z16"),
    "more crosses than squares": ([TurnNote(0, 1, 0, 0, 20), TurnNote(1, 1, 0, 0, 14)], "Z2"),
    "more sixes than there are": ([EndNote([[6] * 11, [6] * 10])], "Z3"),
    "more turns than tiles": ([TurnNote(0, 1, 0, 0, 0)] * 122, "Z3"),
    "after the end": ([EndNote([[], []]), TurnNote(0, 1, 0, 0, 0)], "E1"),
}


@pytest.mark.parametrize(("notes", "rule"), ZATRE_REFUSED.values(), ids=ZATRE_REFUSED)
def test_what_cannot_be_in_zatre(notes: list[Note], rule: str) -> None:
    *others, last = keep_score(zatre_score(), notes)
    assert others == [None] * len(others)
    assert last is not None
    assert last.rule == rule


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_players_who_are_not_there(game: Game) -> None:
    companion = game.companion
    assert companion is not None
    score = companion.begin(2, {option.name: option.choices[0] for option in game.options})
    far = [BuildNote(2, "tower-11-none", (1, 0)), AdvanceNote(3, "tower", 1), TurnNote(2, 1, 0, 0, 0)]
    for note in far:
        with pytest.raises(ValueError, match=r"no player|no note"):
            score.enter(note)
