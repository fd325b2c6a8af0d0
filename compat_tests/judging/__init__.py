"""Comparison of outcomes with recorded ones: portable values, their differences, tolerances, and scores by aspect."""
