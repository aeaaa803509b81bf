"""Everything a state holds, field by field, compiled or not: to compare whole states, and to disturb them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from functools import cache
from typing import Any, NamedTuple

from librt.vecs import vec

from sabika.engine.game import Game

ATOMS = (int, float, str, bytes, type(None))
PLAIN = frozenset([*ATOMS, bool])
UNSET = "(unset)"
STORY = frozenset({"chronicle"})  # not in a clone, nor in a loaded state


def dump(thing: object, but: Set[str] = frozenset()) -> object:
    """Nested tuples that are equal exactly if all that is reached from the thing is; fields named in `but` aside."""
    kind = type(thing)
    if kind in PLAIN:
        return thing
    if kind is list or kind is tuple:
        return tuple([dump(item, but) for item in thing])  # type: ignore[attr-defined]
    if isinstance(thing, vec):
        return kind.__name__, packed(thing, but)
    if isinstance(thing, dict):
        return tuple(sorted([(repr(key), dump(item, but)) for key, item in thing.items()], key=first))
    if isinstance(thing, set | frozenset):
        return tuple(sorted(thing, key=repr))
    if isinstance(thing, ATOMS):
        return thing
    if isinstance(thing, Game):
        return thing.name  # games hold nothing that changes
    names = fields(thing)
    return kind.__name__, tuple([(name, dump(getattr(thing, name, UNSET), but)) for name in names if name not in but])


def first(pair: tuple[str, object]) -> str:
    return pair[0]


def change(before: object, after: object, path: str = "") -> str:
    """Where two dumps differ first, and how; empty when they are equal."""
    if before == after:
        return ""
    if isinstance(before, tuple) and isinstance(after, tuple) and len(before) == len(after):
        for at, (one, two) in enumerate(zip(before, after, strict=True)):
            if one != two:
                name = before[0] if at and isinstance(before[0], str) else at
                return change(one, two, f"{path}.{name}")
    return f"{path}: {before!r:.300} became {after!r:.300}"


def packed(items: Any, but: Set[str]) -> object:
    """The contents of a vec: raw bytes where it holds numbers."""
    try:
        return bytes(items)
    except TypeError:
        return tuple([dump(item, but) for item in items])


def fields(thing: object) -> tuple[str, ...]:
    """The names of an object's fields."""
    kind: Any = type(thing)
    names = (*declared(kind), *getattr(thing, "__dict__", ()))
    if not names:
        raise TypeError(f"no fields are known of {type(thing)}")
    return names


@cache
def declared(kind: type) -> tuple[str, ...]:
    """The fields that a class declares: as compiled, or as slots."""
    names: list[str] = [*getattr(kind, "__mypyc_attrs__", ())]
    for base in kind.__mro__:
        slots = base.__dict__.get("__slots__", ())
        names += [slots] if isinstance(slots, str) else slots
    return tuple(name for name in dict.fromkeys(names) if name != "__dict__")


class Leaf(NamedTuple):
    """A number, a text or a collection somewhere in a state, which can be turned into another and back."""

    path: str
    turn: Callable[[], None]
    turn_back: Callable[[], None]


def leaves(thing: object, path: str = "") -> Iterator[Leaf]:
    """Everything in a state that can be disturbed; the chronicle aside."""
    if isinstance(thing, vec):
        flip = flipper(thing)
        yield Leaf(f"{path}[*]", flip, flip)
        for at, item in enumerate(thing):
            yield from leaves(item, f"{path}[{at}]")
    elif isinstance(thing, list):
        yield Leaf(f"{path}[+]", lambda: thing.append(UNSET), lambda: drop_last(thing))
        for at, item in enumerate(thing):
            yield from inside(thing.__setitem__, at, item, f"{path}[{at}]")
    elif isinstance(thing, dict):
        yield Leaf(f"{path}[+]", lambda: thing.update({UNSET: 1}), lambda: drop_key(thing))
        for key, item in thing.items():
            yield from inside(thing.__setitem__, key, item, f"{path}[{key}]")
    elif isinstance(thing, set):
        yield Leaf(f"{path}[+]", lambda: thing.add(UNSET), lambda: thing.discard(UNSET))
    elif not isinstance(thing, (*ATOMS, tuple, frozenset, Game)):
        for name in fields(thing):
            if name != "chronicle":
                item = getattr(thing, name, None)
                yield from inside(lambda key, new: setattr(thing, key, new), name, item, f"{path}.{name}")


def inside(put: Callable[[Any, Any], None], key: object, item: object, path: str) -> Iterator[Leaf]:
    """The leaf that an item is, or the leaves in it."""
    if isinstance(item, bool | int | str) or (isinstance(item, vec) and len(item) == 0):
        new = other(item)
        yield Leaf(path, lambda: put(key, new), lambda: put(key, item))
    else:
        yield from leaves(item, path)


def other(item: Any) -> object:
    """A different value of the same kind; of an empty vec one with an item."""
    if isinstance(item, vec):
        return type(item)([1])
    if isinstance(item, bool):
        return not item
    return item + "~" if isinstance(item, str) else item ^ 1


def flipper(items: Any) -> Callable[[], None]:
    """Turns every item of a vec, and back."""

    def flip() -> None:
        for at, item in enumerate(items):
            if isinstance(item, int):
                items[at] = other(item)

    return flip


def drop_last(items: list[object]) -> None:
    items.pop()


def drop_key(items: dict[object, object]) -> None:
    items.pop(UNSET, None)
