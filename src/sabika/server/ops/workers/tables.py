"""The tables and sockets of all processes of a server, for requests to the main one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sabika.server.common.guests import Person
from sabika.server.common.ids import file_of, new_id
from sabika.server.common.limits import Limits
from sabika.server.common.metrics import Metrics
from sabika.server.common.restrictions import Restriction
from sabika.server.live.bot_queue import Asker
from sabika.server.live.bot_worker import Thought
from sabika.server.live.tables import FIRST_FRAMES, LiveTables
from sabika.server.ops.workers import questions
from sabika.server.ops.workers.supervisor import Supervisor, WorkerProcess
from sabika.server.protocol.answers import Done, Whole
from sabika.server.protocol.commands import Commands
from sabika.server.protocol.rest import FoundPosition, Made, NewTable, Replay, Verified, WhichFrames
from sabika.server.socket.connection import Connections
from sabika.server.store.base import Store


class AllTables(LiveTables):
    """Forwards requests to the process that holds a table."""

    def __init__(
        self, supervisor: Supervisor, store: Store, key: bytes, pace: int, limits: Limits | None = None
    ) -> None:
        super().__init__(store, key, pace=pace, limits=limits)
        self.supervisor = supervisor
        supervisor.answer = self.answer

    async def make(self, person: Person, wanted: NewTable, table: str | None = None, address: str = "") -> Made:
        """A fork is made in the process of its original: no other can read that table."""
        old = None if wanted.fork is None else wanted.fork.table
        table = table or new_id(self.supervisor.next_file() if old is None else file_of(old))
        holder = self.supervisor.holder(table)
        if holder is None:
            return await super().make(person, wanted, table, address)
        return await holder.ask(questions.MakeTable(table, person, wanted, address), Made)

    async def is_there(self, table: str) -> bool:
        holder = self.supervisor.holder(table)
        return await (super().is_there(table) if holder is None else holder.ask(questions.IsThere(table), bool))

    async def look(self, table: str, person: Person | None, address: str = "") -> Whole:
        holder = self.supervisor.holder(table)
        if holder is None:
            return await super().look(table, person, address)
        return await holder.ask(questions.LookAt(table, person, address), Whole)

    async def command(self, table: str, person: Person, command: Commands, language: str = "en") -> Done:
        holder = self.supervisor.holder(table)
        if holder is None:
            return await super().command(table, person, command, language)
        return await holder.ask(questions.Perform(table, person, command, language), Done)

    async def record(self, table: str, person: Person | None, address: str = "") -> str:
        holder = self.supervisor.holder(table)
        if holder is None:
            return await super().record(table, person, address)
        return await holder.ask(questions.ReadRecord(table, person, address), str)

    async def replay(
        self, table: str, person: Person | None, which: WhichFrames = FIRST_FRAMES, address: str = ""
    ) -> Replay:
        holder = self.supervisor.holder(table)
        if holder is None:
            return await super().replay(table, person, which, address)
        return await holder.ask(questions.ReadReplay(table, person, which, address), Replay)

    async def position(self, table: str, person: Person | None, step: int, address: str = "") -> FoundPosition:
        holder = self.supervisor.holder(table)
        if holder is None:
            return await super().position(table, person, step, address)
        return await holder.ask(questions.ReadPosition(table, person, step, address), FoundPosition)

    async def verify(self, table: str, person: Person | None, digest: str | None = None, address: str = "") -> Verified:
        holder = self.supervisor.holder(table)
        if holder is None:
            return await super().verify(table, person, digest, address)
        return await holder.ask(questions.VerifyTable(table, person, digest, address), Verified)

    async def close(self, table: str) -> None:
        holder = self.supervisor.holder(table)
        await (super().close(table) if holder is None else holder.ask(questions.EndTable(table), type(None)))

    async def hide(self, table: str, hidden: bool) -> None:
        holder = self.supervisor.holder(table)
        if holder is None:
            await super().hide(table, hidden)
        else:
            await holder.ask(questions.HideOrShow(table, hidden), type(None))

    async def export(self, table: str) -> str:
        holder = self.supervisor.holder(table)
        return await (super().export(table) if holder is None else holder.ask(questions.ReadExport(table), str))

    async def forget(self, table: str, person: str) -> None:
        holder = self.supervisor.holder(table)
        if holder is None:
            await super().forget(table, person)
        else:
            await holder.ask(questions.ForgetPerson(table, person), type(None))

    # What workers ask.

    async def answer(self, worker: WorkerProcess, question: Any) -> object:
        if isinstance(question, questions.Think):
            return await self.think(question)
        if isinstance(question, questions.ReadGame):
            return await self.read_game(question.question, question.person, question.address)
        if isinstance(question, questions.WhoseToken):
            person = await self.store.person_by_token(question.token)
            return [] if person is None else [person]
        if isinstance(question, questions.SocketGone):
            worker.told_gone(question.number)
        elif isinstance(question, questions.CanServe):
            worker.channel.tell(questions.Restrict(self.restrictions.all))
            worker.told_ready()
        elif isinstance(question, questions.CannotStart):
            worker.told_failed(question.why)
        return None

    async def think(self, asked: questions.Think) -> list[Thought]:
        asker = Asker(asked.person, lambda: asked.waiting)
        if asked.most:
            return await self.bot_pool.advise(asked.bot, asked.game, asked.sight, asked.seed, asked.most, asker)
        move = await self.bot_pool.choose(asked.bot, asked.game, asked.sight, asked.seed, asker)
        return [] if move is None else [Thought(move)]


class AllConnections(Connections):
    """Signs out everywhere, and says goodbye to all when the server stops."""

    def __init__(
        self, supervisor: Supervisor, tables: LiveTables, store: Store, limits: Limits, metrics: Metrics
    ) -> None:
        super().__init__(tables, store, limits, metrics)
        self.supervisor = supervisor

    def sign_out(self, token: bytes) -> None:
        super().sign_out(token)
        self.supervisor.tell(questions.SignOut(token))

    def sign_out_person(self, person: str, keep: bytes) -> None:
        super().sign_out_person(person, keep)
        self.supervisor.tell(questions.SignOutPerson(person, keep))

    def obey(self, restrictions: Sequence[Restriction]) -> None:
        super().obey(restrictions)
        self.supervisor.tell(questions.Restrict(restrictions))

    def farewell(self) -> None:
        super().farewell()
        for worker in self.supervisor.workers:
            worker.stop()
