"""From a client, over the socket of a table."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from sabika.server.protocol.base import BotName, CommandId, Count, Digest, Language, Move, Name, Nonce, SeatNumber, Wire


class Hello(Wire, frozen=True, tag="hello"):
    """The first message."""

    protocol: int
    since: Count | None = None  # the last version that the client knows
    language: Language = "en"
    positions: bool = True  # a program that keeps its own board may omit views
    seat: SeatNumber | None = None  # always look from this seat of mine; None: from the one whose turn it is
    words: bool = False  # also send moves, steps and positions as phrases, for a game without a board in the client


class Ping(Wire, frozen=True, tag="ping"):
    """Answered with Pong."""


class Command(Wire, frozen=True):
    """A command, answered with Done or Refusal."""

    id: CommandId
    version: Count  # that the sender saw


class SeatCommand(Command, frozen=True):
    """A command at one's own seat."""

    seat: SeatNumber | None = None  # None: my seat; of several, all or, where that makes no sense, the first


class Sit(Command, frozen=True, tag="sit"):
    """Take a free seat; with None the one kept for me, or the first."""

    seat: SeatNumber | None = None
    name: Name | None = None


class Stand(SeatCommand, frozen=True, tag="stand"):
    """Leave a seat before the game."""


class Plan(Command, frozen=True, tag="plan"):
    """The maker gives a free seat, or a bot's, to a bot, or with None to any person."""

    seat: SeatNumber
    bot: BotName | None = None


class Ready(SeatCommand, frozen=True, tag="ready"):
    """I am ready; with `ready` false, no longer. When all are, the game begins."""

    commit: Digest | None = None
    ready: bool = True


class Open(SeatCommand, frozen=True, kw_only=True, tag="open"):
    """Here is the nonce that I committed to."""

    nonce: Nonce


class Play(Command, frozen=True, tag="play"):
    """My move."""

    move: Move


class Undo(Command, frozen=True, tag="undo"):
    """Take my last move back."""


class Say(SeatCommand, frozen=True, kw_only=True, tag="say"):
    """Talk to the table."""

    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Leave(SeatCommand, frozen=True, tag="leave"):
    """Go away: a bot holds my seat. Any later command of mine, or `return`, brings me back."""


class Return(SeatCommand, frozen=True, tag="return"):
    """I am back."""


class Resign(SeatCommand, frozen=True, tag="resign"):
    """Give up: a bot plays on, and my seat cannot win."""


class Remove(Command, frozen=True, tag="remove"):
    """The maker removes a player."""

    seat: SeatNumber


class Mute(Command, frozen=True, tag="mute"):
    """The maker silences a seat, or lets it speak again."""

    seat: SeatNumber
    muted: bool = True


class Close(Command, frozen=True, tag="close"):
    """The maker ends the table without a result."""


class Rematch(Command, frozen=True, tag="rematch"):
    """A new table for the same people; the answer names it."""


class Question(Wire, frozen=True):
    """Something that changes nothing; the answer carries its id."""

    id: CommandId


class Hint(Question, frozen=True, tag="hint"):
    """What would a good bot do? Answered with Advice."""


class Try(Question, frozen=True, tag="try"):
    """What would this move do, or which rule forbids it? Answered with Tried."""

    move: Move


class Score(Question, frozen=True, tag="score"):
    """Open the lines of a scoring held now. Answered with Scoring."""


Commands = (
    Sit | Stand | Plan | Ready | Open | Play | Undo | Say | Leave | Return | Resign | Remove | Mute | Close | Rematch
)


class Odds(Question, frozen=True, tag="odds"):
    """How likely is every cell of the result space for the player who throws now? Answered with Chances."""


class Scorings(Question, frozen=True, tag="scorings"):
    """Which scorings were held so far? Answered with HeldScorings, also when the game is over."""


class Values(Question, frozen=True, tag="values"):
    """What are things worth right now, and who has how many? Answered with Worth."""


Questions = Hint | Try | Score | Odds | Scorings | Values
FromClient = Hello | Ping | Commands | Questions
