"""The companion of the games that score three times: what it has in common, and walled cities."""
