"""Entries of views, copies, indexing and scattering."""
