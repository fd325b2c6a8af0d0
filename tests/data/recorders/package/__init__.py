"""Scripts that record data files of the package with PyTorch; each names the file that it writes."""
