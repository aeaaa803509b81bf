"""Bots of one's own: found by file or module, on the command line and nowhere else."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

import pytest

from sabika import bots
from sabika.bots.own import OwnBots, is_own

FIRST = """
import helper_of_first

LOADED = []

class First:
    thinks = True

    def __init__(self, seed, budget=None):
        self.seed, self.budget = seed, budget

    def choose(self, sight):
        return helper_of_first.pick(sight.moves())

NUMBER = 7
"""


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "helper_of_first.py").write_text("def pick(moves):\n    return moves[0]\n")
    (tmp_path / "first_bot.py").write_text(FIRST)
    return tmp_path / "first_bot.py"


WORDS = {
    "a file": ("mybot.py:First", True),
    "a file elsewhere": ("../bots/mybot.py:First", True),
    "a file with a budget": ("mybot.py:First@400", True),
    "a folder with an @": ("work@2/mybot.py:First", True),
    "a folder with an @ and a budget": ("work@2/mybot.py:First@400", True),
    "a module": ("package.module:First", True),
    "our own": ("builder", False),
    "our own with a budget": ("vizier@400", False),
    "another number": ("builder:exact=0", False),
    "no class": ("mybot.py:", False),
    "no file": (":First", False),
    "a file whose class was forgotten": ("mybot.py", True),
}


@pytest.mark.parametrize(("word", "own"), WORDS.values(), ids=WORDS)
def test_a_bot_of_ones_own_is_known_by_its_colon(word: str, own: bool) -> None:
    assert is_own(word) is own


@pytest.mark.parametrize("word", ["first_bot.py:First", "first_bot:First"])
def test_a_worker_elsewhere_finds_it_too(
    file: Path, word: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    sent = pickle.dumps(OwnBots.of([word, "builder"]))
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    bot = pickle.loads(sent)(word)(5)
    assert bot.seed == 5


def test_ours_are_found_beside_them(file: Path) -> None:
    finder = OwnBots.of(["first_bot.py:First", "novice"])
    assert finder("novice") is bots.find("novice")
    assert finder.places == (("first_bot.py:First", f"{file}:First"),)


def test_one_that_thinks_takes_a_budget(file: Path) -> None:
    bot = OwnBots.of(["first_bot.py:First@400"])("first_bot.py:First@400")(1)
    assert str(bot.budget) == "400"  # type: ignore[attr-defined]


def test_a_folder_may_have_the_sign_of_a_budget(file: Path, tmp_path: Path) -> None:
    (tmp_path / "work@2").mkdir()
    (tmp_path / "work@2" / "first_bot.py").write_text(FIRST)
    finder = OwnBots.of(words := ["work@2/first_bot.py:First", "work@2/first_bot.py:First@400"])
    plain, thinking = (finder(word)(1) for word in words)
    assert plain.budget is None  # type: ignore[attr-defined]
    assert str(thinking.budget) == "400"  # type: ignore[attr-defined]


FAULTS = {
    "no such file": ("nowhere.py:First", "FileNotFoundError"),
    "no such class": ("first_bot.py:Second", "first_bot.py has no class 'Second'"),
    "no class": ("first_bot.py", "name its class as well, as in first_bot.py:First"),
    "no such module": ("no_such_module_of_ours:First", "ModuleNotFoundError"),
    "something else": ("first_bot.py:NUMBER", "NUMBER cannot be called"),
    "a file that ends the process": ("leaves.py:First", "SystemExit"),
    "a file that is no Python": ("broken.py:First", "SyntaxError"),
    "a budget for one that does not think": ("plain.py:Plain@9", "takes no budget"),
}


@pytest.mark.parametrize(("word", "about"), FAULTS.values(), ids=FAULTS)
def test_what_does_not_load_is_told_in_one_line(file: Path, word: str, about: str) -> None:
    file.with_name("leaves.py").write_text("raise SystemExit(3)\n")
    file.with_name("broken.py").write_text("def :\n")
    file.with_name("plain.py").write_text("class Plain:\n    def __init__(self, seed): pass\n")
    with pytest.raises(ValueError, match=f"^[^\n]*{about}[^\n]*$"):
        OwnBots.of([word])(word)


BROKEN = """
class Dumb:
    def __init__(self, seed): pass

class Bare:
    def choose(self, sight): return 0

class Greedy:
    def __init__(self, seed, hunger): pass
    def choose(self, sight): return 0

class Deaf:
    def __init__(self, seed): pass
    def choose(self): return 0

class Leaver:
    def __init__(self, seed): raise SystemExit

def number(seed): return 5

def maker(seed): return Whole(seed)

class Whole:
    def __init__(self, seed): pass
    def choose(self, sight): return 0
"""
NO_BOTS = {
    "a class without choose": ("broken_bots.py:Dumb", r"no bot: what Dumb\(seed\) makes has no method choose\(sight\)"),
    "a class that takes no seed": ("broken_bots.py:Bare", r"cannot be made: Bare\(seed\) raises TypeError"),
    "a class that wants more": ("broken_bots.py:Greedy", "missing 1 required positional argument: 'hunger'"),
    "a choose without a sight": ("broken_bots.py:Deaf", "its method choose does not take one sight"),
    "a class that ends the process": ("broken_bots.py:Leaver", "raises SystemExit"),
    "a function": ("broken_bots.py:number", "no bot: what number"),
    "something of a module": ("os.path:join", "cannot be made: join"),
}


@pytest.mark.parametrize(("word", "about"), NO_BOTS.values(), ids=NO_BOTS)
def test_what_is_no_bot_is_told_in_one_line(file: Path, word: str, about: str) -> None:
    file.with_name("broken_bots.py").write_text(BROKEN)
    with pytest.raises(ValueError, match=f"^[^\n]*{about}[^\n]*$"):
        OwnBots.of([word])(word)


def test_a_function_may_make_the_bot_which_is_tried_once(file: Path) -> None:
    file.with_name("broken_bots.py").write_text(BROKEN)
    finder = OwnBots.of(["broken_bots.py:maker"])
    assert finder("broken_bots.py:maker")(1).choose(None) == 0  # type: ignore[arg-type]
    file.with_name("counted_bot.py").write_text(
        "MADE = []\nclass First:\n    def __init__(self, seed): MADE.append(seed)\n    def choose(self, sight): pass\n"
    )
    finder = OwnBots.of(["counted_bot.py:First"])
    factories = [finder("counted_bot.py:First") for _ in range(3)]
    assert sys.modules[factories[0].__module__].MADE == [0]


@pytest.mark.parametrize("word", ["first_bot.py:First", "first_bot:First", "os:abort", "/etc/passwd.py:x"])
def test_what_server_terminal_and_files_ask_knows_no_path(file: Path, word: str) -> None:
    with pytest.raises(ValueError, match="there is no bot"):
        bots.find(word)
    with pytest.raises(ValueError, match="there is no bot"):
        OwnBots.of(["builder"])(word)  # a name that the command line did not give
