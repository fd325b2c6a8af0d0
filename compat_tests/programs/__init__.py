"""Random programs: generated from a seed, run on both sides, shrunk to a few lines where they differ."""
