"""Limits for each person, address and socket; the host can set every figure."""

from __future__ import annotations

import re
from collections import Counter, OrderedDict, deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from functools import cache
from itertools import accumulate

import msgspec


@dataclass(frozen=True)
class Limits:
    """The server's limits; `sabika serve --limit NAME=NUMBER` sets one."""

    frame: int = 8 * 1024  # bytes of a message from a socket; a longer one closes it with 1009
    messages: int = 100  # from one socket in `messages_seconds`; one more closes it with 1008
    messages_seconds: float = 20.0
    frames: int = 100  # of any kind, besides `messages`: pings, pongs, pieces; one more closes the socket with 1008
    outbox: int = 64  # messages that wait for a socket that does not read; then it is cut
    outbox_bytes: int = 256 * 1024  # and their bytes
    ping_seconds: float = 15.0  # between two pings
    dead_seconds: float = 25.0  # without an answer to a ping until the socket counts as dead
    person_sockets: int = 10  # open at once
    address_sockets: int = 50
    connections: int = 10_000  # open at once, fewer where the system allows fewer files; the longest idle goes first
    address_connections: int = 100  # of these from one address, proxies excepted
    open_tables: int = 20  # that one person made and that are not over
    tables_an_hour: int = 60  # that one person may make; every scene of a lesson and every rematch is one
    address_tables_an_hour: int = 300  # made from one address, whoever they are; without rematches
    people_an_hour: int = 60  # new people from one address
    codes_an_hour: int = 30  # device codes tried from one address
    sheets_an_hour: int = 30  # companion sheets begun from one address
    sheet_changes: int = 600  # in one of them: every change recounts them all
    sheet_writes: int = 60  # changes of sheets from one address in `requests_seconds`: each recounts a game
    requests: int = 300  # of one address in `requests_seconds`
    requests_seconds: float = 20.0
    readings: int = 60  # of these that read a whole game: records, replays, checks
    record: int = 256 * 1024  # bytes of a record sent in for a review
    reviews: int = 40  # games being reviewed at once, in all
    person_reviews: int = 2  # of these for one person
    address_reviews: int = 6  # and for one address
    address_questions: int = 12  # of one address about moments of finished games that wait for an answer
    reviews_an_hour: int = 60  # begun from one address
    review_playouts: int = 300  # for each decision of a review
    kept_reviews: int = 5_000  # in the database; those not requested for longest go first
    handshake_seconds: float = 5.0  # until the header of a request is complete, and its body after that
    body: int = 64 * 1024  # bytes of a request's body
    body_rate: int = 2_048  # the least rate of a body in bytes a second, after its first second
    header: int = 16 * 1024  # bytes of a request's header
    answer_seconds: float = 60.0  # for a client to read an answer that no longer fits the system's buffers
    depth: int = 8  # of nested JSON
    string: int = 2_000  # characters of a string in JSON
    integer: int = 2**53  # the largest integer in every language
    session_seconds: float = 30 * 60.0  # until an open socket's person is looked up again


def limits_with(given: Sequence[str]) -> Limits:
    """The server's limits with NAME=NUMBER overrides; ValueError with one line for an unknown one."""
    kinds: dict[str, type[int] | type[float]] = {name: type(figure) for name, figure in asdict(Limits()).items()}
    chosen: dict[str, int | float] = {}
    for text in given:
        name, _, number = text.partition("=")
        if name not in kinds:
            raise ValueError(f"there is no limit {name[:40]!r}; choose one of {', '.join(kinds)}")
        try:
            chosen[name] = kinds[name](number)
        except ValueError:
            raise ValueError(f"a limit is written NAME=NUMBER, not {text[:60]!r}") from None
        if not 0 < chosen[name] < 2**53:
            raise ValueError(f"the limit {name} is a number above 0, not {number[:40]}")
    return replace(Limits(), **chosen)  # type: ignore[arg-type]  # every field takes the kind of its default


# JSON from outside, before it is decoded.

