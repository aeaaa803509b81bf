"""A turn that is being set up: another number of throws, or a chip used, and the rest follows."""

from __future__ import annotations

import pytest

from sabika.games.alhambra_dice import ALHAMBRA_DICE
from tests.games.alhambra_dice.helpers import MIXED, settle, started


def a_first_throw() -> str:
    """The position in which an editor begins."""
    state = started()
    settle(state, MIXED)
    return ALHAMBRA_DICE.text(state)


CHANGES = {
    "a second throw": ("throws=1", "throws=2", "fresh=yes", f"before={MIXED}"),
    "a third throw": ("throws=1", "throws=3", "fresh=yes", f"before={MIXED}"),
    "a throw that is no longer the one just made": ("fresh=yes", "fresh=no", "fresh=yes", "before=none"),
    "dice that lay there before a first throw": ("before=none", f"before={MIXED}", "fresh=yes", "before=none"),
}


@pytest.mark.parametrize(("old", "new", "fresh", "before"), CHANGES.values(), ids=CHANGES)
def test_without_a_chip_the_throw_is_the_one_just_made(old: str, new: str, fresh: str, before: str) -> None:
    text = a_first_throw()
    assert f" {old} " in text
    draft = ALHAMBRA_DICE.draft(text.replace(f" {old} ", f" {new} "))
    assert f" {fresh} " in draft.text
    assert f" {before} " in draft.text
    assert ALHAMBRA_DICE.text(ALHAMBRA_DICE.load(draft.text)) == draft.text
