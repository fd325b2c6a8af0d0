"""Reference data of tests, recorded with PyTorch; `recorders/` has the scripts."""
