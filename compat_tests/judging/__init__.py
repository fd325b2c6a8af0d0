"""Whether what happened here is what was recorded: portable values, their differences, tolerances, and scores by aspect."""
