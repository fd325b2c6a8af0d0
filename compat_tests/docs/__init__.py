"""The reference texts: which public names have one, what it says, and its examples, run here and with PyTorch.

`python -m compat_tests.docs` prints how much is documented; `--record` runs every example with PyTorch and keeps what it prints.
"""
