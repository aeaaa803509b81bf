"""A review in the reader's language: every line that terminal and page show."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from sabika.bots.value import Estimate
from sabika.engine.game import Game
from sabika.engine.record import read
from sabika.engine.registry import find
from sabika.engine.step import LuckStep, MoveStep
from sabika.engine.table import Table
from sabika.locales import ENGLISH, Reader, catalogue, common, spoken, title_of, told_apart, words_of
from sabika.review.account import Account, DecisionEntry, Entry, LuckEntry, visible
from sabika.review.story import Story, cost_of, points_of, told_of

REASONS = 3  # that are told of a decision
WEIGHTY = 1 / 3  # of the largest gain: a loss that is told too


@cache
def sentences(language: str) -> Mapping[str, str]:
    folder = resources.files(__package__ or "sabika.review").joinpath("locales")
    return catalogue(folder, ENGLISH) | catalogue(folder, spoken(language))


def said(language: str, key: str, **args: object) -> str:
    """The sentence of a key; a word without a translation, such as a part of another game's judge, stays."""
    sentence = sentences(language).get(key, key.partition(".")[2] or key)
    return re.sub(r"\{(\w+)\}", lambda gap: str(args.get(gap[1], gap[0])), sentence)


@dataclass(frozen=True)
class Scene:
    """A step of the game: what happened there, in words, and the table before it."""

    told: str  # the move or the luck
    best: str  # the better move, of a decision
    plain: str  # what looks best at first sight
    picture: str  # SVG, as the mover saw it


def scenes(text: str, account: Account, entries: Sequence[Entry], language: str, drawn: bool) -> dict[int, Scene]:
    """The steps of these entries, found by going through the record once."""
    wanted = {entry.step: entry for entry in entries}
    found: dict[int, Scene] = {}
    for step, table, each in visible(text):
        if step in wanted:
            found[step] = scene(table, each, wanted[step], language, drawn)
    return found


def scene(table: Table, step: LuckStep | MoveStep, entry: Entry, language: str, drawn: bool) -> Scene:
    game, state = table.game, table.state
    reader = Reader(game, names_of(game, table.record.seats, language), None, language)
    seat = step.seat if isinstance(step, MoveStep) else None
    picture = game.picture(table.view(seat)) if drawn else ""
    if isinstance(entry, LuckEntry):
        phrase = game.drawn(step) if isinstance(step, LuckStep) else None
        kind = kind_of_luck(game, entry.kind, language)
        return Scene(f"{kind}: {entry.outcome}" if phrase is None else reader.tell(phrase), "", "", picture)

    def words(notation: str) -> str:
        return reader.tell(game.choice(state, int(game.parse(notation)))) if notation else ""

    return Scene(words(entry.chosen), words(entry.best), words(entry.plain), picture)


def kind_of_luck(game: Game, kind: str, language: str) -> str:
    """What a game calls a kind of its luck (`luck.dice`); without a word of its own the kind itself."""
    return words_of(game, language).get(f"luck.{kind}", kind)


def names_of(game: Game, seats: Sequence[str], language: str) -> list[str]:
    """Of all players, the ghost last; a seat without a name is called so in the reader's language."""
    nameless = common(spoken(language))["table.seat"]
    named = [nameless.replace("{n}", str(n)) if name == f"seat {n}" else name for n, name in enumerate(seats, start=1)]
    return [*told_apart(named), words_of(game, language).get("ghost", game.ghost)]


