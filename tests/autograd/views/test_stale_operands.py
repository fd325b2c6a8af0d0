"""Functions of views whose base was changed after they were taken: each operand counts with its present history."""
from __future__ import annotations

import pytest

import minitorch_compat as torch

F = torch.nn.functional
UNARY = ("neg", "exp", "sum", "relu", "isfinite")
BINARY = ("add", "sub", "mul", "div", "pow", "atan2", "hypot", "maximum", "fmin", "xlogy", "remainder", "logaddexp", "dot", "inner",
          "outer", "kron", "dist", "rsub", "float_power", "cross")
TERNARY = ("lerp", "addcmul", "addcdiv")
OTHERS = {
    "cat": lambda *t: torch.cat(t), "stack": lambda *t: torch.stack(t), "where": lambda x, y, z: torch.where(x.detach() > 1, y, z),
    "cumsum": lambda x, *_: x.cumsum(0), "logsumexp": lambda x, *_: x.logsumexp(0), "max": lambda x, *_: x.max(0)[0],
    "topk": lambda x, *_: x.topk(2)[0], "split": lambda x, *_: x.split(2)[0], "unbind": lambda x, *_: x.unbind()[1],
    "view": lambda x, *_: x.view(3, 1), "softmax": lambda x, *_: x.softmax(0), "mse": lambda x, y, _: F.mse_loss(x, y),
    "huber": lambda x, y, _: F.huber_loss(x, y), "clamp": torch.clamp, "aminmax": lambda x, *_: sum(x.aminmax()),
    "sum of type": lambda x, *_: x.sum(0, dtype=torch.float64), "prelu": lambda x, y, _: F.prelu(x - 1, y[:1]),
    "alpha": lambda x, y, _: x.add(y, alpha=2), "linear": lambda x, y, z: F.linear(x.expand(2, 3), y.expand(2, 3), z[:2]),
    "norm": lambda x, y, z: F.layer_norm(x, (3,), y, z), "cosine": lambda x, y, _: F.cosine_similarity(x, y, 0),
    "addmm": lambda x, y, z: torch.addmm(x, y[:, None], z[None]), "bilinear": lambda x, y, z: F.bilinear(x, y, z.expand(2, 3, 3)),
    "einsum": lambda x, y, z: torch.einsum("i,j,k->", x, y, z),
}
FUNCTIONS = {**{name: lambda x, y, z, name=name: getattr(torch, name)(x) for name in UNARY},
             **{name: lambda x, y, z, name=name: getattr(torch, name)(x, y) for name in BINARY},
             **{name: getattr(torch, name) for name in TERNARY}, **OTHERS}


def gradients(function, positions, constants, early):
    """With rows of a base, taken before or after it is changed, at `positions`; early rows are views, late ones copies."""
    x = torch.tensor([[0.5, 1.25, 2], [1.5, 0.75, 3], [2, 2.5, 1]], requires_grad=True)
    others = [torch.tensor([1.75, 0.25, 4], requires_grad=not constants) for _ in range(3)]
    z = x * 1
    rows = [z[i] for i in range(3)]
    z.mul_(2)
    rows = rows if early else [z[i].clone() for i in range(3)]
    out = function(*[rows[i] if i in positions else others[i] * 1 for i in range(3)])
    if out.requires_grad:
        out.pow(2).sum().backward()
    return [out.tolist()] + [None if t.grad is None else t.grad.tolist() for t in (x, *others)]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_each_operand_has_its_present_history(name):
    for positions, constants in (({0}, False), ({1}, False), ({2}, False), ({0, 1}, True), ({1}, True), ({2}, True)):
        early, late = (gradients(FUNCTIONS[name], positions, constants, early) for early in (True, False))
        assert early == late, positions


@pytest.mark.parametrize("name", [name for name in FUNCTIONS if name not in UNARY])
def test_views_of_constants_are_no_edges(name):
    x, constant = torch.tensor([0.5, 1.25, 2], requires_grad=True), torch.tensor([[1.75, 0.25, 4]])[0]
    for position in range(3):
        operands = [constant] * 3
        operands[position] = x
        out = FUNCTIONS[name](*operands)
        leaves, seen = [], [out.grad_fn]
        while seen:
            node = seen.pop()
            leaves += [node.variable] if hasattr(node, "variable") else []
            seen += [] if node is None else [following for following, _ in node.next_functions]
        assert all(leaf is x for leaf in leaves)
        assert bool(leaves) == out.requires_grad
    assert not FUNCTIONS[name](*[constant] * 3).requires_grad
