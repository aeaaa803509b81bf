"""Puzzles: found in games of bots, proved by search, and explained."""
