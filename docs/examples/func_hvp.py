"""A Hessian times a vector, three ways, none of which forms the Hessian.

    python func_hvp.py

The gradient of f is a function, and H v its directional derivative: forward mode over reverse mode. By symmetry it is also the
gradient's transposed derivative (reverse over reverse), and the gradient of the directional derivative (reverse over forward).
The largest curvature follows by power iteration.
"""
import torch
from torch.func import grad, hessian, jvp, vjp


def forward_over_reverse(f, x, v):
    return jvp(grad(f), (x,), (v,))[1]


def reverse_over_reverse(f, x, v):
    return vjp(grad(f), x)[1](v)[0]


def reverse_over_forward(f, x, v):
    return grad(lambda x: jvp(f, (x,), (v,))[1])(x)


def main():
    torch.manual_seed(0)
    a, x, v = torch.randn(20, 20, dtype=torch.float64), torch.randn(20, dtype=torch.float64), torch.randn(20, dtype=torch.float64)

    def f(x):
        return torch.logsumexp(a @ x, 0) + (x ** 4).sum() / 12

    exact = hessian(f)(x) @ v
    for way in (forward_over_reverse, reverse_over_reverse, reverse_over_forward):
        product = way(f, x, v)
        print(f"{way.__name__:21s} {product[0]:.8f} {product[1]:.8f} ...  like the Hessian: {torch.allclose(product, exact)}")

    for _ in range(200):
        v = forward_over_reverse(f, x, v)
        v = v / v.norm()
    largest = v @ forward_over_reverse(f, x, v)
    print(f"largest curvature by power iteration: {largest:.6f}")
    print(f"largest eigenvalue of the Hessian:    {torch.linalg.eigvalsh(hessian(f)(x))[-1]:.6f}")


if __name__ == "__main__":
    main()
