"""Checks of tensors that several test files share."""
from __future__ import annotations

import gc
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import minitorch_compat as torch


def is_coalesced_indices(s: Any) -> bool:
    """Whether the indices of a COO tensor are sorted and distinct, whatever it says itself."""
    columns = s._indices().t().tolist()
    return columns == sorted(columns) and len({tuple(column) for column in columns}) == len(columns)


def clone_input_helper(input: Any) -> Any:
    """A copy of a tensor, of those in a sequence, or anything else as it is."""
    if isinstance(input, torch.Tensor):
        return input.clone()
    return tuple(map(clone_input_helper, input)) if isinstance(input, (list, tuple)) else input


def do_test_dtypes(self: Any, dtypes: Iterable[Any], layout: Any, device: Any) -> None:
    """Assert that zeros have the dtype, layout and device that were asked for."""
    for dtype in dtypes:
        if dtype != torch.float16:
            out = torch.zeros((2, 3), dtype=dtype, layout=layout, device=device)
            self.assertIs(dtype, out.dtype)
            self.assertIs(layout, out.layout)
            self.assertEqual(device, out.device)


def do_test_empty_full(self: Any, dtypes: Iterable[Any], layout: Any, device: Any) -> None:
    """Assert that factories and their likes give the dtype, layout, device, shape and value that were asked for."""
    shape = torch.Size([2, 3])

    def check(t: Any, dtype: Any, value: Any = None, size: Any = shape) -> None:
        self.assertEqual(size, t.shape)
        self.assertIs(dtype, t.dtype)
        self.assertIs(layout, t.layout)
        self.assertEqual(device, t.device)
        if value is not None:
            self.assertEqual(t, t.new_empty(()).new_full(size, value, layout=torch.strided))

    default = torch.get_default_dtype()
    check(torch.empty(shape, device=device, layout=layout), default)
    check(torch.empty((), device=device, layout=layout), default, size=torch.Size([]))
    for dtype in dtypes:
        for requires_grad in {dtype.is_floating_point or dtype.is_complex, False}:
            options = {"dtype": dtype, "layout": layout, "device": device, "requires_grad": requires_grad}
            v = torch.empty(shape, **options)
            check(v, dtype)
            self.assertEqual(v.requires_grad, requires_grad)
            for t in (v.new_empty(shape), torch.empty_like(v), torch.empty_like(v, **options)):
                check(t, dtype)
            if layout is torch.strided and device.type == "cpu":
                fill = True if dtype is torch.bool else 3
                for t in (torch.full(shape, fill, **options), v.new_full(shape, fill), torch.full_like(v, fill, **options)):
                    check(t, dtype, fill)
                for other in dtypes:
                    check(v.new_empty(shape, dtype=other), other)
                    check(torch.full_like(v, 1, dtype=other), other, 1)


@contextmanager
def check_leaked_tensors(limit: int = 1, matched_type: Any = torch.Tensor) -> Iterator[list[Any]]:
    """Afterwards, the list has the objects of a type that were made inside and are only kept by reference cycles; a warning counts them.

    `limit` is for a printed drawing of them, which there is none of here.
    """
    gc.collect()
    flags = gc.get_debug()
    gc.set_debug(gc.DEBUG_SAVEALL)
    garbage: list[Any] = []
    try:
        yield garbage
    finally:
        gc.collect()
        garbage += [o for o in gc.garbage if isinstance(o, matched_type)]
        gc.set_debug(flags)
        gc.garbage.clear()
    if garbage:
        warnings.warn(f"{len(garbage)} tensors were found in the garbage", stacklevel=3)


def outs_and_grads(fn: Any, graph_inps: Any, inps: Any) -> tuple[Any, list[Any]]:
    """Outputs of a function, and gradients of the inputs that require one, of the sum of all outputs."""
    from ...utils import _pytree

    outs = fn(*graph_inps)
    for out in _pytree.tree_leaves(outs):
        if isinstance(out, torch.Tensor) and out.requires_grad:
            out.sum().backward(retain_graph=True)
    tensors = [value for value in _pytree.tree_leaves(inps) if isinstance(value, torch.Tensor)]
    grads = [tensor.grad for tensor in tensors]
    for tensor in tensors:
        tensor.grad = None
    return outs, grads


def compare_equal_outs_and_grads(test: Any, m1: Any, m2: Any, inps: Any) -> None:
    """Assert that two functions have the same outputs and gradients."""
    first, second = outs_and_grads(m1, inps, inps), outs_and_grads(m2, inps, inps)
    test.assertEqual(first[0], second[0])
    test.assertEqual(first[1], second[1])
