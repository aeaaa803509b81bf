"""What an operator can do on a running server: the commands, and their execution."""
