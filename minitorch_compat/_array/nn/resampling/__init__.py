"""Values between and beyond those that there are: interpolation, sampling at the points of a grid, padding with the border."""
