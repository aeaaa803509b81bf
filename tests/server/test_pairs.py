"""Nobody is sent what he may not see: tables that differ only in that send him the same bytes."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from pathlib import Path
from random import Random

import msgspec
import pytest

from sabika.engine.record import Record
from sabika.server import protocol, views
from sabika.server.desk import Past
from sabika.server.hall import Hall
from sabika.server.protocol import LuckLine, Play, Ready, Sit, Step
from sabika.server.room import Room
from sabika.server.views import Look
from tests.contract.setups import COMPILED, LONG
from tests.server.halls import Client, opened, run
from tests.server.pairs import Course, FixedSeal, SecondSeal, run_pair
from tests.server.sittings import ANA, BEN, TABLE, people

TWO = [ANA, BEN]

PART = LONG if COMPILED else 0.05  # of the numbers of games below

# A game and its seats, wishes, how many games, and how many steps of each at most.
SETUPS: dict[str, tuple[str, int, dict[str, object], int, int]] = {
    "zatre of two": ("zatre", 2, {}, 40, 1_000),
    "zatre of three": ("zatre", 3, {}, 40, 1_000),
    "zatre of four": ("zatre", 4, {}, 40, 1_000),
    "zatre in teams": ("zatre", 4, {"options": {"teams": "yes"}}, 40, 1_000),
    "zatre where tiles may be kept": ("zatre", 3, {"options": {"keeping": "free"}}, 40, 1_000),
    "alhambra": ("alhambra", 3, {}, 10, 60),
    "the dice game": ("alhambra_dice", 3, {}, 10, 60),
    "alcazaba": ("alcazaba", 3, {}, 10, 60),
}


def pairs(name: str, count: int, first: int = 0) -> tuple[int, int]:
    """So many games; tells how many messages were compared while the worlds differed, and how often they did."""
    game, seats, wishes, _, steps = SETUPS[name]
    played = [run_pair(game, seats, first + seed, steps, **wishes) for seed in range(count)]
    return sum(pair.compared for pair in played), sum(pair.course.differ for pair in played)


@pytest.mark.parametrize("name", SETUPS)
def test_other_hidden_facts_the_same_bytes(name: str) -> None:
    count = ceil(SETUPS[name][3] * PART)
    compared, differ = pairs(name, count)
    print(f"{name}: {count} games, {differ} hidden draws differed, {compared} messages compared meanwhile")
    if name.startswith("zatre"):
        assert differ >= count
        assert compared >= 3 * count
    else:  # nothing but luck to come is hidden: another key, and not a byte of difference
        assert (compared, differ) == (0, 0)


# The test would notice.


def everywhere(count: int) -> None:
    """Some leaks show only where tiles are kept, or in teams."""
    for name in SETUPS:
        if name.startswith("zatre"):
            pairs(name, count)


def all_luck(luck: LuckLine, seen_by: int, eyes: int | None) -> LuckLine:
    """Luck is not covered."""
    return luck


def numbers(luck: LuckLine, seen_by: int, eyes: int | None) -> LuckLine:
    """Outcomes are covered, but numbers are shown with what one sees."""
    seen = covered(luck, seen_by, eyes)
    return seen if seen.outcome is None else LuckLine(luck.kind, luck.n, luck.total, luck.k, luck.outcome)


def next_eyes(self: Look) -> int | None:
    """One looks through the next seat's eyes."""
    return (len(self.room.desk.places) - 1 if self.viewer.person is None else self.seats[0] + 1) % len(
        self.room.desk.places
    )


def open_record(self: Record, viewer: int | None) -> Record:
    """The record as it is."""
    return self


def everybody_decides(look: Look) -> protocol.Game | None:
    """Everybody is told what the seat that is asked could do."""
    found = game(look)
    if found is None or look.room.table is None or look.room.asked is None:
        return found
    return protocol.Game(
        found.seat,
        found.position,
        found.points,
        found.now,
        found.asked,
        found.deadline,
        found.banks,
        views.options(look.room.table),
        found.default,
        found.undo,
    )


