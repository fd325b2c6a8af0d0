"""Reading and writing by every sort of index, with gradients."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .. import refused


def _indices(torch: Any) -> dict[str, Any]:
    long, mask = torch.tensor([0, 2, -1]), torch.tensor([True, False, True])
    square = torch.tensor([[True, False, True, True], [False, False, True, False], [True, True, False, False]])
    return {
        "int": 1,
        "negative": -1,
        "pair": (1, 2),
        "slice": slice(1, None),
        "step": (slice(None), slice(None, None, 2)),
        "none": None,
        "ellipsis": (..., 1),
        "ellipsis none": (..., None, 0),
        "list": [0, 2],
        "tensor": long,
        "mask": mask,
        "mask of all": square,
        "row and list": (1, [0, 1, 1]),
        "two lists": ([0, 1], [2, 3]),
        "slice and tensor": (slice(0, 2), long),
        "tensor and slice": (long, slice(1, 3)),
        "tensor, none": (long, None),
        "broadcast": (torch.tensor([[0], [1]]), torch.tensor([1, 3])),
        "apart": (torch.tensor([0, 1]), None, torch.tensor([1, 0])),
        "zero-d": torch.tensor(2),
        "bool scalar": True,
        "false": False,
        "empty list": [],
        "uint8": torch.tensor([1, 0, 1], dtype=torch.uint8),
        "mask and int": (mask, 1),
        "int32": torch.tensor([0, 1], dtype=torch.int32),
        "nested list": [[0, 1], [1, 2]],
        "empty tuple": (),
        "range": range(2),
        "empty slice": slice(2, 1),
        "mask, slice": (mask, slice(None, 2)),
    }


def read(torch: Any) -> Iterator[Any]:
    """Reading by every sort of index: ints, slices, None and True give views; lists, tensors and masks give copies."""
    x = torch.arange(12.0).reshape(3, 4)
    for name, index in _indices(torch).items():
        try:
            yield name, x[index]
        except Exception as error:
            yield name, type(error).__name__, str(error).split("\n")[0]


def read_gradient(torch: Any) -> Iterator[Any]:
    """The gradient of what was read by an index lies at the places read, summed where an index names one twice."""
    for name, index in _indices(torch).items():
        x = torch.arange(12.0).reshape(3, 4).requires_grad_()
        try:
            (x[index] * 2).sum().backward()
        except Exception as error:
            yield name, type(error).__name__
            continue
        yield name, x.grad


def write(torch: Any) -> Iterator[Any]:
    """A number can be written by every sort of index but a uint8 mask."""
    for name, index in _indices(torch).items():
        x = torch.arange(12.0).reshape(3, 4)
        try:
            x[index] = -1
        except Exception as error:
            yield name, type(error).__name__, str(error).split("\n")[0]
        yield name, x


def write_tensor_gradient(torch: Any) -> Iterator[Any]:
    """A tensor written by index gets its gradient summed over its places; what it overwrote gets 0."""
    for name, index in _indices(torch).items():
        x = torch.arange(12.0).reshape(3, 4).requires_grad_()
        y = x.clone()
        value = torch.tensor(5.0, requires_grad=True)
        try:
            y[index] = value
            (y * y).sum().backward()
        except Exception as error:
            yield name, type(error).__name__
            continue
        yield name, x.grad, value.grad, y


def write_broadcast(torch: Any) -> Iterator[Any]:
    """Written values are broadcast and cast; what does not expand is refused, and each write counts a version."""
    x = torch.zeros(3, 4)
    x[1] = torch.arange(4.0)
    x[:, 1] = torch.tensor([7.0])
    x[[0, 2], 2:] = torch.ones(2, 1)
    x[x > 5] = 0
    yield x
    yield refused(lambda: x.__setitem__(0, torch.ones(3))), refused(lambda: x.__setitem__(slice(None), torch.ones(2, 2)))
    x[0] = torch.tensor([1, 2, 3, 4])
    yield x, x._version
    # PyTorch: tensor([[0., 0., 1., 1.], [0., 0., 2., 3.], [0., 0., 1., 1.]])
    # PyTorch: (RuntimeError: The expanded size of the tensor (4) ..., RuntimeError: The expanded size of the tensor (4) ...)
    # PyTorch: (tensor([[1., 2., 3., 4.], [0., 0., 2., 3.], [0., 0., 1., 1.]]), 5)
    # PyTorch: memory in common: 0 and 1


def mistakes(torch: Any) -> Iterator[Any]:
    """Wrong indices raise IndexError, a text TypeError and a negative step ValueError; two ellipses pass."""
    x = torch.zeros(3, 4)
    yield (
        refused(lambda: x[5]),
        refused(lambda: x[-4]),
        refused(lambda: x[0, 0, 0]),
        refused(lambda: x[torch.tensor([5])]),
        refused(lambda: x[[3]]),
        refused(lambda: x[torch.tensor([True, False])]),
        refused(lambda: x["a"]),
        refused(lambda: x[1.5]),
        refused(lambda: x[::-1]),
        refused(lambda: x[torch.tensor([1.0])]),
        refused(lambda: x[..., ...]),
        refused(lambda: torch.tensor(1)[0]),
        refused(lambda: x[[0, 1], [0, 1, 2]]),
    )


def iteration(torch: Any) -> Iterator[Any]:
    """Iterating a tensor gives views of its rows; a tensor of no dimensions has no len and cannot be iterated."""
    x = torch.arange(6).reshape(3, 2)
    yield (
        list(x),
        len(x),
        [t.tolist() for t in x],
        refused(lambda: len(torch.tensor(1))),
        refused(lambda: list(torch.tensor(1))),
        3 in x,
        x[0] in x,
    )
    a, b, c = x
    yield a, c, max(torch.tensor([1, 3, 2])), sum(torch.tensor([1, 3, 2]))


def accumulate(torch: Any) -> Iterator[Any]:
    """index_put_, index_add and scatter_add add up at repeated indices; scatter, take and masked ops beside them."""
    x = torch.zeros(4)
    x.index_put_((torch.tensor([0, 0, 1]),), torch.tensor([1.0, 2.0, 3.0]), accumulate=True)
    yield (
        x,
        x.index_add(0, torch.tensor([3, 3]), torch.ones(2)),
        x.scatter_add(0, torch.tensor([2, 2]), torch.ones(2)),
        x.index_fill(0, torch.tensor([1]), 9),
    )
    yield (
        x.scatter(0, torch.tensor([1, 2]), torch.tensor([5.0, 6.0])),
        x.scatter(0, torch.tensor([1]), 4.0),
        x.scatter(0, torch.tensor([0]), 4.0, reduce="add"),
    )
    yield x.take(torch.tensor([0, -1])), x.masked_scatter(x > 0, torch.tensor([8.0, 9.0])), x.masked_select(x > 0)
    # PyTorch: (tensor([3., 3., 0., 0.]), tensor([3., 3., 0., 2.]), tensor([3., 3., 2., 0.]), tensor([3., 9., 0., 0.]))
    # PyTorch: (tensor([3., 5., 6., 0.]), tensor([3., 4., 0., 0.]), tensor([7., 3., 0., 0.]))
    # PyTorch: (tensor([3., 0.]), tensor([8., 9., 0., 0.]), tensor([3., 3.]))


def truths_of_complex_numbers(torch: Any) -> Iterator[Any]:
    """Those of both parts, wherever they are written to."""
    x, target = torch.tensor([0j, -1.5j, 2]), torch.zeros(3, 3, dtype=torch.bool)
    target[0] = x
    target[1, 1] = x[1]
    target[2, :2] = x[1:2]
    yield target, torch.zeros(2, 3, dtype=torch.bool).copy_(x), x.to(torch.bool)


def assignments_on_the_meta_device(torch: Any) -> Iterator[Any]:
    """Parts that are views are looked at as elsewhere; what goes through an index is not looked at."""
    def there(*shape: int) -> Any:
        return torch.ones(*shape, device="meta")

    values = (1.0, there(), there(2), there(1, 2), there(2, 2), there(3), torch.ones(2), torch.ones(1, 2), torch.ones(3))
    for key in (0, slice(1), None, torch.tensor([0, 1]), [0], there(2, 2) > 0, there(2) > 0, there(3) > 0, torch.ones(2, 2) > 0,
                there(2).long(), (0, torch.tensor([1]))):
        for value in values:
            x = there(2, 2)
            try:
                x[key] = value
                yield x._version, tuple(x.shape)
            except (RuntimeError, NotImplementedError) as error:
                yield type(error).__name__, str(error)
    for value in (there(2), there(3), there(1, 2), there(2, 2)):
        x = torch.ones(2, 2)
        try:
            x[0] = value
            yield "written"
        except (RuntimeError, NotImplementedError) as error:
            yield type(error).__name__, str(error), x._version
    # PyTorch: TypeError: ones() missing 1 required positional ...
