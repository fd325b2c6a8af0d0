"""The entries of the ops, in folders by concern; `table.py` tells which of them are loaded lazily."""
