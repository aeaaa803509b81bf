"""What the network may ask a real server for, and what it may not."""

from __future__ import annotations

import asyncio
import re
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import httpx
import pytest

from sabika.server.http.app import STATIC
from sabika.server.http.headers import CONTENT_SECURITY
from sabika.server.http.routes import status_of
from sabika.server.http.static import reads_gzip
from sabika.server.protocol.problems import LONGEST_TEXT, Code
from tests.server.caller import Caller
from tests.server.server_process import PATIENCE, ServerProcess, started_server

TABLE = {"game": "alhambra", "seats": [{"type": "me"}, {"type": "person"}]}

READING = "/api/tables/zzzzzzzzzzzz/record"  # of no table


@pytest.fixture
def browser(plain_server: ServerProcess) -> Iterator[httpx.Client]:
    """Keeps cookies, and tells where its page is from, as browsers do."""
    with httpx.Client(base_url=plain_server.url, headers={"Origin": plain_server.url}) as client:
        yield client


def arrive(browser: httpx.Client, name: str = "Ana") -> httpx.Client:
    assert browser.post("/api/people", json={"name": name}).status_code == 201
    return browser


def problem(answer: httpx.Response) -> str:
    """The code of a problem; anything else fails."""
    body = answer.json()
    assert set(body) == {"type", "code", "text", "rule", "version"}
    assert body["code"] in get_args(Code)
    assert answer.status_code == status_of(body["code"])
    return str(body["code"])


# Every answer.

ANSWERS = {
    "a page": ("GET", "/", 200),
    "a picture": ("GET", "/icon.svg", 200),
    "a place in the client": ("GET", "/table/abc", 200),
    "JSON": ("GET", "/api/games", 200),
    "who am I": ("GET", "/api/me", 204),
    "nobody": ("GET", "/api/tables?list=mine", 401),
    "nothing there": ("GET", "/no/such/thing", 404),
    "nothing there in the API": ("GET", "/api/no/such/thing", 404),
    "another method": ("DELETE", "/api/games", 405),
    "another method on a page": ("POST", "/", 405),
    "unreadable": ("POST", "/api/people", 400),
    "a way out of the folder": ("GET", "/..%2f..%2f..%2fetc/passwd", 404),
    "a zero": ("GET", "/%00", 404),
}


@pytest.mark.parametrize(("method", "path", "status"), ANSWERS.values(), ids=ANSWERS)
def test_every_answer_tells_browsers_what_is_safe(browser: httpx.Client, method: str, path: str, status: int) -> None:
    answer = browser.request(method, path)
    assert answer.status_code == status
    assert answer.headers["content-security-policy"] == CONTENT_SECURITY
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert answer.headers["cross-origin-opener-policy"] == "same-origin"
    assert answer.headers["cache-control"] in ("no-store", "no-cache")
    assert "server" not in answer.headers
    assert "strict-transport-security" not in answer.headers  # plain http
    if status >= 400:
        problem(answer)


def test_the_content_security_policy_is_the_one_agreed_on() -> None:
    assert CONTENT_SECURITY == (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; base-uri 'none'; object-src 'none'; frame-ancestors 'none'; form-action 'self'"
    )


def test_the_page_has_nothing_inline_and_nothing_from_elsewhere(browser: httpx.Client) -> None:
    page = browser.get("/").text
    assert re.findall(r"<script(?![^>]*\bsrc=)", page) == []
    assert re.findall(r"<style|\bstyle=|\bon\w+=|javascript:", page) == []
    assert re.findall(r"https?://", page) == []


def test_files_with_a_hash_in_their_name_are_kept_and_others_asked_for_again(browser: httpx.Client) -> None:
    page = browser.get("/")
    assert page.headers["cache-control"] == "no-cache"
    script = re.search(r"assets/[\w.-]+\.js", page.text)
    assert script is not None
    assert "immutable" in browser.get(f"/{script[0]}").headers["cache-control"]


def bundle() -> list[str]:
    return sorted(file.relative_to(STATIC).as_posix() for file in STATIC.rglob("*") if file.is_file())


