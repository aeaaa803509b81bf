"""What is told of a game: slips, luck, turning points, in five languages, in terminal and page."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest
from click.testing import CliRunner

from sabika import Table, bots
from sabika.bots.value import Estimate, valuer_of
from sabika.cli import main
from sabika.cli.review import lines, within
from sabika.engine.registry import find
from sabika.locales import LANGUAGES, words_of
from sabika.review import words
from sabika.review.account import Account, DecisionEntry, LuckEntry, account_of
from sabika.review.page import curve, page
from sabika.review.story import ledger, slips, story_of, told_of, well_played
from sabika.review.words import Teller, kind_of_luck, names_of, said
from tests.fuzz import some
from tests.recorded.make import HERE
from tests.review.games import MAIN, Lucky, record, recorded
from tests.review.games import account as reviewed

LOCALES = Path(words.__file__).with_name("locales")


def test_the_page_in_the_browser_asks_for_what_is_said_and_nothing_is_said_for_nobody() -> None:
    english = json.loads(LOCALES.joinpath("en.json").read_text(encoding="utf-8"))
    web = Path(__file__).parents[2] / "web" / "src" / "review"
    calls = [
        call for file in web.iterdir() for call in re.findall(r"\bsay\(([^,)]*)", file.read_text(encoding="utf-8"))
    ]
    asked = {key for call in calls for key in re.findall(r"'([a-z.-]+)'", call)}
    assert len(asked) > 30
    assert asked - english.keys() == set()
    assert {key for key in english if key.startswith("page.")} - asked == set()


def test_every_language_says_everything() -> None:
    english = json.loads(LOCALES.joinpath("en.json").read_text(encoding="utf-8"))
    for language in LANGUAGES:
        known = json.loads(LOCALES.joinpath(f"{language}.json").read_text(encoding="utf-8"))
        assert known.keys() == english.keys()
        for key, sentence in english.items():
            assert set(re.findall(r"\{\w+\}", known[key])) == set(re.findall(r"\{\w+\}", sentence)), key


@pytest.mark.parametrize("name", [*MAIN[:-1], "zatre-4-teams"])
def test_every_word_of_a_review_is_known(name: str) -> None:
    account = reviewed(name)
    english = json.loads(LOCALES.joinpath("en.json").read_text(encoding="utf-8"))
    kinds = {entry.kind for entry in account.entries if isinstance(entry, LuckEntry)}
    parts = {f"part.{part}" for entry in account.entries if isinstance(entry, DecisionEntry) for part in entry.reasons}
    assert {f"luck.{kind}" for kind in kinds} <= words_of(find(account.game), "en").keys()
    assert parts <= english.keys()
    assert parts
    assert said("de", "part.something") == "something"
    assert kind_of_luck(find(account.game), "something", "de") == "something"


def test_in_a_decided_game_there_are_no_slips() -> None:
    account = reviewed("alhambra-3")
    told = slips(account, None, 99)
    assert told
    costs = [-entry.gain.wins[account.sides[entry.seat]] for entry in told]
    assert costs == sorted(costs, reverse=True)
    assert min(costs) >= 0.02
    assert all(entry.seat == 1 for entry in slips(account, 1))
    cheap = [entry for entry in account.entries if isinstance(entry, DecisionEntry) and entry not in told]
    assert any(entry.gain.points[account.sides[entry.seat]] < -5 for entry in cheap), "points alone are no slip"


def with_instead(account: Account, old: DecisionEntry, new: DecisionEntry) -> Account:
    entries = [new if entry is old else entry for entry in account.entries]
    return msgspec.structs.replace(account, entries=entries)


def test_no_blame_within_doubt() -> None:
    account = reviewed("alhambra-3")
    (first, *_) = slips(account)
    other = with_instead(account, first, msgspec.structs.replace(first, doubt=1.0))
    assert first.step not in [entry.step for entry in slips(other)]
    assert first.step not in [entry.step for entry in story_of(other).turning]


LUCKY = {
    "alhambra": ("tiles", 0.08),
    "alhambra_dice": ("dice", 0.2),
    "alcazaba": ("dice", 0.2),
    "zatre": ("tiles", 0.2),
}


@pytest.mark.parametrize("seed", some(range(1, 3), 1))
@pytest.mark.parametrize("game", LUCKY)
def test_a_lucky_draw_tops_the_ledger(game: str, seed: int) -> None:
    """In a game whose luck evens out otherwise: its kind comes first, and there it is the first seat's luck."""
    kind, least = LUCKY[game]
    dealer = Lucky(game, seed, kind, least)
    table = Table.deal(game, 2, dealer=dealer)
    players = [bots.find("builder")(seat) for seat in range(2)]
    while not table.over:
        table.play(players[table.actor].choose(table.sight))
    account = account_of(table.record.text)
    planted = [entry for entry in account.entries if isinstance(entry, LuckEntry)][dealer.planted - 1]
    assert planted.kind == kind
    assert planted.gain.wins[0] >= least
    (top, gain), *others = ledger(account).items()
    assert (top, gain.wins.index(max(gain.wins))) == (kind, 0)
    assert all(max(map(abs, other.wins)) < gain.wins[0] for _, other in others)


