"""A deep review with several processes: one decision is one question."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context

from sabika.review.account import questions
from sabika.review.question import Verdict, answer


def deep_verdicts(
    text: str, playouts: int, seed: int, jobs: int, done: Callable[[int, int], None]
) -> dict[int, Verdict]:
    """The verdict on every decision of a record, by step; `done` hears how many of how many are answered.

    The verdicts depend on playouts and seed alone, not on how many processes there are or which is quicker.
    """
    asked = list(questions(text, playouts, seed))
    found: dict[int, Verdict] = {}
    done(0, len(asked))
    pool = ProcessPoolExecutor(jobs, get_context("spawn"))
    try:
        steps = {pool.submit(answer, question): step for step, question in asked}
        for future in as_completed(steps):
            found[steps[future]] = future.result()
            done(len(found), len(asked))
    finally:
        pool.shutdown(wait=True, cancel_futures=True)  # also when a person breaks off
    return found
