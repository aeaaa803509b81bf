"""A whole game at the prompt. It knows no game: the table decides; the face draws and finds the words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sabika.engine.game import Unreadable
from sabika.engine.record import LuckStep
from sabika.engine.rule import NONE
from sabika.engine.state import Event
from sabika.terminal import Choice, Group
from sabika.terminal.commands import Leave, obey, offer_to_save, standing, tell_file, undo
from sabika.terminal.screen import QUIET, STRONG, capital, joined, line, listing, numbered, paragraph, words
from sabika.terminal.sitting import Sitting


def play(sitting: Sitting) -> int:
    """Play to the end, or until somebody leaves; the exit code."""
    try:
        begin(sitting)
        while not sitting.table.over:
            decide(sitting)
        finish(sitting)
    except Leave as leave:
        return leave.code
    except EOFError:
        return depart(sitting, 0)
    except KeyboardInterrupt:
        return depart(sitting, 130)
    return 0


def begin(sitting: Sitting) -> None:
    """Greet; the log begins with everything so far, in a new game or a resumed one."""
    sitting.keep_file()
    names = [f"{name} (bot)" if seat in sitting.bots else name for seat, name in enumerate(sitting.names)]
    sitting.say(line((sitting.table.game.title, STRONG), f" with {listing(names)}"))
    if sitting.people:
        sitting.say(words("Type a number or a move in notation; `help` shows more, `quit` leaves.", QUIET))
    sitting.log.recall(sitting.scene(None))


def decide(sitting: Sitting) -> None:
    """One decision of the player whose turn it is."""
    seat = sitting.table.actor
    if seat in sitting.bots:
        make(sitting, seat, think(sitting, seat))
    else:
        welcome(sitting, seat)
        sitting.keep_file()
        make(sitting, seat, ask(sitting, seat))
        if taken_back(sitting, seat):
            return
    hear(sitting)
    if not sitting.people:
        sitting.news(None)


def think(sitting: Sitting, seat: int) -> int:
    """A bot's choice; one that fails or answers with an illegal move is reported, and the default is played."""
    table, name = sitting.table, sitting.names[seat]
    try:
        with sitting.waiting(f"{name} is thinking"):
            move: object = sitting.bots[seat].choose(table.sight)
        if isinstance(move, int) and table.refusal(move) is NONE:
            return move
        reason = "it did not answer with a legal move"
    except Exception as problem:  # a bot of another package may fail in any way
        reason = " ".join(f"{type(problem).__name__}: {problem}".split())
    sitting.complain(f"{name} failed ({reason}), so the default move is played for it.")
    return table.state.default()


def make(sitting: Sitting, seat: int, move: int) -> None:
    """Log a move and make it."""
    sitting.log.move(sitting.scene(None), seat, move)
    sitting.table.play(move)
    sitting.kept = False


def hear(sitting: Sitting) -> None:
    """Log what followed, in order."""
    for each in sitting.table.followed:
        if isinstance(each, LuckStep):
            sitting.log.note(sitting.face.luck(sitting.scene(None), each))
        else:
            note_event(sitting, each)
    sitting.log.heard = len(sitting.table.events)


def note_event(sitting: Sitting, event: Event) -> None:
    """Log a sentence; show anything longer at once, after what led to it. The end shows everything."""
    told = sitting.face.event(sitting.scene(None), event)
    if isinstance(told, str):
        sitting.log.note(told)
    elif told is not None and not sitting.table.over:
        sitting.news(sitting.at_screen)
        sitting.rest(told)


def welcome(sitting: Sitting, seat: int) -> None:
    """Pass the screen on; if hands are hidden, cover it first."""
    game, state = sitting.table.game, sitting.table.state
    if sitting.at_screen != seat and len(sitting.people) > 1 and game.hides(game.options_of(state)):
        sitting.prompt.cover(f"Pass the screen to {sitting.names[seat]}, who then presses Enter ")
    sitting.at_screen = seat


# A person's decision.


