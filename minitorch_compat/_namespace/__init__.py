"""The names of `torch` itself: those that come late, those that are not built, and functions that belong to no other module."""
