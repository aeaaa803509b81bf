"""What `pip install` gets: an sdist that builds, and a wheel that plays in an environment with nothing else in it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec import yaml

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"

IN_THE_SDIST = (
    ".ci/run",
    ".github/workflows/release.yml",
    "LICENSE",
    "Makefile",
    "README.md",
    "bench/run.py",
    "deploy/Containerfile",
    "docs/engine.md",
    "examples/ppo.py",
    "lab/ratings.py",
    "pyproject.toml",
    "requirements/play.lock",
    "setup.py",
    "src/sabika/py.typed",
    "tests/recorded/alhambra-2.txt",
    "tests/test_package.py",
    "web/package-lock.json",
    "web/src/main.ts",
)


def run(*command: object, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run without what this process knows of sabika; `variables` are added to the environment."""
    hidden = ("PYTHONPATH", "SABIKA_PURE", "SABIKA_COMPILED", "SABIKA_URL")
    environment = {name: value for name, value in os.environ.items() if name not in hidden} | variables
    return subprocess.run(
        [str(part) for part in command], env=environment, cwd=ROOT, capture_output=True, text=True, check=False
    )


def test_an_isolated_build_knows_what_ours_knows() -> None:
    needed = settings()["build-system"]["requires"]
    assert needed == settings()["dependency-groups"]["build"]
    assert all("==" in requirement for requirement in needed)


def settings() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def test_every_python_that_we_name_gets_a_wheel() -> None:
    named = {line.rsplit(" ", 1)[1] for line in settings()["project"]["classifiers"] if ":: 3." in line}
    built = settings()["tool"]["cibuildwheel"]["build"].split()
    assert {f"cp{version.replace('.', '')}-*" for version in named} == set(built)


def test_what_is_still_an_alpha_is_capped_at_its_minor_version() -> None:
    (needed,) = [line for line in settings()["project"]["dependencies"] if line.startswith("librt")]
    low, high = re.fullmatch(r"librt>=0\.(\d+),<0\.(\d+)", needed).groups()  # type: ignore[union-attr]
    assert int(high) == int(low) + 1


def test_the_release_publishes_without_a_secret_and_only_what_was_tried() -> None:
    flow = yaml.decode((ROOT / ".github/workflows/release.yml").read_bytes())
    assert "secrets." not in str(flow)
    assert flow["permissions"] == {"contents": "read"}
    assert {name for name, job in flow["jobs"].items() if "permissions" in job} == {"publish"}
    assert flow["jobs"]["publish"]["permissions"] == {"id-token": "write"}
    assert set(flow["jobs"]["publish"]["needs"]) == set(flow["jobs"]) - {"publish"}
    assert (ROOT / settings()["tool"]["cibuildwheel"]["test-command"].rpartition("{project}/")[2]).is_file()


def test_the_manifest_names_every_folder_that_the_sdist_needs() -> None:
    lines = (ROOT / "MANIFEST.in").read_text(encoding="utf-8").splitlines()
    grafted = {line.removeprefix("graft ") for line in lines if line.startswith("graft ")}
    assert {name.partition("/")[0] for name in IN_THE_SDIST if "/" in name} == grafted
    assert [name for name in IN_THE_SDIST if not (ROOT / name).is_file()] == []


def description(folder: Path, **variables: str) -> str:
    """The metadata of the package, with the README as a package index shows it."""
    done = run(sys.executable, "setup.py", "-q", "egg_info", "--egg-base", folder, **variables)
    assert done.returncode == 0, done.stderr
    return (folder / "sabika.egg-info/PKG-INFO").read_text(encoding="utf-8")


@pytest.mark.process
def test_links_of_the_released_readme_are_whole_addresses(tmp_path: Path) -> None:
    text = description(tmp_path, SABIKA_URL="https://example.org/us/sabika")
    assert "Project-URL: Source, https://example.org/us/sabika\n" in text
    links = re.findall(r"\]\(([^)]*)\)", text)
    assert len(links) > 5
    assert [link for link in links if not link.startswith("https://")] == []
    pictures = re.findall(r"!\[[^\]]*\]\(https://example.org/us/sabika/raw/main/([^)]*)\)", text)
    assert pictures
    assert all((ROOT / picture).is_file() for picture in pictures)


@pytest.mark.process
def test_without_an_address_the_readme_stays_as_it_is(tmp_path: Path) -> None:
    text = description(tmp_path)
    assert "Project-URL" not in text
    assert (ROOT / "README.md").read_text(encoding="utf-8") in text


@pytest.fixture(scope="module")
def built() -> str:
    """What the build of sdist and wheel said; they are in dist/."""
    shutil.rmtree(DIST, ignore_errors=True)
    done = run(sys.executable, "-m", "build", "--outdir", DIST, ROOT, SABIKA_COMPILED="1")
    assert done.returncode == 0, (done.stdout + done.stderr)[-3000:]
    return done.stdout


