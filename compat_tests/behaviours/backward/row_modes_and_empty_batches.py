"""Modes of rows, leaves written in inference mode, batches without examples, operands of the functions of lists."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .._func import attempt


def modes_of_rows(torch: Any) -> Iterator[Any]:
    """`mode`: which of equal elements is meant, in short rows and long ones, with NaN, and where the gradient goes."""
    nan = float("nan")
    long = [(7 * i * i + 3 * i) % 5 for i in range(40)]
    short = ([1.0, nan, 2.0, 1.0], [nan, nan, 2.0], [3.0, nan, 3.0, nan], [nan], [nan, 1.0, 2.0, 1.0, 1.0])
    for row in (*short, long, [nan if n == 4 else float(n) for n in long], [n // 2 for n in range(50, 0, -1)]):
        for dtype in (torch.float32, torch.float64):
            x = torch.tensor(row, dtype=dtype, requires_grad=True)
            values, indices = x.mode()
            yield row, values, indices, torch.autograd.grad(values, x)
    rows = torch.tensor(long * 2).reshape(2, 40)
    yield tuple(rows.mode()), tuple(rows.t().mode(0)), tuple(torch.tensor(short[0] + [nan]).reshape(5, 1).mode(0, True))


def written_in_inference_mode(torch: Any) -> Iterator[Any]:
    """Leaves that are written where autograd does not look, even if gradients are enabled there."""
    writes = {"mul_": lambda w: w.mul_(2), "zero_": lambda w: w.zero_(), "copy_": lambda w: w.copy_(torch.ones(2)),
              "fill_": lambda w: w.fill_(3), "unsqueeze_": lambda w: w.unsqueeze_(0),
              "item": lambda w: w.__setitem__(0, 4.0), "list": lambda w: torch._foreach_add_([w], 1),
              "relu_": lambda w: torch.relu_(w), "view": lambda w: w[:1].mul_(2)}
    for name, write in writes.items():
        with torch.inference_mode(), torch.enable_grad():
            w = torch.ones(2, requires_grad=True)
            write(w)
            yield name, w.detach().tolist(), w.requires_grad, w.grad_fn is None
            yield w.normal_().grad_fn is None
    apis = torch.autograd.functional
    for name in ("vjp", "jvp", "vhp", "hvp", "jacobian"):
        with torch.inference_mode():
            arguments = (torch.ones(2),) * (1 if name in ("vjp", "jacobian") else 2)
            result = getattr(apis, name)(lambda x: x.mul_(2).sum(), *arguments)
        yield name, result


def no_examples_in_chunks(torch: Any) -> Iterator[Any]:
    """Chunks of nothing."""
    func = torch.func
    for size in (1, 2, None):
        yield attempt(lambda size=size: func.vmap(torch.sin, chunk_size=size)(torch.zeros(0, 3)).shape)
        yield attempt(lambda size=size: func.jacrev(torch.sin, chunk_size=size)(torch.zeros(0)).shape)
    # PyTorch: AssertionError: arg_spec must not be None
    # PyTorch: AssertionError: expected t.size(0) to be 1, got 0
    # PyTorch: AssertionError: arg_spec must not be None
    # PyTorch: ['Size', 0, 0]
    # PyTorch: ['Size', 0, 3]
    # PyTorch: ['Size', 0, 0]


def items_multiplied_in_levels(torch: Any) -> Iterator[Any]:
    """An augmented assignment to one element of a view, under a reverse level."""
    def f(x: Any) -> Any:
        y = (x * 2).clone()
        v = y.view(3, 1)
        v[0] *= x[1]
        return y.sum()

    x = torch.tensor([1.0, 2.0, 3.0])
    yield torch.func.grad(f)(x), torch.func.jacrev(torch.func.grad(f))(x), torch.func.vmap(torch.func.grad(f))(torch.stack([x, x]))
    # PyTorch: (tensor([4., 4., 2.]), tensor([[0., 2., 0.], [2., 0., 0.], [0., 0., 0.]]), tensor([[4., 4., 2.], [4., 4., 2.]]))


def operands_of_lists(torch: Any) -> Iterator[Any]:
    """What `torch._foreach_*` take beside a list."""
    for name in ("add", "sub", "mul", "div", "pow", "maximum", "minimum", "clamp_min", "clamp_max"):
        for ending in ("", "_"):
            call = getattr(torch, f"_foreach_{name}{ending}")
            for other in (torch.tensor(2.0), torch.tensor(2), torch.ones(2), torch.ones((), requires_grad=True), "a", [2.0, torch.ones(2)]):
                tensors = [torch.ones(2), torch.ones(2)]
                yield name + ending, attempt(lambda call=call, tensors=tensors, other=other: [t.detach() for t in call(tensors, other)])
    parts = [torch.ones(2), torch.ones(2)]
    for name in ("addcmul", "addcdiv"):
        call = getattr(torch, f"_foreach_{name}")
        for value in (torch.tensor([2.0, 3.0]), torch.tensor(2.0), torch.ones(3), torch.ones(2, 1), torch.ones(4)[::2]):
            yield name, attempt(lambda call=call, value=value: call(parts, parts, parts, value))


def results_written_twice_in_levels(torch: Any) -> Iterator[Any]:
    """Results of calls in place that backward needs, and which another call in place has changed."""
    x = torch.tensor([1.0, 2.0, 3.0])
    programs = {"exp, sigmoid": lambda x: (x * 1).exp_().sigmoid_().sum(), "exp": lambda x: (x * 1).exp_().sum(),
                "sqrt, added": lambda x: (x * 1).sqrt_().add_(1).sum(), "sqrt, scaled": lambda x: (x * 1).sqrt_().mul_(2).sum(),
                "tanh of a view": lambda x: (x * 1)[1:].tanh_().mul_(2).sum(), "neg, neg": lambda x: (x * 1).neg_().neg_().sum()}
    for name, f in programs.items():
        gradient = torch.func.grad(f)
        yield name, attempt(lambda g=gradient: g(x)), attempt(lambda g=gradient: torch.func.vmap(g)(torch.stack([x, x])))


def writes_under_jacfwd(torch: Any) -> Iterator[Any]:
    """`jacrev(jacfwd(f))` of functions that write into tensors of their own."""
    def scaled(x: Any) -> Any:
        y = x.clone()
        y.mul_(x)
        return y

    def indexed(x: Any) -> Any:
        y = x * 1
        y[torch.tensor([0, 2])] = x[1] ** 2
        return y

    x = torch.tensor([1.0, 2.0, 3.0])
    for f in (scaled, indexed):
        yield attempt(lambda f=f: torch.func.jacrev(torch.func.jacfwd(f))(x)), attempt(lambda f=f: torch.func.hessian(f)(x))
