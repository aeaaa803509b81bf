"""Tables for people: a log for each, seats, clocks, bots, and what goes over the network."""
