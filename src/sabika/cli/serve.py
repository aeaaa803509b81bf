"""`sabika serve`: hosts tables on the network."""

from __future__ import annotations

import os
import socket
import sys
import webbrowser
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click
import segno

from sabika import doctor
from sabika.cli.parameters import DATA
from sabika.server.common.ids import MOST_FILES
from sabika.server.common.limits import limits_with
from sabika.server.common.logs import write_logs
from sabika.server.live.bot_pool import cores
from sabika.server.ops.listen import AlreadyServed, CannotServe
from sabika.server.ops.run import link, run
from sabika.server.ops.settings import Settings

PORT: Final = 8000
DAYS: Final = click.IntRange(1, 36_500)
SPARE_PORTS: Final = 99  # further ports to try if none was given


@click.command("serve")
@click.option("--host", default=None, metavar="ADDRESS", help="Listen on this address; by default 127.0.0.1.")
@click.option("--port", type=click.IntRange(0, 65535), default=None, help="By default 8000; 0 picks a free port.")
@DATA
@click.option("--database", default="", metavar="URL", help="postgresql://...; by default a file in the data folder.")
@click.option("--lan", is_flag=True, help="Open to everybody on your network, over plain http; shows a link.")
@click.option("--name", "names", multiple=True, metavar="HOST", help="A host name of this server. Repeat it for more.")
@click.option(
    "--proxy", "proxies", multiple=True, metavar="ADDRESS", help="Trust this proxy to say where requests come from."
)
@click.option("--admin", default="", metavar="HOST:PORT", help="Serve health and metrics here as well.")
@click.option("--limit", "limits", multiple=True, metavar="NAME=NUMBER", help="Set a limit. Repeat it for more.")
@click.option(
    "--pace",
    type=click.IntRange(0, 60_000),
    default=600,
    show_default=True,
    metavar="MS",
    help="Minimum time a bot takes over a move while somebody is watching.",
)
@click.option("--new-key", is_flag=True, help="Start anyway: close the unfinished tables whose luck needs another key.")
@click.option(
    "--workers",
    default="1",
    metavar="N",
    help="Share the tables among N processes; auto: one per core.",
)
@click.option("--keep-finished", type=DAYS, metavar="DAYS", help="Delete finished tables after this long without use.")
@click.option("--keep-talk", type=DAYS, metavar="DAYS", help="Delete the chat of finished tables after this long.")
@click.option(
    "--keep-reviews",
    type=DAYS,
    default=30,
    show_default=True,
    metavar="DAYS",
    help="Delete reviews of games after this long without use.",
)
@click.option("--keep-guests", type=DAYS, metavar="DAYS", help="Delete guests who have stayed away this long.")
@click.option("--archive", metavar="DIR", help="Save records of finished tables here before they are deleted.")
@click.option("--open", "open_page", is_flag=True, help="Open the home page, or that of a server already running.")
@click.option("--log", type=click.Choice(["debug", "info", "warning"]), default=None, help="How much to log.")
def command(
    host: str | None,
    port: int | None,
    data: str,
    database: str,
    lan: bool,
    names: Sequence[str],
    proxies: Sequence[str],
    admin: str,
    limits: Sequence[str],
    pace: int,
    new_key: bool,
    workers: str,
    keep_finished: int | None,
    keep_talk: int | None,
    keep_reviews: int,
    keep_guests: int | None,
    archive: str | None,
    open_page: bool,
    log: str | None,
) -> None:
    """Host tables for people on the network. Ctrl-C stops it; no acknowledged move is lost.

    \b
    Examples:
      sabika serve
      sabika serve --lan
      sabika serve --name games.example --proxy 127.0.0.1
      sabika serve --workers auto
    """
    write_logs(level=log or ("warning" if sys.stderr.isatty() else "info"))
    try:
        settings = Settings(
            data=Path(data).absolute(),
            host=host or ("0.0.0.0" if lan else "127.0.0.1"),
            port=PORT if port is None else port,
            spare_ports=SPARE_PORTS if open_page and port is None and host is None else 0,
            lan=lan,
            database=database,
            names=tuple(names),
            proxies=tuple(proxies),
            admin=admin,
            limits=limits_with(limits),
            pace=pace,
            new_key=new_key,
            workers=number_of_workers(workers),
            keep_finished=keep_finished,
            keep_talk=keep_talk,
            keep_reviews=keep_reviews,
            keep_guests=keep_guests,
            archive=archive_folder(archive, keep_finished),
        )
        run(settings, lambda bound: announce(settings, bound, open_page=open_page))
    except AlreadyServed as problem:
        show_other(problem, open_page=open_page)
    except (CannotServe, ValueError) as problem:
        raise click.UsageError(str(problem)) from None


def show_other(problem: AlreadyServed, *, open_page: bool) -> None:
    """Open the page of the server that already runs on the folder, if wanted."""
    if not (open_page and problem.address):
        raise click.UsageError(str(problem)) from None
    click.echo(f"Tables are already open at {problem.address}")
    show_page(problem.address)


def archive_folder(text: str | None, keep_finished: int | None) -> Path | None:
    """The archive folder; ValueError with one line if nothing would ever be archived."""
    if text is not None and keep_finished is None:
        raise ValueError("--archive saves what --keep-finished deletes; give both")
    return None if text is None else Path(text).absolute()


def number_of_workers(text: str) -> int:
    """The number of processes; ValueError with one line if it is invalid."""
    if text == "auto":
        return min(cores(), MOST_FILES) if hasattr(socket, "AF_UNIX") else 1
    if not text.isdecimal() or not 1 <= int(text) <= MOST_FILES:
        raise ValueError(f"--workers is auto or a number from 1 to {MOST_FILES}, not {text[:40]!r}")
    if int(text) > 1 and not hasattr(socket, "AF_UNIX"):
        raise ValueError("--workers above 1 needs a system that can pass sockets between processes; this one cannot")
    return int(text)


def announce(settings: Settings, port: int, *, open_page: bool) -> None:
    """Print the address, with a QR code if the server is open to the network."""
    address = link(settings, port)
    click.echo(f"Tables are open at {address}" + (" (Ctrl-C closes them)" if sys.stdout.isatty() else ""))
    if sys.stderr.isatty() and not doctor.compiled():
        click.echo(f"Bots think slowly: {doctor.slower()}.", err=True)
    if settings.lan:
        segno.make(address, micro=False).terminal(out=sys.stdout, compact=True)
    sys.stdout.flush()
    if open_page:
        show_page(address)


def show_page(address: str) -> None:
    """Open a browser if there is a screen; otherwise the printed address is enough."""
    if has_screen():
        webbrowser.open(address)


def has_screen() -> bool:
    """Is there a screen? Without one, Python would start a text browser here, and the server would wait for it."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
