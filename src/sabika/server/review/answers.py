"""Answers about a record: its review, its moments, one of its decisions. A record may come from anybody."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sabika.bots.value import valuer_of
from sabika.engine.game import Unreadable
from sabika.engine.record import ORIGIN, Record, read
from sabika.engine.registry import GameMissing
from sabika.engine.rule import NONE
from sabika.engine.step import LuckStep, MoveStep
from sabika.engine.table import Table
from sabika.review.account import LuckEntry, luck_entry, question_of, seed_at, visible
from sabika.review.question import Question, Verdict, answer, review_move
from sabika.review.story import SLIP
from sabika.server.protocol.base import LONGEST_POSITION
from sabika.server.protocol.problems import Code, ProblemError
from sabika.server.protocol.rest import FoundPosition, Replay, Verified
from sabika.server.protocol.review import DecisionView, Judged, Review
from sabika.server.review import questions
from sabika.server.review.telling import told
from sabika.server.table.views.game_view import decided
from sabika.server.table.views.replay import ReplayFrom, check_seat_number, checked, position_at, replayed, seen_at

MOST_STEPS: Final = 3_000  # a long game of six has about 800
LONGEST_REASON: Final = 200  # characters


def answered(question: questions.RecordQuestion) -> object:
    """Answer a question. Raises ProblemError if the record cannot be read or lacks the moment in question."""
    try:
        return ANSWERS[type(question)](question)
    except (Unreadable, GameMissing) as problem:
        raise refusal("bad-record", str(problem)) from None


def refusal(code: Code, text: str) -> ProblemError:
    return ProblemError(code, " ".join(text.split())[:LONGEST_REASON])


def survey(asked: questions.Survey) -> questions.Surveyed:
    """Read the record to its end, checking that every move is legal and the score is right."""
    steps = len(read(asked.text).steps)
    if steps > MOST_STEPS:
        raise refusal("too-large", f"a game to be reviewed has at most {MOST_STEPS} steps, not {steps}")
    if not Table.replay(asked.text).over:
        raise refusal("not-over", "The game is not over.")
    return questions.Surveyed(steps)


def part(asked: questions.ReviewPart) -> questions.PartFound:
    luck: list[LuckEntry] = []
    verdicts: dict[int, Verdict] = {}
    valuer = None
    for step, table, each in visible(asked.text):
        if step > asked.last:
            break
        if step < asked.first:
            continue
        valuer = valuer or valuer_of(table.game.name)
        if isinstance(each, LuckStep):
            luck.append(luck_entry(valuer, step, table, each))
        else:
            move = int(table.game.parse(each.notation))
            verdicts[step] = review_move(table.sight, move, valuer, asked.playouts, seed_at(asked.seed, step))
    return questions.PartFound(luck, verdicts)


def tell(asked: questions.Tell) -> Review:
    return told(asked.text, asked.playouts, asked.seed, asked.verdicts, asked.luck)


def frames(asked: questions.ShowFrames) -> Replay:
    record = read(asked.text)
    request = ReplayFrom(asked.first, asked.seat, asked.words)
    return replayed(asked.text, record, asked.name or record.game_id, request)


def check(asked: questions.CheckRecord) -> Verified:
    return checked(asked.text, asked.digest)


def position(asked: questions.ShowPosition) -> FoundPosition:
    return position_at(asked.text, read(asked.text), asked.step)


def sight(asked: questions.ShowSight) -> str:
    return seen_at(asked.text, read(asked.text), asked.step, asked.seat)


def fork(asked: questions.FindFork) -> questions.FoundFork:
    """Of a finished game only. One that begins from a position gives a whole one: nobody need have seen it in play."""
    survey(questions.Survey(asked.text))
    record = read(asked.text)
    if record.position:
        check_seat_number(record, asked.seat)
        position = position_at(asked.text, record, asked.step).text
    else:
        position = seen_at(asked.text, record, asked.step, asked.seat)
    if len(position) > LONGEST_POSITION:
        raise refusal("too-large", f"a position has at most {LONGEST_POSITION} characters")
    return questions.FoundFork(position, origin_of(record, asked.step))


def origin_of(record: Record, step: int) -> str:
    """As records name it; the name of a record from anywhere may be no name for that."""
    origin = f"{record.game_id} step {step}"
    return origin if ORIGIN.fullmatch(origin) else f"record step {step}"


def at_decision(text: str, step: int) -> tuple[Table, MoveStep]:
    """The table before a decision."""
    for n, (table, each) in enumerate(Table.walk(text)):
        if n == step and isinstance(each, MoveStep):
            return table, each
        if n >= step:
            break
    raise refusal("bad-position", f"Nobody decides after step {step} of that game.")


def decision(asked: questions.ShowDecision) -> DecisionView:
    """A decision as its player saw it: the game is over, so it is public."""
    table, chosen = at_decision(asked.text, asked.step)
    return DecisionView(asked.step, chosen.notation, decided(table, asked.words))


def judge(asked: questions.JudgeMove) -> Judged:
    """Judge another move than the one made, by what its player could know."""
    table, chosen = at_decision(asked.text, asked.step)
    try:
        move = table.code(asked.move)
    except Unreadable as problem:
        raise refusal("no-move", str(problem)) from None
    if table.refusal(move) is not NONE:
        raise refusal("refused", table.why(move, language=asked.language))
    usual = question_of(table, chosen, asked.playouts, seed_at(asked.seed, asked.step + 1))
    found = answer(Question(usual.game, usual.sight, move, usual.playouts, usual.seed))
    lost, side = found.after_best - found.after_chosen, table.state.side(table.actor)
    win = max(0.0, lost.wins[side])
    best_said = table.game.choice(table.state, found.best)
    good = found.best == move or win <= max(SLIP / 2, found.doubt)
    notation = table.game.notation(found.best)
    return Judged(
        asked.move, good, notation, best_said, round(win, 4), round(lost.points[side], 2), round(found.doubt, 4)
    )


ANSWERS: Final[dict[type, Callable[[Any], object]]] = {
    questions.Survey: survey,
    questions.ReviewPart: part,
    questions.Tell: tell,
    questions.ShowFrames: frames,
    questions.CheckRecord: check,
    questions.ShowPosition: position,
    questions.ShowSight: sight,
    questions.FindFork: fork,
    questions.ShowDecision: decision,
    questions.JudgeMove: judge,
}
