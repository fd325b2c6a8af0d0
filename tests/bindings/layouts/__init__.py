"""Strides and memory formats of what functions and methods give."""