def telling_text(look: Look, ask: protocol.Try) -> protocol.Tried:
    """An answer that has a trace of the position in it."""
    found = tried(look, ask)
    assert look.room.table is not None
    text = found.text + str(hash(look.room.table.state.text()) % 7)
    return protocol.Tried(found.id, found.version, found.move, found.rule, text, found.preview)


def late_cover(look: Look, past: Past) -> Step:
    """What was drawn is covered for those who are there, and not for those who come later."""
    return past.step if look.room.version - past.step.version > 3 else shown(look, past)


covered, game, tried, shown = views.covered, views.game, views.tried, views.shown

LEAKS: dict[str, tuple[object, str, Callable[..., object]]] = {
    "luck that is not covered": (views, "covered", all_luck),
    "numbers that count through hidden luck": (views, "covered", numbers),
    "another seat's eyes": (Look, "_eyes", next_eyes),
    "an open record": (Record, "seen_by", open_record),
    "others' options": (views, "game", everybody_decides),
    "old steps that are not covered": (views, "shown", late_cover),
}


@pytest.mark.parametrize(("where", "name", "leak"), LEAKS.values(), ids=LEAKS)
def test_a_planted_leak_is_noticed(
    where: object, name: str, leak: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(where, name, leak)
    with pytest.raises(AssertionError):
        everywhere(12)


def test_a_trace_in_an_answer_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(views.SENT, protocol.Try, telling_text)
    with pytest.raises(AssertionError):
        everywhere(12)


def test_a_seed_in_the_open_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing is hidden but luck to come."""

    def telling(room: Room) -> protocol.LuckInfo:
        found = luck_info(room)
        return protocol.LuckInfo(
            found.construction,
            found.game_id,
            room.seal.reveal(room.desk.created.game_id, None),
            found.chosen,
            found.commits,
            found.nonces,
            found.seed,
        )

    luck_info = views.luck_info
    monkeypatch.setattr(views, "luck_info", telling)
    with pytest.raises(AssertionError):
        pairs("alhambra", 3)


# The same over the sockets of two halls.


def streams(folder: Path, seed: int) -> tuple[list[bytes], list[bytes], int]:
    """What a viewer's two sockets were sent while the rules showed him the same, and how many draws differed."""

    async def work() -> None:
        async with (
            opened(folder / "one", seal=FixedSeal(b"1" * 32, course), presence=0) as one,
            opened(folder / "two", seal=SecondSeal(b"2" * 32, course), presence=0) as two,
        ):
            halls = [one, two]
            tables = [await one.make(ANA, wish), await two.make(ANA, wish)]
            assert tables[0] == tables[1]
            clients = [[await Client(hall, person).enter(TABLE) for person in TWO] for hall in halls]
            for ana, ben in clients:
                await ben.do(Sit)
                await ben.do(Ready)
                await ana.do(Ready)
            while (move := common_move(halls, rng)) is not None:
                for hall, seats in zip(halls, clients, strict=True):
                    game = hall.live[TABLE].room.game()
                    await seats[game.actor].do(Play, move=move)
                rooms = [hall.live[TABLE].room for hall in halls]
                if rooms[0].desk.status != "playing" or len({shown_by_rules(room, viewer) for room in rooms}) > 1:
                    break
                for sent, seats in zip(found, clients, strict=True):
                    sent[:] = seats[viewer].raw

    rng = Random(seed)
    course = Course(seat=1, rng=rng)
    viewer, wish = 0, people(2, "zatre", options={"keeping": "free"})
    found: tuple[list[bytes], list[bytes]] = ([], [])
    run(work)
    return *found, course.differ


def common_move(halls: list[Hall], rng: Random) -> str | None:
    one, other = (hall.live[TABLE].room.game() for hall in halls)
    moves = [move for move in one.moves() if move in set(other.moves())]
    return one.game.notation(rng.choice(moves)) if moves else None


def shown_by_rules(room: Room, viewer: int) -> bytes:
    state = room.game().state
    return msgspec.json.encode([state.view(viewer), state.actor])


@pytest.mark.parametrize("seed", range(4))
def test_the_sockets_of_two_halls(tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sabika.server.hall.new_id", lambda: TABLE)
    one, other, differ = streams(tmp_path, seed)
    assert one == other
    assert len(one) > 8
    assert differ