def ask(sitting: Sitting, seat: int, told: Callable[[], Sequence[str]] = tuple) -> int:
    """The person's move; commands are executed meanwhile. A lesson's words come last."""
    groups = sitting.face.menu(sitting.scene(seat))
    sitting.show(seat, groups)
    tell(sitting, told())
    opened: Choice | None = None  # the choice whose second question is open
    while True:
        choices = numbered(groups) if opened is None else opened.inner
        answer = sitting.prompt.ask(f"{sitting.names[seat]}> ")
        steps = len(sitting.table.record.steps)
        if answer.isdecimal() and int(answer[:9]) > 0:
            choice = chosen(sitting, answer, choices)
            if choice is not None and choice.move is not None:
                return choice.move
            if choice is not None:
                opened = choice
                ask_further(sitting, seat, choice)
        elif answer in ("show", "0"):
            opened = None
            sitting.show(seat, groups)
            tell(sitting, told())
        elif answer and not obey(sitting, answer, choices):
            move = typed(sitting, answer)
            if move is not None:
                return move
        if len(sitting.table.record.steps) != steps:  # undone
            opened, groups = None, sitting.face.menu(sitting.scene(seat))
            sitting.show(seat, groups)
            tell(sitting, told())


def tell(sitting: Sitting, told: Sequence[str]) -> None:
    """Paragraphs below the choices."""
    for text in told:
        sitting.say("")
        sitting.say(joined(paragraph(text, sitting.console.width)))


def chosen(sitting: Sitting, answer: str, choices: Sequence[Choice]) -> Choice | None:
    """The choice with this number."""
    number = int(answer[:9])
    if number <= len(choices):
        return choices[number - 1]
    sitting.complain(f"There is no choice {number}; the last is {len(choices)}.")
    return None


def ask_further(sitting: Sitting, seat: int, choice: Choice) -> None:
    """Ask the second question, with its numbers on the board if the choices have a place there."""
    on_board = any(each.cell is not None for each in choice.inner)
    sitting.show(seat, [Group(choice.text, choice.inner)], table=on_board)
    sitting.say(words("0 goes back", QUIET))


def typed(sitting: Sitting, answer: str) -> int | None:
    """A move in notation; if it is refused, say why at once."""
    try:
        move = sitting.table.code(answer)
    except Unreadable as error:
        where = " `help` shows how moves are written." if sitting.face.notation else ""
        sitting.complain(f"{capital(str(error))}.{where}")
        return None
    if sitting.table.refusal(move) is not NONE:
        sitting.complain(sitting.table.why(move))
        return None
    return move


def taken_back(sitting: Sitting, seat: int) -> bool:
    """At the end of a turn that revealed nothing, the person may still undo."""
    table = sitting.table
    if table.over or table.actor == seat or not table.undoable(seat):
        return False
    while answer := sitting.prompt.ask("Your turn ends. Press Enter to continue, or type `undo`: "):
        if answer.lower() == "undo":
            undo(sitting, "")
            return True
        if not obey(sitting, answer):
            sitting.prompt.put_back(answer)  # not a command: an answer to the next question
            return False
    return False


# Leaving, and the end.


def depart(sitting: Sitting, code: int) -> int:
    """The input ended, or Ctrl-C was pressed."""
    sitting.say("")
    if sitting.file is None and not sitting.prompt.interactive and not sitting.kept:
        sitting.say("End of input; the game is not saved. To save it, use --save FILE.")
        return code
    try:
        offer_to_save(sitting)
    except (EOFError, KeyboardInterrupt):
        sitting.say("\nNot saved.")
    return code


def finish(sitting: Sitting) -> None:
    """The result with every score itemised."""
    sitting.keep_file()
    sitting.news(sitting.at_screen)
    sitting.divider("the end")
    sitting.leaf(sitting.face.scores(sitting.scene(None), sitting.table.result.breakdown))
    sitting.say("")
    sitting.say(joined(standing(sitting.table, sitting.names)))
    if sitting.file is not None:
        tell_file(sitting, sitting.file)
    if sitting.people:
        last_words(sitting)


def last_words(sitting: Sitting) -> None:
    """After the end: look again, save the record, or leave."""
    if sitting.file is None:
        sitting.say("`save FILE` saves the record, `look` shows the boards, Enter leaves.")
    while True:
        answer = sitting.prompt.ask("the end> ")
        if answer in ("", "quit", "exit", "q"):
            return
        if not obey(sitting, answer):
            sitting.say("The game is over. Type save FILE, look NAME, log or why, or press Enter to leave.")