@pytest.mark.parametrize("name", bundle())
def test_a_file_comes_smaller_to_who_reads_gzip_and_is_the_same(plain_server: ServerProcess, name: str) -> None:
    with httpx.Client(base_url=plain_server.url) as client:
        plain = client.get(f"/{name}", headers={"Accept-Encoding": "identity"})
        small = client.get(f"/{name}", headers={"Accept-Encoding": "br, gzip;q=0.8"})
        head = client.head(f"/{name}", headers={"Accept-Encoding": "gzip"})
    assert plain.content == small.content == (STATIC / name).read_bytes()
    assert "content-encoding" not in plain.headers
    assert int(plain.headers["content-length"]) == len(plain.content)
    assert plain.headers["vary"] == small.headers["vary"] == "Accept-Encoding"
    assert plain.headers["content-type"] == small.headers["content-type"]
    assert (head.content, head.headers["content-length"]) == (b"", small.headers["content-length"])
    if len(plain.content) > 1000 and not name.endswith((".png", ".woff")):  # which is small already
        assert small.headers["content-encoding"] == "gzip"
        assert int(small.headers["content-length"]) < 0.6 * len(plain.content) + 200
        assert small.headers["etag"] != plain.headers["etag"]


def test_what_a_browser_has_already_is_not_sent_again(browser: httpx.Client) -> None:
    first = browser.get("/")
    tag = first.headers["etag"]
    for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
        again = browser.get("/", headers={"If-None-Match": known})
        assert (again.status_code, again.content) == (304, b"")
        assert (again.headers["etag"], again.headers["cache-control"]) == (tag, "no-cache")
    for unknown in ('"other"', "", tag.strip('"')):
        assert browser.get("/", headers={"If-None-Match": unknown}).status_code == 200
    other = {"Accept-Encoding": "identity", "If-None-Match": tag}
    assert browser.get("/", headers=other).status_code == 200  # another form of it


READS_GZIP = {
    "gzip": True,
    "GZIP": True,
    "br;q=1, gzip;q=0.5": True,
    "*": True,
    "": False,
    "identity": False,
    "br": False,
    "gzip;q=0": False,
    "gzip; q=0.0, *": False,
    "*;q=0": False,
    "gzip;q=much": False,
}


@pytest.mark.parametrize(("accepted", "expected"), READS_GZIP.items(), ids=READS_GZIP)
def test_who_reads_gzip(accepted: str, expected: bool) -> None:
    assert reads_gzip(accepted) is expected


def test_answers_that_are_somebodys_own_are_never_compressed(browser: httpx.Client) -> None:
    arrive(browser)
    for path in ("/api/me", "/api/games", "/api/tables?list=mine", "/api/openapi.json"):
        answer = browser.get(path, headers={"Accept-Encoding": "gzip"})
        assert answer.status_code == 200
        assert "content-encoding" not in answer.headers
        assert answer.headers["cache-control"] == "no-store"


OUTSIDE = [
    "/../__init__.py",
    "/%2e%2e/__init__.py",
    "/assets/%2e%2e/%2e%2e/__init__.py",
    "/assets/..%2f..%2f__init__.py",
    "/%2Fetc%2Fpasswd",
    "//etc/passwd",
    "/assets",
    "/assets/",
    "/..%5C__init__.py",
]


@pytest.mark.parametrize("path", OUTSIDE)
def test_no_path_leads_out_of_the_client(plain_server: ServerProcess, path: str) -> None:
    with socket.create_connection(("127.0.0.1", plain_server.port)) as raw:
        raw.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        answer = b"".join(iter(lambda: raw.recv(4096), b""))
    page = (STATIC / "index.html").read_bytes()
    assert answer.startswith(b"HTTP/1.1 404") or answer.endswith(page)
    assert b"import" not in answer.replace(page, b"")
    assert b"root:" not in answer


# People.


def test_a_person_arrives_is_renamed_and_leaves(browser: httpx.Client) -> None:
    answer = browser.post("/api/people", json={"name": "Ana"})
    given = answer.headers["set-cookie"]
    assert given.startswith("sabika=")
    assert "HttpOnly" in given
    assert "SameSite=Lax" in given
    me = browser.get("/api/me").json()
    assert me == answer.json()
    assert me["name"] == "Ana"
    assert browser.patch("/api/me", json={"name": "Eva"}).json() == {"id": me["id"], "name": "Eva"}
    assert browser.post("/api/people", json={"name": "Ida"}).json() == {"id": me["id"], "name": "Eva"}  # still her
    assert browser.get("/api/me").json()["name"] == "Eva"
    assert browser.delete("/api/me/session").status_code == 204
    assert browser.get("/api/me").status_code == 204  # nobody


