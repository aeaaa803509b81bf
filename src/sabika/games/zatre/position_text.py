"""A position of Zatre in one line, and back.

Only what cannot be worked out is written: the bag is what lies nowhere else. A tile that is not known, in the text of
a sight, is a question mark.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from librt.vecs import append, vec
from mypy_extensions import i16, i64

from sabika.engine.game import Unreadable
from sabika.games.parts.texts import (
    actor_text,
    cell_of,
    choice,
    items,
    joined,
    number,
    read_actor,
    read_number,
    shorten,
    split_fields,
    yes,
)
from sabika.games.zatre import public_turns
from sabika.games.zatre.board import CELL, Board
from sabika.games.zatre.facts import ALL_TILES, POINTS, RED, ROWS, UNIT, cell_at, count_of, values_of, x_of, y_of
from sabika.games.zatre.position_check import check, filled
from sabika.games.zatre.sheet import Sheet
from sabika.games.zatre.state import Zatre, new_zatre
from sabika.games.zatre.tabletop import OPENING, REASONS, STAGES, digit

KEYS = (
    "seats teams late_bonus keeping stage turn actor starter board laid hands sheets due begun course opening ending"
).split()
LATE_BONUS = ("6", "0")
KEEPING = ("compulsory", "free")
LOOKED = ("-", "none", "some")  # what a seat saw when its turn began, see public_turns.py
MOST_ROWS = 121  # of a sheet: nobody has more turns with a tile
MOST_TURNS = 500  # in the course


def text_of(state: Zatre, unknown: Sequence[int] = ()) -> str:
    """The position; `unknown` counts the tiles of each seat that are hidden, in a sight."""
    fields: dict[str, object] = {
        "seats": state.seats,
        "teams": yes(state.teams),
        "late_bonus": state.sheets[0].late_bonus,
        "keeping": KEEPING[state.free],
        "stage": STAGES[state.stage],
        "turn": state.turn + 1,
        "actor": actor_text(state.actor),
        "starter": state.starter + 1,
        "board": "/".join(board_rows(state.board)),
        "laid": ";".join(f"{x_of(cell & CELL)},{y_of(cell & CELL)}" for cell in state.board.laid) or "-",
        "hands": "/".join(hand_texts(state, unknown)),
        "sheets": "/".join(sheet_text(sheet) for sheet in state.sheets),
        "due": state.due,
        "begun": "/".join(beginning_text(public_turns.begun_by(state.begun, seat)) for seat in range(state.seats)),
        "course": ";".join(turn_text(turn) for turn in state.course) or "-",
        "opening": opening_text(state),
        "ending": REASONS[state.ending],
    }
    return joined("zatre", fields)


def board_rows(board: Board) -> list[str]:
    """Row by row from the north: a digit for a tile, a point for a free square, # for none."""
    return ["".join(square_text(board.tile(cell_at(x - 7, y - 7)), ROWS[y][x]) for x in range(15)) for y in range(15)]


def square_text(tile: int, kind: str) -> str:
    if tile:
        return str(tile)
    return "#" if kind == "#" else "."


def hand_texts(state: Zatre, unknown: Sequence[int]) -> list[str]:
    hidden = unknown or [0] * state.seats
    return [digits(values_of(held)) + "?" * more or "-" for held, more in zip(state.hands, hidden, strict=True)]


def digits(values: Iterable[int]) -> str:
    return "".join(map(str, values))


def sheet_text(sheet: Sheet) -> str:
    """Crosses, then the three columns."""
    columns = [[sheet.box(row, column) for row in range(filled(sheet, column))] for column in range(3)]
    return f"{sheet.crosses};" + ";".join(",".join(map(str, column)) or "-" for column in columns)


def beginning_text(beginning: int) -> str:
    """`-` for a turn that has not begun; else what the seat saw and how many tiles it draws: `none4:1`, `-:2`."""
    if beginning == 0:
        return "-"
    looked = public_turns.looked_in(beginning)
    fitted = str(public_turns.fitted_in(beginning)) if looked else ""
    return f"{LOOKED[looked]}{fitted}:{public_turns.drew_in(beginning)}"


