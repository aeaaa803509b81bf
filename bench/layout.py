"""How the code is laid out, in figures: `python -m bench.layout [SECONDS]`, with the seconds that `make check` took."""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import median, quantiles

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src/sabika"
WEB = ROOT / "web/src"

GAMES = tuple(sorted(path.parent.name for path in PACKAGE.glob("games/*/state.py")))
NAMES = re.compile(r"alhambra|alcazaba|zatre|\bdirk\b|(?<!monte )\bcarlo\b", re.IGNORECASE)
LONG = 400  # lines
EVENTS = ["sabika.server.protocol.events", "sabika.server.table.events"]
TABLES = ("web/src/protocol.ts",)  # long because they list or are generated


@dataclass(frozen=True)
class Module:
    """A Python file of the package."""

    path: Path
    name: str  # sabika.engine.state
    tree: ast.Module

    @property
    def room(self) -> str:
        """The top-level folder it is in."""
        return self.path.relative_to(PACKAGE).parts[0]


@cache
def text_of(file: Path) -> str:
    """A file, read once."""
    return file.read_text(encoding="utf-8")


@cache
def tree_of(file: Path) -> ast.Module:
    """A Python file, parsed once."""
    return ast.parse(text_of(file))


@cache
def modules() -> dict[str, Module]:
    """All Python files of the package, by name."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
        found[name] = Module(path, name, tree_of(path))
    return found


def shared_files() -> Iterator[Path]:
    """What belongs to no game: its own rooms, parts that several games share, built files and data aside."""
    for file in PACKAGE.rglob("*"):
        place = file.relative_to(PACKAGE)
        if file.suffix in {".py", ".sql", ".json"} and place.parts[0] != "games" and not of_a_game(place):
            yield file
    for file in WEB.rglob("*"):
        if file.suffix in {".ts", ".svelte", ".css"} and not of_a_game(file.relative_to(WEB)):
            yield file


def of_a_game(place: Path) -> bool:
    """Is it found by a game's name, as `bots/worth/<name>_thought.py` is, or data such as ratings?"""
    found_by_name = any(part.startswith(game) for part in place.parts[1:] for game in GAMES)
    return found_by_name or place == Path("arena/ratings.json")


@cache
def code_of(file: Path) -> str:
    """A file without the docstrings of its Python: help texts may name a game as an example."""
    lines = text_of(file).splitlines()
    for node in ast.walk(tree_of(file)) if file.suffix == ".py" else ():
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            lines[node.lineno - 1 : node.end_lineno] = [""] * ((node.end_lineno or node.lineno) - node.lineno + 1)
    return "\n".join(lines)


@cache
def naming_a_game() -> list[str]:
    """Where shared code names one game or the player it makes up: another game would have to be added there."""
    return [
        f"{file.relative_to(ROOT)}:{number}: {line.strip()}"
        for file in sorted(shared_files())
        for number, line in enumerate(code_of(file).splitlines(), 1)
        if NAMES.search(line)
    ]


def option_names(game: str) -> list[str]:
    """The names of a game's options, as its folder declares them."""
    folder = PACKAGE / "games" / game
    calls = (node for module in modules().values() if folder in module.path.parents for node in ast.walk(module.tree))
    options = [call for call in calls if isinstance(call, ast.Call) and ast.unparse(call.func) == "Option"]
    return sorted(str(ast.literal_eval(call.args[0])) for call in options)


def option_outside(game: str, option: str) -> list[str]:
    """Files outside the rooms of `game` that know its option."""
    own = re.compile(rf"/{game}(/|_\w+\.py|\.py)")
    files = [*PACKAGE.rglob("*.py"), *WEB.rglob("*.ts"), *WEB.rglob("*.svelte")]
    knows = re.compile(rf"[\"']{option}[\"']|options\??\.{option}\b")
    found = [file for file in files if not own.search(file.as_posix()) and knows.search(text_of(file))]
    return [str(file.relative_to(ROOT)) for file in sorted(found)]


def room_sizes() -> dict[str, int]:
    """How many modules lie in each folder, largest first."""
    sizes: dict[str, int] = defaultdict(int)
    for module in modules().values():
        if module.path.stem != "__init__":
            sizes[str(module.path.parent.relative_to(PACKAGE.parent))] += 1
    return dict(sorted(sizes.items(), key=lambda item: -item[1]))


