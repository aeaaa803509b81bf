"""How fast it is: `make bench` prints the speed table; docs/lab/load.md and docs/store.md use the others."""
