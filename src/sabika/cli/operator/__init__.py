"""The commands of an operator, for a running server."""
