"""Tensors of the meta device inside transforms, duals, batched backwards and `autograd.functional`: shapes, dtypes and devices."""
from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from typing import Any


def _description(torch: Any, value: Any) -> Any:
    if isinstance(value, torch.Tensor):
        return tuple(value.shape), str(value.device), str(value.dtype), value.requires_grad
    if isinstance(value, (tuple, list)):
        return [_description(torch, v) for v in value]
    return {k: _description(torch, v) for k, v in value.items()} if isinstance(value, dict) else value


def _result_or_error(torch: Any, calls: dict[str, Callable[[], Any]]) -> Iterator[Any]:
    for name, call in calls.items():
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                yield name, _description(torch, call())
            except (RuntimeError, NotImplementedError) as error:
                yield name, type(error).__name__, str(error).split("\n")[0]


def _tensors(torch: Any) -> tuple[Any, Any, Any]:
    return torch.ones(2, 3, device="meta"), torch.ones(2, 3), torch.ones((), device="meta")


def batches(torch: Any) -> Iterator[Any]:
    """vmap over meta tensors gives shapes and dtypes of its results and refuses branches and CPU tensors beside them."""
    vmap, f = torch.func.vmap, torch.nn.functional
    d, c, s = _tensors(torch)
    images, places = torch.ones(4, 3, 8, 8, device="meta"), torch.zeros(2, 1, dtype=torch.long, device="meta")
    weight, square = torch.ones(5, 3, 3, 3, device="meta"), torch.ones(2, 3, 3, device="meta")
    seen: list[Any] = []
    yield from _result_or_error(torch, {
        "device": lambda: (vmap(lambda x: (seen.append((str(x.device), x.is_meta, x.is_cpu)), x)[1])(d), seen)[1],
        "sum": lambda: vmap(lambda x: x.sum())(d), "product": lambda: vmap(lambda x: x @ x)(d), "nested": lambda: vmap(vmap(torch.sin))(d),
        "mixed": lambda: vmap(lambda x, y: x * y)(d, c), "number": lambda: vmap(lambda x: x * torch.tensor(2.0))(d),
        "branch": lambda: vmap(lambda x: x if x.sum() > 0 else -x)(d), "in place": lambda: vmap(lambda x: x.add_(1))(d.clone()),
        "convolution": lambda: vmap(lambda x: f.conv2d(x[None], weight))(images), "index": lambda: vmap(lambda x: x[[0, 1]])(d),
        "kernels": lambda: vmap(lambda w: f.conv2d(images, w))(torch.stack([weight, weight])), "sort": lambda: vmap(lambda x: x.sort())(d),
        "norm": lambda: vmap(lambda x: f.batch_norm(x, None, None, training=True))(images[:, None].expand(4, 2, 3, 8, 8)),
        "embedding": lambda: vmap(lambda i: f.embedding(i, d))(places), "topk": lambda: vmap(lambda x: x.topk(2))(d),
        "attention": lambda: vmap(lambda q: f.scaled_dot_product_attention(q, q, q))(torch.ones(2, 1, 4, 8, device="meta")),
        "stack": lambda: vmap(lambda x: torch.stack([x, x * 2]))(d), "gather": lambda: vmap(lambda x, i: x.gather(0, i))(d, places),
        "where": lambda: vmap(lambda x: torch.where(x > 0, x, x * 2))(d), "cumsum": lambda: vmap(lambda x: x.cumsum(0))(d),
        "einsum": lambda: vmap(lambda x: torch.einsum("i,j->ij", x, x))(d), "det": lambda: vmap(torch.linalg.det)(square),
        "svdvals": lambda: vmap(torch.linalg.svdvals)(square), "zeros_like": lambda: vmap(lambda x: x + torch.zeros_like(x))(d),
        "new_ones": lambda: vmap(lambda x: x.new_ones(2))(d), "full_like": lambda: vmap(lambda x: torch.full_like(x, 2.0))(d),
        "rand_like": lambda: vmap(lambda x: torch.rand_like(x), randomness="different")(d), "rand_like refused": lambda: vmap(
            lambda x: torch.rand_like(x))(d), "dropout": lambda: vmap(lambda x: f.dropout(x), randomness="different")(d),
        "to the cpu": lambda: vmap(lambda x: x.to("cpu"))(d), "from the cpu": lambda: vmap(lambda x: x.to("meta"))(c),
        "to double": lambda: vmap(lambda x: x.double())(d), "of nothing": lambda: vmap(lambda x: x.sum())(s.expand(0, 3)),
        "dims": lambda: vmap(torch.sin, in_dims=1, out_dims=1)(d), "chunks": lambda: vmap(torch.sin, chunk_size=1)(d)})


