"""Scripts that record what calls of ops, distributions and printing give under PyTorch; each names the file that it writes."""
