"""A derivative that can be differentiated again, and one that goes forward."""
import sys

import torch

from minitorch_compat.compat import draw

x = torch.tensor(1.5, requires_grad=True)
y = torch.sin(x)
(first,) = torch.autograd.grad(y, x, create_graph=True)
draw(first, {"x": x}, graphviz=False).save(sys.argv[1] + ".svg")
(second,) = torch.autograd.grad(first, x)
assert torch.isclose(second, -torch.sin(x))

with torch.autograd.forward_ad.dual_level():
    dual = torch.autograd.forward_ad.make_dual(x.detach(), torch.tensor(1.0))
    tangent = torch.autograd.forward_ad.unpack_dual(torch.sin(dual)).tangent
assert torch.equal(tangent, torch.cos(x.detach()))
print(first.item(), second.item(), tangent.item())
