"""Is a SQLite file what we left there?"""
