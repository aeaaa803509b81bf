"""What this installation is made of: for bug reports, and for whoever wonders why the bots think slowly."""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import sysconfig
from importlib.metadata import PackageNotFoundError, distribution, requires, version
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

OPTIONAL = ("matplotlib", "ray", "psycopg", "pyarrow", "numpy", "gymnasium", "pettingzoo", "open_spiel")


def report() -> list[tuple[str, str]]:
    """Everything worth knowing, as name and finding."""
    return [
        ("rules", "compiled" if compiled() else f"uncompiled: {why_uncompiled()}"),
        ("Python", f"{platform.python_version()} ({platform.python_implementation()})"),
        ("platform", platform.platform()),
        ("C compiler", compiler() or "none found"),
        ("Python headers", "present" if has_headers() else "none found"),
        *((name, version_of(name)) for name in ("sabika", *needed(), *OPTIONAL)),
    ]


def brief() -> str:
    """The same in one line."""
    rules = "compiled rules" if compiled() else slower()
    return f"sabika {version_of('sabika')} on Python {platform.python_version()}: {rules}"


def slower() -> str:
    """What it means not to be compiled, by what was measured."""
    return f"uncompiled rules, 30 to 120 times slower: {why_uncompiled()}"


def compiled() -> bool:
    """Do the compiled rules run, rather than their Python source?"""
    rules = find_spec("sabika.engine.state")
    return rules is not None and not (rules.origin or "").endswith(".py")


def why_uncompiled() -> str:
    """The likely reason, and what to do about it."""
    if compiler() is None:
        return f"no C compiler found (Debian, Ubuntu: apt install gcc python3-dev), then `{rebuild()}`"
    if not has_headers():
        return f"no Python headers found (Debian, Ubuntu: apt install python3-dev), then `{rebuild()}`"
    noted = Path(__file__).with_name("uncompiled.txt")  # written by setup.py
    return noted.read_text(encoding="utf-8") if noted.exists() else "this is the source folder, no build of it"


def rebuild() -> str:
    """The command that builds the rules again: of make in a source folder, else of pip, past its cache."""
    here = [*Path(__file__).parents, *installed_from()]
    if any((folder / "Makefile").exists() and (folder / "src/sabika").is_dir() for folder in here):
        return "make build"
    return "pip install --force-reinstall --no-deps --no-cache-dir sabika"


def installed_from() -> list[Path]:
    """The file or folder that was installed, and the folders around it; none for what came from a package index."""
    try:
        text = distribution("sabika").read_text("direct_url.json")
    except PackageNotFoundError:
        return []
    url = urlsplit(json.loads(text)["url"]) if text else urlsplit("")
    path = Path(url2pathname(url.path))
    return [path, *path.parents] if url.scheme == "file" else []


def compiler() -> str | None:
    """Where the C compiler is that a build would use."""
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cl"
    return shutil.which(command.split()[0])


def has_headers() -> bool:
    """Is there what a C compiler needs of Python?"""
    return Path(sysconfig.get_path("include"), "Python.h").exists()


def needed() -> list[str]:
    """The names of the packages that sabika cannot do without."""
    try:
        requirements = requires("sabika") or []
    except PackageNotFoundError:
        return []
    return [re.split(r"[^\w.-]", line)[0] for line in requirements if "extra ==" not in line]


def version_of(name: str) -> str:
    """The installed version."""
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"
