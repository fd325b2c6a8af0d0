"""What is checked and measured against PyTorch itself."""
