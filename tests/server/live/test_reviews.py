"""Reviews on a server: worked out piece by piece while somebody waits, told as they come, and kept."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Awaitable, Callable
from pathlib import Path

import msgspec
import pytest

from sabika.games import GAMES
from sabika.review import account
from sabika.review.account import account_of
from sabika.review.question import answer
from sabika.review.story import slips
from sabika.server.common.limits import Limits
from sabika.server.live import reviews as module
from sabika.server.live.bot_pool import LONGEST_ANSWER, BotPool
from sabika.server.live.bot_queue import READER, Asker
from sabika.server.live.reviews import ReviewReader, Reviews, seat_names, unpacked
from sabika.server.live.tables import LiveTables
from sabika.server.protocol.problems import ProblemError
from sabika.server.protocol.rest import Replay
from sabika.server.protocol.review import DecisionView, Judged, Review, ReviewedDecision, Reviewing, WhichVerdict
from sabika.server.review import past, questions
from sabika.server.review.answers import MOST_STEPS, answered
from sabika.server.store.base import Unavailable
from tests.fuzz import some
from tests.review.games import record
from tests.server.live_tables import BotsHere, opened, run

ANA, BEN = ReviewReader("ana", "192.0.2.1"), ReviewReader("ben", "192.0.2.2")
FEW = Limits(review_playouts=20)
SHORT = record("zatre", 2, 3, "novice")
Story = Callable[[LiveTables, Reviews], Awaitable[None]]


class Patient(BotsHere):
    """Answers one question at a time, when it is let, and keeps a list of them."""

    def __init__(self) -> None:
        self.asked: list[questions.RecordQuestion] = []
        self.may = asyncio.Semaphore(0)
        self.given_up = 0

    async def read(self, question: questions.RecordQuestion, asker: Asker) -> bytes:
        assert asker.waiting() == READER
        self.asked.append(question)
        try:
            await self.may.acquire()
        except asyncio.CancelledError:
            self.given_up += 1
            raise
        return await super().read(question, asker)


def reviewing(tmp_path: Path, story: Story, bots: BotsHere | None = None, limits: Limits = FEW) -> None:
    async def whole() -> None:
        async with opened(tmp_path, bot_pool=bots or BotsHere(), limits=limits) as tables:
            await story(tables, reviews_of(tables, limits))

    run(whole)


def reviews_of(tables: LiveTables, limits: Limits = FEW) -> Reviews:
    return Reviews(tables.bot_pool, tables.store, limits, tables.tasks, tables.now, tables.read_game)


def as_sent(found: Reviewing) -> Reviewing:
    """As a client reads it."""
    return msgspec.json.decode(msgspec.json.encode(found), type=Reviewing)


async def complete(reviews: Reviews, text: str, *, deep: bool, reader: ReviewReader = ANA) -> Review:
    """Ask until it is complete; what the page would show then."""
    known, shown = 0, None
    for _ in range(100):
        found = as_sent(await reviews.ask(text, deep, known, reader))
        known, shown = max(known, found.version), found.review or shown
        if found.complete:
            assert shown is not None
            return shown
    raise AssertionError("it is never complete")


async def refusal(ask: Awaitable[object]) -> str:
    with pytest.raises(ProblemError) as error:
        await ask
    assert "\n" not in error.value.problem.text
    return error.value.problem.code


@pytest.mark.parametrize("game", some(GAMES, 2))
def test_a_quick_review_is_the_account_of_the_game(game: str, tmp_path: Path) -> None:
    text = record(game, 2, 3, "novice")

    async def story(tables: LiveTables, reviews: Reviews) -> None:
        review, found = await complete(reviews, text, deep=False), account_of(text)
        assert (review.game, review.seats, review.steps) == (game, found.seats, len(found.entries))
        assert review.stories[0].slips == [entry.step for entry in slips(found)]
        for side, lines in enumerate(review.accounts):
            whole = [sum(parts) for parts in zip(*msgspec.structs.astuple(lines)[:-1], strict=True)]
            assert whole == pytest.approx(lines.result, abs=0.01), side
        for each in review.entries:
            if isinstance(each, ReviewedDecision) and each.best != each.chosen:
                assert each.said is not msgspec.UNSET
                assert each.best_said is not msgspec.UNSET

    reviewing(tmp_path, story)


def test_a_deep_review_begins_with_a_quick_one_and_ends_as_the_command_would(tmp_path: Path) -> None:
    async def story(tables: LiveTables, reviews: Reviews) -> None:
        first = as_sent(await reviews.ask(SHORT, True, 0, ANA))
        assert first.review is not None
        assert not any(each.searched for each in first.review.entries if isinstance(each, ReviewedDecision))
        review = await complete(reviews, SHORT, deep=True)
        verdicts = {step: answer(question) for step, question in account.questions(SHORT, 20, 0)}
        wanted = {entry.step for entry in slips(account_of(SHORT, 0, 20, verdicts))}
        assert set(review.stories[0].slips) == wanted
        assert any(each.searched for each in review.entries if isinstance(each, ReviewedDecision))
        assert reviews.jobs == {}

    reviewing(tmp_path, story)


def test_progress_is_told_and_nothing_is_sent_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "RETELL", 0.0)
    monkeypatch.setattr(module, "HOLD", 0.05)
    bots = Patient()

    async def story(tables: LiveTables, reviews: Reviews) -> None:
        waiting = as_sent(await reviews.ask(SHORT, True, 0, ANA))
        assert waiting == Reviewing(0, 0, False, 0, None)
        seen: list[Reviewing] = []
        while not (seen and seen[-1].complete):
            for _ in range(10):
                bots.may.release()
            seen.append(as_sent(await reviews.ask(SHORT, True, max([0, *(each.version for each in seen)]), ANA)))
        told = [each for each in seen if each.review is not None]
        assert len(told) > 2  # quick, some in between, the whole
        assert len({each.version for each in told}) == len(told)
        assert [each.done for each in seen] == sorted(each.done for each in seen)
        assert seen[-1].done == seen[-1].of > 10

    reviewing(tmp_path, story, bots)


def test_a_telling_that_fails_is_not_the_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "RETELL", 0.0)

    class Forgetful(BotsHere):
        tellings = 0

        async def read(self, question: questions.RecordQuestion, asker: Asker) -> bytes:
            if isinstance(question, questions.Tell):
                self.tellings += 1
                if self.tellings == 2:  # the first after the quick review
                    raise ProblemError("busy", "try again")
            await asyncio.sleep(0)
            return await super().read(question, asker)

    bots = Forgetful()

    async def story(tables: LiveTables, reviews: Reviews) -> None:
        await complete(reviews, SHORT, deep=True)
        assert bots.tellings > 3

    reviewing(tmp_path, story, bots)


def test_a_review_is_worked_out_once_and_kept(tmp_path: Path) -> None:
    bots = Patient()
    for _ in range(1000):
        bots.may.release()

    async def story(tables: LiveTables, reviews: Reviews) -> None:
        both = await asyncio.gather(*(complete(reviews, SHORT, deep=True, reader=who) for who in (ANA, BEN)))
        assert both[0] == both[1]
        asked = len(bots.asked)
        assert sum(isinstance(each, questions.Survey) for each in bots.asked) == 1
        assert await complete(reviews, SHORT, deep=True) == both[0]
        assert await complete(reviews_of(tables), SHORT, deep=True) == both[0]  # after a restart
        assert len(bots.asked) == asked
        other = reviews_of(tables, Limits(review_playouts=10))  # another depth is another review
        await complete(other, SHORT, deep=True)
        assert len(bots.asked) > asked

    reviewing(tmp_path, story, bots)


def test_what_is_kept_names_nobody(tmp_path: Path) -> None:
    text = SHORT.replace("seats: seat 1, seat 2", "seats: Xanthippe, Ben")

    async def story(tables: LiveTables, reviews: Reviews) -> None:
        review = await complete(reviews, text, deep=False)
        assert review.seats == ["Xanthippe", "Ben"] == seat_names(text)
        body = await tables.store.review(reviews.key_of(text, False), 0)
        assert body is not None
        kept = unpacked(body)
        assert kept is not None
        assert b"Xanthippe" not in kept
        assert msgspec.json.decode(kept, type=Review).steps == review.steps

    reviewing(tmp_path, story)


def test_a_review_that_nobody_waits_for_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PATIENCE", 1.0)
    monkeypatch.setattr(module, "HOLD", 0.05)
    bots = Patient()

    async def story(tables: LiveTables, reviews: Reviews) -> None:
        for _ in range(30):  # longer than anybody's patience
            await reviews.ask(SHORT, True, 0, ANA)
        assert (len(reviews.jobs), bots.given_up) == (1, 0)
        while reviews.jobs:
            await asyncio.sleep(0.05)
        assert bots.given_up == 1
        assert reviews.of_person.taken == reviews.of_address.taken == {}
        await reviews.ask(SHORT, True, 0, ANA)  # and begun anew
        assert len(bots.asked) == 2

    reviewing(tmp_path, story, bots)


def test_so_many_at_once_and_so_many_an_hour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "HOLD", 0.01)
    limits = Limits(person_reviews=2, address_reviews=3, reviews=4, reviews_an_hour=3)
    games = [record("zatre", 2, seed, "novice") for seed in range(9)]

    async def story(tables: LiveTables, reviews: Reviews) -> None:
        for text in games[:2]:
            await reviews.ask(text, True, 0, ANA)
        assert await refusal(reviews.ask(games[2], True, 0, ANA)) == "too-many"  # one person
        await reviews.ask(games[2], True, 0, ReviewReader("carl", ANA.address))
        assert await refusal(reviews.ask(games[3], True, 0, ReviewReader("", ANA.address))) == "too-many"  # one address
        await reviews.ask(games[0], True, 0, BEN)  # one that is worked out already is nobody's burden
        await reviews.ask(games[3], True, 0, BEN)
        assert await refusal(reviews.ask(games[4], True, 0, BEN)) == "busy"  # all together
        reviews.limits = Limits(reviews=100)
        for n, text in enumerate(games[4:6], start=1):
            await reviews.ask(text, True, 0, ReviewReader(f"dora {n}", BEN.address))
        reviews.of_address.most = 100
        assert await refusal(reviews.ask(games[6], True, 0, ReviewReader("eva", BEN.address))) == "too-many"  # an hour

    reviewing(tmp_path, story, Patient(), limits)


BAD = {
    "nothing": ("", "bad-record"),
    "prose": ("Dear Sabika,\n\nhow are you?", "bad-record"),
    "another game": (SHORT.replace("game: zatre", "game: chess"), "bad-record"),
    "an illegal move": (SHORT.replace("\n1: ", "\n2: ", 1), "bad-record"),
    "another score": (SHORT.replace("result: ", "result: 9", 1), "bad-record"),
    "cut short": (SHORT[: len(SHORT) // 2].rpartition("\n")[0] + "\n", "not-over"),
    "a zero": (SHORT[:60] + "\0" + SHORT[60:], "bad-record"),
}


@pytest.mark.parametrize(("text", "code"), BAD.values(), ids=BAD)
def test_a_record_that_is_none_is_refused_in_one_line(text: str, code: str, tmp_path: Path) -> None:
    async def story(tables: LiveTables, reviews: Reviews) -> None:
        assert await refusal(reviews.ask(text, True, 0, ANA)) == code
        assert reviews.jobs == {}
        assert await refusal(reviews.ask(text, True, 0, ANA)) == code

    reviewing(tmp_path, story)


def test_the_review_of_the_longest_game_fits_into_an_answer() -> None:
    text = record("alhambra", 6, 3, "novice")
    survey = answered(questions.Survey(text))
    assert isinstance(survey, questions.Surveyed)
    steps = survey.steps
    found = answered(questions.ReviewPart(text, 1, steps, 0, 0))
    assert isinstance(found, questions.PartFound)
    told = msgspec.json.encode(answered(questions.Tell(text, 0, 0, found.luck, found.verdicts)))
    assert len(told) / steps * MOST_STEPS < LONGEST_ANSWER / 2  # a deep one has more to tell


def test_a_game_without_end_is_not_reviewed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sabika.server.review.answers.MOST_STEPS", 10)
    assert MOST_STEPS > 2000
    with pytest.raises(ProblemError) as error:
        answered(questions.Survey(SHORT))
    assert error.value.problem.code == "too-large"


def test_a_store_that_does_not_answer_costs_only_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_: object) -> None:
        raise Unavailable("the disk is full")

    async def story(tables: LiveTables, reviews: Reviews) -> None:
        monkeypatch.setattr(tables.store, "review", fails)
        monkeypatch.setattr(tables.store, "keep_review", fails)
        assert (await complete(reviews, SHORT, deep=False)).game == "zatre"

    reviewing(tmp_path, story)


@pytest.mark.parametrize("body", [b"nothing", zlib.compress(b"{"), zlib.compress(b'{"game":"zatre"}')])
def test_a_kept_review_that_cannot_be_read_is_worked_out_again(body: bytes, tmp_path: Path) -> None:
    async def story(tables: LiveTables, reviews: Reviews) -> None:
        key = reviews.key_of(SHORT, False)
        await tables.store.keep_review(key, body, 0)
        review = await complete(reviews, SHORT, deep=False)
        kept = await tables.store.review(key, 0)
        assert kept not in (None, body)
        assert unpacked(kept or b"") is not None
        assert review.game == "zatre"

    reviewing(tmp_path, story)


def test_long_reviews_are_not_all_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "RECENT_BYTES", 1)

    async def story(tables: LiveTables, reviews: Reviews) -> None:
        for deep in (False, True):
            await complete(reviews, SHORT, deep=deep)
        assert list(reviews.recent) == [reviews.key_of(SHORT, True)]
        assert (await complete(reviews, SHORT, deep=False)).game == "zatre"  # from the store

    reviewing(tmp_path, story)


# One decision.


@pytest.mark.parametrize("game", some(GAMES, 2))
def test_a_decision_is_shown_as_the_mover_saw_it_and_a_move_is_judged(game: str, tmp_path: Path) -> None:
    text = record(game, 2, 3, "novice")

    async def story(tables: LiveTables, reviews: Reviews) -> None:
        review = await complete(reviews, text, deep=False)
        entry = next(each for each in review.entries if isinstance(each, ReviewedDecision) and each.choices > 3)
        at = entry.step - 1
        shown = await reviews.one(questions.ShowDecision(text, at, False), ANA, DecisionView)
        assert (shown.chosen, shown.game.seat, shown.game.asked) == (entry.chosen, entry.seat, entry.seat)
        assert shown.game.options is not None
        assert entry.chosen in {option.move for option in shown.game.options}
        frames = await reviews.one(questions.ShowFrames(text, at, entry.seat, False), ANA, Replay)
        assert frames.frames[0].position == shown.game.position
        found = await reviews.judge(text, WhichVerdict(at, entry.best), ANA)
        assert isinstance(found, Judged)
        assert (found.good, found.win) == (True, 0.0) or found.best != entry.best
        assert await refusal(reviews.judge(text, WhichVerdict(at, "pass the salt"), ANA)) == "no-move"
        assert await refusal(reviews.judge(text, WhichVerdict(0, entry.best), ANA)) == "bad-position"
        assert await refusal(reviews.judge(text, WhichVerdict(99_999, entry.best), ANA)) == "bad-position"

    reviewing(tmp_path, story)


def test_questions_that_nobody_answers_do_not_pile_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bots, question = Patient(), questions.ShowFrames(SHORT, 0, None, False)

    async def story(tables: LiveTables, reviews: Reviews) -> None:
        waiting = [asyncio.create_task(reviews.one(question, ANA, Replay)) for _ in range(3)]
        while len(bots.asked) < 3:
            await asyncio.sleep(0)
        assert await refusal(reviews.one(question, ReviewReader("", ANA.address), Replay)) == "too-many"
        for _ in range(3):
            bots.may.release()
        await asyncio.gather(*waiting)
        monkeypatch.setattr(past, "PATIENCE", 0.01)
        assert await refusal(reviews.one(question, ANA, Replay)) == "busy"
        assert (bots.given_up, tables.questions_of_address.taken) == (1, {})

    reviewing(tmp_path, story, bots, Limits(address_questions=3))


# In the processes of the bots.


@pytest.mark.process
def test_in_a_process_of_the_bots_it_is_the_same(tmp_path: Path) -> None:
    async def whole() -> None:
        pool = BotPool(1, 20)
        async with opened(tmp_path, bot_pool=pool) as tables:
            there = await complete(reviews_of(tables), SHORT, deep=True)
            assert await refusal(reviews_of(tables).ask("nonsense", True, 0, ANA)) == "bad-record"
            assert pool.failed == 0
        async with opened(tmp_path / "here", bot_pool=BotsHere()) as tables:
            assert await complete(reviews_of(tables), SHORT, deep=True) == there

    asyncio.run(whole())
