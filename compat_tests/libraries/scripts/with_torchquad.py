"""torchquad: integrals in several dimensions by rules and by Monte Carlo, and their gradients."""

import torch
import torchquad

torchquad.set_up_backend("torch", data_type="float64", torch_enable_cuda=False)
domain = [[0, 1], [-1, 1]]
a = torch.tensor(2.0, requires_grad=True)


def f(x):
    return torch.sin(a * x[:, 0]) + torch.exp(x[:, 1])


for rule, n in (("Simpson", 101**2), ("Boole", 81**2), ("Trapezoid", 101**2), ("GaussLegendre", 11**2)):
    value = getattr(torchquad, rule)().integrate(f, dim=2, N=n, integration_domain=domain, backend="torch")
    print(rule, value.item(), torch.autograd.grad(value, a)[0].item())
print(torchquad.MonteCarlo().integrate(f, dim=2, N=1000, integration_domain=domain, seed=3, backend="torch").item())
