"""All that goes over the network, both ways. JSON; a field that is not named here is refused.

REST is for tables and people, the socket of a table for play: see docs/server.md. Times are milliseconds since 1970,
UTC; spans are milliseconds too. Seats are counted from 0, as everywhere but in records. Moves are in notation.

A table has a **version**, which grows by one with everything that happens there. Messages to a socket say at which
version it is; a socket that reconnects names the last one it knows and is sent what it missed, or the whole table.
A command names the version that its sender saw, and is stale if the game has gone on since then; talk makes no
command stale. A command that is sent again with its id is answered again, but not executed twice.
"""
