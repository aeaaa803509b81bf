"""Replaying a record: its dealer, and a check of every piece of its luck."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator

from sabika.engine.dealer import CONSTRUCTION, SILENT_NONCE, Dealer, FastDealer, SealedDealer, nonce_commit, seed_bytes
from sabika.engine.game import Game, Unreadable
from sabika.engine.record import Record
from sabika.engine.state import LUCK, OVER, Luck, State
from sabika.engine.step import LuckStep, MoveStep, Step


class NoDealer:
    """The dealer of a record without its seed: it can be read, but not played on."""

    def answer(self, state: State) -> int:
        raise Unreadable("the seed of this record is not known, so the game cannot be played on")


def retrace(state: State, game: Game, steps: Iterable[Step]) -> Iterator[tuple[State, Step, int]]:
    """Every step with the state before it, and its move or the number of its luck; the state advances by itself."""
    for step in steps:
        code = game.parse(step.notation) if isinstance(step, MoveStep) else step.k
        yield state, step, code
        if isinstance(step, MoveStep):
            state.play(code)
        else:
            state.settle(code)


def dealer_of(record: Record) -> Dealer:
    """The dealer for playing a record on."""
    if record.luck != CONSTRUCTION:
        return FastDealer(secrets.randbits(62))
    if not record.seed:
        return NoDealer()
    nonces = [bytes.fromhex(nonce) for nonce in record.nonces]
    return SealedDealer(record.game_id, nonces, bytes.fromhex(record.seed), chosen=record.chosen)


def begin_luck(record: Record, seed: int | None, dealer: Dealer | None) -> Dealer:
    """The dealer of a new game, this one or a sealed one; the record notes it."""
    record.game_id = secrets.token_hex(8) if seed is None else f"seed-{seed}"
    if dealer is None:
        nonces, chosen = [SILENT_NONCE] * len(record.seats), None if seed is None else seed_bytes(seed)
        dealer = SealedDealer(record.game_id, nonces, chosen, chosen=seed is not None)
    if isinstance(dealer, SealedDealer):
        seal(record, dealer)
    return dealer


def seal(record: Record, dealer: SealedDealer) -> None:
    """Write into the header what makes the luck verifiable."""
    record.game_id = dealer.game_id
    record.luck = CONSTRUCTION
    record.commit = dealer.commitment
    record.nonces = [nonce.hex() for nonce in dealer.nonces]
    record.nonce_commits = [nonce_commit(nonce) for nonce in dealer.nonces]
    record.chosen = dealer.chosen


def check_luck(state: State, step: LuckStep) -> Luck:
    """The luck that the state asks for; Unreadable if this step or its number does not fit."""
    if state.actor != LUCK:
        raise Unreadable(whose_turn(state))
    luck = state.luck()
    if (luck.kind, luck.total) != (step.kind, step.total) or step.k >= step.total:
        raise Unreadable(f"{step}: luck is asked for {luck.kind}, a number below {luck.total}")
    if step.k < 0:
        raise Unreadable(f"{step}: this luck is hidden, so the record cannot be played again from here")
    if state.outcome(step.k) != step.outcome:
        raise Unreadable(f"{step}: number {step.k} gives {state.outcome(step.k)}")
    return luck


def checked_scores(record: Record, scores: list[int]) -> list[int]:
    """The scores; Unreadable if the record says something else."""
    if record.scores is not None and record.scores != scores:
        told, right = " ".join(map(str, record.scores)), " ".join(map(str, scores))
        raise Unreadable(f"step {len(record.steps)}: the record says {told}, the score is {right}")
    return scores


def whose_turn(state: State) -> str:
    """What the record should have continued with."""
    if state.actor == OVER:
        return "the game is over here"
    return "luck is asked here" if state.actor == LUCK else f"seat {state.actor + 1} is asked here"
