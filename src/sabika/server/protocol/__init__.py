"""All that goes over the network, both ways. JSON; a field that is not named here is refused.

REST is for tables and people, the socket of a table for play: see docs/server.md. Times are milliseconds since 1970,
UTC; spans are milliseconds too. Seats are counted from 0, as everywhere but in records. Moves are in notation.

A table is at a **version**, which grows by one with everything that happens there. What a socket is sent tells at which
version it stands; a socket that comes back names the last one it knows and is sent what it missed, or the whole table.
A command names the version that its sender saw, and is stale when the game has gone on since then; talk makes no
command stale. A command that is sent again with its id is answered again and not done twice.
"""
