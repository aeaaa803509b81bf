"""A data folder in which something is gone: no server begins anew there, and the doctor says what is wrong."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import stat
import subprocess
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from sabika.cli import main
from sabika.server.common.ids import new_id
from sabika.server.ops.data_folder import in_units
from sabika.server.ops.listen import CannotServe, server_key
from sabika.server.ops.run import opened
from sabika.server.ops.settings import Settings
from sabika.server.store import Entry, TableRow, Which
from sabika.server.store.sqlite.files import FilesStore
from tests.server.server_process import COMMAND, environment


def served(data: Path) -> Path:
    """A folder with a key and two files: a finished table and one that is played, another in the second file."""

    async def fill() -> None:
        store = await FilesStore.open(data / "sabika.db", range(2))
        for file, status in ((0, "over"), (0, "playing"), (1, "closed")):
            row = TableRow(new_id(file), "zatre", "ana", 1, status, seats=("ana",))
            await store.create(row, [Entry(b"x" * 4000, 1) for _ in range(20)])
        await store.close()

    asyncio.run(fill())
    server_key(data)
    return data


def start(data: Path) -> int:
    """How many tables a server finds; CannotServe."""

    async def count() -> int:
        async with opened(Settings(data=data), None) as store:
            return await store.count(Which())

    return asyncio.run(count())


def cut(data: Path) -> None:
    os.truncate(data / "sabika.db", (data / "sabika.db").stat().st_size // 2)


def empty(data: Path) -> None:
    os.truncate(data / "sabika.db", 0)


def remove(data: Path) -> None:
    (data / "sabika.db").unlink()


def remove_with_key(data: Path) -> None:
    (data / "sabika.db").unlink()
    (data / "key").unlink()


def remove_all_but_key(data: Path) -> None:
    (data / "sabika.db").unlink()
    (data / "sabika-1.db").unlink()


def empty_second(data: Path) -> None:
    os.truncate(data / "sabika-1.db", 0)


def cut_second(data: Path) -> None:
    os.truncate(data / "sabika-1.db", 4096)


DAMAGE: dict[str, tuple[Callable[[Path], None], str, str]] = {
    "cut to half": (cut, "malformed", "sabika.db    database disk image is malformed\n"),
    "emptied": (empty, "sabika.db is empty, but there is key", "sabika.db    it is empty\n"),
    "gone": (remove, "sabika.db is missing, but there is key", "sabika.db    it is missing\n"),
    "gone, and the key too": (remove_with_key, "sabika.db is missing, but there is sabika-1.db", "it is missing\n"),
    "only the key is left": (remove_all_but_key, "sabika.db is missing, but there is key", "it is missing\n"),
    "another file is emptied": (empty_second, "sabika-1.db in .* is empty", "sabika-1.db  it is empty\n"),
    "another file is cut": (
        cut_second,
        "sabika-1.db cannot be used",
        "sabika-1.db  database disk image is malformed\n",
    ),
}


@pytest.mark.parametrize(("damage", "refusal", "_found"), DAMAGE.values(), ids=DAMAGE)
def test_a_server_says_what_is_wrong_and_how_to_restore(
    tmp_path: Path, damage: Callable[[Path], None], refusal: str, _found: str
) -> None:
    damage(served(tmp_path))
    for _ in range(2):  # it stays so
        with pytest.raises(CannotServe, match=refusal) as refused:
            start(tmp_path)
        assert f"run `sabika restore BACKUP --data {tmp_path}`" in str(refused.value)
        assert "\n" not in str(refused.value)


def test_what_the_server_says_works(tmp_path: Path) -> None:
    data, elsewhere = served(tmp_path / "data"), tmp_path / "elsewhere"
    assert doctor("backup", str(tmp_path / "backup.db"), "--data", str(data)).exit_code == 0
    elsewhere.mkdir()
    empty(data)
    for file in data.glob("sabika*.db*"):
        shutil.move(file, elsewhere)
    assert doctor("restore", str(tmp_path / "backup.db"), "--data", str(data)).exit_code == 0
    assert start(data) == 3
    for file in (*data.glob("sabika*.db*"), data / "key"):
        file.unlink()
    assert start(data) == 0


def test_a_sound_folder_and_a_new_one_are_served(tmp_path: Path) -> None:
    assert start(served(tmp_path / "old")) == 3
    (tmp_path / "new").mkdir()
    assert start(tmp_path / "new") == 0


@pytest.mark.process
def test_an_emptied_database_in_one_line(tmp_path: Path) -> None:
    empty(served(tmp_path))
    command = [*COMMAND, "serve", "--data", str(tmp_path), "--port", "0"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment(), timeout=60, check=False)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1, done.stderr
    assert "is empty" in done.stderr


# The doctor.


def doctor(*words: str) -> Result:
    return CliRunner().invoke(main, [*words])


def test_the_doctor_finds_everything_sound(tmp_path: Path) -> None:
    served(tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    result = doctor("doctor", "--data", str(tmp_path))
    assert result.exit_code == 0, result.output
    first, second, key = result.stdout.splitlines()
    assert first.startswith("sabika.db    2 tables, 1 finished, ")
    assert second.startswith("sabika-1.db  1 table, 1 finished, ")
    assert first.endswith("KiB, sound")
    assert second.endswith("KiB, sound")
    assert key == "key          present, mode 600"
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before


@pytest.mark.parametrize(("damage", "_refusal", "found"), DAMAGE.values(), ids=DAMAGE)
def test_the_doctor_names_what_is_wrong(
    tmp_path: Path, damage: Callable[[Path], None], _refusal: str, found: str
) -> None:
    damage(served(tmp_path))
    result = doctor("doctor", "--data", str(tmp_path))
    assert result.exit_code == 1
    assert found in result.stdout
    assert result.stdout.splitlines()[-1].startswith("To restore: move sabika*.db* elsewhere")


def test_the_doctor_looks_at_the_key(tmp_path: Path) -> None:
    key = served(tmp_path) / "key"
    key.chmod(stat.S_IRUSR | stat.S_IRGRP)
    result = doctor("doctor", "--data", str(tmp_path))
    assert result.exit_code == 1
    assert "present, mode 440: the key" in result.stdout
    assert "To restore" not in result.stdout
    key.unlink()
    result = doctor("doctor", "--data", str(tmp_path))
    assert result.exit_code == 1
    assert result.stdout.splitlines()[-1] == "key          missing, and unfinished tables need it: 1"


def test_the_doctor_beside_a_server(tmp_path: Path) -> None:
    async def look() -> Result:
        async with opened(Settings(data=served_before), None) as store:
            row = TableRow(new_id(0), "zatre", "ana", 1, "playing", seats=("ana",))
            await store.create(row, [Entry(b"x", 1)])
            found = await asyncio.to_thread(doctor, "doctor", "--data", str(served_before))
            await store.append(row.id, 1, [Entry(b"y", 2)])
            return found

    served_before = served(tmp_path)
    result = asyncio.run(look())
    assert result.exit_code == 0, result.output
    assert "3 tables, 1 finished" in result.stdout
    assert start(tmp_path) == 4


def test_what_the_doctor_cannot_look_at(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "new").mkdir()
    for words, why in (
        (("--data", str(tmp_path / "none")), "there is no folder"),
        (("--data", str(tmp_path / "file")), "there is no folder"),
        (("--data", str(tmp_path / "new")), "there is no server data in"),
        (("--data", str(tmp_path), "--brief"), "cannot be combined"),
    ):
        result = doctor("doctor", *words)
        assert result.exit_code == 2
        assert result.stdout == ""
        assert why in result.stderr
        assert result.stderr.count("\n") == 1


def test_the_doctor_sends_nobody_to_a_backup_for_a_database_of_a_newer_version(tmp_path: Path) -> None:
    with closing(sqlite3.connect(served(tmp_path) / "sabika.db")) as db, db:
        db.execute("insert into schema_version select max(version) + 1 from schema_version")
    done = doctor("doctor", "--data", str(tmp_path))
    assert done.exit_code == 1
    assert "update it" in done.output
    assert "restore" not in done.output


@pytest.mark.process
def test_a_full_disk_is_called_so(tmp_path: Path) -> None:
    """And no damage: what is on it is whole."""
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "none", tmp_path], check=False).returncode:
        pytest.skip("no disk can be mounted here")
    try:
        served(tmp_path)
        (tmp_path / "sabika.db-wal").touch()  # as a server leaves it that was killed
        with (tmp_path / "rest").open("wb", buffering=0) as rest, suppress(OSError):
            while True:
                rest.write(bytes(4096))
        words = [*COMMAND, "serve", "--data", str(tmp_path), "--port", "0"]
        started = subprocess.run(words, capture_output=True, text=True, env=environment(), check=False)
        assert (started.returncode, started.stdout, started.stderr.count("\n")) == (2, "", 1)
        assert "the disk is full" in started.stderr
        done = doctor("doctor", "--data", str(tmp_path))
        assert done.exit_code == 1
        assert "the disk is full" in done.output
        assert "restore" not in done.output
        (tmp_path / "rest").unlink()
        assert doctor("doctor", "--data", str(tmp_path)).exit_code == 0
        assert start(tmp_path) == 3
    finally:
        subprocess.run(["umount", tmp_path], check=True)


def test_sizes_are_told_in_units_that_people_read() -> None:
    assert [in_units(size) for size in (0, 1023, 1024, 5 * 2**30, 5000 * 2**30)] == [
        "0 bytes", "1,023 bytes", "1.0 KiB", "5.0 GiB", "5,000.0 GiB"
    ]  # fmt: skip
