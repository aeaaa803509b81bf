"""Whose bot thinks next."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable

import pytest

from sabika.server.live import bot_queue
from sabika.server.live.bot_queue import HALF_LIFE, NOBODY, READER, SEATED, WATCHED, Asker, BotQueue

DEEP, QUICK = "vizier", "builder"


class QueueInHand:
    """A queue with a clock in the test's hands, and questions that end when the test says so."""

    def __init__(self, workers: int = 2) -> None:
        self.now = 1000.0
        self.queue = BotQueue(workers, lambda: self.now)
        self.ends: dict[str, asyncio.Event] = {}
        self.begun: list[str] = []
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def ask(self, name: str, bot: str = DEEP, person: str = "", waiting: int = NOBODY) -> None:
        self.ends[name] = asyncio.Event()
        self.tasks[name] = asyncio.create_task(self._think(name, bot, Asker(person, lambda: waiting)))
        await asyncio.sleep(0)

    async def _think(self, name: str, bot: str, asker: Asker) -> None:
        async with self.queue.turn(bot, "zatre", asker) as turn:
            self.begun.append(name)
            await self.ends[name].wait()
            turn.seconds = 1.0 if bot == DEEP else 0.001

    async def end(self, *names: str) -> None:
        for name in names:
            self.ends[name].set()
            await self.tasks[name]
            await asyncio.sleep(0)

    async def end_all(self) -> list[str]:
        """Everything in its turn; the order in which it began."""
        while len(self.begun) < len(self.tasks):
            await self.end(next(name for name in self.begun if not self.ends[name].is_set()))
        await self.end(*self.tasks)
        return self.begun


def story(work: Callable[[QueueInHand], Awaitable[None]], workers: int = 2) -> None:
    async def main() -> None:
        hand = QueueInHand(workers)
        await work(hand)
        await hand.end_all()
        assert not hand.queue.waiting
        assert not hand.queue.running

    asyncio.run(main())


def test_who_answers_at_once_never_waits_for_who_thinks() -> None:
    async def work(hand: QueueInHand) -> None:
        for n in range(5):
            await hand.ask(f"vizier {n}")
        assert hand.begun == ["vizier 0"]  # the other process is left to those who are quick
        await hand.ask("builder", QUICK)
        assert hand.begun == ["vizier 0", "builder"]

    story(work)


def test_all_processes_answer_where_nobody_thinks() -> None:
    async def work(hand: QueueInHand) -> None:
        for n in range(5):
            await hand.ask(f"builder {n}", QUICK)
        assert len(hand.begun) == 3

    story(work, workers=3)


def test_whoever_had_least_is_next_however_much_others_ask() -> None:
    async def work(hand: QueueInHand) -> None:
        for n in range(4):
            await hand.ask(f"eve {n}", person="eve")
        await hand.end("eve 0")
        await hand.ask("ana 0", person="ana")
        await hand.ask("ana 1", person="ana")
        assert (await hand.end_all())[:5] == ["eve 0", "eve 1", "ana 0", "ana 1", "eve 2"]

    story(work)


def test_many_people_of_one_address_have_one_share() -> None:
    async def work(hand: QueueInHand) -> None:
        for n in range(6):
            hand.queue.seen(f"eve {n}", "203.0.113.7")
        hand.queue.seen("ana", "198.51.100.1")
        for n in range(3):
            await hand.ask(f"eve {n}", person=f"eve {n}")
        await hand.end("eve 0")
        await hand.end("eve 1")
        for n in range(3, 6):
            await hand.ask(f"eve {n}", person=f"eve {n}")
        await hand.ask("ana", person="ana")
        await hand.end("eve 2")
        assert hand.begun[3] == "ana"

    story(work)


def test_where_somebody_plays_and_waits_comes_first_then_where_somebody_looks_on() -> None:
    async def work(hand: QueueInHand) -> None:
        await hand.ask("first")
        await hand.ask("nobody", person="a")
        await hand.ask("watched", person="b", waiting=WATCHED)
        await hand.ask("seated", person="c", waiting=SEATED)
        assert await hand.end_all() == ["first", "seated", "watched", "nobody"]

    story(work)


def test_somebody_who_comes_to_a_table_that_waits_is_noticed() -> None:
    async def work(hand: QueueInHand) -> None:
        there = [NOBODY]
        await hand.ask("first")
        await hand.ask("nobody")
        hand.ends["late"] = asyncio.Event()
        hand.tasks["late"] = asyncio.create_task(hand._think("late", DEEP, Asker("d", lambda: there[0])))
        await asyncio.sleep(0)
        there[0] = SEATED
        assert await hand.end_all() == ["first", "late", "nobody"]

    story(work)


