"""Why something is refused: a code for programs, a line for people."""

from __future__ import annotations

from typing import Final, Literal

from sabika.server.protocol.base import Wire

Code = Literal[
    "unreadable",  # not JSON, or not of this form
    "too-large",
    "too-many",  # a limit was reached: messages, tables, sockets
    "foreign",  # the request is from another site's page, or for a host name that is not this server's
    "insecure",  # plain http to a server that requires https
    "no-page",  # there is nothing at this address
    "no-method",  # the method is not allowed here
    "no-person",  # the cookie is missing or unknown
    "no-code",  # the one-time code is wrong, used or expired
    "no-table",
    "no-sheet",  # of the companion
    "no-note",  # on this sheet
    "sheet-full",  # it takes no more changes
    "no-game",
    "no-puzzle",
    "no-bot",
    "bad-seats",  # the game is not for so many, or a seat is named that is not there
    "bad-option",
    "bad-position",  # no position of this game, or one that cannot be played on
    "bad-record",  # not a record of a game, or one that cannot be replayed
    "bad-name",
    "bad-clock",
    "hello-first",  # the first message of a socket
    "other-protocol",
    "not-seated",  # only a person who sits here can do that
    "not-yours",  # another person's seat
    "seat-taken",
    "not-maker",  # only the maker of the table can
    "not-gathering",  # that is done before the game
    "not-opening",
    "not-playing",  # that is done during the game
    "not-over",  # that is done after the game
    "lapsed",  # you committed to a nonce and did not open it, so this game begins without you
    "wrong-nonce",  # not the one that was committed to
    "stale",  # the game has gone on since the version named
    "refused",  # refused by the rule named
    "no-move",  # not the notation of a move
    "no-undo",  # this table allows none, or there is nothing to take back
    "no-hint",  # this table allows none, or it is not your decision
    "resigned",  # a bot plays on for you
    "removed",  # by the maker of the table
    "muted",
    "silenced",  # by the operator of the server, at all tables
    "in-play",  # not while you sit at a table that is not over
    "banned",  # by the operator of the server
    "no-spectators",
    "busy",  # the server cannot do it now; try again
    "failed",  # a fault of ours; it was logged
]


LONGEST_TEXT: Final = 400  # characters, since it may quote the request


class Problem(Wire, frozen=True, tag="problem"):
    """Why a request was refused. Nothing has changed."""

    code: Code
    text: str  # one line for people, in their language where a rule refused
    rule: str | None = None  # its number, as the docs print it: A17e
    version: int | None = None  # where the table stands


class ProblemError(Exception):
    """A request is refused; nothing has changed."""

    def __init__(self, code: Code, text: str, rule: str | None = None, version: int | None = None) -> None:
        super().__init__(text)
        self.problem = Problem(code, text[:LONGEST_TEXT], rule, version)
