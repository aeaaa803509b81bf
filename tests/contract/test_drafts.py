"""A position that is being set up: one that came up in play stays as it is, and whatever is typed is answered."""

from __future__ import annotations

from sabika.engine.state import OVER
from tests.contract.setups import COMPILED, LONG, Setup, every_setup, usual_setups
from tests.contract.test_impossible import changed, loaded
from tests.contract.walks import generator, glimpses, positions

LOOKS = 25 if COMPILED else 6  # positions a setup
TRIES = int((150 if COMPILED else 15) * LONG)


@every_setup
def test_a_position_of_play_stays_as_it_is(setup: Setup) -> None:
    game = setup.game
    for state, _ in glimpses(setup, "drafts", LOOKS):
        draft = game.draft(game.text(state))
        assert draft.text == game.text(state)
        assert all(0 < count <= game.census(state)[piece] for piece, count in draft.spare.items())


@usual_setups
def test_what_is_changed_is_worked_out_once(setup: Setup) -> None:
    """Working it out again changes nothing, and a position that can be is not made one that cannot."""
    game, rng = setup.game, generator(setup, "changed drafts")
    texts = [game.text(state) for state in positions(setup, rng) if state.actor != OVER]
    mended = 0
    for _ in range(TRIES):
        text = changed(rng.choice(texts), rng.choice(texts), rng)
        draft = game.draft(text)
        assert game.draft(draft.text) == draft
        if loaded(game, text) is None:
            mended += loaded(game, draft.text) is not None
        else:
            assert loaded(game, draft.text) is not None, text
    assert mended or TRIES < 20  # it helps


@usual_setups
def test_a_long_text_is_not_made_longer_than_a_position(setup: Setup) -> None:
    """Whatever field is long, what is answered can be read by the loader or is what was given."""
    game = setup.game
    words = game.text(next(state for state in positions(setup, generator(setup, "long")) if state.actor >= 0)).split(
        " "
    )
    for at in range(1, len(words)):
        for sign in ("/", ",", ";", "-,", "1:"):
            text = " ".join([*words[:at], words[at] + sign * 3_000, *words[at + 1 :]])
            assert len(game.draft(text).text) <= max(20_000, len(text))