def derivatives(torch: Any) -> Iterator[Any]:
    """Derivatives and Jacobians of functions and modules on meta give shapes; item() and CPU tensors are refused."""
    func, nn, f = torch.func, torch.nn, torch.nn.functional
    d, c, s = _tensors(torch)
    model = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2)).to("meta")
    parameters, call = {k: p.detach() for k, p in model.named_parameters()}, func.functional_call
    labels = torch.zeros(2, dtype=torch.long, device="meta")
    yield from _result_or_error(torch, {
        "grad": lambda: func.grad(lambda x: (x * x).sum())(d), "mixed": lambda: func.grad(lambda x: (x * c).sum())(d),
        "independent": lambda: func.grad(lambda x: d.sum())(d), "item": lambda: func.grad(lambda x: x.sum() * x.sum().item())(d),
        "in place": lambda: func.grad(lambda x: x.clone().mul_(2).sum())(d),
        "ensemble": lambda: func.vmap(lambda p, x: call(model, p, (x,)), in_dims=(0, None))(
            {k: torch.stack([v] * 3) for k, v in parameters.items()}, d),
        "per example": lambda: func.vmap(func.grad(lambda p, x: call(model, p, (x,)).sum()), in_dims=(None, 0))(parameters, d),
        "jvp": lambda: func.jvp(lambda x: call(model, parameters, (x,)), (d,), (d,)), "jvp mixed": lambda: func.jvp(torch.sin, (d,), (c,)),
        "vjp": lambda: func.vjp(lambda x: (x.sin(), x.sum()), d)[1]((d, s)), "vjp mixed": lambda: func.vjp(torch.sin, d)[1](c),
        "hessian": lambda: func.hessian(lambda x: call(model, parameters, (x,)).sum())(d),
        "jacfwd": lambda: func.jacfwd(lambda x: f.softmax(x, -1))(d), "jacrev independent": lambda: func.jacrev(lambda x: d * 1)(d),
        "jacrev": lambda: func.jacrev(lambda x, y: (x @ y, x.sum()), argnums=(0, 1))(d, d.t()),
        "chunks": lambda: func.jacrev(lambda x: x.sin(), chunk_size=2)(d), "linearize": lambda: func.linearize(torch.sin, d)[1](d),
        "cross entropy": lambda: func.grad(lambda x: f.cross_entropy(x, labels))(d),
        "layer norm": lambda: func.grad(lambda x: f.layer_norm(x, (3,)).sum())(d),
        "inverse": lambda: func.grad(lambda x: torch.linalg.inv(x).sum())(torch.ones(3, 3, device="meta"))})


