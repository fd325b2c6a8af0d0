"""What somebody who looks at a node sees: its attributes by name, what it saved, and the nodes before it."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def _description(torch: Any, value: Any) -> Any:
    if isinstance(value, torch.Tensor):
        return value.detach().clone()
    return [_description(torch, v) for v in value] if isinstance(value, tuple) else value


def _node(torch: Any, out: Any, without: str = "") -> Any:
    node = out.grad_fn
    saved = {name: _description(torch, getattr(node, name)) for name in sorted(dir(node)) if name.startswith("_saved_") and name != without}
    return node.name(), [None if n is None else n.name() for n, _ in node.next_functions], saved


def _chain(out: Any) -> list[str]:
    """The names of the nodes from a result to a leaf, by the first way."""
    node, names = out.grad_fn, []
    while node is not None:
        names.append(node.name())
        node = node.next_functions[0][0] if node.next_functions else None
    return names


def _leaf(torch: Any, *shape: int) -> Any:
    count = 1
    for n in shape:
        count *= n
    return torch.linspace(-1.4, 1.7, count).reshape(shape).requires_grad_()


def attributes(torch: Any) -> Iterator[Any]:
    """The attributes that dir() lists of nodes: saved values raw and unpacked, metadata, hooks and sequence number."""
    x = _leaf(torch, 2)
    y = x.clone()
    y[0] = 2
    for node in ((x * 2).grad_fn, x.sum().grad_fn, y.grad_fn, torch.autograd.graph.get_gradient_edge(x).node, torch.frexp(x)[0].grad_fn):
        yield node.name(), sorted(name for name in dir(node) if not name.startswith("__"))
    yield type(x.sum().grad_fn._input_metadata[0]).__name__


def losses(torch: Any) -> Iterator[Any]:
    """What the nodes of ctc_loss, pairwise_distance, binary_cross_entropy_with_logits and poisson_nll_loss have saved."""
    F = torch.nn.functional
    scores = torch.linspace(-2, 1, 40).reshape(5, 2, 4).log_softmax(2).requires_grad_()
    lengths = ((5, 5), (2, 2)), (torch.tensor([5, 4]), torch.tensor([2, 2]))
    for inputs, targets in lengths:
        node = F.ctc_loss(scores, torch.tensor([[1, 2], [2, 3]]), inputs, targets, reduction="none").grad_fn
        yield node._saved_input_lengths, node._saved_target_lengths, tuple(node._saved_result1.shape), node._saved_blank
    yield _node(torch, F.pairwise_distance(_leaf(torch, 3, 4), torch.ones(3, 4)))
    yield _node(torch, F.pairwise_distance(_leaf(torch, 3, 4), torch.ones(3, 4), p=1, keepdim=True))
    yield _node(torch, F.binary_cross_entropy_with_logits(_leaf(torch, 4), torch.ones(4), torch.full((4,), 0.5),
                                                          pos_weight=torch.full((4,), 2.0)))
    yield _chain(F.poisson_nll_loss(_leaf(torch, 4), torch.linspace(0.25, 3, 4), full=True))


def activations(torch: Any) -> Iterator[Any]:
    """What the nodes of prelu and rrelu have saved, for weights with and without a dimension, in and out of training."""
    F = torch.nn.functional
    for shape in ((5,), (2, 3), (2, 3, 4)):
        for weight in ((1,), ()):
            yield _node(torch, F.prelu(_leaf(torch, *shape), torch.full(weight, 0.25, requires_grad=True)))
    yield _node(torch, F.rrelu(_leaf(torch, 3)), "_saved_noise")  # of which PyTorch has not set a number
    yield _node(torch, F.rrelu(_leaf(torch, 3), 0.125, 0.25, inplace=False), "_saved_noise")
    torch.manual_seed(0)
    yield _node(torch, F.rrelu(_leaf(torch, 3), 0.125, 0.25, training=True))


def pieces(torch: Any) -> Iterator[Any]:
    """Nodes of tensor_split, diagflat, nanmean, norm and trapezoids, which are those of the ops they are made of."""
    for dim in (0, -1):
        for part in torch.tensor_split(_leaf(torch, 4, 4), 2, dim):
            yield _node(torch, part)
    yield _node(torch, torch.diagflat(_leaf(torch, 2, 3), 1))
    yield _node(torch, torch.nanmean(_leaf(torch, 2, 3), 1))
    yield _node(torch, torch.norm(_leaf(torch, 3, 3), -1))
    for options in ({}, {"dx": 2}, {"dx": 0.5, "dim": 0}, {"x": torch.arange(4.0)}):
        for function in (torch.trapezoid, torch.cumulative_trapezoid):
            out = function(_leaf(torch, 3, 4), **options)
            yield _node(torch, out), _chain(out)
    for shape in ((0,), (2, 0), (1,), (2, 1)):
        out = torch.trapezoid(_leaf(torch, *shape))
        yield out.detach().clone(), out.grad_fn is None


def matrices(torch: Any) -> Iterator[Any]:
    """Second derivatives by solving: of determinants, and of the pseudoinverse of wide and of high matrices."""
    square = (torch.eye(3, dtype=torch.float64) + 0.25 * torch.linspace(-1, 1, 9, dtype=torch.float64).reshape(3, 3)).requires_grad_()
    for function in (torch.linalg.det, lambda a: torch.linalg.slogdet(a)[1], torch.logdet, torch.linalg.inv):
        out = function(square)
        (slope,) = torch.autograd.grad(out, square, torch.full_like(out, 0.5).requires_grad_(), create_graph=True)
        yield slope.grad_fn.name(), slope.detach().float(), torch.autograd.grad((slope * slope).sum(), square)[0].float()
    for shape in ((3, 2), (2, 3)):
        a = _leaf(torch, *shape).detach().double().requires_grad_()
        out = torch.linalg.pinv(a)
        (slope,) = torch.autograd.grad(out.sum(), a, create_graph=True)
        before = [n.name() for n, _ in slope.grad_fn.next_functions]
        yield slope.grad_fn.name(), before, torch.autograd.grad(slope.cos().sum(), a)[0].float()
