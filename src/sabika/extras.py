"""What is installed only on demand: `pip install 'sabika[envs]'`. Where it is missing, the line says so."""

from __future__ import annotations

from importlib.util import find_spec
from types import TracebackType


def advice(what: str, package: str, extra: str) -> str:
    return f"{what} needs {package}: pip install 'sabika[{extra}]'"


def need(what: str, package: str, extra: str) -> None:
    """ValueError with one line where the package is missing; nothing is imported."""
    if find_spec(package) is None:
        raise ValueError(advice(what, package, extra))


class Needing:
    """Imports within it raise an ImportError that names the extra."""

    def __init__(self, what: str, extra: str) -> None:
        self.what = what
        self.extra = extra

    def __enter__(self) -> None: ...

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(problem, ModuleNotFoundError) and problem.name:
            raise ImportError(advice(self.what, problem.name, self.extra), name=problem.name) from None
