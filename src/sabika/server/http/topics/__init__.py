"""Endpoints besides people and tables, by topic."""
