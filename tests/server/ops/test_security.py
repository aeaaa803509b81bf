"""What docs/security.md promises and no other test holds; and that the tests it names exist."""

from __future__ import annotations

import ast
import re
import runpy
import sys
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import httpx
import pytest

from sabika.server.common.limits import Limits
from tests.server.server_process import started_server

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
NAMED = sorted(set(re.findall(r"`(server/[\w/]+\.py)(?:::(\w+))?`", PAGE)))


@pytest.mark.parametrize(("file", "name"), NAMED)
def test_a_test_that_the_page_names_is_there(file: str, name: str) -> None:
    source = (ROOT / "tests" / file).read_text(encoding="utf-8")
    assert f"def {name}(" in source if name else source


def test_every_limit_of_the_house_is_on_the_page_of_hosting() -> None:
    hosting = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    assert [field.name for field in fields(Limits) if f"`{field.name}`" not in hosting] == []


def calls(source: str) -> Iterator[str]:
    """Names that are called, and modules that are imported."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            yield ast.unparse(node.func)
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""


def test_nothing_is_unpickled_or_evaluated() -> None:
    for file in (ROOT / "src" / "sabika" / "server").rglob("*.py"):
        found = set(calls(file.read_text(encoding="utf-8")))
        assert found.isdisjoint({"eval", "exec", "compile", "pickle", "marshal", "shelve", "yaml", "__import__"}), file


@pytest.mark.process
def test_a_fault_of_ours_is_answered_logged_and_survived(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.server.faulty"]
    with started_server(tmp_path, command=command) as running:
        answer = httpx.get(f"{running.url}/api/games")
        assert answer.status_code == 500
        assert answer.json()["code"] == "failed"
        assert "Traceback" not in answer.text
        assert "planted" not in answer.text
        assert answer.headers["content-security-policy"].startswith("default-src 'none'")
        assert httpx.get(f"{running.url}/").status_code == 200  # it is still there
    assert any("planted" in line for line in running.failures())


def test_the_unit_and_the_image_give_away_no_more_than_they_must() -> None:
    unit = (ROOT / "deploy" / "sabika.service").read_text(encoding="utf-8")
    for line in (
        "DynamicUser=yes",
        "ProtectSystem=strict",
        "NoNewPrivileges=yes",
        "CapabilityBoundingSet=",
        "UMask=0077",
    ):
        assert f"\n{line}\n" in unit
    image = (ROOT / "deploy" / "Containerfile").read_text(encoding="utf-8")
    last = image.rpartition("\nFROM ")[2]
    assert re.search(r"^USER [1-9]\d*$", last, re.MULTILINE)
    assert "--require-hashes" in image


def test_a_known_weakness_fails_the_audit_and_a_silent_database_does_not(capsys: pytest.CaptureFixture[str]) -> None:
    audit = runpy.run_path(str(ROOT / "requirements" / "audit.py"))
    fine: dict[str, object] = {"name": "click", "version": "8.4", "vulns": []}
    weak: dict[str, object] = {"name": "rich", "version": "0.1", "vulns": [{"id": "CVE-0"}]}
    unknown: dict[str, object] = {"name": "segno", "skip_reason": "nobody knows it"}
    for answer, expected in (([fine, weak], 1), ([fine, unknown], 0), ([unknown], 0), (None, 0)):
        audit["main"].__globals__["ask"] = lambda answer=answer: answer
        assert audit["main"]() == expected
    assert "1 of 2 packages could be asked about; 0 have a known weakness" in capsys.readouterr().out
