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
from tests.server.fuzz import AT_ONCE, ROUNDS, trial
from tests.server.server_process import ServerProcess
from tests.server.wire import run

SESSIONS = 20_000
MESSAGES = 500_000
BLOCKS_A_TABLE = 1_500  # of memory, as objects: every round has new tables, which hold about 550 each
BLOCKS = 4  # that a session of 25 messages may leave behind: any connection or message that was kept would be more


@pytest.mark.process
def test_nonsense_is_answered_in_typed_messages_and_costs_no_memory(tmp_path: Path) -> None:
    findings = trial(SESSIONS, MESSAGES, seed=1, data=tmp_path)
    assert findings.faults == []
    assert findings.sessions == SESSIONS
    assert findings.messages == MESSAGES
    assert {"unreadable", "too-large", "stale", "refused", "not-seated", "hello-first"} <= set(findings.answers)
    assert {1002, 1007, 1008, 1009} <= set(findings.closes)
    assert findings.kept[-1] - findings.kept[0] < (ROUNDS - 1) * (
        AT_ONCE * BLOCKS_A_TABLE + SESSIONS // ROUNDS * BLOCKS
    )


# REST.

LEFT_OUT: list[Any] = [positive_data_acceptance, negative_data_rejection]  # they know neither our 422 nor our 413


@pytest.fixture(scope="session")
def token(open_server: ServerProcess) -> str:
    """Somebody, so that calls for people are answered too."""
    return run(lambda: Caller(open_server.port).arrive("Ana")).token


def test_every_call_keeps_to_its_document(open_server: ServerProcess, token: str) -> None:
    """Requests that fit the document and requests that do not: statuses, content types and bodies are as it says."""
    document = schemathesis.openapi.from_url(f"{open_server.url}/api/openapi.json")
    bearer = {"Authorization": f"Bearer {token}"}
    tried = 0
    for found in document.get_all_operations():
        assert isinstance(found, Ok)
        operation = found.ok()
        if operation.method == "delete":
            continue  # signing out would be the end; test_app.py does it
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
    assert open_server.alive()
