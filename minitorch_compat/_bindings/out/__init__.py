"""`out=`: results stored in tensors that are given, and refusals of those that do not fit."""
