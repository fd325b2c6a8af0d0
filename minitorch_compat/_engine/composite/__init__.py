"""Compositions that are one node of the graph in PyTorch."""
