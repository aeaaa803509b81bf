"""One server in several processes: the main one faces the network, and each plays the tables of its own files."""