@cache
def names_used_twice() -> list[str]:
    """Classes of one name in two modules of a top-level room; an event may be called the same in log and wire."""
    homes: dict[tuple[str, str], list[str]] = defaultdict(list)
    for module in modules().values():
        for node in module.tree.body:
            if isinstance(node, ast.ClassDef):
                homes[module.room, node.name].append(module.name)
    twice = {name: where for (_, name), where in sorted(homes.items()) if len(where) > 1 and where != EVENTS}
    return [f"{name}: {', '.join(where)}" for name, where in twice.items()]


def long_files() -> list[str]:
    """Files over 400 lines that are not tables."""
    files = [*PACKAGE.rglob("*.py"), *WEB.rglob("*.ts"), *WEB.rglob("*.svelte")]
    lengths = {str(file.relative_to(ROOT)): len(text_of(file).splitlines()) for file in files}
    return [f"{name}: {lines}" for name, lines in sorted(lengths.items()) if lines > LONG and name not in TABLES]


@cache
def function_lengths() -> list[int]:
    """Lines of every function and method, decorators aside."""
    functions = (
        node
        for module in modules().values()
        for node in ast.walk(module.tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    return sorted((node.end_lineno or node.lineno) - node.lineno + 1 for node in functions)


def function_figures() -> str:
    """Median, nine in ten below, longest."""
    lengths = function_lengths()
    return f"{median(lengths):g}, {quantiles(lengths, n=10)[8]:g}, {lengths[-1]}"


def largest_rooms() -> str:
    """The three largest, and those that are as large as the third."""
    return ", ".join(f"{size} (`{room.removeprefix('sabika/')}`)" for room, size in with_ties(room_sizes(), 3))


def with_ties(sizes: dict[str, int], count: int) -> list[tuple[str, int]]:
    """The first `count`, and those after them that are as large as the last of these."""
    least = sorted(sizes.values(), reverse=True)[count - 1]
    return [(room, size) for room, size in sizes.items() if size >= least]


def for_types_only(tree: ast.Module) -> set[ast.AST]:
    """All that is below `if TYPE_CHECKING:`."""
    blocks = [node for node in ast.walk(tree) if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"]
    return {below for block in blocks for statement in block.body for below in ast.walk(statement)}


@cache
def imports(module: Module) -> set[str]:
    """The modules of the package it imports, at any depth: in functions too."""
    found: set[str] = set()
    skipped = for_types_only(module.tree)
    for node in ast.walk(module.tree):
        if node in skipped:
            continue
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            below = {f"{node.module}.{alias.name}" for alias in node.names} & modules().keys()
            found |= below or {node.module}
    return found & modules().keys() - {module.name}


@cache
def cycles() -> list[str]:
    """Groups of modules that import each other, directly or by way of others."""
    graph = {name: imports(module) for name, module in modules().items()}
    reached = {name: reachable(graph, name) for name in graph}
    groups = {frozenset(other for other in reached[name] if name in reached[other]) for name in graph}
    return sorted(" - ".join(sorted(group)) for group in groups if group)


def reachable(graph: dict[str, set[str]], start: str) -> set[str]:
    """What can be reached by one import or more."""
    seen: set[str] = set()
    todo = list(graph[start])
    while todo:
        name = todo.pop()
        if name not in seen:
            seen.add(name)
            todo += graph[name]
    return seen


def listed(lines: list[str]) -> str:
    """How many, and which."""
    return "\n    ".join([str(len(lines)), *lines])


def figures(check_seconds: str) -> Iterator[tuple[str, str]]:
    """Every figure with its name."""
    outside = [
        f"{option}: {file}" for game in GAMES for option in option_names(game) for file in option_outside(game, option)
    ]
    yield "lines of shared files that name a game", listed(naming_a_game())
    yield "files outside a game's rooms that know one of its options", listed(outside)
    yield "modules in the largest rooms", largest_rooms()
    yield "class names used twice in a top-level room", listed(names_used_twice())
    yield f"files over {LONG} lines that are not tables", listed(long_files())
    yield "lines of a function: median, nine in ten below, longest", function_figures()
    yield "import cycles, imports in functions included", listed(cycles())
    yield "make check, seconds", check_seconds


if __name__ == "__main__":
    for name, figure in figures(sys.argv[1] if len(sys.argv) > 1 else "not measured"):
        print(f"{name}: {figure}")
