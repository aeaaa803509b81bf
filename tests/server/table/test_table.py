"""A table's own rules: who may do what when, and what follows from it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from sabika.engine.rng import Rng
from sabika.engine.state import State
from sabika.engine.step import luck_in
from sabika.engine.table import Table
from sabika.engine.verify import verify
from sabika.server.common.guests import LONGEST_NAME, Person
from sabika.server.protocol.commands import (
    Close,
    Commands,
    Leave,
    Mute,
    Open,
    Plan,
    Play,
    Ready,
    Rematch,
    Remove,
    Resign,
    Return,
    Say,
    Sit,
    Stand,
    Undo,
)
from sabika.server.protocol.events import Hinted, Lapsed, Said, Started
from sabika.server.protocol.problems import ProblemError
from sabika.server.protocol.rest import BotSeat, MySeat, NewTable, PersonSeat
from sabika.server.protocol.settings import Clock
from sabika.server.table import events, snapshot
from sabika.server.table.decide import SILENT, Decisions
from sabika.server.table.luck import TableDealer, drawn_of
from sabika.server.table.table import GATHERING, OPENING, THINKING, TableState
from tests.server.memory_table import ANA, BEN, CLEO, KEY, TABLE, MemoryTable, begun, people, with_bots

NONCES = ["11" * 16, "22" * 16]
COMMITS = [hashlib.sha256(bytes.fromhex(nonce)).hexdigest() for nonce in NONCES]


def kinds(found: list[events.Event]) -> list[str]:
    return [type(event).__name__.lower() for event in found]


# A new table.

BAD_PLANS = {
    "a game that does not exist": (NewTable(game="chess", seats=[MySeat()] * 2), "no-game"),
    "too few seats": (people(1), "bad-seats"),
    "too many seats": (NewTable(game="alhambra", seats=[PersonSeat()] * 7), "bad-seats"),
    "teams of five": (people(5, "zatre", options={"teams": "yes"}), "bad-seats"),
    "an option that does not exist": (people(2, options={"jokers": "yes"}), "bad-option"),
    "a choice that does not exist": (people(2, options={"open_money": "perhaps"}), "bad-option"),
    "a bot that does not exist": (NewTable(game="alhambra", seats=[MySeat(), BotSeat("hal")]), "no-bot"),
    "a bot with a budget of its own": (NewTable(game="alhambra", seats=[MySeat(), BotSeat("builder@9")]), "no-bot"),
    "a stand-in that does not exist": (people(2, stand_in="hal"), "no-bot"),
    "a clock of four seconds": (people(2, clock=Clock(4_000)), "bad-clock"),
    "a clock of a year": (people(2, clock=Clock(365 * 86_400_000)), "bad-clock"),
    "a bank of a year": (people(2, clock=Clock(5_000, 365 * 86_400_000)), "bad-clock"),
    "a name of spaces": (NewTable(game="alhambra", seats=[MySeat("  "), PersonSeat()]), "bad-name"),
}


@pytest.mark.parametrize(("plan", "code"), BAD_PLANS.values(), ids=BAD_PLANS)
def test_tables_that_cannot_be_made(plan: NewTable, code: str) -> None:
    with pytest.raises(ProblemError) as error:
        MemoryTable(plan)
    assert error.value.problem.code == code


def test_a_commitment_is_there_before_anybody_sits_down() -> None:
    sitting = MemoryTable(people(2))
    first = events.decode(sitting.log[0].body)
    assert isinstance(first, events.Created)
    assert len(first.commitment) == 64


def test_against_bots_the_game_begins_at_once() -> None:
    sitting = MemoryTable(with_bots(2))
    assert sitting.state.seating.status == "playing"
    assert sitting.game.record.seats == ["Ana", "novice", "novice"]


def test_bots_alone_begin_at_once() -> None:
    assert MemoryTable(NewTable(game="zatre", seats=[BotSeat("random")] * 3)).state.seating.status == "playing"


# Before the game.


def test_seats_are_taken_in_order_or_as_wished() -> None:
    sitting = MemoryTable(people(4))
    sitting.do(BEN, Sit, seat=3)
    sitting.do(CLEO, Sit)
    assert [place.person for place in sitting.state.seating.seats] == ["ana", "cleo", None, "ben"]


def test_one_person_may_have_several_seats_under_several_names() -> None:
    sitting = MemoryTable(NewTable(game="alhambra", seats=[MySeat("Ana"), MySeat("Uncle")], ready=True))
    assert sitting.state.seating.status == "playing"
    assert sitting.game.record.seats == ["Ana", "Uncle"]


@pytest.mark.parametrize("name", ["Dirk", "DIRK", " dirk "])
def test_nobody_sits_down_under_the_name_of_the_player_without_a_seat(name: str) -> None:
    assert MemoryTable(people(2)).error(BEN, Sit, name=name) == "bad-name"
    assert MemoryTable(people(2)).error(Person("dirk", name, 0), Sit) == "bad-name"
    with pytest.raises(ProblemError):
        MemoryTable(NewTable(game="alhambra", seats=[MySeat(name), PersonSeat()]))
    sitting = MemoryTable(people(3))  # where that one does not play
    sitting.do(BEN, Sit, name=name)


def test_who_is_muted_stays_so_in_another_seat() -> None:
    sitting = MemoryTable(people(3))
    sitting.do(BEN, Sit, seat=1)
    sitting.do(ANA, Mute, seat=1)
    sitting.do(BEN, Stand)
    sitting.do(BEN, Sit, seat=2)
    assert sitting.error(BEN, Say, text="again") == "muted"
    sitting.do(CLEO, Sit, seat=1)
    sitting.do(CLEO, Say, text="not me")
    sitting.do(ANA, Mute, seat=2, muted=False)
    sitting.do(BEN, Say, text="thanks")
    assert sitting.state.seating.silenced == []


REFUSED_BEFORE = {
    "a seat that is taken": (BEN, Sit, {"seat": 0}, "seat-taken"),
    "a bot's seat": (BEN, Sit, {"seat": 2}, "seat-taken"),
    "a seat that is not there": (BEN, Sit, {"seat": 3}, "bad-seats"),
    "a name of nothing": (BEN, Sit, {"name": "(,)"}, "bad-name"),
    "to stand up without sitting": (BEN, Stand, {}, "not-seated"),
    "to stand up from another's seat": (ANA, Stand, {"seat": 1}, "not-yours"),
    "to be ready without sitting": (BEN, Ready, {}, "not-seated"),
    "to move": (ANA, Play, {"move": "take b4"}, "not-playing"),
    "to take back": (ANA, Undo, {}, "not-playing"),
    "to leave": (ANA, Leave, {}, "not-playing"),
    "to come back": (ANA, Return, {}, "not-playing"),
    "to resign": (ANA, Resign, {}, "not-playing"),
    "to open a nonce": (ANA, Open, {"nonce": "0" * 32}, "not-opening"),
    "a rematch": (ANA, Rematch, {}, "not-over"),
    "to speak without sitting": (BEN, Say, {"text": "hello"}, "not-seated"),
    "to give seats to bots": (BEN, Plan, {"seat": 1, "bot": "builder"}, "not-maker"),
    "to give a taken seat to a bot": (ANA, Plan, {"seat": 0, "bot": "builder"}, "seat-taken"),
    "to call a bot that is not there": (ANA, Plan, {"seat": 1, "bot": "hal"}, "no-bot"),
    "to remove": (BEN, Remove, {"seat": 0}, "not-maker"),
    "to remove nobody": (ANA, Remove, {"seat": 1}, "bad-seats"),
    "to remove oneself": (ANA, Remove, {"seat": 0}, "bad-seats"),
    "to mute": (BEN, Mute, {"seat": 0}, "not-maker"),
    "to mute a seat that is not there": (ANA, Mute, {"seat": 7}, "bad-seats"),
    "to close": (BEN, Close, {}, "not-maker"),
}


@pytest.mark.parametrize(("who", "kind", "fields", "code"), REFUSED_BEFORE.values(), ids=REFUSED_BEFORE)
def test_refused_before_the_game(who: Person, kind: type[Commands], fields: dict[str, Any], code: str) -> None:
    sitting = MemoryTable(NewTable(game="alhambra", seats=[MySeat(), PersonSeat(), BotSeat("novice")]))
    assert sitting.error(who, kind, **fields) == code


def test_the_game_begins_when_all_are_ready() -> None:
    sitting = MemoryTable(people(2))
    sitting.do(ANA, Ready)
    sitting.do(BEN, Sit)
    assert sitting.state.seating.status == "gathering"
    assert kinds(sitting.do(BEN, Ready)) == ["readied", "started"]
    assert sitting.game.record.nonces == [SILENT, SILENT]


def test_who_is_no_longer_ready_is_waited_for() -> None:
    sitting = MemoryTable(people(2))
    sitting.do(ANA, Ready)
    sitting.do(ANA, Ready, ready=False)
    sitting.do(BEN, Sit)
    sitting.do(BEN, Ready)
    assert sitting.state.seating.status == "gathering"


def test_a_change_of_bots_asks_everybody_again() -> None:
    sitting = MemoryTable(people(3))
    sitting.do(BEN, Sit)
    sitting.do(BEN, Ready)
    before = sitting.state.version
    sitting.do(ANA, Plan, seat=2, bot="builder")
    assert not sitting.state.seating.seats[1].ready
    assert sitting.error(BEN, Ready, version=before) == "stale"
    sitting.do(ANA, Plan, seat=2)
    sitting.do(CLEO, Sit)
    assert sitting.state.seating.seats[2].person == "cleo"


def test_with_a_bot_in_the_last_seat_nobody_is_waited_for() -> None:
    sitting = MemoryTable(NewTable(game="zatre", seats=[BotSeat("random"), PersonSeat()]))
    assert kinds(sitting.do(ANA, Plan, seat=1, bot="random")) == ["planned", "started"]


def test_a_table_that_nobody_cares_for_is_closed() -> None:
    sitting = MemoryTable(people(2))
    assert sitting.wait(GATHERING - 1) == []
    assert kinds(sitting.do(BEN, Sit)) == ["seated"]
    assert sitting.wait(GATHERING - 1) == []
    assert kinds(sitting.wait(1)) == ["closed"]
    assert sitting.error(CLEO, Sit) == "not-gathering"
    assert sitting.state.deadline is None


# Nonces.


def test_nonces_are_committed_to_and_opened_when_all_are_ready() -> None:
    sitting = MemoryTable(people(3, commit=COMMITS[0], ready=True))
    for person in (BEN, CLEO):
        sitting.do(person, Sit)
    sitting.do(BEN, Ready, commit=COMMITS[1])
    assert kinds(sitting.do(CLEO, Ready)) == ["readied", "called"]
    assert sitting.state.seating.status == "opening"
    assert sitting.error(ANA, Open, nonce=NONCES[1]) == "wrong-nonce"
    assert sitting.error(ANA, Stand) == "not-gathering"
    assert kinds(sitting.do(BEN, Open, nonce=NONCES[1])) == ["opened"]
    assert sitting.do(BEN, Open, nonce=NONCES[1]) == []
    assert NONCES[1] not in str(sitting.seen(ANA))
    assert kinds(sitting.do(ANA, Open, nonce=NONCES[0])) == ["opened", "started"]
    assert sitting.game.record.nonces == [*NONCES, SILENT]
    assert sitting.seen(ANA).table.luck.nonces == [*NONCES, SILENT]


def unopened(wait: int = OPENING) -> MemoryTable:
    """Ana has opened her nonce, Ben has not, and time has passed."""
    sitting = MemoryTable(people(2, commit=COMMITS[0], ready=True))
    sitting.do(BEN, Sit)
    sitting.do(BEN, Ready, commit=COMMITS[1])
    sitting.do(ANA, Open, nonce=NONCES[0])
    sitting.wait(wait)
    return sitting


def test_whoever_opens_last_cannot_choose_between_two_courses() -> None:
    """Silence used to begin the game with zeros in its place: another course, and one could foresee both."""
    sitting = unopened(OPENING - 1)
    assert sitting.state.seating.status == "opening"
    assert kinds(sitting.wait(1)) == ["lapsed"]
    seating = sitting.state.seating
    assert (seating.status, [seat.person for seat in seating.seats]) == ("gathering", ["ana", None])
    assert sitting.state.table is None
    assert sitting.error(BEN, Sit) == "lapsed"


def test_all_see_who_lost_the_seat_and_the_next_commitment() -> None:
    sitting = unopened()
    for who in (ANA, BEN, None):
        seen = sitting.seen(who)
        lapsed = seen.recent[-1].what
        assert isinstance(lapsed, Lapsed)
        assert (lapsed.seats, lapsed.names) == ([1], ["Ben"])
        assert (seen.table.luck.game_id, seen.table.luck.attempt) == (f"{TABLE}/2", 2)
        assert seen.table.luck.commitment == lapsed.commitment == sitting.seal.commitment(f"{TABLE}/2", None)
        assert seen.table.luck.commits == [None, None]


def test_the_others_commit_anew_and_the_record_verifies() -> None:
    sitting = unopened()
    first = sitting.seal.commitment(TABLE, None)
    sitting.do(CLEO, Sit)
    sitting.do(CLEO, Ready, commit=COMMITS[0])
    sitting.do(ANA, Ready, commit=COMMITS[1])
    assert sitting.error(ANA, Open, nonce=NONCES[0]) == "wrong-nonce"  # that of the first attempt
    sitting.do(ANA, Open, nonce=NONCES[1])
    sitting.do(CLEO, Open, nonce=NONCES[0])
    record = sitting.game.record
    assert (record.game_id, record.nonces) == (f"{TABLE}/2", [NONCES[1], NONCES[0]])
    assert record.nonce_commits == [COMMITS[1], COMMITS[0]]
    assert record.commit != first
    while sitting.state.seating.status == "playing":
        sitting.play()
    assert verify(record.text).luck == "sealed"
    assert snapshot.write(TableState.fold(TABLE, sitting.seal, sitting.log)) == snapshot.write(sitting.state)


def test_the_maker_may_let_whoever_lost_the_seat_sit_down_again() -> None:
    """Everybody is asked again then, having seen why."""
    sitting = unopened()
    sitting.do(ANA, Ready)
    sitting.do(ANA, Plan, seat=1)
    assert not sitting.state.seating.seats[0].ready
    sitting.do(BEN, Sit)
    assert sitting.state.seating.attempt == 2


def test_nobody_opened() -> None:
    sitting = MemoryTable(people(2, commit=COMMITS[0], ready=True))
    sitting.do(BEN, Sit)
    sitting.do(BEN, Ready, commit=COMMITS[1])
    assert kinds(sitting.wait(OPENING)) == ["lapsed"]
    assert all(seat.free for seat in sitting.state.seating.seats)
    assert kinds(sitting.wait(GATHERING)) == ["closed"]


def test_a_start_that_an_older_server_logged_without_a_nonce() -> None:
    """The log is the truth: zeros in its place, and this is shown."""
    sitting = unopened(0)
    nonces = [NONCES[0], SILENT]
    table = Table.deal("alhambra", ["Ana", "Ben"], dealer=TableDealer(sitting.seal.luck(TABLE, None, nonces), {}))
    sitting.add([events.Started(nonces, drawn_of(luck_in(table.record.steps)))])
    began = sitting.seen(BEN).recent[-1].what
    assert isinstance(began, Started)
    assert (began.nonces, began.unopened) == (nonces, [1])


def test_other_nonces_other_luck() -> None:
    dealt = set()
    for nonce in NONCES:
        sitting = MemoryTable(with_bots(1, commit=hashlib.sha256(bytes.fromhex(nonce)).hexdigest()))
        sitting.do(ANA, Open, nonce=nonce)
        dealt.add(sitting.game.position)
    assert len(dealt) == 2


def test_a_chosen_seed_deals_what_it_deals_everywhere_and_is_shown() -> None:
    sitting = MemoryTable(with_bots(1, seed=7, commit=COMMITS[0]))
    assert sitting.state.seating.status == "playing"
    assert sitting.game.position == Table.deal("alhambra", ["Ana", "novice"], seed=7).position
    assert sitting.seen().table.luck.chosen
    while sitting.state.seating.status == "playing":
        sitting.play()
    verdict = verify(sitting.game.record.text)
    assert (verdict.luck, verdict.chosen) == ("sealed", True)


def test_the_seed_is_nowhere_in_the_log_before_the_end() -> None:
    sitting = begun(2)
    seed = sitting.seal.reveal(TABLE, None)
    while sitting.state.seating.status == "playing":
        assert not any(seed.encode() in entry.body for entry in sitting.log)
        assert seed not in snapshot.write(sitting.state).decode()
        sitting.play()
    assert events.decode(sitting.log[-1].body) == events.Ended(seed)
    assert verify(sitting.game.record.text).luck == "sealed"
    assert not any(KEY.hex().encode() in entry.body for entry in sitting.log)


# Moves.


def test_a_move_and_the_luck_that_follows_are_one_event() -> None:
    sitting = begun(2)
    asked = sitting.state.asked
    (played,) = sitting.play()
    assert isinstance(played, events.Played)
    assert (played.seat, played.by) == (asked, "")
    lines = [f"luck {each.kind}/{each.n}: {each.k} of {each.total} -> {each.outcome}" for each in played.luck]
    assert lines == [str(step) for step in sitting.game.record.steps[len(sitting.game.record.steps) - len(lines) :]]


def test_refused_moves() -> None:
    sitting = begun(2)
    asked = sitting.state.asked
    assert asked is not None
    mover, other = sitting.player(asked), sitting.player(1 - asked)
    assert sitting.error(other, Play, move="take b4") == "refused"
    assert sitting.error(CLEO, Play, move="take b4") == "not-seated"
    assert sitting.error(mover, Play, move="fly") == "no-move"
    with pytest.raises(ProblemError) as error:
        sitting.do(mover, Play, move="place tower-9-NE 1,0")
    assert error.value.problem.rule
    assert error.value.problem.text.endswith(f"({error.value.problem.rule}).")


def test_talk_makes_no_move_stale_and_a_move_does() -> None:
    sitting = begun(2, clock=Clock(5_000))
    seen = sitting.state.version
    asked = sitting.state.asked
    assert asked is not None
    sitting.do(BEN, Say, text="good luck")
    move = sitting.random_move(Rng(1))
    sitting.do(sitting.player(asked), Play, version=seen, move=move)
    while sitting.state.asked != asked:
        sitting.play()
    assert sitting.error(sitting.player(asked), Play, version=seen, move=sitting.random_move(Rng(2))) == "stale"


def test_after_the_end_nothing_is_played() -> None:
    sitting = begun(2, "zatre")
    while sitting.state.seating.status == "playing":
        sitting.play()
    assert sitting.error(ANA, Play, move="stop") == "not-playing"
    for kind in (Undo, Resign, Leave, Return):
        assert sitting.error(ANA, kind) == "not-playing"
    assert sitting.error(ANA, Close) == "not-playing"
    assert sitting.state.deadline is None
    sitting.do(ANA, Say, text="well played")


def test_a_command_is_known_by_its_id() -> None:
    sitting = begun(2)
    sitting.do(ANA, Say, text="hello")
    assert sitting.state.seating.commands[f"ana:c{sitting.commands}"] == sitting.state.version


# Taking back.


def bought() -> MemoryTable:
    """Ana has made a move in a game of Alhambra after which nothing was drawn."""
    sitting = MemoryTable(with_bots(1))
    rng = Rng(0)
    for _ in range(500):
        if sitting.state.asked == 0:
            options = sitting.game.moves()
            for move in options:
                if sitting.game.game.notation(move).startswith("buy"):
                    state = sitting.game.state.clone()
                    state.play(move)
                    if state.actor == 0:
                        sitting.do(ANA, Play, move=sitting.game.game.notation(move))
                        return sitting
            sitting.do(ANA, Play, move=sitting.random_move(rng))
        else:
            sitting.play()
    raise AssertionError("she never could buy")


def test_a_move_is_taken_back() -> None:
    sitting = bought()
    after = sitting.game.position
    assert sitting.seen_game(ANA).undo == 1
    (undone,) = sitting.do(ANA, Undo)
    assert undone == events.Undone(0)
    assert sitting.game.position != after
    assert sitting.error(ANA, Undo) == "no-undo"


def test_only_ones_own_moves_are_taken_back() -> None:
    sitting = bought()
    assert sitting.error(BEN, Undo) == "no-undo"


def test_what_a_bot_did_for_a_seat_is_not_taken_back() -> None:
    sitting = bought()
    sitting.do(ANA, Undo)
    move = next(
        notation
        for move in sitting.game.moves()
        if (notation := sitting.game.game.notation(move)).startswith("buy") and stays(sitting, move)
    )
    sitting.do(ANA, Leave)
    sitting.bot(sitting.game.code(move))
    sitting.do(ANA, Return)
    assert sitting.game.undoable(0) == 1
    assert sitting.seen_game(ANA).undo == 0
    assert sitting.error(ANA, Undo) == "no-undo"


def stays(sitting: MemoryTable, move: int) -> bool:
    state = sitting.game.state.clone()
    state.play(move)
    return state.actor == 0


def test_a_table_without_taking_back() -> None:
    sitting = begun(2, undo=False)
    for _ in range(40):
        sitting.play()
        assert all(sitting.seen_game(person).undo == 0 for person in (ANA, BEN))
        assert sitting.error(ANA, Undo) == "no-undo"


# Giving up.


def test_who_resigns_is_played_on_by_a_bot_and_cannot_win() -> None:
    sitting = begun(2, "zatre", stand_in="novice")
    sitting.do(ANA, Resign)
    while sitting.state.seating.status == "playing":
        if sitting.state.asked == 0:
            assert sitting.state.thinker == "novice"
            assert sitting.error(ANA, Play, move="stop") == "resigned"
        sitting.play()
    outcome = sitting.seen().table.result
    assert outcome is not None
    assert (outcome.winners, outcome.resigned) == ([1], [0])
    assert " (novice): " in sitting.game.record.text
    assert "\nresigned: 1\nresult: " in sitting.game.record.text
    verify(sitting.game.record.text)


def test_if_all_resign_nobody_wins() -> None:
    sitting = begun(2, "zatre")
    sitting.do(ANA, Resign)
    sitting.do(BEN, Resign)
    while sitting.state.seating.status == "playing":
        sitting.bot()
    assert sitting.state.seating.outcome is not None
    assert sitting.state.seating.outcome.winners == []


def test_a_partner_may_win_without_who_resigned() -> None:
    sitting = begun(4, "zatre", options={"teams": "yes"})
    partner = next(seat for seat in (1, 2, 3) if sitting.game.state.side(seat) == sitting.game.state.side(0))
    sitting.do(ANA, Resign)
    while sitting.state.seating.status == "playing":
        sitting.play()
    outcome = sitting.state.seating.outcome
    assert outcome is not None
    best = max(outcome.scores)
    assert 0 not in outcome.winners
    assert (partner in outcome.winners) == (outcome.scores[partner] == best)


def test_who_resigned_takes_nothing_back_and_may_talk() -> None:
    sitting = bought()
    sitting.do(ANA, Resign)
    assert sitting.error(ANA, Undo) == "no-undo"
    assert sitting.do(ANA, Resign) == []
    sitting.do(ANA, Say, text="I give up")


def test_who_has_several_seats_says_which_resigns() -> None:
    sitting = MemoryTable(NewTable(game="alhambra", seats=[MySeat("Ana"), MySeat("Uncle")], ready=True))
    assert sitting.error(ANA, Resign) == "bad-seats"
    assert sitting.do(ANA, Resign, seat=1) == [events.Resigned(1)]


# What the maker may do.


def test_who_is_removed_before_the_game_leaves_a_free_seat_and_does_not_come_back() -> None:
    sitting = MemoryTable(people(2))
    sitting.do(BEN, Sit)
    sitting.do(ANA, Remove, seat=1)
    assert sitting.state.seating.seats[1].free
    assert sitting.error(BEN, Sit) == "removed"
    sitting.do(CLEO, Sit)


def test_who_is_removed_from_a_game_is_played_on_by_a_bot_that_may_win() -> None:
    sitting = begun(2, "zatre")
    sitting.do(ANA, Remove, seat=1)
    assert sitting.error(BEN, Play, move="stop") == "not-seated"
    while sitting.state.seating.status == "playing":
        sitting.play()
    assert sitting.state.seating.outcome is not None
    assert sitting.state.seating.outcome.resigned == []
    assert "2 (builder): " in sitting.game.record.text


def test_who_is_muted_is_silent_until_he_may_speak_again() -> None:
    sitting = begun(2)
    sitting.do(ANA, Mute, seat=1)
    assert sitting.error(BEN, Say, text="unfair") == "muted"
    assert sitting.do(ANA, Mute, seat=1) == []
    sitting.do(ANA, Mute, seat=1, muted=False)
    sitting.do(BEN, Say, text="thanks")


@pytest.mark.parametrize("ready", [False, True])
def test_a_closed_table_is_closed(ready: bool) -> None:
    sitting = begun(2) if ready else MemoryTable(people(2))
    sitting.do(ANA, Close)
    assert sitting.state.seating.status == "closed"
    assert sitting.state.asked is None
    assert sitting.state.deadline is None
    assert sitting.error(ANA, Close) == "not-playing"
    assert sitting.error(ANA, Rematch) == "not-over"
    assert sitting.seen(BEN).table.luck.seed is None


def test_a_name_is_made_to_fit_at_a_table_as_everywhere() -> None:
    sitting = MemoryTable(NewTable(game="zatre", seats=[MySeat("a, (b)\nc"), PersonSeat()]))
    sitting.do(BEN, Sit, name="x" * 40)
    assert [seat.name for seat in sitting.state.seating.seats] == ["a b c", "x" * LONGEST_NAME]


def test_talk_is_one_printable_line() -> None:
    sitting = begun(2)
    sitting.do(ANA, Say, text="  good \n\x07 luck\u202e ")
    assert sitting.seen(BEN).talk[-1].what == Said(0, "Ana", "good luck")
    assert sitting.do(ANA, Say, text="\n\n") == []


def hint(sitting: MemoryTable) -> list[str]:
    """Whoever is asked wants a hint for the position as it stands."""
    return kinds(sitting.add(Decisions(sitting.state).hint(sitting.state.seating.moved)))


def test_several_people_know_that_a_hint_was_asked_for() -> None:
    sitting = begun(2, "zatre")
    assert hint(sitting) == ["hinted"]
    assert sitting.seen(CLEO).recent[-1].what == Hinted(sitting.game.actor)
    assert hint(sitting) == []  # once for each position
    sitting.play()
    assert hint(sitting) == ["hinted"]
    assert Decisions(sitting.state).hint(sitting.state.seating.moved - 1) == []  # the game has gone on


def test_nobody_is_told_of_a_hint_where_one_person_plays() -> None:
    assert hint(MemoryTable(with_bots(1))) == []
    shared = MemoryTable(NewTable(game="zatre", seats=[MySeat(), MySeat("Eva")], ready=True))
    assert hint(shared) == []


def test_a_hint_changes_neither_clock_nor_undo_nor_record() -> None:
    sitting = begun(2, "zatre")
    player = sitting.player(sitting.game.actor)
    sitting.play()
    assert sitting.game.actor == sitting.state.seating.seats_of(player.id)[0]
    before = facts(sitting)
    sitting.now += 5_000
    assert hint(sitting) == ["hinted"]
    assert facts(sitting) == before
    assert kinds(sitting.do(player, Undo, version=sitting.state.version - 1)) == ["undone"]


def facts(sitting: MemoryTable) -> list[object]:
    """What a hint leaves as it is."""
    state, seating = sitting.state, sitting.state.seating
    undoable = [state.undoable(seat) for seat in range(2)]
    record = sitting.game.record.text
    return [state.deadline, [seat.bank for seat in seating.seats], undoable, record, sitting.seen_game().digest]


def test_a_table_with_a_hint_comes_back_as_it_was() -> None:
    sitting = begun(2, "zatre")
    hint(sitting)
    for again in (
        TableState.fold(TABLE, sitting.seal, sitting.log),
        snapshot.read(TABLE, sitting.seal, snapshot.write(sitting.state)),
    ):
        assert again is not None
        assert Decisions(again).hint(again.seating.moved) == []
        assert snapshot.write(again) == snapshot.write(sitting.state)


def test_a_log_does_not_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = begun(2, "zatre")
    monkeypatch.setattr("sabika.server.table.decide.LONGEST_LOG", sitting.state.version + 2)
    for _ in range(2):
        sitting.do(ANA, Say, text="hm")
    assert sitting.error(ANA, Say, text="hm") == "too-many"
    assert sitting.error(ANA, Undo) == "too-many"
    assert sitting.error(ANA, Mute, seat=1) == "too-many"
    with pytest.raises(ProblemError, match="for playing only"):
        hint(sitting)
    while sitting.state.seating.status == "playing":
        sitting.play()


# Clocks.


def test_a_decision_has_its_time_and_then_the_bank() -> None:
    sitting = begun(2, clock=Clock(10_000, 30_000))
    asked = sitting.state.asked
    assert asked is not None
    assert sitting.state.deadline == sitting.now + 40_000
    sitting.now += 25_000
    sitting.play()
    assert sitting.state.seating.seats[asked].bank == 15_000
    assert sitting.state.seating.seats[1 - asked].bank == 30_000


def test_when_time_is_over_a_bot_holds_the_seat_until_its_player_is_back() -> None:
    sitting = begun(2, clock=Clock(10_000, 5_000), stand_in="novice")
    asked = sitting.state.asked
    assert asked is not None
    assert sitting.wait(14_999) == []
    assert sitting.wait(1) == [events.Held(asked, "time")]
    assert sitting.state.thinker == "novice"
    (played, *_) = sitting.bot(int(sitting.game.moves()[0]))
    assert isinstance(played, events.Played)
    assert played.by == "novice"
    assert sitting.state.seating.seats[asked].bank == 0
    sitting.do(sitting.player(asked), Return)
    while sitting.state.asked != asked:
        sitting.play()
    assert sitting.state.thinker is None
    assert sitting.state.deadline == sitting.now + 10_000


@pytest.mark.parametrize("game", ["zatre", "alhambra", "alhambra_dice", "alcazaba"])
def test_making_and_taking_back_a_move_wins_no_time(game: str) -> None:
    """One may think for the time of two decisions, and not for longer by making and taking back the first of them."""
    sitting = begun(2, game, clock=Clock(30_000, 7_000))
    choice = look_for(sitting, goes_on)
    seat = sitting.game.actor
    began = sitting.now
    while not sitting.state.seating.seats[seat].away:
        assert sitting.now - began < 67_000
        sitting.do(sitting.player(seat), Play, move=choice)
        if not sitting.wait(5_000):
            sitting.do(sitting.player(seat), Undo)
            sitting.wait(5_000)


def test_handing_over_and_taking_back_wins_no_time() -> None:
    """A move that ends the turn starts another's clock; taken back, one's own goes on where it stopped."""
    sitting = begun(2, clock=Clock(30_000, 0))
    choice = look_for(sitting, hands_over)
    seat = sitting.game.actor
    for _ in range(3):
        sitting.now += 8_000
        sitting.do(sitting.player(seat), Play, move=choice)
        assert sitting.state.deadline == sitting.now + 30_000  # the other's
        sitting.now += 20_000
        sitting.do(sitting.player(seat), Undo)
        assert sitting.state.asked == seat
    assert sitting.state.deadline == sitting.now + 30_000 - 3 * 8_000


def test_time_beyond_a_moves_own_is_paid_once() -> None:
    sitting = begun(2, "zatre", clock=Clock(10_000, 60_000))
    choice = look_for(sitting, goes_on)
    seat = sitting.game.actor
    sitting.now += 15_000
    for _ in range(3):
        sitting.do(sitting.player(seat), Play, move=choice)
        assert sitting.state.seating.seats[seat].bank == 55_000
        sitting.do(sitting.player(seat), Undo)
    sitting.now += 15_000
    sitting.do(sitting.player(seat), Play, move=choice)
    assert sitting.state.seating.seats[seat].bank == 50_000


def look_for(sitting: MemoryTable, what: Callable[[State, int], bool]) -> str:
    """Play on until there is such a move."""
    rng = Rng(1)
    while True:
        for move in sitting.game.moves():
            after = sitting.game.state.clone()
            after.play(move)
            if what(after, sitting.game.actor):
                return sitting.game.game.notation(move)
        sitting.play(sitting.random_move(rng))


def goes_on(after: State, seat: int) -> bool:
    """Is the same seat asked again, before anything is drawn?"""
    return after.actor == seat


def hands_over(after: State, seat: int) -> bool:
    return after.actor >= 0 and after.actor != seat


def test_any_command_is_a_return() -> None:
    sitting = begun(2)
    sitting.do(BEN, Leave)
    assert sitting.do(BEN, Leave) == []
    assert kinds(sitting.do(BEN, Say, text="here I am")) == ["returned", "said"]


def test_a_move_may_be_a_return() -> None:
    sitting = begun(2)
    asked = sitting.state.asked
    assert asked is not None
    sitting.do(sitting.player(asked), Leave)
    found = sitting.do(sitting.player(asked), Play, move=sitting.random_move(Rng(1)))
    assert kinds(found)[:2] == ["returned", "played"]
    assert isinstance(found[1], events.Played)
    assert found[1].by == ""


def test_leaving_and_coming_back_wins_no_time() -> None:
    sitting = begun(2, clock=Clock(10_000))
    asked, deadline = sitting.state.asked, sitting.state.deadline
    assert asked is not None
    sitting.wait(9_000)
    sitting.do(sitting.player(asked), Leave)
    sitting.do(sitting.player(asked), Return)
    assert sitting.state.deadline == deadline
    assert sitting.wait(1_000) == [events.Held(asked, "time")]


def test_a_bot_that_does_not_answer_plays_the_default_move() -> None:
    sitting = MemoryTable(NewTable(game="zatre", seats=[BotSeat("random")] * 2))
    default = sitting.game.game.notation(sitting.game.state.default())
    seat = sitting.state.asked
    assert sitting.wait(THINKING - 1) == []
    (played, *_) = sitting.wait(1)
    assert isinstance(played, events.Played)
    assert (played.seat, played.move, played.by) == (seat, default, "default")


def test_a_bot_that_answers_nonsense_plays_the_default_move() -> None:
    sitting = MemoryTable(NewTable(game="zatre", seats=[BotSeat("random")] * 2))
    (played, *_) = sitting.bot(-1)
    assert isinstance(played, events.Played)
    assert played.by == "default"


def test_a_bot_that_answers_late_is_not_heard() -> None:
    sitting = MemoryTable(NewTable(game="zatre", seats=[BotSeat("random")] * 2))
    moved, move = sitting.state.seating.moved, int(sitting.game.moves()[0])
    sitting.bot(move)
    assert Decisions(sitting.state).bot_moves(moved, move) == []


def test_a_bot_is_not_heard_when_its_player_is_back() -> None:
    sitting = begun(2)
    asked = sitting.state.asked
    assert asked is not None
    sitting.do(sitting.player(asked), Leave)
    sitting.do(sitting.player(asked), Return)
    assert Decisions(sitting.state).bot_moves(sitting.state.seating.moved, int(sitting.game.moves()[0])) == []


def test_a_log_that_tells_of_other_luck_is_not_read() -> None:
    sitting = MemoryTable(with_bots(1))
    entry = next(entry for entry in sitting.log if b'"started"' in entry.body)
    started = events.decode(entry.body)
    assert isinstance(started, events.Started)
    other = msgspec.structs.replace(started.luck[0], outcome="tower-9-NE")
    forged = events.encode(msgspec.structs.replace(started, luck=[other, *started.luck[1:]]))
    log = [msgspec.structs.replace(each, body=forged) if each is entry else each for each in sitting.log]
    with pytest.raises(ValueError, match="luck came out differently"):
        TableState.fold(TABLE, sitting.seal, log)
