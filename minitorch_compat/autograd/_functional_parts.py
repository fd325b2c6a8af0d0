"""Parts of PyTorch's `autograd.functional` that programs call by their private names."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .._bindings.tensor import Tensor


def _construct_standard_basis_for(tensors: Sequence[Any], tensor_numels: Sequence[int]) -> tuple[Any, ...]:
    """For each tensor the columns of the identity that belong to its elements, in its dtype: the basis of all of them together."""
    if len(tensors) != len(tensor_numels):
        raise AssertionError(f"Expected tensors and tensor_numels to have the same length, but got {len(tensors)} and {len(tensor_numels)}")
    if not tensors:
        raise AssertionError("Expected at least one tensor")
    total, first, parts = sum(tensor_numels), 0, []
    for tensor, count in zip(tensors, tensor_numels, strict=True):
        part = tensor.new_zeros(total, count)
        part.diagonal(-first).fill_(1)
        first += count
        parts.append(part)
    return tuple(parts)


def _grad_postprocess(inputs: Any, create_graph: bool) -> Any:
    """Tensors, or tuples of them, as they are if a graph is wanted, else detached."""
    if not isinstance(inputs[0], Tensor):
        return tuple(_grad_postprocess(each, create_graph) for each in inputs)
    return inputs if create_graph else tuple(each.detach() for each in inputs)


def _grad_preprocess(inputs: Any, create_graph: bool, need_graph: bool) -> tuple[Any, ...]:
    """Inputs that a function may be differentiated by: views of tensors in a graph if one is wanted, else detached."""
    return tuple(_prepared(each, create_graph, need_graph) for each in inputs)


def _prepared(each: Any, create_graph: bool, need_graph: bool) -> Any:
    if create_graph and each.requires_grad:
        return each.view_as(each) if not each.is_sparse else each.clone()
    return each.detach().requires_grad_(need_graph)


def _tuple_postprocess(res: Any, to_unpack: Any) -> Any:
    """`res`, or its only element if what it stands for was no tuple; with two flags the same for the tuples within."""
    if not isinstance(to_unpack, tuple):
        return res if to_unpack else res[0]
    if len(to_unpack) != 2:
        raise AssertionError("Expected to_unpack tuple to have exactly 2 elements")
    outer, inner = to_unpack
    found = res if inner else tuple(each[0] for each in res)
    return found if outer else found[0]


__all__ = ["_construct_standard_basis_for", "_grad_postprocess", "_grad_preprocess", "_tuple_postprocess"]
