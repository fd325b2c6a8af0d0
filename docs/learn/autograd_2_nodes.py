"""What a node keeps, and how it notices that a value has changed since."""
import sys

import torch

from minitorch_compat.compat import draw

weight = torch.randn(3, requires_grad=True)
inputs = torch.tensor([1.0, 2.0, 3.0])
product = weight * inputs
print(product.grad_fn._saved_other)  # what the derivative by `weight` will ask for

draw(product.exp().sum(), {"weight": weight}, saved=True, graphviz=False).save(sys.argv[1] + ".svg")

inputs.add_(1)
try:
    product.sum().backward()
except RuntimeError as error:
    print(error)
else:
    raise AssertionError("a wrong gradient")
