"""Nobody is shown what he may not see: worlds that differ only in that look the same, byte by byte."""

from __future__ import annotations

from functools import cache
from random import Random
from zlib import crc32

import msgspec
import pytest
from mypy_extensions import i64

from sabika.engine.rng import Rng
from sabika.engine.sight import Sight
from sabika.engine.state import Line, State
from tests.contract.dump import change, dump
from tests.contract.planted import Planted, planted
from tests.contract.setups import GAMES, PAIRS, POSITIONS, SETUPS, Setup, every_setup, share, usual_setups
from tests.contract.test_moves import mutants
from tests.contract.walks import glimpses, table_of, where
from tests.contract.worlds import world_of


def seen(setup: Setup, state: State, viewer: int | None) -> bytes:
    """A view as it leaves the house."""
    return msgspec.json.encode(setup.game.view(state, viewer))


def viewers(setup: Setup) -> list[int | None]:
    return [*range(setup.seats), None]


@every_setup
@pytest.mark.parametrize("seat", [99, -1, -2, "one more"])
def test_eyes_that_are_not_at_the_table_see_nothing(setup: Setup, seat: int | str) -> None:
    """Python would count from the end: -1 would be the last seat."""
    state, eyes = setup.start(), setup.seats if isinstance(seat, str) else seat
    for look in (setup.game.view, setup.game.sight):
        with pytest.raises(ValueError, match=rf"^there is no seat {eyes + 1} at a table of {setup.seats}$"):
            look(state, eyes)


def check_pairs(setup: Setup, number: int) -> int:
    """So many pairs of worlds that differ, or four times as many positions; tells how many pairs differed."""
    differ = 0
    for state, rng in glimpses(setup, "pairs", 4 * number):
        before, public = dump(state), told_to_all(setup, state)
        for viewer in viewers(setup):
            twin = twin_of(setup, state, viewer, rng)
            differ += dump(twin) != before
            assert told_to_all(setup, twin) == public, where(setup, state)
            check_pair(setup, state, twin, viewer, rng)
        if differ >= number:
            break
    return differ


@cache
def hiding(name: str) -> list[str]:
    """The setups of a game in which something is hidden from a spectator at some time."""
    return [str(setup) for setup in SETUPS[name] if hides_something(setup)]


def hides_something(setup: Setup) -> bool:
    positions = glimpses(setup, "hiding", 25)
    return any(dump(twin_of(setup, state, None, rng)) != dump(state) for state, rng in positions)


