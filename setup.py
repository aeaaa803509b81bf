"""Compiles the rules with mypyc where a C compiler works; everything else is in pyproject.toml.

SABIKA_PURE=1 asks for plain Python; SABIKA_COMPILED=1 makes a failed compile an error. With neither, a failed compile
gives plain Python, which plays the same games more slowly. SABIKA_URL says where the repository is.
"""

import contextlib
import io
import os
import re
import sys
import tempfile
from pathlib import Path

from setuptools import Distribution, Extension, setup
from setuptools.command.build import build
from setuptools.command.build_ext import build_ext

# What is compiled, below src/sabika: the hot part of the engine, in every game the rules, and what bots think with.
COMPILED = (
    "engine/rule.py",
    "engine/state.py",
    "engine/rng.py",
    "engine/playout.py",
    "games/*/*.py",
    "bots/dice/*.py",
    "bots/greedy.py",
    "bots/tree_search.py",
    "bots/search_bots.py",
    "bots/worth/*.py",
    "envs/codec.py",
    "envs/rewards.py",
    "envs/batch.py",
    "envs/parts/*.py",
    "envs/codecs/*.py",
)

# What stays plain (`moves.py`, `city_moves.py`): text, JSON, msgspec structs, which mypyc cannot compile, and sights.
PLAIN = (
    "__init__",
    "texts",
    "moves",
    "view",
    "words",
    "position_text",
    "position_check",
    "drafts",
    "sight",
    "picture",
    "companion",
)

# Every library is given all of mypyc's runtime: what it does not call is left out, a fifteenth of the wheel.
# And no symbols that only a debugger reads.
SMALLER = {"linux": ["-Wl,--gc-sections", "-Wl,--strip-all"], "darwin": ["-Wl,-dead_strip", "-Wl,-x"]}

WORK = Path("build")  # whatever a build leaves behind, so that the next one is quick

# Where -O3 gains some percent of speed; elsewhere it only makes the wheel larger.
FASTER = {
    f"sabika.{room}__mypyc" for room in ("engine", "games.parts", "games.alhambra_dice", "games.alcazaba", "bots.dice")
}


class NotCompiled(Exception):
    """Why the rules could not be compiled, in one line."""


