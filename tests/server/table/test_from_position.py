"""Tables that begin from a position: their log, snapshot, views, undo and record know where the game began."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from click.testing import CliRunner

from sabika.cli import main
from sabika.engine.beginning import seat_of
from sabika.engine.record import read
from sabika.engine.rng import Rng
from sabika.engine.table import Table
from sabika.engine.verify import verify
from sabika.games import GAMES
from sabika.server.protocol.commands import Plan, Play, Ready, Score, Sit, Stand, Undo
from sabika.server.protocol.problems import ProblemError
from sabika.server.protocol.rest import BotSeat, Fork, MySeat, NewTable, PersonSeat, SeatPlan
from sabika.server.protocol.views import Beginning
from sabika.server.table import create, events, snapshot
from sabika.server.table.events import Created
from sabika.server.table.listing import card, row_of
from sabika.server.table.luck import KeyedSeal
from sabika.server.table.table import DAY, TableState
from sabika.server.table.views.outgoing import ViewRequest, sent
from sabika.server.table.views.replay import AsSeen, RecordText
from sabika.server.table.views.table_view import WholeTable
from sabika.server.table.views.viewer import Viewer
from tests.server.memory_table import ANA, BEN, KEY, NOON, TABLE, MemoryTable, people

RECORDED = Path(__file__).parents[2] / "recorded"
MIDDLES = {"alhambra": 120, "alhambra_dice": 100, "alcazaba": 120, "zatre": 100}  # steps of a game for three


def recorded(game: str, seats: int = 3, step: int | None = None) -> Table:
    """A recorded game in its middle, where somebody decides."""
    text = (RECORDED / f"{game}-{seats}.txt").read_text()
    table = Table.replay(text, MIDDLES[game] if step is None else step)
    while table.actor < 0:
        table = Table.replay(text, len(table.record.steps) + 1)
    return table


def plan(table: Table, position: str, mine: int | None = None, **more: Any) -> NewTable:
    """Ana at the seat that is asked, bots elsewhere; a sight comes from a fork."""
    if seat_of(position) is not None:
        more["fork"] = Fork(table=TABLE, step=40, seat=0)
    own = table.actor if mine is None else mine
    seats: list[SeatPlan] = [MySeat() if seat == own else BotSeat("random") for seat in range(table.state.seats)]
    return NewTable(game=table.game.name, seats=seats, position=position, ready=True, **more)


def fork(game: str, step: int | None = None, **more: Any) -> tuple[Table, MemoryTable]:
    """A recorded game, and a table that goes on from what the seat saw that decides."""
    before = recorded(game, step=step)
    return before, MemoryTable(plan(before, before.sight.text(), origin="tab2345tab67 step 40", **more))


def refused(new: NewTable) -> tuple[str, str]:
    with pytest.raises(ProblemError) as error:
        MemoryTable(new)
    return error.value.problem.code, error.value.problem.text


def to_the_end(sitting: MemoryTable, rng: Rng) -> MemoryTable:
    for _ in range(3000):
        if sitting.state.seating.status == "over":
            return sitting
        sitting.play(sitting.random_move(rng))
    raise AssertionError("it does not end")


def read_back(sitting: MemoryTable) -> list[TableState]:
    """The table from its log alone, and from a snapshot."""
    again = snapshot.read(TABLE, sitting.seal, snapshot.write(sitting.state))
    assert again is not None
    return [TableState.fold(TABLE, KeyedSeal(bytes(32)), sitting.log), again]  # a log needs no key


def looks(state: TableState, person: str | None) -> bytes:
    return sent(state, Viewer(person), WholeTable(NOON, [], 0))


@pytest.mark.parametrize("whole", [False, True], ids=["as a seat saw it", "a whole position"])
@pytest.mark.parametrize("game", GAMES)
def test_it_is_played_to_the_end_reloaded_on_the_way_and_verifies(game: str, whole: bool, tmp_path: Path) -> None:
    before, rng = recorded(game), Rng(5)
    sitting = MemoryTable(plan(before, before.position if whole else before.sight.text(), origin="old-7 step 40"))
    assert sitting.game.view(before.actor) == before.view(before.actor)
    for _ in range(12):
        sitting.play(sitting.random_move(rng))
        for again in read_back(sitting):
            assert again.table is not None
            assert again.table.position == sitting.game.position
            assert [looks(again, who) for who in ("ana", None)] == [looks(sitting.state, who) for who in ("ana", None)]
    sitting.state = read_back(sitting)[1]
    to_the_end(sitting, rng)
    text = sent(TableState.fold(TABLE, sitting.seal, sitting.log), Viewer(), RecordText()).decode()
    assert read(text).origin == "old-7 step 40"
    assert (verify(text).luck, verify(text).digest) == ("sealed", sitting.game.digest)
    (tmp_path / "fork.sabika").write_text(text)
    done = CliRunner().invoke(main, ["verify", str(tmp_path / "fork.sabika")])
    assert (done.exit_code, "draws come from the committed seed" in done.output) == (0, True)


@pytest.mark.parametrize("game", GAMES)
def test_every_decision_of_a_game_can_be_played_on_from_any_seat(game: str) -> None:
    text = (RECORDED / f"{game}-3.txt").read_text()
    for n, (table, _) in enumerate(Table.walk(text)):
        if table.actor >= 0 and n % 5 == 0:
            for seat in range(3):
                sight = table.game.sight(table.state, seat).text()
                sitting = MemoryTable(plan(table, sight, mine=seat))
                assert sitting.seen_game(ANA).seat == seat
                assert sitting.game.view(seat) == table.view(seat)
                assert sitting.game.actor == table.actor


def test_the_position_and_its_options_are_those_of_the_record() -> None:
    text = (RECORDED / "alhambra-4-open-money.txt").read_text()
    table = Table.replay(text, 100)
    while table.actor < 0:
        table = Table.replay(text, len(table.record.steps) + 1)
    created = events.decode(MemoryTable(plan(table, table.position)).log[0].body)
    assert isinstance(created, Created)
    assert (created.position, created.options) == (table.position, table.record.options)
    MemoryTable(plan(table, table.position, options={"open_money": "yes"}))
    assert refused(plan(table, table.position, options={"open_money": "no"}))[0] == "bad-option"


def test_a_table_tells_where_it_began() -> None:
    before, sitting = fork("zatre")
    assert sitting.seen(ANA).table.begins == Beginning("tab2345tab67", 40, before.actor)
    assert MemoryTable(plan(before, before.position)).seen(ANA).table.begins == Beginning(None, None, None)
    assert MemoryTable(people(2)).seen(ANA).table.begins is None


# What is hidden.


def unsure() -> Table:
    """A recorded decision of somebody who does not know what others hold."""
    for table, _ in Table.walk((RECORDED / "zatre-3-free-no-late-bonus.txt").read_text()):
        if table.actor >= 0 and len({table.game.text(table.sight.imagine(Rng(n))) for n in range(6)}) > 1:
            return table
    raise AssertionError("everybody knows everything")


def hidden_world(key: bytes, sight: str, before: Table) -> MemoryTable:
    return MemoryTable(plan(before, sight), OneCommitment(key))


class OneCommitment(KeyedSeal):
    """Luck under a key of its own, with a commitment that says nothing of it."""

    def commitment(self, game_id: str, chosen: int | None) -> str:
        return "c0" * 32


def test_what_is_imagined_is_for_no_eyes_that_did_not_see_it() -> None:
    """Two forks of one sight: hands of others differ, and whoever made it is sent the same bytes."""
    before = unsure()
    worlds = [hidden_world(bytes([n]) * 32, before.sight.text(), before) for n in range(6)]
    assert len({world.game.position for world in worlds}) > 1
    asks: list[ViewRequest] = [WholeTable(NOON, [], 0), RecordText(), Score("s")]
    for person in ("ana", None):
        for ask in asks:
            assert len({sent(world.state, Viewer(person), ask) for world in worlds}) == 1
    assert len({world.game.game.sight(world.game.state, before.actor).text() for world in worlds}) == 1


def test_two_games_that_a_seat_cannot_tell_apart_give_equal_forks() -> None:
    before = unsure()
    others = [before.sight.imagine(Rng(n)) for n in range(6)]
    sights = [before.game.sight(state, before.actor).text() for state in others]
    forks = [MemoryTable(plan(before, each)) for each in sights]
    assert len({looks(each.state, "ana") for each in forks}) == 1
    assert len({each.game.position for each in forks}) == 1


def test_what_the_seat_saw_is_in_no_answer_to_others() -> None:
    _, sitting = fork("zatre")
    assert "\nposition: ?\n" in sent(sitting.state, Viewer(), RecordText()).decode()
    assert "\nposition: zatre seat " in sent(sitting.state, Viewer("ana"), RecordText()).decode()
    assert b"zatre seat" not in looks(sitting.state, "ana") + msgspec.json.encode(card(row_of(sitting.state), None))


def test_nobody_else_sits_down_where_the_maker_knows_a_hand() -> None:
    before = recorded("zatre")
    sitting = MemoryTable(msgspec.structs.replace(plan(before, before.sight.text()), ready=False))
    sitting.do(ANA, Stand)
    assert sitting.error(BEN, Sit) == "not-maker"
    sitting.do(ANA, Plan, seat=(before.actor + 1) % 3, bot=None)
    assert sitting.error(BEN, Sit) == "not-maker"
    sitting.do(ANA, Sit)


def test_where_nothing_is_hidden_friends_may_play_on_too() -> None:
    before = recorded("alhambra", seats=2)
    new = NewTable(game="alhambra", seats=[MySeat(), PersonSeat()], position=before.sight.text())
    sitting = MemoryTable(new)
    sitting.do(BEN, Sit)
    for person in (ANA, BEN):
        sitting.do(person, Ready)
    assert sitting.game.position == before.position


# Undo and rematch.


@pytest.mark.parametrize("game", GAMES)
def test_undo_ends_where_the_table_began(game: str) -> None:
    before, sitting = fork(game)
    assert sitting.error(ANA, Undo) == "no-undo"
    digest = sitting.game.digest
    sitting.play()
    if sitting.seen_game(ANA).undo:
        sitting.do(ANA, Undo)
        assert (sitting.game.position, sitting.game.digest) == (before.position, digest) or before.game.name == "zatre"
        assert sitting.game.digest == digest


def test_a_rematch_begins_there_again_with_other_luck() -> None:
    before, sitting = fork("alhambra")
    to_the_end(sitting, Rng(2))
    (again,) = create.rematch_events(sitting.state, "tab2345tab68", sitting.seal)
    assert isinstance(again, Created)
    assert (again.position, again.origin) == (before.position, "tab2345tab67 step 40")
    assert again.commitment != sitting.state.seating.commitment


# Practice.


def practice(game: str = "alhambra") -> MemoryTable:
    before = recorded(game)
    seats: list[SeatPlan] = [MySeat(f"Ana {n}") for n in range(3)]
    wishes: dict[str, Any] = {"public": True, "spectators": True, "undo": False}
    return MemoryTable(
        NewTable(game=game, seats=seats, position=before.position, ready=True, practice=True, seed=3, **wishes)
    )


def test_a_practice_table_is_for_its_maker_alone() -> None:
    sitting = practice()
    table = sitting.seen(ANA).table
    assert (table.practice, table.public, table.spectators, table.undo) == (True, False, False, True)
    with pytest.raises(ProblemError, match="no spectators"):
        sitting.seen(BEN)
    assert card(row_of(sitting.state), "ana").practice
    assert refused(NewTable(game="zatre", seats=[MySeat(), PersonSeat()], practice=True))[0] == "bad-seats"


def test_a_practice_table_that_gathers_is_shown_to_nobody_else() -> None:
    sitting = MemoryTable(NewTable(game="zatre", seats=[MySeat(), BotSeat("random")], practice=True))
    sitting.do(ANA, Stand)
    with pytest.raises(ProblemError, match="no spectators"):
        sitting.seen(BEN)


def test_a_practice_table_has_no_clock_and_closes_when_it_is_left_alone() -> None:
    sitting = practice()
    assert sitting.seen_game(ANA).deadline is None
    assert sitting.wait(DAY - 1) == []
    sitting.play()
    assert sitting.wait(DAY - 1) == []
    assert sitting.wait(1) == [events.Closed("idle")]


def test_a_practice_table_may_begin_at_the_start_of_a_game() -> None:
    sitting = MemoryTable(NewTable(game="zatre", seats=[MySeat(), MySeat("B")], practice=True, ready=True, seed=1))
    assert sitting.seen_game(ANA).options


# What is refused.

MIDDLE = recorded("alhambra")
LAST = Table.replay((RECORDED / "alhambra-3.txt").read_text())
WRONG = {
    "no position": ("hello", "bad-position", "not a position"),
    "another game's": (recorded("zatre").position, "bad-position", "no position of Alhambra"),
    "a game nobody knows": ("chess:1 seats=2", "bad-position", "'chess' is not installed"),
    "a part of one": ("alhambra:1 seats=3", "bad-position", "lacks extra_tower"),
    "a tile in two places": (MIDDLE.position.replace("dirk=-", "dirk=tower-9-NE"), "bad-position", ""),
    "for other seats": (recorded("alhambra", seats=2).position, "bad-seats", "for 2 seats, not 3"),
    "a game that is over": (LAST.position, "bad-position", "over in this position"),
    "a seat that is not there": (MIDDLE.sight.text().replace(" seat ", " seat 9", 1), "bad-position", ""),
    "a hidden one": ("?", "bad-position", "not a position"),
}


@pytest.mark.parametrize(("position", "code", "reason"), WRONG.values(), ids=WRONG)
def test_a_position_that_cannot_be_is_refused_with_the_reason(position: str, code: str, reason: str) -> None:
    found, text = refused(plan(MIDDLE, position))
    assert (found, reason in text, "\n" in text) == (code, True, False)


def test_what_one_seat_saw_comes_from_a_game_that_was_played_here() -> None:
    before = recorded("zatre")
    made_up = msgspec.structs.replace(plan(before, before.sight.text()), fork=None)
    assert refused(made_up) == (
        "bad-position",
        "what one seat saw is taken from a game that is over here: ask for a fork of it",
    )


def test_a_fork_of_a_game_from_a_whole_position_begins_from_a_whole_position() -> None:
    before = recorded("zatre")
    sitting = to_the_end(MemoryTable(plan(before, before.position)), Rng(3))
    assert sent(sitting.state, Viewer("ana"), AsSeen(0, 1)).decode() == before.position
    sitting = to_the_end(MemoryTable(plan(before, before.sight.text())), Rng(3))
    assert sent(sitting.state, Viewer("ana"), AsSeen(0, before.actor)).decode() == before.sight.text()


def test_long_texts_and_odd_origins_are_not_read() -> None:
    body = {"game": "zatre", "seats": [{"type": "me"}], "position": "x" * 8193}
    with pytest.raises(msgspec.ValidationError, match="8192"):
        msgspec.convert(body, NewTable)
    for odd in ("", "there", "a b step 1", "x step 1234567", "x step 1\n", "x" * 81 + " step 1"):
        with pytest.raises(msgspec.ValidationError):
            msgspec.convert({**body, "position": "x", "origin": odd}, NewTable)


def test_only_decisions_of_finished_games_can_be_played_on() -> None:
    sitting = MemoryTable(plan(MIDDLE, MIDDLE.position))
    with pytest.raises(ProblemError, match="not over"):
        sent(sitting.state, Viewer("ana"), AsSeen(0, 0))
    to_the_end(sitting, Rng(1))
    steps = sitting.game.record.steps
    luck = next(n for n, step in enumerate(steps) if str(step).startswith("luck"))
    for step in (luck, len(steps), len(steps) + 1, 2**50):
        with pytest.raises(ProblemError, match="Nobody decides"):
            sent(sitting.state, Viewer("ana"), AsSeen(step, 0))
    with pytest.raises(ProblemError, match="no seat 4"):
        sent(sitting.state, Viewer("ana"), AsSeen(0, 3))


def test_a_log_without_what_was_imagined_is_no_log() -> None:
    _, sitting = fork("zatre")
    log = [msgspec.structs.replace(each, body=each.body.replace(b'"imagined":', b'"seed":')) for each in sitting.log]
    with pytest.raises(msgspec.ValidationError):
        TableState.fold(TABLE, KeyedSeal(KEY), log)


def test_a_move_is_played_by_whoever_the_position_asks() -> None:
    _, sitting = fork("alcazaba")
    move = sitting.game.game.notation(sitting.game.state.default())
    sitting.do(ANA, Play, move=move)
    assert str(sitting.game.record.steps[0]).endswith(move)
