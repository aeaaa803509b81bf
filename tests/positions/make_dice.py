"""Picks positions of the Dice Game and of Alcazaba out of random games, and counts what can follow.

    python -m tests.positions.make_dice

Positions and counts stay as they are forever; make them anew only if they were wrong.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import cast

from sabika.engine.playout import random_move
from sabika.engine.rng import Rng
from sabika.engine.state import LUCK, OVER, State
from sabika.games import find
from sabika.games.alcazaba.state import Alcazaba
from sabika.games.alhambra_dice.state import AlhambraDice
from sabika.games.parts.rounds import FIRST
from tests.positions.make import HERE, counts

DEPTH = 2  # the keeps of a throw are many

Words = set[str]  # with which the legal moves begin
DiceKind = Callable[[AlhambraDice, Words], bool]
CityKind = Callable[[Alcazaba, Words], bool]

DICE: dict[str, tuple[int, dict[str, str], DiceKind]] = {
    "a turn in which a marker may be displaced, a throw annulled and the black die set": (
        3,
        {},
        lambda state, words: {"displace", "annul", "black"} <= words and state.throws == 1,
    ),
    "an annulled throw that is repeated with the same dice": (
        4,
        {"annul": "same"},
        lambda state, words: state.bound and state.throws == 2,
    ),
    "a third throw with the black die still to be set": (
        5,
        {"black_die": "any-throw"},
        lambda state, words: state.throws == 3 and "black" in words,
    ),
    "a prize with two swap chips": (3, {}, lambda state, words: "prize" in words and len(state.moves()) == 27),
    "a second prize with a swap chip": (
        3,
        {},
        lambda state, words: "prize" in words and state.given > 0 and len(state.moves()) == 6,
    ),
    "a prize beside Carlo": (2, {}, lambda state, words: "prize" in words and state.round == 4),
    "the first player is named in the middle of an evaluation": (
        6,
        {},
        lambda state, words: state.stage == FIRST and state.column == 3,
    ),
}

CITIES: dict[str, tuple[int, dict[str, str], CityKind]] = {
    "a turn with a city and a reserve": (
        4,
        {},
        lambda state, words: {"add", "remove", "swap"} <= words and state.throws == 2,
    ),
    "a third throw, after which nothing is restructured": (
        3,
        {},
        lambda state, words: state.throws == 3 and state.cities[state.turn].size() > 3,
    ),
    "a choice of four things, the first-player chip among them": (
        3,
        {},
        lambda state, words: "pick" in words and state.chip == state.column and len(state.moves()) == 4,
    ),
    "a won tile that may be given to Carlo": (
        2,
        {},
        lambda state, words: "give" in words and state.cities[state.actor].size() > 5,
    ),
    "a won tile at a full table": (
        6,
        {},
        lambda state, words: "reserve" in words and state.round == 5 and state.cities[state.actor].size() > 4,
    ),
    "the first player is named": (5, {}, lambda state, words: state.stage == FIRST and state.round == 3),
}


def reach(game: str, seats: int, options: dict[str, str], kind: Callable[[State, Words], bool]) -> str:
    """The first position of a kind in random games."""
    played = find(game)
    for seed in range(1, 1000):
        state, rng = played.start(seats, options), Rng(seed)
        while state.actor != OVER:
            if state.actor == LUCK:
                state.settle(rng.below(state.luck_total()))
                continue
            if kind(state, {played.notation(move).split()[0] for move in state.moves()}):
                return played.text(state)
            state.play(random_move(state, rng))
    raise LookupError(f"no such position in {game}")


def main() -> None:
    for game, kinds in (("alhambra_dice", DICE), ("alcazaba", CITIES)):
        rows = []
        for name, (seats, options, kind) in kinds.items():
            text = reach(game, seats, options, cast(Callable[[State, Words], bool], kind))
            rows.append({"name": name, "position": text, "counts": counts(text, DEPTH)})
            print(name, rows[-1]["counts"])
        HERE.joinpath(f"{game}.json").write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")


def positions_of(game: str) -> dict[str, tuple[str, list[int]]]:
    """The positions of a game by name, with their counts."""
    rows = json.loads(HERE.joinpath(f"{game}.json").read_text(encoding="utf-8"))
    return {row["name"]: (row["position"], row["counts"]) for row in rows}


if __name__ == "__main__":
    main()
