"""Gradients that leaves and inputs are given: their memory, who owns it, their layout, what is undefined."""