def test_a_code_moves_a_person_to_another_device_once(browser: httpx.Client, plain_server: ServerProcess) -> None:
    me = arrive(browser).get("/api/me").json()
    code = browser.post("/api/me/codes").json()["code"]
    with httpx.Client(base_url=plain_server.url, headers={"Origin": plain_server.url}) as phone:
        assert phone.post("/api/people/codes", json={"code": code}).json() == me
        assert phone.get("/api/me").json() == me
        assert problem(phone.post("/api/people/codes", json={"code": code})) == "no-code"
        assert browser.delete("/api/me/sessions").status_code == 204  # all others
        assert phone.get("/api/me").status_code == 204
        assert browser.get("/api/me").json() == me


BAD_NAMES = ["\u202eAna", ",", "()"]


@pytest.mark.parametrize("name", BAD_NAMES)
def test_a_name_that_is_none(browser: httpx.Client, name: str) -> None:
    assert problem(browser.post("/api/people", json={"name": name})) == "bad-name"


# Other sites' pages.

FOREIGN = {
    "another origin": {"Origin": "http://evil.example"},
    "no origin to speak of": {"Origin": "null"},
    "the browser says so": {"Sec-Fetch-Site": "cross-site"},
}


@pytest.mark.parametrize("headers", FOREIGN.values(), ids=FOREIGN)
def test_another_sites_page_changes_nothing(browser: httpx.Client, headers: dict[str, str]) -> None:
    arrive(browser)
    assert problem(browser.patch("/api/me", json={"name": "Eve"}, headers=headers)) == "foreign"
    assert problem(browser.post("/api/tables", json=TABLE, headers=headers)) == "foreign"
    assert problem(browser.delete("/api/me/session", headers=headers)) == "foreign"
    assert browser.get("/api/me").json()["name"] == "Ana"


def test_a_cookie_without_a_page_is_not_believed(browser: httpx.Client, plain_server: ServerProcess) -> None:
    arrive(browser)
    with httpx.Client(base_url=plain_server.url, cookies=dict(browser.cookies)) as bare:
        assert problem(bare.patch("/api/me", json={"name": "Eve"})) == "foreign"
        for strange in ("Basic x", "Basic", "x y", "Bear er"):  # not what the token came in
            assert problem(bare.patch("/api/me", json={"name": "Eve"}, headers={"Authorization": strange})) == "foreign"
        assert bare.get("/api/me").json()["name"] == "Ana"  # reading is harmless
        token = browser.cookies["sabika"]
        bare.cookies.clear()
        bearer = bare.patch("/api/me", json={"name": "Eva"}, headers={"Authorization": f"Bearer {token}"})
        assert bearer.json()["name"] == "Eva"


def test_nothing_is_changed_by_get(browser: httpx.Client) -> None:
    document = browser.get("/api/openapi.json").json()
    for path, calls in document["paths"].items():
        assert set(calls) <= {"get", "post", "patch", "delete"}
        if "post" in calls and "get" not in calls:
            assert browser.get(path.replace("{id}", "x")).status_code == 405


def test_a_foreign_name_for_this_machine_is_refused(browser: httpx.Client) -> None:
    assert problem(browser.get("/api/games", headers={"Host": "evil.example"})) == "foreign"


# Names, proxies, TLS.


