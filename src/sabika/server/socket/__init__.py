"""Open sockets: one outbox each, so that nobody waits for a slow reader."""
