"""The implementation of `Function.apply`: arguments, saved tensors, forward mode, levels, batching."""
