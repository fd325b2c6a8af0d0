"""torchmin: functions minimised by quasi-Newton, Newton and trust-region steps."""

import torch
from torchmin import Minimizer, minimize

start = torch.tensor([-1.2, 1.0, 0.8], dtype=torch.float64)


def rosen(x):
    return (100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2).sum()


for method in ("bfgs", "l-bfgs", "cg", "newton-cg", "newton-exact", "trust-ncg", "trust-exact"):
    found = minimize(rosen, start, method=method, max_iter=30)
    print(method, found.fun.item(), found.x.tolist(), found.nit)
torch.manual_seed(0)
x, y = torch.randn(40, 3), torch.randn(40, 1)
model = torch.nn.Sequential(torch.nn.Linear(3, 5), torch.nn.Tanh(), torch.nn.Linear(5, 1))
optimizer = Minimizer(model.parameters(), method="bfgs", max_iter=5)


def closure():
    optimizer.zero_grad()
    return torch.nn.functional.mse_loss(model(x), y)


print(float(optimizer.step(closure)), float(closure()))