class Teller:
    """Says what a review has found."""

    def __init__(self, text: str, account: Account, story: Story, language: str = ENGLISH, drawn: bool = False) -> None:
        self.account = account
        self.story = story
        self.language = language
        self.game = find(account.game)
        self.players = names_of(self.game, account.seats, language)
        self.record = read(text)
        told = [*story.turning, *story.slips, *story.well_played]
        self.scenes = scenes(text, account, told, language, drawn)

    def say(self, key: str, **args: object) -> str:
        return said(self.language, key, **args)

    def names(self) -> list[str]:
        """Of the sides: partners are named together."""
        sides: dict[int, list[str]] = {}
        for name, side in zip(self.players, self.account.sides, strict=False):  # the ghost may not play along
            sides.setdefault(side, []).append(name)
        return [" & ".join(sides[side]) for side in sorted(sides)]

    def title(self) -> str:
        return self.say("title", game=title_of(self.game, self.language))

    def depth(self) -> str:
        return self.say(f"depth.{self.account.depth}", playouts=self.account.playouts, seed=self.account.seed)

    def notes(self) -> list[str]:
        unfinished = [] if self.account.over else [self.say("unfinished", step=len(self.account.entries))]
        who = ", ".join(self.players[seat] for seat in self.account.resigned)
        resigned = [self.say("resigned.why", who=who)] if who else []
        seat = self.story.seat
        side = [] if seat is None else [self.say("told-for", who=self.players[seat])]
        return [self.depth(), *self.beginning(), *unfinished, *side, self.say("revised.why"), *resigned]

    def beginning(self) -> list[str]:
        """Where a game goes on from that does not begin at its start."""
        if origin := self.record.origin:
            game, _, step = origin.rpartition(" step ")
            return [self.say("begins.from", origin=self.say("when", place=game, step=step))]
        return [self.say("begins")] if self.record.position else []

    def none(self, what: str) -> str:
        """Where there are no turning points (`turning`) or slips (`slips`) to tell: of everybody, or of one seat."""
        seat = self.story.seat
        return self.say(f"{what}.none") if seat is None else self.say(f"{what}.none-of", who=self.players[seat])

    def account_rows(self) -> list[tuple[str, list[str]]]:
        """Start, luck, own and others' decisions, revision, resignation and result, each for every side."""
        account = self.account
        own = [self.own(side) for side in range(len(self.names()))]
        rows = [
            ("start", [account.start] * len(own)),
            ("luck", [account.luck()] * len(own)),
            ("own", own),
            ("others", [account.decisions() - each for each in own]),
            ("revised", [account.revision()] * len(own)),
            *([("resigned", [account.resignation] * len(own))] if account.resigned else []),
            ("result" if account.over else "so-far", [account.result] * len(own)),
        ]
        ends = (0, len(rows) - 1)
        return [
            (self.say(key), [figure(part, side, n in ends) for side, part in enumerate(parts)])
            for n, (key, parts) in enumerate(rows)
        ]

    def own(self, side: int) -> Estimate:
        """What a side's own decisions changed."""
        seats = [seat for seat in range(len(self.account.seats)) if self.account.sides[seat] == side]
        return sum_of([self.account.decisions(seat) for seat in seats], self.account.start)

    def turning(self) -> list[tuple[Entry, str]]:
        return [(entry, self.turned(entry)) for entry in self.story.turning]

    def turned(self, entry: Entry) -> str:
        what, side = self.scenes[entry.step].told, told_of(self.account, entry, self.story.seat)
        change, whose = per_cent(entry.gain.wins[side]), self.names()[side]
        when = self.when(entry)
        if isinstance(entry, DecisionEntry) and side == self.account.sides[entry.seat]:
            return self.say("turning.decision", when=when, what=what, change=change)
        return self.say("turning.other", when=when, what=what, change=change, whose=whose)

    def mover(self, entry: DecisionEntry) -> str:
        """Whoever decided: a seat, or the bot that stood in for it."""
        who = self.players[entry.seat]
        return self.say("by", by=bot_name(entry.by, self.language), who=who) if entry.by else who

    def when(self, entry: Entry) -> str:
        """Whose decision or luck it was, in which turn and round, and the step of the record."""
        return self.say("when", place=self.where(entry), step=entry.step)

    def where(self, entry: Entry) -> str:
        """As the players count."""
        place = entry.place
        if isinstance(entry, LuckEntry) and place.seat < 0:
            return self.say("place.only-round", round=place.round) if place.round else self.say("place.set-up")
        who = self.mover(entry) if isinstance(entry, DecisionEntry) else self.players[place.seat]
        key = "-".join(name for name, number in (("round", place.round), ("turn", place.turn)) if number)
        return self.say(f"place.{key}", who=who, round=place.round, turn=place.turn) if key else who

    def slips(self) -> list[tuple[DecisionEntry, str]]:
        return [(entry, self.slip(entry)) for entry in self.story.slips]

    def slip(self, entry: DecisionEntry) -> str:
        scene, account = self.scenes[entry.step], self.account
        win, points = per_cent(cost_of(account, entry)), signed(points_of(account, entry), 1)
        line = self.say("slip", when=self.when(entry), what=scene.told, best=scene.best, win=win, points=points)
        doubt = [self.say("doubt", doubt=f"{100 * entry.doubt:.0f} %")] if entry.doubt >= 0.005 else []
        return ", ".join([line, *doubt, *self.because(entry)])

    def because(self, entry: DecisionEntry) -> list[str]:
        """Why the better move is better, what speaks most against it, and whether the judge sees less than half."""
        told = []
        if gains := [each for each in entry.reasons.items() if each[1] > 0][:REASONS]:
            told.append(self.say("because", reasons=self.listed(gains)))
            worst = min(entry.reasons.items(), key=lambda each: each[1])
            if worst[1] <= -max(1.0, WEIGHTY * gains[0][1]):
                told.append(self.say("against", reasons=self.listed([worst])))
        lost = points_of(self.account, entry)
        if self.account.playouts and lost >= 1 and sum(entry.reasons.values()) < lost / 2:
            told.append(self.say("later"))
        return ["; ".join(told)] if told else []

    def listed(self, reasons: Sequence[tuple[str, float]]) -> str:
        return ", ".join(f"{self.say(f'part.{part}')} {signed(points, 1)}" for part, points in reasons)

    def praise(self) -> list[tuple[DecisionEntry, str]]:
        found = []
        for entry in self.story.well_played:
            scene, win = self.scenes[entry.step], f"{100 * entry.plain_cost:.0f} %"
            line = self.say("well.line", when=self.when(entry), what=scene.told, plain=scene.plain, win=win)
            found.append((entry, line))
        return found

    def ledger(self) -> list[tuple[str, list[str]]]:
        rows = self.story.ledger.items()
        sides = range(len(self.names()))
        return [(self.kind(kind), [figure(gain, side, False) for side in sides]) for kind, gain in rows]

    def kind(self, kind: str) -> str:
        return kind_of_luck(self.game, kind, self.language)


def bot_name(name: str, language: str) -> str:
    """What one of our bots is called; another one keeps its name."""
    return common(spoken(language)).get(f"bot.{name}", name)


def sum_of(parts: Sequence[Estimate], like: Estimate) -> Estimate:
    found = like - like
    for part in parts:
        found = found + part
    return found


def figure(estimate: Estimate, side: int, plain: bool) -> str:
    """Points and per cent of a win: `+3.4 (+12 %)`, without signs for what is no change."""
    points, wins = estimate.points[side], 100 * estimate.wins[side]
    return f"{points:.1f} ({wins:.0f} %)" if plain else f"{signed(points, 1)} ({signed(wins, 0)} %)"


def per_cent(part: float) -> str:
    return f"{signed(100 * part, 0)} %"


def signed(value: float, digits: int) -> str:
    """A change; what rounds to nothing has no sign."""
    rounded = round(value, digits)
    return f"{rounded:+.{digits}f}" if rounded else f"{0:.{digits}f}"
