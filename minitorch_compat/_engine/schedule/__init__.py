"""Which nodes a backward runs and in which order, and what it keeps of what passes."""
