"""Bags of embeddings: empty ones, ends of bags that are given, and what the nodes save."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

SAVED = ("indices", "mode", "offsets", "padding_idx", "per_sample_weights", "result1", "result2", "result3", "scale_grad_by_freq", "sparse",
         "weight", "weight_sym_argsize_0")


def _saved(torch: Any, node: Any) -> dict[str, Any]:
    return {name: getattr(node, f"_saved_{name}") for name in SAVED}


def _table(torch: Any, dtype: Any = None) -> Any:
    return torch.arange(12.0, dtype=dtype).reshape(4, 3).requires_grad_()


def saved(torch: Any) -> Iterator[Any]:
    """What the node of embedding_bag saves by mode, offsets, dtype and padding_idx; without one it saves 2**64 - 1."""
    bag = torch.nn.functional.embedding_bag
    for mode in ("sum", "mean", "max"):
        for index, offsets in ((torch.tensor([[0, 1], [2, 2]]), None), (torch.tensor([0, 1, 3, 3, 2]), torch.tensor([0, 2, 2])),
                               (torch.tensor([3, 1], dtype=torch.int32), torch.tensor([0, 0, 2], dtype=torch.int32))):
            for dtype in (torch.float32, torch.float64):
                for padding in (None, 2):
                    yield _saved(torch, bag(index, _table(torch, dtype), offsets, mode=mode, padding_idx=padding).grad_fn)


def saved_weights(torch: Any) -> Iterator[Any]:
    """embedding_bag with per_sample_weights saves its table if these need a gradient; if nothing does it has no node."""
    index, offsets, table = torch.tensor([0, 1, 3, 3, 2]), torch.tensor([0, 2, 2]), _table(torch)
    for weight in (table, table * 2, table.detach()):
        for needs in (True, False):
            weights = torch.ones(5, requires_grad=needs)
            node = torch.nn.functional.embedding_bag(index, weight, offsets, mode="sum", per_sample_weights=weights).grad_fn
            yield None if node is None else _saved(torch, node)


def empty(torch: Any) -> Iterator[Any]:
    """After its backward a node of embedding_bag has no saved tensors that can be read, if the bag was empty either."""
    for mode in ("sum", "mean", "max"):
        for offsets in ([0, 0], [0], []):
            for last in (False, True):
                table, none = _table(torch), torch.tensor([], dtype=torch.int64)
                try:
                    out = torch.nn.functional.embedding_bag(none, table, torch.tensor(offsets, dtype=torch.int64), mode=mode,
                                                            include_last_offset=last)
                except RuntimeError as error:
                    yield str(error)
                    continue
                yield out, torch.autograd.grad(out.sum(), table)[0], _saved(torch, out.grad_fn)
    # PyTorch: RuntimeError: Trying to backward through the graph a ...


def ends(torch: Any) -> Iterator[Any]:
    """With include_last_offset the last sum of float32 ends at the last offset, that of float64 at the last index."""
    index = torch.tensor([0, 1, 3, 3, 2])
    for mode in range(3):
        for offsets in ([0, 2, 5], [0, 2, 2], [0, 5], [0, 0, 3]):
            for dtype in (torch.float32, torch.float64):
                for padding in (None, 2):
                    yield torch.embedding_bag(_table(torch, dtype), index, torch.tensor(offsets), False, mode, False, None, True, padding)


def gradients_of_ends(torch: Any) -> Iterator[Any]:
    """The gradient of embedding_bag with include_last_offset is the same with an empty bag in front and without."""
    for mode in ("sum", "mean", "max"):
        for offsets in ([0, 2, 5], [0, 0, 2, 5]):
            table = _table(torch)
            out = torch.nn.functional.embedding_bag(torch.tensor([0, 1, 3, 3, 2]), table, torch.tensor(offsets), mode=mode,
                                                    include_last_offset=True)
            yield torch.autograd.grad((out * torch.arange(1.0, 4.0)).sum(), table)[0]
    # PyTorch: tensor([[1., 2., 3.], [1., 2., 3.], [1., 2., 3.], [2., 4., 6.]])
    # PyTorch: tensor([[1., 2., 3.], [1., 2., 3.], [1., 2., 3.], [2., 4., 6.]])
    # PyTorch: tensor([[0.5000, 1.0000, 1.5000], [0.5000, 1.0000, 1.5000], [0.3333, 0.6667, 1.0000], [0.6667, 1.3333, 2.0000]])
    # PyTorch: tensor([[0.5000, 1.0000, 1.5000], [0.5000, 1.0000, 1.5000], [0.3333, 0.6667, 1.0000], [0.6667, 1.3333, 2.0000]])
    # PyTorch: tensor([[0., 0., 0.], [1., 2., 3.], [0., 0., 0.], [1., 2., 3.]])
    # PyTorch: tensor([[0., 0., 0.], [1., 2., 3.], [0., 0., 0.], [1., 2., 3.]])