def pairs_for(setup: Setup) -> int:
    """How many of a run's pairs fall to a setup, where only some games hide something, and these not in every setup."""
    setups = hiding(setup.game.name)
    games = [name for name in GAMES if hiding(name)]
    return share(PAIRS * len(GAMES) * len(SETUPS[setup.game.name]) // len(games) // len(setups), setup)


def twin_of(setup: Setup, state: State, viewer: int | None, rng: Random) -> State:
    """Another world that the viewer sees just so."""
    unseen = world_of(setup.game.name).unseen
    if isinstance(state, Planted):
        return type(state)(unseen(state.inner, viewer, rng))
    return unseen(state, viewer, rng)


def told_to_all(setup: Setup, state: State) -> object:
    """What there is, and how it stands; a line of a score is one that may be opened."""
    lines = [(line.player, line.part, line.source, line.points, line.why) for line in state.score_now()]
    result = state.result()
    return setup.game.census(state), msgspec.json.encode(lines), result.scores, result.winners


def check_pair(setup: Setup, state: State, twin: State, viewer: int | None, rng: Random) -> None:
    """The views, and what the viewer may do and is told about it."""
    assert seen(setup, twin, viewer) == seen(setup, state, viewer), where(setup, state)
    if viewer is not None and viewer == state.actor:
        check_same_choice(setup, state, twin, rng)


def check_same_choice(setup: Setup, state: State, twin: State, rng: Random) -> None:
    """Who is asked has the same moves, sees the same previews and gets the same refusals."""
    moves = list(state.moves())
    assert list(twin.moves()) == moves, where(setup, state)
    assert twin.default() == state.default(), where(setup, state)
    for move in rng.sample(moves, min(3, len(moves))):
        assert twin.preview(move) == state.preview(move), where(setup, state, move)
    first, second = table_of(setup, state), table_of(setup, twin)
    for move in mutants(rng, moves, moves):
        assert second.why(move) == first.why(move), where(setup, state, move)


@every_setup
def test_what_a_seat_may_not_see_does_not_show(setup: Setup) -> None:
    if str(setup) in hiding(setup.game.name):
        assert check_pairs(setup, pairs_for(setup)) >= pairs_for(setup)
    else:
        assert check_pairs(setup, 10) == 0


@usual_setups
def test_another_deal_is_another_world(setup: Setup) -> None:
    """Where something is hidden the worlds of a pair differ; equal ones would prove nothing."""
    hides = any(each.game.hides(dict(each.options)) for each in SETUPS[setup.game.name])
    assert bool(hiding(setup.game.name)) == hides


@every_setup
def test_a_game_tells_whether_it_hides_something(setup: Setup) -> None:
    """From the seats, not only from spectators: they may sit at one screen."""
    hidden = any(
        dump(twin_of(setup, state, seat, rng)) != dump(state)
        for state, rng in glimpses(setup, "hiding", 25)
        for seat in range(setup.seats)
    )
    assert setup.game.hides(dict(setup.options)) == hidden


def check_sights(setup: Setup, number: int) -> None:
    """A sight is one line of text; what it imagines looks as the position does, to that seat."""
    for state, rng in glimpses(setup, "sights", number):
        seat = rng.randrange(setup.seats)
        before = dump(state)
        sight = setup.game.sight(state, seat)
        check_imagined(setup, state, sight, seat, rng)
        again = setup.game.load_sight(sight.text())
        assert again.text() == sight.text(), where(setup, state)
        assert list(again.moves()) == list(sight.moves()), where(setup, state)
        assert (again.seat, again.game) == (seat, setup.game.name)
        check_imagined(setup, state, again, seat, rng)
        assert not change(before, dump(state)), where(setup, state)


def check_imagined(setup: Setup, state: State, sight: Sight, seat: int, rng: Random) -> None:
    assert "\n" not in sight.text()
    asked = list(state.moves()) if state.actor == seat else []
    assert list(sight.moves()) == asked, where(setup, state)
    seed = rng.randrange(2**62)
    world = sight.imagine(Rng(seed))
    assert not change(dump(world), dump(sight.imagine(Rng(seed)))), where(setup, state)
    assert world.actor == state.actor, where(setup, state)
    assert world.luck_total() == state.luck_total(), where(setup, state)
    if state.actor == seat:
        assert list(world.moves()) == asked, where(setup, state)
    assert setup.game.census(world) == setup.game.census(state), where(setup, state)
    assert seen(setup, world, seat) == seen(setup, state, seat), where(setup, state)
    assert setup.game.sight(world, seat).text() == sight.text(), where(setup, state)
    check_free(setup, state, sight, world)


def check_free(setup: Setup, state: State, sight: Sight, world: State) -> None:
    """Whoever plays on in an imagined world changes neither the sight nor the position."""
    before, told = dump(state), sight.text()
    for _ in range(3):
        if world.actor >= 0:
            world.play(world.default())
        elif world.actor == -1:
            world.settle(0)
    assert not change(before, dump(state)), where(setup, state)
    assert sight.text() == told, where(setup, state)


@every_setup
def test_what_a_sight_imagines_looks_the_same(setup: Setup) -> None:
    check_sights(setup, share(POSITIONS, setup))


# The tests would notice.


class Leak(Planted):
    """Somebody else's text in the view."""

    def view(self, seat: int | None) -> object:
        return [self.real.view(self.inner, seat), self.real.text(self.inner)]


class OtherEyes(Planted):
    """A seat is shown what the next one sees."""

    def view(self, seat: int | None) -> object:
        return self.real.view(self.inner, None if seat is None else (seat + 1) % self.seats)


class Gossip(Planted):
    """A score that tells about the position behind it."""

    def score_now(self) -> list[Line]:
        return [Line(0, "", "", 0, {"why": crc32(self.real.text(self.inner).encode())})]


class Hint(Planted):
    """The default move depends on what is hidden."""

    def default(self) -> i64:
        moves = self.inner.moves()
        return moves[crc32(self.real.text(self.inner).encode()) % len(moves)]


@pytest.mark.parametrize("fault", [Leak, OtherEyes, Gossip, Hint])
@usual_setups
def test_a_planted_leak_is_noticed(setup: Setup, fault: type[Planted]) -> None:
    if not hiding(setup.game.name):
        pytest.skip(f"nothing but luck is hidden in {setup.game.title}")
    assert check_pairs(planted(setup, Planted), 100)
    with pytest.raises(AssertionError):
        check_everywhere(setup.game.name, fault)


def check_everywhere(name: str, fault: type[Planted]) -> None:
    """In some setups the seat that is asked seldom has something hidden from it."""
    for setup in SETUPS[name]:
        check_pairs(planted(setup, fault), 100)


class Stale(Planted):
    """The sight of the position before."""

    def play(self, move: i64) -> None:
        self.before = self.inner.clone()
        super().play(move)

    def sight(self, seat: int) -> Sight:
        before: State = getattr(self, "before", self.inner)
        return self.real.sight(before, seat)


class OtherSeat(Planted):
    """The sight of another seat."""

    def sight(self, seat: int) -> Sight:
        return self.real.sight(self.inner, (seat + 1) % self.seats)


class Owner(Planted):
    """The sight hands out the position itself."""

    def sight(self, seat: int) -> Sight:
        found = self.real.sight(self.inner, seat)
        found.imagine = lambda rng: self.inner  # type: ignore[method-assign]
        return found


@usual_setups
@pytest.mark.parametrize("fault", [Stale, OtherSeat, Owner])
def test_a_wrong_sight_is_noticed(fault: type[Planted], setup: Setup) -> None:
    check_sights(planted(setup, Planted), 50)
    with pytest.raises(AssertionError):
        check_sights(planted(setup, fault), 50)
