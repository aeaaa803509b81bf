"""Every language says everything: the same keys and placeholders, and every key that the sources ask for."""

from __future__ import annotations

import ast
import json
import re
import shutil
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import get_args

import pytest

from sabika.bots import HOUSE
from sabika.engine.rule import Rule, label
from sabika.engine.table import Table
from sabika.games import GAMES
from sabika.games.alhambra.facts import CURRENCIES
from sabika.games.alhambra.state import REASONS as ALHAMBRA_ENDS
from sabika.games.alhambra_dice.codes import PRIZES
from sabika.games.alhambra_dice.facts import CHIP_NAMES, SCORINGS
from sabika.games.parts.tiles import TYPES
from sabika.games.zatre.state import REASONS as ZATRE_ENDS
from sabika.locales import rules_of, say
from sabika.server import protocol
from tests.games.alcazaba.test_text import SENTENCES as ALCAZABA_REFUSALS
from tests.games.alhambra.test_refusals import REFUSALS as ALHAMBRA_REFUSALS
from tests.games.alhambra_dice.test_text import SENTENCES as DICE_REFUSALS
from tests.games.zatre.helpers import laying
from tests.games.zatre.test_laying import SENTENCES as ZATRE_REFUSALS

ROOT = Path(__file__).parents[1]
LOCALES = ROOT / "src" / "sabika" / "locales"
PYTHON = ROOT / "src" / "sabika"
WEB = ROOT / "web" / "src"
LANGUAGES = ("en", "es", "it", "hu", "de")
OTHERS = LANGUAGES[1:]

Catalogues = dict[str, dict[str, str]]


def catalogues(folder: Path) -> Catalogues:
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))}


SPOKEN = catalogues(LOCALES)
ENGLISH = SPOKEN["en"]


# What a catalogue lacks.


