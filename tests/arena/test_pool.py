"""Workers: the same games whatever their number; one that dies or hangs costs nobody else a game."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from sabika.arena.match import Played
from sabika.arena.plan import Plan
from sabika.arena.pool import Chunks, Inline, Pool, WorkersFail, deaf_to_interrupts
from sabika.arena.run import Run, run
from tests.arena import odd_bots

LEAST_GAMES = 12
ROOT = Path(__file__).parents[2]


def plan(*bots: str, deals: int = LEAST_GAMES // 2, limit: float = 60, records: bool = True) -> Plan:
    return Plan("zatre", bots, deals, seed=5, finder=odd_bots.find, time_limit=limit, records=records)


def told(done: Run) -> list[tuple[object, ...]]:
    """All that has to be the same: what was played and how it came out."""
    return [(game.number, game.seating, game.scores, game.shares, game.points, game.record) for game in done.games]


@pytest.mark.process
def test_any_number_of_workers_gives_the_same_games() -> None:
    wanted = told(run(plan("random", "novice"), Inline()))
    assert len(wanted) == LEAST_GAMES
    assert told(run(plan("random", "novice"), Pool(1))) == wanted
    assert told(run(plan("random", "novice"), Pool(3))) == wanted


@pytest.mark.process
def test_what_a_bot_prints_does_not_reach_the_output(capfd: pytest.CaptureFixture[str]) -> None:
    assert len(run(plan("prints", "random", deals=1), Pool(1)).games) == 2
    assert "hello" not in capfd.readouterr().out


class Killer:
    """A pool that loses one of its workers when some games were heard."""

    def __init__(self, after: int) -> None:
        self.after = after
        self.killed = 0

    def heard(self, game: Played) -> None:
        self.after -= 1
        if self.after == 0:
            worker = multiprocessing.active_children()[0]
            assert worker.pid is not None
            os.kill(worker.pid, signal.SIGKILL)
            self.killed += 1


@pytest.mark.process
@pytest.mark.parametrize("after", [1, 2, 5, 9])
def test_a_killed_worker_loses_and_doubles_no_game(after: int) -> None:
    killer = Killer(after)
    done = run(plan("random", "novice"), Pool(2), heard=killer.heard)
    assert killer.killed == 1
    assert told(done) == told(run(plan("random", "novice"), Inline()))


@pytest.mark.process
def test_a_bot_that_happened_to_be_asked_when_its_worker_died_is_innocent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(odd_bots.FIRST_DEATH, str(tmp_path / "died"))
    done = run(plan("dies-once", "random"), Pool(2))
    assert (tmp_path / "died").exists()
    assert [game.number for game in done.games] == list(range(LEAST_GAMES))
    assert all(game.scores and not game.fault for game in done.games)


FAULTS = {
    "hangs": ("hangs", "no move after 1 s"),
    "hangs-in-c": ("hangs", "no move after 1 s"),
    "dies": ("dies", "its process died (exit code -9)"),
    "crashes": ("crashes", "ZeroDivisionError: no idea at all"),
    "leaves": ("crashes", "SystemExit: 3"),
    "illegal": ("illegal", "which E4 refuses"),
    "beyond": ("illegal", "answers a number of 16610 bits, which E4 refuses"),
    "interrupts": ("dies", "its process died (exit code 1)"),
    "is-secretive": ("crashes", "ValueError: not telling"),
    "words": ("illegal", "answers with a str, not with a move"),
}


@pytest.mark.process
@pytest.mark.parametrize("bot", FAULTS)
def test_a_bot_that_fails_is_named_and_loses_and_the_others_play_on(bot: str) -> None:
    kind, line = FAULTS[bot]
    tried = replace(plan(bot, "random", "novice", limit=1), deals=1)
    done = run(tried, Pool(2))
    assert len(done.games) == 6
    for game in done.games:
        if bot not in game.seating:
            assert game.scores
            assert game.fault is None
        else:
            seat = game.seating.index(bot)
            assert game.fault is not None
            assert (game.fault.bot, game.fault.seat, game.fault.kind) == (bot, seat, kind)
            assert line in game.fault.told
            assert "\n" not in game.fault.told
            assert game.shares == [float(at != seat) for at in range(2)]
    assert not multiprocessing.active_children()


@pytest.mark.process
def test_a_bot_that_tells_nonsense_of_its_thinking_plays_on() -> None:
    done = run(plan("boasts", "random", deals=1), Pool(1))
    assert [game.fault for game in done.games] == [None, None]
    assert all(game.scores and not thinking.playouts for game in done.games for thinking in game.thinking)


ENDLESS = """
from sabika.arena.plan import Plan
from sabika.arena.pool import Pool
from sabika.arena.run import run
from tests.arena import odd_bots

