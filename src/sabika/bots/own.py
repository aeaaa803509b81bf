"""Bots from a file or a module of your own: `mybot.py:First`, `package.module:Class`.

Loading one runs its code. So only a command line may name one, and nothing else comes here: a name from the network or
from a file goes to `sabika.bots.find`, which knows installed bots alone.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from inspect import signature
from pathlib import Path
from types import ModuleType
from typing import Final, cast

from sabika.bots import find
from sabika.bots.bot import Budget, Factory, Thinker

PROVEN: Final[set[tuple[str, str]]] = (
    set()
)  # what was written, and its place: one was made in this process, and is a bot


@dataclass(frozen=True)
class OwnBots:
    """Finds the bots of a command line by what they were called there, in this process or in any worker."""

    places: tuple[tuple[str, str], ...]  # what was written -> FILE:CLASS or MODULE:CLASS, with the file's whole path
    folder: str  # where the command was given: modules are looked for there too

    @classmethod
    def of(cls, specs: Iterable[str]) -> OwnBots:
        """Those among the words of a command line that name a class in a file or module."""
        return cls(tuple((spec, placed(spec)) for spec in specs if is_own(spec)), str(Path.cwd()))

    def __call__(self, spec: str) -> Factory:
        """What makes the bot; ValueError with one line if nothing does."""
        place = dict(self.places).get(spec)
        return find(spec) if place is None else self.load(spec, place)

    def load(self, spec: str, place: str) -> Factory:
        source, _, rest = place.rpartition(":")
        name, at, budget = rest.partition("@")
        if not source:
            raise ValueError(f"the bot {spec!r} does not load: name its class as well, as in {spec}:First")
        try:
            module = from_file(Path(source)) if source.endswith(".py") else from_module(source, self.folder)
        except (Exception, SystemExit) as problem:  # somebody else's code may fail in any way
            raise ValueError(f"the bot {spec!r} does not load: {in_one_line(problem)}") from problem
        if not hasattr(module, name):
            raise ValueError(f"the bot {spec!r} does not load: {Path(source).name} has no class {name!r}")
        factory = getattr(module, name)
        if not callable(factory):
            raise ValueError(f"the bot {spec!r} does not load: {name} cannot be called")
        if at and not getattr(factory, "thinks", False):
            raise ValueError(f"{spec!r} takes no budget: its class does not say `thinks = True`")
        made = partial(cast(Thinker, factory), budget=Budget.read(budget)) if at else cast(Factory, factory)
        if (spec, place) not in PROVEN:
            prove(spec, name, made)
            PROVEN.add((spec, place))
        return made


def prove(spec: str, name: str, factory: Factory) -> None:
    """Make one, and see whether it can be asked; ValueError with one line says what is missing."""
    try:
        bot = factory(0)
    except (Exception, SystemExit) as problem:
        raise ValueError(f"the bot {spec!r} cannot be made: {name}(seed) raises {in_one_line(problem)}") from problem
    choose = getattr(bot, "choose", None)
    if not callable(choose):
        raise ValueError(f"{spec!r} is no bot: what {name}(seed) makes has no method choose(sight)")
    try:
        signature(choose).bind(None)
    except TypeError:
        raise ValueError(f"{spec!r} is no bot: its method choose does not take one sight") from None
    except ValueError:  # compiled code may not tell
        pass


def in_one_line(problem: BaseException) -> str:
    return " ".join(f"{type(problem).__name__}: {problem}".split())[:300]


def is_own(spec: str) -> bool:
    """Is this a class in a file or module? `builder:exact=0` is not: that is a bot with another number."""
    if spec.endswith(".py"):
        return True  # whose class was forgotten
    place, colon, rest = spec.rpartition(":")
    return bool(colon and place) and rest.partition("@")[0].isidentifier()


def placed(spec: str) -> str:
    """With the whole path of the file: a worker may be started elsewhere."""
    place, colon, rest = spec.rpartition(":")
    return f"{Path(place).absolute()}{colon}{rest}" if place.endswith(".py") else spec


def from_file(file: Path) -> ModuleType:
    """The module of a file, loaded once; what lies beside it can be imported, as in a script."""
    name = f"{file.stem}_{hashlib.sha256(str(file).encode()).hexdigest()[:12]}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise ImportError(f"{file} is no Python file")
    reach(str(file.parent))
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module


def from_module(name: str, folder: str) -> ModuleType:
    reach(folder)
    return importlib.import_module(name)


def reach(folder: str) -> None:
    """Modules in this folder can be imported; those that are installed come first."""
    if folder not in sys.path:
        sys.path.append(folder)
