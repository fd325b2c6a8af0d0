"""What stands for a number, a size or a text without being one: tensors, arrays, numpy's integers, bytes; and what never does."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from .. import refused


def _outcome(call: Callable[[Any], Any], value: Any) -> Any:
    """The shapes of what a call makes of a value, or what it says."""
    try:
        made = call(value)
    except Exception:
        said = refused(lambda: call(value))
        return {**said, "message": said["message"].removesuffix('"')}  # where PyTorch goes on with its own frames
    return [tuple(t.shape) for t in made] if isinstance(made, (tuple, list)) else tuple(made.shape)


def ints_alone(torch: Any) -> Iterator[Any]:
    """Of a `SymInt` tensors with one element may take the place, of an int only those without a dimension."""
    x = torch.arange(24.).reshape(4, 6)
    given = (torch.tensor(1), torch.tensor([1]), torch.tensor([[1]]), torch.tensor(1.5), torch.tensor([1, 1]), np.int64(1), np.int32(1),
             np.float64(1), np.array([1]), 1.0, "1", None)
    calls: list[Callable[[Any], Any]] = [
        lambda n: torch.topk(x, n), lambda n: x.select(0, n), lambda n: x.tril(n), lambda n: x.chunk(n), lambda n: x.flatten(n),
        lambda n: x.softmax(n), lambda n: x.narrow(1, n, 2), lambda n: torch.eye(n), lambda n: x.unsqueeze(n), lambda n: x.diff(n),
        lambda n: torch.tensor(x.size(n)), lambda n: x.cumsum(n)]
    for value in given:
        yield [_outcome(call, value) for call in calls]


def arrays_without_a_dimension(torch: Any) -> Iterator[Any]:
    """A numpy array without a dimension passes for a SymInt, as in topk, and not for an int, as in chunk."""
    x, one = torch.arange(24.).reshape(4, 6), np.array(1)
    calls: list[Callable[[Any], Any]] = [
        lambda n: torch.topk(x, n), lambda n: x.narrow(1, n, 2), lambda n: x.chunk(n), lambda n: x.softmax(n), lambda n: x.hsplit(n),
        lambda n: x.masked_fill(x > 3, n), lambda n: torch.all(x, dim=n), lambda n: torch.count_nonzero(x, dim=n),
        lambda n: torch.nn.functional.dropout(x, n), lambda n: torch.nn.functional.interpolate(x[None], n)]
    yield [_outcome(call, one) for call in calls]


def lists_of_ints(torch: Any) -> Iterator[Any]:
    """Which sequences pass as a size: tensors and numpy integers in them do, floats, texts and None in them do not."""
    x = torch.arange(6.)
    given = ([torch.tensor(2), 3], [np.int64(2), np.int64(3)], (torch.tensor([2]), 3), [2, torch.tensor(3.0)], [2.0, 3], [2, "3"],
             [2, None], range(2, 4), {2, 3}, {2: 3}, b"ab", np.array([2, 3]), torch.tensor([2, 3]), [True, 6], [6, True])
    calls: list[Callable[[Any], Any]] = [
        lambda n: x.view(n), lambda n: x.reshape(n), lambda n: torch.zeros(n), lambda n: torch.full(n, 1.0),
        lambda n: torch.constant_pad_nd(x, n), lambda n: x.repeat(n), lambda n: torch.nn.functional.pad(x, n)]
    for value in given:
        yield [_outcome(call, value) for call in calls]


def flags_for_ints(torch: Any) -> Iterator[Any]:
    """A tensor that holds a flag is one of several ints, though no int by itself."""
    x, flag = torch.arange(24.).reshape(4, 6), torch.tensor(True)
    yield _outcome(lambda n: x.sum(n), flag), _outcome(lambda n: x.chunk(n), flag), _outcome(lambda n: x.flatten(n), flag)
    yield _outcome(lambda n: torch.norm(x, 2, n), flag), _outcome(lambda n: x.hsplit(n), flag), _outcome(lambda n: x.sum(n), True)
    # PyTorch: ((4,), TypeError: chunk(): argument 'chunks' (position 1) ..., TypeError: flatten(): argument 'start_dim' ...)
    # PyTorch: ((4,), [(4, 1), (4, 5)], TypeError: sum() received an invalid combination ...)


def bytes_for_texts(torch: Any) -> Iterator[Any]:
    """bytes pass for a rounding mode, a reduction or a device, and are refused where they name none."""
    x = torch.tensor([5.0, -3.0])
    yield torch.div(x, 2, rounding_mode=b"floor"), torch.zeros(1, device=b"cpu"), x.to(b"cpu") is x  # type: ignore[arg-type]
    yield torch.scatter_reduce(x, 0, torch.tensor([0, 0]), x, b"amax")
    yield refused(lambda: torch.div(x, 2, rounding_mode=b"up")), refused(lambda: torch.zeros(1, device=b"nowhere"))
    yield refused(lambda: torch.zeros(b"ab")), refused(lambda: torch.meshgrid(x, x, indexing=b"uv"))
    # PyTorch: (tensor([2., -2.]), tensor([0.]), True)
    # PyTorch: tensor([5., -3.])
    # PyTorch: (RuntimeError: div expected rounding_mode to be one of ..., RuntimeError: Expected one of cpu, cuda, ipu, xpu, ...)
    # PyTorch: (TypeError: zeros(): argument 'size' (position 1) ..., RuntimeError: torch.meshgrid: indexing must be one of ...)


def classes_for_tensors(torch: Any) -> Iterator[Any]:
    """The class torch.Tensor in the place of a tensor is taken for something with a handler, and refused as such."""
    F = torch.nn.functional
    for call in (F.relu, F.hardtanh, F.softsign, F.adaptive_avg_pool2d, torch.unique, torch.norm, torch.split):
        rest = (2,) if call in (F.adaptive_avg_pool2d, torch.split) else ()
        yield refused(lambda call=call, rest=rest: call(torch.Tensor, *rest))
    yield refused(lambda: F.cross_entropy(torch.Tensor, torch.tensor(1)))


def shapes_broadcast(torch: Any) -> Iterator[Any]:
    """broadcast_shapes and unravel_index take bytes, ranges and lone numbers as shapes; a numpy integer is refused."""
    f, one = torch.broadcast_shapes, torch.tensor(1)
    yield f(b"ab", (1,)), f(range(2), (1,)), f(True), f([True]), f(None)
    yield refused(lambda: torch.unravel_index(one, [np.int64(2)])), torch.unravel_index(one, range(2, 4)), torch.unravel_index(one, b"ab")
    # PyTorch: (Size(97, 98), Size(0, 1), Size(1), Size(1), Size())
    # PyTorch: (TypeError: expected 'shape' sequence to only ..., (tensor(0), tensor(1)), (tensor(0), tensor(1)))


def nothing_to_reduce(torch: Any) -> Iterator[Any]:
    """Reductions over an empty list of dimensions, distances of enormous order, and arange with an infinite step."""
    x = torch.arange(4.).reshape(2, 2)
    yield torch.masked.prod(x, []), torch.masked.sum(x, []), torch.masked.amax(x, ()), torch.logsumexp(x, (), True)
    yield refused(lambda: torch.logsumexp(x, ())), refused(lambda: torch.masked.cumsum(x, [])), refused(lambda: torch.masked.softmax(x, []))
    yield refused(lambda: torch.masked.logsumexp(x, [])), torch.logsumexp(x[:0], ())
    yield torch.special.zeta(float("inf"), torch.tensor([0.5, 1.0, 2.0, 5.0])), torch.pdist(x, 1e40), torch.cdist(x, x, 1e40)
    yield torch.arange(0, 5, float("inf")), torch.arange(0, -5, float("-inf")), torch.tensordot(x, x, torch.tensor(1.5))
