"""Exact dice: the best way to play a turn of up to three throws, whatever its end is worth."""
