"""Storages, and memory that tensors share with others."""
