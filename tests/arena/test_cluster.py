"""A Ray cluster of two workers on this machine: the same games, also when one is killed in the middle."""

from __future__ import annotations

import re
from collections import Counter
from importlib.util import find_spec
from pathlib import Path

import pytest

from sabika.arena.cluster import Cluster, check_ray
from sabika.arena.match import Played
from sabika.arena.plan import Plan
from sabika.arena.pool import Inline
from sabika.arena.run import run
from tests.arena import odd_bots

needs_ray = pytest.mark.skipif(find_spec("ray") is None, reason="Ray is an extra: pip install 'sabika[ray]'")


NOWHERE = {
    "no port": ("head-node", "a Ray cluster is named local, auto or HOST:PORT, not 'head-node'"),
    "no host": (":6379", "a Ray cluster is named local, auto or HOST:PORT, not ':6379'"),
    "a port that is none": ("head:70000", "a Ray cluster is named local, auto or HOST:PORT, not 'head:70000'"),
    "nobody there": ("127.0.0.1:1", "no Ray at 127.0.0.1:1: Connection refused"),
}


@pytest.mark.parametrize(("address", "line"), NOWHERE.values(), ids=NOWHERE)
def test_a_cluster_that_is_not_there_is_told_of_at_once(
    address: str, line: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sabika.extras.find_spec", lambda name: object())
    with pytest.raises(ValueError, match=f"^{re.escape(line)}$"):
        check_ray(address)


@pytest.mark.process
@needs_ray
def test_a_killed_worker_loses_and_doubles_no_game_and_a_hanging_bot_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All in one, because to start a cluster takes seconds."""
    monkeypatch.setenv(odd_bots.FIRST_DEATH, str(tmp_path / "died"))
    bots = ("kills-master-once", "random", "hangs")
    plan = Plan("zatre", bots, 2, seed=5, finder=odd_bots.find, time_limit=0.5, extract=odd_bots.last_position)
    heard: Counter[int] = Counter()

    def hear(game: Played) -> None:
        heard[game.number] += 1

    done = run(plan, Cluster("local", 2), heard=hear)
    assert (tmp_path / "died").exists()
    assert [game.number for game in done.games] == list(range(plan.games))
    assert set(heard.values()) == {1}
    for game in done.games:
        if "hangs" in game.seating:
            assert game.fault is not None
            assert (game.fault.bot, game.fault.kind) == ("hangs", "hangs")
        else:
            assert game.fault is None
    there = run(plan_without_hangs(), Inline()).games
    mine = [game for game in done.games if "hangs" not in game.seating]
    assert [(game.scores, game.extracted) for game in mine] == [(game.scores, game.extracted) for game in there]
    assert all(game.extracted for game in mine)


def plan_without_hangs() -> Plan:
    bots = ("kills-master-once", "random")
    return Plan("zatre", bots, 2, seed=5, finder=odd_bots.find, extract=odd_bots.last_position)