def placeholders(sentence: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", sentence))


def unlike(found: dict[str, str], model: dict[str, str]) -> list[str]:
    """What sets a catalogue apart from another: its keys, placeholders and rule numbers; and texts that say nothing."""
    lines = [f"{key} is missing" for key in model.keys() - found.keys()]
    lines += [f"{key} is unknown" for key in found.keys() - model.keys()]
    for key in model.keys() & found.keys():
        if not found[key].strip():
            lines.append(f"{key} is empty")
        if placeholders(found[key]) != placeholders(model[key]):
            lines.append(f"{key} has other placeholders")
        if rules_in(found[key]) != rules_in(model[key]):
            lines.append(f"{key} names other rules")
    return sorted(lines)


def rules_in(sentence: str) -> list[str]:
    return re.findall(r"\b[ACDEZ]\d+[a-e]?\b", sentence)


# Which keys the sources ask for. A template is written with a star: `building.*`.


def web_keys(folder: Path) -> set[str]:
    """The first arguments of `t`, `about` and `tell` in TypeScript and Svelte; `tell` leaves the `event.` out."""
    found = set[str]()
    for path in [*folder.rglob("*.ts"), *folder.rglob("*.svelte")]:
        if path.name.endswith(".test.ts"):
            continue
        text = path.read_text(encoding="utf-8")
        for call in re.finditer(r"(?<![\w.$])(t|about|tell)\(", text):
            prefix = "event." if call[1] == "tell" else ""
            found |= {prefix + key for key in texts_in(first_argument(text, call.end()))}
    return found


def first_argument(text: str, start: int) -> str:
    """From here to the comma or bracket that ends the argument."""
    depth = 0
    for end in range(start, len(text)):
        if depth == 0 and text[end] in ",)":
            return text[start:end]
        depth += (text[end] in "([{") - (text[end] in ")]}")
    raise AssertionError(f"a call without an end: {text[start : start + 40]}")


def texts_in(expression: str) -> Iterator[str]:
    """The texts that an expression may come to, without those that it only compares with."""
    plain = re.sub(r"[!=]==\s*'[^']*'", "", expression)
    for template in re.findall(r"`([^`]*)`", plain):
        yield re.sub(r"\$\{[^}]*\}", "*", template)
    yield from re.findall(r"'([^']*)'", re.sub(r"`[^`]*`", "", plain))


def python_keys(folder: Path) -> set[str]:
    """The second arguments of `say` and `tell`, which are texts, templates, or names of what was chosen before."""
    found = set[str]()
    for path in folder.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        chosen = [
            (target.id, node.value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        ]
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and called(call) in ("say", "tell") and len(call.args) >= 2:
                key = call.args[1]
                values = [value for name, value in chosen if isinstance(key, ast.Name) and key.id == name]
                found |= {text for each in values or [key] for text in outcomes(each) if "." in text}
    return found


def called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def outcomes(node: ast.expr) -> Iterator[str]:
    """The texts that an expression may come to."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from outcomes(node.body)
        yield from outcomes(node.orelse)
    elif isinstance(node, ast.JoinedStr):
        yield "".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in node.values)


def cases_before(template: str) -> list[str]:
    """The `case` labels in words.ts above every line that says this template."""
    text = (WEB / "lib" / "words.ts").read_text(encoding="utf-8")
    runs = re.findall(rf"((?:\s*case '[\w-]+':)+)[^;]*?`{re.escape(template)}`", text)
    return [name for run in runs for name in re.findall(r"case '([\w-]+)'", run)]


def paragraphs(family: str) -> list[str]:
    """`game.n` for all that English tells of a game, at least one."""
    told = [key.removeprefix(f"{family}.") for key in ENGLISH if re.fullmatch(rf"{family}\.\w+\.\d+", key)]
    return [*told, *(f"{game}.1" for game in GAMES)]


def line_parts() -> set[str]:
    """The parts under which games book points."""
    found = set(SCORINGS)
    for path in (PYTHON / "games").rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and called(call) == "Line":
                found |= set(outcomes(call.args[1]))
    return found


def actions() -> set[str]:
    """The kinds of moves of all games that words.ts does not tell in words of their own."""
    kinds = {action.__struct_config__.tag for game in GAMES.values() for action in get_args(game.actions)}
    text = (WEB / "lib" / "words.ts").read_text(encoding="utf-8")
    own = re.findall(r"case '([\w-]+)'", text.partition("export function moveText")[2].partition("default:")[0])
    assert set(own) < kinds
    return kinds - set(own)


def asks() -> list[str]:
    """The kinds of moves that words.ts asks for in a sentence of their own."""
    text = (WEB / "lib" / "words.ts").read_text(encoding="utf-8")
    found = re.findall(r"'(\w+)'", text.partition("const ASKS = [")[2].partition("]")[0])
    assert len(found) > 5
    return [kind for kind in found if kind != "reserve"]  # placing is asked in the same words


ENDS = {*ALHAMBRA_ENDS, *ZATRE_ENDS, "five-rounds"} - {"playing"}
OPTIONS = [option for game in GAMES.values() for option in game.options]
# What the browser's client never brings about is told in English; what a rule refuses, by the rule.
FOR_PROGRAMS = {
    *("unreadable", "too-large", "foreign", "insecure", "no-method", "hello-first", "other-protocol"),
    *("no-game", "no-bot", "bad-seats", "bad-option", "bad-clock", "not-opening", "wrong-nonce", "refused"),
}
FAMILIES: dict[str, Iterable[str]] = {
    "ask.*": asks(),
    "bot.*": HOUSE,
    "building.*": [*TYPES, "fountain"],
    "chip.*": [name for name in CHIP_NAMES if not name.startswith("points")],
    "chip.does-*": [name for name in CHIP_NAMES if not name.startswith("points")],
    "choice.*": [choice for option in OPTIONS for choice in option.choices],
    "currency.*": CURRENCIES,
    "dice.*": ["mark", "displace"],
    "dice.prize-*": PRIZES,
    "event.*": [*actions(), "die", "carlo", "gift"],
    "event.choose-*": PRIZES,
    "event.end-*": ENDS,
    "game.*": GAMES,
    "game.*.about": [f"{game}.about" for game in GAMES],
    "learn.*.*": paragraphs("learn"),
    "option.*": [option.name for option in OPTIONS],
    "part.*": line_parts(),
    "problem.*": set(get_args(protocol.Code)) - FOR_PROGRAMS,
    "refusal.*": [],  # below, with the rulings
    "rules.*.*": paragraphs("rules"),
    "score.*": SCORINGS,
    "table.*": cases_before("table.${what.type}"),
    "table.status-*": get_args(protocol.Status),
    "zatre.draw-*": ["0", "1"],
}


def unsaid(keys: set[str], sentences: dict[str, str]) -> list[str]:
    """Keys, or templates of keys, that the sources ask for and the catalogue does not have."""
    found = []
    for key in keys:
        if "*" not in key:
            wanted = [key]
        elif key in FAMILIES:
            wanted = [key.partition("*")[0] + each for each in FAMILIES[key]]
        else:
            wanted = [key]  # a family that nobody has told this test about
        found += [each for each in wanted if each not in sentences]
    return sorted(found)


USED = web_keys(WEB) | python_keys(PYTHON)


# All languages are alike.


def test_the_five_languages() -> None:
    assert set(SPOKEN) == set(LANGUAGES)
    offered = (WEB / "lib" / "i18n.svelte.ts").read_text(encoding="utf-8")
    assert set(re.findall(r"import\('\$locales/(\w+)\.json'\)", offered)) == set(OTHERS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_all_keys_and_their_placeholders(language: str) -> None:
    assert not unlike(SPOKEN[language], ENGLISH)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sources_ask_for_nothing_that_is_not_said(language: str) -> None:
    assert len(USED) > 300
    assert not unsaid(USED, SPOKEN[language])


def test_variants_are_of_sentences_that_exist() -> None:
    """Who hears of one thing, and is spoken to, hears both."""
    for key in ENGLISH:
        whole, *variants = key.split("#")
        assert whole in ENGLISH, key
        assert variants in ([], ["one"], ["you"], ["one", "you"]), key
        if {f"{whole}#one", f"{whole}#you"} <= ENGLISH.keys():
            assert f"{whole}#one#you" in ENGLISH, key


@pytest.mark.parametrize("language", OTHERS)
def test_the_rules_in_short_are_as_many(language: str) -> None:
    for game in GAMES:
        assert len(rules_of(game, language)) == len(rules_of(game)) > 5


# Refusals.


def ruled() -> set[str]:
    """Every key that the rulings of all games can give: those they write out, and the labels of the other rules."""
    written = set[str]()
    for path in (PYTHON / "games").glob("*/rulings.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and re.fullmatch(r"[ACDZ]\d+[a-e]?(-[a-z]+)?", str(node.value)):
                written.add(str(node.value))
    parted = {key.partition("-")[0] for key in written if "-" in key} - written
    labels = {label(rule) for rule in Rule if rule is not Rule.NONE}
    shared = {f"{label(rule)}-remove" for rule in (Rule.A17D, Rule.A17E)}
    plain = {each for each in labels if each not in parted or each == label(Rule.A17C)}
    return written | plain | shared


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_has_its_sentence_and_every_sentence_its_refusal(language: str) -> None:
    told = {key.removeprefix("refusal.") for key in SPOKEN[language] if key.startswith("refusal.")}
    assert {key.partition("#")[0] for key in told} == ruled()


Case = tuple[Callable[[], Table], str | int]  # what makes a table, and a move that is refused there


def same(table: Table) -> Table:
    return table


def zatre_table(tiles: dict[tuple[int, int], int], held: list[int]) -> Table:
    table = Table.deal("zatre", 2)
    table.state = laying(tiles, held)
    return table


def refused() -> dict[str, Case]:
    """Refused moves of all games."""
    found: dict[str, Case] = {}
    for name, (setting, code, _, _) in ALHAMBRA_REFUSALS.items():
        found[f"alhambra, {name}"] = setting, code
    for game, cases in {"dice": DICE_REFUSALS, "alcazaba": ALCAZABA_REFUSALS}.items():
        for name, (table, move, _) in cases.items():
            found[f"{game}, {name}"] = partial(same, table), move
    for name, (tiles, held, move) in ZATRE_REFUSALS.items():
        found[f"zatre, {name}"] = partial(zatre_table, tiles, held), move
    return found


REFUSED = refused()


@pytest.mark.parametrize(("setting", "move"), REFUSED.values(), ids=REFUSED)
def test_a_refusal_is_explained_in_every_language(setting: Callable[[], Table], move: str | int) -> None:
    table = setting()
    rule = table.refusal(move)
    answers = [table.why(move, language=language) for language in LANGUAGES]
    assert len(set(answers)) == len(LANGUAGES)
    for answer in answers:
        assert label(rule) in rules_in(answer)
        assert "{" not in answer
        assert answer.endswith(".")


def test_columns_currencies_and_prizes_are_called_by_their_words() -> None:
    assert say("de", "refusal.D12", {"column": "tower"}).startswith("Kein Würfel zeigt Turm;")
    assert "dinero azul" in say("es", "refusal.A13-currency", {"tile": "tower-9-NE", "currency": "blue"})
    assert "1 punto e la fiche" in say("it", "refusal.D20-gone", {"column": "tower", "prize": "chip"})
    assert "kezdőjátékos-lapka" in say("hu", "refusal.C57-absent", {"column": "garden", "prize": "first-player"})
    assert "tower-9-NE" in say("hu", "refusal.C57-absent", {"column": "garden", "prize": "tower-9-NE"})


# That all this would notice.


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The catalogues, where one may spoil them."""
    for path in LOCALES.glob("*.json"):
        shutil.copy(path, tmp_path)
    return tmp_path


def spoilt(folder: Path, language: str, change: dict[str, str], without: str = "") -> list[str]:
    sentences = catalogues(folder)[language] | change
    sentences.pop(without, "")
    (folder / f"{language}.json").write_text(json.dumps(sentences), encoding="utf-8")
    return unlike(catalogues(folder)[language], ENGLISH)


def test_a_spoilt_catalogue_is_noticed(copy: Path) -> None:
    assert spoilt(copy, "hu", {}, without="home.now") == ["home.now is missing"]
    assert spoilt(copy, "es", {"home.now": " "}) == ["home.now is empty"]
    assert spoilt(copy, "it", {"home.never": "mai"}) == ["home.never is unknown"]
    assert spoilt(copy, "de", {"event.take": "{who} nimmt {cars}"}) == ["event.take has other placeholders"]
    assert spoilt(copy, "de", {"event.take": ENGLISH["event.take"], "refusal.D9": "Nein (D8)."}) == [
        "refusal.D9 names other rules"
    ]


PLANTED = {
    "a key in TypeScript": ("a.ts", "x = t('home.never');", ["home.never"]),
    "one of two keys in Svelte": ("a.svelte", "{t(open ? 'home.now' : 'home.never', { n: f(1, 2) })}", ["home.never"]),
    "a happening": ("a.ts", "return tell(kind === 'home' ? 'lay' : 'never', {});", ["event.never"]),
    "a family": ("a.svelte", "{t(`never.${name}`)}", ["never.*"]),
    "a key in Python": ("a.py", 'say("en", "score.never", {})', ["score.never"]),
    "a key chosen before": (
        "a.py",
        'key = "event.lay" if one else "event.never"\ntell(scene, key, 0, {})',
        ["event.never"],
    ),
    "a family in Python": ("a.py", 'say("en", f"never.{kind}", {})', ["never.*"]),
}


@pytest.mark.parametrize(("name", "text", "expected"), PLANTED.values(), ids=PLANTED)
def test_a_planted_key_is_noticed(name: str, text: str, expected: list[str], tmp_path: Path) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    assert unsaid(web_keys(tmp_path) | python_keys(tmp_path), ENGLISH) == expected


@pytest.mark.parametrize(
    "key", ["building.tower", "part.minus", "choice.same", "table.status-opening", "event.give-carlo"]
)
def test_a_sentence_that_the_sources_need_is_missed(key: str) -> None:
    assert set(unsaid(USED, {name: text for name, text in ENGLISH.items() if name != key})) == {key}
