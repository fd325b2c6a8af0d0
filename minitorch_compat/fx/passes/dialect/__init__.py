"""Passes for graphs of certain ops."""
