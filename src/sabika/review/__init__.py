"""What a game teaches: its account, told to people."""
