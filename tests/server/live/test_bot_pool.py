"""Bots in processes of their own: what they answer, and what one that fails costs."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from collections.abc import Awaitable, Callable

import pytest

from sabika import bots
from sabika.engine.registry import GAMES
from sabika.engine.table import Table
from sabika.server.live.bot_pool import MEMORY, BotPool
from sabika.server.live.bot_worker import BotAnswer, answer
from tests.server.odd_bot_worker import ODD

ODD_WORKER = (sys.executable, "-m", "tests.server.odd_bot_worker")
TABLE = Table.deal("zatre", seats=2, seed=1)
SIGHT = TABLE.sight.text()


def thinking(work: Callable[[BotPool], Awaitable[None]], *, limit: float = 2.0, workers: int = 1) -> None:
    """Do some work with bots that are odd."""

    async def main() -> None:
        bot_pool = BotPool(workers, limit, command=ODD_WORKER)
        try:
            await work(bot_pool)
        finally:
            await bot_pool.stop()

    asyncio.run(main())


def pids(bot_pool: BotPool) -> set[int]:
    return {worker.process.pid for worker in bot_pool.awake}


@pytest.mark.process
@pytest.mark.parametrize("game", ["alhambra", "alhambra_dice", "alcazaba", "zatre"])
def test_a_mind_answers_as_the_bot_would_here(game: str) -> None:
    table = Table.deal(game, seats=3, seed=4)

    async def work(bot_pool: BotPool) -> None:
        for name in ("random", "novice", "builder"):
            here = bots.find(name)(11).choose(GAMES[game].load_sight(table.sight.text()))
            assert await bot_pool.choose(name, game, table.sight.text(), 11) == here

    thinking(work, limit=20)


@pytest.mark.process
@pytest.mark.parametrize("game", ["alhambra", "alhambra_dice", "alcazaba", "zatre"])
def test_every_bot_of_the_house_answers_within_its_limits(game: str) -> None:
    """Of memory here, and of time where the machine has nothing else to do."""
    table = Table.deal(game, seats=4, seed=9)
    for _ in range(60):
        table.play(table.moves()[0])

    async def work(bot_pool: BotPool) -> None:
        for name in bots.HOUSE:
            move = await bot_pool.choose(name, game, table.sight.text(), 5)
            assert move in list(table.moves()), name
        assert bot_pool.failed == 0

    thinking(work, limit=30)


@pytest.mark.process
def test_what_stops_a_server_does_not_cost_a_bot_its_move() -> None:
    async def main() -> None:
        bot_pool = BotPool(1, 20)
        try:
            before = await bot_pool.choose("novice", "zatre", SIGHT, 3)
            (pid,) = pids(bot_pool)
            assert os.getpgid(pid) != os.getpgid(0)  # Ctrl-C goes to all of a group
            for number in (signal.SIGTERM, signal.SIGINT):  # a service manager asks every process to stop
                os.kill(pid, number)
                assert await bot_pool.choose("novice", "zatre", SIGHT, 3) == before
            assert (pids(bot_pool), bot_pool.failed) == ({pid}, 0)
        finally:
            await bot_pool.stop()

    asyncio.run(main())


@pytest.mark.process
def test_advice_is_the_best_first_and_what_it_is_worth() -> None:
    async def work(bot_pool: BotPool) -> None:
        thoughts = await bot_pool.advise("builder", "zatre", SIGHT, 1, most=2)
        assert len(thoughts) == 2
        assert all(each.win is not None and each.margin is not None for each in thoughts)
        (only,) = await bot_pool.advise("random", "zatre", SIGHT, 1)
        assert (only.win, only.margin) == (None, None)

    thinking(work, limit=20)


FAILS = ["sleeper", "spinner", "quitter", "glutton", "thrower"]


@pytest.mark.process
@pytest.mark.parametrize("bot", FAILS)
def test_a_bot_that_fails_costs_its_answer_and_nothing_else(bot: str) -> None:
    async def work(bot_pool: BotPool) -> None:
        assert await bot_pool.choose("random", "zatre", SIGHT, 1) is not None  # awake
        begin = time.monotonic()
        assert await bot_pool.choose(bot, "zatre", SIGHT, 1) is None
        assert time.monotonic() - begin < 20
        assert bot_pool.failed == 1
        assert await bot_pool.choose("random", "zatre", SIGHT, 1) is not None

    thinking(work, limit=0.3)


@pytest.mark.process
def test_a_bot_may_take_longer_than_its_time_while_others_use_the_processor() -> None:
    async def work(bot_pool: BotPool) -> None:
        assert await bot_pool.choose("waiter", "zatre", SIGHT, 1) == TABLE.moves()[0]
        assert bot_pool.failed == 0

    thinking(work, limit=0.3)


@pytest.mark.process
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit of processor time")
def test_processor_time_is_limited_whatever_the_clock_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sabika.server.live.bot_pool.BUSY", 1e6)

    async def work(bot_pool: BotPool) -> None:
        for _ in range(3):  # by question: earlier ones do not count
            assert await bot_pool.choose("vizier", "zatre", SIGHT, 1) is not None
        assert await bot_pool.choose("spinner", "zatre", SIGHT, 1) is None

    thinking(work)


@pytest.mark.process
def test_a_process_that_hangs_is_ended() -> None:
    async def work(bot_pool: BotPool) -> None:
        await bot_pool.choose("random", "zatre", SIGHT, 1)
        (before,) = pids(bot_pool)
        assert await bot_pool.choose("spinner", "zatre", SIGHT, 1) is None
        assert pids(bot_pool) == set()
        with pytest.raises(ProcessLookupError):
            os.kill(before, 0)

    thinking(work, limit=0.3)


@pytest.mark.process
def test_what_a_bot_prints_is_no_answer() -> None:
    async def work(bot_pool: BotPool) -> None:
        for _ in range(3):
            assert await bot_pool.choose("chatterbox", "zatre", SIGHT, 1) == TABLE.moves()[0]

    thinking(work)


@pytest.mark.process
def test_no_more_processes_than_workers() -> None:
    async def work(bot_pool: BotPool) -> None:
        found = await asyncio.gather(*(bot_pool.choose("random", "zatre", SIGHT, n) for n in range(20)))
        assert None not in found
        assert len(pids(bot_pool)) <= 2

    thinking(work, workers=2)


@pytest.mark.process
def test_a_question_that_nobody_waits_for_any_more_does_not_spoil_the_next() -> None:
    async def work(bot_pool: BotPool) -> None:
        await bot_pool.choose("random", "zatre", SIGHT, 1)
        asked = asyncio.create_task(bot_pool.choose("sleeper", "zatre", SIGHT, 1))
        await asyncio.sleep(0.1)
        asked.cancel()
        await asyncio.gather(asked, return_exceptions=True)
        assert await bot_pool.choose("liar", "zatre", SIGHT, 1) == -7  # told as it is: the table refuses it

    thinking(work)


@pytest.mark.process
@pytest.mark.parametrize("awake", [True, False], ids=["thinking", "waking"])
def test_minds_that_were_stopped_answer_nothing(awake: bool) -> None:
    async def work(bot_pool: BotPool) -> None:
        if awake:
            await bot_pool.choose("random", "zatre", SIGHT, 1)
        asked = asyncio.create_task(bot_pool.choose("sleeper", "zatre", SIGHT, 1))
        await asyncio.sleep(0.05)
        await bot_pool.stop()
        assert await asked is None
        assert await bot_pool.choose("random", "zatre", SIGHT, 1) is None
        assert pids(bot_pool) == set()

    begin = time.monotonic()
    thinking(work, limit=300)
    assert time.monotonic() - begin < 200  # nobody waited for the sleeper


@pytest.mark.process
def test_a_process_that_cannot_be_started_costs_answers_only() -> None:
    async def work() -> None:
        bot_pool = BotPool(1, command=(sys.executable, "-c", "raise SystemExit(1)"))
        assert await bot_pool.choose("random", "zatre", SIGHT, 1) is None
        await bot_pool.stop()

    asyncio.run(work())


@pytest.mark.parametrize("line", [b"", b"{}", b"[1]", b'{"bot":"random","game":"chess","sight":"","seed":1}'])
def test_nonsense_is_answered(line: bytes) -> None:
    found = answer(line)
    assert found.thoughts == []
    assert found.problem
    assert isinstance(found, BotAnswer)


def test_a_bot_has_256_mib() -> None:
    assert MEMORY == 256 * 2**20
    assert set(FAILS) < set(ODD)
