"""Strides and memory formats of results."""
