"""How the server says no."""

from __future__ import annotations

from sabika.server.protocol import Code, Problem


class Trouble(Exception):
    """What was asked for is refused; nothing has changed."""

    def __init__(self, code: Code, text: str, rule: str | None = None, version: int | None = None) -> None:
        super().__init__(text)
        self.problem = Problem(code, text, rule, version)
