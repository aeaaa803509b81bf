"""Storage of reviews, which can be computed again."""
