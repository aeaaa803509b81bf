"""What a person can type besides a move."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import cast

from rich.console import Group as Stack
from rich.console import RenderableType

from sabika import bots
from sabika.bots import Advice, Adviser
from sabika.engine.game import Unreadable
from sabika.engine.state import Line, winners_without
from sabika.engine.table import Table
from sabika.locales import ENGLISH, YOU, rules_of, say
from sabika.terminal import Choice, record_files
from sabika.terminal.screen import (
    QUIET,
    STRONG,
    Block,
    capital,
    definitions,
    line,
    listing,
    paragraph,
    words,
)
from sabika.terminal.sitting import Command, Sitting
from sabika.terminal.values import odds_lines, value_lines

ADVISER = "architect"

MEANINGS = (
    ("7", "the choice with that number; 0 goes back"),
    ("why MOVE", "whether it is refused, and by which rule"),
    ("why", "scores line by line, and points if scored now"),
    ("hint", "a strong bot's best moves"),
    ("values", "what things are worth, who has how many, what is left"),
    ("odds", "what the dice may still bring"),
    ("look NAME", "what a player has; look: all the others"),
    ("log, log 9", "what happened, or its last 9 lines"),
    ("show", "table and choices again"),
    ("undo", "until something is drawn or another player moves"),
    ("save FILE", "save the game; `sabika resume FILE` continues it"),
    ("rules", "the rules in short"),
    ("quit", "leave; asks whether to save"),
)


class Leave(Exception):
    """The person at the prompt leaves, with this exit code."""

    def __init__(self, code: int) -> None:
        self.code = code


def tell_help(sitting: Sitting, _: str) -> None:
    notation = sitting.face.notation
    known = [(what, meaning) for what, meaning in MEANINGS if what not in missing(sitting)]
    title = "How to write moves, and what else you can type" if notation else "What you can type besides a move"
    sitting.leaf([words(title, STRONG), *definitions([*notation, *known], sitting.console.width)])


def missing(sitting: Sitting) -> list[str]:
    """The commands that do not apply to this game."""
    table = sitting.table
    uses = {
        "values": table.game.values(table.state, sitting.at_screen) is not None,
        "odds": bool(bots.odds_columns(table.game.name)),
    }
    return [command for command, used in uses.items() if not used]


def tell_rules(sitting: Sitting, _: str) -> None:
    sitting.leaf([text for each in rules_of(sitting.table.game) for text in paragraph(each, sitting.console.width)])


def tell_log(sitting: Sitting, number: str) -> None:
    texts = sitting.log.lines(sitting.scene(None))
    sitting.leaf(texts[-int(number[:9]) :] if number.isdecimal() else texts)


def look(sitting: Sitting, name: str) -> None:
    """Show what a player has; without a name, all the others."""
    names, seat = sitting.names, sitting.at_screen
    players = [player for player, each in enumerate(names) if each.casefold() == name.casefold()]
    if not name:
        players = [player for player in range(len(names)) if player != seat or sitting.table.over]
    if not players:
        sitting.complain(f"Nobody here is called {name[:40]!r}; choose one of {listing(names)}.")
    scene = sitting.scene(seat)
    sitting.leaf(Stack(*(sitting.face.look(scene, player) for player in players)))


def why(sitting: Sitting, what: str) -> None:
    """Why a move is refused, by its rule; or the scores line by line."""
    if what in ("", "score", "scores"):
        why_score(sitting)
        return
    try:
        refused = sitting.table.why(what)
    except Unreadable as error:
        sitting.complain(f"{capital(str(error))}.")
    else:
        sitting.say(refused or "That move is allowed now.")


def why_score(sitting: Sitting) -> None:
    """Every scoring so far and, before the end, the points of one held now."""
    table = sitting.table
    opened = [scores(sitting, table.result.breakdown, "Nothing has been scored yet.")]
    if not table.over:
        opened += ["", words("And if the next scoring were held now:", STRONG)]
        opened += [scores(sitting, table.state.score_now(), "Nobody would get anything.")]
    sitting.leaf(Stack(*opened))


def scores(sitting: Sitting, lines: Sequence[Line], none: str) -> RenderableType:
    return sitting.face.scores(sitting.scene(sitting.at_screen), lines) if lines else none


def hint(sitting: Sitting, _: str) -> None:
    """The best few moves of the person at the screen, with their prospects."""
    table = sitting.table
    if table.over or table.actor != sitting.at_screen:
        sitting.complain("You have nothing to decide now.")
        return
    adviser = cast(Adviser, bots.find(ADVISER)(len(table.record.steps)))
    with sitting.waiting("the adviser is thinking"):
        advised = adviser.explain(table.sight)
    for advice in advised:
        sitting.say(line((table.game.notation(advice.move), STRONG), (f"  {outlook(advice)}", QUIET)))


def outlook(advice: Advice) -> str:
    """A move's prospects: the chance to win, and the lead at the end."""
    points = round(advice.margin)
    key = "action.ahead" if points > 0 else "action.behind" if points < 0 else "action.level"
    win = say(ENGLISH, "action.odds", {"win": round(100 * advice.win)})
    return f"{win}, {say(ENGLISH, key, {'count': abs(points)})}"


