"""What all the other rooms use: limits, logs, metrics, ids, and who a guest is."""
