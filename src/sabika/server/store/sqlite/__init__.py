"""One SQLite file, or one file per worker process."""
