"""Commands to learn from: puzzles, solved and found."""
