"""Nobody is sent what he may not see: tables that differ only in that send him the same bytes."""

from __future__ import annotations

from collections.abc import Callable
from math import ceil

import pytest

from sabika.engine.record import Record
from sabika.server import protocol, views
from sabika.server.desk import Past
from sabika.server.protocol import LuckLine, Step
from sabika.server.room import Room
from sabika.server.views import Look
from tests.contract.setups import COMPILED, LONG
from tests.server.pairs import run_pair

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
