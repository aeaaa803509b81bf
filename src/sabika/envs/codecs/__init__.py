"""One codec for each game, found by the game's name; shared pieces are in `envs/parts/`."""
