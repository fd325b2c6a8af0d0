"""Interpolation, sampling at the points of a grid, padding with values of the border."""