@pytest.mark.process
def test_behind_a_proxy_its_word_is_taken_and_nobody_elses(tmp_path: Path) -> None:
    far = {"X-Forwarded-For": "203.0.113.7", "X-Forwarded-Proto": "https", "Host": "games.example"}
    with started_server(tmp_path / "trusts", "--name", "games.example", "--proxy", "127.0.0.1") as running:
        ours = {**far, "Origin": "https://games.example"}
        answer = httpx.post(f"{running.url}/api/people", json={"name": "Ana"}, headers=ours)
        assert answer.status_code == 201
        assert answer.headers["set-cookie"].startswith("__Host-sabika=")
        assert answer.headers["set-cookie"].endswith("; Secure")
        assert answer.headers["strict-transport-security"].startswith("max-age=")
        plain = {**ours, "X-Forwarded-Proto": "http"}
        assert problem(httpx.post(f"{running.url}/api/people", json={"name": "Ana"}, headers=plain)) == "insecure"
    with started_server(tmp_path / "does not", "--name", "games.example", limits={"people_an_hour": 2}) as running:
        assert problem(httpx.get(f"{running.url}/api/games", headers=far)) == "insecure"
        for n, expected in enumerate((201, 201, 429)):
            headers = {"X-Forwarded-For": f"203.0.113.{n}"}
            answer = httpx.post(f"{running.url}/api/people", json={"name": "Ana"}, headers=headers)
            assert answer.status_code == expected


# Limits at their edge.


def sized(size: int) -> bytes:
    """A readable body of exactly so many bytes: blanks are allowed anywhere."""
    text = b'{"name": "Ana"}'
    return text + b" " * (size - len(text))


def test_a_body_of_64_kib_and_one_byte_more(browser: httpx.Client) -> None:
    json = {"Content-Type": "application/json"}
    assert browser.post("/api/people", content=sized(65_536), headers=json).status_code == 201
    assert problem(browser.post("/api/people", content=sized(65_537), headers=json)) == "too-large"

    def pieces() -> Iterator[bytes]:
        for _ in range(17):
            yield b" " * 4096

    assert problem(browser.post("/api/people", content=pieces(), headers=json)) == "too-large"


def test_a_header_of_16_kib_and_more(plain_server: ServerProcess) -> None:
    def status(filler: int) -> int:
        fixed = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\nX-Fill: "
        with socket.create_connection(("127.0.0.1", plain_server.port)) as raw:
            raw.sendall(fixed + b"x" * filler + b"\r\n\r\n")
            return int(raw.recv(64)[9:12])

    spoken = len("/api/games") + len("HostlocalhostX-Fill") + 8  # the path, the names and values, four for each line
    assert status(16_384 - spoken) == 200
    assert status(16_384 - spoken + 1) == 431
    assert status(60_000) == 431


LARGE = {
    "a long string": b'{"name": "%s"}' % (b"x" * 2_001),
    "nested too deep": b'{"name": ' + b"[" * 8 + b"]" * 8 + b"}",
    "a number too large": b'{"name": 9007199254740993}',
}
UNREADABLE = {
    "no JSON": b"name=Ana",
    "half of it": b'{"name": "An',
    "an unknown field": b'{"name": "Ana", "admin": true}',
    "a missing field": b"{}",
    "another type": b'{"name": 7}',
    "too long a name": b'{"name": "%s"}' % (b"x" * 41),
    "no text": b'{"name": "\xff\xfe"}',
    "half a letter": b'{"name": "\\ud800"}',
    "nothing": b"",
}


@pytest.mark.parametrize("body", LARGE.values(), ids=LARGE)
def test_json_over_a_limit(browser: httpx.Client, body: bytes) -> None:
    answer = browser.post("/api/people", content=body, headers={"Content-Type": "application/json"})
    assert problem(answer) == "too-large"


def test_a_position_may_be_longer_than_other_texts(browser: httpx.Client) -> None:
    browser.post("/api/people", json={"name": "Ana"})
    plan = {"game": "zatre", "seats": [{"type": "me"}] * 2}
    codes = [problem(browser.post("/api/tables", json={**plan, "position": "x" * long})) for long in (8_192, 8_193)]
    assert codes == ["bad-position", "unreadable"]


@pytest.mark.parametrize("body", UNREADABLE.values(), ids=UNREADABLE)
def test_a_body_that_cannot_be_read(browser: httpx.Client, body: bytes) -> None:
    answer = browser.post("/api/people", content=body, headers={"Content-Type": "application/json"})
    assert problem(answer) == "unreadable"


def test_a_body_of_another_kind_is_not_read(browser: httpx.Client) -> None:
    assert problem(browser.post("/api/people", data={"name": "Ana"})) == "unreadable"
    assert problem(browser.post("/api/people", content=b'{"name": "Ana"}')) == "unreadable"


