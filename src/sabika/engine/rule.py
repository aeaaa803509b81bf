"""Rules by which a move is refused: the type, and the four that every game has."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr


class Rule:
    """A rule as the docs number it; two rules are the same only if they are one object."""

    def __init__(self, label: str) -> None:
        self.label: Final = label  # the number as people see it: `A17e`; its sentence is in `locales/`

    def __bool__(self) -> bool:
        """Does it refuse? Only NONE does not."""
        return self.label != ""

    def __copy__(self) -> Rule:
        return self

    def __deepcopy__(self, memo: object) -> Rule:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        """A pickle names the rule, and loading it gives the same object."""
        return named_rule, NAMES[0].name(self)

    def __repr__(self) -> str:
        return f"Rule({self.label!r})"


@mypyc_attr(allow_interpreted_subclasses=True)
class Names:
    """Finds rules by name; the registry, which knows the games, adds its implementation to `NAMES`."""

    def name(self, rule: Rule) -> tuple[str, str]:
        raise NotImplementedError

    def rule(self, game: str, label: str) -> Rule:
        raise NotImplementedError


NAMES: Final[list[Names]] = []


def named_rule(game: str, label: str) -> Rule:
    """The rule of a game with this label; what a pickled rule becomes."""
    return NAMES[0].rule(game, label)


NONE: Final = Rule("")  # the move is legal

E1: Final = Rule("E1")  # the game is over
E2: Final = Rule("E2")  # luck is pending
E3: Final = Rule("E3")  # not your decision now
E4: Final = Rule("E4")  # not a move of this game
