"""`torch.testing._internal`: what PyTorch's own tests, and those of many libraries, are written with, on one device, the CPU.

Private in PyTorch, so it is kept to what test files import. The databases of ops, modules and optimizers are not here.
"""
