"""Calls on tensors whose array is not an ndarray: sparse tensors, meta tensors, lazy conjugates."""
