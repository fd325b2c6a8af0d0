"""Scripts that record reference data with PyTorch; each names the file that it writes."""
