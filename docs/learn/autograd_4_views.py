"""Writing into a view rewrites the history of what it is a view of."""
import sys

import torch

from minitorch_compat.compat import draw

x = torch.ones(4, requires_grad=True)
base = x * 1
row = base[:2]
row.mul_(3)
assert base.grad_fn.name().endswith("CopySlices") and row._version == base._version == 1

draw(base.sum(), {"x": x}, graphviz=False).save(sys.argv[1] + ".svg")

base.sum().backward()
print(x.grad)
assert x.grad.tolist() == [3, 3, 1, 1]