def turn_text(turn: int) -> str:
    """A turn of the course: seat, beginning, tiles laid, end; like `2:none4:1:35:end5`."""
    laid = digits(value for value in range(1, 7) for _ in range(public_turns.laid_in(turn, value))) or "-"
    end = "stop" if public_turns.stopped_in(turn) else "end"
    beginning = beginning_text(public_turns.beginning_of(turn))
    beginning = "-:0" if beginning == "-" else beginning
    return f"{public_turns.seat_in(turn) + 1}:{beginning}:{laid}:{end}{public_turns.level_of(turn)}"


def opening_text(state: Zatre) -> str:
    """During the opening: highest and latest tile of each seat, the seats that draw, and all tiles drawn."""
    if state.stage != OPENING:
        return "-"
    seats = range(state.seats)
    parts = (
        digits(digit(state.highest, seat) for seat in seats),
        digits(digit(state.latest, seat) for seat in seats),
        digits(seat + 1 for seat in seats if state.tied >> seat & 1),
        digits(values_of(state.aside)) or "-",
    )
    return ";".join(parts)


# And back.


def load(text: str) -> Zatre:
    state, unknown = read(text)
    if any(unknown):
        raise Unreadable("a position has no unknown tiles")
    check(state)
    return state


def read(text: str) -> tuple[Zatre, list[int]]:
    """The state of a text, and how many tiles of each seat are unknown; those are counted as in the bag."""
    fields = split_fields(text, "zatre", "Zatre", KEYS)
    seats = number(fields, "seats", 2, 6)
    teams = choice(fields, "teams", ("no", "yes")) == 1
    if teams and seats not in (4, 6):
        raise Unreadable(f"teams need 4 or 6 seats, not {seats}")
    late_bonus = int(LATE_BONUS[choice(fields, "late_bonus", LATE_BONUS)])
    state = new_zatre(seats, teams, late_bonus, choice(fields, "keeping", KEEPING) == 1)
    state.stage = choice(fields, "stage", STAGES)
    state.turn = number(fields, "turn", 1, seats) - 1
    state.starter = number(fields, "starter", 1, seats) - 1
    state.actor = read_actor(fields["actor"], seats)
    read_board(state.board, fields["board"], fields["laid"])
    state.sheets = [read_sheet(part, late_bonus) for part in items(fields["sheets"], "/", len(state.sheets))]
    state.due = number(fields, "due", 0, 2)
    for seat, part in enumerate(items(fields["begun"], "/", seats)):
        state.begun |= read_beginning(part) << 7 * seat
    read_course(state, fields["course"])
    state.ending = choice(fields, "ending", REASONS)
    unknown = read_hands(state, fields["hands"])
    read_opening(state, fields["opening"])
    what_is_left(state)
    return state, unknown


def read_tiles(text: str) -> int:
    """Tiles from their digits."""
    if text == "-":
        return 0
    if not text or set(text) - set("123456") or len(text) > 121:
        raise Unreadable(f"{shorten(text)} are no tiles; they are written like 1355")
    return sum(UNIT[int(value)] for value in text)


def read_board(board: Board, text: str, laid: str) -> None:
    """Lay the tiles of earlier turns from the red square outward, then those of this turn in their order."""
    values = {}
    for y, row in enumerate(items(text, "/", 15)):
        if len(row) != 15 or set(row) - set(".#123456"):
            raise Unreadable(f"{shorten(row)} is no row of the board")
        for x, sign in enumerate(row):
            if (sign == "#") != (ROWS[y][x] == "#"):
                raise Unreadable(f"{x - 7},{y - 7} does not look like the board")
            if sign not in ".#":
                values[cell_at(x - 7, y - 7)] = int(sign)
    now = [cell_at(*on_board(cell_of(word, "square"))) for word in laid.split(";")] if laid != "-" else []
    if len(set(now)) != len(now) or set(now) - set(values):
        raise Unreadable("what was laid in this turn does not lie on the board")
    lay_all(board, {cell: value for cell, value in values.items() if cell not in now})
    board.end_turn()
    for cell in now:
        lay_one(board, values[cell], cell)


def on_board(cell: tuple[int, int]) -> tuple[int, int]:
    if max(map(abs, cell)) > 7:
        raise Unreadable(f"the board does not reach {cell[0]},{cell[1]}")
    return cell


def lay_all(board: Board, values: dict[int, int]) -> None:
    """Tiles hang together with the red square, and no line exceeds 12, whatever the order they were laid in."""
    todo = [int(RED)] if int(RED) in values else []
    while todo:
        cell = todo.pop()
        if cell in values:
            lay_one(board, values.pop(cell), cell)
            todo += [cell - 1, cell + 1, cell - 16, cell + 16]
    if values:
        raise Unreadable("the tiles on the board do not hang together with the red square")


