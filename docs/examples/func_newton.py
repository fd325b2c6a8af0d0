"""Newton's method with the exact Hessian, for one problem and for a thousand at once.

    python func_newton.py

`jacfwd(grad(f))` is the Hessian: forward mode over reverse mode. Near a minimum Newton's error squares with each step; `vmap` makes the
same code solve many problems together.
"""
import torch
from torch.func import grad, jacfwd, vmap


def newton_step(f, x):
    return x - torch.linalg.solve(jacfwd(grad(f))(x), grad(f)(x))


def rosenbrock(x):
    return (100 * (x[1:] - x[:-1] ** 2) ** 2 + (1 - x[:-1]) ** 2).sum()


def logistic(w, points, labels):
    """Regularised logistic regression."""
    return torch.nn.functional.binary_cross_entropy_with_logits(points @ w, labels) + 0.01 * (w @ w)


def main():
    x = torch.tensor([0.9, 0.8, 0.7, 0.5], dtype=torch.float64)
    for step in range(11):
        print(f"step {step}  f = {rosenbrock(x):.3e}  |gradient| = {grad(rosenbrock)(x).norm():.3e}")
        x = newton_step(rosenbrock, x)
    print("minimum at", " ".join(f"{value:.10f}" for value in x.tolist()))

    torch.manual_seed(0)
    points = torch.randn(1000, 30, 3, dtype=torch.float64)
    labels = (points.sum(-1) + torch.randn(1000, 30, dtype=torch.float64) > 0).double()
    w = torch.zeros(1000, 3, dtype=torch.float64)
    for _ in range(6):
        w = vmap(lambda w, p, y: newton_step(lambda w: logistic(w, p, y), w))(w, points, labels)
    slopes = vmap(grad(logistic))(w, points, labels)
    print("a thousand regressions, mean weights:", " ".join(f"{value:.6f}" for value in w.mean(0).tolist()))
    print("largest gradient left below 1e-10:", bool(slopes.abs().max() < 1e-10))


if __name__ == "__main__":
    main()
