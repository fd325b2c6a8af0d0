"""Entries of reductions and of sorting."""