@pytest.mark.parametrize("query", ["list=all", "skip=-1", "skip=x", "skip=10001", "seat=1", "list=open&colour=red"])
def test_a_query_that_cannot_be_read(browser: httpx.Client, query: str) -> None:
    assert problem(browser.get(f"/api/tables?{query}")) == "unreadable"


@pytest.mark.process
def test_who_is_slow_with_a_request_is_not_waited_for(tmp_path: Path) -> None:
    def waits(first: bytes) -> tuple[float, bytes]:
        """How long until the server hung up, and what it had said."""
        began = time.monotonic()
        answer = b""
        with socket.create_connection(("127.0.0.1", running.port)) as raw:
            raw.sendall(first)
            raw.settimeout(PATIENCE)
            while piece := raw.recv(4096):
                answer += piece
        return time.monotonic() - began, answer

    with started_server(tmp_path, limits={"handshake_seconds": 0.5}) as running:
        whole = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n"
        for first, said in ((b"", 0), (whole[:20], 0), (whole[:-2], 0), (whole, 1), (whole + whole[:20], 1)):
            seconds, answer = waits(first)
            assert 0.4 < seconds < PATIENCE
            assert answer.count(b"HTTP/1.1 200") == said
        header = b"POST /api/people HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        seconds, answer = waits(header + b'Content-Length: 15\r\n\r\n{"name"')
        assert 0.4 < seconds < PATIENCE
        assert answer.startswith(b"HTTP/1.1 400")


@pytest.mark.process
def test_requests_of_one_address(tmp_path: Path) -> None:
    limits = {"requests": 10, "requests_seconds": 600}
    with started_server(tmp_path, limits=limits) as running, httpx.Client(base_url=running.url) as client:
        assert [client.get("/api/games").status_code for _ in range(10)] == [200] * 10
        assert problem(client.get("/api/games")) == "too-many"


@pytest.mark.process
def test_games_read_from_one_address(tmp_path: Path) -> None:
    limits = {"readings": 3, "requests_seconds": 600}
    with started_server(tmp_path, limits=limits) as running, httpx.Client(base_url=running.url) as client:
        for path in ("record", "replay", "verify"):
            assert problem(client.get(f"/api/tables/zzzzzzzzzzzz/{path}")) == "no-table"
        for path in ("record", "replay", "verify"):
            assert problem(client.get(f"/api/tables/zzzzzzzzzzzz/{path}")) == "too-many"
        assert client.get("/api/games").status_code == 200


@pytest.mark.process
@pytest.mark.parametrize(("limit", "path", "usual"), [("requests", "/api/games", 200), ("readings", READING, 404)])
def test_requests_may_go_on_when_time_has_passed(tmp_path: Path, limit: str, path: str, usual: int) -> None:
    limits = {limit: 2, "requests_seconds": 1}
    with started_server(tmp_path, limits=limits) as running, httpx.Client(base_url=running.url) as client:
        statuses = [usual]
        while statuses[-1] == usual:
            statuses.append(client.get(path).status_code)
        while statuses[-1] == 429:
            time.sleep(0.05)
            statuses.append(client.get(path).status_code)
        assert set(statuses) == {usual, 429}
        assert statuses[-1] == usual


@pytest.mark.process
def test_new_people_and_codes_of_one_address(tmp_path: Path) -> None:
    with started_server(tmp_path, limits={"people_an_hour": 3, "codes_an_hour": 2}) as running:
        for expected in (201, 201, 201, 429):
            assert httpx.post(f"{running.url}/api/people", json={"name": "Ana"}).status_code == expected
        for expected in (403, 403, 429):
            assert httpx.post(f"{running.url}/api/people/codes", json={"code": "x"}).status_code == expected


