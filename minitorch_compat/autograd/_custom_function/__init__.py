"""How `torch.autograd.Function` is called: arguments, what is saved, forward mode, levels, batches."""
