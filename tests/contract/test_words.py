"""Every move, every piece of luck, every event and every view can be told, in all languages, and tells no secret."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, get_args

import msgspec
import pytest

from sabika.engine.game import Game
from sabika.engine.phrase import Phrase, Player
from sabika.engine.registry import find
from sabika.engine.state import EVERYBODY, LUCK, OVER, State
from sabika.engine.step import LuckStep, MoveStep
from sabika.engine.table import Table
from sabika.locales import LANGUAGES, Reader, common, own
from tests.contract.setups import Setup, every_setup, share
from tests.contract.test_views import twin_of, viewers
from tests.contract.walks import choose, generator, glimpses, where
from tests.fuzz import FACTOR, first
from tests.recorded.make import HERE as RECORDED

if TYPE_CHECKING:
    from sabika.engine.phrase import Arg

TOLD = 2_000  # positions in a run
MOVES_EACH = 12  # in one position
CHECKED: set[tuple[str, bytes]] = set()  # the game and a phrase that was found good


def phrases_in(arg: Arg) -> Iterator[Phrase]:
    """A phrase and all that are said in it."""
    if isinstance(arg, Phrase):
        yield arg
        for each in arg.args.values():
            yield from phrases_in(each)
    elif isinstance(arg, Sequence) and not isinstance(arg, str):
        for each in arg:
            yield from phrases_in(each)


def check_said(game: Game, phrase: Phrase) -> None:
    """Every key has its sentence in every language, and every gap in it is filled."""
    asked = (game.name, msgspec.json.encode(phrase))
    if asked in CHECKED:
        return
    for each in phrases_in(phrase):
        for language in LANGUAGES:
            found = next((room for room in (*own(game, language), common(language)) if each.key in room), None)
            assert found is not None, f"{each.key} is not said in {language}"
            gaps = set(re.findall(r"\{(\w+)\}", found[each.key]))
            assert gaps <= each.args.keys(), f"{each.key}: {gaps - each.args.keys()} is not given"
    for reader in (Reader(game, NAMES), Reader(game, NAMES, 0, "hu")):
        assert "{" not in reader.tell(phrase)
    CHECKED.add(asked)


NAMES = [f"name {player}" for player in range(7)]


def told_here(game: Game, state: State, viewer: int | None, moves: Sequence[int]) -> list[Phrase]:
    """What a viewer is told of a position, and of these moves in it."""
    found = game.described(game.view(state, viewer))
    if state.actor < 0:
        return found
    found += [game.told(state, move) for move in moves]
    return found + [game.choice(state, move) for move in moves] if viewer == state.actor else found


def some_moves(state: State, number: int) -> list[int]:
    """Moves from all over the list."""
    moves = list(state.moves()) if state.actor >= 0 else []
    return moves[:: max(1, len(moves) // number)]


@every_setup
def test_everything_can_be_told(setup: Setup) -> None:
    game = setup.game
    for state, _ in glimpses(setup, "words", share(TOLD, setup)):
        for phrase in told_here(game, state, max(state.actor, 0), some_moves(state, MOVES_EACH)):
            check_said(game, phrase)


@every_setup
def test_a_whole_game_is_told(setup: Setup) -> None:
    """Luck as everybody sees it, and as those who do not see it; and all that followed."""
    game, rng = setup.game, generator(setup, "told")
    state = setup.start()
    state.tell()
    while state.actor != OVER:
        if state.actor == LUCK:
            luck, k = state.luck(), rng.randrange(state.luck_total())
            step = LuckStep(luck.kind, 1, k, luck.total, state.outcome(k), luck.seen_by)
            hidden = step.shown_to(None) if luck.seen_by != EVERYBODY else step
            assert game.drawn(step) is not None
            for phrase in (game.luck_told(step), game.luck_told(hidden), game.drawn(step), game.drawn(hidden)):
                if phrase is not None:
                    check_said(game, phrase)
            state.settle(k)
        else:
            state.play(choose(game, state, rng, varied=True))
    for event in state.chronicle or []:
        if (phrase := game.event_told(event)) is not None:
            check_said(game, phrase)


def names_its_mover(game: Game, state: State, move: int) -> str:
    """A choice that speaks of whoever has it, by name or as "you", in any language; empty if there is none."""
    phrase, actor = game.choice(state, move), int(state.actor)
    if phrase.args.get("other") == Player(actor):
        return ""  # they name themselves (D31)
    if "who" in phrase.args:
        return phrase.key
    told = (Reader(game, NAMES, None, language).tell(phrase) for language in LANGUAGES)
    return next((each for each in told if NAMES[actor] in each), "")


@pytest.mark.parametrize("game", ["alhambra", "alhambra_dice", "alcazaba", "zatre"])
def test_a_choice_does_not_name_its_mover(game: str) -> None:
    """It is read below their name, and by others too: "Ana: Keep 2 towers". Every kind of move, in recorded games."""
    kinds: set[object] = set()
    for file in first(sorted(RECORDED.glob(f"{game}-*.txt")), 3):
        for table, step in Table.walk(file.read_text(encoding="utf-8")):
            if isinstance(step, MoveStep):
                moves = [table.game.parse(step.notation), *some_moves(table.state, 6)]
                kinds |= {type(table.game.action(move)) for move in moves}
                assert [said for move in moves if (said := names_its_mover(table.game, table.state, move))] == []
    assert kinds == set(get_args(find(game).actions)) or FACTOR < 1


@every_setup
def test_choices_differ(setup: Setup) -> None:
    """Two moves that read alike could not be told apart."""
    reader = Reader(setup.game, NAMES)
    for state, _ in glimpses(setup, "choices", share(TOLD // 4, setup)):
        if state.actor >= 0:
            texts = [reader.tell(setup.game.choice(state, move)) for move in state.moves()]
            assert len(set(texts)) == len(texts), where(setup, state)


@every_setup
def test_nothing_hidden_is_told(setup: Setup) -> None:
    game = setup.game
    for state, rng in glimpses(setup, "told pairs", share(TOLD // 2, setup)):
        for viewer in viewers(setup):
            twin = twin_of(setup, state, viewer, rng)
            moves = [move for move in some_moves(state, 4) if not twin.refusal(move)]
            assert told_here(game, twin, viewer, moves) == told_here(game, state, viewer, moves), where(setup, state)
