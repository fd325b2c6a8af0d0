"""`import torch` resolves to this package: in this process, in processes that it starts, or in a whole environment."""
