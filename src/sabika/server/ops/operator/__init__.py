"""What an operator may ask of a running server, and who does it."""
