"""Sentences for people: of a game, of the parts it is made of, and common ones; one JSON catalogue a language each.

A sentence is looked for in the game's catalogue, in those of its parts, then in the common one; then in the same three
in English. What nobody says is shown as its key: a missing sentence is never an error.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import count, takewhile
from typing import TYPE_CHECKING, Final

from sabika.engine.game import Game
from sabika.engine.phrase import Phrase, Player

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

    from sabika.engine.phrase import Arg

ENGLISH: Final = "en"
LANGUAGES: Final = (ENGLISH, "es", "it", "hu", "de")
YOU: Final = "you"  # the name of a player who is spoken to
GAMES_REMEMBERED: Final = 64

# Arguments that are words of the games, and the keys of those words; tiles, cards and dice stay in notation.
FAMILIES: Final = {"column": ("building.",), "currency": ("currency.",), "prize": ("dice.prize-", "chip.")}

Catalogue = Mapping[str, str]


# Catalogues.


def spoken(language: str) -> str:
    """The language itself where there are sentences in it, or else English."""
    return language if language in LANGUAGES else ENGLISH


def files_of(package: str) -> Traversable:
    """The folder of a package, wherever it is installed."""
    from importlib import resources  # slow to import, and not needed before the first sentence

    return resources.files(package)


def catalogue(folder: Traversable, language: str) -> dict[str, str]:
    """The sentences in a folder; none where it has no such file."""
    file = folder.joinpath(f"{language}.json")
    return dict(json.loads(file.read_text(encoding="utf-8"))) if file.is_file() else {}


@cache
def common(language: str) -> Catalogue:
    """What is said at every table, and around them."""
    return catalogue(files_of(__name__), language)


@cache
def of_part(part: str, language: str) -> Catalogue:
    """What games say that share a part, such as dice."""
    return catalogue(files_of("sabika").joinpath("games", "parts", "locales", part), language)


def of_game(game: Game, language: str) -> Catalogue:
    """A game's own sentences: they lie in `locales` beside its module."""
    package = getattr(sys.modules.get(type(game).__module__), "__package__", None)
    return catalogue(files_of(package).joinpath("locales"), language) if package else {}


def own(game: Game, language: str) -> list[Catalogue]:
    """The game's catalogue, then those of its parts."""
    return [of_game(game, language), *(of_part(part, language) for part in game.parts)]


def overlaid(*catalogues: Catalogue) -> Catalogue:
    """Several catalogues as one: a sentence comes with all its variants from the first that has it."""
    found: dict[str, str] = {}
    for each in catalogues:
        said = {whole(key) for key in found}
        found |= {key: sentence for key, sentence in each.items() if whole(key) not in said}
    return found


def whole(key: str) -> str:
    """The key without its variant."""
    return key.partition("#")[0]


@lru_cache(GAMES_REMEMBERED)
def words_of(game: Game, language: str) -> Catalogue:
    """All that a game and its parts say, in English where the language does not say it; not the common sentences."""
    return overlaid(*own(game, spoken(language)), *own(game, ENGLISH))


@lru_cache(GAMES_REMEMBERED)
def sentences(language: str, game: Game | None = None) -> Catalogue:
    """All that can be said at a table of this game, or outside of any."""
    layers = [[*(own(game, each) if game else ()), common(each)] for each in (language, ENGLISH)]
    return overlaid(*layers[0], *layers[1])


# Sentences.


def say(language: str, key: str, args: Mapping[str, object], game: Game | None = None) -> str:
    """The sentence of a key with its arguments, in the variant for `count` and for a `who` that is spoken to."""
    language = spoken(language)
    known = sentences(language, game)
    amount = args.get("count")
    if isinstance(amount, int) and (plural := f"{key}#{category(language, amount)}") in known:
        key = plural
    if args.get("who") == YOU and f"{key}#you" in known:
        key = f"{key}#you"
    said = {name: word(known, name, arg) for name, arg in args.items()}
    return re.sub(r"\{(\w+)\}", lambda gap: str(said.get(gap[1], gap[0])), known.get(key, key))


def category(language: str, number: int) -> str:
    """The plural category of a whole number in one of our languages, as Unicode's CLDR has it."""
    if number == 1:
        return "one"
    millions = number != 0 and number % 1_000_000 == 0
    return "many" if millions and language in ("es", "it") else "other"


def word(known: Catalogue, name: str, arg: object) -> object:
    """What an argument is called in these sentences: a column by its building, a prize by what it brings."""
    if (name, arg) == ("who", YOU):
        return known.get(YOU, YOU)
    keys = [f"{family}{arg}" for family in FAMILIES.get(name, ())]
    return next((known[key] for key in keys if key in known), arg)


@dataclass(frozen=True)
class Reader:
    """Somebody to whom phrases are told: in a language, at a table of a game with these players."""

    game: Game
    names: Sequence[str]  # of all players, the ghost last
    you: int | None = None  # the player who is spoken to; None: nobody
    language: str = ENGLISH

    def tell(self, phrase: Phrase) -> str:
        """The sentence of a phrase."""
        args = {name: self.word(arg) for name, arg in phrase.args.items()}
        who = phrase.args.get("who")
        if isinstance(who, Player) and who.player == self.you:
            args["who"] = YOU
        return say(self.language, phrase.key, args, self.game)

    def word(self, arg: Arg) -> str | int:
        """An argument as it is spoken."""
        if isinstance(arg, str | int):
            return arg
        if isinstance(arg, Player):
            return self.say(YOU) if arg.player == self.you else self.names[arg.player]
        return self.tell(arg) if isinstance(arg, Phrase) else self.listed([str(self.word(each)) for each in arg])

    def listed(self, words: Sequence[str]) -> str:
        """Ana, Ben and you."""
        if len(words) < 2:
            return "".join(words)
        return say(self.language, "list.and", {"first": ", ".join(words[:-1]), "last": words[-1]}, self.game)

    def say(self, key: str) -> str:
        return say(self.language, key, {}, self.game)


def title_of(game: Game, language: str = ENGLISH) -> str:
    """What a game is called."""
    return words_of(game, language).get("title", game.title)


def told_apart(names: Sequence[str]) -> list[str]:
    """Those that are alike are numbered: builder 1, builder 2."""
    return [f"{name} {names[: n + 1].count(name)}" if names.count(name) > 1 else name for n, name in enumerate(names)]


def rules_of(game: Game, language: str = ENGLISH) -> tuple[str, ...]:
    """The rules of a game in a dozen short paragraphs."""
    known = words_of(game, language)
    numbers = takewhile(lambda n: f"rules.{n}" in known, count(1))
    return tuple(known[f"rules.{n}"] for n in numbers)