def try_compiler() -> None:
    """Compile and link an empty extension: headers or a linker may be missing, and only trying tells."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text("#include <Python.h>\nPyObject *PyInit_probe(void) { return NULL; }\n")
        trial = Distribution({"ext_modules": [Extension("probe", [str(source)])]})
        command = trial.get_command_obj("build_ext")
        command.build_lib = command.build_temp = folder
        try:
            command.ensure_finalized()
            command.run()
        except Exception as problem:  # each compiler fails in its own way
            raise NotCompiled(f"the C compiler does not work: {problem}") from problem


def groups() -> list[tuple[list[str], str]]:
    """The compiled files by folder: a folder becomes one library, `sabika.engine` and so on."""
    package = Path("src/sabika")
    files = {file for pattern in COMPILED for file in package.glob(pattern) if not file.stem.endswith(PLAIN)}
    folders = sorted({file.parent for file in files})
    return [
        (sorted(str(file) for file in files if file.parent == folder), ".".join(folder.parts[1:])) for folder in folders
    ]


def translated() -> list[Extension]:
    """The rules as C: an extension a module, a library a folder. As fast as one library, and built side by side."""
    from mypyc.build import mypycify

    # No cache of mypy's: it outlives a change of what is compiled, and mypyc stumbles over the rest.
    # An unchanged C file keeps its time, so only folders that changed are compiled again.
    files = [file for names, _ in groups() for file in names]
    said = io.StringIO()
    try:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            return mypycify(
                [f"--cache-dir={os.devnull}", *files],
                opt_level="2",
                debug_level="0",
                separate=groups(),
                target_dir=str(WORK / "mypyc"),
            )
    except SystemExit as problem:  # how mypyc says that it cannot go on
        print(said.getvalue(), file=sys.stderr)
        first = next((line for line in said.getvalue().splitlines() if "error:" in line), problem)
        raise NotCompiled(f"mypyc: {first}") from problem


def compiled_rules() -> list[Extension]:
    """What setuptools has to compile."""
    try_compiler()
    extensions = translated()
    for extension in extensions:
        extension.depends += [file for file in ("setup.py", "requirements/play.lock") if Path(file).exists()]
        if "-Werror" in extension.extra_compile_args:  # a new compiler's new warning should stop nobody
            # Without interposition small functions are inlined: random play was a fifth faster.
            # A new list: mypycify gives all extensions the same one.
            # Nothing unwinds through C, and the tables for it are a twentieth of the wheel.
            # Only the entry of a library is looked up by name: hidden, its functions are no symbols, a twentieth more.
            own = [
                "-Wno-error",
                "-fno-semantic-interposition",
                "-fno-asynchronous-unwind-tables",
                "-fvisibility=hidden",
                "-ffunction-sections",
                "-fdata-sections",
            ]
            faster = ["-O3"] if extension.name in FASTER else []
            extension.extra_compile_args = [*extension.extra_compile_args, *own, *faster]
        extension.extra_link_args = [*extension.extra_link_args, *SMALLER.get(sys.platform, [])]
    return extensions


class BuildExtensions(build_ext):
    """Says in one type that it failed, whatever the compiler."""

    def run(self) -> None:
        try:
            super().run()
        except Exception as problem:
            raise NotCompiled(f"the C compiler failed: {problem}") from problem


class Build(build):
    """Leaves nothing in the wheel of a module that was renamed, deleted or is no longer compiled."""

    reason = ""  # why the rules are not compiled

    def run(self) -> None:
        super().run()
        commands = [self.get_finalized_command(name) for name in self.get_sub_commands()]
        wanted = {Path(output) for command in commands for output in command.get_outputs()}
        for file in Path(self.build_lib).rglob("*"):
            if file.is_file() and file not in wanted:
                file.unlink()
        if self.reason:  # pip hides what a build says: `sabika doctor` tells it
            Path(self.build_lib, "sabika/uncompiled.txt").write_text(self.reason, encoding="utf-8")


def described() -> dict[str, object]:
    """The README as the package index shows it, where links into the repository have to be whole addresses.

    The release names the repository it runs in (SABIKA_URL): a fork's package leads to the fork.
    """
    text = Path("README.md").read_text(encoding="utf-8")
    facts: dict[str, object] = {"long_description_content_type": "text/markdown"}
    if url := os.environ.get("SABIKA_URL", "").rstrip("/"):
        text = re.sub(r"(!\[[^\]]*\]\()(?!https?:|#)", rf"\1{url}/raw/main/", text)
        text = re.sub(r"(?<!!)(\[[^\]!]*\]\()(?!https?:|#)", rf"\1{url}/blob/main/", text)
        pages = {"Documentation": "docs/README.md", "Changes": "CHANGELOG.md"}
        links = {name: f"{url}/blob/main/{page}" for name, page in pages.items()}
        facts["project_urls"] = {"Source": url, "Issues": f"{url}/issues", **links}
    return {**facts, "long_description": text}


def run(extensions: list[Extension], *, reason: str = "") -> None:
    """Do what setuptools was asked for."""
    Build.reason = reason
    setup(
        **described(),
        ext_modules=extensions,
        cmdclass={"build": Build, "build_ext": BuildExtensions},
        options={"build_ext": {"parallel": os.cpu_count()}, "egg_info": {"egg_base": str(WORK)}},
    )


WORK.mkdir(exist_ok=True)
if {"egg_info", "dist_info", "sdist"} & set(sys.argv):
    run([])
elif os.environ.get("SABIKA_PURE") == "1":
    run([], reason="SABIKA_PURE=1 was set when it was built")
else:
    try:
        run(compiled_rules())
    except NotCompiled as problem:
        reason = " ".join(str(problem).split())
        if os.environ.get("SABIKA_COMPILED") == "1":
            sys.exit(f"sabika was not compiled: {reason}")
        print(f"sabika is built uncompiled, which is 30 to 120 times slower: {reason}", file=sys.stderr)
        run([], reason=reason)
