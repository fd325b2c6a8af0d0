"""Scripts that record results of ops, distributions and printing with PyTorch; each names the file that it writes."""
