"""Entries of elementwise ops."""
