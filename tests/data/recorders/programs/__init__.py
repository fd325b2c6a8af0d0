"""Scripts that record results of programs, statements and files with PyTorch; each names the file that it writes."""
