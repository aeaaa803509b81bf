"""Every language says everything: the same keys and placeholders, and every key that the sources ask for."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Container, Iterable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import get_args

import pytest

from sabika.bots import HOUSE
from sabika.engine.rule import E1, E2, E3, E4
from sabika.engine.table import Table
from sabika.games import ALCAZABA, ALHAMBRA, ALHAMBRA_DICE, GAMES
from sabika.games.alhambra.facts import CURRENCIES
from sabika.games.alhambra.tabletop import REASONS as ALHAMBRA_ENDS
from sabika.games.alhambra_dice.codes import PRIZES
from sabika.games.alhambra_dice.facts import CHIP_NAMES, SCORINGS
from sabika.games.parts.rules import A17C, A17D, A17E
from sabika.games.parts.tiles import TYPES
from sabika.games.zatre.tabletop import REASONS as ZATRE_ENDS
from sabika.locales import rules_of, say, whole
from sabika.server.protocol.base import Status
from sabika.server.protocol.problems import Code
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
    """The catalogues of a room by language."""
    return {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))}


def rooms() -> dict[str, Catalogues]:
    """All catalogues: of the games, of the parts they share, and the common ones."""
    folders = {game: PYTHON / "games" / game / "locales" for game in GAMES}
    folders |= {path.name: path for path in sorted((PYTHON / "games" / "parts" / "locales").iterdir())}
    return {"common": catalogues(LOCALES)} | {room: catalogues(folder) for room, folder in folders.items()}


ROOMS = rooms()
SPOKEN = {
    language: {key: sentence for room in ROOMS.values() for key, sentence in room[language].items()}
    for language in LANGUAGES
}
ENGLISH = SPOKEN["en"]


# What a catalogue lacks.


def placeholders(sentence: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", sentence))


def unlike(found: dict[str, str], model: dict[str, str]) -> list[str]:
    """What sets a catalogue apart from another: its keys, placeholders and rule numbers; and texts that say nothing."""
    lines = [f"{key} is missing" for key in model.keys() - found.keys()]
    lines += [f"{key} is unknown" for key in found.keys() - model.keys() if not key.endswith("#many")]
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


KEY_AT = {"say": 1, "said": 1, "tell": 1, "Phrase": 0}  # which argument of a call is the key


def python_keys(folder: Path) -> set[str]:
    """The keys of sentences, which are texts, templates, or names of what was chosen before."""
    found = set[str]()
    for path in folder.rglob("*.py"):
        nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        chosen = [
            (target.id, node.value)
            for node in nodes
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name)
        ]
        for call in nodes:
            if isinstance(call, ast.Call) and called(call) in KEY_AT and len(call.args) > KEY_AT[called(call)]:
                key = call.args[KEY_AT[called(call)]]
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


def paragraphs(family: str) -> set[str]:
    """The numbers of all that English tells of a game, at least the first."""
    return {key.removeprefix(f"{family}.") for key in ENGLISH if re.fullmatch(rf"{family}\.\d+", key)} | {"1"}


def line_parts() -> set[str]:
    """The parts under which games book points."""
    found = set(SCORINGS)
    for path in (PYTHON / "games").rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and called(call) == "Line":
                found |= set(outcomes(call.args[1]))
    return found


def building() -> set[str]:
    """The kinds of moves that change a city: one template tells them all."""
    both = set(get_args(ALHAMBRA.actions)) & set(get_args(ALCAZABA.actions))
    return {action.__struct_config__.tag for action in both} - {"give"}  # each to its own ghost


def asks() -> set[str]:
    """What the games' words ask for in a sentence of its own."""
    texts = [path.read_text(encoding="utf-8") for path in sorted((WEB / "games").glob("*/words.ts"))]
    found = [
        kind for text in texts for kind in re.findall(r": '(\w+)'", text.partition("asks: {")[2].partition("}")[0])
    ]
    assert len(found) > 5
    return set(found)


ENDS = {*ALHAMBRA_ENDS, *ZATRE_ENDS, "five-rounds"} - {"playing"}
OPTIONS = [option for game in GAMES.values() for option in game.options]
# What the browser's client never brings about is told in English; what a rule refuses, by the rule.
FOR_PROGRAMS = {
    *("unreadable", "too-large", "foreign", "insecure", "no-method", "hello-first"),
    *("no-game", "no-bot", "bad-seats", "bad-option", "bad-clock", "not-opening", "wrong-nonce", "refused"),
}


