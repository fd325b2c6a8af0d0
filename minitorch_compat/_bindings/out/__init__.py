"""`out=`: store results in given tensors, and refuse those that do not fit."""
