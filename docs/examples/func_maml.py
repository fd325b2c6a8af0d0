"""Learning to learn: weights from which a few gradient steps fit a new sine wave (MAML, Finn, Abbeel and Levine, 2017).

    python func_maml.py

The inner loop is gradient descent on one task, written with `grad` as a function of the starting weights. The outer loop
differentiates through it, and `vmap` runs the inner loops of all tasks at once.
"""
import math

import torch
import torch.nn.functional as F
from torch import nn
from torch.func import functional_call, grad, vmap

TASKS, POINTS, INNER_STEPS, INNER_RATE, META_STEPS = 10, 10, 3, 0.02, 60


def sample_tasks(generator):
    """Points of sine waves with random amplitude and phase: (x to learn from, y, x to test on, y)."""
    amplitude = torch.rand(TASKS, 1, 1, generator=generator) * 4.9 + 0.1
    phase = torch.rand(TASKS, 1, 1, generator=generator) * math.pi
    x = torch.rand(2, TASKS, POINTS, 1, generator=generator) * 10 - 5
    y = amplitude * torch.sin(x + phase)
    return x[0], y[0], x[1], y[1]


def main():
    torch.manual_seed(0)
    generator = torch.Generator().manual_seed(1)
    net = nn.Sequential(nn.Linear(1, 40), nn.Tanh(), nn.Linear(40, 40), nn.Tanh(), nn.Linear(40, 1))
    weights = {name: p.detach().clone().requires_grad_() for name, p in net.named_parameters()}

    def loss(weights, x, y):
        return F.mse_loss(functional_call(net, weights, (x,)), y)

    def adapted_loss(weights, x, y, x_test, y_test):
        for _ in range(INNER_STEPS):
            g = grad(loss)(weights, x, y)
            weights = {name: w - INNER_RATE * g[name] for name, w in weights.items()}
        return loss(weights, x_test, y_test)

    optimizer = torch.optim.Adam(weights.values(), lr=5e-3)
    for step in range(META_STEPS):
        losses = vmap(adapted_loss, in_dims=(None, 0, 0, 0, 0))(weights, *sample_tasks(generator))
        optimizer.zero_grad()
        losses.mean().backward()
        optimizer.step()
        if step % 20 == 0 or step == META_STEPS - 1:
            print(f"step {step:3d}  loss after {INNER_STEPS} inner steps: {losses.mean().item():.3f}")


if __name__ == "__main__":
    main()
