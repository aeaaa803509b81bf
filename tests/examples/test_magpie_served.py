"""The example package at a server: people against bots in their own processes, with a restart in between."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from tests.examples.installed import knowing
from tests.server.caller import Caller, Refused, full_table, hello
from tests.server.server_process import GENEROUS, started_server
from tests.server.wire import run

BOTS = ("builder", "novice")
OWN_MOVES = 6  # of a whole game


@pytest.fixture
def found(magpie: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers that are started now find the package, and so do their bots."""
    monkeypatch.setenv("PYTHONPATH", knowing(magpie)["PYTHONPATH"])


async def seen(person: Caller, table: str) -> Any:
    """The table once the person is asked, or at its end."""
    while True:
        whole = await person.call("GET", f"/api/tables/{table}")
        if whole["table"]["status"] == "over" or (whole["game"] and whole["game"]["options"]):
            return whole
        await asyncio.sleep(0.02)


async def play(person: Caller, table: str, moves: int) -> None:
    """So many moves, the first card each time."""
    for _ in range(moves):
        whole = await seen(person, table)
        await person.command(table, "play", whole["version"], move=whole["game"]["options"][0]["move"])


@pytest.mark.usefixtures("found")
def test_it_is_played_against_bots_with_a_restart_in_between(tmp_path: Path) -> None:
    with started_server(tmp_path, limits=GENEROUS) as server:
        ana = run(lambda: Caller(server.port).arrive("Ana"))
        assert "magpie" in {game["name"] for game in run(lambda: ana.call("GET", "/api/games"))["games"]}
        table = run(lambda: full_table([ana], "magpie", BOTS))
        run(lambda: play(ana, table, 3))
        before = run(lambda: seen(ana, table))["game"]
        server.kill()
        server.start()
        after = run(lambda: seen(ana, table))["game"]
        assert (after["position"], after["points"]) == (before["position"], before["points"])
        run(lambda: play(ana, table, OWN_MOVES - 3))
        whole = run(lambda: seen(ana, table))
        assert whole["table"]["status"] == "over"
        record = run(lambda: ana.call("GET", f"/api/tables/{table}/record"))
        assert "game: magpie" in record
        assert server.failures() == []


@pytest.mark.usefixtures("found")
def test_others_hands_are_not_sent(tmp_path: Path) -> None:
    with started_server(tmp_path, limits=GENEROUS) as server:
        ana = run(lambda: Caller(server.port).arrive("Ana"))
        table = run(lambda: full_table([ana], "magpie", BOTS))
        shown = run(lambda: seen(ana, table))["game"]["position"]["seats"]
        assert [len(seat["hand"] or []) for seat in shown] == [6, 0, 0]


async def first_word(person: Caller, table: str) -> str:
    """What a socket is told first."""
    heard: list[bytes] = []
    wire = await person.socket(table, heard.append)
    wire.say(hello())
    while not heard:
        await asyncio.sleep(0.01)
    wire.close()
    return heard[0].decode()


def test_a_table_whose_game_is_gone_says_so_in_one_line(
    tmp_path: Path, magpie: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as known:
        known.setenv("PYTHONPATH", knowing(magpie)["PYTHONPATH"])
        with started_server(tmp_path, limits=GENEROUS) as server:
            ana = run(lambda: Caller(server.port).arrive("Ana"))
            table = run(lambda: full_table([ana], "magpie", BOTS))
            run(lambda: play(ana, table, 1))
    with started_server(tmp_path, limits=GENEROUS) as server:
        ana.port = server.port
        with pytest.raises(Refused, match="the game 'magpie' is not installed") as told:
            run(lambda: ana.call("GET", f"/api/tables/{table}"))
        assert told.value.status < 500
        assert "\n" not in str(told.value)
        assert "the game 'magpie' is not installed" in run(lambda: first_word(ana, table))
        other = run(lambda: full_table([ana], "zatre", ["novice"]))  # the others go on
        run(lambda: play(ana, other, 1))
