"""Entries of ops on matrices."""
