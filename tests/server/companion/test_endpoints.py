"""The companion over the network: no account, plain http, and limits for whoever wants too much."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import httpx
import pytest

from sabika.server.http.routes import status_of
from sabika.server.protocol.problems import Code
from tests.server.server_process import ServerProcess, started_server

PLAN = {"game": "zatre", "players": ["Ana", "Ben"]}
TURN = {"type": "turn", "player": 0, "tens": 1, "elevens": 0, "twelves": 0, "crosses": 1}


def change(client: httpx.Client, sheet: str, version: int, what: object, command: str = "c1") -> httpx.Response:
    return client.post(f"/api/companion/{sheet}", json={"id": command, "version": version, "change": what})


def problem(answer: httpx.Response) -> str:
    code = str(answer.json()["code"])
    assert code in get_args(Code)
    assert answer.status_code == status_of(code)  # type: ignore[arg-type]
    return code


def test_a_sheet_needs_no_account_and_no_cookie(open_server: ServerProcess) -> None:
    with httpx.Client(base_url=open_server.url) as client:
        made = client.post("/api/companion", json=PLAN)
        assert made.status_code == 201
        sheet = made.json()["id"]
        done = change(client, sheet, 1, {"type": "write", "note": TURN})
        assert (done.status_code, done.json()["points"]) == (200, [2, 0])
        again = change(client, sheet, 1, {"type": "write", "note": TURN})
        assert again.json() == done.json()
        assert client.get(f"/api/companion/{sheet}?known=2").status_code == 204
        assert client.get(f"/api/companion/{sheet}?before=2").json()["points"] == [0, 0]
        assert problem(client.get(f"/api/companion/{sheet}?before=7")) == "no-note"
        assert problem(change(client, sheet, 1, {"type": "write", "note": TURN}, "c2")) == "stale"
        assert "set-cookie" not in made.headers


def test_the_key_stays_out_of_the_log(open_server: ServerProcess) -> None:
    with httpx.Client(base_url=open_server.url) as client:
        sheet = client.post("/api/companion", json=PLAN).json()["id"]
        client.get(f"/api/companion/{sheet}")
        change(client, sheet, 1, {"type": "erase", "number": 5})
    assert not any(sheet in line for line in open_server.log)


WRONG = {
    "no JSON": ("{", "unreadable"),
    "no such change": ('{"id":"c","version":1,"change":{"type":"burn"}}', "unreadable"),
    "a version beyond all": ('{"id":"c","version":1e30,"change":{"type":"erase","number":1}}', "unreadable"),
    "a command with a space": ('{"id":"c c","version":1,"change":{"type":"erase","number":1}}', "unreadable"),
    "deeper than anything": (
        '{"id":"c","version":1,"change":{"type":"write","note":' + "[" * 50 + "]" * 50 + "}}",
        "too-large",
    ),
    "longer than anything": (
        '{"id":"c","version":1,"change":{"type":"write","note":"' + "x" * 50_000 + '"}}',
        "too-large",
    ),
    "more than a body": ('{"id":"c"' + " " * 70_000 + "}", "too-large"),
    "thousands of stacks": (
        '{"id":"c","version":1,"change":{"type":"write","note":{"type":"end","held":['
        + ",".join(["[]"] * 9000)
        + "]}}}",
        "unreadable",
    ),
}


@pytest.mark.parametrize(("body", "code"), WRONG.values(), ids=WRONG)
def test_what_is_no_change(open_server: ServerProcess, body: str, code: str) -> None:
    with httpx.Client(base_url=open_server.url) as client:
        sheet = client.post("/api/companion", json=PLAN).json()["id"]
        answer = client.post(f"/api/companion/{sheet}", content=body, headers={"Content-Type": "application/json"})
        assert problem(answer) == code
        assert client.get(f"/api/companion/{sheet}").json()["version"] == 1


def test_another_sites_page_writes_nothing(open_server: ServerProcess) -> None:
    with httpx.Client(base_url=open_server.url, headers={"Origin": "https://elsewhere.example"}) as client:
        assert problem(client.post("/api/companion", json=PLAN)) == "foreign"


@pytest.mark.process
def test_sheets_and_changes_are_limited_by_address(tmp_path: Path) -> None:
    limits = {"sheets_an_hour": 3, "sheet_writes": 5}
    with started_server(tmp_path, limits=limits) as server, httpx.Client(base_url=server.url) as client:
        sheets = [client.post("/api/companion", json=PLAN).json()["id"] for _ in range(3)]
        assert problem(client.post("/api/companion", json=PLAN)) == "too-many"
        for n in range(5):
            done = change(client, sheets[0], n + 1, {"type": "write", "note": TURN}, f"c{n}")
            assert done.status_code == 200
        assert problem(change(client, sheets[0], 6, {"type": "write", "note": TURN}, "c9")) == "too-many"
        assert problem(client.get(f"/api/companion/{sheets[0]}?before=2")) == "too-many"
        assert client.get(f"/api/companion/{sheets[0]}").status_code == 200  # to look is free
        assert problem(client.get(f"/api/companion/{sheets[1]}")) == "too-many"  # where it need not be counted


@pytest.mark.process
def test_a_sheet_outlives_its_server(tmp_path: Path) -> None:
    with started_server(tmp_path) as server:
        with httpx.Client(base_url=server.url) as client:
            sheet = client.post("/api/companion", json=PLAN).json()["id"]
            change(client, sheet, 1, {"type": "write", "note": TURN})
        server.kill()
        server.start()
        with httpx.Client(base_url=server.url) as client:
            assert client.get(f"/api/companion/{sheet}").json()["points"] == [2, 0]


@pytest.mark.process
def test_any_number_of_workers_serves_a_sheet(tmp_path: Path) -> None:
    with started_server(tmp_path, "--workers", "2") as server, httpx.Client(base_url=server.url) as client:
        sheet = client.post("/api/companion", json=PLAN).json()["id"]
        for n in range(4):
            assert change(client, sheet, n + 1, {"type": "write", "note": TURN}, f"c{n}").status_code == 200
        assert client.get(f"/api/companion/{sheet}").json()["version"] == 5
