"""`torch.utils.benchmark.utils`: where its classes are defined."""
