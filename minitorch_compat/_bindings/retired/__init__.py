"""Deprecated and removed parts of PyTorch: old constructors, old orders of arguments, removed functions."""
