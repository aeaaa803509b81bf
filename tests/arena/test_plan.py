"""Who sits where: every bot on every side equally often, on the same deals."""

from __future__ import annotations

from collections import Counter
from functools import partial

import pytest

from sabika.arena.plan import Plan, deals_for, is_timed, specs
from sabika.bots import Factory, find

SEATINGS = {
    "two bots swap seats": (("a", "b"), 2, ["ab", "ba"]),
    "three bots at two seats: every pair": (("a", "b", "c"), 2, ["ab", "ba", "ac", "ca", "bc", "cb"]),
    "two bots at four seats sit in turn": (("a", "b"), 4, ["abab", "baba"]),
    "two bots at three seats": (("a", "b"), 3, ["aba", "bab"]),
    "one among three": (("a", "b", "b", "b"), 4, ["abbb", "bbba", "bbab", "babb"]),
    "a bot with itself": (("a",), 3, ["aaa"]),
}


def any_bot(spec: str) -> Factory:
    return find("random")


def plan(bots: tuple[str, ...], seats: int = 2, options: dict[str, str] | None = None, game: str = "alhambra") -> Plan:
    return Plan(game, bots, 3, seats, options=options or {}, finder=any_bot)


@pytest.mark.parametrize(("bots", "seats", "seatings"), SEATINGS.values(), ids=SEATINGS)
def test_seatings(bots: tuple[str, ...], seats: int, seatings: list[str]) -> None:
    found = plan(bots, seats)
    assert ["".join(seating) for seating in found.seatings] == seatings
    assert found.games == 3 * len(seatings)


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_every_bot_sits_everywhere_equally_often(count: int, seats: int) -> None:
    seatings = plan(tuple("abcdef"[:count]), seats).seatings
    for seat in range(seats):
        assert len(set(Counter(seating[seat] for seating in seatings).values())) == 1


def test_partners_are_one_bot() -> None:
    found = plan(("a", "b", "c"), 4, {"teams": "yes"}, "zatre")
    assert found.sides == [0, 0, 1, 1]
    assert ["".join(seating) for seating in found.seatings] == ["aabb", "bbaa", "aacc", "ccaa", "bbcc", "ccbb"]


def test_a_number_tells_deal_and_seating() -> None:
    found = plan(("a", "b"))
    assert [(found.deal_of(n), "".join(found.seating_of(n))) for n in range(4)] == [
        (0, "ab"),
        (0, "ba"),
        (1, "ab"),
        (1, "ba"),
    ]


@pytest.mark.parametrize(("games", "deals"), [(1, 1), (6, 1), (7, 2), (12, 2)])
def test_games_are_whole_deals(games: int, deals: int) -> None:
    assert deals_for(plan(("a", "b", "c")), games) == deals


@pytest.mark.parametrize(
    ("spec", "timed"), [("builder", False), ("novice", False), ("x@400", False), ("x@200ms", True)]
)
def test_who_thinks_by_the_clock(spec: str, timed: bool) -> None:
    assert is_timed(spec) is timed


def test_a_bot_that_thinks_and_is_given_no_budget_thinks_by_the_clock() -> None:
    class Thinks:
        thinks = True

        def __call__(self, seed: int) -> object: ...

    assert is_timed("x", lambda spec: Thinks())  # type: ignore[arg-type,return-value]


IMPOSSIBLE = {
    "no game of this name": (("chess", ("a",), 1), "the game 'chess' is not installed"),
    "no bots": (("alhambra", (), 1), "say which bots play"),
    "no games": (("alhambra", ("a",), 0), "at least one game"),
    "too many seats": (("alhambra", ("a",), 1, 7), "Alhambra is for 2 to 6 seats, not 7"),
}


@pytest.mark.parametrize(("given", "line"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_what_cannot_be_played_is_told_in_one_line(given: tuple[object, ...], line: str) -> None:
    with pytest.raises(ValueError, match=f"^{line}[^\n]*$"):
        partial(Plan, finder=any_bot)(*given)  # type: ignore[arg-type]


def test_a_bot_nobody_knows() -> None:
    with pytest.raises(ValueError, match=r"^there is no bot 'bulider'; choose one of random"):
        Plan("alhambra", ("builder", "bulider"), 1)


def test_specs_are_between_commas() -> None:
    assert specs(" builder, vizier@400 ,") == ("builder", "vizier@400")
