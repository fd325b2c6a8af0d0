"""torch.func: a gradient is a function of a function, and levels nest."""
import sys

import torch
from torch.func import grad, hessian, vmap

from minitorch_compat.compat import draw


def energy(x):
    return (x ** 4).sum() + x.prod()


points = torch.tensor([[1.0, 2.0], [3.0, 0.5]])
gradients = vmap(grad(energy))(points)
curvatures = vmap(hessian(energy))(points)
print(gradients, curvatures, sep="\n")
for point, gradient in zip(points, gradients):
    leaf = point.clone().requires_grad_()
    energy(leaf).backward()
    assert torch.allclose(leaf.grad, gradient)

leaf = points.clone().requires_grad_()
draw(vmap(energy)(leaf).sum(), {"points": leaf}, graphviz=False).save(sys.argv[1] + ".svg")