def test_what_was_used_is_forgotten_with_time() -> None:
    spent = bot_queue.Spent()
    spent.add("eve", 8.0, 0.0)
    assert spent.lately("eve", HALF_LIFE) == pytest.approx(4.0)
    spent.add("eve", 1.0, 2 * HALF_LIFE)
    assert spent.lately("eve", 2 * HALF_LIFE) == pytest.approx(3.0)
    assert spent.lately("ana", 0.0) == 0


def test_who_has_had_less_lately_comes_first_however_time_passes() -> None:
    spent, chance = bot_queue.Spent(), random.Random(4)
    for _ in range(200):
        spent.add(f"p{chance.randrange(20)}", chance.expovariate(1.0), chance.random() * 100 * HALF_LIFE)
    people = ["stranger", *sorted(spent.of, key=spent.grade)]
    assert people == sorted(people, key=spent.grade)
    for now in (100 * HALF_LIFE, 150 * HALF_LIFE):
        assert people == sorted(people, key=lambda person, now=now: spent.lately(person, now))  # type: ignore[misc]  # bound


def test_only_so_many_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_queue, "MOST_KEYS", 2)
    queue = BotQueue(2)
    for n in range(5):
        queue.people.add(str(n), 1.0, 0.0)
        queue.seen(str(n), "a")
    assert list(queue.people.of) == list(queue.homes) == ["3", "4"]


def test_a_bot_of_another_package_thinks_until_it_is_found_to_be_quick() -> None:
    async def work(hand: QueueInHand) -> None:
        assert hand.queue.thinks("guest", "zatre")
        await hand.ask("guest", "guest")
        await hand.end("guest")
        assert not hand.queue.thinks("guest", "zatre")
        assert hand.queue.thinks("guest", "alhambra")

    story(work)


def test_a_question_that_is_given_up_leaves_nothing() -> None:
    async def work(hand: QueueInHand) -> None:
        for name in ("first", "second", "third"):
            await hand.ask(name)
        for name in ("second", "first"):  # one that waits, and one that has begun
            hand.tasks[name].cancel()
            await asyncio.gather(hand.tasks.pop(name), return_exceptions=True)
        assert hand.begun == ["first", "third"]
        hand.begun.remove("first")

    story(work)


# Reviews.


@pytest.mark.parametrize("workers", [1, 2, 3, 4])
def test_reviews_come_after_every_bot_that_waits(workers: int) -> None:
    async def work(hand: QueueInHand) -> None:
        await hand.ask("first", DEEP, "ben")
        for n in range(4):
            await hand.ask(f"review {n}", QUICK, f"reader {n}", READER)
        for n, waiting in enumerate((NOBODY, WATCHED, SEATED)):
            await hand.ask(f"bot {n}", DEEP, "ben", waiting)  # who has had much thinking lately
        before = len(hand.begun)
        await hand.end("first")
        order = [name for name in (await hand.end_all())[before:] if workers < 3 or name.startswith("bot")]
        assert order[: 3 - before + 1] == ["bot 2", "bot 1", "bot 0"][: 3 - before + 1]

    story(work, workers)


@pytest.mark.parametrize("workers", [3, 4, 8])
def test_one_process_is_left_to_bots_that_think(workers: int) -> None:
    async def work(hand: QueueInHand) -> None:
        for n in range(2 * workers):
            await hand.ask(f"review {n}", QUICK, f"reader {n}", READER)
        assert len(hand.begun) == workers - 2
        await hand.ask("deep", DEEP, "ben", NOBODY)
        await hand.ask("quick", QUICK, "ben", NOBODY)
        assert hand.begun[-2:] == ["deep", "quick"]  # at once
        await hand.end("deep", "quick")

    story(work, workers)


def test_with_two_processes_a_bot_waits_for_one_piece_of_a_review_at_most() -> None:
    async def work(hand: QueueInHand) -> None:
        for n in range(5):
            await hand.ask(f"review {n}", QUICK, f"reader {n}", READER)
        await hand.ask("quick", QUICK, "ben", NOBODY)
        await hand.ask("deep", DEEP, "ben", NOBODY)
        assert hand.begun == ["review 0", "quick"]
        await hand.end("review 0")
        assert hand.begun[-1] == "deep"

    story(work)


def test_what_reviews_use_is_no_bots_burden() -> None:
    async def work(hand: QueueInHand) -> None:
        await hand.ask("review", QUICK, "review for ana", READER)
        hand.now += 30
        await hand.end("review")
        assert not hand.queue.thinks(QUICK, "zatre")
        assert hand.queue.people.grade("ana") == hand.queue.people.grade("nobody")

    story(work)