def test_a_blunder_is_found_by_the_judge_alone() -> None:
    """One move is replaced by the worst there is: it is among the three costliest."""
    table = Table.deal("alhambra", 3, seed=12)
    players, planted = [bots.find("builder")(seat) for seat in range(3)], 0
    while not table.over:
        move = players[table.actor].choose(table.sight)
        if not planted and len(table.record.steps) > 150 and len(table.moves()) > 8:
            worth = valuer_of("alhambra").weigh(table.state, table.moves())
            move, planted = int(table.moves()[worth.index(min(worth))]), len(table.record.steps) + 1
        table.play(move)
    assert planted in [entry.step for entry in slips(account_of(table.record.text))]


def test_who_finds_what_others_overlook_has_played_well() -> None:
    found = [entry for seed in range(2) for entry in well_played(account_of(record("alhambra", 3, seed)))]
    assert all(entry.best == entry.chosen and entry.plain not in ("", entry.best) for entry in found)


@pytest.mark.parametrize(
    ("language", "told"), [("en", "builder, for seat"), ("es", "constructor, por "), ("hu", "építőmester, ")]
)
def test_a_stand_in_is_named_and_its_moves_are_nobody_else_s(language: str, told: str) -> None:
    """Everybody is told of them; whoever was away is not blamed or praised for them, and did not decide."""
    usual = reviewed("alhambra-3")
    (slip, *_) = slips(usual)
    moved = msgspec.structs.replace(slip, by="builder")
    account = with_instead(usual, slip, moved)
    assert moved in slips(account)
    assert moved not in slips(account, slip.seat, 99)
    own = (usual.decisions(slip.seat) - account.decisions(slip.seat)).wins
    assert own == pytest.approx(slip.gain.wins)
    assert account.decisions() == usual.decisions()
    praised = msgspec.structs.replace(moved, best=moved.chosen, plain="take y1", plain_cost=0.1)
    assert praised not in well_played(with_instead(usual, slip, praised), slip.seat)
    lines = [line for entry, line in Teller(recorded("alhambra-3"), account, story_of(account), language).slips()]
    assert told in lines[0]


PLACES = {
    "the set-up": ("alhambra-3", 1, "Before the first turn (step 1)"),
    "a turn": ("alhambra-3", 45, "seat 2, turn 3 (step 45)"),
    "luck of a turn": ("alhambra-3", 44, "seat 1, turn 3 (step 44)"),
    "the last tiles": ("alhambra-3", 494, "seat 1 (step 494)"),
    "the set-up of a round": ("alcazaba-3", 74, "Round 2 (step 74)"),
    "a throw": ("alcazaba-3", 86, "seat 3, round 2, turn 1 (step 86)"),
    "the turn of a round": ("alcazaba-3", 31, "seat 3, round 1, turn 2 (step 31)"),
    "a prize": ("alcazaba-3", 60, "seat 2, round 1 (step 60)"),
    "a turn with tiles": ("zatre-3", 32, "seat 3, turn 3 (step 32)"),
}


@pytest.mark.parametrize(("name", "step", "told"), PLACES.values(), ids=PLACES)
def test_a_step_is_told_by_the_turns_that_players_count(name: str, step: int, told: str) -> None:
    account = reviewed(name)
    when = Teller(recorded(name), account, story_of(account)).when(account.entries[step - 1])
    assert re.sub("absent, for ", "", when) == told


DRAWN = {
    "tiles": ("alhambra-3", "pavilion 5 NW is drawn from the bag"),
    "money": ("alhambra-3", "yellow 7 is turned up from the pile"),
    "scoring": ("alhambra-3", "a scoring card is turned up from the pile (A20)"),
    "chips": ("alhambra_dice-3", "chip drawn: 3 points"),
    "stack": ("alcazaba-3", "pavilion 6 N comes from the stack of this round"),
    "bag": ("alcazaba-3", "arcades 8 N is drawn from the bag"),
}