run(Plan("zatre", ("shows-life", "random"), 1, finder=odd_bots.find), Pool(1))
"""


@pytest.mark.process
@pytest.mark.parametrize("ending", [signal.SIGTERM, signal.SIGKILL])
def test_workers_end_with_an_arena_that_is_killed(ending: int, tmp_path: Path) -> None:
    sign = tmp_path / "sign"
    environment = {**os.environ, odd_bots.SIGN_OF_LIFE: str(sign)}
    with subprocess.Popen([sys.executable, "-c", ENDLESS], env=environment, cwd=ROOT) as arena:
        wait_for(sign.exists)
        arena.send_signal(ending)
    wait_for(lambda: not grows(sign))


def wait_for(wanted: Callable[[], bool], seconds: float = 30) -> None:
    deadline = time.monotonic() + seconds
    while not wanted():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def grows(file: Path) -> bool:
    before = file.stat().st_size
    time.sleep(1)
    return file.stat().st_size > before


@pytest.mark.process
def test_workers_that_cannot_start_are_told_of_and_not_started_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = plan("random", "novice")
    monkeypatch.setenv("PYTHONHOME", "/no/such/python")
    with pytest.raises(WorkersFail, match="the workers die before they play"):
        run(tried, Pool(2))
    assert not multiprocessing.active_children()


@pytest.mark.process
def test_an_interrupt_ends_workers_and_keeps_whole_deals() -> None:
    wanted = told(run(plan("random", "novice", deals=3), Inline()))

    def heard(game: Played) -> None:
        if game.number >= 5:
            raise KeyboardInterrupt

    done = run(plan("random", "novice", deals=4000), Pool(2), heard=heard)
    assert done.interrupted
    assert not multiprocessing.active_children()
    assert len(done.games) % 2 == 0
    assert told(done)[:6] == wanted[: len(done.games)]


def test_a_worker_is_started_whole_before_a_sigterm_counts() -> None:
    started: list[bool] = []

    def terminated(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    def start() -> None:
        with deaf_to_interrupts():
            signal.raise_signal(signal.SIGTERM)
            started.append(True)

    before = signal.signal(signal.SIGTERM, terminated)
    try:
        with pytest.raises(KeyboardInterrupt):
            start()
    finally:
        signal.signal(signal.SIGTERM, before)
    assert started


@pytest.mark.process
def test_a_pool_may_be_used_outside_the_main_thread() -> None:
    found: list[Run] = []
    thread = threading.Thread(target=lambda: found.append(run(plan("random", "novice", deals=1), Pool(1))))
    thread.start()
    thread.join(60)
    assert len(found[0].games) == 2


# Chunks.


def played(number: int, seconds: float) -> Played:
    return Played(number, 0, ("a", "b"), [1.0, 0.0], seconds=seconds)


def test_chunks_grow_to_a_fifth_of_a_second_and_shrink_near_the_end() -> None:
    chunks = Chunks(range(1000), 2)
    assert chunks.next() == [0]
    chunks.note(played(0, 0.01))
    assert len(chunks.next()) == 20
    chunks.left.clear()
    chunks.left.extend(range(8))
    assert chunks.next() == [0, 1]


def test_what_was_not_played_comes_first_again() -> None:
    chunks = Chunks(range(5), 1)
    first = [*chunks.next(), *chunks.next()]
    chunks.again(first)
    assert list(chunks.left) == [0, 1, 2, 3, 4]


def test_slow_games_are_handed_out_one_by_one() -> None:
    chunks = Chunks(range(100), 2)
    chunks.note(played(0, 30.0))
    assert chunks.next() == [0]


@pytest.mark.process
def test_a_hanging_bot_is_stopped_soon_after_its_time() -> None:
    start = time.monotonic()
    run(plan("hangs", "random", deals=1, limit=1), Pool(2))
    assert time.monotonic() - start < 15
