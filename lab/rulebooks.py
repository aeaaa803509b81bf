"""The rules in the documentation are made from the English rulebooks of the games: `python -m lab.rulebooks docs`."""

from __future__ import annotations

import re
import sys
import textwrap
from pathlib import Path
from typing import Final

from sabika.engine.game import Game
from sabika.games import GAMES
from sabika.locales import ENGLISH, words_of
from sabika.locales.rulebook import Rulebook, RuleTable, RuleText, Section, rulebook

WIDTH: Final = 120  # of a page
BEGIN: Final = "<!-- The rules: made from src/sabika/games/{name}/rules/en.json by `python -m lab.rulebooks docs`. -->"
END: Final = "<!-- The end of the rules. -->"


def page(game: Game, book: Rulebook) -> str:
    """Sections with their rules and tables, then our rulings."""
    parts = [section_lines(game, section, book.tables) for section in book.sections]
    if book.rulings:
        rows = [f"| {each.id} | {each.question} | {each.ruling} |" for each in book.rulings]
        parts.append(["### Our rulings", "", "| | question | ruling |", "|---|---|---|", *rows])
    return "\n\n".join("\n".join(part) for part in parts)


def section_lines(game: Game, section: Section, tables: list[RuleTable]) -> list[str]:
    lines = [f"### {section.title}", ""]
    for rule in section.rules:
        lines += bullet(rule)
        for table in tables:
            if table.rule == rule.id:
                lines += table_lines(game, table)
    return lines


def bullet(rule: RuleText) -> list[str]:
    """A part of a rule, like A17a, is a point below it."""
    part = rule.id[-1].isalpha()
    text = f"**{rule.id[-1] if part else rule.id}** {rule.text}"
    indent = "  " if part else ""
    return textwrap.wrap(
        text, WIDTH, initial_indent=f"{indent}- ", subsequent_indent=f"{indent}  ", break_on_hyphens=False
    )


def table_lines(game: Game, table: RuleTable) -> list[str]:
    words = words_of(game, ENGLISH)
    rows = ["  | " + " | ".join(words.get(cell, cell) for cell in row) + " |" for row in (table.head, *table.rows)]
    return ["", rows[0], "  |" + "---|" * len(table.head), *rows[1:], ""]


def with_rules(text: str, game: Game) -> str:
    """A page of the documentation with the rules as they are now between its two marks."""
    book = rulebook(game)
    assert book is not None, game.name
    begin = BEGIN.format(name=game.name)
    assert begin in text, f"{game.name}: no place for the rules"
    made = f"{begin}\n\n{page(game, book)}\n\n{END}"
    return re.sub(re.escape(begin) + ".*?" + re.escape(END), lambda _: made, text, count=1, flags=re.DOTALL)


def main(folder: str) -> None:
    for name, game in GAMES.items():
        file = Path(folder) / f"{name}.md"
        file.write_text(with_rules(file.read_text(encoding="utf-8"), game), encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