def lay_one(board: Board, value: int, cell: int) -> None:
    if cell != RED and not board.fits[value * 8 + (cell >> 5)] >> (cell & 31) & 1:
        raise Unreadable(f"a {value} does not fit on {x_of(cell)},{y_of(cell)}")
    board.lay(value, cell)


def read_sheet(text: str, late_bonus: int) -> Sheet:
    crosses, *columns = items(text, ";", 4)
    sheet = Sheet(late_bonus, vec[i16](), 0, read_number(crosses, "crosses", 0, 33))
    for column, boxes in enumerate(columns):
        entries = boxes.split(",") if boxes != "-" else []
        if len(entries) > MOST_ROWS:
            raise Unreadable("a sheet has more rows than there are turns")
        for entry in entries:
            points = read_number(entry, "a box", 1, 999)
            if points % POINTS[column]:
                raise Unreadable(f"a box of column {column + 10} holds no {points}")
            sheet.fill(column, points)
    return sheet


def read_beginning(text: str) -> int:
    if text == "-":
        return 0
    saw, drew = items(text, ":", 2)
    looked = next((n for n, word in enumerate(LOOKED) if n and saw.startswith(word)), 0)
    if looked == 0 and saw != "-":
        raise Unreadable(f"{shorten(text)} is no beginning of a turn")
    fitted = read_number(saw[4:], "what fitted", 0, 6) if looked else 0
    return looked + 4 * fitted + 32 * read_number(drew, "tiles drawn", 0, 2)


def read_course(state: Zatre, text: str) -> None:
    turns = text.split(";") if text != "-" else []
    if len(turns) > MOST_TURNS:
        raise Unreadable("the course has more turns than a game")
    for turn in turns:
        state.course = append(state.course, i64(read_turn(turn, state.seats)))


def read_turn(text: str, seats: int) -> int:
    seat, saw, drew, laid, end = items(text, ":", 5)
    tiles = read_tiles(laid)
    stopped = end.startswith("stop")
    if not stopped and not end.startswith("end"):
        raise Unreadable(f"{shorten(text)} is no turn of the course")
    level = read_number(end[4 if stopped else 3 :], "what fitted", 0, 6)
    turn = read_number(seat, "seat", 1, seats) - 1 + 8 * read_beginning(f"{saw}:{drew}") + 2048 * level
    turn += public_turns.STOPPED if stopped else 0
    return turn + sum(public_turns.LAID_UNIT[value] * count_of(tiles, value) for value in range(1, 7))


def read_hands(state: Zatre, text: str) -> list[int]:
    unknown = []
    for seat, part in enumerate(items(text, "/", state.seats)):
        known = part.rstrip("?")
        state.hands[seat] = read_tiles(known or "-")
        unknown.append(len(part) - len(known))
    return unknown


def read_opening(state: Zatre, text: str) -> None:
    if (text == "-") != (state.stage != OPENING):
        raise Unreadable("the opening is written exactly as long as it lasts")
    state.tied = 0
    if text == "-":
        return
    highest, latest, tied, aside = items(text, ";", 4)
    state.highest = octal(highest, state.seats)
    state.latest = octal(latest, state.seats)
    for seat in range(state.seats):
        if str(seat + 1) in tied:
            state.tied |= 2**seat
    if tied != digits(seat + 1 for seat in range(state.seats) if state.tied >> seat & 1) or not tied:
        raise Unreadable(f"{shorten(tied)} are not the seats that draw")
    state.aside = read_tiles(aside)


def octal(text: str, seats: int) -> int:
    """A tile for every seat, 0 for none."""
    if len(text) != seats or set(text) - set("0123456"):
        raise Unreadable(f"{shorten(text)} is no tile for each seat")
    return sum(int(value) << 3 * seat for seat, value in enumerate(text))


def what_is_left(state: Zatre) -> None:
    """The bag is what lies nowhere else."""
    outside = state.aside + sum(state.hands)
    outside += sum(UNIT[value] for value in map(state.board.tile, range(272)) if value)
    for value in range(1, 7):
        if count_of(outside, value) > count_of(ALL_TILES, value):
            raise Unreadable(f"there are too many tiles of value {value}")
    state.bag = ALL_TILES - outside
