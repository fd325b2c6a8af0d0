"""Entries of reductions, and of what orders elements."""
