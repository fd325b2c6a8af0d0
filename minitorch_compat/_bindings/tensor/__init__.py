"""The Tensor class, and the methods that are about the tensor itself."""
