"""One decision, reviewed: what was chosen against the best that can be found, by what the mover could know.

A question is plain text and numbers, and so is its verdict: a worker process can answer it.
"""

from __future__ import annotations

from dataclasses import replace

import msgspec
from librt.vecs import append, vec
from mypy_extensions import i64

from sabika.bots.value import Estimate, Valuer, valuer_of
from sabika.bots.worth.base import CLEARLY
from sabika.engine.registry import find
from sabika.engine.rng import Rng
from sabika.engine.sight import Sight
from sabika.engine.state import State
from sabika.review.deep import Search, Searched

LEAST_STAKE = 0.005  # of the chance to win: where moves are no further apart, nobody searches


class Question(msgspec.Struct, frozen=True):
    """What to review: a sight, and the move that was made there."""

    game: str
    sight: str
    chosen: int
    playouts: int = 0  # 0: quick, by the judge alone
    seed: int = 0


class Verdict(msgspec.Struct, frozen=True):
    """What was found. Both estimates are made with the same eyes, so that their difference is the decision's alone."""

    best: int  # the best move that was found, which may be the one chosen
    chosen: int
    after_best: Estimate
    after_chosen: Estimate
    doubt: float = 0.0  # by how much the chance to win that the choice cost may be off
    choices: int = 1  # how many moves there were to choose from
    plain: int = 0  # the move that the judge would have made at a glance; 0: the best, or nobody asked
    plain_cost: float = 0.0  # of the chance to win: what that one would have cost
    reasons: dict[str, float] = {}  # the judge's parts: what the best move gains by each, in points
    playouts: int = 0  # made to find it


def answer(question: Question) -> Verdict:
    """Answer a question from nothing but itself."""
    sight = find(question.game).load_sight(question.sight)
    return review_move(sight, question.chosen, valuer_of(question.game), question.playouts, question.seed)


def review_move(sight: Sight, chosen: int, valuer: Valuer, playouts: int, seed: int) -> Verdict:
    """What a move is worth, seen from the seat that made it."""
    state = sight.imagine(Rng(seed))
    moves = with_move(valuer.worth.shortlist(state), chosen)
    if len(moves) == 1:
        (after,) = valuer.after(state, [chosen])
        return Verdict(chosen, chosen, after, after)
    quick = quick_verdict(state, chosen, moves, valuer)
    if not playouts or not at_stake(state, moves, valuer):
        return quick
    found = Search(sight, state, moves, seed).run(chosen, playouts)
    return deepened(state, quick, found, valuer)


def with_move(moves: vec[i64], move: int) -> vec[i64]:
    """The moves worth a look, and the one that was made."""
    return moves if move in moves else append(moves, i64(move))


def quick_verdict(state: State, chosen: int, moves: vec[i64], valuer: Valuer) -> Verdict:
    values = valuer.weigh(state, moves)
    top = max(values)
    best = chosen if values[list(moves).index(chosen)] >= top - CLEARLY else int(moves[values.index(top)])
    after_best, after_chosen = valuer.after(state, [best, chosen])
    side = state.side(state.actor)
    if best != chosen and after_chosen.wins[side] >= after_best.wins[side]:
        best, after_best = chosen, after_chosen
    found = Verdict(best, chosen, after_best, after_chosen, choices=len(moves))
    return explained(state, found, valuer)


def explained(state: State, found: Verdict, valuer: Valuer) -> Verdict:
    """The same with its reasons, and with what looks best at first sight where that is another move."""
    seat, side = int(state.actor), state.side(state.actor)
    if found.best != found.chosen:
        return msgspec.structs.replace(found, reasons=valuer.reasons(state, seat, found.best, found.chosen))
    plain = valuer.plain(state)
    if plain == found.best:
        return found
    (after_plain,) = valuer.after(state, [plain])
    cost = found.after_best.wins[side] - after_plain.wins[side]
    if cost <= 0:
        return found
    return msgspec.structs.replace(
        found, plain=plain, plain_cost=cost, reasons=valuer.reasons(state, seat, found.best, plain)
    )


def at_stake(state: State, moves: vec[i64], valuer: Valuer) -> bool:
    """Is the game open, and are the judge's best and worst apart?"""
    values, side = valuer.weigh(state, moves), state.side(state.actor)
    best, worst = (int(moves[values.index(value)]) for value in (max(values), min(values)))
    after = valuer.after(state, [best, worst])
    return abs(after[0].wins[side] - after[1].wins[side]) >= LEAST_STAKE


def deepened(state: State, quick: Verdict, found: Searched, valuer: Valuer) -> Verdict:
    """What the search found, on the footing of the judge: the best move's estimate is the judge's of that move."""
    (after_best,) = valuer.after(state, [found.best])
    side = int(state.side(state.actor))
    if found.best == found.chosen:
        return praised(state, settled(found, after_best, quick), quick, valuer)
    if found.cost is None:  # a judge's own thought tells the lead alone: the mover's points carry it
        after_chosen = valuer.shifted(state, after_best, side, -found.points)
    else:
        after_chosen = bounded(after_best - of_sides(found.cost, len(after_best.points)))
    if after_best.wins[side] - after_chosen.wins[side] <= found.doubt:
        (after,) = valuer.after(state, [found.chosen])
        return settled(found, after, quick)
    verdict = Verdict(
        found.best, found.chosen, after_best, after_chosen, found.doubt, quick.choices, playouts=found.playouts
    )
    return explained(state, verdict, valuer)


def settled(found: Searched, after: Estimate, quick: Verdict) -> Verdict:
    """Nothing that is surely better was found: what is within doubt is booked to nobody."""
    return Verdict(found.chosen, found.chosen, after, after, found.doubt, quick.choices, playouts=found.playouts)


def praised(state: State, verdict: Verdict, quick: Verdict, valuer: Valuer) -> Verdict:
    """A choice that search confirms and the judge alone would have missed was a hard one."""
    side = state.side(state.actor)
    if quick.best == quick.chosen:
        return msgspec.structs.replace(verdict, plain=quick.plain, plain_cost=quick.plain_cost, reasons=quick.reasons)
    cost = quick.after_best.wins[side] - quick.after_chosen.wins[side]
    reasons = valuer.reasons(state, int(state.actor), verdict.best, quick.best)
    return msgspec.structs.replace(verdict, plain=quick.best, plain_cost=cost, reasons=reasons)


def of_sides(cost: Estimate, sides: int) -> Estimate:
    """Without the empty places: a search has one for every player, and partners are one side."""
    return Estimate(cost.points[:sides], cost.wins[:sides])


def bounded(estimate: Estimate) -> Estimate:
    """Chances are chances: what search tells of a difference may lead beyond them."""
    wins = [min(1.0, max(0.0, win)) for win in estimate.wins]
    total = sum(wins)
    return replace(estimate, wins=tuple(win / total for win in wins))
