"""The contract: what every registered game has to keep, and planted faults that show that the tests would notice."""
