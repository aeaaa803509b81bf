"""What the server answers over HTTP: pages, guests, tables, records."""