@cache
def families() -> dict[str, Iterable[str]]:
    """What the star of a template may stand for."""
    return {
        "*.*": [],  # what a game may call a part or a source of its points
        "ask.*": asks(),
        "board.draw-*": ["0", "1"],
        "bot.*": HOUSE,
        "building.*": [*TYPES, "fountain"],
        "chip.*": [name for name in CHIP_NAMES if not name.startswith("points")],
        "chip.does-*": [name for name in CHIP_NAMES if not name.startswith("points")],
        "choice.*": [choice for option in OPTIONS for choice in option.choices],
        "city.*": ["remove", "reserve"],
        "companion.by-*": ["lines", "board", "end"],
        "currency.*": CURRENCIES,
        "dice.*": ["mark", "displace"],
        "dice.prize-*": PRIZES,
        "dice.take-*": PRIZES,
        "event.*": building() - {"place", "add"},
        "event.*-cell": ["place-cell", "add-cell"],
        "event.choose-*": PRIZES,
        "event.end-*": ENDS,
        "event.starter-*": ["fewest-cards", "lowest-sum"],  # and by lot, which is luck
        "letter.*": TYPES,
        "me.motion-*": ["calm", "quick", "none"],
        "option.*": [option.name for option in OPTIONS],
        "part.*": line_parts() - {"round-*"} | {"round"},  # the number of a round stands behind its name
        "place.*": [str(place) for place in range(1, 8)],
        "pieces.*": TYPES,
        "rank.*": [str(place) for place in range(1, 7)],
        "problem.*": set(get_args(Code)) - FOR_PROGRAMS,
        "refusal.*": [],  # below, with the rulings
        "rules.*": paragraphs("rules"),
        "score.*": SCORINGS,
        "source.*": ["bonus", "crosses"],
        "stock.*": ["bag", "pile", "spent", "rounds", "chips", "unseen"],
        "table.*": cases_before("table.${what.type}"),
        "table.status-*": get_args(Status),
        "way.*": ["north", "east", "south", "west"],
    }


def asked(keys: Iterable[str]) -> set[str]:
    """The keys that the sources ask for; a family that nobody has told this test about is kept as its template."""
    return {
        each
        for key in keys
        for each in ([key.partition("*")[0] + name for name in families()[key]] if key in families() else [key])
    }


def unsaid(keys: set[str], sentences: Container[str]) -> list[str]:
    """Keys, or templates of keys, that the sources ask for and the catalogue does not have."""
    return sorted(each for each in asked(keys) if each not in sentences)


@cache
def shown() -> set[str]:
    """What the client asks for."""
    return web_keys(WEB)


@cache
def told() -> set[str]:
    """What the program asks for."""
    return python_keys(PYTHON)


# All languages are alike.


def test_the_five_languages() -> None:
    assert set(ROOMS) > {*GAMES, "common", "city", "dice"}
    for room in ROOMS.values():
        assert set(room) == set(LANGUAGES)


@pytest.mark.parametrize(
    "path", sorted(PYTHON.rglob("locales/**/*.json")), ids=lambda path: str(path.relative_to(PYTHON))
)
def test_no_sentence_is_there_twice(path: Path) -> None:
    """JSON takes the last of two silently."""
    keys = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=lambda pairs: [key for key, _ in pairs])
    assert [key for key in set(keys) if keys.count(key) > 1] == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("room", ROOMS)
def test_a_language_has_all_keys_and_their_placeholders(room: str, language: str) -> None:
    assert not unlike(ROOMS[room][language], ROOMS[room]["en"])


def test_the_sources_ask_for_nothing_that_is_not_said() -> None:
    assert len(shown()) > 250
    assert not unsaid(shown(), ENGLISH)
    assert not unsaid(told(), ENGLISH)


@pytest.mark.parametrize("game", GAMES)
def test_what_the_room_of_a_game_asks_for_is_said_there(game: str) -> None:
    """By the game, by its parts or in common: what another game says is not heard."""
    rooms = [game, *GAMES[game].parts, "common"]
    heard = {key for room in rooms for key in ROOMS[room]["en"]}
    assert [key for key in web_keys(WEB / "games" / game) if "*" not in key and key not in heard] == []


@pytest.mark.parametrize("folder", ["lib", "pages", "table", "games/plain"])
def test_what_every_game_is_asked_for_is_said_in_common(folder: str) -> None:
    """Besides what each game says of itself: a game of another package shares no part with ours."""
    of_itself = {"title", "about", "ghost"}
    keys = {key for key in web_keys(WEB / folder) if "*" not in key}
    assert keys - set(ROOMS["common"]["en"]) - of_itself == set()


