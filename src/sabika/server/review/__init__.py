"""Questions about a finished game's record, answered in the bots' processes."""
