"""Gradients of leaves and inputs: memory, ownership, strides, undefined gradients."""
