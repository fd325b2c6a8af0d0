"""Storages, and memory that tensors share with other objects."""
