"""PyTorch's error messages and PyTorch's view of graph nodes: imported only when a call has failed, or when nodes are inspected."""
