"""Entries of ops of neural networks."""
