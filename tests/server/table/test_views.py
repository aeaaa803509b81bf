"""What a viewer is sent: his own seat's eyes, his own options, and no more."""

from __future__ import annotations

import ast
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest

import sabika.server
from sabika.engine.record import MoveStep
from sabika.engine.rng import Rng
from sabika.engine.state import EVERYBODY
from sabika.games.zatre.state import Zatre
from sabika.server.protocol.answers import Chances, HeldScorings, Scoring, Steps, Tried, Whole, Worth
from sabika.server.protocol.commands import Leave, Odds, Play, Return, Say, Score, Scorings, Try, Undo, Values
from sabika.server.protocol.events import Hinted, Played, Said, Started, Undone
from sabika.server.protocol.problems import ProblemError
from sabika.server.protocol.rest import BotSeat, Frame, MySeat, NewTable, Replay
from sabika.server.table.decide import Decisions
from sabika.server.table.seating import RECENT
from sabika.server.table.views.outgoing import sent
from sabika.server.table.views.replay import Check, RecordText, ReplayFrom
from sabika.server.table.views.table_view import Since
from sabika.server.table.views.viewer import Viewer
from tests.server.memory_table import ANA, BEN, CLEO, PEOPLE, MemoryTable, begun, people, with_bots

GAMES = ["alhambra", "alhambra_dice", "alcazaba", "zatre"]


def since(sitting: MemoryTable, person: str | None, version: int) -> Whole | Steps:
    body = sent(sitting.state, Viewer(person), Since(version, sitting.now, [], 0))
    return msgspec.json.decode(body, type=Whole | Steps)


def tried(sitting: MemoryTable, person: str, move: str) -> Tried:
    body = sent(sitting.state, Viewer(person), Try("t", move))
    return msgspec.json.decode(body, type=Tried)


@pytest.mark.parametrize("game", GAMES)
def test_options_are_the_legal_moves_of_who_is_asked(game: str) -> None:
    sitting = begun(3, game)
    rng = Rng(2)
    for _ in range(40):
        asked = sitting.game.actor
        for seat, person in enumerate(PEOPLE[:3]):
            seen = sitting.seen_game(person)
            assert (seen.seat, seen.asked) == (seat, asked)
            if seat == asked:
                assert seen.options is not None
                assert [option.move for option in seen.options] == [
                    sitting.game.game.notation(move) for move in sitting.game.moves()
                ]
                assert [option.preview for option in seen.options] == [
                    sitting.game.state.preview(move) for move in sitting.game.moves()
                ]
                assert seen.default == sitting.game.game.notation(sitting.game.state.default())
            else:
                assert (seen.options, seen.default) == (None, None)
        assert sitting.seen_game(None).options is None
        sitting.play(sitting.random_move(rng))


@pytest.mark.parametrize("game", GAMES)
def test_an_option_can_be_played_as_it_was_sent(game: str) -> None:
    sitting = begun(2, game)
    for _ in range(25):
        asked = sitting.player(sitting.game.actor)
        options = sitting.seen_game(asked).options
        assert options
        form = sitting.game.game.from_json(msgspec.json.encode(options[-1].action))
        assert sitting.game.game.notation(form) == options[-1].move
        sitting.do(asked, Play, move=options[-1].move)


def test_the_lines_of_a_scoring_add_up_to_what_is_shown() -> None:
    sitting = begun(3)
    rng = Rng(2)
    for _ in range(60):
        sitting.play(sitting.random_move(rng))
    body = sent(sitting.state, Viewer(), Score("s"))
    lines = msgspec.json.decode(body, type=Scoring).lines
    now = sitting.seen_game(CLEO).now
    assert [sum(line.points for line in lines if line.player == player) for player in range(len(now))] == now
    assert any(now)


def test_the_odds_of_the_dice_that_lie_there() -> None:
    """What lies there already is certain, the best cell hardly ever; and a worse cell is never less likely."""
    sitting = begun(3, game="alhambra_dice")
    body = sent(sitting.state, Viewer(), Odds("o"))
    odds = msgspec.json.decode(body, type=Chances)
    columns = odds.columns
    assert odds.lead == [column[23] for column in columns]  # nobody stands there yet
    assert [len(column) for column in columns] == [24] * 6
    assert all(better <= worse for column in columns for better, worse in pairwise(column))
    asked = PEOPLE[sitting.game.actor]
    marks = [option for option in sitting.seen_game(asked).options or [] if option.action["type"] == "mark"]
    assert marks
    for option in marks:
        assert columns[option.preview["column"]][option.preview["order"]] == 1.0


def test_there_are_odds_only_while_dice_are_out() -> None:
    with pytest.raises(ProblemError, match="No dice are out"):
        sent(begun(2).state, Viewer(), Odds("o"))


