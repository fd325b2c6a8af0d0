"""Calls with something wrong in them, on both sides: what is refused, how, and whether a refusal leaves everything as it was."""
