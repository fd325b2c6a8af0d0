"""Functions and methods that `generate.py` writes from the schemas; checked in, not to be edited."""
