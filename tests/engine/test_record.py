"""Records as text: good ones come back byte by byte, broken ones are refused with the line or step that is off."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sabika.engine.game import Unreadable
from sabika.engine.record import LuckStep, MoveStep, Record, read
from sabika.engine.table import Table
from sabika.engine.verify import verify
from tests.engine.samples import begun, finished, line_of, unsealed, with_line
from tests.fuzz import examples

SAMPLES = {"a finished game": finished, "a game begun": begun, "luck that nobody can check": unsealed}


@pytest.mark.parametrize("sample", SAMPLES.values(), ids=SAMPLES)
def test_a_record_comes_back_byte_by_byte(sample: Callable[[], str]) -> None:
    assert read(sample()).text == sample()
    assert Table.replay(sample()).record.text == sample()


def test_what_a_record_holds() -> None:
    record = read(begun())
    assert (record.game, record.rules, record.seats) == ("alhambra", 1, ["ana", "béla"])
    assert record.options == {"extra_tower": "off", "open_money": "no"}
    assert (record.game_id, record.luck, record.chosen) == ("seed-3", "hkdf-sha256-fy32-v1", True)
    assert (record.nonces, record.scores, record.seed) == (["00" * 16] * 2, None, "")
    first, last = record.steps[0], record.steps[-1]
    assert isinstance(first, LuckStep)
    assert (first.kind, first.n, first.total) == ("tiles", 1, 54)
    moves = [step for step in record.steps if isinstance(step, MoveStep)]
    assert [step.by for step in moves] == ["", "", "", "builder"] * 3
    assert isinstance(last, LuckStep | MoveStep)


STEPS = {
    "luck": (LuckStep("tiles", 12, 17, 44, "tower-9-NE"), "luck tiles/12: 17 of 44 -> tower-9-NE"),
    "a move": (MoveStep(0, "take b4"), "1: take b4"),
    "a move by somebody else": (MoveStep(1, "take b4", "builder"), "2 (builder): take b4"),
}


@pytest.mark.parametrize(("step", "line"), STEPS.values(), ids=STEPS)
def test_a_step_in_one_line(step: LuckStep | MoveStep, line: str) -> None:
    assert str(step) == line
    assert str(read(Record("g", 1, {}, ["a"], steps=[step]).text).steps[0]) == line


SAME = {
    "with the line ends of another system": lambda text: text.replace("\n", "\r\n"),
    "with blank lines at the end": lambda text: text + "\n\n  \n",
    "with blank lines between": lambda text: text.replace("\nluck money", "\n\nluck money"),
    "with spaces around": lambda text: text.replace("\nluck money", "\n  luck money").replace("\n1: ", "  \n1: "),
    "with tabs at the ends": lambda text: text.replace("\n", "\t\n"),
}


@pytest.mark.parametrize("change", SAME.values(), ids=SAME)
def test_a_record_that_went_through_other_hands_is_the_same(change: Callable[[str], str]) -> None:
    assert Table.replay(change(begun())).record.text == begun()


def header(old: str, new: str) -> Callable[[], str]:
    def changed() -> str:
        assert old in finished()
        return finished().replace(old, new, 1)

    return changed


def step(number: int, line: str) -> Callable[[], str]:
    return lambda: with_line(finished(), line_of(finished(), number), line)


def luck(number: int, old: str, new: str) -> Callable[[], str]:
    def changed() -> str:
        at = line_of(finished(), number)
        line = finished().splitlines()[at - 1]
        assert old in line
        return with_line(finished(), at, line.replace(old, new))

    return changed


def first_move() -> int:
    return next(n for n, each in enumerate(read(finished()).steps, start=1) if isinstance(each, MoveStep))


MOVE = first_move()
SEAT = str(read(finished()).steps[MOVE - 1])[0]
LAST = len(read(finished()).steps)

BROKEN = {
    "nothing": (lambda: "", "line 1: a record begins with 'sabika record 2'"),
    "blank lines": (lambda: "\n\n\n", "line 1: a record begins with"),
    "another program's file": (lambda: '[Event "?"]\n\n1. e4 e5\n', "line 1: a record begins with"),
    "a later version": (header("record 1", "record 3"), "line 1: a record begins with"),
    "a later version's header": (header("record 1", "record 2"), "line 10: the header has no 'bots'"),
    "an earlier version with bots": (
        header("seat 3\n", "seat 3\nbots: 2\n"),
        "line 6: not a line of a record's header",
    ),
    "an earlier version with a digest": (
        header("\nseed: ", f"\ndigest: {'0' * 64}\nseed: "),
        f"step {LAST + 1}: not a line of a record",
    ),
    "bytes that are no text": (lambda: bytes(range(256)).decode("latin-1") * 40, "line 1: a record begins with"),
    "too long a file": (lambda: finished() + "\n" * 4_000_000, "the file is too long for a record: 4,0"),
    "only its first line": (lambda: "sabika record 1\n", "line 1: the header has no 'game'"),
    "no game": (header("game: alhambra\n", ""), "line 9: the header has no 'game'"),
    "no options": (header("options:", "choices:"), "line 4: not a line of a record's header"),
    "a header line twice": (header("rules: 1", "rules: 1\nrules: 1"), "line 4: not a line of a record's header"),
    "a header line without a colon": (header("rules: 1", "rules 1"), "line 3: not a line of a record's header"),
    "a rules version in words": (header("rules: 1", "rules: one"), "the rules version in the header is not a number"),
    "rules of the future": (header("rules: 1", "rules: 99"), "the header: Alhambra with rules version 99 is not known"),
    "a game nobody knows": (header("game: alhambra", "game: chess"), "the header: the game 'chess' is not installed"),
    "an option nobody knows": (header("open_money=no", "free=no"), "the header: Alhambra has no option 'free'"),
    "a choice nobody has": (header("extra_tower=off", "extra_tower=two"), "the header: option extra_tower is one of"),
    "an option without a choice": (
        header("extra_tower=off", "extra_tower"),
        "the header: option extra_tower is one of",
    ),
    "one seat": (header("seat 1, seat 2, seat 3", "seat 1"), "the header: Alhambra is for 2 to 6 seats, not 1"),
    "seven seats": (header("seat 3", "c, d, e, f, g"), "the header: Alhambra is for 2 to 6 seats, not 7"),
    "a seat without a name": (header("seat 2", ""), "the header: a seat's name has 1 to 40"),
    "a name too long": (header("seat 2", "b" * 41), "the header: a seat's name has 1 to 40"),
    "nonces that are none": (header("nonces: 00", "nonces: zz"), "the header: "),
    "a header line too long": (header("seat 3", "b" * 1000), "line 5: not a line of a record's header"),
    "a line that is none": (step(2, "and then"), "line 13, step 2: not a line of a record"),
    "a line too long": (step(2, "x" * 1001), "line 13: too long"),
    "half a luck line": (luck(2, " of ", " or "), "line 13, step 2: not a line of a record"),
    "a seed that is none": (header("seed: ", "seed: x"), "not a line of a record"),
    "a line after the result": (
        lambda: finished() + "1: take y1\n",
        "after the result comes the seed",
    ),
    "a second seed": (lambda: finished() + f"seed: {'0' * 64}\n", "after the result comes the seed"),
    "a mover's name that is no text": (lambda: finished().replace("\n1: ", "\n1 (\x1b[31m): ", 1), "not printable"),
    "a second result": (lambda: finished() + "result: 1 2 3\n", "after the result comes the seed"),
    "a number beyond the total": (luck(1, ": 40 of", ": 99 of"), "step 1: .* a number below 54"),
    "another total": (luck(1, " of 54", " of 55"), "step 1: .* luck is asked for tiles, a number below 54"),
    "another kind of luck": (luck(1, "tiles/1", "money/1"), "step 1: .* luck is asked for tiles"),
    "a draw out of order": (luck(2, "tiles/2", "tiles/3"), "step 2: this is draw 2 of tiles, not 3"),
    "an outcome of another number": (luck(1, "-> ", "-> x"), "step 1: .*: number .* gives "),
    "luck where a seat is asked": (step(MOVE, "luck tiles/5: 0 of 50 -> x"), f"step {MOVE}: seat {SEAT} is asked here"),
    "a move where luck is asked": (step(2, "1: take y1"), "step 2: luck is asked here"),
    "a move of seat nought": (step(2, "0: take y1"), "step 2: 0: take y1: Luck is being drawn"),
    "a move of another seat": (step(MOVE, "9: take y1"), f"step {MOVE}: seat {SEAT} is asked here"),
    "a move that is none": (step(MOVE, f"{SEAT}: pass"), f"step {MOVE}: 'pass' is not a move"),
    "a move that is refused": (step(MOVE, f"{SEAT}: remove tower-9-NE"), f"step {MOVE}: .* is not in your"),
    "a move after the end": (
        lambda: finished().replace("\nresult: ", "\n1: take y1\nresult: "),
        f"step {LAST + 1}: the game is over here",
    ),
    "another result": (header("\nresult: ", "\nresult: 9"), f"step {LAST}: the record says 9.*, the score is "),
    "a result for fewer": (
        lambda: re.sub(r"result: .*", "result: 1", finished()),
        f"step {LAST}: the record says 1, the score is ",
    ),
}


@pytest.mark.parametrize(("broken", "message"), BROKEN.values(), ids=BROKEN)
def test_a_broken_record_says_where(broken: Callable[[], str], message: str) -> None:
    text = broken()
    with pytest.raises(Unreadable, match=message) as refused:
        Table.replay(text)
    assert len(str(refused.value).splitlines()) == 1
    assert place(why_unreadable(verify, text)) == place(str(refused.value))


def test_every_beginning_of_a_record_is_a_record() -> None:
    """A file that was cut off between two lines is a game that goes on."""
    lines = begun().splitlines(keepends=True)
    first = lines.index("\n") + 1
    assert lines[-1].startswith("digest: ")
    for end in range(first + 1, len(lines)):
        text = "".join(lines[:end])
        assert read(text).text == text
        assert len(Table.replay(text).record.steps) == end - first


BOTS = {
    "none": ("-", []),
    "one": ("2", [1]),
    "both": ("1, 2", [0, 1]),
    "nothing": ("", None),
    "a seat that is not there": ("3", None),
    "seat nought": ("0", None),
    "one twice": ("2, 2", None),
    "in disorder": ("2, 1", None),
    "a name": ("builder", None),
}


@pytest.mark.parametrize(("told", "bots"), BOTS.values(), ids=BOTS)
def test_bots_in_the_header(told: str, bots: list[int] | None) -> None:
    text = begun().replace("\nbots: -\n", f"\nbots: {told}\n")
    if bots is None:
        with pytest.raises(Unreadable, match="the header: 'bots' lists seats"):
            read(text)
    else:
        assert (read(text).bots, read(text).text) == (bots, text)


# Who resigned.


@cache
def played() -> str:
    """A whole game of two, in the newest version."""
    table = Table.deal("zatre", ["ana", "ben"], seed=2)
    while not table.over:
        table.play(table.state.default())
    return table.record.text


def test_a_seat_that_resigned_stands_before_the_result() -> None:
    text = played().replace("\nresult: ", "\nresigned: 1\nresult: ")
    assert read(text).resigned == [0]
    assert read(text).text == text
    assert Table.replay(text).record.text == text
    assert "resigned" not in Table.replay(text, 10).record.text, "it was later"
    assert verify(text) == verify(played()), "digest and luck do not speak of it"
    assert "resigned" not in played()


NOT_RESIGNED = {
    "a seat that is not there": ("resigned: 3\nresult: ", "'resigned' lists seats of people"),
    "a bot": ("resigned: 2\nresult: ", "'resigned' lists seats of people"),
    "nobody": ("resigned: -\nresult: ", "'resigned' lists seats of people"),
    "twice": ("resigned: 1\nresigned: 1\nresult: ", "after 'resigned' comes the result"),
    "before a move": ("resigned: 1\n1: stop\nresult: ", "after 'resigned' comes the result"),
}


@pytest.mark.parametrize(("lines", "message"), NOT_RESIGNED.values(), ids=NOT_RESIGNED)
def test_a_line_of_resigned_seats_that_cannot_be(lines: str, message: str) -> None:
    text = played().replace("\nbots: -\n", "\nbots: 2\n")
    with pytest.raises(Unreadable, match=message):
        read(text.replace("\nresult: ", f"\n{lines}"))


def test_a_record_of_version_1_does_not_say_who_resigned() -> None:
    with pytest.raises(Unreadable, match="not a line of a record"):
        read(finished().replace("\nresult: ", "\nresigned: 1\nresult: "))


# Records changed at random.

PLACE = re.compile(r"line \d+|step \d+|the header|the rules version in the header|the file is too long")


@st.composite
def changed_records(draw: st.DrawFn) -> str:
    """A record with one to three changes: lines lost, doubled, exchanged, cut, or a few letters of one."""
    lines = draw(st.sampled_from([begun(), unsealed()])).splitlines()
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(lines) - 1))
        way = draw(st.sampled_from(["lose", "double", "exchange", "cut", "letters", "digit", "junk"]))
        if way == "lose" and len(lines) > 1:
            del lines[at]
        elif way == "double":
            lines.insert(at, lines[at])
        elif way == "exchange":
            other = draw(st.integers(0, len(lines) - 1))
            lines[at], lines[other] = lines[other], lines[at]
        elif way == "cut":
            lines[at] = lines[at][: draw(st.integers(0, len(lines[at])))]
        elif way == "letters":
            spot = draw(st.integers(0, len(lines[at])))
            lines[at] = lines[at][:spot] + draw(st.text(max_size=3)) + lines[at][spot + 1 :]
        elif way == "digit":
            lines[at] = re.sub(r"\d", draw(st.sampled_from("0123456789٣")), lines[at], count=draw(st.integers(1, 2)))
        else:
            lines.insert(at, draw(st.text(max_size=30)))
    return "\n".join(lines)


def place(message: str) -> str:
    """Where a message says that a record is off."""
    found = PLACE.match(message)
    assert found is not None
    return found[0]


def why_unreadable(use: Callable[[str], object], text: str) -> str:
    """The message, or nothing when it could be read."""
    try:
        use(text)
    except Unreadable as error:
        return str(error)
    return ""


@examples(500)
@given(changed_records())
def test_a_changed_record_is_refused_with_its_place_or_read(text: str) -> None:
    for use in (Table.replay, verify):
        message = why_unreadable(use, text)
        assert message == "" or PLACE.match(message)
        assert len(message.splitlines()) <= 1


@examples(150)
@given(st.one_of(st.text(max_size=300), st.binary(max_size=300).map(lambda junk: junk.decode("latin-1"))))
def test_junk_is_refused(text: str) -> None:
    assert PLACE.match(why_unreadable(Table.replay, text))
    assert PLACE.match(why_unreadable(Table.replay, f"sabika record 1\n{text}"))
    record = f"{begun()}{text}"
    message = why_unreadable(Table.replay, record)
    assert message == "" or PLACE.match(message)
