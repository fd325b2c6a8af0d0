"""Backward: cotangents go from outputs to leaves, and meet where a value was used twice."""
import sys

import torch

from minitorch_compat.compat import draw

x = torch.tensor([1.0, 2.0], requires_grad=True)
shared = x * 2
total = (shared.exp() + shared.sin()).sum()
draw(total, {"x": x}, graphviz=False).save(sys.argv[1] + ".svg")

order = []
nodes = [total.grad_fn]
for node in nodes:
    node.register_hook(lambda _inputs, _outputs, node=node: order.append(node.name()))
    nodes += [after for after, _ in node.next_functions if after is not None and after not in nodes]
total.backward()
print(order)
assert order.index("MulBackward0") > max(order.index("ExpBackward0"), order.index("SinBackward0"))
