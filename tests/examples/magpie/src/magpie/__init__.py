"""Magpie: six tricks for treasures and traps, for two to four players."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import cast

from magpie import position, words
from magpie.sight import MagpieSight, load_sight, sight_of
from magpie.state import CARDS, M3, TREASURES, Magpie
from magpie.view import MagpieView, view_of
from sabika.engine.game import Action, Game, Unreadable
from sabika.engine.phrase import Phrase, Player
from sabika.engine.rule import Rule
from sabika.engine.state import Event, State
from sabika.engine.step import LuckStep


class PlayCard(Action, frozen=True, tag="play"):
    card: int


class MagpieGame(Game):
    name = "magpie"
    title = "Magpie"
    most = 4
    actions = PlayCard
    view_type = MagpieView
    refusals = (M3,)

    def new(self, seats: int, options: dict[str, str]) -> Magpie:
        return Magpie(seats)

    def options_of(self, state: State) -> dict[str, str]:
        return {}

    def hides(self, options: Mapping[str, str]) -> bool:
        return True

    # Moves: inside, a move is the number of its card.

    def action(self, move: int) -> PlayCard:
        return PlayCard(move)

    def move(self, action: Action) -> int:
        return cast(PlayCard, action).card

    def notation(self, move: int) -> str:
        return f"play {move}"

    def parse(self, text: str) -> int:
        found = re.fullmatch(r"play ([1-9]\d?)", text, re.ASCII)
        if not found or int(found[1]) not in CARDS:
            raise Unreadable("a move of Magpie is written play CARD, like play 17")
        return int(found[1])

    def ruling(self, state: State, move: int, rule: Rule) -> tuple[str, dict[str, object]]:
        return rule.label, {"card": move}

    # What is seen and written.

    def view(self, state: State, seat: int | None) -> MagpieView:
        return view_of(cast(Magpie, state), seat)

    def sight(self, state: State, seat: int) -> MagpieSight:
        return sight_of(cast(Magpie, state), seat)

    def load_sight(self, text: str) -> MagpieSight:
        return load_sight(text)

    def text(self, state: State) -> str:
        return position.text_of(cast(Magpie, state))

    def load(self, text: str) -> Magpie:
        return position.load(text)

    def census(self, state: State) -> dict[str, int]:
        return {"cards": len(CARDS), "treasures": len(TREASURES)}

    # Words.

    def told(self, state: State, move: int) -> Phrase:
        return Phrase("event.play", {"who": Player(state.actor), "card": move})

    def choice(self, state: State, move: int) -> Phrase:
        return Phrase("board.play", {"card": move})

    def luck_told(self, step: LuckStep) -> Phrase | None:
        return words.luck_told(step)

    def event_told(self, event: Event) -> Phrase:
        return words.event_told(event)

    def described(self, view: object) -> list[Phrase]:
        return list(words.described(cast(MagpieView, view)))


MAGPIE = MagpieGame()
