"""The codecs: every move has its index or two, and a row of bytes tells what the sight knows and no more."""

from __future__ import annotations

import hashlib
from importlib.metadata import EntryPoint
from random import Random

import pytest
from librt.vecs import vec
from mypy_extensions import i64, u8

from sabika.engine.registry import GAMES
from sabika.engine.rng import Rng
from sabika.engine.state import State
from sabika.envs import HALF, NO_ACTION, NO_HALF, Codec, batch, codec, find
from tests.contract.setups import POSITIONS, Setup, every_setup, share
from tests.contract.walks import glimpses


def codec_of(setup: Setup) -> Codec:
    return codec(setup.game.name, setup.seats, dict(setup.options))


def decisions(setup: Setup, what: str) -> list[tuple[State, Random]]:
    """Positions where a seat is asked."""
    return [
        (state.clone(), rng) for state, rng in glimpses(setup, what, share(POSITIONS // 8, setup)) if state.actor >= 0
    ]


def observed(book: Codec, state: State, half: int, seat: int) -> bytes:
    row = vec[u8]([255] * int(book.size))
    book.encode_into(state, half, seat, row, 0)
    return bytes(row)


def masked(book: Codec, state: State, half: int = NO_HALF) -> set[int]:
    mask = vec[u8]([7] * int(book.actions))
    number = book.mask_into(state, half, mask, 0)
    found = {action for action, legal in enumerate(mask) if legal}
    assert len(found) == number
    assert set(mask) <= {0, 1}
    return found


@every_setup
def test_every_move_comes_back_from_its_indices(setup: Setup) -> None:
    book = codec_of(setup)
    for state, _ in decisions(setup, "indices"):
        pairs: dict[tuple[int, int], int] = {}
        for move in state.moves():
            first, second = book.index(state, move)
            if first == NO_ACTION:
                continue
            assert (first, second) not in pairs
            pairs[first, second] = move
            step = book.move(state, NO_HALF, first)
            assert step == (move if second == NO_ACTION else HALF)
            if second != NO_ACTION:
                assert book.move(state, first, second) == move
        firsts = {first for first, _ in pairs}
        assert masked(book, state) == firsts
        for half in {first for first, second in pairs if second != NO_ACTION}:
            assert masked(book, state, half) == {second for first, second in pairs if first == half}


@every_setup
def test_an_action_that_the_mask_forbids_is_refused_by_a_rule(setup: Setup) -> None:
    book = codec_of(setup)
    for state, rng in decisions(setup, "refusals")[:20]:
        legal = masked(book, state)
        for action in rng.sample(range(int(book.actions)), 60):
            move = book.move(state, NO_HALF, action)
            if action not in legal and move != HALF:
                assert state.refusal(move)


@every_setup
def test_equal_sights_give_equal_bytes(setup: Setup) -> None:
    book = codec_of(setup)
    for state, rng in glimpses(setup, "pairs", share(POSITIONS // 8, setup)):
        for seat in range(state.seats):
            sight = setup.game.sight(state, seat)
            twin = sight.imagine(Rng(rng.randrange(2**62)))
            assert setup.game.sight(twin, seat).text() == sight.text()
            assert observed(book, twin, NO_HALF, seat) == observed(book, state, NO_HALF, seat)


@every_setup
def test_the_fields_lie_side_by_side_and_every_byte_is_written(setup: Setup) -> None:
    book = codec_of(setup)
    end = 0
    for field in book.fields:
        assert field.start == end
        end += field.size()
    assert end == book.size
    assert len({field.name for field in book.fields}) == len(book.fields)
    for state, _ in decisions(setup, "bytes")[:10]:
        low, high = vec[u8]([0] * int(book.size)), vec[u8]([255] * int(book.size))
        book.encode_into(state, NO_HALF, 0, low, 0)
        book.encode_into(state, NO_HALF, 0, high, 0)
        assert bytes(low) == bytes(high)


def field(book: Codec, row: bytes, name: str) -> bytes:
    found = next(each for each in book.fields if each.name == name)
    return row[found.start : found.start + found.size()]


def test_a_half_made_move_is_shown_to_its_mover_only() -> None:
    game = GAMES["alhambra"]
    book = codec("alhambra", 3)
    state = book.start.clone()
    rng = Rng(4)
    while state.actor < 0 or all(book.index(state, move)[1] == NO_ACTION for move in state.moves()):
        moves = list(state.moves())
        state.play(moves[rng.below(len(moves))]) if moves else state.settle(rng.below(state.luck_total()))
    half = next(first for first, second in (book.index(state, move) for move in state.moves()) if second >= 0)
    mover = state.actor
    assert field(book, observed(book, state, half, mover), "half") != b"\0"
    for seat in range(3):
        if seat != mover:
            assert observed(book, state, half, seat) == observed(book, state, NO_HALF, seat)
    assert game.text(state)


def test_a_tile_outside_the_window_has_no_index_and_is_counted() -> None:
    from sabika.envs.codecs.alhambra import AlhambraCodec
    from sabika.games.alhambra.state import Alhambra
    from sabika.games.parts.building import PLACE, on_cell

    book = codec("alhambra", 2)
    assert isinstance(book, AlhambraCodec)
    state = book.start
    assert isinstance(state, Alhambra)
    assert book.first(state, on_cell(i64(PLACE), i64(6), i64(10), i64(-10))) != NO_ACTION
    assert book.first(state, on_cell(i64(PLACE), i64(6), i64(11), i64(0))) == NO_ACTION
    assert book.first(state, on_cell(i64(PLACE), i64(6), i64(0), i64(-11))) == NO_ACTION


def test_a_payment_with_a_superfluous_card_has_no_index() -> None:
    from sabika.envs.codecs.alhambra import ALL_PAYMENTS
    from sabika.games.alhambra.codes import buy
    from sabika.games.alhambra.purse import UNIT

    book = codec("alhambra", 2)
    assert len(ALL_PAYMENTS) == 288
    superfluous = buy(i64(0), i64(0), UNIT[8] + UNIT[8] + UNIT[8])  # three nines for any price
    assert book.index(book.start, superfluous) == (NO_ACTION, NO_ACTION)


SIZES = {"alhambra": 1379, "alhambra_dice": 1776, "alcazaba": 2337, "zatre": 1353}


@pytest.mark.parametrize(("name", "actions"), SIZES.items(), ids=SIZES)
def test_the_actions_are_as_many_as_the_docs_say(name: str, actions: int) -> None:
    assert codec(name, 2).actions == actions


def test_a_game_without_a_codec_is_refused_in_one_line() -> None:
    with pytest.raises(ValueError, match=r"^the game 'chess' is not installed[^\n]*$"):
        codec("chess", 2)
    with pytest.raises(ValueError, match=r"^the game 'magpie' has no codec[^\n]*$"):
        find.maker("magpie")


def test_another_package_brings_its_codec_by_an_entry_point(monkeypatch: pytest.MonkeyPatch) -> None:
    good = EntryPoint("pig", "sabika.envs.codecs.zatre:codec", find.GROUP)
    bad = EntryPoint("hen", "sabika.envs.codecs.nothing:codec", find.GROUP)
    points = {"pig": [good], "hen": [bad]}
    monkeypatch.setattr(find, "entry_points", lambda group, name: points.get(name, []))
    assert find.maker("pig")(codec("zatre", 2).start).actions == SIZES["zatre"]
    with pytest.raises(ValueError, match=r"^the codec of 'hen' does not load: ModuleNotFoundError[^\n]*$"):
        find.maker("hen")


# What a version of a codec writes, as a digest: who changes the bytes raises `Codec.version`, and only then this table.
VERSIONS = {
    "alhambra": (1, "e2d258e853fc"),
    "alhambra_dice": (1, "8ec597f9515d"),
    "alcazaba": (1, "c0e1cac52b8b"),
    "zatre": (1, "91e2631dc20a"),
}


@pytest.mark.parametrize(("name", "wanted"), VERSIONS.items(), ids=VERSIONS)
def test_a_version_of_a_codec_keeps_its_bytes(name: str, wanted: tuple[int, str]) -> None:
    tables, seen = batch(name, 3, 4, seed=1), hashlib.sha256()
    for _ in range(150):
        tables.step_random(1)
        seen.update(bytes(tables.observations) + bytes(tables.masks))
    assert (tables.codec.version, seen.hexdigest()[:12]) == wanted
