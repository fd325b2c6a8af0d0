"""What tests compare with, recorded with PyTorch; `recorders/` has the scripts."""
