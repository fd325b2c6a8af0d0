"""Makes public functions and methods overridable by `__torch_function__`."""
