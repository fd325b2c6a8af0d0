"""Functions and methods written by `generate.py` from the schemas; checked in, not to be edited."""
