"""Generators and random functions."""
