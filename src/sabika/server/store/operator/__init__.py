"""Operators' decisions and retention, in SQL."""
