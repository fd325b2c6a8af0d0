"""`torch.testing._internal`: the test utilities of PyTorch, used by the tests of many libraries, for the CPU only.

The module is private in PyTorch, so only names that test files import are provided. The databases of ops, modules and optimizers are much
smaller than PyTorch's.
"""
