"""Indexing, selecting, sorting and scattering."""
