"""An operator's acts: what is done, what is refused, what is told to whom, and that nothing hidden is shown."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from sabika.server.common.addresses import network_of
from sabika.server.common.ids import file_of
from sabika.server.common.limits import Limits
from sabika.server.common.metrics import Metrics
from sabika.server.live.tables import LiveTables
from sabika.server.ops.admin import ask
from sabika.server.ops.operator.acts import (
    Acts,
    Ban,
    CloseTable,
    Did,
    Exported,
    ExportTable,
    HideTable,
    ListActs,
    ListPeople,
    ListTables,
    MutePerson,
    ShowTable,
    TableLines,
    Unban,
    UnmutePerson,
)
from sabika.server.ops.operator.operator import DAY, CannotAct, Operator
from sabika.server.protocol.answers import Done, Refusal
from sabika.server.protocol.commands import Ready, Say, Sit
from sabika.server.protocol.events import Closed
from sabika.server.protocol.problems import ProblemError
from sabika.server.socket.connection import Connections
from tests.server.caller import Caller, Refused, command, full_table, hello
from tests.server.live_tables import ScriptedClient, Time, opened
from tests.server.live_tables import run as run_tables
from tests.server.memory_table import ANA, BEN, CLEO, people
from tests.server.server_process import COMMAND, GENEROUS, ServerProcess, environment, started_server
from tests.server.wire import run

Story = Callable[[LiveTables, Operator, Time], Awaitable[None]]


def operated(tmp_path: Path, story: Story) -> None:
    """Tables with an operator, and with Ana, Ben and Cleo among the people."""

    async def whole() -> None:
        time = Time()
        async with opened(tmp_path, time) as tables:
            for person in (ANA, BEN, CLEO):
                await tables.store.add_person(person, person.id.encode())
            connections = Connections(tables, tables.store, Limits(), Metrics())
            await story(tables, Operator(tables.store, tables, connections), time)

    run_tables(whole)


async def playing(tables: LiveTables, **settings: Any) -> list[ScriptedClient]:
    made = await tables.make(ANA, people(2, **settings))
    ana, ben = [await ScriptedClient(tables, person).enter(made.id) for person in (ANA, BEN)]
    for client, kind in ((ben, Sit), (ben, Ready), (ana, Ready)):
        await client.do(kind)
    return [ana, ben]


def test_a_closed_table_tells_everybody_who_closed_it(tmp_path: Path) -> None:
    async def story(tables: LiveTables, operator: Operator, time: Time) -> None:
        ana, ben = await playing(tables)
        table = ana.table.id
        assert await operator.do(CloseTable(table, "insults")) == Did(f"{table} is closed.")
        for client in (ana, ben):
            assert client.table.status == "closed"
            assert b'"why":"operator"' in client.raw[-1]
        with pytest.raises(ProblemError):
            await operator.do(CloseTable(table))
        again = await tables.cache.from_log(table)
        assert again.seating.recent[-1].step.what == Closed("operator")

    operated(tmp_path, story)


def test_a_hidden_table_is_off_the_list_until_it_is_shown(tmp_path: Path) -> None:
    async def story(tables: LiveTables, operator: Operator, time: Time) -> None:
        table = (await tables.make(ANA, people(2, public=True))).id
        for act, listed, word in ((HideTable(table), 0, "hidden"), (ShowTable(table), 1, "listed")):
            await operator.do(act)
            assert len((await tables.listed(BEN, "open")).tables) == listed
            assert len((await tables.listed(ANA, "mine")).tables) == 1
            found = await operator.do(ListTables())
            assert isinstance(found, TableLines)
            assert [line.listed for line in found.tables] == [word]
            assert found.tables[0].people == ["Ana", None]

    operated(tmp_path, story)


def test_nothing_hidden_is_listed_or_exported_before_the_end(tmp_path: Path) -> None:
    """As an operator one sees what a spectator would, also where a table has none."""

    async def story(tables: LiveTables, operator: Operator, time: Time) -> None:
        ana, ben = await playing(tables, game="zatre", spectators=False)
        live = tables.live[ana.table.id]
        assert live.state.table is not None
        while live.state.table.record.seen_by(None).text == live.state.table.record.text:  # until a tile is hidden
            await (ana if ana.game.options else ben).move()
        found = await operator.do(ExportTable(ana.table.id))
        assert isinstance(found, Exported)
        assert found.record == live.state.table.record.seen_by(None).text
        seed = tables.seal.reveal(ana.table.id, None)
        listed = repr(await operator.do(ListTables()))
        hand = [str(step) for step in live.state.table.record.steps]
        assert seed not in found.record + listed
        assert not any(step in listed for step in hand)
        with pytest.raises(ProblemError):
            await tables.record(ana.table.id, CLEO)  # nobody else gets it

    operated(tmp_path, story)


def test_somebody_who_is_muted_plays_and_does_not_talk(tmp_path: Path) -> None:
    async def story(tables: LiveTables, operator: Operator, time: Time) -> None:
        ana, ben = await playing(tables)
        await operator.do(MutePerson("Ben", "spam", days=2))
        answer = await ben.do(Say, text="hello")
        assert isinstance(answer, Refusal)
        assert answer.problem.code == "silenced"
        assert isinstance(await ana.do(Say, text="hello"), Done)
        mover = ana if ana.game.options else ben
        assert isinstance(await mover.move(), Done)
        time.now += 2 * DAY
        assert isinstance(await ben.do(Say, text="hello"), Done)
        await operator.do(MutePerson("ben"))
        assert isinstance(await ben.do(Say, text="hello"), Refusal)
        await operator.do(UnmutePerson("Ben"))
        assert isinstance(await ben.do(Say, text="hello"), Done)

    operated(tmp_path, story)


def test_every_act_is_in_the_audit_log(tmp_path: Path) -> None:
    async def story(tables: LiveTables, operator: Operator, time: Time) -> None:
        table = (await tables.make(ANA, people(2))).id
        acts: list[Acts] = [
            HideTable(table, " why \n not "),
            ShowTable(table),
            CloseTable(table, "done"),
            MutePerson("Ana", "spam"),
            UnmutePerson("Ana"),
            Ban("Ben", reason="insults"),
            Unban("Ben"),
            Ban(address="2001:db8::7"),
            Unban(address="2001:db8::8"),
            ListTables(),
            ListPeople(),
        ]
        for act in acts:
            await operator.do(act)
        found = await tables.store.acts(100)
        assert [(each.what, each.whom, each.reason) for each in found] == [
            ("hide", table, "why not"),
            ("show", table, ""),
            ("close", table, "done"),
            ("mute", "ana", "spam"),
            ("unmute", "ana", ""),
            ("ban", "ben", "insults"),
            ("unban", "ben", ""),
            ("ban", "2001:db8::", ""),
            ("unban", "2001:db8::", ""),
        ]
        assert {each.at for each in found} == {time.now}
        assert await tables.store.restrictions() == []

    operated(tmp_path, story)


REFUSED: dict[str, tuple[Acts, str]] = {
    "no table's name": (CloseTable("../../etc/passwd"), "no such table"),
    "a table that is not there": (HideTable("2" * 12), "no such table"),
    "a record of no table": (ExportTable("2" * 13), "no such table"),
    "nobody": (MutePerson("Zoe"), "nobody with this name"),
    "nobody's ban": (Unban("Ana"), "not banned"),
    "neither person nor address": (Ban(), "name a person"),
    "both": (Ban("Ana", "203.0.113.7"), "name a person"),
    "no address": (Ban(address="localhost"), "not an address"),
    "a network": (Ban(address="0.0.0.0/0"), "not an address"),
    "a reason that moves the cursor": (Ban("Ana", reason="\x1b[2J"), "one line"),
    "a reason without end": (Ban("Ana", reason="x" * 201), "one line"),
    "no time at all": (Ban("Ana", days=0), "days"),
    "for ever and a day": (MutePerson("Ana", days=float("inf")), "days"),
    "not a number of days": (MutePerson("Ana", days=float("nan")), "days"),
    "no lines": (ListActs(0), "lines"),
    "all lines": (ListPeople(most=10**9), "lines"),
}


@pytest.mark.parametrize(("act", "about"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_done_is_one_line_and_no_act(tmp_path: Path, act: Acts, about: str) -> None:
    async def story(tables: LiveTables, operator: Operator, time: Time) -> None:
        with pytest.raises((CannotAct, ProblemError)) as refused:
            await operator.do(act)
        assert about in str(refused.value)
        assert await tables.store.acts(10) == []
        assert await tables.store.restrictions() == []

    operated(tmp_path, story)


def test_nobody_is_taken_for_another_of_the_same_name(tmp_path: Path) -> None:
    async def story(tables: LiveTables, operator: Operator, time: Time) -> None:
        await tables.store.rename("ben", "Ana")
        with pytest.raises(CannotAct, match="2 people have this name"):
            await operator.do(Ban("Ana"))
        await tables.store.rename("ben", "ana")  # the id of another
        await operator.do(Ban("ana"))
        assert [each.whom for each in await tables.store.restrictions()] == ["ana"]

    operated(tmp_path, story)


def test_an_address_of_ipv4_is_itself_however_it_is_written() -> None:
    assert network_of("::ffff:203.0.113.7") == network_of("203.0.113.7") == "203.0.113.7"
    assert network_of("2001:db8::7") == "2001:db8::"


# Over a real server.


def sabika(data: Path, *words: str) -> str:
    """What a command prints; where it is refused, its complaint."""
    done = subprocess.run(
        [*COMMAND, words[0], *words[1:], "--data", str(data)],
        capture_output=True,
        text=True,
        env=environment(),
        timeout=60,
        check=False,
    )
    assert "Traceback" not in done.stderr
    assert (done.returncode, done.stderr.count("\n")) in ((0, 0), (0, 1), (2, 1))
    return done.stdout + done.stderr


async def operate(server: ServerProcess, *words: str) -> str:
    return await asyncio.to_thread(sabika, server.data, *words)


async def refusal(work: Awaitable[object]) -> str:
    with pytest.raises(Refused) as refused:
        await work
    assert refused.value.status == 403
    return str(refused.value.problem["code"])


@pytest.mark.process
def test_an_operator_of_a_server_of_several_processes(tmp_path: Path) -> None:
    async def two_tables(server: ServerProcess, ana: Caller, ben: Caller) -> list[str]:
        tables = [await full_table([ana, ben], "zatre") for _ in range(2)]
        assert {file_of(table) for table in tables} == {0, 1}
        return tables

    async def story(server: ServerProcess) -> None:
        assert await operate(server, "tables", "list") == "There are no tables.\n"
        assert await operate(server, "people", "list") == "Nobody has visited yet.\n"
        assert await operate(server, "people", "list", "Ana") == "Nobody is called Ana.\n"
        assert await operate(server, "audit") == "No operator has done anything here.\n"
        ana, ben = [await Caller(server.port).arrive(name) for name in ("Ana", "Ben")]
        tables = await two_tables(server, ana, ben)
        listed = await operate(server, "tables", "list", "--status", "playing")
        for table in tables:
            assert f"{table.ljust(13)}  zatre  playing  Ana, Ben" in listed
            assert (await operate(server, "tables", "export", table)).startswith("sabika record")
        await muted(server, ana, ben, tables)
        await banned(server, ben, tables)
        for table in tables:
            assert "closed" in await operate(server, "tables", "close", table, "--reason", "late")
            assert (await ana.call("GET", f"/api/tables/{table}"))["table"]["status"] == "closed"
        audit = (await operate(server, "audit")).splitlines()
        assert [line.split()[2] for line in audit[1:]] == [
            *["export"] * 2,
            "mute",
            "unmute",
            "ban",
            "unban",
            *["close"] * 2,
        ]

    async def muted(server: ServerProcess, ana: Caller, ben: Caller, tables: list[str]) -> None:
        await operate(server, "people", "mute", "Ben")
        for table in tables:
            assert await refusal(ben.command(table, "say", 0, text="hi")) == "silenced"
            await ana.command(table, "say", 0, text="hi")
            wire = await ben.socket(table)
            wire.say(hello())
            wire.say(json.dumps(command("say", 0, text="hi")).encode())
            while b'"silenced"' not in await wire.inbox.get():
                pass
            wire.close()
        await operate(server, "people", "unmute", "Ben")
        for table in tables:
            await ben.command(table, "say", 0, text="hi")

    async def banned(server: ServerProcess, ben: Caller, tables: list[str]) -> None:
        wires = [await ben.socket(table) for table in tables]
        for wire in wires:
            wire.say(hello())
            await wire.inbox.get()
        assert "is banned for 2 days" in await operate(server, "people", "ban", "Ben", "--days", "2")
        for wire, table in zip(wires, tables, strict=True):
            assert await wire.closed == 1008
            assert await refusal(ben.call("GET", f"/api/tables/{table}")) == "banned"
            with pytest.raises(ConnectionRefusedError):
                await ben.socket(table)
        assert "no longer banned" in await operate(server, "people", "unban", "Ben")
        await ben.call("GET", "/api/me")

    with started_server(tmp_path, "--workers", "2", limits=GENEROUS) as server:
        run(lambda: story(server))
        server.stop()
        assert server.failures() == []
        told = [line for line in map(json.loads, server.log) if line["event"] == "operator"]
        assert len(told) == 8
        assert {"act", "whom"} <= told[0].keys()


@pytest.mark.process
def test_a_banned_address_gets_nothing_and_stays_banned_after_a_restart(tmp_path: Path) -> None:
    async def ban(server: ServerProcess) -> None:
        ana = await Caller(server.port).arrive("Ana")
        table = await ana.call("POST", "/api/tables", {"game": "zatre", "seats": [{"type": "me"}, {"type": "person"}]})
        wire = await ana.socket(table["id"])
        wire.say(hello())
        await wire.inbox.get()
        await operate(server, "people", "ban", "--address", "127.0.0.1", "--reason", "a flood")
        assert await wire.closed == 1008

    async def shut(server: ServerProcess) -> None:
        for method, path in (("GET", "/"), ("GET", "/api/games"), ("POST", "/api/people")):
            status, content = await Caller(server.port).ask(method, path, b"{}" if method == "POST" else None)
            assert status == 403
            assert b'"banned"' in content

    server = ServerProcess(tmp_path).start()
    try:
        run(lambda: ban(server))
        run(lambda: shut(server))
        server.kill()
        server.start()
        run(lambda: shut(server))
        assert "127.0.0.1" in sabika(tmp_path, "people", "list")
        sabika(tmp_path, "people", "unban", "--address", "127.0.0.1")
        assert httpx.get(f"{server.url}/api/games").status_code == 200
    finally:
        server.stop()
    assert "no server is running" in sabika(tmp_path, "tables", "list")
    assert "no server is running" in sabika(tmp_path, "audit")


@pytest.mark.process
def test_an_operator_is_heard_on_the_local_socket_alone(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    act = {"type": "ListPeople"}
    with started_server(tmp_path, "--admin", f"127.0.0.1:{port}") as server:
        for url in (server.url, f"http://127.0.0.1:{port}"):
            assert httpx.post(f"{url}/operator", json=act).status_code in (404, 405)
            assert httpx.get(f"{url}/operator").status_code == 404
        foreign = httpx.post(f"http://127.0.0.1:{port}/operator", json=act, headers={"Host": "evil.example"})
        assert foreign.status_code == 403
        assert ask(tmp_path, "POST", "/operator", act)[0] == 200
        for bad in ({"type": "Nothing"}, {**act, "more": 1}, {"type": "ListTables", "most": "x"}, "text", None):
            status, text = ask(tmp_path, "POST", "/operator", bad)
            assert status == 400
            assert text.count("\n") == 0


@pytest.mark.process
def test_a_record_goes_into_a_new_file_only(tmp_path: Path) -> None:
    async def table(server: ServerProcess) -> str:
        people = [await Caller(server.port).arrive(name) for name in ("Ana", "Ben")]
        return await full_table(people)

    with started_server(tmp_path / "data") as server:
        found = run(lambda: table(server))
        file = tmp_path / "game.sabika"
        assert sabika(server.data, "tables", "export", found, str(file)) == ""
        assert file.read_text().startswith("sabika record")
        assert "cannot be written" in sabika(server.data, "tables", "export", found, str(file))
