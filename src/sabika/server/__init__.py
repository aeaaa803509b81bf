"""Tables in the network: what is kept, who sits where, what goes over the wire."""
