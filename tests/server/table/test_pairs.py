"""Nobody is sent what he may not see: tables that differ only in that send him the same bytes."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil
from pathlib import Path
from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from sabika.engine.record import Record
from sabika.server.live.tables import LiveTables
from sabika.server.protocol.answers import Tried
from sabika.server.protocol.commands import Play, Ready, Sit, Try
from sabika.server.protocol.events import LuckLine, Step
from sabika.server.protocol.views import Game, LuckInfo
from sabika.server.table.seating import PastStep
from sabika.server.table.table import TableState
from sabika.server.table.views import game_view, outgoing, questions, table_view
from sabika.server.table.views.viewer import Look
from tests.contract.setups import COMPILED, LONG
from tests.server.live_tables import ScriptedClient, opened, run
from tests.server.memory_table import ANA, BEN, TABLE, people
from tests.server.pairs import Course, FixedSeal, SecondSeal, run_pair

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
    game, seats, decisions, _, steps = SETUPS[name]
    played = [run_pair(game, seats, first + seed, steps, **decisions) for seed in range(count)]
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
    for first in range(count):
        for name in SETUPS:
            if name.startswith("zatre"):
                pairs(name, 1, first)


def all_luck(luck: LuckLine, seen_by: int, eyes: int | None) -> LuckLine:
    """Luck is not covered."""
    return luck


def numbers(luck: LuckLine, seen_by: int, eyes: int | None) -> LuckLine:
    """Outcomes are covered, but numbers are shown with what one sees."""
    seen = covered(luck, seen_by, eyes)
    return seen if seen.outcome is None else LuckLine(luck.kind, luck.n, luck.total, luck.k, luck.outcome)


def next_eyes(self: Look) -> int | None:
    """One looks through the next seat's eyes."""
    return (len(self.state.seating.seats) - 1 if self.viewer.person is None else self.seats[0] + 1) % len(
        self.state.seating.seats
    )


def open_record(self: Record, viewer: int | None) -> Record:
    """The record as it is."""
    return self


def everybody_decides(look: Look) -> Game | None:
    """Everybody is told what the seat that is asked could do."""
    found = game(look)
    if found is None or look.state.table is None or look.state.asked is None:
        return found
    return replace(found, options=game_view.options(look.state.table))


def telling_text(look: Look, ask: Try) -> Tried:
    """An answer that has a trace of the position in it."""
    found = tried(look, ask)
    assert look.state.table is not None
    text = found.text + str(hash(look.state.table.position) % 7)
    return Tried(found.id, found.version, found.move, found.rule, text, found.preview)


def late_cover(look: Look, past: PastStep) -> Step:
    """What was drawn is covered for those who are there, and not for those who come later."""
    return past.step if look.state.version - past.step.version > 3 else shown(look, past)


covered, game, tried, shown = table_view.covered, game_view.game, questions.tried, table_view.shown

LEAKS: dict[str, tuple[object, str, Callable[..., object]]] = {
    "luck that is not covered": (table_view, "covered", all_luck),
    "numbers that count through hidden luck": (table_view, "covered", numbers),
    "another seat's eyes": (Look, "_eyes", next_eyes),
    "an open record": (Record, "seen_by", open_record),
    "others' options": (table_view, "game", everybody_decides),
    "old steps that are not covered": (table_view, "shown", late_cover),
}


@pytest.mark.parametrize(("where", "name", "leak"), LEAKS.values(), ids=LEAKS)
def test_a_planted_leak_is_noticed(
    where: object, name: str, leak: Callable[..., object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(where, name, leak)
    with pytest.raises(AssertionError):
        everywhere(12)


def test_a_trace_in_an_answer_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(outgoing.SENT, Try, telling_text)
    with pytest.raises(AssertionError):
        everywhere(12)


def test_a_seed_in_the_open_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nothing is hidden but luck to come."""

    def telling(state: TableState) -> LuckInfo:
        found = luck_info(state)
        return replace(found, commitment=state.seal.reveal(state.seating.game_id, None))

    luck_info = table_view.luck_info
    monkeypatch.setattr(table_view, "luck_info", telling)
    with pytest.raises(AssertionError):
        pairs("alhambra", 3)


# The same over the sockets of two servers.


def streams(folder: Path, seed: int) -> tuple[list[bytes], list[bytes], int]:
    """What a viewer's two sockets were sent while the rules showed him the same, and how many draws differed."""

    async def work() -> None:
        async with (
            opened(folder / "one", seal=FixedSeal(b"1" * 32, course), presence=0) as one,
            opened(folder / "two", seal=SecondSeal(b"2" * 32, course), presence=0) as two,
        ):
            both = [one, two]
            made = [await one.make(ANA, wish), await two.make(ANA, wish)]
            assert made[0] == made[1]
            clients = [[await ScriptedClient(tables, person).enter(TABLE) for person in TWO] for tables in both]
            for ana, ben in clients:
                await ben.do(Sit)
                await ben.do(Ready)
                await ana.do(Ready)
            while (move := common_move(both, rng)) is not None:
                for tables, seats in zip(both, clients, strict=True):
                    game = tables.live[TABLE].state.game()
                    await seats[game.actor].do(Play, move=move)
                states = [tables.live[TABLE].state for tables in both]
                if (
                    states[0].seating.status != "playing"
                    or len({shown_by_rules(state, viewer) for state in states}) > 1
                ):
                    break
                for sent, seats in zip(found, clients, strict=True):
                    sent[:] = seats[viewer].raw

    rng = Random(seed)
    course = Course(seat=1, rng=rng)
    viewer, wish = 0, people(2, "zatre", options={"keeping": "free"})
    found: tuple[list[bytes], list[bytes]] = ([], [])
    run(work)
    return *found, course.differ


def common_move(both: list[LiveTables], rng: Random) -> str | None:
    one, other = (tables.live[TABLE].state.game() for tables in both)
    moves = [move for move in one.moves() if move in set(other.moves())]
    return one.game.notation(rng.choice(moves)) if moves else None


def shown_by_rules(state: TableState, viewer: int) -> bytes:
    table = state.game()
    return msgspec.json.encode([table.view(viewer), table.actor])


@pytest.mark.parametrize("seed", range(4))
def test_the_sockets_of_two_servers(tmp_path: Path, seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sabika.server.live.tables.new_id", lambda: TABLE)
    one, other, differ = streams(tmp_path, seed)
    assert one == other
    assert len(one) > 8
    assert differ