@pytest.mark.parametrize("game", GAMES)
def test_every_scoring_held_can_be_looked_at_again(game: str) -> None:
    """Also when its step is long gone from the steps that a late client is sent, and by a spectator."""
    sitting = begun(3, game=game)
    told: list[Any] = []
    while not sitting.game.over:
        before = sitting.state.version
        sitting.play()
        fresh = [step.what for step in sitting.seen(None).recent if step.version > before]
        happened = [each for what in fresh if isinstance(what, Played) for each in what.happened]
        told += [each.args for each in happened if has_lines(each.args)]
    found = msgspec.json.decode(sent(sitting.state, Viewer(), Scorings("s")), type=HeldScorings)
    assert found.held
    assert [each.args for each in found.held] == told


def has_lines(args: dict[str, Any]) -> bool:
    return any(isinstance(arg, list) and arg and isinstance(arg[0], dict) for arg in args.values())


@pytest.mark.parametrize("game", GAMES)
def test_values_are_those_of_the_one_who_asks(game: str) -> None:
    sitting = begun(3, game=game)
    for viewer, asks in ((Viewer(ANA.id), True), (Viewer(), False)):
        table = msgspec.json.decode(sent(sitting.state, viewer, Values("v")), type=Worth).table
        assert table is not None
        assert any(row.more for row in table.rows) is asks


def test_nothing_was_scored_before_the_game() -> None:
    sitting = MemoryTable(people(2))
    for question in (Scorings("s"), Values("v")):
        with pytest.raises(ProblemError, match="has not begun"):
            sent(sitting.state, Viewer(ANA.id), question)


def test_a_program_may_do_without_positions() -> None:
    sitting = begun(2)
    seen = sitting.seen_game(ANA, positions=False)
    assert seen.position is None
    assert (seen.options is not None) == (sitting.game.actor == 0)


# Eyes.


def test_luck_is_covered_for_those_who_did_not_see_it() -> None:
    sitting = begun(3, "zatre")
    while not any(mask != EVERYBODY for past in sitting.state.seating.recent for mask in past.seen_by):
        sitting.play()
    for viewer in (None, *range(3)):
        seen = sitting.seen(None if viewer is None else PEOPLE[viewer])
        for step, past in zip(seen.recent, sitting.state.seating.recent, strict=True):
            if isinstance(step.what, Played | Started):
                for line, mask in zip(step.what.luck, past.seen_by, strict=True):
                    open_to = mask == EVERYBODY or (viewer is not None and bool(mask >> viewer & 1))
                    assert (line.outcome is not None) == open_to
                    assert line.k is None


def test_at_the_end_all_is_open_and_can_be_checked() -> None:
    sitting = begun(2, "zatre")
    while sitting.state.seating.status == "playing":
        sitting.play()
    moved = [step.what for step in sitting.seen(CLEO).recent if isinstance(step.what, Played)]
    assert all(line.k is not None and line.outcome is not None for what in moved for line in what.luck)
    assert sitting.seen(CLEO).table.luck.seed
    assert b'"sealed"' in sent(sitting.state, Viewer(), Check())


def test_several_seats_on_one_screen() -> None:
    """One looks from the seat that is asked; while others are, from none, so that nobody sees another's tiles."""
    plan = NewTable(game="zatre", seats=[MySeat("Ana"), MySeat("Uncle"), BotSeat("random")], ready=True)
    sitting = MemoryTable(plan)
    seen = set()
    for _ in range(30):
        asked = sitting.game.actor
        game = sitting.seen_game(ANA)
        assert game.seat == (asked if asked < 2 else None)
        assert (game.options is not None) == (asked < 2)
        assert sitting.seen_game(ANA, seat=1).seat == 1
        seen.add(game.seat)
        sitting.play()
    assert seen == {0, 1, None}
    assert sitting.seen(ANA).table.you.seats == [0, 1]


def test_a_seat_is_looked_from_by_its_player_only() -> None:
    sitting = begun(2, "zatre")
    assert sitting.seen_game(BEN, seat=0).seat == 1
    assert sitting.seen_game(CLEO, seat=0).seat is None


def test_who_is_away_is_offered_nothing() -> None:
    sitting = begun(2)
    asked = sitting.player(sitting.game.actor)
    sitting.do(asked, Leave)
    assert sitting.seen_game(asked).options is None


def test_a_record_before_the_end_is_covered_too() -> None:
    sitting = begun(2, "zatre")
    for _ in range(20):
        sitting.play()
    for viewer, eyes in ((Viewer("ana"), 0), (Viewer("ben"), 1), (Viewer(), None)):
        text = sent(sitting.state, viewer, RecordText()).decode()
        assert text == sitting.game.record.seen_by(eyes).text
        assert "-> ?" in text


# What was missed.


def test_steps_since_a_version() -> None:
    sitting = begun(2)
    version = sitting.state.version
    sitting.play()
    sitting.do(BEN, Say, text="hm")
    missed = since(sitting, "ana", version)
    assert isinstance(missed, Steps)
    assert [type(step.what) for step in missed.steps] == [Played, Said]
    assert missed.game is not None
    assert missed.table is None
    sitting.add(Decisions(sitting.state).hint(sitting.state.seating.moved))
    talk = since(sitting, "ana", version + 1)
    assert isinstance(talk, Steps)
    assert [type(step.what) for step in talk.steps] == [Said, Hinted]
    assert (talk.game, talk.table) == (None, None)
    nothing = since(sitting, "ana", sitting.state.version)
    assert isinstance(nothing, Steps)
    assert nothing.steps == []


