"""A PostgreSQL database that several servers share."""
