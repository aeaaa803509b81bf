"""Commands for puzzles: solving and finding them."""