def test_every_sentence_is_asked_for() -> None:
    needed = asked(shown() | told())
    others = re.compile(r"(refusal|luck)\.")  # asked for by their rules, and by the review in its own tests
    idle = [
        f"{key} of {room}"
        for room, catalogue in ROOMS.items()
        for key in map(whole, catalogue["en"])
        if key not in needed and not others.match(key)
    ]
    assert not idle


@pytest.mark.parametrize("room", ROOMS)
def test_variants_are_of_sentences_that_exist(room: str) -> None:
    """Who hears of one thing, and is spoken to, hears both."""
    for language, catalogue in ROOMS[room].items():
        plurals = {"one", "many"} if language in ("es", "it") else {"one"}
        for key in catalogue:
            of, *variants = key.split("#")
            assert of in catalogue, key
            assert [each for each in variants if each not in plurals] in ([], ["you"]), key
            if {f"{of}#one", f"{of}#you"} <= catalogue.keys():
                assert f"{of}#one#you" in catalogue, key


@pytest.mark.parametrize("room", ROOMS)
def test_one_of_a_thing_is_not_said_in_the_plural(room: str) -> None:
    never_one = {
        "event.dealt",  # twenty and more in money takes three cards at least
        "event.turn-more",  # a line, and something more
    }
    catalogue = ROOMS[room]["en"]
    counted = {key for key in catalogue if re.search(r"\{count\} (\w+ )?\w+s\b", catalogue[key])} - never_one
    assert [key for key in counted if "#" not in key and f"{key}#one" not in catalogue] == []


@pytest.mark.parametrize("language", OTHERS)
def test_the_rules_in_short_are_as_many(language: str) -> None:
    for game in GAMES.values():
        assert len(rules_of(game, language)) == len(rules_of(game)) > 5


# Refusals.


def ruled() -> set[str]:
    """Every key that the rulings of all games can give: those they write out, and the labels of the other rules."""
    written = set[str]()
    for path in (PYTHON / "games").glob("*/*refusal_words.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and re.fullmatch(r"[ACDZ]\d+[a-e]?(-[a-z]+)?", str(node.value)):
                written.add(str(node.value))
    parted = {key.partition("-")[0] for key in written if "-" in key} - written
    labels = {rule.label for game in GAMES.values() for rule in (*game.refusals, E1, E2, E3, E4)}
    shared = {f"{rule.label}-remove" for rule in (A17D, A17E)}
    plain = {each for each in labels if each not in parted or each == A17C.label}
    return written | plain | shared | ruled_by_companions()


def ruled_by_companions() -> set[str]:
    """Those that companions write out, for what can be written down and not be played."""
    files = [*(PYTHON / "games").glob("*/companion.py"), *(PYTHON / "games" / "parts" / "companion").glob("*.py")]
    found = {text for path in files for text in re.findall(r'"refusal\.([\w-]+)"', path.read_text(encoding="utf-8"))}
    assert len(found) > 8
    return found


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
        assert rule.label in rules_in(answer)
        assert "{" not in answer
        assert answer.endswith(".")


def test_columns_currencies_and_prizes_are_called_by_their_words() -> None:
    assert say("de", "refusal.D12", {"column": "tower"}, ALHAMBRA_DICE).startswith("Kein Würfel zeigt Turm;")
    assert "dinero azul" in say("es", "refusal.A13-currency", {"tile": "tower-9-NE", "currency": "blue"}, ALHAMBRA)
    assert "1 punto degli edifici e la fiche bonus" in say(
        "it", "refusal.D20-gone", {"column": "tower", "prize": "chip"}, ALHAMBRA_DICE
    )
    chip = {"column": "garden", "prize": "first-player"}
    assert "kezdőjátékos-lapka" in say("hu", "refusal.C57-absent", chip, ALCAZABA)
    assert "tower-9-NE" in say("hu", "refusal.C57-absent", chip | {"prize": "tower-9-NE"}, ALCAZABA)


# That all this would notice.


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The catalogues, where one may spoil them."""
    for language in LANGUAGES:
        (tmp_path / f"{language}.json").write_text(json.dumps(SPOKEN[language]), encoding="utf-8")
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


@pytest.mark.parametrize("key", ["building.tower", "part.minus", "choice.same", "table.status-opening", "event.give"])
def test_a_sentence_that_the_sources_need_is_missed(key: str) -> None:
    assert set(unsaid(shown(), {name: text for name, text in ENGLISH.items() if name != key})) == {key}