def tell_values(sitting: Sitting, _: str) -> None:
    """What things are worth now, and what one more would change for the person at the screen."""
    table = sitting.table
    values = table.game.values(table.state, sitting.at_screen)
    if values is None:
        sitting.complain("This game has no table of values.")
    else:
        sitting.leaf(value_lines(values, sitting.names, sitting.console.width))


def tell_odds(sitting: Sitting, _: str) -> None:
    """The chances of each number of dice, and of leading each column, for the player on turn."""
    game = sitting.table.game.name
    columns, odds = bots.odds_columns(game), bots.odds(game, sitting.table.state)
    if not columns:
        sitting.complain("This game has no table of odds.")
    elif odds is None:
        sitting.complain("There are no dice on the table now.")
    else:
        sitting.leaf(odds_lines(odds, columns, sitting.console.width))


def undo(sitting: Sitting, _: str) -> None:
    """Undo the last move of the person at the screen, if nothing was revealed since."""
    seat, table = sitting.at_screen, sitting.table
    if seat is None or not table.undoable(seat):
        sitting.complain("You cannot undo: something was drawn, or another player has moved.")
        return
    table.undo(seat)
    sitting.log.take_back(sitting.scene(seat), seat)
    sitting.kept = False
    sitting.say("Undone.")


def save(sitting: Sitting, text: str) -> None:
    """Save the game to a file."""
    try:
        names = shlex.split(text)
    except ValueError:
        names = []
    if len(names) != 1:
        sitting.complain("Name a file, for example: save evening.sabika")
        return
    try:
        record_files.save(sitting.table, names[0])
    except ValueError as error:
        sitting.complain(f"{capital(str(error))}.")
        return
    sitting.kept = True
    sitting.say(f"Saved. {how_to_return(sitting.table, names[0])}", unbroken=True)


def tell_file(sitting: Sitting, file: str) -> None:
    """Say where the game is saved, and how to return to it."""
    what = "record" if sitting.table.over else "game"
    sitting.say(f"The {what} is saved in {file}: {how_to_return(sitting.table, file)}", unbroken=True)


def how_to_return(table: Table, file: str) -> str:
    name = shlex.quote(file)
    return f"`sabika replay {name}` shows it." if table.over else f"`sabika resume {name}` continues it."


def leave(sitting: Sitting, _: str) -> None:
    offer_to_save(sitting)
    raise Leave(0)


def offer_to_save(sitting: Sitting) -> None:
    """Ask for a file until the game is saved or the person declines."""
    sitting.keep_file()
    if sitting.file is not None:
        tell_file(sitting, sitting.file)
    while not sitting.kept:
        name = sitting.prompt.ask("Save this game? Type a file name, or press Enter to discard it: ")
        if name.lower() in ("", "no", "n"):
            sitting.say("Not saved.")
            return
        if name.lower() in ("y", "yes"):
            sitting.say("Type a file name, for example my-game.sabika")
        else:
            save(sitting, name)


COMMANDS: dict[str, Command] = {
    "help": tell_help,
    "?": tell_help,
    "rules": tell_rules,
    "why": why,
    "hint": hint,
    "values": tell_values,
    "odds": tell_odds,
    "look": look,
    "log": tell_log,
    "undo": undo,
    "save": save,
    "quit": leave,
    "exit": leave,
    "q": leave,
}


def obey(sitting: Sitting, answer: str, choices: Sequence[Choice] = ()) -> bool:
    """Execute a command; False if it is not one. A number after `why` stands for a choice."""
    word, _, rest = answer.partition(" ")
    commands = {**COMMANDS, **sitting.more}
    if word not in commands:
        return False
    rest = rest.strip()
    if word == "why" and rest.isdecimal() and 1 <= int(rest[:9]) <= len(choices):
        rest = notation_of(sitting, choices[int(rest[:9]) - 1])
    commands[word](sitting, rest)
    return True


def notation_of(sitting: Sitting, choice: Choice) -> str:
    """The move of a choice, or the first one behind it."""
    while choice.move is None:
        choice = choice.inner[0]
    return sitting.table.game.notation(choice.move)


# The end.


def standing(table: Table, names: Sequence[str]) -> Block:
    """The winners, and all scores from the highest, with their sources."""
    result = table.result
    rows = [words(headline(table, names), STRONG)]
    for player in sorted(range(len(names)), key=lambda player: -result.scores[player]):
        parts = [f"{part} {points}" for part, points in points_by_part(result.breakdown, player).items()]
        rows.append(words(f"  {result.scores[player]:>4}  {names[player]:<12} ").append(", ".join(parts), QUIET))
    return rows


def headline(table: Table, names: Sequence[str]) -> str:
    winners = winners_without(table.result, table.state.seats, table.record.resigned)
    if not winners:
        return "Everybody resigned: nobody wins."
    who = listing([names[seat] for seat in winners])
    verb = "win" if len(winners) > 1 or who == YOU else "wins"
    shared = ", and share the win" if len(winners) > 1 else ""
    return f"{capital(who)} {verb} with {table.result.scores[winners[0]]} points{shared}."


def points_by_part(lines: Sequence[Line], player: int) -> dict[str, int]:
    """A player's points in each scoring or round that gave points to anybody."""
    parts = dict.fromkeys(each.part for each in lines if each.points)
    return {part: sum(each.points for each in lines if (each.part, each.player) == (part, player)) for part in parts}
