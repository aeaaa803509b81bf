"""Bots measured against each other: equal deals, rotated seats, honest intervals."""
