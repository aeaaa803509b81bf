"""A table's own rules: who may do what when, and what follows from it."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from sabika.engine.rng import Rng
from sabika.engine.state import State
from sabika.engine.table import Table
from sabika.engine.verify import verify
from sabika.server import events, protocol, snapshot
from sabika.server.protocol import (
    Back,
    BotSeat,
    Clock,
    Close,
    Leave,
    Mute,
    MySeat,
    NewTable,
    Open,
    PersonSeat,
    Plan,
    Play,
    Ready,
    Rematch,
    Remove,
    Resign,
    Say,
    Sit,
    Stand,
    Undo,
)
from sabika.server.room import GATHERING, OPENING, THINKING, Room
from sabika.server.store.base import Person
from sabika.server.trouble import Trouble
from sabika.server.wishes import SILENT, Wishes
from tests.server.sittings import ANA, BEN, CLEO, KEY, TABLE, Sitting, begun, people, with_bots

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
    "a name with a comma": (NewTable(game="alhambra", seats=[MySeat("a, b"), PersonSeat()]), "bad-name"),
    "a name in brackets": (NewTable(game="alhambra", seats=[MySeat("(a)"), PersonSeat()]), "bad-name"),
    "a name of spaces": (NewTable(game="alhambra", seats=[MySeat("  "), PersonSeat()]), "bad-name"),
    "a name of two lines": (NewTable(game="alhambra", seats=[MySeat("a\nb"), PersonSeat()]), "bad-name"),
}


@pytest.mark.parametrize(("plan", "code"), BAD_PLANS.values(), ids=BAD_PLANS)
def test_tables_that_cannot_be_made(plan: NewTable, code: str) -> None:
    with pytest.raises(Trouble) as trouble:
        Sitting(plan)
    assert trouble.value.problem.code == code


def test_a_commitment_is_there_before_anybody_sits_down() -> None:
    sitting = Sitting(people(2))
    first = events.decode(sitting.log[0].body)
    assert isinstance(first, events.Created)
    assert len(first.commitment) == 64


def test_against_bots_the_game_begins_at_once() -> None:
    sitting = Sitting(with_bots(2))
    assert sitting.room.desk.status == "playing"
    assert sitting.game.record.seats == ["Ana", "novice", "novice"]


def test_bots_alone_begin_at_once() -> None:
    assert Sitting(NewTable(game="zatre", seats=[BotSeat("random")] * 3)).room.desk.status == "playing"


# Before the game.


def test_seats_are_taken_in_order_or_as_wished() -> None:
    sitting = Sitting(people(4))
    sitting.do(BEN, Sit, seat=3)
    sitting.do(CLEO, Sit)
    assert [place.person for place in sitting.room.desk.places] == ["ana", "cleo", None, "ben"]


def test_one_person_may_have_several_seats_under_several_names() -> None:
    sitting = Sitting(NewTable(game="alhambra", seats=[MySeat("Ana"), MySeat("Uncle")], ready=True))
    assert sitting.room.desk.status == "playing"
    assert sitting.game.record.seats == ["Ana", "Uncle"]


@pytest.mark.parametrize("name", ["Dirk", "DIRK", " dirk "])
def test_nobody_sits_down_under_the_name_of_the_player_without_a_seat(name: str) -> None:
    assert Sitting(people(2)).trouble(BEN, Sit, name=name) == "bad-name"
    assert Sitting(people(2)).trouble(Person("dirk", name, 0), Sit) == "bad-name"
    with pytest.raises(Trouble):
        Sitting(NewTable(game="alhambra", seats=[MySeat(name), PersonSeat()]))
    sitting = Sitting(people(3))  # where that one does not play
    sitting.do(BEN, Sit, name=name)


def test_who_is_muted_stays_so_in_another_seat() -> None:
    sitting = Sitting(people(3))
    sitting.do(BEN, Sit, seat=1)
    sitting.do(ANA, Mute, seat=1)
    sitting.do(BEN, Stand)
    sitting.do(BEN, Sit, seat=2)
    assert sitting.trouble(BEN, Say, text="again") == "muted"
    sitting.do(CLEO, Sit, seat=1)
    sitting.do(CLEO, Say, text="not me")
    sitting.do(ANA, Mute, seat=2, muted=False)
    sitting.do(BEN, Say, text="thanks")
    assert sitting.room.desk.silenced == []


REFUSED_BEFORE = {
    "a seat that is taken": (BEN, Sit, {"seat": 0}, "seat-taken"),
    "a bot's seat": (BEN, Sit, {"seat": 2}, "seat-taken"),
    "a seat that is not there": (BEN, Sit, {"seat": 3}, "bad-seats"),
    "another's name": (BEN, Sit, {"name": "x, y"}, "bad-name"),
    "to stand up without sitting": (BEN, Stand, {}, "not-seated"),
    "to stand up from another's seat": (ANA, Stand, {"seat": 1}, "not-yours"),
    "to be ready without sitting": (BEN, Ready, {}, "not-seated"),
    "to move": (ANA, Play, {"move": "take b4"}, "not-playing"),
    "to take back": (ANA, Undo, {}, "not-playing"),
    "to leave": (ANA, Leave, {}, "not-playing"),
    "to come back": (ANA, Back, {}, "not-playing"),
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
def test_refused_before_the_game(who: Person, kind: type[protocol.Commands], fields: dict[str, Any], code: str) -> None:
    sitting = Sitting(NewTable(game="alhambra", seats=[MySeat(), PersonSeat(), BotSeat("novice")]))
    assert sitting.trouble(who, kind, **fields) == code


def test_the_game_begins_when_all_are_ready() -> None:
    sitting = Sitting(people(2))
    sitting.do(ANA, Ready)
    sitting.do(BEN, Sit)
    assert sitting.room.desk.status == "gathering"
    assert kinds(sitting.do(BEN, Ready)) == ["readied", "started"]
    assert sitting.game.record.nonces == [SILENT, SILENT]


def test_who_is_no_longer_ready_is_waited_for() -> None:
    sitting = Sitting(people(2))
    sitting.do(ANA, Ready)
    sitting.do(ANA, Ready, ready=False)
    sitting.do(BEN, Sit)
    sitting.do(BEN, Ready)
    assert sitting.room.desk.status == "gathering"


def test_a_change_of_bots_asks_everybody_again() -> None:
    sitting = Sitting(people(3))
    sitting.do(BEN, Sit)
    sitting.do(BEN, Ready)
    before = sitting.room.version
    sitting.do(ANA, Plan, seat=2, bot="builder")
    assert not sitting.room.desk.places[1].ready
    assert sitting.trouble(BEN, Ready, version=before) == "stale"
    sitting.do(ANA, Plan, seat=2)
    sitting.do(CLEO, Sit)
    assert sitting.room.desk.places[2].person == "cleo"


def test_with_a_bot_in_the_last_seat_nobody_is_waited_for() -> None:
    sitting = Sitting(NewTable(game="zatre", seats=[BotSeat("random"), PersonSeat()]))
    assert kinds(sitting.do(ANA, Plan, seat=1, bot="random")) == ["planned", "started"]


def test_a_table_that_nobody_cares_for_is_closed() -> None:
    sitting = Sitting(people(2))
    assert sitting.wait(GATHERING - 1) == []
    assert kinds(sitting.do(BEN, Sit)) == ["seated"]
    assert sitting.wait(GATHERING - 1) == []
    assert kinds(sitting.wait(1)) == ["closed"]
    assert sitting.trouble(CLEO, Sit) == "not-gathering"
    assert sitting.room.deadline is None


# Nonces.


def test_nonces_are_committed_to_and_opened_when_all_are_ready() -> None:
    sitting = Sitting(people(3, commit=COMMITS[0], ready=True))
    for person in (BEN, CLEO):
        sitting.do(person, Sit)
    sitting.do(BEN, Ready, commit=COMMITS[1])
    assert kinds(sitting.do(CLEO, Ready)) == ["readied", "called"]
    assert sitting.room.desk.status == "opening"
    assert sitting.trouble(ANA, Open, nonce=NONCES[1]) == "wrong-nonce"
    assert sitting.trouble(ANA, Stand) == "not-gathering"
    assert kinds(sitting.do(BEN, Open, nonce=NONCES[1])) == ["opened"]
    assert sitting.do(BEN, Open, nonce=NONCES[1]) == []
    assert NONCES[1] not in str(sitting.seen(ANA))
    assert kinds(sitting.do(ANA, Open, nonce=NONCES[0])) == ["opened", "started"]
    assert sitting.game.record.nonces == [*NONCES, SILENT]
    assert sitting.seen(ANA).table.luck.nonces == [*NONCES, SILENT]


def test_a_nonce_that_is_not_opened_counts_as_zeros_and_this_is_shown() -> None:
    sitting = Sitting(people(2, commit=COMMITS[0], ready=True))
    sitting.do(BEN, Sit)
    sitting.do(BEN, Ready, commit=COMMITS[1])
    sitting.do(ANA, Open, nonce=NONCES[0])
    assert sitting.wait(OPENING - 1) == []
    assert kinds(sitting.wait(1)) == ["started"]
    began = sitting.seen(BEN).recent[-1].what
    assert isinstance(began, protocol.Began)
    assert (began.nonces, began.unopened) == ([NONCES[0], SILENT], [1])


def test_other_nonces_other_luck() -> None:
    dealt = set()
    for nonce in NONCES:
        sitting = Sitting(with_bots(1, commit=hashlib.sha256(bytes.fromhex(nonce)).hexdigest()))
        sitting.do(ANA, Open, nonce=nonce)
        dealt.add(sitting.game.state.text())
    assert len(dealt) == 2


def test_a_chosen_seed_deals_what_it_deals_everywhere_and_is_shown() -> None:
    sitting = Sitting(with_bots(1, seed=7, commit=COMMITS[0]))
    assert sitting.room.desk.status == "playing"
    assert sitting.game.state.text() == Table.deal("alhambra", ["Ana", "novice"], seed=7).state.text()
    assert sitting.seen().table.luck.chosen
    while sitting.room.desk.status == "playing":
        sitting.play()
    verdict = verify(sitting.game.record.text)
    assert (verdict.luck, verdict.chosen) == ("sealed", True)


def test_the_seed_is_nowhere_in_the_log_before_the_end() -> None:
    sitting = begun(2)
    seed = sitting.seal.reveal(TABLE, None)
    while sitting.room.desk.status == "playing":
        assert not any(seed.encode() in entry.body for entry in sitting.log)
        assert seed not in snapshot.write(sitting.room).decode()
        sitting.play()
    assert events.decode(sitting.log[-1].body) == events.Ended(seed)
    assert verify(sitting.game.record.text).luck == "sealed"
    assert not any(KEY.hex().encode() in entry.body for entry in sitting.log)


# Moves.


def test_a_move_and_the_luck_that_follows_are_one_event() -> None:
    sitting = begun(2)
    asked = sitting.room.asked
    (played,) = sitting.play()
    assert isinstance(played, events.Played)
    assert (played.seat, played.by) == (asked, "")
    lines = [f"luck {each.kind}/{each.n}: {each.k} of {each.total} -> {each.outcome}" for each in played.luck]
    assert lines == [str(step) for step in sitting.game.record.steps[len(sitting.game.record.steps) - len(lines) :]]


def test_refused_moves() -> None:
    sitting = begun(2)
    asked = sitting.room.asked
    assert asked is not None
    mover, other = sitting.player(asked), sitting.player(1 - asked)
    assert sitting.trouble(other, Play, move="take b4") == "refused"
    assert sitting.trouble(CLEO, Play, move="take b4") == "not-seated"
    assert sitting.trouble(mover, Play, move="fly") == "no-move"
    with pytest.raises(Trouble) as trouble:
        sitting.do(mover, Play, move="place tower-9-NE 1,0")
    assert trouble.value.problem.rule
    assert trouble.value.problem.text.endswith(f"({trouble.value.problem.rule}).")


def test_talk_makes_no_move_stale_and_a_move_does() -> None:
    sitting = begun(2, clock=Clock(5_000))
    seen = sitting.room.version
    asked = sitting.room.asked
    assert asked is not None
    sitting.do(BEN, Say, text="good luck")
    move = sitting.random_move(Rng(1))
    sitting.do(sitting.player(asked), Play, version=seen, move=move)
    while sitting.room.asked != asked:
        sitting.play()
    assert sitting.trouble(sitting.player(asked), Play, version=seen, move=sitting.random_move(Rng(2))) == "stale"


def test_after_the_end_nothing_is_played() -> None:
    sitting = begun(2, "zatre")
    while sitting.room.desk.status == "playing":
        sitting.play()
    assert sitting.trouble(ANA, Play, move="stop") == "not-playing"
    for kind in (Undo, Resign, Leave, Back):
        assert sitting.trouble(ANA, kind) == "not-playing"
    assert sitting.trouble(ANA, Close) == "not-playing"
    assert sitting.room.deadline is None
    sitting.do(ANA, Say, text="well played")


def test_a_command_is_known_by_its_id() -> None:
    sitting = begun(2)
    sitting.do(ANA, Say, text="hello")
    assert sitting.room.desk.commands[f"ana:c{sitting.commands}"] == sitting.room.version


# Taking back.


def bought() -> Sitting:
    """Ana has made a move in a game of Alhambra after which nothing was drawn."""
    sitting = Sitting(with_bots(1))
    rng = Rng(0)
    for _ in range(500):
        if sitting.room.asked == 0:
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
    after = sitting.game.state.text()
    assert sitting.seen_game(ANA).undo == 1
    (undone,) = sitting.do(ANA, Undo)
    assert undone == events.Undone(0)
    assert sitting.game.state.text() != after
    assert sitting.trouble(ANA, Undo) == "no-undo"


def test_only_ones_own_moves_are_taken_back() -> None:
    sitting = bought()
    assert sitting.trouble(BEN, Undo) == "no-undo"


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
    sitting.do(ANA, Back)
    assert sitting.game.undoable(0) == 1
    assert sitting.seen_game(ANA).undo == 0
    assert sitting.trouble(ANA, Undo) == "no-undo"


def stays(sitting: Sitting, move: int) -> bool:
    state = sitting.game.state.clone()
    state.play(move)
    return state.actor == 0


def test_a_table_without_taking_back() -> None:
    sitting = begun(2, undo=False)
    for _ in range(40):
        sitting.play()
        assert all(sitting.seen_game(person).undo == 0 for person in (ANA, BEN))
        assert sitting.trouble(ANA, Undo) == "no-undo"


# Giving up.


def test_who_resigns_is_played_on_by_a_bot_and_cannot_win() -> None:
    sitting = begun(2, "zatre", stand_in="novice")
    sitting.do(ANA, Resign)
    while sitting.room.desk.status == "playing":
        if sitting.room.asked == 0:
            assert sitting.room.thinker == "novice"
            assert sitting.trouble(ANA, Play, move="stop") == "resigned"
        sitting.play()
    outcome = sitting.seen().table.result
    assert outcome is not None
    assert (outcome.winners, outcome.resigned) == ([1], [0])
    assert " (novice): " in sitting.game.record.text


def test_if_all_resign_nobody_wins() -> None:
    sitting = begun(2, "zatre")
    sitting.do(ANA, Resign)
    sitting.do(BEN, Resign)
    while sitting.room.desk.status == "playing":
        sitting.bot()
    assert sitting.room.desk.outcome is not None
    assert sitting.room.desk.outcome.winners == []


def test_a_partner_may_win_without_who_resigned() -> None:
    sitting = begun(4, "zatre", options={"teams": "yes"})
    partner = next(seat for seat in (1, 2, 3) if sitting.game.state.side(seat) == sitting.game.state.side(0))
    sitting.do(ANA, Resign)
    while sitting.room.desk.status == "playing":
        sitting.play()
    outcome = sitting.room.desk.outcome
    assert outcome is not None
    best = max(outcome.scores)
    assert 0 not in outcome.winners
    assert (partner in outcome.winners) == (outcome.scores[partner] == best)


def test_who_resigned_takes_nothing_back_and_may_talk() -> None:
    sitting = bought()
    sitting.do(ANA, Resign)
    assert sitting.trouble(ANA, Undo) == "no-undo"
    assert sitting.do(ANA, Resign) == []
    sitting.do(ANA, Say, text="I give up")


def test_who_has_several_seats_says_which_resigns() -> None:
    sitting = Sitting(NewTable(game="alhambra", seats=[MySeat("Ana"), MySeat("Uncle")], ready=True))
    assert sitting.trouble(ANA, Resign) == "bad-seats"
    assert sitting.do(ANA, Resign, seat=1) == [events.Resigned(1)]


# What the maker may do.


def test_who_is_removed_before_the_game_leaves_a_free_seat_and_does_not_come_back() -> None:
    sitting = Sitting(people(2))
    sitting.do(BEN, Sit)
    sitting.do(ANA, Remove, seat=1)
    assert sitting.room.desk.places[1].free
    assert sitting.trouble(BEN, Sit) == "removed"
    sitting.do(CLEO, Sit)


def test_who_is_removed_from_a_game_is_played_on_by_a_bot_that_may_win() -> None:
    sitting = begun(2, "zatre")
    sitting.do(ANA, Remove, seat=1)
    assert sitting.trouble(BEN, Play, move="stop") == "not-seated"
    while sitting.room.desk.status == "playing":
        sitting.play()
    assert sitting.room.desk.outcome is not None
    assert sitting.room.desk.outcome.resigned == []
    assert "2 (builder): " in sitting.game.record.text


def test_who_is_muted_is_silent_until_he_may_speak_again() -> None:
    sitting = begun(2)
    sitting.do(ANA, Mute, seat=1)
    assert sitting.trouble(BEN, Say, text="unfair") == "muted"
    assert sitting.do(ANA, Mute, seat=1) == []
    sitting.do(ANA, Mute, seat=1, muted=False)
    sitting.do(BEN, Say, text="thanks")


@pytest.mark.parametrize("ready", [False, True])
def test_a_closed_table_is_closed(ready: bool) -> None:
    sitting = begun(2) if ready else Sitting(people(2))
    sitting.do(ANA, Close)
    assert sitting.room.desk.status == "closed"
    assert sitting.room.asked is None
    assert sitting.room.deadline is None
    assert sitting.trouble(ANA, Close) == "not-playing"
    assert sitting.trouble(ANA, Rematch) == "not-over"
    assert sitting.seen(BEN).table.luck.seed is None


def test_talk_is_one_printable_line() -> None:
    sitting = begun(2)
    sitting.do(ANA, Say, text="  good \n\x07 luck\u202e ")
    assert sitting.seen(BEN).talk[-1].what == protocol.Said(0, "Ana", "good luck")
    assert sitting.do(ANA, Say, text="\n\n") == []


def test_a_log_does_not_grow_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    sitting = begun(2, "zatre")
    monkeypatch.setattr("sabika.server.wishes.LONGEST_LOG", sitting.room.version + 2)
    for _ in range(2):
        sitting.do(ANA, Say, text="hm")
    assert sitting.trouble(ANA, Say, text="hm") == "too-many"
    assert sitting.trouble(ANA, Undo) == "too-many"
    assert sitting.trouble(ANA, Mute, seat=1) == "too-many"
    while sitting.room.desk.status == "playing":
        sitting.play()


# Clocks.


def test_a_decision_has_its_time_and_then_the_bank() -> None:
    sitting = begun(2, clock=Clock(10_000, 30_000))
    asked = sitting.room.asked
    assert asked is not None
    assert sitting.room.deadline == sitting.now + 40_000
    sitting.now += 25_000
    sitting.play()
    assert sitting.room.desk.places[asked].bank == 15_000
    assert sitting.room.desk.places[1 - asked].bank == 30_000


def test_when_time_is_over_a_bot_holds_the_seat_until_its_player_is_back() -> None:
    sitting = begun(2, clock=Clock(10_000, 5_000), stand_in="novice")
    asked = sitting.room.asked
    assert asked is not None
    assert sitting.wait(14_999) == []
    assert sitting.wait(1) == [events.Held(asked, "time")]
    assert sitting.room.thinker == "novice"
    (played, *_) = sitting.bot(int(sitting.game.moves()[0]))
    assert isinstance(played, events.Played)
    assert played.by == "novice"
    assert sitting.room.desk.places[asked].bank == 0
    sitting.do(sitting.player(asked), Back)
    while sitting.room.asked != asked:
        sitting.play()
    assert sitting.room.thinker is None
    assert sitting.room.deadline == sitting.now + 10_000


@pytest.mark.parametrize("game", ["zatre", "alhambra", "alhambra_dice", "alcazaba"])
def test_making_and_taking_back_a_move_wins_no_time(game: str) -> None:
    """One may think for the time of two decisions, and not for longer by making and taking back the first of them."""
    sitting = begun(2, game, clock=Clock(30_000, 7_000))
    choice = look_for(sitting, goes_on)
    seat = sitting.game.actor
    began = sitting.now
    while not sitting.room.desk.places[seat].away:
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
        assert sitting.room.deadline == sitting.now + 30_000  # the other's
        sitting.now += 20_000
        sitting.do(sitting.player(seat), Undo)
        assert sitting.room.asked == seat
    assert sitting.room.deadline == sitting.now + 30_000 - 3 * 8_000


def test_time_beyond_a_moves_own_is_paid_once() -> None:
    sitting = begun(2, "zatre", clock=Clock(10_000, 60_000))
    choice = look_for(sitting, goes_on)
    seat = sitting.game.actor
    sitting.now += 15_000
    for _ in range(3):
        sitting.do(sitting.player(seat), Play, move=choice)
        assert sitting.room.desk.places[seat].bank == 55_000
        sitting.do(sitting.player(seat), Undo)
    sitting.now += 15_000
    sitting.do(sitting.player(seat), Play, move=choice)
    assert sitting.room.desk.places[seat].bank == 50_000


def look_for(sitting: Sitting, what: Callable[[State, int], bool]) -> str:
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
    asked = sitting.room.asked
    assert asked is not None
    sitting.do(sitting.player(asked), Leave)
    found = sitting.do(sitting.player(asked), Play, move=sitting.random_move(Rng(1)))
    assert kinds(found)[:2] == ["returned", "played"]
    assert isinstance(found[1], events.Played)
    assert found[1].by == ""


def test_leaving_and_coming_back_wins_no_time() -> None:
    sitting = begun(2, clock=Clock(10_000))
    asked, deadline = sitting.room.asked, sitting.room.deadline
    assert asked is not None
    sitting.wait(9_000)
    sitting.do(sitting.player(asked), Leave)
    sitting.do(sitting.player(asked), Back)
    assert sitting.room.deadline == deadline
    assert sitting.wait(1_000) == [events.Held(asked, "time")]


def test_a_bot_that_does_not_answer_plays_the_default_move() -> None:
    sitting = Sitting(NewTable(game="zatre", seats=[BotSeat("random")] * 2))
    default = sitting.game.game.notation(sitting.game.state.default())
    seat = sitting.room.asked
    assert sitting.wait(THINKING - 1) == []
    (played, *_) = sitting.wait(1)
    assert isinstance(played, events.Played)
    assert (played.seat, played.move, played.by) == (seat, default, "default")


def test_a_bot_that_answers_nonsense_plays_the_default_move() -> None:
    sitting = Sitting(NewTable(game="zatre", seats=[BotSeat("random")] * 2))
    (played, *_) = sitting.bot(-1)
    assert isinstance(played, events.Played)
    assert played.by == "default"


def test_a_bot_that_answers_late_is_not_heard() -> None:
    sitting = Sitting(NewTable(game="zatre", seats=[BotSeat("random")] * 2))
    moved, move = sitting.room.desk.moved, int(sitting.game.moves()[0])
    sitting.bot(move)
    assert Wishes(sitting.room).bot_moves(moved, move) == []


def test_a_bot_is_not_heard_when_its_player_is_back() -> None:
    sitting = begun(2)
    asked = sitting.room.asked
    assert asked is not None
    sitting.do(sitting.player(asked), Leave)
    sitting.do(sitting.player(asked), Back)
    assert Wishes(sitting.room).bot_moves(sitting.room.desk.moved, int(sitting.game.moves()[0])) == []


def test_a_log_that_tells_of_other_luck_is_not_read() -> None:
    sitting = Sitting(with_bots(1))
    entry = next(entry for entry in sitting.log if b'"started"' in entry.body)
    started = events.decode(entry.body)
    assert isinstance(started, events.Started)
    other = msgspec.structs.replace(started.luck[0], outcome="tower-9-NE")
    forged = events.encode(msgspec.structs.replace(started, luck=[other, *started.luck[1:]]))
    log = [msgspec.structs.replace(each, body=forged) if each is entry else each for each in sitting.log]
    with pytest.raises(ValueError, match="luck came out differently"):
        Room.fold(TABLE, sitting.seal, log)
