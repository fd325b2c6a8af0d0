"""How files of `torch.save` are written and read."""
