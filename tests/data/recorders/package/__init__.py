"""Scripts that record what files of the package hold, with PyTorch; each names the file that it writes."""
