"""Scripts that record with PyTorch what tests compare with; each names the file that it writes."""
