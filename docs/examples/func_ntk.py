"""The neural tangent kernel: how much a step for one input moves the output for another (Jacot, Gabriel and Hongler, 2018).

    python func_ntk.py

K(x, x') = J(x) J(x')^T with J the Jacobian of the output in all parameters. Two ways: from the Jacobians themselves, and by vjp and
jvp, which never form them.
"""
import torch
from torch import nn
from torch.func import functional_call, jacrev, jvp, vjp, vmap


def by_jacobians(f, params, x1, x2):
    """Per-example Jacobians of both batches, contracted over the parameters."""
    j1, j2 = (vmap(jacrev(f), (None, 0))(params, x) for x in (x1, x2))
    return sum(torch.einsum("naf,mbf->nmab", j1[name].flatten(2), j2[name].flatten(2)) for name in params)


def by_products(f, params, x1, x2):
    """Column by column: pull a unit cotangent back through x2, push the result forward through x1."""
    def block(x1, x2):
        output, pull = vjp(lambda params: f(params, x2), params)

        def column(unit):
            return jvp(lambda params: f(params, x1), (params,), pull(unit))[1]

        return vmap(column, out_dims=1)(torch.eye(output.shape[0], dtype=output.dtype))

    return vmap(vmap(block, (None, 0)), (0, None))(x1, x2)


def main():
    torch.manual_seed(0)
    net = nn.Sequential(nn.Linear(3, 32), nn.Tanh(), nn.Linear(32, 2)).double()
    params = {name: p.detach() for name, p in net.named_parameters()}
    x1, x2 = torch.randn(4, 3, dtype=torch.float64), torch.randn(5, 3, dtype=torch.float64)

    def f(params, x):
        return functional_call(net, params, (x,))

    kernel = by_jacobians(f, params, x1, x2)
    print("kernel of", tuple(x1.shape), "and", tuple(x2.shape), "for two outputs:", tuple(kernel.shape))
    for row in kernel[:, :, 0, 0].tolist():
        print("  ".join(f"{value:9.5f}" for value in row))
    print("both ways agree:", torch.allclose(kernel, by_products(f, params, x1, x2)))
    own = by_jacobians(f, params, x1, x1)[:, :, 0, 0]
    print("eigenvalues on the first batch:", " ".join(f"{e:.4f}" for e in torch.linalg.eigvalsh(own).tolist()))


if __name__ == "__main__":
    main()
