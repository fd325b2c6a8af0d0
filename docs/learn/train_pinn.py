"""A physics-informed network: u'' = -u with u(0) = 0 and u'(0) = 1 has the solution sin, which nobody shows it."""
import torch
from torch import nn


def losses(steps=150):
    torch.manual_seed(0)
    model = nn.Sequential(nn.Linear(1, 24), nn.Tanh(), nn.Linear(24, 24), nn.Tanh(), nn.Linear(24, 1))
    optimizer = torch.optim.Adam(model.parameters(), lr=0.01)
    told = []
    for _ in range(steps):
        t = (torch.rand(64, 1) * 3).requires_grad_()
        u = model(t)
        (speed,) = torch.autograd.grad(u.sum(), t, create_graph=True)
        (acceleration,) = torch.autograd.grad(speed.sum(), t, create_graph=True)
        start = torch.zeros(1, 1, requires_grad=True)
        at_start = model(start)
        (speed_at_start,) = torch.autograd.grad(at_start.sum(), start, create_graph=True)
        loss = (acceleration + u).square().mean() + at_start.square().sum() + (speed_at_start - 1).square().sum()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        told.append(loss.item())
    return told


if __name__ == "__main__":
    from curves import main

    main(losses, "pinn")
