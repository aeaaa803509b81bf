"""A process that thinks for bots, one question after another: `python -m sabika.server.live.bot_worker MEMORY SECONDS`.

Questions and answers are lines of JSON. Of a game in progress it gets only a sight; of a finished one,
where it is reviewed, the record. It ends when its input ends or the server kills it. A signal that is meant for the
server may reach all of its processes; it is ignored here, or the bot would lose its move.
"""

from __future__ import annotations

import math
import os
import signal
import sys
from time import process_time
from typing import BinaryIO, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from sabika import bots
from sabika.engine.registry import find
from sabika.server.protocol.problems import Problem, ProblemError
from sabika.server.review.answers import answered
from sabika.server.review.questions import RecordQuestion

LONGEST_PROBLEM = 200


class BotQuestion(Struct, frozen=True, tag=True):
    """What would this bot do?"""

    bot: str
    game: str
    sight: str
    seed: int
    advice: int = 0  # how many moves, with their worth; 0: one move, without


class Thought(Struct, frozen=True):
    """A move, and the bot's estimates, if it has any."""

    move: int
    win: float | None = None
    margin: float | None = None


class BotAnswer(Struct, frozen=True):
    """The best move first, or the answer about a record; empty if the bot failed."""

    thoughts: list[Thought]
    problem: str = ""
    seconds: float = 0.0  # of processor time
    found: msgspec.Raw = msgspec.Raw(b"null")
    refused: Problem | None = None  # what is wrong with the record


QUESTION: Final = msgspec.json.Decoder(BotQuestion | RecordQuestion)


def think(question: BotQuestion) -> list[Thought]:
    """Ask the bot, newly made for each question, so that any process can answer."""
    sight = find(question.game).load_sight(question.sight)
    bot = bots.find(question.bot)(question.seed)
    explain = getattr(bot, "explain", None)
    if question.advice and explain is not None:
        return [Thought(int(each.move), each.win, each.margin) for each in explain(sight, question.advice)]
    return [Thought(int(bot.choose(sight)))]


def answer(line: bytes) -> BotAnswer:
    """Bots may come from anywhere and fail in any way: report it, and take the next question."""
    begun = process_time()
    try:
        found = answer_question(QUESTION.decode(line))
    except Exception as problem:
        found = BotAnswer([], f"{type(problem).__name__}: {problem}"[:LONGEST_PROBLEM])
    return replace(found, seconds=process_time() - begun)


def answer_question(question: BotQuestion | RecordQuestion) -> BotAnswer:
    if isinstance(question, BotQuestion):
        return BotAnswer(think(question))
    try:
        return BotAnswer([], found=msgspec.Raw(msgspec.json.encode(answered(question))))
    except ProblemError as error:
        return BotAnswer([], refused=error.problem)


def confine(memory: int) -> None:
    """Limit memory and lower the priority, where the system can."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.nice(10)
    except (ImportError, OSError, ValueError):
        pass


def allow(seconds: float) -> None:
    """Limit processor time for the next question, in whole seconds; then the system ends this process, where it can."""
    try:
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (math.ceil(process_time() + seconds), most))
    except (ImportError, OSError, ValueError):
        pass


def serve(questions: BinaryIO, answers: BinaryIO, seconds: float) -> None:
    answers.write(b"\n")  # awake
    answers.flush()
    for line in questions:
        allow(seconds)
        answers.write(msgspec.json.encode(answer(line)) + b"\n")
        answers.flush()


def main() -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)
    confine(int(sys.argv[1]))
    # What a bot prints goes to the log, not between the answers.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    serve(sys.stdin.buffer, answers, float(sys.argv[2]))


if __name__ == "__main__":
    main()
