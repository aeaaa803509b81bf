"""A clone is equal in every field and shares nothing; and the dump that these tests compare by sees every field."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import sabika
from sabika.engine.game import Game
from sabika.engine.state import State
from tests.contract.dump import ATOMS, STORY, change, dump, fields, leaves
from tests.contract.setups import POSITIONS, Setup, every_setup, share, usual_setups
from tests.contract.walks import generator, glimpses, step, where
from tests.contract.worlds import world_of

Cloning = Callable[[State], State]
PACKAGE = Path(str(sabika.__file__)).parents[1]  # where the package lies, with its sources


def cloned(state: State) -> State:
    return state.clone()


def check_equal(setup: Setup, state: State, clone: Cloning = cloned) -> None:
    """Right after cloning everything is the same, and the chronicle is off."""
    told = state.clone()
    told.tell()
    for twin in (clone(state), clone(told)):
        assert not change(dump(state, STORY), dump(twin, STORY)), where(setup, state)
        assert twin.chronicle is None
        assert setup.game.text(twin) == setup.game.text(state)


def check_shares_nothing(state: State, clone: Cloning = cloned) -> None:
    """Whatever is disturbed in the clone, the original stays."""
    before, twin = dump(state), clone(state)
    for leaf in [*leaves(twin)]:
        leaf.turn()
        assert not change(before, dump(state)), f"{leaf.path} is shared"


def check_forgets_nothing(setup: Setup, state: State, clone: Cloning = cloned) -> None:
    """Whatever is disturbed in the original is found in its clone; fields that are worked out of others aside."""
    derived = world_of(setup.game.name).derived
    for leaf in leaves(state):
        if leaf.path.endswith("[+]") or leaf.path.rpartition(".")[2] in derived:
            continue
        leaf.turn()
        try:
            lost = change(dump(state, STORY | derived), dump(clone(state), STORY | derived))
            assert not lost, f"{leaf.path} is forgotten"
        finally:
            leaf.turn_back()


def check_apart(setup: Setup, state: State, seed: int) -> None:
    """The clone plays on and the original stays; then the original takes the same way."""
    before, twin = dump(state), state.clone()
    first, second = (generator(setup, "apart", seed) for _ in range(2))
    way = 0
    while twin.actor != -2 and way < 30:
        step(setup.game, twin, first)
        way += 1
    assert not change(before, dump(state)), where(setup, state)
    again = state.clone()
    for _ in range(way):
        step(setup.game, again, second)
    assert not change(dump(twin), dump(again)), where(setup, state)


def check_clones(setup: Setup, number: int) -> None:
    for seed, (state, _) in enumerate(glimpses(setup, "clones", number)):
        check_equal(setup, state)
        check_apart(setup, state, seed)
        if seed % 8 == 0:
            check_shares_nothing(state)
            check_forgets_nothing(setup, state.clone())


@every_setup
def test_a_clone_is_equal_and_independent(setup: Setup) -> None:
    check_clones(setup, share(POSITIONS, setup))


# The dump sees every field.


def parts_of(thing: object) -> Iterator[object]:
    """All objects with fields in a state, the state first."""
    if isinstance(thing, list | tuple | set | frozenset):
        for item in thing:
            yield from parts_of(item)
    elif isinstance(thing, dict):
        yield from parts_of(list(thing.values()))
    elif not isinstance(thing, (*ATOMS, Game)) and type(thing).__module__.startswith("sabika"):
        yield thing
        for name in fields(thing):
            yield from parts_of(getattr(thing, name))


@cache
def fields_in_source(kind: Any) -> set[str]:
    """The fields that the source of a class and of its bases gives to `self`."""
    found: set[str] = set()
    for base in kind.__mro__[:-1]:
        path = PACKAGE.joinpath(*base.__module__.split(".")).with_suffix(".py")
        tree = ast.parse(path.read_text(encoding="utf-8"))
        body = next(node for node in ast.walk(tree) if isinstance(node, ast.ClassDef) and node.name == base.__name__)
        found |= {field for node in ast.walk(body) if (field := own_field(node))}
    return found


def own_field(node: ast.AST) -> str:
    """The field's name if this is `self.something`, being assigned."""
    if not isinstance(node, ast.Attribute) or not isinstance(node.ctx, ast.Store):
        return ""
    return node.attr if isinstance(node.value, ast.Name) and node.value.id == "self" else ""


@every_setup
def test_the_dump_has_every_field_of_the_source(setup: Setup) -> None:
    for state, _ in glimpses(setup, "fields", 3):
        kinds: dict[Any, object] = {type(part): part for part in parts_of(state)}
        for kind, part in kinds.items():
            assert set(fields(part)) == fields_in_source(kind), kind


@every_setup
def test_the_dump_shows_every_change(setup: Setup) -> None:
    for state, _ in glimpses(setup, "changes", 3):
        before = dump(state)
        for leaf in [*leaves(state)]:
            leaf.turn()
            assert dump(state) != before, leaf.path
            leaf.turn_back()
        assert not change(before, dump(state))


# The tests would notice.


def somewhere(setup: Setup) -> list[State]:
    """Positions from all over a game; in one or the other there is something in every field."""
    return [state.clone() for state, _ in glimpses(setup, "somewhere", 200)]


def check_all_share_nothing(states: list[State], clone: Cloning) -> None:
    for state in states:
        check_shares_nothing(state.clone(), clone)


def with_field_of(name: str, giver: Cloning) -> Cloning:
    """Cloning that takes one field from elsewhere."""

    def clone(state: State) -> State:
        twin = state.clone()
        setattr(twin, name, getattr(giver(state), name))
        return twin

    return clone


@usual_setups
def test_any_forgotten_field_is_noticed(setup: Setup) -> None:
    state, fresh = setup.start(), setup.start()
    for name in fields(state):
        if name != "chronicle":
            forgetful = with_field_of(name, lambda _: fresh)
            with pytest.raises(AssertionError, match="forgotten"):
                check_forgets_nothing(setup, state, forgetful)


@usual_setups
def test_any_shared_field_is_noticed(setup: Setup) -> None:
    states = somewhere(setup)
    fields_of = fields(states[0])
    shareable = [name for name in fields_of if not isinstance(getattr(states[0], name), (*ATOMS, tuple, frozenset))]
    assert shareable
    for name in shareable:
        with pytest.raises(AssertionError, match="shared"):
            check_all_share_nothing(states, with_field_of(name, lambda original: original))


@usual_setups
def test_a_clone_that_goes_on_telling_is_noticed(setup: Setup) -> None:
    def talkative(state: State) -> State:
        twin = state.clone()
        twin.tell()
        return twin

    with pytest.raises(AssertionError):
        check_equal(setup, setup.start(), talkative)
