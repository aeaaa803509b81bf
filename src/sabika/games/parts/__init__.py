"""What two games share."""
