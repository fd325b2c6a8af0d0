"""Random programs: generated from a seed, run on both sides, and reduced to a few lines if they differ."""