@pytest.mark.parametrize(("kind", "name", "told"), [(kind, *case) for kind, case in DRAWN.items()], ids=DRAWN)
def test_what_was_drawn_is_told_in_words(kind: str, name: str, told: str) -> None:
    account = reviewed(name)
    entry = next(each for each in account.entries if isinstance(each, LuckEntry) and each.kind == kind)
    scene = words.scenes(recorded(name), account, [entry], "en", drawn=False)[entry.step]
    assert scene.told == told


@pytest.mark.parametrize(
    ("language", "told"), [("en", "No decision of seat 2 cost"), ("de", "Keine Entscheidung von Platz 2 kostete")]
)
def test_told_for_one_seat_nothing_is_said_of_the_others(language: str, told: str) -> None:
    usual = reviewed("alhambra-3")
    account = msgspec.structs.replace(usual, entries=[each for each in usual.entries if isinstance(each, LuckEntry)])
    for seat, line in ((1, told), (None, said(language, "slips.none"))):
        teller = Teller(recorded("alhambra-3"), account, story_of(account, seat), language)
        assert any(each.strip().startswith(line) for each in lines(teller))
        assert line in page(teller, language)
        assert any("Platz 2" in note or "seat 2" in note for note in teller.notes()) == (seat == 1)


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))


@pytest.mark.parametrize("language", some(LANGUAGES, 2))
def test_the_page_is_one_file_that_needs_no_network(language: str) -> None:
    text = recorded("alcazaba-3").replace("seats: seat 1", "seats: <b>Ana")
    account = msgspec.structs.replace(reviewed("alcazaba-3"), seats=["<b>Ana", *reviewed("alcazaba-3").seats[1:]])
    html = page(Teller(text, account, story_of(account), language, drawn=True), language)
    tags = Tags()
    tags.feed(html)
    assert not [
        tag for tag, given in tags.seen if tag in ("script", "link", "img") or "src" in given or "href" in given
    ]
    assert said(language, "page.legend") in html
    assert not re.search(r"\d %[^<]*</summary>", html), "a line may end before the sign"
    assert "<b>Ana" not in html
    assert "&lt;b&gt;Ana" in html
    assert sum(tag == "svg" for tag, _ in tags.seen) > 3
    assert "{" not in re.sub(r"<style>.*?</style>", "", html, flags=re.DOTALL)


def test_what_speaks_against_a_better_move_is_told_and_what_only_the_search_sees() -> None:
    account = reviewed("alhambra-3")
    (first, *_) = slips(account)
    gain = Estimate((-8.0,) * 3, first.gain.wins)
    told = {}
    for playouts, reasons in ((0, {"money": 9.4, "places": -8.0}), (300, {"money": 9.4, "places": -8.0}), (300, {})):
        entry = msgspec.structs.replace(first, gain=gain, reasons=reasons)
        other = msgspec.structs.replace(with_instead(account, first, entry), playouts=playouts)
        told[playouts, len(reasons)] = Teller(recorded("alhambra-3"), other, story_of(other)).because(entry)
    seen = "because of money in hand +9.4; against it: places in the types -8.0"
    assert told == {
        (0, 2): [seen],
        (300, 2): [f"{seen}; most of it shows later in the game"],
        (300, 0): ["most of it shows later in the game"],
    }


def test_no_chance_is_drawn_above_one_or_below_nought() -> None:
    account = reviewed("zatre-3")
    (*_, last) = [entry for entry in account.entries if isinstance(entry, LuckEntry)]
    high = msgspec.structs.replace(last, gain=Estimate((0.0,) * 3, (2.0, -1.0, -1.0)))
    entries = [high if entry is last else entry for entry in account.entries]
    drawing = curve(msgspec.structs.replace(account, entries=entries), ["a", "b", "c"]).svg
    heights = [float(y) for y in re.findall(r'y[12]="([\d.-]+)"', drawing)]
    assert len(heights) > 100
    assert (min(heights), max(heights)) == (10, 230)


def run(*args: str) -> tuple[int, str]:
    found = CliRunner().invoke(main, ["review", *args])
    return found.exit_code, found.output


