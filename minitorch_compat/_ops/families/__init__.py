"""The entries of the ops, in rooms by concern; `table.py` says which of them wait."""
