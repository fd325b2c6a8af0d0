"""Tables that PyTorch generates for its own tests."""
