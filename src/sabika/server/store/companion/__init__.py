"""Storage of companion sheets."""
