"""Programs that use libraries written for PyTorch, run with PyTorch and with this package."""
