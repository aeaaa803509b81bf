"""Answers to questions that change nothing: of a move, of a scoring now, of the odds, of a bot."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from sabika import bots
from sabika.engine.game import Unreadable
from sabika.engine.rule import NONE
from sabika.engine.scorings import scorings
from sabika.server.protocol.answers import Advice, AdvisedMove, Chances, HeldScorings, Scoring, Tried, Worth
from sabika.server.protocol.commands import Odds, Score, Scorings, Try, Values
from sabika.server.protocol.problems import ProblemError
from sabika.server.table.views.game_view import option
from sabika.server.table.views.viewer import Look
from sabika.server.table.wire import happenings, line


class Advised(Struct, frozen=True):
    """A bot's estimates of the moves: code, chance to win, margin."""

    id: str
    bot: str
    moves: Sequence[tuple[int, float | None, float | None]]


def tried(look: Look, request: Try) -> Tried:
    """The effect of a move, or the rule that forbids it, for the player on turn."""
    table, eyes = look.state.table, look.eyes
    if table is None:
        raise ProblemError("not-playing", "The game has not begun.")
    if eyes is None:
        raise ProblemError("not-seated", "Only somebody who sits here can try a move.")
    try:
        code = table.code(request.move)
    except Unreadable as problem:
        raise ProblemError("no-move", str(problem)) from None
    rule = table.refusal(code, eyes)
    legal = rule is NONE
    text = table.why(code, eyes, look.viewer.language)
    preview = table.state.preview(code) if legal else {}
    return Tried(request.id, look.state.version, request.move, None if legal else rule.label, text, preview)


def scoring(look: Look, request: Score) -> Scoring:
    if look.state.table is None or look.state.table.over:
        raise ProblemError("not-playing", "The game is not being played.")
    return Scoring(request.id, look.state.version, [line(each) for each in look.state.table.state.score_now()])


def held(look: Look, request: Scorings) -> HeldScorings:
    """Scorings are public, so anybody may see them again."""
    table = look.state.game()
    return HeldScorings(request.id, look.state.version, happenings(scorings(table.game, table.events)))


def worth(look: Look, request: Values) -> Worth:
    table = look.state.game()
    return Worth(request.id, look.state.version, table.game.values(table.state, look.eyes))


def chances(look: Look, request: Odds) -> Chances:
    """Dice are public, so anybody may ask."""
    table = look.state.table
    odds = None if table is None else bots.odds(table.game.name, table.state)
    if odds is None:
        raise ProblemError("not-playing", "No dice are out.")
    return Chances(request.id, look.state.version, odds.cells, odds.lead)


def advice(look: Look, request: Advised) -> Advice:
    """Advice from a bot that knows what the seat knows; for that player only."""
    table = look.state.table
    if table is None or look.eyes != look.state.asked:
        raise ProblemError("no-hint", "It is not your decision.")
    moves = []
    for code, win, margin in request.moves:
        each = option(table, code)
        moves.append(AdvisedMove(each.move, each.action, each.preview, win, margin))
    return Advice(request.id, look.state.version, request.bot, moves)
