"""Positions that somebody sets up: what can be is told with who is asked, what cannot with the reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from sabika.games import GAMES
from sabika.server.protocol.problems import ProblemError
from sabika.server.protocol.rest import AskedPosition, NewTable, SetUp, Sketch
from sabika.server.table.views.positions import set_up
from tests.server.live.test_forks import PAIR, played
from tests.server.live_tables import BotsHere, opened, run
from tests.server.memory_table import ANA, BEN


def begun(game: str, seats: int = 3) -> SetUp:
    return set_up(Sketch(game=game, seats=seats))


def changed(game: str, field: str, value: str) -> SetUp:
    words = begun(game).text.split(" ")
    at = next(n for n, word in enumerate(words) if word.startswith(f"{field}="))
    return set_up(Sketch(game=game, text=" ".join([*words[:at], f"{field}={value}", *words[at + 1 :]])))


@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("game", GAMES)
def test_one_begins_with_the_first_decision_of_a_deal(game: str, seats: int) -> None:
    found = begun(game, seats)
    assert found.problem is None
    assert found.asked is not None
    assert found.moves > 0
    assert found.points == [0] * len(found.points)
    assert found.options == GAMES[game].settle_options({})
    assert set_up(Sketch(game=game, text=found.text)) == found
    assert set_up(Sketch(game=game, seats=seats, seed=1)).text != found.text


IMPOSSIBLE = {
    "a tile in two places": ("alhambra", "waiting", "tower-7-NEW,tower-7-NEW", "tower-7-NEW lies in two places"),
    "a wall against an open side": ("alhambra", "cities", "tower-9-NW@1,0/-/-", "do not match"),
    "no bonus for so many points": ("alhambra_dice", "tracks", "9:1/-/-/-/-/-", "more points on the building tracks"),
    "more markers than turns": ("alhambra_dice", "space", "8-1:2,7-1:2/-/-/-/-/-", "do not agree with whose turn"),
    "a tile of another type": ("alcazaba", "laid", "-", "the tiles laid out do not agree"),
    "no first tiles": ("zatre", "hands", "-/-/-", "the first turn is the starter's"),
    "no number": ("zatre", "turn", "x", "turn is a number from 1 to 3"),
}


@pytest.mark.parametrize(("game", "field", "value", "why"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_what_cannot_be_is_told_in_one_line(game: str, field: str, value: str, why: str) -> None:
    found = changed(game, field, value)
    assert found.problem is not None
    assert why in found.problem
    assert (found.asked, found.moves, found.points) == (None, 0, [])


def test_there_is_no_deal_with_options_that_do_not_exist() -> None:
    with pytest.raises(ProblemError) as error:
        set_up(Sketch(game="zatre", options={"jokers": "yes"}))
    assert error.value.problem.code == "bad-option"


def test_what_follows_is_worked_out() -> None:
    """The seat on turn is asked, and the piles had as many cards as agree with what lies elsewhere."""
    found = changed("alhambra", "turn", "3")
    assert (found.problem, found.asked) == (None, 2)
    assert changed("alhambra", "hands", "-/-/-").problem is None
    assert changed("alhambra", "held", "1").problem is None
    for number in range(1, 6):
        assert changed("alhambra_dice", "round", str(number)).problem is None
        assert changed("alcazaba", "round", str(number)).problem is None


def test_pieces_that_lie_nowhere_are_told() -> None:
    found = begun("alhambra", 2)
    assert sum(found.spare.values()) == 54 - 4 - 6 + 72 - 4 - len(
        found.text.split("hands=")[1].split(" ")[0].replace("/", ",").split(",")
    )
    assert begun("zatre").spare["1"] <= 21


@pytest.mark.parametrize(
    ("sketch", "code"),
    [
        (Sketch(game="chess"), "no-game"),
        (Sketch(game="alhambra", seats=1), "bad-seats"),
        (Sketch(game="alhambra", options={"x": "y"}), "bad-option"),
        (Sketch(game="zatre", seats=3, options={"teams": "yes"}), "bad-seats"),
    ],
)
def test_a_table_there_is_not(sketch: Sketch, code: str) -> None:
    with pytest.raises(ProblemError) as refused:
        set_up(sketch)
    assert refused.value.problem.code == code


def test_a_sight_is_no_position_to_set_up() -> None:
    assert "ask for a fork" in (
        set_up(Sketch(game="zatre", text=f"zatre seat 1 of {begun('zatre').text}")).problem or ""
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_decision_of_a_finished_game_is_set_up_asked_about_and_played_on(game: str, tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path, bot_pool=BotsHere()) as tables:
            source = await played(tables, game)
            step = (await tables.replay(source, ANA)).decisions[3]
            found = await tables.position(source, None, step)
            assert found.game == game
            assert set_up(Sketch(game=game, text=found.text)).problem is None
            advice = await tables.position_hint(ANA, AskedPosition(game, found.text))
            assert advice.moves[0].move
            made = await tables.make(ANA, NewTable(game=game, seats=PAIR, ready=True, position=found.text))
            assert (await tables.look(made.id, ANA)).game is not None
            with pytest.raises(ProblemError) as refused:
                await tables.position(source, None, 1)
            assert refused.value.problem.code == "bad-position"
            with pytest.raises(ProblemError) as unfinished:
                await tables.position(made.id, ANA, step)
            assert unfinished.value.problem.code == "not-over"

    run(story)


def test_one_hint_at_a_time(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path, bot_pool=BotsHere()) as tables:
            tables.hinting.add(ANA.id)
            asked = AskedPosition("zatre", begun("zatre").text)
            with pytest.raises(ProblemError) as refused:
                await tables.position_hint(ANA, asked)
            assert refused.value.problem.code == "busy"
            assert (await tables.position_hint(BEN, asked)).moves
            assert BEN.id not in tables.hinting

    run(story)


def test_only_who_may_look_at_a_game_sets_up_from_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path, bot_pool=BotsHere()) as tables:
            source = await played(tables, "zatre", practice=True)
            step = (await tables.replay(source, ANA)).decisions[3]
            assert (await tables.position(source, ANA, step)).game == "zatre"
            for stranger in (BEN, None):
                with pytest.raises(ProblemError) as refused:
                    await tables.position(source, stranger, step)
                assert refused.value.problem.code == "no-spectators"

    run(story)
