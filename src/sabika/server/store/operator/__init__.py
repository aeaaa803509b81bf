"""What operators decide, and what is deleted in time, in SQL."""
