"""Passes for graphs of any ops."""
