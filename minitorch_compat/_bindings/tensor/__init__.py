"""The Tensor class, and methods about the tensor itself."""
