"""Reviews of finished games: computed piece by piece in the bots' processes while somebody waits, and kept.

A quick review takes a second or so; then every decision is searched, and the review is updated now and then.
"""

from __future__ import annotations

import asyncio
import zlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable
from contextlib import ExitStack, suppress
from hashlib import sha256
from time import monotonic
from typing import Final, TypeVar, cast

import msgspec
from msgspec import Raw, Struct

from sabika.review.account import VERSION, LuckEntry
from sabika.review.question import Verdict
from sabika.server.common.limits import Limits, Rates, Slots
from sabika.server.common.tasks import Tasks
from sabika.server.live.bot_pool import Thinkers
from sabika.server.live.bot_queue import READER, Asker
from sabika.server.protocol.problems import ProblemError
from sabika.server.protocol.review import Judged, Review, Reviewing, WhichVerdict
from sabika.server.review import questions
from sabika.server.review.questions import PartFound, RecordQuestion, Surveyed
from sabika.server.store.base import ReviewKey, Store, StoreError

PATIENCE: Final = 12.0  # seconds without a request after which an asker no longer counts
HOLD: Final = 2.0  # seconds that an answer waits for something new
PIECE: Final = 40  # steps of a quick review in one question
AT_ONCE: Final = 4  # questions of one review that may wait for a process
RETELL: Final = 3.0  # seconds between two updates
RECENT: Final = 32  # reviews kept in memory, whatever the store does ..
RECENT_BYTES: Final = 16 * 1024 * 1024  # .. and the most bytes they have together as JSON; the longest has 3 million
SEED: Final = 0
QUICK, COMPLETE = 1, 2  # versions of a quick and of a complete review, to which the searched decisions are added
HOUR: Final = 3600

Found = TypeVar("Found")


class ReviewReader(Struct, frozen=True):
    """The reader of a review."""

    person: str  # empty: unknown
    address: str

    @property
    def who(self) -> str:
        return self.person or f"nobody at {self.address}"


class ReviewJob:
    """A review in progress, and its readers."""

    def __init__(self, text: str, key: ReviewKey, reader: ReviewReader) -> None:
        self.text = text
        self.key = key
        self.reader = reader
        self.asker = Asker(f"review for {reader.who}", lambda: READER)
        self.done = 0
        self.of = 0
        self.complete = False
        self.review = b""  # as JSON: read, the longest has 15 MiB and takes 50 ms
        self.version = 0
        self.problem: ProblemError | None = None
        self.changed = asyncio.Event()
        self.patience: asyncio.Timeout | None = None
        self.luck: list[LuckEntry] = []
        self.verdicts: dict[int, Verdict] = {}

    def wait_on(self) -> None:
        """Note that somebody still asks, so work continues."""
        if self.patience is not None and not self.patience.expired():
            self.patience.reschedule(asyncio.get_running_loop().time() + PATIENCE)

    def tell(self, review: bytes = b"", version: int = 0) -> None:
        """Publish an update. The version grows with the decisions searched."""
        if review:
            self.review, self.version = review, version
        self.changed.set()
        self.changed = asyncio.Event()

    async def news(self, known: int, names: list[str]) -> Reviewing:
        """Wait for something new to the asker, or for a while. Raises ProblemError."""
        self.wait_on()
        if self.version <= known and not (self.complete or self.problem):
            with suppress(TimeoutError):
                async with asyncio.timeout(HOLD):
                    await self.changed.wait()
        self.wait_on()
        if self.problem is not None:
            raise self.problem
        review = named(self.review, names) if self.version > known else None
        return Reviewing(self.done, self.of, self.complete, self.version, review)


