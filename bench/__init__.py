"""How fast it is: `make bench` prints the speed table; docs/hosting.md and docs/store.md use the others."""
