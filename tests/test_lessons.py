"""Lessons: every scene of every game is solved by what it says, on the rules themselves, in all languages."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import get_args

import pytest

from sabika.engine.game import Game
from sabika.engine.scorings import lines_of, scorings
from sabika.engine.state import Event
from sabika.engine.table import Table
from sabika.games import GAMES
from sabika.locales import LANGUAGES
from sabika.locales.lessons import LessonScene, LessonWords, SceneStep, lesson_words, scenes_of
from tests.test_locales import placeholders, rules_in

ROOM = Path(__file__).parents[1] / "src" / "sabika" / "games"
FEWEST, MOST = 6, 10  # scenes of a game
MOST_STEPS = 3
LONGEST = 330  # characters of a sentence on a small screen
SEEDS = range(1, 9)  # luck that a scene has to stand
OURS = [game for game in GAMES.values() if scenes_of(game)]
SCENES = {f"{game.name}, {scene.id}": (game, scene) for game in OURS for scene in scenes_of(game)}


def table_of(scene: LessonScene, seed: int = 1) -> Table:
    seats = int(scene.position.partition("seats=")[2].split()[0])
    return Table.from_position(scene.position, [f"seat {n + 1}" for n in range(seats)], seed=seed)


def legal(table: Table) -> list[str]:
    return [table.game.notation(move) for move in table.moves()]


def solutions(table: Table, step: SceneStep) -> list[str]:
    return [move for move in legal(table) if step.solved_by(move)]


def solved(scene: LessonScene, seed: int = 1) -> Iterator[tuple[Table, SceneStep, str]]:
    """Each step with a move that solves it, before that is played; at last the table after it, with an empty move."""
    table = table_of(scene, seed)
    learner = table.actor
    for step in scene.steps:
        assert table.actor == learner, "what follows a move asks somebody else"
        moves = solutions(table, step)
        assert moves, step.moves
        yield table, step, moves[0]
        table.play(moves[0])
    yield table, scene.steps[-1], ""


def words_in(game: Game, language: str) -> LessonWords:
    found = lesson_words(game, language)
    assert found is not None
    return found


def test_every_game_of_ours_is_taught() -> None:
    assert list(GAMES.values()) == OURS
    for game in OURS:
        ids = [scene.id for scene in scenes_of(game)]
        assert FEWEST <= len(ids) <= MOST
        assert len(set(ids)) == len(ids)
        assert "game" not in ids, "the page of the first game is called so"


@pytest.mark.parametrize(("game", "scene"), SCENES.values(), ids=SCENES)
def test_a_scene_begins_as_it_is_written_and_asks_somebody(game: Game, scene: LessonScene) -> None:
    assert game.text(game.load(scene.position)) == scene.position
    assert len(scene.position) <= 8192, "as long as a server reads"
    table = table_of(scene)
    assert table.actor >= 0
    assert f"actor={table.actor + 1} " in scene.position, "the page reads there who learns"
    assert 1 <= len(scene.steps) <= MOST_STEPS


@pytest.mark.parametrize(("game", "scene"), SCENES.values(), ids=SCENES)
def test_whatever_luck_brings_a_scene_can_be_solved(game: Game, scene: LessonScene) -> None:
    for seed in SEEDS:
        assert sum(1 for _ in solved(scene, seed)) == len(scene.steps) + 1


@pytest.mark.parametrize(("game", "scene"), SCENES.values(), ids=SCENES)
def test_every_pattern_means_something_and_every_slip_is_explained(game: Game, scene: LessonScene) -> None:
    for table, step, move in solved(scene):
        if not move:
            continue
        for pattern in step.moves:
            assert any(fnmatchcase(each, pattern) for each in legal(table)), pattern
        assert step.slips[-1] == "*", "every legal move is explained"
        others = [each for each in legal(table) if not step.solved_by(each)]
        explained = {step.slip(each) for each in others}
        assert explained <= set(range(len(step.slips)))
        if others:
            assert explained == set(range(len(step.slips))), "a slip that nobody can make"


def test_a_wrong_try_is_possible_in_most_scenes() -> None:
    """Besides moves that the rules refuse."""
    with_slips = [
        name
        for name, (_, scene) in SCENES.items()
        if len(legal(table_of(scene))) > len(solutions(table_of(scene), scene.steps[0]))
    ]
    assert set(SCENES) - set(with_slips) == {"zatre, over"}


# What is said.


def texts_of(words: LessonWords) -> dict[str, str]:
    found = {f"coach {n}": line.text for n, line in enumerate(words.coach)}
    for name, scene in words.scenes.items():
        found |= {f"{name} title": scene.title, f"{name} done": scene.done}
        for n, step in enumerate(scene.steps):
            found[f"{name} task {n}"] = step.task
            found |= {f"{name} slip {n} {at}": text for at, text in enumerate(step.slips)}
    return found


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_a_language_says_everything(game: Game, language: str) -> None:
    assert (ROOM / game.name / "lessons" / f"{language}.json").is_file()
    words, english = words_in(game, language), words_in(game, "en")
    assert list(words.scenes) == [scene.id for scene in scenes_of(game)]
    for scene in scenes_of(game):
        said = words.scenes[scene.id].steps
        assert [len(step.slips) for step in said] == [len(step.slips) for step in scene.steps]
    assert [(line.kinds, line.unless) for line in words.coach] == [(line.kinds, line.unless) for line in english.coach]
    own, model = texts_of(words), texts_of(english)
    assert own.keys() == model.keys()
    for key, text in own.items():
        assert 0 < len(text) <= LONGEST, key
        assert text == text.strip(), key
        assert placeholders(text) == placeholders(model[key]) == set(), key
        assert rules_in(text) == rules_in(model[key]), key
        assert language == "en" or text != model[key] or len(text) < 8, key
        assert figures(text) == figures(model[key]), key


def figures(text: str) -> list[str]:
    """Points, prices and sums are the same in every language."""
    return sorted("".join(each if each.isdigit() else " " for each in text).split())


@pytest.mark.parametrize("game", OURS, ids=lambda game: game.name)
def test_the_coach_speaks_of_moves_that_there_are(game: Game) -> None:
    kinds = {action.__struct_config__.tag for action in get_args(game.actions)}
    for line in words_in(game, "en").coach:
        assert {*line.kinds, *line.unless} <= kinds


def test_a_game_without_lessons_has_none() -> None:
    class Bare:
        pass

    assert scenes_of(Bare()) == []  # type: ignore[arg-type]
    assert lesson_words(Bare()) is None  # type: ignore[arg-type]


def test_an_unknown_language_is_english() -> None:
    assert lesson_words(OURS[0], "xx") == lesson_words(OURS[0], "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_displacing_chip_is_shown_by_the_sign_on_the_board(language: str) -> None:
    board = (ROOM.parents[2] / "web" / "src" / "games" / "parts" / "Columns.svelte").read_text(encoding="utf-8")
    step = words_in(GAMES["alhambra_dice"], language).scenes["displace"].steps[0]
    assert "(⇥)" in step.task, "⇄ is how a swap chip looks"
    assert "'⇥ '" in board


# That the words are true.


def after(name: str, *moves: str, seed: int = 1) -> Table:
    table = table_of(SCENES[name][1], seed)
    for move in moves:
        table.play(move)
    return table


def previews(name: str, field: str, *moves: str) -> dict[str, int]:
    """What a preview says of every legal move that has it."""
    table = after(name, *moves)
    found = {table.game.notation(move): table.state.preview(move) for move in table.moves()}
    return {move: preview[field] for move, preview in found.items() if field in preview}


def scored(table: Table, source: str) -> dict[int, int]:
    """Points by player from one source, in the scoring that the last move brought about."""
    events = [each for each in table.followed if isinstance(each, Event) and each.kind == "scoring"]
    assert events, "there was no scoring"
    return {line.player: line.points for line in lines_of(events[0]) if line.source == source}


REFUSED = {
    "cards that add up to more than 5": ("alhambra, take", "take y7 b3", "A12"),
    "a wall against an open side": ("alhambra, walls", "place garden-8-NE 0,1", "A17c"),
    "beyond the wall in the east": ("alhambra, foot", "place tower-10-W 2,0", "A17d"),
    "across the mouth of the bay": ("alhambra, hole", "place chambers-10-none 1,1", "A17e"),
    "a wall against an open side in Alcazaba": ("alcazaba, walls", "place garden-8-NE 0,1", "A17c"),
    "across the mouth of the bay in Alcazaba": ("alcazaba, hole", "place tower-12-none 1,1", "A17e"),
    "a line of 15": ("zatre, over", "lay 4 2,0", "Z9"),
}


@pytest.mark.parametrize(("name", "move", "rule"), REFUSED.values(), ids=REFUSED)
def test_what_the_words_call_forbidden_is_refused_by_that_rule(name: str, move: str, rule: str) -> None:
    table = after(name)
    assert table.refusal(move).label == rule
    for language in LANGUAGES:
        assert rule in table.why(move, language=language)


def test_an_exact_payment_leaves_another_action_and_an_overpaid_one_does_not() -> None:
    assert any(move.startswith("take") for move in legal(after("alhambra, exact", "buy tower-9-NE b4 b5")))
    assert all(move.startswith(("place", "reserve")) for move in legal(after("alhambra, over", "buy garden-8-NE y9")))


@pytest.mark.parametrize("game", ["alhambra", "alcazaba"])
def test_the_solution_makes_the_longest_wall(game: str) -> None:
    walls = previews(f"{game}, wall", "wall_after")
    assert walls.pop("place garden-8-SW -1,1") == 6
    assert set(walls.values()) == {4}


def test_the_garden_brings_the_majority_whatever_luck() -> None:
    for seed in SEEDS:
        table = after("alhambra, majority", "buy garden-10-W g3 g7", "take b3", "place garden-10-W -1,0", seed=seed)
        assert scored(table, "garden") == {0: 5, 1: 0}
        table = after("alhambra, majority", "buy tower-9-ES b4 b5", "take b3", "reserve tower-9-ES", seed=seed)
        assert scored(table, "tower") == {1: 6}


def test_the_first_tower_brings_six_points_in_alcazaba() -> None:
    for move in legal(after("alcazaba, majority", "pick tower-9-NE"))[:-1]:
        assert scored(after("alcazaba, majority", "pick tower-9-NE", move), "tower") == {0: 6}


def test_the_garden_with_two_walls_makes_the_longer_wall() -> None:
    assert max(previews("alcazaba, pick", "wall_after", "pick garden-8-NE").values()) == 3
    assert max(previews("alcazaba, pick", "wall_after", "pick garden-10-N").values()) == 2


CELLS = {
    "fewer throws come first": ("alhambra_dice, throws", (), "mark garden", (5, 2)),
    "a free cell": ("alhambra_dice, taken", (), "mark chambers", (4, 2)),
    "a taken cell is slipped past": ("alhambra_dice, taken", (), "mark tower", (4, 3)),
    "displacing takes the cell": ("alhambra_dice, displace", (), "displace tower", (5, 2)),
    "without the chip it slips": ("alhambra_dice, displace", (), "mark tower", (5, 3)),
    "four towers are behind": ("alhambra_dice, black", (), "mark tower", (4, 1)),
    "with the black die they are five": ("alhambra_dice, black", ("black tower",), "mark tower", (5, 1)),
    "three throws slip behind": ("alhambra_dice, annul", (), "mark tower", (3, 1)),
    "annulled, they are two": ("alhambra_dice, annul", ("annul",), "mark tower", (4, 2)),
    "third of three gardens": ("alcazaba, many", (), "mark garden", (3, 3)),
}


@pytest.mark.parametrize(("name", "before", "move", "cell"), CELLS.values(), ids=CELLS)
def test_markers_land_where_the_words_say(name: str, before: tuple[str, ...], move: str, cell: tuple[int, int]) -> None:
    rows, throws = (previews(name, field, *before) for field in ("row", "throws"))
    assert (rows[move], throws[move]) == cell


def test_the_chip_is_worth_three_points_and_the_other_prize_goes_to_the_second() -> None:
    table = after("alhambra_dice, prize", "prize chip")
    given = [(each.args["player"], each.args["prize"]) for each in table.followed if isinstance(each, Event)]
    assert given[:2] == [(0, "chip"), (1, "points")]
    assert " chips=points-3/-/- " in table.position


def test_two_steps_lead_the_towers_and_one_does_not() -> None:
    assert scored(after("alhambra_dice, track", "prize points"), "tower") == {0: 13, 1: 6}
    assert scored(after("alhambra_dice, track", "prize chip"), "tower") == {1: 13, 0: 6}


@pytest.mark.parametrize(
    ("name", "moves", "part"),
    [
        ("alhambra_dice, track", ["prize points"], "round-3"),
        ("alcazaba, majority", ["pick tower-9-NE", "place tower-9-NE 0,-1"], "round-1"),
    ],
)
def test_prizes_are_told_with_their_round_also_where_the_table_began_within_it(
    name: str, moves: list[str], part: str
) -> None:
    table = after(name, *moves)
    lines = [line for event in scorings(table.game, table.events) for line in lines_of(event)]
    assert {line.part for line in lines if line.part.startswith("round-")} == {part}


POINTS = {
    "a ten": ("ten", "lay 2 2,0", 1, {0}),
    "a twelve": ("twelve", "lay 3 0,2", 4, {1}),
    "an eleven": ("over", "lay 4 0,2", 2, set()),
    "two twelves": ("two", "lay 5 2,0", 8, {0, 1, 4}),
    "a ten becomes a twelve": ("longer", "lay 2 2,0", 4, {2}),
    "a ten and a row of ten doubled": ("light", "lay 6 1,1", 11, {2}),
    "an eleven and the bonus": ("row", "lay 3 2,0", 5, {4}),
}


@pytest.mark.parametrize(("scene", "move", "points", "others"), POINTS.values(), ids=POINTS)
def test_lines_bring_what_the_words_say(scene: str, move: str, points: int, others: set[int]) -> None:
    found = previews(f"zatre, {scene}", "points")
    step = SCENES[f"zatre, {scene}"][1].steps[0]
    assert found[move] == points
    assert {brought for each, brought in found.items() if step.solved_by(each)} == {points}
    assert {brought for each, brought in found.items() if not step.solved_by(each)} == others


def test_the_last_turn_ends_with_empty_hands_or_six_points_less() -> None:
    for first in ("lay 6 -5,6", "lay 5 -1,7"):
        table = after("zatre, last", first)
        table.play(legal(table)[0])
        assert table.over
        assert "hands=-/-" in table.position
    stuck = after("zatre, last", "lay 5 -5,6")
    assert stuck.over
    assert "hands=6/-" in stuck.position


# That all this would notice.


def test_a_scene_that_luck_or_words_could_spoil_is_noticed() -> None:
    _, scene = SCENES["zatre, ten"]
    wrong = LessonScene(scene.id, scene.position, [SceneStep(["lay 6 *"], ["*"])])
    with pytest.raises(AssertionError):
        list(solved(wrong))
    assert figures("4 + 4 = 8") != figures("4 + 4 = 9")


def test_the_first_scene_is_no_riddle() -> None:
    for game in OURS:
        assert not scenes_of(game)[0].steps[0].find
        json.loads((ROOM / game.name / "lessons" / "scenes.json").read_text(encoding="utf-8"))
