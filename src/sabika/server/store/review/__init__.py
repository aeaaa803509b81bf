"""Reviews of games, which can be worked out again."""
