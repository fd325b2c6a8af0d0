"""One number, two operations, one derivative."""
import sys

import torch

from minitorch_compat.compat import draw

x = torch.tensor(2.0, requires_grad=True)
y = torch.sin(x * x)
print(y.grad_fn, y.grad_fn.next_functions)

draw(y, {"x": x}, graphviz=False).save(sys.argv[1] + ".svg")

y.backward()
assert torch.isclose(x.grad, torch.cos(x * x) * 2 * x)
