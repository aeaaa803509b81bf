"""A position of Magpie in one line: `magpie:1 3.9/1.24 7/- 0.0 2.5 -4.-2.1 6 1 0`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from magpie.state import CARDS, HAND, TREASURES, Magpie
from sabika.engine.game import Unreadable
from sabika.engine.state import LUCK, OVER

LIST = r"(?:-|-?\d{1,2}(?:\.-?\d{1,2})*)"
FORM = re.compile(rf"magpie:1 ({LIST}(?:/{LIST}){{1,3}}) ({LIST}(?:/{LIST}){{1,3}}) ({LIST}) ({LIST}) ({LIST}) (.+)")
REST = re.compile(r"(-?\d) ([0-3]) (-?[0-3])", re.ASCII)


def text_of(state: Magpie) -> str:
    """Hands, treasures won, the trick, cards gone, treasures left; the treasure, the leader and who is asked."""
    by_seat = ["/".join(map(listed, each)) for each in (state.hands, state.won)]
    lists = map(listed, (state.trick, state.gone, state.left))
    return " ".join(["magpie:1", *by_seat, *lists, f"{state.treasure} {state.leader} {state.actor}"])


def listed(numbers: Sequence[int]) -> str:
    return ".".join(map(str, numbers)) or "-"


def load(text: str, *, unknown: bool = False) -> Magpie:
    """The state of its text, or Unreadable; cards may be unknown in a sight alone."""
    found = FORM.fullmatch(text)
    rest = found and REST.fullmatch(found[6])
    if not found or not rest:
        raise Unreadable("not a position of Magpie")
    hands = [numbers(each) for each in found[1].split("/")]
    state = Magpie(len(hands))
    state.hands, state.won = hands, [numbers(each) for each in found[2].split("/")]
    state.trick, state.gone, state.left = (numbers(found[n]) for n in (3, 4, 5))
    state.treasure, state.leader, state.actor = map(int, rest.groups())
    if problem := unsound(state, unknown=unknown):
        raise Unreadable(f"not a position of Magpie: {problem}")
    return state


def numbers(text: str) -> list[int]:
    return [] if text == "-" else [int(each) for each in text.split(".")]


def unsound(state: Magpie, *, unknown: bool) -> str:
    """What cannot be in a game; empty for nothing."""
    cards = [card for cards in (*state.hands, state.trick, state.gone) for card in cards if card]
    treasures = [each for treasures in (state.left, *state.won, [state.treasure]) for each in treasures if each]
    if len(set(cards)) < len(cards) or not set(cards) <= set(CARDS):
        return "every card is there once"
    if sorted(treasures) != sorted(TREASURES) or state.left != sorted(state.left):
        return "every treasure is there once"
    if len(state.won) != state.seats or len(state.trick) != state.seats or state.leader >= state.seats:
        return "there is something for every seat"
    if any(0 in hand for hand in state.hands) and not unknown:
        return "all cards are known"
    return out_of_turn(state)


def out_of_turn(state: Magpie) -> str:
    """Is somebody asked who is not, or has somebody too few cards?"""
    if state.dealt_to() is not None:
        dealt = "".join(str(len(hand)) for hand in state.hands)
        return "" if re.fullmatch(f"{HAND}*[0-5]0*", dealt) and state.actor == LUCK else "the hands are being dealt"
    tricks = sum(map(len, state.won))
    sizes = [len(hand) + bool(card) for hand, card in zip(state.hands, state.trick, strict=True)]
    if sizes != [HAND - tricks] * state.seats or len(state.gone) != tricks * state.seats:
        return "everybody has played as many cards"
    if not state.treasure:
        return "" if state.actor == (LUCK if tricks < HAND else OVER) and not any(state.trick) else "a treasure is next"
    played = sum(map(bool, state.trick))
    turn = [bool(state.trick[(state.leader + n) % state.seats]) for n in range(state.seats)]
    in_order = turn == [n < played for n in range(state.seats)] and played < state.seats
    return "" if in_order and state.actor == (state.leader + played) % state.seats else "another seat is asked"
