"""Checking a record: each kind of tampering is caught, and at its step."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from sabika.engine.dealer import SILENT_NONCE, SealedDealer
from sabika.engine.game import Unreadable
from sabika.engine.record import LuckStep, MoveStep, read
from sabika.engine.table import Table
from sabika.engine.verify import verify
from tests.engine.samples import begun, finished, line_of, unsealed, with_line

STEPS = read(finished()).steps
DRAWS = [n for n, step in enumerate(STEPS, start=1) if isinstance(step, LuckStep)]
MOVES = [n for n, step in enumerate(STEPS, start=1) if isinstance(step, MoveStep)]


def test_an_honest_record() -> None:
    verdict = verify(finished())
    assert (verdict.moves, verdict.draws, verdict.luck, verdict.chosen) == (len(MOVES), len(DRAWS), "sealed", True)
    assert verdict.scores == Table.replay(finished()).result.scores


def test_a_seed_that_was_not_revealed() -> None:
    """At the end it has to be."""
    with pytest.raises(Unreadable, match="does not reveal its seed"):
        verify(re.sub("seed: .*\n", "", finished()))


def test_a_seed_that_was_chosen_in_silence() -> None:
    """The number is in the game's id, so it can be tried."""
    with pytest.raises(Unreadable, match="chosen by a person, and the record does not say so"):
        verify(finished().replace("seed chosen: yes\n", ""))


def test_a_dealer_with_a_seed_of_its_own_is_marked() -> None:
    """Whoever brings a seed has chosen it, unless they say where else it comes from."""
    dealer = SealedDealer("g-1", [SILENT_NONCE] * 2, bytes(32))
    assert Table.deal("alhambra", 2, dealer=dealer).record.chosen
    assert not Table.deal("alhambra", 2, dealer=SealedDealer("g-1", [SILENT_NONCE] * 2)).record.chosen


@pytest.mark.parametrize("seed", [10**1000, 2**63, -(2**63)])
def test_a_seed_too_long_to_write_down(seed: int) -> None:
    """Its table could not be read back, and its mark could be removed."""
    with pytest.raises(ValueError, match="a seed is a whole number below"):
        Table.deal("alhambra", 2, seed=seed)


@pytest.mark.parametrize("seed", [2**63 - 1, -(2**63 - 1), -1])
def test_the_longest_seeds_keep_their_mark(seed: int) -> None:
    saved = Table.deal("alhambra", 2, seed=seed).saved
    assert Table.resume(saved).saved == saved
    with pytest.raises(Unreadable, match="chosen by a person"):
        verify(saved.replace("seed chosen: yes\n", ""))


def test_a_seed_that_nothing_was_committed_to() -> None:
    text = re.sub("commit: .*\nnonces: .*\n", "", finished()).replace("luck: hkdf-sha256-fy32-v1", "luck: open")
    with pytest.raises(Unreadable, match="luck 'open' is not known here"):
        verify(text)


def test_a_game_that_goes_on() -> None:
    verdict = verify(begun())
    assert (verdict.luck, verdict.moves, verdict.scores) == ("unrevealed", 12, None)


def test_a_saved_game_is_checked_with_its_seed() -> None:
    table = Table.deal("alhambra", 2, seed=4)
    table.play(table.state.default())
    assert verify(table.saved).luck == "sealed"


def test_luck_that_nobody_can_check() -> None:
    verdict = verify(unsealed())
    assert (verdict.luck, verdict.chosen, verdict.scores) == ("unsealed", False, None)


def other_luck(step: int) -> str:
    """Another draw at a step, with the outcome that it would really give."""
    state = Table.replay(finished(), step - 1).state
    honest = STEPS[step - 1]
    assert isinstance(honest, LuckStep)
    names = [state.outcome(k) for k in range(honest.total)]
    k = next(k for k, name in enumerate(names) if name != honest.outcome)
    forged = LuckStep(honest.kind, honest.n, k, honest.total, names[k])
    return with_line(finished(), line_of(finished(), step), str(forged))


def same_outcome(step: int) -> str:
    """Another number that gives the same card."""
    state = Table.replay(finished(), step - 1).state
    honest = STEPS[step - 1]
    assert isinstance(honest, LuckStep)
    k = next(k for k in range(honest.total) if state.outcome(k) == honest.outcome and k != honest.k)
    forged = LuckStep(honest.kind, honest.n, k, honest.total, honest.outcome)
    return with_line(finished(), line_of(finished(), step), str(forged))


