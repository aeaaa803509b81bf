"""What every game shares: states, luck, sight, tables, records, refusals."""
