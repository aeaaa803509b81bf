"""The face of a game that has none of its own: the position in words, and the moves as sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final

from rich.console import RenderableType
from rich.text import Text

from sabika.engine.phrase import Phrase, Player
from sabika.engine.state import Event, Line
from sabika.engine.step import LuckStep
from sabika.terminal import Choice, Group, Scene, Spots
from sabika.terminal.screen import (
    QUIET,
    STRONG,
    Block,
    capital,
    cut,
    joined,
    line,
    paragraph,
    reader,
    sentence,
    words,
)

if TYPE_CHECKING:
    from sabika.engine.phrase import Arg

FEW: Final = 12  # up to this many moves are one list, whatever their kinds
PAGE: Final = 20  # choices of one question
NAME: Final = 14  # columns of a player's name


class PlainFace:
    """What the terminal can show of any game, from its phrases alone."""

    notation: tuple[tuple[str, str], ...] = ()

    # Drawing.

    def draw(self, scene: Scene, spots: Spots) -> RenderableType:
        return joined([*standings(scene), words(""), *described(scene, position(scene))])

    def look(self, scene: Scene, player: int) -> RenderableType:
        """The lines of the position that mention the player."""
        about = [phrase for phrase in position(scene) if Player(player) in players_in(phrase)]
        told = described(scene, about) or [words("  nothing else to look at", QUIET)]
        return joined([score_line(scene, player), *told])

    # Moves.

    def menu(self, scene: Scene) -> Sequence[Group]:
        """Few moves in one list; many by their kinds, and long lists page by page."""
        table = scene.table
        named = [(move, kind_of(scene, move)) for move in table.moves()]
        choices = {move: Choice(sentence(scene, table.game.choice(table.state, move)), move) for move, _ in named}
        if len(choices) <= FEW:
            return [Group("Choose", list(choices.values()))]
        kinds: dict[str, list[Choice]] = {}
        for move, kind in named:
            kinds.setdefault(kind, []).append(choices[move])
        if len(kinds) == 1:
            return [Group("Choose", paged(list(choices.values())))]
        return [Group("Choose", [choice for kind, group in kinds.items() for choice in folded(kind, group)])]

    # What happened.

    def told(self, scene: Scene, move: int) -> str:
        return reader(scene).tell(scene.table.game.told(scene.table.state, move))

    def luck(self, scene: Scene, step: LuckStep) -> str:
        told = scene.table.game.luck_told(step.shown_to(None))
        return reader(scene).tell(told) if told else ""

    def event(self, scene: Scene, event: Event) -> RenderableType | None:
        told = scene.table.game.event_told(event)
        return reader(scene).tell(told) if told else None

    # Scores.

    def scores(self, scene: Scene, lines: Sequence[Line]) -> RenderableType:
        found: Block = []
        for part, group in groupby(lines, key=lambda each: each.part):
            found += [words(capital(named(scene, "part", part)), STRONG), *sources(scene, list(group)), words("")]
        return joined(found[:-1])


FACE = PlainFace()


# The table.


def standings(scene: Scene) -> Block:
    return [score_line(scene, player) for player in range(len(scene.names))]


def score_line(scene: Scene, player: int) -> Text:
    """A player with their points, and what a scoring now would add."""
    state = scene.table.state
    gain = state.gains_now()[player]
    style = STRONG if player == scene.table.actor else ""
    score = state.score(player)
    points = f"{cut(scene.names[player], NAME):<{NAME}}{score:>5} {'point' if score == 1 else 'points'}"
    return line((points, style), (f"  {gain:+} now" if gain else "", QUIET))


def position(scene: Scene) -> list[Phrase]:
    return scene.table.game.described(scene.table.view(scene.viewer))


def described(scene: Scene, phrases: Sequence[Phrase]) -> Block:
    mark = "-" if scene.ascii else "·"
    return [row for each in phrases for row in paragraph(f"{mark} {sentence(scene, each)}", scene.width)]


def players_in(arg: Arg) -> Iterator[Player]:
    """The players mentioned."""
    if isinstance(arg, Player):
        yield arg
    elif not isinstance(arg, str | int):
        for each in arg.args.values() if isinstance(arg, Phrase) else arg:
            yield from players_in(each)


# The menu.


def kind_of(scene: Scene, move: int) -> str:
    """What kind of move it is: the tag of its action."""
    return str(scene.table.game.action(move).__struct_config__.tag)


def folded(kind: str, choices: list[Choice]) -> list[Choice]:
    """The choices of a kind as they are, or behind a further question."""
    if len(choices) <= FEW // 2:
        return choices
    return [Choice(f"{capital(kind)}: {len(choices)} ways", None, tuple(paged(choices)))]


def paged(choices: list[Choice]) -> list[Choice]:
    """The choices, or if there are many, pages named by their first and last choice."""
    if len(choices) <= PAGE:
        return choices
    pages = [tuple(choices[start : start + PAGE]) for start in range(0, len(choices), PAGE)]
    return [Choice(f"{page[0].text} - {page[-1].text}", None, page) for page in pages]


# Scores.


def sources(scene: Scene, lines: Sequence[Line]) -> Block:
    """A row for each thing that was scored, with everybody's points, and their sums."""
    width = max(6, (scene.width - NAME) // len(scene.names) - 1)
    head = "".join(f" {cut(name, width):>{width}}" for name in scene.names)
    rows = [words(f"{'':<{NAME}}{head}", QUIET)]
    for source in dict.fromkeys(each.source for each in lines):
        points = points_of([each for each in lines if each.source == source])
        rows.append(row(scene, cut(named(scene, "source", source), NAME), points, width))
    rows.append(row(scene, "sum", points_of(lines), width))
    return rows


def points_of(lines: Sequence[Line]) -> Mapping[int, int]:
    found: dict[int, int] = {}
    for each in lines:
        found[each.player] = found.get(each.player, 0) + each.points
    return found


def row(scene: Scene, title: str, points: Mapping[int, int], width: int) -> Text:
    cells = "".join(f" {points.get(player, '-'):>{width}}" for player in range(len(scene.names)))
    return words(f"{title:<{NAME}}{cells}", STRONG if title == "sum" else "")


def named(scene: Scene, family: str, name: str) -> str:
    """A word of the game where it has one, or else its name as it is."""
    key = f"{family}.{name}"
    told = sentence(scene, Phrase(key))
    return re.sub(r"(?<=\w)-", " ", name) if told == capital(key) else told
