"""Writing and reading the files of `torch.save`."""
