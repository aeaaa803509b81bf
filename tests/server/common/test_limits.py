"""Every limit at its edge: what just fits, and one more."""

from __future__ import annotations

from itertools import product

import pytest

from sabika.server.common.limits import (
    Backlog,
    Limits,
    Rate,
    Rates,
    Slots,
    TooMuch,
    check_json,
    check_size,
    is_small,
    limits_with,
)

LIMITS = Limits()
FITS = {
    "eight deep": b"[" * 8 + b"]" * 8,
    "objects eight deep": b'{"a":' * 8 + b"1" + b"}" * 8,
    "many beside each other": b"[" + b"[],{}," * 500 + b"[]]",
    "2,000 characters": b'"' + b"a" * 2_000 + b'"',
    "2,000 characters of four bytes": b'"' + "\U0001f3f0".encode() * 2_000 + b'"',
    "2,000 characters written as escapes": b'"' + rb"\u0041" * 2_000 + b'"',
    "2 to the 53rd": b"9007199254740992",
    "brackets within a string": b'"' + b"[" * 100 + b'"',
    "a quote within a string": rb'"\"[[[[[[[[[["',
    "nothing": b"",
}
TOO_MUCH = {
    "nine deep": (b"[" * 9 + b"]" * 9, "depth"),
    "nine deep and never closed": (b'{"a":' * 9, "depth"),
    "2,001 characters": (b'"' + b"a" * 2_001 + b'"', "string"),
    "a long key": (b'{"' + b"a" * 2_001 + b'":1}', "string"),
    "2,001 characters written as escapes": (b'"' + rb"\u0041" * 2_001 + b'"', "string"),
    "2 to the 53rd and one": (b"[9007199254740993]", "integer"),
    "the same below zero": (b"-9007199254740993", "integer"),
    "ten thousand digits": (b"9" * 10_000, "integer"),
}


@pytest.mark.parametrize("text", FITS.values(), ids=FITS)
def test_json_that_fits(text: bytes) -> None:
    check_json(text, LIMITS)


@pytest.mark.parametrize(("text", "why"), TOO_MUCH.values(), ids=TOO_MUCH)
def test_json_that_does_not(text: bytes, why: str) -> None:
    with pytest.raises(TooMuch, match=why):
        check_json(text, LIMITS)


def test_json_beyond_the_usual_size_has_few_strings() -> None:
    """It is long for one record; a hundred thousand strings would take long to check."""
    record = b'{"record":"' + rb"\n\"" * 40_000 + b'"}'
    with pytest.raises(TooMuch, match="strings"):
        check_size(record, 65_536)
    check_size(record, len(record))
    check_size(record.replace(rb"\"", b"x"), 65_536)


def test_a_look_never_passes_what_reading_would_refuse() -> None:
    small = Limits(depth=3, string=6, integer=99)
    texts = ["".join(letters) for n in range(1, 6) for letters in product('[{"19', repeat=n)]
    passed = [text.encode() for text in texts if is_small(text.encode(), small)]
    assert len(passed) > len(texts) // 10
    for text in passed:
        check_json(b" " * small.string + text, small)  # too long for a look


def test_a_rate_allows_so_many_in_any_span_of_its_length() -> None:
    rate = Rate(3, 20.0)
    assert [rate.allows(now) for now in (0.0, 5.0, 19.0, 19.9)] == [True, True, True, False]
    assert [rate.allows(now) for now in (20.0, 20.1, 25.0, 25.1)] == [True, False, True, False]


def test_rates_are_one_for_each_and_forget_who_came_longest_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Rates, "MOST_KEYS", 2)
    rates = Rates(1, 20.0)
    assert rates.allows("ana", 0.0)
    assert rates.allows("ben", 0.0)
    assert not rates.allows("ana", 1.0)
    assert rates.allows("eva", 2.0)  # now ben is forgotten
    assert not rates.allows("ana", 3.0)
    assert rates.allows("ben", 3.0)
    assert len(rates.of) == 2


def test_places_come_free_again() -> None:
    places = Slots(2)
    with places.slot("ana") as first, places.slot("ana") as second, places.slot("ana") as third:
        assert (first, second, third) == (True, True, False)
        with places.slot("ben") as other:
            assert other
    assert not places.taken


def test_64_messages_may_wait_and_one_more_is_too_much() -> None:
    backlog = Backlog(LIMITS)
    assert [backlog.put(b"x") for _ in range(65)] == [True] * 64 + [False]
    assert backlog.take() == [b"x"] * 65
    assert backlog.put(b"x")  # there is room again
    assert backlog.size == 1


def test_256_kib_may_wait_and_one_byte_more_is_too_much() -> None:
    backlog = Backlog(LIMITS)
    assert backlog.put(b"x" * 262_143)
    assert backlog.put(b"x")
    assert not backlog.put(b"x")


def test_a_limit_can_be_set_by_name() -> None:
    assert limits_with(["frame=100", "ping_seconds=0.5"]) == Limits(frame=100, ping_seconds=0.5)
    assert limits_with([]) == Limits()


BAD = ["speed=3", "frame", "frame=", "frame=many", "frame=0", "frame=-1", "frame=1.5", "ping_seconds=inf", "=3"]


@pytest.mark.parametrize("text", BAD)
def test_what_is_no_limit_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="limit"):
        limits_with([text])
