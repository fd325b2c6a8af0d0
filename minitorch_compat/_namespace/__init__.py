"""The names of `torch` itself: those imported lazily, those not implemented, and functions that belong to no other module."""
