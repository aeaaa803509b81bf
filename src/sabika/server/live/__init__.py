"""Tables that are being played in this process, with their clients, clocks and bots."""
