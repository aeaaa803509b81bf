"""Learning a game at the prompt: the scenes of its lesson, each solved before the next."""

from __future__ import annotations

from dataclasses import dataclass

from rich.console import Console

from sabika.engine.game import Game
from sabika.engine.record import LuckStep
from sabika.engine.table import Table
from sabika.locales import YOU
from sabika.locales.lessons import LessonScene, SceneWords, lesson_words, scenes_of
from sabika.terminal import Face
from sabika.terminal.commands import Leave
from sabika.terminal.play import ask, hear, make
from sabika.terminal.prompt import Prompt
from sabika.terminal.screen import QUIET, STRONG, joined, paragraph, words
from sabika.terminal.sitting import Sitting

LUCK = 1  # the same for everybody


@dataclass(frozen=True)
class Lesson:
    """One scene with its words, and which one of how many it is."""

    game: Game
    scene: LessonScene
    words: SceneWords
    number: int
    of: int


def scenes_from(game: Game, first: int) -> list[Lesson]:
    """The scenes of a game from this number on; ValueError with one line if there are none."""
    scenes, said = scenes_of(game), lesson_words(game)
    if said is None or not scenes:
        raise ValueError(f"{game.title} has no lesson")
    if first > len(scenes):
        raise ValueError(f"the lesson of {game.title} has {len(scenes)} scenes, so there is no scene {first}")
    lessons = [Lesson(game, each, said.scenes[each.id], n + 1, len(scenes)) for n, each in enumerate(scenes)]
    return lessons[first - 1 :]


def teach(lessons: list[Lesson], face: Face, console: Console, prompt: Prompt) -> int:
    """Scene after scene, until the last is solved or somebody leaves; the exit code."""
    try:
        for lesson in lessons:
            solve(lesson, Sitting(table_of(lesson.scene), face, {}, console, prompt))
    except Leave as leave:
        return leave.code
    except (EOFError, KeyboardInterrupt) as end:
        console.print()
        return 130 if isinstance(end, KeyboardInterrupt) else 0
    game = lessons[0].game
    console.print(f"The lesson is over. Your first game: sabika play {game.name} --seats you,novice", soft_wrap=True)
    return 0


def table_of(scene: LessonScene) -> Table:
    """A table that begins from the scene's position, with the learner on turn."""
    seats = int(scene.position.partition(" seats=")[2].split()[0])
    rivals = [f"rival {n + 1}" for n in range(seats)]
    learner = Table.from_position(scene.position, rivals, seed=LUCK).actor
    names = [*rivals[:learner], YOU, *rivals[learner : seats - 1]]
    return Table.from_position(scene.position, names, seed=LUCK)


def solve(lesson: Lesson, sitting: Sitting) -> None:
    """All steps of a scene: a wrong try is explained, then asked again."""
    learner = sitting.at_screen = sitting.table.actor
    sitting.kept = True  # scenes are not worth saving
    sitting.divider(f"scene {lesson.number} of {lesson.of}: {lesson.words.title}")
    if lesson.number == 1:
        sitting.say(words("Type a number or a move in notation; `help` shows more, `quit` leaves.", QUIET))
    remark: list[str] = []  # on the last try

    def told() -> list[str]:
        return [lesson.words.steps[moves_made(sitting.table)].task, *remark]

    while moves_made(sitting.table) < len(lesson.scene.steps):
        move = ask(sitting, learner, told)
        at = moves_made(sitting.table)  # moves may have been undone meanwhile
        step, notation = lesson.scene.steps[at], sitting.table.game.notation(move)
        if step.solved_by(notation):
            make(sitting, learner, move)
            hear(sitting)
            sitting.kept, remark = True, []
        else:
            remark = [f"Not quite. {lesson.words.steps[at].slips[step.slip(notation)]}"]
    sitting.news(learner)
    sitting.say(joined(paragraph(f"Solved. {lesson.words.done}", sitting.console.width, STRONG)))
    sitting.say("")
    if lesson.number < lesson.of:
        sitting.prompt.pause("Enter for the next scene ")


def moves_made(table: Table) -> int:
    return sum(not isinstance(step, LuckStep) for step in table.record.steps)
