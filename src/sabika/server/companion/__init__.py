"""Companion sheets: people with the box write down their game, and the rules count it."""