class Reviews:
    """The reviews of this process."""

    def __init__(
        self,
        workers: Thinkers,
        store: Store,
        limits: Limits,
        tasks: Tasks,
        now: Callable[[], int],
        read_game: Callable[[RecordQuestion, str, str], Awaitable[bytes]],  # of a reader at an address
    ) -> None:
        self.workers = workers
        self.store = store
        self.limits = limits
        self.tasks = tasks
        self.now = now
        self.jobs: dict[ReviewKey, ReviewJob] = {}  # in progress
        self.recent: OrderedDict[ReviewKey, ReviewJob] = OrderedDict()  # complete ones
        self.of_person = Slots(limits.person_reviews)
        self.of_address = Slots(limits.address_reviews)
        self.read_game = read_game
        self.begun = Rates(limits.reviews_an_hour, HOUR)

    async def ask(self, text: str, deep: bool, known: int, reader: ReviewReader) -> Reviewing:
        """The review of a finished game so far; begins it if there is none. Raises ProblemError."""
        key = self.key_of(text, deep)
        job = self.jobs.get(key) or self.recent.get(key) or await self.kept(text, key, reader)
        if job is None:
            job = self.jobs.get(key) or self.begin(text, key, reader)
        return await job.news(known, seat_names(text))

    def key_of(self, text: str, deep: bool) -> ReviewKey:
        playouts = self.limits.review_playouts if deep else 0
        return ReviewKey(sha256(text.encode()).digest(), playouts, SEED, VERSION)

    # Finished ones.

    async def kept(self, text: str, key: ReviewKey, reader: ReviewReader) -> ReviewJob | None:
        try:
            body = await self.store.review(key, self.now())
        except StoreError:
            return None
        review = None if body is None else await asyncio.to_thread(unpacked, body)
        choices = None if review is None else choices_in(review)
        if review is None or choices is None:
            return None
        job = ReviewJob(text, key, reader)
        job.done = job.of = choices if key.playouts else 0
        job.complete = True
        job.tell(review, COMPLETE + job.of)
        self.remember(job)
        return job

    def remember(self, job: ReviewJob) -> None:
        job.text, job.luck, job.verdicts = "", [], {}
        self.recent[job.key] = job
        while len(self.recent) > RECENT or self.too_large():
            self.recent.popitem(last=False)

    def too_large(self) -> bool:
        return len(self.recent) > 1 and sum(len(job.review) for job in self.recent.values()) > RECENT_BYTES

    async def keep(self, key: ReviewKey, review: bytes) -> None:
        with suppress(StoreError):  # then it is computed again next time
            await self.store.keep_review(key, await asyncio.to_thread(zlib.compress, review), self.now())

    # One in progress.

    def begin(self, text: str, key: ReviewKey, reader: ReviewReader) -> ReviewJob:
        """Begin a review. Raises ProblemError if too many are in progress."""
        if len(self.jobs) >= self.limits.reviews:
            raise ProblemError("busy", "too many games are being reviewed; try again")
        with ExitStack() as places:
            near = places.enter_context(self.of_address.slot(reader.address))
            if not (near and places.enter_context(self.of_person.slot(reader.who))):
                raise ProblemError("too-many", "too many of your games are being reviewed")
            if not self.begun.allows(reader.address, monotonic()):
                raise ProblemError("too-many", f"at most {self.limits.reviews_an_hour} reviews an hour from an address")
            job = self.jobs[key] = ReviewJob(text, key, reader)
            self.workers.seen(job.asker.person, f"review for {reader.address}")
            self.tasks.spawn(self.work(job, places.pop_all()))
        return job

    async def work(self, job: ReviewJob, places: ExitStack) -> None:
        """Work on it until it is complete, or nobody waits any more."""
        with places:
            try:
                async with asyncio.timeout(PATIENCE) as job.patience:
                    await self.work_out(job)
            except TimeoutError:
                job.problem = ProblemError("busy", "nobody waited for this review; ask again")
            except ProblemError as error:
                job.problem = error
            except BaseException:
                job.problem = ProblemError("failed", "the review failed")
                raise
            finally:
                del self.jobs[job.key]
                job.patience = None
                job.tell()

    async def work_out(self, job: ReviewJob) -> None:
        survey = await self.read(job, questions.Survey(job.text), Surveyed)
        firsts = range(1, survey.steps + 1, PIECE)
        await self.look_at(job, [(first, first + PIECE - 1, 0) for first in firsts])
        review = await self.told(job)
        if job.key.playouts:
            job.tell(review, QUICK)
            review = await self.search(job)
        await self.keep(job.key, review)
        job.complete = True
        job.tell(review, COMPLETE + job.of)
        self.remember(job)

    async def search(self, job: ReviewJob) -> bytes:
        """Search every decision with a choice, with updates now and then."""
        choices = [step for step, verdict in job.verdicts.items() if verdict.choices > 1]
        job.of = len(choices)
        telling = asyncio.create_task(self.tell_on(job))
        try:
            await self.look_at(job, [(step, step, job.key.playouts) for step in choices])
        finally:
            telling.cancel()
        return await self.told(job)

    async def tell_on(self, job: ReviewJob) -> None:
        while True:
            await asyncio.sleep(RETELL)
            done = job.done
            if QUICK + done > job.version:
                with suppress(ProblemError):  # no worker has answered: another time, or at the end
                    job.tell(await self.told(job), QUICK + done)

    async def look_at(self, job: ReviewJob, pieces: Iterable[tuple[int, int, int]]) -> None:
        """Ask about pieces of the game, one question each: first and last step, and playouts."""
        waiting = iter(pieces)

        async def one_after_another() -> None:
            for first, last, playouts in waiting:
                question = questions.ReviewPart(job.text, first, last, playouts, job.key.seed)
                found = await self.read(job, question, PartFound)
                job.verdicts |= found.verdicts
                if playouts:
                    job.done += 1
                else:
                    job.luck += found.luck

        tasks = [asyncio.create_task(one_after_another()) for _ in range(AT_ONCE)]
        try:
            await asyncio.gather(*tasks)
        finally:
            for task in tasks:
                task.cancel()

    async def told(self, job: ReviewJob) -> bytes:
        question = questions.Tell(job.text, job.key.playouts, job.key.seed, job.luck, job.verdicts)
        return await self.workers.read(question, job.asker)

    async def read(self, job: ReviewJob, question: RecordQuestion, kind: type[Found]) -> Found:
        return msgspec.json.decode(await self.workers.read(question, job.asker), type=kind)

    # Of one moment.

    async def one(self, question: RecordQuestion, reader: ReviewReader, kind: type[Found]) -> Found:
        """A single question about a finished game. Raises ProblemError."""
        found = await self.read_game(question, f"review for {reader.who}", reader.address)
        return msgspec.json.decode(found, type=kind)

    async def judge(self, text: str, wanted: WhichVerdict, reader: ReviewReader) -> Judged:
        """Judge another move than the one made, by a search as in a deep review. Raises ProblemError."""
        playouts = self.limits.review_playouts
        question = questions.JudgeMove(text, wanted.step, wanted.move, wanted.language, playouts, SEED)
        return await self.one(question, reader, Judged)


def seat_names(text: str) -> list[str]:
    """The names in the record's header."""
    header = text.partition("\n\n")[0].splitlines()
    return next((line.removeprefix("seats: ").split(", ") for line in header if line.startswith("seats: ")), [])


def named(review: bytes, names: list[str]) -> Review:
    """Add the names of the seats, which are not kept. The fields stay JSON, which an answer takes as it is."""
    fields = msgspec.json.decode(review, type=dict[str, Raw])
    fields["seats"] = Raw(msgspec.json.encode(names))
    return cast(Review, Raw(msgspec.json.encode(fields)))


class Weighed(Struct):
    choices: int = 0  # luck has none


class Outline(Struct):
    """The parts of a review that are needed here."""

    entries: list[Weighed]
    accounts: Raw
    stories: Raw


def choices_in(review: bytes) -> int | None:
    """Decisions with a choice; None if it cannot be read, such as the form of another release."""
    try:
        return sum(each.choices > 1 for each in msgspec.json.decode(review, type=Outline).entries)
    except (msgspec.MsgspecError, UnicodeError):
        return None


def unpacked(body: bytes) -> bytes | None:
    """None if it cannot be read: it is then computed again."""
    try:
        return zlib.decompress(body)
    except zlib.error:
        return None
