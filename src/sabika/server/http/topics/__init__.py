"""What is asked for over HTTP besides people and tables, by topic."""
