"""Common pieces of every screen: colours, blocks of lines set side by side, menus, sentences."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import Final

from rich.console import Console
from rich.text import Text

from sabika.engine.phrase import Phrase
from sabika.locales import ENGLISH, YOU, Reader, say
from sabika.terminal import Choice, Group, Scene

Block = list[Text]  # lines that belong together

QUIET: Final = "dim"
STRONG: Final = "bold"
NUMBER_STYLE: Final = "bold #2aa7a1"  # of a choice
ALERT: Final = "bold #c0392b"
TIMES: Final = "\u00d7"
NARROWEST: Final = 60  # narrower screens wrap lines, which is better than cutting them off
SHORT_TITLE: Final = 12  # a group's title up to this length is beside its choices


def open_console() -> Console:
    """The person's screen; plain if colours are unwanted (NO_COLOR) or impossible."""
    console = Console(highlight=False, markup=False, emoji=False)
    if console.width < NARROWEST:
        console.width = NARROWEST
    return console


# Lines and blocks.


def line(*pieces: str | tuple[str, str] | Text) -> Text:
    """One line of a block from words, styled words and texts."""
    return Text.assemble(*pieces, no_wrap=True, overflow="ellipsis")


def words(text: str, style: str = "") -> Text:
    return Text(text, style=style, no_wrap=True, overflow="ellipsis")


def block_width(block: Block) -> int:
    return max((text.cell_len for text in block), default=0)


def beside(*blocks: Block, gap: int = 2) -> Block:
    """Blocks side by side, aligned at the top."""
    rows = max(len(block) for block in blocks)
    widths = [block_width(block) for block in blocks]
    found: Block = []
    for row in range(rows):
        text = words("")
        for block, width in zip(blocks, widths, strict=True):
            if text.cell_len or block is not blocks[0]:
                text.append(" " * gap)
            piece = block[row].copy() if row < len(block) else words("")
            piece.pad_right(width - piece.cell_len)
            text.append_text(piece)
        text.rstrip()
        found.append(text)
    return found


def rows_of(blocks: Sequence[Block], width: int, gap: int = 3) -> Block:
    """Blocks from left to right, in as many rows as needed, with an empty line between rows."""
    found: Block = []
    row: list[Block] = []
    for block in blocks:
        if row and sum(map(block_width, row)) + gap * len(row) + block_width(block) > width:
            found += [*beside(*row, gap=gap), words("")]
            row = []
        row.append(block)
    return found + beside(*row, gap=gap) if row else found


def joined(block: Block) -> Text:
    """A block as something that a console prints."""
    return Text("\n", no_wrap=True, overflow="ellipsis").join(block)


def flow(entries: Sequence[Text], width: int, gap: int = 3) -> Block:
    """Entries in columns of equal width, read from left to right."""
    widest = max((entry.cell_len for entry in entries), default=0)
    if widest > width:
        return [row for entry in entries for row in hanging(entry, width)]
    columns = max(1, (width + gap) // (widest + gap))
    found: Block = []
    for start in range(0, len(entries), columns):
        text = words("")
        for entry in entries[start : start + columns]:
            text.append(" " * (-text.cell_len % (widest + gap)))
            text.append_text(entry)
        found.append(text)
    return found


def hanging(entry: Text, width: int) -> Block:
    """A numbered entry, wrapped; further lines are indented below its words."""
    lines = list(entry.wrap(Console(width=width), width - 3, overflow="fold"))
    return [words("   ").append_text(each) if n else each for n, each in enumerate(lines)]


def wrapped(pieces: Iterable[Text], width: int, gap: int = 1) -> Block:
    """Pieces one after the other, wrapped at the width."""
    found: Block = []
    for piece in pieces:
        if found and found[-1].cell_len + gap + piece.cell_len <= width:
            found[-1].append(" " * gap).append_text(piece)
        else:
            found.append(piece.copy())
    return found


def cut(text: str, width: int) -> str:
    """A name, cut to the width; a number that tells it from others of that name stays."""
    if len(text) <= width:
        return text
    last = text.rpartition(" ")[2]
    end = f"~{last}" if last.isdigit() and len(last) < width - 1 else "~"
    return text[: width - len(end)] + end


# Menus.


def numbered(groups: Sequence[Group]) -> list[Choice]:
    """The choices in the order of their numbers, from 1."""
    return [choice for group in groups for choice in group.choices]


def spots_of(choices: Sequence[Choice]) -> dict[tuple[int, int], str]:
    """The numbers to write on the board; a cell with several choices shows the first."""
    found: dict[tuple[int, int], str] = {}
    for number, choice in enumerate(choices, start=1):
        if choice.cell is not None:
            found.setdefault(choice.cell, str(number))
    return found


def menu(groups: Sequence[Group], width: int) -> Block:
    """Groups with their numbered choices, as many in a line as fit; a long title has a line of its own."""
    left = max((len(group.title) for group in groups if len(group.title) <= SHORT_TITLE), default=0) + 2
    found: Block = []
    numbers = count(1)
    for group in groups:
        entries = []
        for choice in group.choices:
            more = " >" if choice.move is None else ""
            entries.append(line((f"{next(numbers):>2} ", NUMBER_STYLE), choice.text, more))
        title = group.title
        if len(title) > SHORT_TITLE:
            found.append(words(f"{title}:", STRONG))
            title = ""
        for row, text in enumerate(flow(entries, width - left)):
            found.append(line((f"{title if row == 0 else '':<{left}}", STRONG), text))
    return found


def definitions(pairs: Sequence[tuple[str, str]], width: int) -> Block:
    """Words and what they mean, the meanings in a column."""
    left = max(len(word) for word, _ in pairs) + 4
    found: Block = []
    for word, meaning in pairs:
        for row, text in enumerate(wrapped((words(each, QUIET) for each in meaning.split()), width - left)):
            found.append(line(f"  {word if row == 0 else '':<{left - 2}}", text))
    return found


def paragraph(text: str, width: int, style: str = "") -> Block:
    """A sentence, wrapped; further lines are indented."""
    lines = wrapped((words(word, style) for word in text.split()), width - 2)
    return [words("  ").append_text(each) if n else each for n, each in enumerate(lines)]


# Sentences.


def tell(scene: Scene, key: str, player: int, args: Mapping[str, object]) -> str:
    """The sentence of a key about a player; one called "you" is addressed."""
    return said(scene, key, {**args, "who": scene.names[player]})


def said(scene: Scene, key: str, args: Mapping[str, object] | None = None) -> str:
    """The sentence of a key in this table's game."""
    return say(ENGLISH, key, args or {}, scene.table.game)


def reader(scene: Scene) -> Reader:
    """The reader at this screen: a player called "you" is addressed."""
    you = scene.names.index(YOU) if YOU in scene.names else None
    return Reader(scene.table.game, scene.names, you)


def sentence(scene: Scene, phrase: Phrase) -> str:
    """A phrase as a sentence of its own."""
    text = capital(reader(scene).tell(phrase))
    return text.replace(TIMES, "x").encode("ascii", "replace").decode() if scene.ascii else text


def listing(names: Sequence[str]) -> str:
    """Ana, Ben and you."""
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def ordinal(place: int) -> str:
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(place, f"{place}th")