def functionals(torch: Any) -> Iterator[Any]:
    """autograd.functional, batched cotangents and gradcheck on the meta device: shapes, devices and refusals."""
    f = torch.autograd.functional
    d, c, _ = _tensors(torch)
    leaf = d.clone().requires_grad_()

    def total(x: Any) -> Any:
        return x.sin().sum()

    yield from _result_or_error(torch, {
        "jacobian": lambda: f.jacobian(torch.sin, d), "two": lambda: f.jacobian(lambda x, y: x * y, (d, d), vectorize=True),
        "forward": lambda: f.jacobian(torch.sin, d, vectorize=True, strategy="forward-mode"), "hessian": lambda: f.hessian(total, d),
        "forward over": lambda: f.hessian(total, d, vectorize=True, outer_jacobian_strategy="forward-mode"),
        "independent": lambda: f.jacobian(lambda x: c * 1, d), "vhp": lambda: f.vhp(total, d, d), "hvp": lambda: f.hvp(total, d, d),
        "jvp": lambda: f.jvp(torch.sin, d, d), "vjp": lambda: f.vjp(torch.sin, d, d),
        "materialized": lambda: torch.autograd.grad(leaf.sum(), [leaf, d.clone().requires_grad_()], materialize_grads=True),
        "batched": lambda: torch.autograd.grad(leaf.sin(), leaf, torch.ones(4, 2, 3, device="meta"), is_grads_batched=True),
        "batched mixed": lambda: torch.autograd.grad(leaf.sin(), leaf, torch.ones(4, 2, 3), is_grads_batched=True),
        "gradcheck": lambda: torch.autograd.gradcheck(torch.sin, (d.double().requires_grad_(),))})


def pieces_of_conjugates(torch: Any) -> Iterator[Any]:
    """Single numbers that are still to be conjugated or negated, or have no value, joined."""
    c, n, s = torch.tensor(1 + 2j).conj(), torch.tensor([1 + 2j]).conj().imag[0], torch.ones((), device="meta")
    yield torch.stack([c, c]), torch.stack([n, n]), torch.hstack([c, c]), torch.dstack([n, n])
    yield _description(torch, torch.stack([s, s]))
    # PyTorch: (tensor([1.-2.j, 1.-2.j]), tensor([-2., -2.]), tensor([1.-2.j, 1.-2.j]), tensor([[[-2., -2.]]]))
    # PyTorch: ((2,), 'meta', 'torch.float32', False)


def _graph(torch: Any, node: Any, depth: int = 5) -> Any:
    if node is None or not depth:
        return None
    saved = {name: _description(torch, getattr(node, name)) for name in sorted(dir(node)) if name.startswith("_saved_")}
    return [node.name(), saved, [_graph(torch, n, depth - 1) for n, _ in node.next_functions]]


def graphs(torch: Any) -> Iterator[Any]:
    """Graphs on the meta device: their nodes, what those have saved, and backward through them."""
    nn, f = torch.nn, torch.nn.functional

    def leaf(*shape: int) -> Any:
        return torch.ones(*shape, device="meta", requires_grad=True)

    def part_written() -> Any:
        y = leaf(2) * 1
        y[:1].mul_(2)
        return y

    for name, make in {
        "linear": lambda: nn.Linear(3, 2, device="meta")(leaf(2, 3)), "without bias": lambda: f.linear(leaf(2, 3), leaf(4, 3)),
        "transposed": lambda: leaf(2, 3) @ leaf(2, 3).t(), "batches": lambda: leaf(2, 2, 3) @ leaf(2, 3, 2),
        "product": lambda: leaf(2) * leaf(2),
        "max": lambda: leaf(2, 3).max(1)[0], "softmax": lambda: f.softmax(leaf(2, 3), -1),
        "pool": lambda: f.max_pool2d(leaf(1, 1, 4, 4), 2),
        "layer norm": lambda: f.layer_norm(leaf(2, 3), (3,)),
        "gather": lambda: leaf(3).gather(0, torch.zeros(2, dtype=torch.long, device="meta")),
        "where": lambda: torch.where(leaf(2) > 0, leaf(2), leaf(2)), "inverse": lambda: torch.linalg.inv(leaf(3, 3)),
        "power": lambda: leaf(2) ** leaf(2), "in place": lambda: (leaf(2) * 1).mul_(leaf(2)), "part in place": part_written,
        "convolution": lambda: nn.Conv2d(1, 2, 3, device="meta")(leaf(1, 1, 5, 5)), "sort": lambda: leaf(3).sort()[0],
        "cumprod": lambda: leaf(3).cumprod(0), "norm": lambda: torch.linalg.vector_norm(leaf(3)),
    }.items():
        out = make()
        yield name, _graph(torch, out.grad_fn)
        out.sum().backward()