def test_the_command(tmp_path: Path) -> None:
    file = str(HERE / "zatre-3.txt")
    code, told = run(file)
    assert (code, told.startswith("Review: Zatre")) == (0, True)
    code, told = run(file, "--seat", "2", "--language", "de")
    assert (code, told.startswith("Analyse: Zatre")) == (0, True)
    code, told = run(file, "--json")
    found = json.loads(told)
    assert (code, found["account"]["game"], found["account"]["depth"]) == (0, "zatre", "quick")
    code, told = run(file, "--html", str(tmp_path / "review.html"))
    assert (code, told) == (0, "")
    assert (tmp_path / "review.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_the_command_refuses_in_one_line(tmp_path: Path) -> None:
    tmp_path.joinpath("mine.txt").write_text("keep me")
    for args in (
        (str(tmp_path / "missing"),),
        (str(tmp_path / "mine.txt"),),
        (str(HERE / "zatre-3.txt"), "--seat", "9"),
        (str(HERE / "zatre-3.txt"), "--html", str(tmp_path / "mine.txt")),
        (str(HERE / "zatre-3.txt"), "--html", str(tmp_path / "no" / "such.html")),
    ):
        code, told = run(*args)
        assert (code, told.count("\n")) == (2, 1), told
    assert tmp_path.joinpath("mine.txt").read_text() == "keep me"


@pytest.mark.parametrize(("language", "ghost"), [("en", "Carlo"), ("hu", "Macus")])
def test_the_ghost_has_the_name_that_its_language_gives_it(language: str, ghost: str) -> None:
    assert names_of(find("alcazaba"), ["Ana", "Ben"], language) == ["Ana", "Ben", ghost]


def test_players_of_the_same_name_are_told_apart_as_on_the_page() -> None:
    named = names_of(find("alcazaba"), ["Ana", "builder", "builder"], "en")
    assert named == ["Ana", "builder 1", "builder 2", "Carlo"]


def test_in_a_terminal_no_word_is_broken() -> None:
    account = reviewed("alhambra-3")
    told = lines(Teller(recorded("alhambra-3"), account, story_of(account)))
    for each in told:
        shown = within(each, 60)
        assert " ".join(" ".join(shown).split()) == " ".join(each.split())
        assert shown == [each] or max(map(len, shown)) < 60
    assert any(len(within(each, 60)) > 1 for each in told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_account_of_three_fits_into_a_terminal(language: str) -> None:
    account = reviewed("alhambra-3")
    told = lines(Teller(recorded("alhambra-3"), account, story_of(account), language))
    at = told.index(said(language, "account"))
    assert max(map(len, told[at : at + 8])) <= 80


def test_how_an_unfinished_game_stands_is_no_result() -> None:
    text = recorded("zatre-3")
    early = "\n".join(text.splitlines()[:60]) + "\n"
    for each, end in ((early, "now"), (text, "result")):
        account = account_of(each)
        assert Teller(each, account, story_of(account)).account_rows()[-1][0] == end


@pytest.mark.parametrize("name", some(MAIN, 2))
def test_a_seat_without_a_name_is_called_so_in_the_reader_s_language(name: str) -> None:
    account = reviewed(name)
    teller = Teller(recorded(name), account, story_of(account), "es")
    told = [line for _, line in [*teller.turning(), *teller.slips(), *teller.praise()]]
    assert teller.names()[0] == "asiento 1"
    assert any("asiento" in line for line in told)
    assert not [line for line in told if "seat" in line]
    assert names_of(find("alhambra"), ["seat 2", "seat 2"], "de")[0] == "seat 2", "somebody calls themselves that"


def test_a_turning_point_is_told_of_whoever_it_turned_the_game_for() -> None:
    """A decision may cost its mover little and a rival the game; what rounds to nothing has no sign."""
    account = account_of(recorded("alhambra-3"))
    (first, *_) = slips(account)
    gain = Estimate((0.0,) * 3, (-0.001, -0.3, 0.301))
    kingmaking = msgspec.structs.replace(first, seat=0, chosen=first.best, gain=gain)
    other = with_instead(account, first, kingmaking)
    assert [told_of(other, kingmaking, seat) for seat in (None, 0, 2)] == [1, 0, 2]
    level = msgspec.structs.replace(first, seat=2, gain=Estimate((0.0,) * 3, (0.2001, -0.0001, -0.2)))
    assert told_of(other, level, None) == 2
    told = Teller(recorded("alhambra-3"), other, story_of(other, 1)).turning()
    (line,) = [line for entry, line in told if entry is kingmaking]
    assert line.endswith("(-30 % to win for seat 2)")
    assert [words.signed(value, 1) for value in (0.04, -0.04, -0.06, 3.0)] == ["0.0", "0.0", "-0.1", "+3.0"]
