"""One table as its log makes it, what may be done there, and what a viewer is shown; no clock, no I/O, no sockets."""
