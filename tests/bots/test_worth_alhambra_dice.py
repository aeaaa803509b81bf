"""What the bots think in the Dice Game: against the rules where nothing is left to chance, and their choices."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import cast

import pytest
from librt.vecs import vec

from sabika import Table, bots
from sabika.bots.bot import Budget
from sabika.bots.dice.odds import TurnOdds
from sabika.bots.dice.race import BEATS, LONE, Front, Race
from sabika.bots.dice.rest_of_round import ROLLS, SAMPLE
from sabika.bots.greedy import GreedyBot
from sabika.bots.search_bots import ArchitectBot, SearchBot, VizierBot
from sabika.bots.worth.alhambra_dice import FAR, WORTH
from sabika.bots.worth.alhambra_dice_outlook import HOLDS, DiceOutlook, DiceWeights, holds
from sabika.bots.worth.alhambra_dice_prizes import is_swap_about
from sabika.bots.worth.alhambra_dice_thought import MarkerThought
from sabika.bots.worth.base import after, best_moves
from sabika.engine.state import OVER
from sabika.games.alhambra_dice import ALHAMBRA_DICE
from sabika.games.alhambra_dice.facts import BLACK, CHIP, CHIP_NAMES
from sabika.games.alhambra_dice.state import CHOICE, AlhambraDice
from sabika.games.parts.dice import all_throws, dice_in, dice_name
from sabika.games.parts.space import CELLS
from sabika.games.parts.tiles import TYPES
from sabika.games.parts.turns import MARK, ONE, TURN, with_type
from tests.bots.walks import any_move, walk
from tests.fuzz import fewer
from tests.games.alhambra_dice.helpers import after_throws, evaluated, give, settle, stand, started

MIXED = "pav2-ser2-arc1-cha1-gar1-tow1"


def random_states(seed: int, number: int, seats: int = 0) -> Iterator[AlhambraDice]:
    """States of games, played half at random and half well, in which a seat is asked in its turn."""
    rng = Random(seed)
    while number:
        state = cast(AlhambraDice, ALHAMBRA_DICE.start(seats or rng.randint(2, 4)))
        walk(state, rng, lambda at: at.stage == TURN, mixed(0.5), least=rng.randrange(150))
        if state.actor >= 0:
            yield state
            number -= 1


def mixed(part: float) -> Callable[[AlhambraDice, Random], int]:
    """Plays this part of the moves at random, and the others well."""
    return lambda state, rng: any_move(state, rng) if rng.random() < part else best_moves(state, WORTH)[0]


def choice(state: AlhambraDice) -> str:
    return ALHAMBRA_DICE.notation(GreedyBot(1).choose(ALHAMBRA_DICE.sight(state, state.actor)))


def last_turn(dice: str, **given: str) -> AlhambraDice:
    """Seat 0 places the last marker of the game, after one throw; Carlo and the others have placed theirs."""
    state = started(2)
    settle(state, dice)
    state.space.clear()
    stand(state, given)
    state.round, state.held = 5, 2
    state.hand = ONE[0]
    return state


# Where nothing is left to chance.


def test_when_the_game_is_over_prospects_are_the_scores() -> None:
    state = walk(cast(AlhambraDice, ALHAMBRA_DICE.start(3)), Random(1))
    assert list(WORTH.prospects(state)) == [state.score(seat) for seat in range(3)]


def test_the_last_marker_is_worth_what_the_round_then_brings() -> None:
    """In the last round, with every type that shows: the prizes, tracks and chips as the rules give them."""
    rng = Random(2)
    for _ in range(fewer(40, 10)):
        state = last_round(rng)
        outlook = DiceOutlook(state, DiceWeights())
        outlook.turn(state.actor)
        for building in range(6):
            if state.symbols(building):
                end = state.clone()
                end.play(with_type(MARK, building))
                while end.actor != OVER:
                    end.play(best_moves(end, WORTH)[0])
                lead = end.score(state.actor) - end.score(1 - state.actor)
                assert outlook.marks[building * CELLS + state.goal(building)] == pytest.approx(lead)


def last_round(rng: Random) -> AlhambraDice:
    """A game of builders up to the last marker of all, without swap chips, which add choices of their own."""
    while True:
        state = walk(cast(AlhambraDice, ALHAMBRA_DICE.start(2)), rng, places_the_last_marker, mixed(0.3))
        if state.actor != OVER and state.has(0, 3) + state.has(1, 3) == 0:
            return state


def places_the_last_marker(state: AlhambraDice) -> bool:
    return state.stage == TURN and state.round == 5 and state.hand in (ONE[0], ONE[1])


def test_a_race_without_rivals_is_over() -> None:
    state = started(2)
    state.space.clear()
    stand(state, {"tower": "4-2:0 3-1:1"})
    race = Race(3, vec[float]([0.0, 0.0, 0.0]))
    worth = vec[float]([float(pair) for pair in range(16)])
    assert race.mean(worth, 0, Front(state.space, 5)) == 0 * 4 + 1
    assert race.mean(worth, 0, Front(state.space, 0)) == 3 * 4 + 3  # nobody, and nobody beside him


def test_a_race_gives_every_outcome_its_part() -> None:
    """Whatever the markers: the chances of all outcomes make one."""
    ones = vec[float]([1.0] * 25)
    for state in random_states(3, 30):
        players = state.players()
        race = Race(players, vec[float]([float(n % 3) for n in range(players)]))
        for column in range(6):
            if players == 4:
                assert race.mean(ones, 0, Front(state.space, column)) == pytest.approx(1.0)


def test_a_better_marker_is_beaten_less_often_and_a_longer_lead_holds_more_often() -> None:
    assert list(BEATS[:24]) == sorted(BEATS[:24])
    assert BEATS[8] < LONE < BEATS[23]
    for rounds in range(4):
        assert list(HOLDS[rounds * 8 : rounds * 8 + 8]) == sorted(HOLDS[rounds * 8 : rounds * 8 + 8])
    for lead in range(-9, 10):
        assert holds(lead, 2) + holds(-lead, 2) == pytest.approx(1.0)


def test_what_one_seat_of_two_is_ahead_the_other_is_behind() -> None:
    for state in random_states(4, 20, seats=2):
        assert WORTH.of(state, 0) == pytest.approx(-WORTH.of(state, 1))


def test_judging_and_thinking_change_nothing() -> None:
    for state in random_states(5, 8):
        before = ALHAMBRA_DICE.text(state)
        WORTH.weigh(state, WORTH.shortlist(state))
        thought = WORTH.thought(state, 1)
        assert thought is not None
        for _ in range(30):
            thought.playout()
        thought.weigh(state.moves())
        assert ALHAMBRA_DICE.text(state) == before


def test_the_sample_of_throws_is_fair() -> None:
    """Each number of dice shows every face equally often."""
    for number in range(9):
        rolls = [ROLLS[n * 9 + number] for n in range(SAMPLE)]
        assert {dice_in(roll) for roll in rolls} == {number}
        for face in range(6):
            assert sum(roll >> 5 * face & 31 for roll in rolls) == SAMPLE * number // 6


# Choices.

LAST = {
    "a marker that wins the column stands": (last_turn("pav2-tow6", tower="5-3:1"), "mark tower"),
    "the higher column is taken": (last_turn("pav4-tow4", tower="3-3:1", pavilion="3-3:1"), "mark tower"),
}


@pytest.mark.parametrize(("state", "expected"), LAST.values(), ids=list(LAST))
def test_the_last_marker_of_the_game(state: AlhambraDice, expected: str) -> None:
    assert choice(state) == expected


def test_a_chip_that_will_never_be_needed_again_is_used() -> None:
    """The last turn of the game, after the third throw, and nothing to be won with it."""
    state = last_turn(MIXED, tower="5-3:1 5-2:1", pavilion="5-3:1 5-2:1")
    state.throws, state.fresh, state.before, state.kept = 3, True, state.dice, 0
    stand(state, dict.fromkeys(["seraglio", "arcades", "chambers", "garden"], "5-3:1 5-2:1"))
    give(state, 0, "annul")
    assert choice(state) == "annul"


def test_the_black_die_makes_the_winner_in_the_last_turn() -> None:
    state = last_turn("pav1-tow7", tower="7-1:1")
    give(state, 0, "black-die")
    assert choice(state) == "black tower"


def test_a_chip_is_kept_where_it_makes_no_difference() -> None:
    """Eight equal in one throw cannot be beaten."""
    state = after_throws("tow8", seats=2, chips=("annul", "black-die"))
    assert choice(state) == "mark tower"


def test_the_best_of_a_column_takes_the_points_when_only_they_are_worth_anything() -> None:
    """The last round: a point chip of 1 against the place that a second building point wins."""
    state = evaluated({"tower": "5-3:0 4-3:1"}, seats=2, bonus={"tower": "points-1"})
    state.round, state.held = 5, 2
    state.tracks[5] = 0
    assert choice(state) == "prize points"


def test_the_one_who_names_does_not_begin() -> None:
    """Who places later has seen more."""
    state = evaluated({"tower": "5-3:0"}, seats=2)
    state.play(ALHAMBRA_DICE.parse("prize chip"))
    assert choice(state) == "name 2"


def test_a_beginner_keeps_a_whole_type_or_places_what_shows_most() -> None:
    state = after_throws("pav3-ser2-tow3", seats=2, chips=("annul", "black-die", "displace"))
    simple = {ALHAMBRA_DICE.notation(move) for move in WORTH.harmless(state)}
    assert simple == {"keep pav3", "keep ser2", "keep tow3", "mark pavilion", "mark tower"}


# Prizes read out.


def two_uses() -> AlhambraDice:
    """The last round. A swap brings 16 in the arcades; of a pavilion it costs 8, of a tower, later, nothing."""
    state = evaluated({"pavilion": "5-3:0", "tower": "5-3:0"}, seats=2, chips={0: ["swap"]})
    state.round, state.held = 5, 2
    lost = [(1, 6), (0, 3), (2, 1)]  # nothing is to be gained in the other columns
    discs = {"pavilion": [(0, 3), (2, 4)], "arcades": [(1, 4), (0, 4)], "tower": [(0, 9)]}
    for column, building in enumerate(TYPES):
        for player, space in discs.get(building, lost):
            state.advance(column, player, space)
    return state


def test_who_reads_prizes_out_saves_a_swap_for_the_point_that_costs_nothing() -> None:
    sight = ALHAMBRA_DICE.sight(two_uses(), 0)
    chosen = [ALHAMBRA_DICE.notation(bot.choose(sight)) for bot in (GreedyBot(1), ArchitectBot(1), VizierBot(1))]
    assert chosen == ["prize chip swap arcades", "prize chip swap arcades", "prize points"]


def test_prizes_are_read_out_to_what_they_come_to() -> None:
    """In the last round with a swap chip: as far ahead as trying every course of all prizes finds."""
    rng, found = Random(4), 0
    while found < 12:
        state = walk(cast(AlhambraDice, ALHAMBRA_DICE.start(2)), rng, late_prize, mixed(0.3))
        if state.actor != OVER:
            found += 1
            give(state, state.actor, "swap")
            worth = FAR.weigh(state, state.moves())
            assert max(worth) == pytest.approx(best_end(state, state.actor))


def late_prize(state: AlhambraDice) -> bool:
    return state.stage == CHOICE and state.round == 5 and state.column >= 3 and not is_swap_about(state)


def best_end(state: AlhambraDice, seat: int) -> int:
    """The lead of a seat at the end, if both choose the best of all courses."""
    if state.actor == OVER:
        return state.score(seat) - state.score(1 - seat)
    ends = [best_end(after(state, move), seat) for move in state.moves()]
    return max(ends) if state.actor == seat else min(ends)


def test_the_last_prize_of_a_round_is_worth_what_was_expected_of_it() -> None:
    """Nothing is to be gained or lost by being at the beginning of the next round."""
    chips = {0: ["annul"], 1: ["black-die", "displace"]}
    state = evaluated({"tower": "5-3:0 4-3:1"}, seats=2, bonus={"tower": "points-2"}, chips=chips)
    assert max(FAR.weigh(state, state.moves())) == pytest.approx(FAR.of(state, 0))


# Thinking.


def test_the_same_seed_gives_the_same_thoughts() -> None:
    state = after_throws("pav2-gar3-tow3", seats=2)
    chosen = {SearchBot(3, Budget(playouts=200)).choose(ALHAMBRA_DICE.sight(state, 0)) for _ in range(2)}
    assert len(chosen) == 1
    told = SearchBot(3, Budget(playouts=200)).explain(ALHAMBRA_DICE.sight(state, 0))
    assert [advice.move for advice in told][:1] == list(chosen)
    assert all(0.0 < advice.win < 1.0 for advice in told)


def test_thinking_agrees_with_the_judge_where_nothing_is_to_come() -> None:
    """The last marker of the game: playouts are of no turns at all."""
    state = last_turn("pav3-tow5", tower="4-3:1", pavilion="4-3:1")
    thought = MarkerThought(state, DiceWeights(), 1)
    while thought.playouts < 100:
        thought.playout()
    assert thought.decisions == 0
    sight = ALHAMBRA_DICE.sight(state, 0)
    assert SearchBot(1, Budget(playouts=100)).choose(sight) == GreedyBot(1).choose(sight)


def test_a_marker_that_is_sure_to_be_best_does_as_well_in_playouts_as_it_can() -> None:
    """Eight towers in one throw: nothing that may come changes what the tower brings."""
    state = after_throws("tow8", seats=2)
    rest = DiceOutlook(state, DiceWeights()).rest(0)
    sure = [rest.playout(5, 0, seed) for seed in range(60)]
    poor = [rest.playout(5, 23, seed) for seed in range(60)]
    assert sum(sure) > sum(poor)


def test_a_playout_places_every_marker() -> None:
    state = started(3)
    settle(state, dice_name(all_throws(8)[0][0]))
    rest = DiceOutlook(state, DiceWeights()).rest(0)
    rest.playout(TYPES.index("tower"), 23, 5)
    assert rest.turns == 14  # fifteen markers, the first of which was given


# What people are told of the dice.


def odds_with(**chips: int) -> TurnOdds:
    """After the first throw of a game, with chips of these kinds."""
    state = cast(AlhambraDice, Table.deal("alhambra_dice", seats=3, seed=3).state)
    for name, count in chips.items():
        state.chips[state.turn] += count * CHIP[CHIP_NAMES.index(name.replace("_", "-"))]
    state.space.put(0, 5, (state.turn + 1) % 3)
    found = bots.odds("alhambra_dice", state)
    assert found is not None
    return found


@pytest.mark.parametrize("chips", [{"annul": 1}, {"annul": 2}, {"black_die": 1}, {"annul": 1, "black_die": 1}])
def test_chips_that_may_be_used_raise_the_odds(chips: dict[str, int]) -> None:
    plain, found = odds_with(), odds_with(**chips)
    pairs = [
        (before, after)
        for cells, others in zip(plain.cells, found.cells, strict=True)
        for before, after in zip(cells, others, strict=True)
    ]
    assert all(before <= after for before, after in pairs)
    assert sum(before < after for before, after in pairs) > 50


def test_other_chips_leave_the_odds_as_they_are() -> None:
    assert odds_with(swap=2) == odds_with()
    displacing = odds_with(displace=1)
    assert displacing.cells == odds_with().cells
    assert displacing.lead == [displacing.cells[0][5], *odds_with().lead[1:]]
    assert odds_with().lead[0] == displacing.cells[0][4]


def test_a_black_die_that_comes_too_late_does_not_count() -> None:
    """It is set after the first throw and before the second (D30)."""
    state = cast(AlhambraDice, Table.deal("alhambra_dice", seats=3, seed=3).state)
    state.throws = 2
    plain = bots.odds("alhambra_dice", state)
    state.chips[state.turn] += CHIP[BLACK]
    assert bots.odds("alhambra_dice", state) == plain
