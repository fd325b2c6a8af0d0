"""Calls under function transforms: forward, reverse and vmap levels."""
