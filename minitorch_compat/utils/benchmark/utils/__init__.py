"""`torch.utils.benchmark.utils`: the classes of `torch.utils.benchmark`."""
