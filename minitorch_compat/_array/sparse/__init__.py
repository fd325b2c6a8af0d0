"""Sparse arrays and their kernels: coordinates, and compressed rows or columns."""
