"""What is asked of a finished game's record, answered in the processes of the bots."""
