"""Compiles the rules with mypyc where a C compiler works; everything else is in pyproject.toml."""

import os
import sys
import tempfile
from pathlib import Path

from setuptools import Distribution, Extension, setup
from setuptools.command.build import build

# What is compiled, below src/sabika: the hot part of the engine, in every game the rules, and what bots think with.
COMPILED = (
    "engine/rule.py",
    "engine/state.py",
    "engine/rng.py",
    "engine/playout.py",
    "games/*/*.py",
    "bots/dice/*.py",
    "bots/greedy.py",
    "bots/tree.py",
    "bots/search.py",
    "bots/worth/*.py",
)

# What stays plain in a game's folder: text, JSON, msgspec structs, which mypyc cannot compile, and sights.
PLAIN = ("__init__", "moves", "view", "rulings", "position", "soundness", "sight")

WORK = Path("build")  # whatever a build leaves behind, so that the next one is quick


def compiler_works() -> bool:
    """Can an extension be compiled and linked? Only trying tells: headers or a linker may be missing."""
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
            print(f"building without mypyc: {problem}", file=sys.stderr)
            return False
    return True


def groups() -> list[tuple[list[str], str]]:
    """The compiled files by folder: a folder becomes one library, `sabika.engine` and so on."""
    package = Path("src/sabika")
    files = {file for pattern in COMPILED for file in package.glob(pattern) if file.stem not in PLAIN}
    folders = sorted({file.parent for file in files})
    return [
        (sorted(str(file) for file in files if file.parent == folder), ".".join(folder.parts[1:])) for folder in folders
    ]


def compiled_rules() -> list[Extension]:
    """One extension a module and one library a folder: as fast as a single library, built side by side."""
    from mypyc.build import mypycify

    # No cache of mypy's: it outlives a change of what is compiled, and mypyc stumbles over the rest.
    # An unchanged C file keeps its time, so only folders that changed are compiled again.
    files = [file for names, _ in groups() for file in names]
    extensions = mypycify(
        [f"--cache-dir={os.devnull}", *files],
        opt_level="3",
        separate=groups(),
        target_dir=str(WORK / "mypyc"),
    )
    for extension in extensions:
        extension.depends += [file for file in ("setup.py", "requirements/play.lock") if Path(file).exists()]
        if "-Werror" in extension.extra_compile_args:  # a new compiler's new warning should stop nobody
            # Without interposition small functions are inlined: random play was a fifth faster.
            extension.extra_compile_args += ["-Wno-error", "-fno-semantic-interposition"]
    return extensions


class Build(build):
    """Leaves nothing in the wheel of a module that was renamed, deleted or is no longer compiled."""

    def run(self) -> None:
        super().run()
        commands = [self.get_finalized_command(name) for name in self.get_sub_commands()]
        wanted = {Path(output) for command in commands for output in command.get_outputs()}
        for file in Path(self.build_lib).rglob("*"):
            if file.is_file() and file not in wanted:
                file.unlink()


asks_only = {"egg_info", "dist_info", "sdist"} & set(sys.argv)
pure = asks_only or os.environ.get("SABIKA_PURE") == "1" or not groups() or not compiler_works()
WORK.mkdir(exist_ok=True)
setup(
    ext_modules=[] if pure else compiled_rules(),
    cmdclass={"build": Build},
    options={"build_ext": {"parallel": os.cpu_count()}, "egg_info": {"egg_base": str(WORK)}},
)
