"""What nodes save: in which order it is packed and unpacked, and which tensor comes back."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .._autograd import make_leaf

#: Of tensors a, b, c.
EXPRESSIONS = (
    "a * b", "a / b", "a ** b", "a @ b", "a.sin()", "a.exp()", "torch.atan2(a, b)", "torch.hypot(a, b)", "a.addcmul(b, c)",
    "a.addcdiv(b, c)", "torch.addmm(a, b, c)", "torch.where(a > 0, b, c)", "a.lerp(b, c)", "torch.max(a, b)", "a.max()", "a.norm()",
    "torch.cdist(a, b)", "a.logsumexp(0)", "a.softmax(0)", "a.cumprod(0)", "a.prod()", "a.prod(0)", "a.std()", "a.var(0)",
    "torch.logaddexp(a, b)", "2 ** a", "a.clamp(b, c)", "torch.special.xlogy(a, b)", "torch.copysign(a, b)", "a.sigmoid()", "a.tanh()",
    "torch.nn.functional.mse_loss(a, b)", "torch.nn.functional.linear(a, b)", "torch.nn.functional.linear(a, b, c[0])",
    "torch.nn.functional.linear(a[0], b)", "torch.nn.functional.linear(a[None], b)", "torch.linalg.vector_norm(a, 3)", "a.median()",
    "torch.linalg.svd(a)[1]", "torch.bmm(a[None], b[None])", "torch.mv(a, b[0])", "torch.dot(a[0], b[0])", "torch.logcumsumexp(a, 0)")


def _traced(torch: Any, expression: str, needed: str) -> list[Any]:
    torch.manual_seed(0)
    tensors = {name: (torch.rand(2, 2) + 0.5).requires_grad_(name in needed) for name in "abc"}
    names = {id(t): name for name, t in tensors.items()}
    log: list[Any] = []

    def pack(t: Any) -> Any:
        log.append((names.get(id(t), "new"), tuple(t.shape)))
        return t, len(log)

    def unpack(packed: Any) -> Any:
        log.append(packed[1])
        return packed[0]

    with torch.autograd.graph.saved_tensors_hooks(pack, unpack):
        out = eval(expression, {"torch": torch, **tensors})
    if out.requires_grad:
        out.sum().backward()
    return log


def packing_of_everything(torch: Any) -> Iterator[Any]:
    """In which order each op packs and unpacks its saved tensors if all arguments need gradients."""
    for expression in EXPRESSIONS:
        yield expression, _traced(torch, expression, "abc")


def packing_for_one_argument(torch: Any) -> Iterator[Any]:
    """Which tensors an op saves if only one of its arguments needs a gradient."""
    for expression in ("a * b", "a / b", "a @ b", "torch.atan2(a, b)", "a.addcmul(b, c)", "torch.addmm(a, b, c)",
                       "torch.nn.functional.linear(a, b)"):
        for needed in "abc":
            yield expression, needed, _traced(torch, expression, needed)


def the_tensor_that_was_saved(torch: Any) -> Iterator[Any]:
    """Leaves come back as they are, results as new tensors."""
    x = make_leaf(torch)
    y, c = x * 2, torch.ones(3)
    z, e, s, u = y * y, y.exp(), y.sin(), x * c
    yield z.grad_fn._saved_self, z.grad_fn._saved_other, s.grad_fn._saved_self, (x * x).grad_fn._saved_self is x
    yield e.grad_fn._saved_result is e, u.grad_fn._saved_other, u.grad_fn._saved_self is None
    weight = torch.nn.Parameter(torch.ones(3))
    yield type((weight * y).grad_fn._saved_self).__name__, (weight * y).grad_fn._saved_self is weight


def results_that_one_node_saves(torch: Any) -> Iterator[Any]:
    """A change in place of either result is noticed."""
    for which in (0, 1):
        x = torch.arange(1.0, 5.0).reshape(2, 2).requires_grad_()
        found = torch.aminmax(x)
        found[which].add_(1)
        try:
            found[which].backward()
        except RuntimeError as error:
            yield str(error).split("\n")[0]
    x = make_leaf(torch)
    y = torch.dist(x, torch.zeros(3))
    y.mul_(2)
    try:
        y.backward()
    except RuntimeError as error:
        yield str(error).split("\n")[0]
    # PyTorch: 'one of the variables needed for ...'
    # PyTorch: 'one of the variables needed for ...'
    # PyTorch: 'one of the variables needed for ...'


def layers_without_bias(torch: Any) -> Iterator[Any]:
    """The weight's gradient lies as the weight does."""
    for shape in ((2, 3), (2, 5, 3), (3,), (1, 3), (0, 3)):
        for needed in ("xw", "x", "w"):
            x = torch.ones(shape, requires_grad="x" in needed)
            w = torch.arange(12.0).view(4, 3).requires_grad_("w" in needed)
            out = torch.nn.functional.linear(x, w)
            leaves = [t for t in (x, w) if t.requires_grad]
            yield shape, needed, out, [g.stride() for g in torch.autograd.grad(out.sum(), leaves, retain_graph=True)]
            out.sum().backward()
            yield [t.grad for t in leaves]


def nodes_of_layers_without_bias(torch: Any) -> Iterator[Any]:
    """The node and saved attributes of `linear` without bias, and its second derivatives."""
    x = make_leaf(torch, 6).detach().view(2, 3).requires_grad_()
    w = torch.arange(12.0).view(4, 3).requires_grad_()
    node = torch.nn.functional.linear(x, w).grad_fn
    yield node.name(), {name: getattr(node, name) for name in sorted(dir(node)) if name.startswith("_saved")}
    out = torch.nn.functional.linear(x, w)
    gx, gw = torch.autograd.grad((out**2).sum(), (x, w), create_graph=True)
    yield [g.tolist() for g in (gx, gw)], [g.tolist() for g in torch.autograd.grad(gx.sum() + gw.sum(), (x, w))]
