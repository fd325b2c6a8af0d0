"""Which nodes a backward runs, in which order, and which gradients it captures."""
