"""`torch.testing._internal`: the test utilities of PyTorch, used by the tests of many libraries, for the CPU only.

The module is private in PyTorch, so only names that test files import are provided, without PyTorch's databases of ops and modules.
"""