@pytest.mark.process
def test_tables_of_one_person(tmp_path: Path) -> None:
    with started_server(tmp_path, limits={"open_tables": 3, "tables_an_hour": 5}) as running:
        client = httpx.Client(base_url=running.url, headers={"Origin": running.url})
        with client:
            arrive(client)
            made = [client.post("/api/tables", json=TABLE) for _ in range(4)]
            assert [answer.status_code for answer in made] == [201, 201, 201, 429]
            for n, answer in enumerate(made[:2]):
                close = {"type": "close", "id": f"close-{n}", "version": 99}
                assert client.post(f"/api/tables/{answer.json()['id']}/commands", json=close).status_code == 200
            later = [client.post("/api/tables", json=TABLE).status_code for _ in range(3)]
            assert later == [201, 201, 429]  # five in this hour


@pytest.mark.process
def test_tables_of_one_address(tmp_path: Path) -> None:
    """A stranger who comes as somebody else each time makes no more of them."""
    with started_server(tmp_path, limits={"address_tables_an_hour": 3}) as running:
        made = []
        for _ in range(4):
            with httpx.Client(base_url=running.url, headers={"Origin": running.url}) as client:
                arrive(client)
                made.append(client.post("/api/tables", json=TABLE).status_code)
        assert made == [201, 201, 201, 429]


@pytest.mark.process
def test_tables_made_at_once_are_counted_one_after_another(tmp_path: Path) -> None:
    async def story(port: int) -> list[int]:
        ana = await Caller(port).arrive("Ana")
        asks = [Caller(port, ana.token).call("POST", "/api/tables", TABLE) for _ in range(12)]
        answers = await asyncio.gather(*asks, return_exceptions=True)
        return [getattr(answer, "status", 201) for answer in answers]

    with started_server(tmp_path, limits={"open_tables": 3}) as running:
        assert sorted(asyncio.run(story(running.port))) == [201] * 3 + [429] * 9


# Tables.

UNKNOWN = ["zzzzzzzzzzzz", "x", "..", "%00", "a" * 3000, "1' or '1'='1", "🏰"]


@pytest.mark.parametrize("table", UNKNOWN)
def test_a_table_that_is_not_there_is_never_made(browser: httpx.Client, table: str) -> None:
    arrive(browser)
    for path in ("", "/record", "/replay", "/verify"):
        answer = browser.get(f"/api/tables/{table}{path}" if table != ".." else f"/api/tables/%2e%2e{path}")
        assert problem(answer) in ("no-table", "no-page")
    sit = {"type": "sit", "id": "a", "version": 0}
    assert problem(browser.post("/api/tables/zzzzzzzzzzzz/commands", json=sit)) == "no-table"
    assert browser.get("/api/tables?list=mine").json()["tables"] == []


def test_what_is_mine_is_only_for_somebody(browser: httpx.Client) -> None:
    assert problem(browser.get("/api/tables?list=mine")) == "no-person"
    assert problem(browser.post("/api/tables", json=TABLE)) == "no-person"


NONSENSE = {
    "no such game": ({"game": "chess"}, "no-game"),
    "one seat": ({"seats": [{"type": "me"}]}, "bad-seats"),
    "no such bot": ({"seats": [{"type": "me"}, {"type": "bot", "bot": "deep"}]}, "no-bot"),
    "no such option": ({"options": {"towers": "3"}}, "bad-option"),
    "a clock of nothing": ({"clock": {"move": 1}}, "bad-clock"),
    "no such stand-in": ({"stand_in": "deep"}, "no-bot"),
    "an unknown field": ({"cheat": True}, "unreadable"),
}


@pytest.mark.parametrize(("change", "code"), NONSENSE.values(), ids=NONSENSE)
def test_a_table_that_cannot_be(browser: httpx.Client, change: dict[str, object], code: str) -> None:
    assert problem(arrive(browser).post("/api/tables", json={**TABLE, **change})) == code


# Errors.


def test_a_problem_is_short_whatever_was_asked_for(browser: httpx.Client) -> None:
    refused = arrive(browser).post("/api/tables", json={**TABLE, "options": {"open_money": "x\n" * 1000}})
    assert problem(refused) == "bad-option"
    assert len(refused.json()["text"]) <= LONGEST_TEXT
    assert "\n" not in refused.json()["text"]


def test_every_problem_has_a_status_that_fits() -> None:
    statuses = {code: status_of(code) for code in get_args(Code)}
    assert all(400 <= status < 600 for status in statuses.values())
    assert [code for code, status in statuses.items() if status >= 500] == ["busy", "failed"]
