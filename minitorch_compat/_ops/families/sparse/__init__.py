"""Entries of ops on sparse tensors."""
