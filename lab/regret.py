"""`sabika regret` for the Dice Game, fifty times as fast: `Rest` plays the rounds, almost as builders would.

    python -m lab.regret --stage turn --positions 60 --games 200 --bots builder vizier@8100

Chips that change a turn count as much as the judge thinks they are worth.
"""

from __future__ import annotations

import argparse
import time
from statistics import mean
from typing import cast

from sabika import OVER, Rng
from sabika.arena.regret import STRIDE, Regret, final, positions
from sabika.arena.tuned import tuned
from sabika.bots.dice.plan import Plan
from sabika.bots.worth import alhambra_dice
from sabika.bots.worth.alhambra_dice_outlook import DiceOutlook
from sabika.bots.worth.alhambra_dice_thought import weigh_turn
from sabika.bots.worth.base import best_moves, best_of
from sabika.engine.state import LUCK, State
from sabika.games.alhambra_dice.facts import BLACK, CHIP, DISPLACE
from sabika.games.alhambra_dice.state import AlhambraDice
from sabika.games.parts.turns import THROW, TURN

GAME = "alhambra_dice"


class Rounds:
    """Rounds of the Dice Game are played on at a glance, from the end of the turn that is asked about."""

    def __init__(self, state: AlhambraDice) -> None:
        self.state = state
        self.worth = alhambra_dice.WORTH
        self.plans: dict[tuple[int, int], tuple[DiceOutlook, Plan]] = {}  # of this turn, by its chips

    def margin(self, move: int, seed: int) -> float:
        state, hand = self.state.clone(), self.state.hand
        state.play(move)
        while state.hand == hand and state.stage in (THROW, TURN):
            self.go_on(state, seed)
        cashed = 0.0
        while state.actor != OVER:
            if state.stage == THROW:
                cashed += self.play_round(state, seed)
            elif state.actor == LUCK:
                state.settle(luck(state, seed).below(state.luck_total()))
            else:
                state.play(best_moves(state, self.worth)[0])
        return final(state, self.state.actor) + cashed

    def go_on(self, state: AlhambraDice, seed: int) -> None:
        """The next throw or choice of the turn that is asked about, by exact dice."""
        if state.actor == LUCK:
            state.settle(luck(state, seed).below(state.luck_total()))
            return
        chips = (state.chips[state.actor], state.black)
        if chips not in self.plans:
            outlook = DiceOutlook(state, self.worth.weights)
            self.plans[chips] = (outlook, Plan(outlook.turn(state.actor)))
        moves = state.moves()
        state.play(best_of(moves, weigh_turn(state, *self.plans[chips], moves))[0])

    def play_round(self, state: AlhambraDice, seed: int) -> float:
        """All turns that are left of a round; tells what the chips come to that it leaves out."""
        outlook = DiceOutlook(state, self.worth.weights)
        cashed = self.cash(state, outlook)
        rest = outlook.rest(state.turn)
        while rest.hand[rest.turn] > 0:
            rest.play(Rng(seed + STRIDE * (100 * state.round + sum(rest.hand))))
        state.hand = 0
        state.evaluate()
        return cashed

    def cash(self, state: AlhambraDice, outlook: DiceOutlook) -> float:
        """Take all chips that change a turn, for what they are worth."""
        worth = [0.0] * state.seats
        for seat in range(state.seats):
            for kind in range(DISPLACE, BLACK + 1):
                held = state.has(seat, kind)
                worth[seat] += int(held) * outlook.chip_worth(kind, seat)
                state.chips[seat] -= held * CHIP[kind]
        rivals = [one for seat, one in enumerate(worth) if seat != self.state.actor]
        return worth[self.state.actor] - mean(rivals)


def luck(state: AlhambraDice, seed: int) -> Rng:
    """The same for the same throw of the same turn, whatever was played before."""
    when = (state.round * 4096 + state.hand % 4096) * 64 + state.stage * 4 + state.throws
    return Rng(seed + STRIDE * (1000 + when))


def rounds(state: State) -> Rounds:
    return Rounds(cast(AlhambraDice, state))


def main() -> None:
    parser = argparse.ArgumentParser(description="How far the choices of bots are behind the best that can be found.")
    parser.add_argument("--stage", default="turn")
    parser.add_argument("--positions", type=int, default=60)
    parser.add_argument("--games", type=int, default=200, help="after each move of each position")
    parser.add_argument("--moves", type=int, default=4, help="that the judge likes best, besides those chosen")
    parser.add_argument("--bots", nargs="+", default=["builder"], metavar="BOT", help="as `sabika duel` takes them")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    start = time.process_time()
    regret = Regret(GAME, given.bots, given.moves, given.games, rounds)
    for n, state in enumerate(positions(GAME, given.stage, given.positions, given.seed)):
        regret.look_at(state, [tuned(GAME, name)(n) for name in given.bots])
        if n % 20 == 19 or n == given.positions - 1:
            print(f"{time.process_time() - start:.0f} s; {regret.text()}", flush=True)


if __name__ == "__main__":
    main()
