"""xitorch: roots, minima, eigenvalues, integrals and differential equations that can be differentiated."""
import torch
from xitorch import LinearOperator
from xitorch.integrate import quad, solve_ivp
from xitorch.interpolate import Interp1D
from xitorch.linalg import solve, symeig
from xitorch.optimize import minimize, rootfinder

torch.manual_seed(0)
a = torch.tensor([2.0, 3.0], dtype=torch.float64, requires_grad=True)
root = rootfinder(lambda y, a: y**3 - a, torch.ones(2, dtype=torch.float64), params=(a,))
print([f"{v:.5f}" for v in root.tolist()], [f"{v:.5f}" for v in torch.autograd.grad(root.sum(), a)[0].tolist()])
least = minimize(lambda y, a: ((y - a) ** 2).sum(), torch.zeros(2, dtype=torch.float64), params=(a,), method="gd", step=0.1, maxiter=100)
print([f"{v:.3f}" for v in least.tolist()])
m = torch.randn(4, 4, dtype=torch.float64)
m = (m @ m.t() + torch.eye(4)).requires_grad_()
values, _ = symeig(LinearOperator.m(m), neig=2)
print([f"{v:.5f}" for v in values.tolist()], f"{torch.autograd.grad(values.sum(), m)[0].trace().item():.5f}")
print(f"{solve(LinearOperator.m(m), torch.ones(4, 1, dtype=torch.float64)).sum().item():.5f}")
integral = quad(lambda x, a: a * x**2, 0.0, 1.0, params=(a,))
print([f"{v:.5f}" for v in integral.tolist()])
t = torch.linspace(0, 1, 5, dtype=torch.float64)
path = solve_ivp(lambda t, y, a: -a * y, t, torch.ones(2, dtype=torch.float64), params=(a,))
print([f"{v:.5f}" for v in path[-1].tolist()])
print(f"{Interp1D(t, method='cspline')(torch.tensor([0.3], dtype=torch.float64), t**2).item():.5f}")
