"""Reviews over the network: of tables that are over, for those who may look, and of records that anybody sends."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from sabika.engine.record import read
from sabika.server.common.ids import file_of
from sabika.server.table.views.replay import decisions
from tests.review.games import record
from tests.server.http.test_app import arrive, problem
from tests.server.server_process import GENEROUS, ServerProcess, started_server

TEXT = {"Content-Type": "text/plain; charset=utf-8"}
SHORT = record("zatre", 2, 3, "novice")
BOTS = [{"type": "bot", "bot": "novice"}]
GOOD = SHORT.replace("seat 1", "Ana")


@pytest.fixture(scope="module")
def server(process: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    limits = {**GENEROUS, "review_playouts": 10}
    with started_server(tmp_path_factory.mktemp("reviews"), "--pace", "0", limits=limits) as running:
        yield running
        assert running.failures() == []


@pytest.fixture
def ana(server: ServerProcess) -> Iterator[httpx.Client]:
    with visitor(server) as client:
        yield arrive(client)


def visitor(server: ServerProcess) -> httpx.Client:
    return httpx.Client(base_url=server.url, headers={"Origin": server.url}, timeout=60)


def made(ana: httpx.Client, **more: Any) -> str:
    plan = {"game": "zatre", "seats": [{"type": "me"}, *BOTS], "ready": True, "seed": 3, **more}
    answer = ana.post("/api/tables", json=plan)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def over(ana: httpx.Client, **more: Any) -> str:
    """A table whose game bots have played to its end."""
    table = made(ana, **more)
    version = ana.get(f"/api/tables/{table}").json()["version"]
    ana.post(f"/api/tables/{table}/commands", json={"type": "resign", "id": "r", "version": version})
    while ana.get(f"/api/tables/{table}").json()["table"]["status"] != "over":
        time.sleep(0.1)
    return table


def review(ask: Any) -> Any:
    """What is told in the end, whoever asks how."""
    known, last = 0, None
    for _ in range(200):
        answer = ask(known)
        assert answer.status_code == 200, answer.text
        found = answer.json()
        known, last = max(known, found["version"]), found["review"] or last
        if found["complete"]:
            return last
    raise AssertionError("it is never complete")


def of_table(client: httpx.Client, table: str) -> Any:
    return review(lambda known: client.get(f"/api/tables/{table}/review?deep=true&known={known}"))


def of_record(client: httpx.Client, text: str) -> Any:
    return review(lambda known: client.post(f"/api/records/review?deep=true&known={known}", content=text, headers=TEXT))


def test_the_game_of_a_table_and_its_record_are_reviewed_alike(server: ServerProcess, ana: httpx.Client) -> None:
    table = over(ana)
    found = of_table(ana, table)
    text = ana.get(f"/api/tables/{table}/record").text
    assert found["seats"] == read(text).seats
    assert of_record(ana, text) == found
    with visitor(server) as somebody:  # who may look on
        assert of_table(somebody, table) == found
    step = next(each["step"] for each in found["entries"] if each["type"] == "decision" and each["choices"] > 2)
    asks: list[Callable[[str, str], httpx.Response]] = [
        lambda what, query: ana.get(f"/api/tables/{table}/review/{what}?{query}"),
        lambda what, query: ana.post(f"/api/records/{what}?{query}", content=text, headers=TEXT),
    ]
    for ask in asks:
        shown = ask("decision", f"step={step - 1}").json()
        assert shown["chosen"] == found["entries"][step - 1]["chosen"]
        move = shown["game"]["options"][0]["move"]
        judged = ask("verdict", f"step={step - 1}&move={move}").json()
        assert (judged["move"], judged["win"] >= 0) == (move, True)
        refused = ask("verdict", f"step={step - 1}&move=lay 1 at 40,40&language=de")
        assert problem(refused) in ("no-move", "refused")
    frames = ana.post("/api/records/replay?first=10&seat=1", content=text, headers=TEXT).json()
    assert frames["frames"][0] == ana.get(f"/api/tables/{table}/replay?first=10&seat=1").json()["frames"][0]


def test_a_game_that_is_played_is_never_reviewed(server: ServerProcess, ana: httpx.Client) -> None:
    gathering, playing = made(ana, seats=[{"type": "me"}, {"type": "person"}]), made(ana)
    closed = made(ana, seats=[{"type": "me"}, {"type": "person"}])
    version = ana.get(f"/api/tables/{closed}").json()["version"]
    ana.post(f"/api/tables/{closed}/commands", json={"type": "close", "id": "c", "version": version})
    for table in (gathering, playing, closed):
        for what in ("review?deep=true", "review/decision?step=0", "review/verdict?step=0&move=x"):
            assert problem(ana.get(f"/api/tables/{table}/{what}")) == "not-over"
    assert problem(ana.get("/api/tables/zzzzzzzzzzzz/review")) == "no-table"
    unfinished = ana.get(f"/api/tables/{playing}/record").text
    assert problem(ana.post("/api/records/review", content=unfinished, headers=TEXT)) in ("not-over", "bad-record")


def test_whoever_may_not_look_gets_no_review(server: ServerProcess, ana: httpx.Client) -> None:
    table = over(ana, practice=True)
    assert of_table(ana, table)["game"] == "zatre"
    with visitor(server) as nobody, visitor(server) as ben:
        for other in (nobody, arrive(ben, "Ben")):
            for what in ("review", "review/decision?step=20", "review/verdict?step=20&move=x"):
                assert problem(other.get(f"/api/tables/{table}/{what}")) == "no-spectators"


BAD = {
    "JSON": (b"{}", {"Content-Type": "application/json"}, "unreadable"),
    "a form": (SHORT.encode(), {"Content-Type": "application/x-www-form-urlencoded"}, "unreadable"),
    "no UTF-8": (SHORT.encode() + b"\xff", TEXT, "unreadable"),
    "too long": (SHORT.encode() + b"\n" * 262_144, TEXT, "too-large"),
    "empty": (b"", TEXT, "bad-record"),
    "noise": (b"\x00\x01\x02" * 1000, TEXT, "bad-record"),
    "one long line": (b"sabika record 2" + b"x" * 250_000, TEXT, "bad-record"),
    "many steps": (SHORT.encode() + b"1: draw 1\n" * 20_000, TEXT, "bad-record"),
    "no end": (SHORT.encode()[:400].rpartition(b"\n")[0] + b"\n", TEXT, "not-over"),
}


@pytest.mark.parametrize(("body", "headers", "code"), BAD.values(), ids=BAD)
def test_what_is_no_record_is_refused(body: bytes, headers: dict[str, str], code: str, ana: httpx.Client) -> None:
    for what in ("review", "replay", "decision?step=3", "verdict?step=3&move=x"):
        answer = ana.post(f"/api/records/{what}", content=body, headers=headers)
        if what == "review" or code != "not-over":
            assert problem(answer) == code
        assert "\n" not in answer.json().get("text", "")


def played_on(client: httpx.Client, text: str, **more: Any) -> httpx.Response:
    wanted = {"game": "zatre", "seats": [{"type": "me"}, *BOTS], "ready": True, **more}
    step = decisions(read(GOOD))[8]
    return client.post("/api/tables", json={"fork": {"record": text, "step": step, "seat": 0}, **wanted})


def test_a_record_is_played_on_within_the_limits_of_records(ana: httpx.Client) -> None:
    """However it is written in JSON; one byte more than 256 KiB is too much, and so is a body of many strings."""
    blank = (" " * 500 + "\n") * 1_000
    longest = GOOD + blank[: 262_144 - len(GOOD.encode())]
    for text in (GOOD.replace("Ana", "Zoë"), longest):
        made = played_on(ana, text, practice=True)
        assert made.status_code == 201, made.text
        begins = ana.get(f"/api/tables/{made.json()['id']}").json()["table"]["begins"]
        assert begins["source"] == read(GOOD).game_id
    beyond = longest.replace("Ana", "Zoë")
    assert problem(played_on(ana, beyond)) == "too-large"
    assert problem(played_on(ana, longest + "\n")) == "too-large"
    assert problem(played_on(ana, GOOD, options={"x" * 200_000: "yes"})) in ("bad-option", "bad-position")
    assert len(played_on(ana, GOOD, options={"x" * 200_000: "yes"}).content) < 1_000
    many = ana.post("/api/tables", content=b'{"":' + b'"",' * 30_000, headers={"Content-Type": "application/json"})
    assert problem(many) == "too-large"
    elsewhere = ana.post("/api/positions", json={"game": "zatre", "text": "x" * 70_000})
    assert problem(elsewhere) == "too-large"  # no other body is that long


def test_nobody_plays_on_without_a_name(server: ServerProcess) -> None:
    with visitor(server) as nobody:
        assert problem(played_on(nobody, GOOD)) == "no-person"


@pytest.mark.process
def test_a_game_that_is_played_on_is_read(tmp_path: Path) -> None:
    limits = {"readings": 2, "address_questions": 1}
    with started_server(tmp_path, limits=limits) as server, visitor(server) as client:
        arrive(client)
        assert played_on(client, GOOD).status_code == 201
        assert problem(played_on(client, "x")) == "bad-record"
        assert problem(played_on(client, GOOD)) == "too-many"


@pytest.mark.process
def test_so_many_games_are_read_from_one_address(tmp_path: Path) -> None:
    with started_server(tmp_path, limits={"readings": 3, "review_playouts": 10}) as server, visitor(server) as client:
        for _ in range(3):
            assert client.post("/api/records/review", content="x", headers=TEXT).status_code != 429
        assert problem(client.post("/api/records/review", content=SHORT, headers=TEXT)) == "too-many"


@pytest.mark.process
def test_reviews_survive_a_restart(tmp_path: Path) -> None:
    limits = {"review_playouts": 10}
    with started_server(tmp_path, limits=limits) as server, visitor(server) as client:
        first = of_record(client, GOOD)
    with started_server(tmp_path, limits={**limits, "reviews_an_hour": 1}) as server, visitor(server) as client:
        for _ in range(3):
            again = client.post("/api/records/review?deep=true", content=GOOD, headers=TEXT).json()
            assert (again["complete"], again["review"]) == (True, first)


@pytest.mark.process
def test_several_processes_review_too(tmp_path: Path) -> None:
    with started_server(tmp_path, "--workers", "2", "--pace", "0", limits={"review_playouts": 10}) as server:
        with visitor(server) as client:
            arrive(client)
            tables = [over(client) for _ in range(2)]
            assert [of_table(client, table)["game"] for table in tables] == ["zatre", "zatre"]
        assert server.failures() == []


@pytest.mark.process
def test_several_processes_play_on_from_records(tmp_path: Path) -> None:
    """The table may lie in any of them, whatever table the record names."""
    with started_server(tmp_path, "--workers", "2", "--pace", "0") as server:
        with visitor(server) as client:
            arrive(client)
            forks = [played_on(client, GOOD).json()["id"] for _ in range(2)]
            assert sorted(map(file_of, forks)) == [0, 1]
            for table in forks:
                assert client.get(f"/api/tables/{table}").json()["table"]["status"] == "playing"
        assert server.failures() == []
