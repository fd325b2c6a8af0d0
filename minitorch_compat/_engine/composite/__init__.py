"""Compositions that are one node of the graph in PyTorch, and what their nodes show."""