def test_who_missed_too_much_gets_the_whole_table() -> None:
    sitting = begun(2)
    version = sitting.state.version
    for _ in range(RECENT):
        sitting.do(ANA, Say, text="hm")
    assert isinstance(since(sitting, "ben", version), Steps)
    sitting.do(ANA, Say, text="hm")
    assert isinstance(since(sitting, "ben", version), Whole)
    assert isinstance(since(sitting, "ben", sitting.state.version + 1), Whole)


def test_all_steps_together_lead_to_what_the_whole_table_shows() -> None:
    """A client who was told every step knows as much as one who comes now."""
    sitting = begun(2, "alcazaba")
    rng = Rng(3)
    told = since(sitting, "ana", 0)
    assert isinstance(told, Whole)
    table, game = told.table, told.game
    while sitting.state.seating.status == "playing":
        version = sitting.state.version
        sitting.play(sitting.random_move(rng))
        if rng.below(9) == 0 and sitting.state.seating.status == "playing":
            sitting.do(BEN, Leave)
            sitting.do(BEN, Return)
        news = since(sitting, "ana", version)
        assert isinstance(news, Steps)
        table, game = news.table or table, news.game or game
        fresh = sitting.seen(ANA)
        assert (table, game) == (fresh.table, fresh.game)


def test_a_move_taken_back_is_told() -> None:
    sitting = begun(2, "zatre")
    while not (count := max(sitting.state.undoable(seat) for seat in range(2))):
        sitting.play()
    seat = next(seat for seat in range(2) if sitting.state.undoable(seat) == count)
    version = sitting.state.version
    sitting.do(PEOPLE[seat], Undo)
    news = since(sitting, PEOPLE[1 - seat].id, version)
    assert isinstance(news, Steps)
    assert isinstance(news.steps[0].what, Undone)
    assert news.game is not None


# Questions.


def test_trying_a_move() -> None:
    sitting = begun(2)
    asked, other = sitting.player(sitting.game.actor), sitting.player(1 - sitting.game.actor)
    legal = sitting.random_move(Rng(1))
    assert tried(sitting, asked.id, legal).rule is None
    assert tried(sitting, asked.id, "place tower-9-NE 5,5").rule
    assert tried(sitting, other.id, legal).rule == "E3"
    with pytest.raises(ProblemError) as error:
        tried(sitting, "cleo", legal)
    assert error.value.problem.code == "not-seated"


def test_questions_before_the_game_are_refused() -> None:
    sitting = MemoryTable(people(2))
    for ask in (Try("t", "stop"), Score("s"), RecordText()):
        with pytest.raises(ProblemError) as error:
            sent(sitting.state, Viewer("ana"), ask)
        assert error.value.problem.code == "not-playing"
    for late in (ReplayFrom(0, None), Check()):
        with pytest.raises(ProblemError) as error:
            sent(sitting.state, Viewer("ana"), late)
        assert error.value.problem.code == "not-over"


def test_a_scoring_now_adds_to_a_sheet_only_what_the_turn_would_write() -> None:
    sitting = MemoryTable(with_bots(1, "zatre"))
    for _ in range(12):
        state = sitting.game.state
        assert isinstance(state, Zatre)
        turn = state.turn
        shown = sitting.seen_game()
        assert [points for seat, points in enumerate(shown.now) if seat != turn] == [0]
        assert shown.now[turn] >= 0
        sitting.play()


@pytest.mark.parametrize("words", [False, True])
def test_a_replay_has_every_frame_once(words: bool) -> None:
    sitting = MemoryTable(with_bots(1, "zatre"))
    while sitting.state.seating.status == "playing":
        sitting.play()
    frames: list[Frame] = []
    steps = len(sitting.game.record.steps)
    while len(frames) <= steps:
        body = sent(sitting.state, Viewer(), ReplayFrom(len(frames), 0, words))
        frames += msgspec.json.decode(body, type=Replay).frames
    assert [frame.step for frame in frames] == list(range(steps + 1))
    assert [frame.line for frame in frames[1:]] == [str(step) for step in sitting.game.record.steps]
    for each, step in zip(frames[1:], sitting.game.record.steps, strict=True):
        if isinstance(step, MoveStep):
            assert each.seat == step.seat
            assert each.action is not None
            assert step.notation.startswith(each.action["type"])
        else:
            assert each.luck is not None
            assert each.luck.outcome == step.outcome
    assert frames[-1].points == sitting.game.result.scores
    assert sum(len(frame.happened) for frame in frames) == len(sitting.game.events)
    with pytest.raises(ProblemError):
        sent(sitting.state, Viewer(), ReplayFrom(0, 2))


def test_only_the_views_show_positions_to_anybody() -> None:
    """Nothing else in the server asks a game for what it shows; bots are told by sights alone."""
    shows = {"view", "score_now", "gains_now", "preview", "previews", "seen_by", "chances"}
    found = set()
    for file in Path(sabika.server.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in shows:
                found.add(file.parent.name)
    assert found == {"views"}
