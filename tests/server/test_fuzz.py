"""Sockets that talk nonsense, and requests made out of the OpenAPI document."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import given
from hypothesis.errors import FailedHealthCheck, Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.core.result import Ok
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

from tests.fuzz import examples
from tests.server.caller import Caller
from tests.server.fuzz import trial
from tests.server.house import House
from tests.server.wire import run

SESSIONS = 20_000
MESSAGES = 500_000


def test_nonsense_is_answered_in_typed_messages_and_costs_no_memory(tmp_path: Path) -> None:
    findings = trial(SESSIONS, MESSAGES, seed=1, data=tmp_path)
    assert findings.faults == []
    assert findings.sessions == SESSIONS
    assert findings.messages == MESSAGES
    assert {"unreadable", "too-large", "stale", "refused", "not-seated", "hello-first"} <= set(findings.answers)
    assert {1002, 1007, 1008, 1009} <= set(findings.closes)
    assert findings.grown < 24


# REST.

LEFT_OUT: list[Any] = [positive_data_acceptance, negative_data_rejection]  # they know neither our 422 nor our 413


@pytest.fixture(scope="session")
def token(open_house: House) -> str:
    """Somebody, so that calls for people are answered too."""
    return run(lambda: Caller(open_house.port).arrive("Ana")).token


def test_every_call_keeps_to_its_document(open_house: House, token: str) -> None:
    """Requests that fit the document and requests that do not: statuses, content types and bodies are as it says."""
    document = schemathesis.openapi.from_url(f"{open_house.url}/api/openapi.json")
    bearer = {"Authorization": f"Bearer {token}"}
    tried = 0
    for found in document.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        if operation.method == "delete":
            continue  # signing out would be the end; test_web.py does it
        for mode in GenerationMode:

            @examples(20)
            @given(case=operation.as_strategy(generation_mode=mode))
            def ask(case: Case[Any]) -> None:
                case.call_and_validate(headers=bearer, excluded_checks=LEFT_OUT)

            try:
                ask()
                tried += 1
            except (Unsatisfiable, FailedHealthCheck):
                assert mode is GenerationMode.NEGATIVE  # a call without parameters cannot be asked wrongly
    assert tried > 20
    assert open_house.alive()
