"""The games by name: our own, and those of installed packages."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Final

from sabika.engine.game import Game
from sabika.engine.rule import E1, E2, E3, E4, NAMES, NONE, Names, Rule
from sabika.engine.sight import CARDS, READERS, Sight
from sabika.engine.state import TEXTS, State, Texts

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "sabika.games"  # the entry points by which a package brings games
NAME: Final = re.compile(r"[a-z][a-z0-9_-]{0,39}")
WORD: Final = re.compile(r"[^\s=]{1,40}")  # of an option, as a record writes it
RESERVED: Final = ("plain",)  # the face and the board of a game that has none of its own
# Where something of a game is found by its name.
ROOMS: Final = ("games", "bots/worth", "bots/value", "envs/codecs", "terminal/faces")
HOUSE: Final = Path(__file__).parents[1]

GAMES: Final[dict[str, Game]] = {}  # those known so far; `find` and `names` know of the others too
LOADING: Final = RLock()


class GameMissing(ValueError):
    """No game of this name can be played here. One line: what is wrong, then after `;` or `:` what to do or why."""


def find(name: str) -> Game:
    """The game of this name; ValueError with one line when there is none, or when it does not load."""
    if name not in GAMES:
        with LOADING:
            if name not in GAMES:
                load(name)
    return GAMES[name]


def names() -> list[str]:
    """Every game that `find` looks for: our own first, then those of other packages."""
    return [*GAMES, *sorted(name for name in guests() if name not in GAMES)]


def installed() -> tuple[list[Game], list[str]]:
    """Every game that can be played, and a line for each that does not load or whose name is taken."""
    found, problems = list[Game](), list[str]()
    for name in names():
        try:
            found.append(find(name))
        except ValueError as problem:
            problems.append(str(problem))
    return found, problems + clashes()


@cache
def guests() -> dict[str, list[EntryPoint]]:
    """The games of other packages by name; of several of one name, the first package in the alphabet counts."""
    from importlib.metadata import entry_points  # slow to import, and rarely needed

    found: dict[str, list[EntryPoint]] = {}
    for point in sorted(entry_points(group=GROUP), key=lambda point: (package_of(point), point.value)):
        found.setdefault(point.name, []).append(point)
    return found


def package_of(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else ""


def clashes() -> list[str]:
    """A line for each game of another package whose name is taken: a name of ours always wins."""
    found = list[str]()
    for name, points in sorted(guests().items()):
        ignored = points[1:] if is_guest(name) else points
        winner = package_of(points[0]) if is_guest(name) else "Sabika"
        found += [
            f"the game {name!r} of {package_of(each)} is ignored: {winner} has a game of that name" for each in ignored
        ]
    return found


def is_ours(game: Game) -> bool:
    return type(game).__module__.startswith("sabika.")


def is_guest(name: str) -> bool:
    """Does the game that is played by this name come from another package?"""
    return name in guests() and not (name in GAMES and is_ours(GAMES[name]))


def load(name: str) -> None:
    """Register a game of another package."""
    if name not in guests():
        raise GameMissing(f"the game {name[:40]!r} is not installed; choose one of {', '.join(names())}")
    point = guests()[name][0]
    package = f" of {point.dist.name}" if point.dist is not None else ""
    try:
        game = point.load()
        if not isinstance(game, Game) or game.name != name:
            raise TypeError(f"{point.value} is not a game of this name")
        register(game)
    except Exception as problem:  # somebody else's code may fail in any way
        reason = " ".join(f"{type(problem).__name__}: {problem}".split())
        raise GameMissing(f"the game {name!r}{package} does not load: {reason}"[:300]) from problem


def register(game: Game) -> Game:
    """Make a game known by its name; ValueError with one line when it cannot be."""
    if GAMES.get(game.name, game) is not game:
        raise ValueError(f"there is already a game {game.name!r}")
    if reason := unfit(game):
        raise ValueError(f"the game {game.name!r} cannot be played: {reason}")
    GAMES[game.name] = game
    return game


def unfit(game: Game) -> str:
    """Why tables and records could not hold a game; empty when they can."""
    if not NAME.fullmatch(game.name):
        return "a name has 1 to 40 small letters, digits, _ and -, and begins with a letter"
    if game.name in RESERVED or shadows(game):
        return "its name is taken by something else of ours"
    words = [word for option in game.options for word in (option.name, *option.choices)]
    if not all(map(WORD.fullmatch, words)):
        return "its options and their choices are words of 1 to 40 letters without spaces and ="
    labels = [rule.label for rule in (*game.refusals, E1, E2, E3, E4)]
    if "" in labels or len(set(labels)) < len(labels):
        return "each of its rules needs a label of its own"
    return not_coming_back(game)


def shadows(game: Game) -> bool:
    """Would something of ours be taken for a part of this game, which is not ours?"""
    return not is_ours(game) and any(
        HOUSE.joinpath(room, game.name).exists() or any(HOUSE.joinpath(room).glob(f"{game.name}.*")) for room in ROOMS
    )


def not_coming_back(game: Game) -> str:
    """What is wrong when its start position is written and read back; empty for nothing."""
    state = game.start(game.fewest)
    if state.game != game.name:
        return f"its states say that they are of {state.game!r}"
    text = game.text(state)
    if not text.isprintable() or game.text(game.load(text)) != text:
        return "its start position does not come back from its text"
    return ""


# States, sights and rules are pickled by name, and looked up here when they are loaded.


class GameTexts(Texts):
    """Positions as their games write them."""

    def text(self, state: State) -> str:
        return find(state.game).text(state)

    def load(self, game: str, text: str) -> State:
        return find(game).load(text)

    def card(self, state: State) -> str:
        return seen_card(state.game, state, None)


class RuleNames(Names):
    """Names a rule by a game that uses it, and its label; the engine's own have no game."""

    def name(self, rule: Rule) -> tuple[str, str]:
        if rule in (NONE, E1, E2, E3, E4):
            return "", rule.label
        for game in GAMES.values():
            if rule in game.refusals:
                return game.name, rule.label
        raise ValueError(f"no installed game refuses by {rule!r}, so it cannot be written down")

    def rule(self, game: str, label: str) -> Rule:
        rules = find(game).refusals if game else (NONE, E1, E2, E3, E4)
        return next(rule for rule in rules if rule.label == label)


def read_sight(game: str, text: str) -> Sight:
    return find(game).load_sight(text)


def seen_card(game: str, state: State, seat: int | None) -> str:
    """The picture of a seat's view; None: a spectator's."""
    return find(game).picture(find(game).view(state, seat))


TEXTS.append(GameTexts())
CARDS.append(seen_card)
NAMES.append(RuleNames())
READERS.append(read_sight)
