"""`sabika people`: mutes, bans and deletions by an operator."""

from __future__ import annotations

import click

from sabika.cli.operator.asking import DAYS, MOST, REASON, and_more, asked, do, pass_data_on, table, when
from sabika.cli.parameters import DATA
from sabika.server.common.restrictions import Restriction
from sabika.server.ops.operator.acts import Ban, DeletePerson, ListPeople, MutePerson, PeopleLines, Unban, UnmutePerson

WHO = click.argument("who", metavar="NAME-OR-ID")
PERHAPS = click.argument("who", metavar="[NAME-OR-ID]", required=False, default="")
ADDRESS = click.option("--address", default="", metavar="ADDRESS", help="An address instead of a person.")


@click.group("people")
@DATA
@click.pass_context
def command(context: click.Context, data: str) -> None:
    """List, mute and ban people on a running server, and ban addresses.

    \b
    Examples:
      sabika people list
      sabika people mute Ana --days 7 --reason "spam"
      sabika people ban --address 203.0.113.7
    """
    pass_data_on(context, command, data)


@command.command("list")
@click.argument("who", metavar="[NAME-OR-ID]", required=False)
@DATA
@MOST
def list_people(who: str | None, data: str, most: int) -> None:
    """List people, and who is muted or banned. The latest visitors come first; times are UTC."""
    found = asked(data, ListPeople(who, most), PeopleLines)
    table(
        ("id", "name", "since", "last seen"),
        [[each.id, each.name, when(each.made), when(each.seen)] for each in found.people],
        "Nobody has visited yet." if who is None else f"Nobody is called {who}.",
    )
    and_more(found.more)
    if found.restrictions and who is None:
        click.echo()
        table(("what", "whom", "since", "until", "reason"), [restricted(each) for each in found.restrictions], "")


def restricted(each: Restriction) -> list[str]:
    return [each.what, each.whom, when(each.made), when(each.until), each.reason]


@command.command("mute")
@WHO
@DATA
@DAYS
@REASON
def mute(who: str, data: str, days: float | None, reason: str) -> None:
    """Mute a person at every table."""
    do(data, MutePerson(who, reason, days))


@command.command("unmute")
@WHO
@DATA
@REASON
def unmute(who: str, data: str, reason: str) -> None:
    """Let a muted person chat again."""
    do(data, UnmutePerson(who, reason))


@command.command("ban")
@PERHAPS
@ADDRESS
@DATA
@DAYS
@REASON
def ban(who: str, address: str, data: str, days: float | None, reason: str) -> None:
    """Refuse all requests from a person or an address. Their connections are closed."""
    do(data, Ban(who, address, reason, days))


@command.command("unban")
@PERHAPS
@ADDRESS
@DATA
@REASON
def unban(who: str, address: str, data: str, reason: str) -> None:
    """Let a person or an address in again."""
    do(data, Unban(who, address, reason))


@command.command("delete")
@click.argument("person", metavar="ID")
@DATA
@REASON
def delete(person: str, data: str, reason: str) -> None:
    """Delete a person for good. Their tokens and name are removed; in finished games their seat becomes a guest's."""
    do(data, DeletePerson(person, reason))
