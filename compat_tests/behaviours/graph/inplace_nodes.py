"""What calls in place record where that is something else than the same call out of place would."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .. import chain, refused


def _make_input(torch: Any) -> tuple[Any, Any]:
    leaf = torch.tensor([-0.6, -0.2, 0.3, 0.9], dtype=torch.float64, requires_grad=True)
    return leaf, leaf * 1


def _saved(node: Any) -> list[str]:
    return sorted(name for name in dir(node) if name.startswith(("_saved_", "_raw_saved_")))


def _description(torch: Any, call: Callable[[Any], Any]) -> Iterator[Any]:
    """The node, its names, gradients of two orders, and what a later change in place does to backward."""
    leaf, x = _make_input(torch)
    y = call(x)
    yield y, y is x, y.grad_fn.name(), _saved(y.grad_fn)
    first, = torch.autograd.grad((y * y).sum(), leaf, create_graph=True)
    yield first.tolist()
    if first.requires_grad:
        yield torch.autograd.grad(first.sum(), leaf, allow_unused=True)[0].tolist()
    leaf, x = _make_input(torch)
    y = call(x)
    y.add_(1)
    try:
        yield torch.autograd.grad(y.sum(), leaf)[0].tolist()
    except RuntimeError as error:
        yield str(error).split("Hint")[0]


def activations(torch: Any) -> Iterator[Any]:
    """Most activations in place save their result and refuse a later change of it; threshold saves a copy of its input."""
    F = torch.nn.functional
    for call in (lambda x: F.elu(x, 0.7, inplace=True), lambda x: F.celu(x, 0.5, inplace=True), lambda x: F.selu(x, inplace=True),
                 lambda x: F.leaky_relu(x, 0.2, inplace=True), lambda x: F.threshold(x, 0.1, 5.0, inplace=True),
                 lambda x: F.relu(x, inplace=True)):
        yield from _description(torch, call)


def negative_slopes(torch: Any) -> Iterator[Any]:
    """elu, celu and leaky_relu in place with a negative slope run forward and refuse backward."""
    F = torch.nn.functional
    for call in (lambda x: F.elu(x, -0.7, inplace=True), lambda x: F.celu(x, -0.5, inplace=True),
                 lambda x: F.leaky_relu(x, -0.2, inplace=True)):
        leaf, x = _make_input(torch)
        y = call(x)
        found = refused(lambda y=y: y.sum().backward())
        yield y, found["raised"], found["message"][:100]


def random_slopes(torch: Any) -> Iterator[Any]:
    """rrelu in place saves its noise and its result, in training and in evaluation."""
    for training in (True, False):
        leaf, x = _make_input(torch)
        y = torch.nn.functional.rrelu(x, 0.2, 0.2, training=training, inplace=True)
        yield y.grad_fn.name(), _saved(y.grad_fn), torch.autograd.grad((y * y).sum(), leaf)


def comparisons(torch: Any) -> Iterator[Any]:
    """Comparisons in place have nodes that save nothing and give both sides gradients of zeros."""
    for name in ("eq_", "ne_", "lt_", "le_", "gt_", "ge_"):
        leaf, x = _make_input(torch)
        yield from _description(torch, lambda x, name=name: getattr(x, name)(0.3))
        other = torch.tensor([0.3, -0.2, 0.5, 0.1], dtype=torch.float64, requires_grad=True)
        y = getattr(x, name)(other)
        yield y, chain(y.grad_fn, 2)
        y.sum().backward()
        yield leaf.grad.tolist(), other.grad.tolist()


def names_only(torch: Any) -> Iterator[Any]:
    """polygamma_ and conj_physical_ in place are recorded under names of their own."""
    leaf, x = _make_input(torch)
    yield chain(x.clone().add(3).polygamma_(1).grad_fn, 2)
    y = torch.complex(x, x).conj_physical_()
    yield y, chain(y.grad_fn, 2), torch.autograd.grad(y.abs().sum(), leaf)


def compositions(torch: Any) -> Iterator[Any]:
    """In-place ops made of others: version, gradient, the same on a view, the refusal of a leaf, and under no_grad."""
    powers = torch.tensor([1.0, 2.0, 0.0, 1.0], dtype=torch.float64, requires_grad=True)
    for call in (lambda x: x.sinc_(), lambda x: x.ldexp_(powers.detach()), lambda x: x.ldexp_(powers), lambda x: x.deg2rad_(),
                 lambda x: x.rad2deg_(), lambda x: x.view(2, 2).renorm_(2, 0, 0.5), lambda x: x.view(2, 2).renorm_(1, 1, 0.5)):
        leaf, x = _make_input(torch)
        y = call(x)
        yield y.tolist(), y._version, x.tolist()
        yield torch.autograd.grad((y * y).sum(), leaf)[0].tolist()
        leaf, x = _make_input(torch)
        part = call(x[:4])
        yield part.tolist(), x.grad_fn.name(), torch.autograd.grad(x.sum(), leaf)[0].tolist()
        yield refused(lambda call=call: call(_make_input(torch)[0]))
        with torch.no_grad():
            yield call(_make_input(torch)[0])
