"""PyTorch's words and PyTorch's nodes: imported only when a call has failed, or when somebody inspects."""
