"""How much of anything one person, address or socket may use; every figure can be set by the host."""

from __future__ import annotations

import re
from collections import Counter, OrderedDict, deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from functools import cache

import msgspec


@dataclass(frozen=True)
class Limits:
    """The house's limits; `sabika serve --limit NAME=NUMBER` sets one."""

    frame: int = 8 * 1024  # bytes of a message from a socket; a longer one closes it with 1009
    messages: int = 100  # from one socket in `messages_seconds`; one more closes it with 1008
    messages_seconds: float = 20.0
    outbox: int = 64  # messages that wait for a socket that does not read; then it is cut
    outbox_bytes: int = 256 * 1024  # and their bytes
    ping_seconds: float = 15.0  # between two pings
    dead_seconds: float = 25.0  # without an answer to a ping: the socket is dead
    person_sockets: int = 10  # open at once
    address_sockets: int = 50
    open_tables: int = 20  # that one person made and that are not over
    tables_an_hour: int = 30  # that one person may make
    people_an_hour: int = 60  # new people from one address
    codes_an_hour: int = 30  # device codes tried from one address
    requests: int = 300  # of one address in `requests_seconds`
    requests_seconds: float = 20.0
    readings: int = 60  # of these that go through a whole game: records, replays, checks
    handshake_seconds: float = 5.0  # until the header of a request is complete, and its body after that
    body: int = 64 * 1024  # bytes of a request's body
    header: int = 16 * 1024  # bytes of a request's header
    depth: int = 8  # of nested JSON
    string: int = 2_000  # characters of a string in JSON
    integer: int = 2**53  # what every language can hold
    session_seconds: float = 30 * 60.0  # after which an open socket's person is looked up again


def limits_with(given: Sequence[str]) -> Limits:
    """The house's limits with some set as NAME=NUMBER; ValueError with one line for what is none."""
    kinds: dict[str, type[int] | type[float]] = {name: type(figure) for name, figure in asdict(Limits()).items()}
    chosen: dict[str, int | float] = {}
    for text in given:
        name, _, number = text.partition("=")
        if name not in kinds:
            raise ValueError(f"there is no limit {name[:40]!r}; there is {', '.join(kinds)}")
        try:
            chosen[name] = kinds[name](number)
        except ValueError:
            raise ValueError(f"a limit is written NAME=NUMBER, not {text[:60]!r}") from None
        if not 0 < chosen[name] < 2**53:
            raise ValueError(f"the limit {name} is a number above 0, not {number[:40]}")
    return replace(Limits(), **chosen)  # type: ignore[arg-type]  # every field takes the kind of its default


# JSON from outside, before it is decoded.

TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|[][{}]|-?[0-9][0-9.eE+-]*', re.DOTALL)


class TooMuch(ValueError):
    """JSON that is nested too deep, or holds a string too long or a number too large."""


def check_json(text: bytes, limits: Limits) -> None:
    """TooMuch where a limit is passed. Whether it is JSON at all, decoding tells."""
    if is_small(text, limits):
        return
    depth = 0
    for found in TOKEN.finditer(text):
        token = found.group()
        first = token[:1]
        if first == b'"':
            if len(token) - 2 > limits.string and string_length(token) > limits.string:
                raise TooMuch("string")
        elif first in b"[{":
            depth += 1
            if depth > limits.depth:
                raise TooMuch("depth")
        elif first in b"]}":
            depth -= 1
        elif too_large(token, limits.integer):
            raise TooMuch("integer")


def is_small(text: bytes, limits: Limits) -> bool:
    """Does a look tell that no limit is passed? It does for nearly all messages."""
    brackets = text.count(b"[") + text.count(b"{")
    return len(text) <= limits.string and brackets <= limits.depth and not digits_of(limits.integer).search(text)


@cache
def digits_of(number: int) -> re.Pattern[bytes]:
    """As many digits as this number has; what has fewer is smaller."""
    return re.compile(rb"[0-9]{%d}" % len(str(number)))


def string_length(token: bytes) -> int:
    """Characters of a string as written in JSON; one that is malformed has none, and decoding refuses it."""
    try:
        return len(msgspec.json.decode(token, type=str))
    except msgspec.DecodeError:
        return 0


def too_large(number: bytes, most: int) -> bool:
    """Is it an integer beyond `most`? Digits are counted first: a long number takes long to read."""
    digits = number.lstrip(b"-")
    return digits.isdigit() and (len(digits) > 20 or int(digits) > most)


# How often.


class Rate:
    """At most `most` times in `seconds`, told by whoever asks what time it is."""

    def __init__(self, most: int, seconds: float) -> None:
        self.most = most
        self.seconds = seconds
        self.times: deque[float] = deque()

    def allows(self, now: float) -> bool:
        """Once more? If so, it is counted."""
        while self.times and self.times[0] <= now - self.seconds:
            self.times.popleft()
        if len(self.times) >= self.most:
            return False
        self.times.append(now)
        return True


class Rates:
    """A rate for everyone who comes along; who has not come for longest is forgotten first."""

    MOST_KEYS = 10_000

    def __init__(self, most: int, seconds: float) -> None:
        self.most = most
        self.seconds = seconds
        self.of: OrderedDict[str, Rate] = OrderedDict()

    def allows(self, key: str, now: float) -> bool:
        rate = self.of.pop(key, None) or Rate(self.most, self.seconds)
        self.of[key] = rate
        if len(self.of) > self.MOST_KEYS:
            self.of.popitem(last=False)
        return rate.allows(now)


# How many at once.


class Places:
    """How many of something each one holds."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.taken: Counter[str] = Counter()

    @contextmanager
    def place(self, key: str) -> Iterator[bool]:
        """A place while the block runs; False when there is none left."""
        if self.taken[key] >= self.most:
            yield False
            return
        self.taken[key] += 1
        try:
            yield True
        finally:
            self.taken[key] -= 1
            if not self.taken[key]:
                del self.taken[key]


# How much may wait.


class Backlog:
    """Messages that wait to be sent: so many, and so many bytes in all."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.messages: list[bytes] = []
        self.size = 0  # bytes

    def put(self, message: bytes) -> bool:
        """One more; False when that is too much."""
        self.messages.append(message)
        self.size += len(message)
        return len(self.messages) <= self.limits.outbox and self.size <= self.limits.outbox_bytes

    def take(self) -> list[bytes]:
        """All of it, in order; nothing waits any more."""
        messages, self.messages, self.size = self.messages, [], 0
        return messages
