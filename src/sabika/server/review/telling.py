"""An account in the form that is sent: rounded, without names, and with phrases where there is something to tell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import UNSET, UnsetType

from sabika.bots.value import Estimate
from sabika.engine.phrase import Phrase
from sabika.engine.step import LuckStep, MoveStep
from sabika.engine.table import Table
from sabika.review.account import Account, DecisionEntry, Entry, LuckEntry, account_of, visible
from sabika.review.places import Place
from sabika.review.question import Verdict
from sabika.review.story import Story, story_of
from sabika.review.words import sum_of
from sabika.server.protocol.review import (
    Expected,
    Review,
    ReviewedDecision,
    ReviewedLuck,
    ReviewedPlace,
    ReviewStory,
    SideAccount,
)

DIGITS: Final = 5  # of a chance, after the point


def told(text: str, playouts: int, seed: int, verdicts: dict[int, Verdict], luck: Sequence[LuckEntry]) -> Review:
    """The review of a finished game from its parts."""
    account = account_of(text, seed, playouts, verdicts, {entry.step: entry for entry in luck})
    stories = [story_of(account, seat) for seat in (None, *range(len(account.seats)))]
    phrases = Phrases(stories)
    for step, table, each in visible(text):
        phrases.hear(step, table, each, account.entries[step - 1])
    return Review(
        game=account.game,
        seats=[],
        sides=account.sides,
        steps=len(account.entries),
        playouts=playouts,
        seed=seed,
        start=expected(account.start),
        entries=[entry_sent(entry, phrases, verdicts) for entry in account.entries],
        last=expected(account.last),
        resigned=account.resigned,
        resignation=expected(account.resignation),
        result=expected(account.result),
        accounts=[side_account(account, side) for side in range(len(account.start.points))],
        ledger={kind: expected(gain) for kind, gain in stories[0].ledger.items()},
        stories=[story_sent(story) for story in stories],
    )


class Phrases:
    """The phrases for the steps worth telling."""

    def __init__(self, stories: Sequence[Story]) -> None:
        self.told = {entry.step for story in stories for entry in story.turning}
        self.said: dict[int, Phrase] = {}
        self.best: dict[int, Phrase] = {}
        self.plain: dict[int, Phrase] = {}

    def hear(self, step: int, table: Table, each: LuckStep | MoveStep, entry: Entry) -> None:
        game, state = table.game, table.state
        if isinstance(each, LuckStep):
            phrase = game.drawn(each) if step in self.told else None
            if phrase is not None:
                self.said[step] = phrase
            return
        assert isinstance(entry, DecisionEntry)
        if entry.best == entry.chosen and not entry.plain and step not in self.told:
            return
        self.said[step] = game.choice(state, int(game.parse(entry.chosen)))
        if entry.best != entry.chosen:
            self.best[step] = game.choice(state, int(game.parse(entry.best)))
        if entry.plain:
            self.plain[step] = game.choice(state, int(game.parse(entry.plain)))


def entry_sent(entry: Entry, phrases: Phrases, verdicts: dict[int, Verdict]) -> ReviewedLuck | ReviewedDecision:
    said = phrases.said.get(entry.step, UNSET)
    if isinstance(entry, LuckEntry):
        seat = None if entry.seat < 0 else entry.seat
        return ReviewedLuck(entry.step, entry.kind, seat, place_sent(entry.place), expected(entry.gain), said)
    found = verdicts.get(entry.step)
    return ReviewedDecision(
        step=entry.step,
        seat=entry.seat,
        by=entry.by,
        place=place_sent(entry.place),
        chosen=entry.chosen,
        best=entry.best,
        gain=expected(entry.gain),
        revision=expected(entry.revision),
        doubt=round(entry.doubt, DIGITS),
        choices=entry.choices,
        searched=found is not None and found.playouts > 0,
        plain_cost=round(entry.plain_cost, DIGITS),
        reasons={part: round(points, 2) for part, points in entry.reasons.items()},
        said=said,
        best_said=perhaps(phrases.best, entry.step),
        plain_said=perhaps(phrases.plain, entry.step),
    )


def place_sent(place: Place) -> ReviewedPlace:
    return ReviewedPlace(None if place.seat < 0 else place.seat, place.turn, place.round)


def perhaps(phrases: dict[int, Phrase], step: int) -> Phrase | UnsetType:
    return phrases.get(step, UNSET)


def expected(estimate: Estimate) -> Expected:
    points, wins = estimate.points, estimate.wins
    return Expected([round(each, 3) for each in points], [round(each, DIGITS) for each in wins])


def side_account(account: Account, side: int) -> SideAccount:
    seats = [seat for seat in range(len(account.seats)) if account.sides[seat] == side]
    own = sum_of([account.decisions(seat) for seat in seats], account.start)

    def line(estimate: Estimate) -> tuple[float, float]:
        return round(estimate.points[side], 3), round(estimate.wins[side], DIGITS)

    return SideAccount(
        start=line(account.start),
        luck=line(account.luck()),
        own=line(own),
        others=line(account.decisions() - own),
        revised=line(account.revision()),
        resigned=line(account.resignation),
        result=line(account.result),
    )


def story_sent(story: Story) -> ReviewStory:
    return ReviewStory(
        [entry.step for entry in story.turning],
        [entry.step for entry in story.slips],
        [entry.step for entry in story.well_played],
    )
