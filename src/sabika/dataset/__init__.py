"""Self-play as Parquet files: every decision with what its seat knew, what it did, and how the game ended."""
