"""The loop's time is shared fairly between addresses, whoever comes with how much."""

from __future__ import annotations

import asyncio

from sabika.server.common.fair_loop import YOUNG, FairLoop


class Clock:
    """Time passes only where the test does some work."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def turns_of(work: dict[str, list[float]]) -> list[dict[str, int]]:
    """How many things were done in each turn of the loop, by address; `work` has the seconds that each thing takes."""
    clock = Clock()
    found: list[dict[str, int]] = []

    async def do(fair: FairLoop, address: str, seconds: float) -> None:
        await fair.turn(address)
        clock.now += seconds
        found[-1][address] = found[-1].get(address, 0) + 1

    async def story() -> None:
        fair = FairLoop(clock)
        found.append({})
        tasks = [asyncio.create_task(do(fair, who, seconds)) for who, each in work.items() for seconds in each]
        while not all(task.done() for task in tasks):
            await asyncio.sleep(0)
            found.append({})

    asyncio.run(story())
    return [turn for turn in found if turn]


def test_little_is_done_at_once() -> None:
    assert turns_of({"ana": [0.0001] * 20, "ben": [0.0001]}) == [{"ana": 20, "ben": 1}]


def test_an_address_that_asks_for_much_gets_one_thing_a_turn_once_it_is_no_longer_young() -> None:
    assert turns_of({"eve": [YOUNG] * 3}) == [{"eve": 1}] * 3
    assert turns_of({"eve": [YOUNG / 2] * 5}) == [{"eve": 2}, {"eve": 2}, {"eve": 1}]


def test_nobody_waits_for_the_rest_of_what_another_address_asks_for() -> None:
    first, *rest = turns_of({"eve": [YOUNG] * 100, "ana": [YOUNG]})
    assert first == {"eve": 1, "ana": 1}
    assert len(rest) == 99


def test_nothing_is_kept_between_two_turns() -> None:
    async def story() -> FairLoop:
        fair = FairLoop()
        await fair.turn("ana")
        await asyncio.sleep(0)
        return fair

    fair = asyncio.run(story())
    assert (fair.served, fair.began) == (set(), None)
