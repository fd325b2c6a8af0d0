"""Functions of `torch` with irregular signatures, and their methods."""