@pytest.fixture(scope="module")
def sdist(built: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sdist, unpacked."""
    (archive,) = DIST.glob("*.tar.gz")
    folder = tmp_path_factory.mktemp("sdist")
    with tarfile.open(archive) as file:
        file.extractall(folder, filter="data")
    (unpacked,) = folder.iterdir()
    return unpacked


@pytest.fixture(scope="module")
def wheel(built: str) -> Path:
    """The wheel as it is released: on Linux it says which systems it runs on."""
    (file,) = DIST.glob("*.whl")
    if sys.platform != "linux":
        return file
    folder = str(Path(sys.executable).parent)
    repaired = run(
        sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", DIST, file, PATH=f"{folder}:{os.environ['PATH']}"
    )
    assert repaired.returncode == 0, repaired.stderr
    file.unlink()  # a package index does not take it
    (file,) = DIST.glob("*-manylinux*.whl")
    return file


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The commands of an environment that holds the wheel and what it asks for."""
    folder = tmp_path_factory.mktemp("empty")
    venv.create(folder, with_pip=True)
    commands = folder / ("Scripts" if sys.platform == "win32" else "bin")
    done = run(commands / "python", "-m", "pip", "install", "--quiet", wheel)
    assert done.returncode == 0, done.stderr
    yield commands
    shutil.rmtree(folder)


@pytest.mark.package
@pytest.mark.process
def test_the_sdist_holds_sources_tests_docs_and_web_sources(sdist: Path) -> None:
    assert [name for name in IN_THE_SDIST if not (sdist / name).is_file()] == []
    assert not (sdist / "web/node_modules").exists()
    assert not [file for pattern in ("*.so", "*.pyc") for file in sdist.rglob(pattern)]


@pytest.mark.package
@pytest.mark.process
def test_the_wheel_holds_every_file_of_the_package_and_is_small(wheel: Path, sdist: Path) -> None:
    package = sdist / "src"
    wanted = {file.relative_to(package).as_posix() for file in (package / "sabika").rglob("*") if file.is_file()}
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
    assert wanted - held == set()
    assert not [name for name in held if name.startswith("tests")]
    assert wheel.stat().st_size < 3_500_000


@pytest.mark.package
@pytest.mark.process
def test_the_compiler_is_told_once(built: str) -> None:
    commands = [line.split() for line in built.splitlines() if "-fno-semantic-interposition" in line]
    assert commands
    assert max(command.count("-fno-semantic-interposition") for command in commands) == 1


@pytest.mark.package
@pytest.mark.process
def test_the_wheel_plays_every_game_in_an_empty_environment(installed: Path) -> None:
    assert run(installed / "python", "-m", "pip", "check").returncode == 0
    played = run(installed / "python", ROOT / "tests/wheel_plays.py")
    assert played.returncode == 0, played.stderr
    assert "compiled rules" in played.stdout


def broken(sdist: Path, folder: Path) -> Path:
    """A copy whose rules mypyc refuses."""
    copy = folder / "broken"
    shutil.copytree(sdist, copy)
    with (copy / "src/sabika/engine/rng.py").open("a", encoding="utf-8") as file:
        file.write("\nWRONG: int = 'no number'\n")
    return copy


def make_wheel(source: Path, folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Build as pip does, with what is installed here: only the fallback is of interest."""
    options = ("--no-deps", "--no-build-isolation", "--verbose", "--wheel-dir", folder)
    return run(sys.executable, "-m", "pip", "wheel", *options, source, **variables)


def reason(folder: Path) -> str:
    """What the one wheel in `folder`, one of plain Python, says about why it is that."""
    (file,) = folder.glob("*-py3-none-any.whl")
    with zipfile.ZipFile(file) as archive:
        return archive.read("sabika/uncompiled.txt").decode()


@pytest.mark.package
@pytest.mark.process
def test_without_a_working_compiler_the_wheel_is_plain_and_says_why(sdist: Path, tmp_path: Path) -> None:
    done = make_wheel(sdist, tmp_path, CC="false")
    assert done.returncode == 0, done.stdout
    assert (
        "built uncompiled, which is 30 to 120 times slower: the C compiler does not work" in done.stdout + done.stderr
    )
    assert reason(tmp_path).startswith("the C compiler does not work")


@pytest.mark.package
@pytest.mark.process
def test_what_mypyc_refuses_gives_a_plain_wheel_that_says_why(sdist: Path, tmp_path: Path) -> None:
    done = make_wheel(broken(sdist, tmp_path), tmp_path)
    assert done.returncode == 0, done.stdout
    assert "rng.py" in reason(tmp_path)
    assert len(reason(tmp_path).splitlines()) == 1


@pytest.mark.package
@pytest.mark.process
@pytest.mark.parametrize("breaks", ["the compiler", "the rules"])
def test_who_asks_for_compiled_rules_gets_them_or_an_error(sdist: Path, tmp_path: Path, breaks: str) -> None:
    if breaks == "the compiler":
        done = make_wheel(sdist, tmp_path, SABIKA_COMPILED="1", CC="false")
    else:
        done = make_wheel(broken(sdist, tmp_path), tmp_path, SABIKA_COMPILED="1")
    assert done.returncode != 0
    assert "sabika was not compiled: " in done.stdout + done.stderr