@pytest.mark.parametrize("step", [DRAWS[0], DRAWS[1], DRAWS[8], DRAWS[len(DRAWS) // 2], DRAWS[-1]])
def test_luck_that_was_chosen_is_caught_at_its_step(step: int) -> None:
    """Though all later draws read otherwise than they should, the first that was forged is named."""
    with pytest.raises(Unreadable, match=rf"^step {step}: luck .*: the seed gives \d+$"):
        verify(other_luck(step))


def test_a_number_that_gives_the_same_card_is_caught() -> None:
    money = next(n for n in DRAWS if str(STEPS[n - 1]).startswith("luck money"))
    with pytest.raises(Unreadable, match=rf"^step {money}: .*: the seed gives "):
        verify(same_outcome(money))


def lines_without(step: int) -> str:
    lines = finished().splitlines(keepends=True)
    del lines[line_of(finished(), step) - 1]
    return "".join(lines)


def lines_doubled(step: int) -> str:
    lines = finished().splitlines(keepends=True)
    at = line_of(finished(), step) - 1
    lines.insert(at, lines[at])
    return "".join(lines)


def changed(old: str, new: str) -> Callable[[], str]:
    def text() -> str:
        assert len(re.findall(old, finished())) >= 1
        return re.sub(old, new, finished(), count=1)

    return text


FIRST_MOVE = MOVES[0]
LAST = len(STEPS)
FORGERIES = {
    "a draw left out": (lambda: lines_without(3), "step 3: "),
    "a draw made twice": (lambda: lines_doubled(3), "step 4: "),
    "a move left out": (lambda: lines_without(FIRST_MOVE), f"step {FIRST_MOVE}: "),
    "a move made twice": (lambda: lines_doubled(FIRST_MOVE), f"step {FIRST_MOVE + 1}: "),
    "another outcome for the same number": (
        changed("of 54 -> .*", "of 54 -> tower-7-NEW"),
        "step 1: .* number .* gives ",
    ),
    "a draw taken from another's stream": (changed("tiles/2:", "tiles/4:"), "step 2: .* the seed gives "),
    "an impossible total": (changed("of 54", "of 0"), "step 1: .* a number below 54"),
    "a total beyond all words": (changed("of 54", "of 99999999999"), "step 1: .* a number below 54"),
    "another result": (changed("result: ", "result: 1"), f"step {LAST}: the record says 1"),
    "no result": (changed("result: .*\n", ""), f"step {LAST}: the game is over, and the record has no result"),
    "another seed": (changed("\nseed: ....", "\nseed: 0000"), "the header: the seed is not the one that was committed"),
    "another commitment": (changed("commit: ....", "commit: 0000"), "the header: the seed is not the one"),
    "another game's seed": (changed("id: seed-12", "id: seed-13"), "the header: the seed is not the one"),
    "another nonce": (changed("nonces: 00", "nonces: 01"), "step 1: .* the seed gives "),
    "a seat's nonce left out": (changed(", 0{32}\n", "\n"), "the header: 2 nonces for 3 seats"),
    "a nonce too many": (changed("nonces: ", "nonces: 0a, "), "the header: 4 nonces for 3 seats"),
    "a short nonce": (changed("nonces: 00", "nonces: "), "the header: a nonce is 16 bytes in hexadecimal"),
    "no nonces": (changed("nonces: .*\n", ""), "the header: 0 nonces for 3 seats"),
    "another option": (changed("extra_tower=off", "extra_tower=added"), "step 1: .* a number below 55"),
    "another construction": (
        changed("luck: hkdf-sha256-fy32-v1", "luck: dice"),
        "the header: luck 'dice' is not known",
    ),
    "sealed luck called open": (changed("luck: hkdf-sha256-fy32-v1", "luck: open"), "the header: luck 'open' is not"),
    "a seat more": (changed("seat 3", "seat 3, seat 4"), "the header: 3 nonces for 4 seats"),
}


@pytest.mark.parametrize(("forged", "message"), FORGERIES.values(), ids=FORGERIES)
def test_a_forged_record_is_caught(forged: Callable[[], str], message: str) -> None:
    with pytest.raises(Unreadable, match=f"^{message}"):
        verify(forged())


def test_the_first_fault_is_named_when_there_are_two() -> None:
    """A forged draw behind a forged move, and the other way round."""
    late = with_line(other_luck(DRAWS[-1]), line_of(finished(), FIRST_MOVE), "1: pass")
    with pytest.raises(Unreadable, match=f"^step {FIRST_MOVE}: "):
        verify(late)
    early = with_line(other_luck(DRAWS[0]), line_of(finished(), FIRST_MOVE), "1: pass")
    with pytest.raises(Unreadable, match=r"^step 1: .* the seed gives "):
        verify(early)


def test_a_result_before_the_end() -> None:
    with pytest.raises(Unreadable, match="the record has a result, and the game is not over"):
        verify(begun().replace("\ndigest: ", "\nresult: 1 2 3\ndigest: "))


@pytest.mark.parametrize("step", [n - 1 for n in DRAWS if n > 1][-3:])
def test_a_record_cut_off_before_a_draw(step: int) -> None:
    """No table stops there, so somebody cut it off; after a decision nobody can tell."""
    text = finished()
    head = text.index("\n\n") + 2
    cut = text[:head] + "".join(text[head:].splitlines(keepends=True)[:step])
    with pytest.raises(Unreadable, match=rf"^step {step}: a draw is due next, so the record was cut off here$"):
        verify(cut)


def test_a_move_exchanged_for_another_does_not_go_unseen() -> None:
    """Taking another card: sooner or later a card is missing, or the score differs."""
    caught = 0
    for n in MOVES[:12]:
        table = Table.replay(finished(), n - 1)
        honest = STEPS[n - 1]
        assert isinstance(honest, MoveStep)
        others = [table.game.notation(move) for move in table.moves()]
        other = next(move for move in others if move != honest.notation)
        forged = with_line(finished(), line_of(finished(), n), str(MoveStep(honest.seat, other)))
        with pytest.raises(Unreadable, match=r"^step (\d+): ") as refused:
            verify(forged)
        place = re.match(r"step (\d+)", str(refused.value))
        assert place is not None
        assert int(place[1]) >= n
        caught += 1
    assert caught == 12


def test_a_missing_nonce_commit_is_written_as_nobody_s() -> None:
    text = Table.deal("zatre", seats=["ana", "ben"]).saved
    assert "nonce commits: -, -\n" in text
    with pytest.raises(Unreadable, match="'nonce commits' has one for every seat"):
        read(text.replace("nonce commits: -, -", "nonce commits: -,"))
    with pytest.raises(Unreadable, match="the header has no 'nonce commits'"):
        read(text.replace("nonce commits: -, -\n", ""))
