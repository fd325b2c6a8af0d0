"""Scripts that record what programs, statements and files come to under PyTorch; each names the file that it writes."""
