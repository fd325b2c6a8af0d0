"""The autograd graph as calls record it: nodes, saved tensors, version counters, views, in-place calls."""
