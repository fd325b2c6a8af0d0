"""Calls on tensors whose array is no ndarray: sparse, without values, conjugates that are pending."""