# Strings match possessively (`*+`), and an unclosed one takes the rest: backtracking would be quadratic.
STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)
OPENING, CLOSING = b"[{", b"]}"
STEPS = bytes.maketrans(OPENING + CLOSING, b"\x01\x01\xff\xff")  # +1, and -1 as a signed byte
MOST_QUOTES = 2_000  # in JSON longer than the usual limit
NO_BRACKET = bytes(set(range(256)) - set(OPENING + CLOSING))


class TooMuch(ValueError):
    """JSON that is nested too deeply, or has a string too long or a number too large."""


def check_json(text: bytes, limits: Limits) -> None:
    """Raise TooMuch above a limit; decoding checks the JSON itself. Linear in the length."""
    if is_small(text, limits):
        return
    for string in STRING.findall(text):
        if len(string) - 2 > limits.string and string_length(string) > limits.string:
            raise TooMuch("string")
    rest = STRING.sub(b'""', text)
    if deepest(rest) > limits.depth:
        raise TooMuch("depth")
    if any(too_large(number, limits.integer) for number in long_integers(limits.integer).findall(rest)):
        raise TooMuch("integer")


def check_size(text: bytes, usual: int) -> None:
    """TooMuch where JSON is long and not for one long string: the more strings, the longer it takes to check."""
    if len(text) > usual and text.count(b'"') > MOST_QUOTES:
        raise TooMuch("strings")


def deepest(text: bytes) -> int:
    """How many brackets are open at once, at most."""
    return max(accumulate(memoryview(text.translate(STEPS, NO_BRACKET)).cast("b")), default=0)


@cache
def long_integers(most: int) -> re.Pattern[bytes]:
    """Integers with at least as many digits as `most`, but no parts of other numbers."""
    return re.compile(rb"(?<![0-9.eE+-])-?[0-9]{%d,}+(?![.eE+-])" % len(str(most)))


def is_small(text: bytes, limits: Limits) -> bool:
    """Quick check: certainly within limits? Nearly all messages are."""
    brackets = text.count(b"[") + text.count(b"{")
    return len(text) <= limits.string and brackets <= limits.depth and not digits_of(limits.integer).search(text)


@cache
def digits_of(number: int) -> re.Pattern[bytes]:
    """Matches as many digits as this number has; anything shorter is smaller."""
    return re.compile(rb"[0-9]{%d}" % len(str(number)))


def string_length(token: bytes) -> int:
    """Characters of a string as written in JSON; one that is malformed has none, and decoding refuses it."""
    try:
        return len(msgspec.json.decode(token, type=str))
    except msgspec.DecodeError:
        return 0


def too_large(number: bytes, most: int) -> bool:
    """Is this integer beyond `most`? Digits are counted first: a long number takes long to read."""
    digits = number.lstrip(b"-")
    return len(digits) > 20 or int(digits) > most


# How often.


class Rate:
    """At most `most` times in `seconds`; the caller supplies the time."""

    def __init__(self, most: int, seconds: float) -> None:
        self.most = most
        self.seconds = seconds
        self.times: deque[float] = deque()

    def allows(self, now: float) -> bool:
        """Is one more allowed? If so, it is counted."""
        while self.times and self.times[0] <= now - self.seconds:
            self.times.popleft()
        if len(self.times) >= self.most:
            return False
        self.times.append(now)
        return True


class Rates:
    """A rate for each key; those unused for longest are forgotten first."""

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

    def forget(self, key: str) -> None:
        """Reset this one."""
        self.of.pop(key, None)


# How many at once.


class Slots:
    """How many slots each key holds."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.taken: Counter[str] = Counter()

    @contextmanager
    def slot(self, key: str) -> Iterator[bool]:
        """A slot while the block runs; False if none is left."""
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
    """Messages waiting to be sent, limited in number and in bytes."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.messages: list[bytes] = []
        self.size = 0  # bytes

    def put(self, message: bytes) -> bool:
        """Add one; False if that is too much."""
        self.messages.append(message)
        self.size += len(message)
        return len(self.messages) <= self.limits.outbox and self.size <= self.limits.outbox_bytes

    def take(self) -> list[bytes]:
        """Remove all, in order."""
        messages, self.messages, self.size = self.messages, [], 0
        return messages
