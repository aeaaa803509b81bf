"""What leaves the server: a table, its game and its record, as far as a viewer may see them."""
