"""The numbers of all rules a move can be refused by."""

from __future__ import annotations

from enum import IntEnum


class Rule(IntEnum):
    """A rule number as the docs print it; its sentence is in `locales/`."""

    NONE = 0

    E1 = 1  # the game is over
    E2 = 2  # luck is pending
    E3 = 3  # not your decision now
    E4 = 4  # not a move of this game

    A12 = 112  # taking money
    A13 = 113  # buying
    A16 = 116  # placing what was bought
    A17A = 1171  # the cell is free
    A17B = 1172  # it touches the city
    A17C = 1173  # wall meets wall, open meets open
    A17D = 1174  # one can walk in
    A17E = 1175  # no hole
    A18 = 118  # redesigning
    A26 = 126  # placing the last tiles

    D9 = 209  # at most three throws
    D10 = 210  # what is kept was thrown, and at least one die is thrown again
    D12 = 212  # the type named shows at least once
    D19 = 219  # prizes when all markers are placed
    D20 = 220  # one of two prizes
    D27 = 227  # swap chip
    D28 = 228  # displace chip
    D29 = 229  # annul chip
    D30 = 230  # black-die chip
    D31 = 231  # naming the first player

    C55 = 355  # restructuring after the first or second throw
    C57 = 357  # one thing of the column
    C58 = 358  # a tile is placed at once
    C69 = 369  # gifts to Carlo need two players

    Z2 = 402  # the squares of the board
    Z6 = 406  # the first tile goes on the red square
    Z7 = 407  # when one draws
    Z8A = 4081  # the square is free
    Z8B = 4082  # a tile lies beside it
    Z9 = 409  # no line above 12
    Z11A = 4111  # only tiles that one holds
    Z11B = 4112  # placing is compulsory
    Z11C = 4113  # who draws none must place one
    Z12A = 4121  # a light square asks for a line of 10 to 12
    Z12B = 4122  # an earlier light square must still get its line
    Z12C = 4123  # the turn may not end before that


def label(rule: Rule) -> str:
    """The number as people read it: `A17e`."""
    name = rule.name
    return name[:-1] + name[-1].lower() if name[-1].isalpha() else name
