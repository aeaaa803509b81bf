"""Positions that are being set up: what the games share of working out what follows from the rest."""
