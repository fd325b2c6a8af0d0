"""What makes public functions and methods ask `__torch_function__`."""
