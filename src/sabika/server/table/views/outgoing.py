"""Everything that leaves the server is made by `sent`, for seats and spectators, live, late, at the end and in errors.

Nothing else sends anything of a table. Every viewer sees as a seat or as a spectator. Luck that this
viewer did not see is blank until the game is over, and a position is what `Game.view` shows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from sabika.server.protocol.commands import Odds, Score, Scorings, Try, Values
from sabika.server.protocol.problems import ProblemError
from sabika.server.table.table import TableState
from sabika.server.table.views.game_view import ENCODE
from sabika.server.table.views.questions import Advised, advice, chances, held, scoring, tried, worth
from sabika.server.table.views.replay import (
    AsItWas,
    AsSeen,
    Check,
    RecordText,
    ReplayFrom,
    as_it_was,
    as_seen,
    check,
    record_text,
    replay,
)
from sabika.server.table.views.table_view import Since, WholeTable, since, whole
from sabika.server.table.views.viewer import Look, Viewer

Past = RecordText | ReplayFrom | Check | AsSeen | AsItWas
ViewRequest = WholeTable | Since | Advised | Past | Try | Score | Odds | Scorings | Values


def sent(state: TableState, viewer: Viewer, request: ViewRequest) -> bytes:
    """An answer about a table for a viewer: JSON, or a record's text; ProblemError if it may not be seen."""
    look = Look(state, viewer)
    if not look.allowed:
        raise ProblemError("no-spectators", "This table has no spectators.")
    found = SENT[type(request)](look, request)
    return found.encode() if isinstance(found, str) else ENCODE(found)


SENT: Final[dict[type, Callable[[Look, Any], Any]]] = {
    WholeTable: whole,
    Since: since,
    Advised: advice,
    RecordText: record_text,
    ReplayFrom: replay,
    Check: check,
    AsSeen: as_seen,
    AsItWas: as_it_was,
    Try: tried,
    Score: scoring,
    Odds: chances,
    Scorings: held,
    Values: worth,
}
