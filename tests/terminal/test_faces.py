"""What every game that the terminal can show has to give it."""

from __future__ import annotations

import io
import re
from collections import Counter
from dataclasses import replace

import pytest
from rich.console import Console

from sabika import Table
from sabika.engine.dealer import FastDealer
from sabika.engine.record import LuckStep
from sabika.engine.registry import GAMES
from sabika.engine.rng import Rng
from sabika.locales import rules_of
from sabika.terminal import Choice, Face, Scene, face, moves_in
from sabika.terminal.commands import COMMANDS
from sabika.terminal.faces.plain import FACE as PLAIN
from sabika.terminal.screen import numbered, spots_of
from sabika.terminal.sitting import names_at, scene_of
from tests.fuzz import some

SHOWN = list(GAMES)


def test_a_game_without_a_face_has_the_plain_one() -> None:
    assert face("chess") is face("city") is PLAIN  # city is a file beside the faces, and none itself


def console_of(width: int, height: int, encoding: str = "utf-8") -> Console:
    file = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    return Console(file=file, width=width, height=height, highlight=False, markup=False, emoji=False)


def lines_of(console: Console, thing: object) -> list[str]:
    with console.capture() as capture:
        console.print(thing)
    return capture.get().splitlines()


def deepest(choices: tuple[Choice, ...] | list[Choice]) -> int:
    return 1 + max((deepest(choice.inner) for choice in choices if choice.move is None), default=0)


def check_menu(scene: Scene, look: Face) -> None:
    """Every move once; a question has at most one more behind it, or two; texts fit in a line and differ."""
    choices = numbered(look.menu(scene))
    assert Counter(moves_in(choices)) == Counter(scene.table.moves())
    assert deepest(choices) <= (3 if look is PLAIN else 2)
    for asked in (choices, *(choice.inner for choice in choices if choice.move is None)):
        assert len({choice.text for choice in asked}) == len(asked)
        assert all(0 < len(choice.text) <= (200 if look is PLAIN else 70) for choice in asked)
        assert asked


@pytest.mark.parametrize("name", SHOWN)
@pytest.mark.parametrize("seed", some(range(3), 1))
@pytest.mark.parametrize("plain", [False, True], ids=["own", "plain"])
def test_menus_hold_every_move_and_drawings_fit(name: str, seed: int, *, plain: bool) -> None:
    """A random game; on the way every menu, and now and then every drawing on several screens."""
    game, look, rng = GAMES[name], PLAIN if plain else face(name), Rng(seed)
    seats = game.fewest + seed % (game.most - game.fewest + 1)
    options = {option.name: option.choices[seed % len(option.choices)] for option in game.options}
    if name == "zatre" and seats not in (4, 6):
        options["teams"] = "no"  # pairs need an even table (Z1)
    table = Table.deal(game, seats, options=options, dealer=FastDealer(seed))
    consoles = [console_of(80, 24), console_of(120, 50), console_of(200, 60), console_of(80, 24, "ascii")]
    asked = 0
    while not table.over:
        scene = scene_of(table, table.actor, consoles[asked % 4])
        if asked % 7 == 0:
            check_menu(scene, look)
        if asked % 40 == 0:
            check_drawing(scene, look, consoles[(asked // 40) % 4])
        moves = table.moves()
        assert look.told(scene, moves[rng.below(len(moves))])
        table.play(moves[rng.below(len(moves))])
        asked += 1
    check_the_end(table, look, consoles[0])


def check_drawing(scene: Scene, look: Face, console: Console) -> None:
    scene = replace(scene, width=console.width, height=console.height, ascii=console.options.ascii_only)
    choices = numbered(look.menu(scene))
    for asked in (choices, *(choice.inner for choice in choices if choice.move is None)):
        spots = spots_of(asked)
        text = lines_of(console, look.draw(scene, spots))
        assert all(number in "\n".join(text) for number in spots.values())
        check_lines(text, scene)
    check_lines(lines_of(console, look.draw(replace(scene, viewer=None), {})), scene)
    for player in range(len(scene.names)):
        check_lines(lines_of(console, look.look(scene, player)), scene)
    if lines := scene.table.state.score_now():
        check_lines(lines_of(console, look.scores(scene, lines)), scene)


def check_lines(text: list[str], scene: Scene) -> None:
    """Nothing is cut off, and on a plain screen everything is plain."""
    assert text
    assert all(len(each) <= scene.width and "…" not in each for each in text)
    assert not scene.ascii or all(each.isascii() for each in text)


def check_the_end(table: Table, look: Face, console: Console) -> None:
    scene = scene_of(table, None, console)
    assert len(scene.names) == table.state.players() == len(names_at(table))
    for event in table.events:
        told = look.event(scene, event)
        assert told is None or lines_of(console, told)
    for step in table.record.steps:
        if isinstance(step, LuckStep):
            assert not re.search(r"event\.|[{}]", look.luck(scene, step))  # words: no key, and no gap in them
    check_lines(lines_of(console, look.scores(scene, table.result.breakdown)), scene)


@pytest.mark.parametrize("name", SHOWN)
def test_help_and_rules_fit_a_small_screen(name: str) -> None:
    look = face(name)
    assert all(len(form) <= 32 and len(about) <= 46 for form, about in look.notation)
    assert len(look.notation) <= 12
    assert 5 <= len(rules_of(GAMES[name])) <= 14


@pytest.mark.parametrize("name", SHOWN)
def test_no_move_begins_like_a_command(name: str) -> None:
    assert not {form.split()[0] for form, _ in face(name).notation} & {*COMMANDS, "show"}
