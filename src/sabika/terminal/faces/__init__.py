"""One file for each game, found by its name; `plain` shows every game that has none."""
