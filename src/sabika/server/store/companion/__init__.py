"""Companion sheets, kept."""
