"""What a server needs before it starts: its folder, its key, the addresses it listens on."""

from __future__ import annotations

import os
import re
import secrets
import shutil
import socket
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from sabika.server.ops.admin import LONGEST_PATH, PLACE

DATABASE: Final = "sabika.db"  # in the data folder
ADDRESS: Final = "address"  # too: where the server that runs on it is found
KEY: Final = "key"  # too, mode 0600
KEY_BYTES: Final = 32


class CannotServe(Exception):
    """Why the server cannot start; one line."""


class AlreadyServed(CannotServe):
    """Another server runs on the data folder."""

    def __init__(self, data: Path) -> None:
        file = data / ADDRESS
        self.address = file.read_text().strip() if file.exists() else ""  # empty: it is still starting
        super().__init__(f"another server is running on {data}" + (f", at {self.address}" if self.address else ""))


# Its folder and its key.


def prepare(folder: Path, what: str = "data folder") -> None:
    """Make the data folder, or another, readable by its owner only."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as problem:
        raise CannotServe(f"the {what} {folder} cannot be written: {problem.strerror}") from None


def server_key(data: Path, *, make: bool = True) -> bytes:
    """The secret from which the luck of all tables is derived: made at the first start, never shown."""
    given = os.environ.get("SABIKA_KEY", "")
    if given:
        return key_from(given.strip(), "SABIKA_KEY")
    file = data / KEY
    if not file.exists():
        if not make:
            raise CannotServe(f"there is no key {file}")
        make_key(file)
    if os.name == "posix" and file.stat().st_mode & 0o077:
        raise CannotServe(f"the key {file} can be read by others; set its mode to 600")
    return key_from(file.read_text().strip(), str(file))


def make_key(file: Path) -> None:
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as out:
        out.write(secrets.token_hex(KEY_BYTES) + "\n")
        out.flush()
        os.fsync(out.fileno())


def key_from(text: str, place: str) -> bytes:
    try:
        key = bytes.fromhex(text)
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES or len(set(key)) < 8:  # a made-up one
        raise CannotServe(f"{place} is not a key: a key is {2 * KEY_BYTES} random hexadecimal digits")
    return key


# Where it listens.


@contextmanager
def first_free(host: str, ports: Sequence[int]) -> Iterator[socket.socket]:
    """A bound socket on the first free port of these; CannotServe when all are taken."""
    for port in ports[:-1]:
        try:
            bound = bound_to(host, port)
        except CannotServe:
            continue
        break
    else:
        bound = bound_to(host, ports[-1])
    with bound:
        yield bound


@contextmanager
def listening(host: str, port: int) -> Iterator[socket.socket]:
    """A bound socket; CannotServe if the address is taken or is not this machine's."""
    with bound_to(host, port) as bound:
        yield bound


def bound_to(host: str, port: int) -> socket.socket:
    with ExitStack() as stack:
        try:
            family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
            bound = stack.enter_context(socket.socket(family, socket.SOCK_STREAM))
            if os.name == "posix":
                bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # of a server that has just stopped
            bound.bind((host, port))
        except (OSError, OverflowError) as problem:
            raise CannotServe(f"cannot listen on {host} port {port}: {plain_reason(problem)}") from None
        stack.pop_all()  # it stays open
    return bound


@contextmanager
def known_address(data: Path, address: str) -> Iterator[None]:
    """Write down the address, so that a second server on the folder can name it. The lock makes it the only one."""
    (data / ADDRESS).write_text(address + "\n")
    try:
        yield
    finally:
        (data / ADDRESS).unlink(missing_ok=True)


def plain_reason(problem: Exception) -> str:
    return (problem.strerror if isinstance(problem, OSError) else None) or str(problem)


def host_and_port(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal():
        raise CannotServe(f"an address is written HOST:PORT, not {text[:60]!r}")
    return host.strip("[]"), int(port)


@contextmanager
def local_socket(data: Path) -> Iterator[socket.socket]:
    """The admin socket, for the owner of the data folder only. The store's lock keeps other servers off it."""
    place = data / PLACE
    pointer = data / f"{PLACE}.path"
    short = None
    if len(os.fsencode(place.absolute())) > LONGEST_PATH:
        short = Path(tempfile.mkdtemp(prefix="sabika-"))
        pointer.write_text(str(short / PLACE))
        place = short / PLACE
    else:
        pointer.unlink(missing_ok=True)
    place.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as bound:
        before = os.umask(0o177)
        try:
            bound.bind(str(place))
        finally:
            os.umask(before)
        try:
            yield bound
        finally:
            place.unlink(missing_ok=True)
            pointer.unlink(missing_ok=True)
            if short is not None:
                shutil.rmtree(short, ignore_errors=True)


# Its address.


def lan_address() -> str:
    """This machine's address in the local network, as far as it knows."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # asks the routing table; nothing is sent
            found = str(probe.getsockname()[0])
        except OSError:
            found = "127.0.0.1"
    return found


def is_any(host: str) -> bool:
    try:
        return ip_address(host).is_unspecified
    except ValueError:
        return False


# A driver's error message.


def without_password(text: str) -> str:
    """One line, without the password of a database URL in it."""
    return re.sub(r"//([^:@/\s]*):[^@\s]*@", r"//\1:...@", " ".join(text.split()))[:300]
