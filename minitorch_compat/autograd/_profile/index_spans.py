"""What PyTorch calls inside when elements are looked up, or written, by indices and masks; see `_inner_spans`."""
from __future__ import annotations

from typing import Any

import numpy as np

from ..._array.core import intp

Tree = tuple[Any, ...]

_EMPTY: Tree = ("aten::empty",)


def places(shape: tuple[int, ...], plan: Any) -> list[Tree]:
    """How elements of that shape are found: masks become places, all of which are then made of one size."""
    trees: list[Tree] = []
    sizes: list[tuple[int, ...]] = []
    found: list[int] = []  # the dimensions of which there are indices
    dim = 0
    for part in plan.index:
        taken = part.ndim if isinstance(part, np.ndarray) and part.dtype.kind == "b" else 1
        found += range(dim, dim + taken) if isinstance(part, np.ndarray) else ()
        dim += taken
        if isinstance(part, np.ndarray) and part.dtype.kind == "b":
            rows = (int(intp.count_nonzero(part)), part.ndim)
            column: Tree = ("aten::select", [rows], ("aten::as_strided", [rows]))
            trees += [("aten::nonzero", [part.shape], _EMPTY, ("aten::as_strided_", [rows])), *[column] * part.ndim]
            sizes += [rows[:1]] * part.ndim
        elif isinstance(part, np.ndarray):
            sizes.append(part.shape)
    common = np.broadcast_shapes(*sizes)
    trees += [("aten::expand", [size], ("aten::as_strided", [size])) for size in sizes if size != common]
    if found and found[-1] - found[0] >= len(found):  # which are brought together
        trees.append(("aten::permute", [shape], ("aten::as_strided", [shape])))
        shape = tuple(shape[d] for d in (*found, *(d for d in range(len(shape)) if d not in found)))
    flat = [("aten::reshape", [common], ("aten::view" if size == common else "aten::_reshape_alias", [common])) for size in sizes]
    return [*trees, ("aten::as_strided", [shape]), *flat]


def indexed(args: tuple[Any, ...], _out: Any) -> list[Tree]:
    x, plan = args[:2]
    return places(plan.view(x).shape, plan) if x.__class__ is np.ndarray else []


def written(args: tuple[Any, ...], out: Any) -> list[Tree]:
    """One number is written by `masked_fill_` where a single mask says."""
    x, value, plan, accumulate = args
    if x.__class__ is not np.ndarray or value.__class__ is not np.ndarray:
        return []
    x = plan.view(x)
    given: list[Any] = [x.shape, None, value.shape, None]
    masks = [part for part in plan.index if part.__class__ is np.ndarray]
    if plan.masks and len(masks) == 1 and value.size == 1 and not accumulate:
        sizes = [(*masks[0].shape, *[1] * count) for count in range(x.ndim - masks[0].ndim + 1)]
        inside_of: list[Tree] = [*[("aten::unsqueeze", [size], ("aten::as_strided", [size])) for size in sizes[:-1]],
                                 ("aten::item", [value.shape], ("aten::_local_scalar_dense", [value.shape])),
                                 ("aten::masked_fill_", [x.shape, sizes[-1], None])]
    else:
        inside_of = places(x.shape, plan)
    put: Tree = ("aten::_index_put_impl_", [*given, None], *inside_of)
    if np.may_share_memory(x, out):
        return [put]
    return [*copied_first(x), ("aten::index_put_", given, put)]


def index_back(node: Any, g: Any) -> list[Tree]:
    """Zeros, to which the cotangent is added where it comes from."""
    _, meta, plan = node.saved
    if plan.basic is not None:
        return []
    made: Tree = ("aten::new_zeros", [g.shape], ("aten::new_empty", [g.shape], _EMPTY), ("aten::zero_", [meta.shape]))
    return [made, ("aten::_index_put_impl_", [meta.shape, None, g.shape, None, None], *places(meta.shape, plan))]


def copied_first(x: Any) -> list[Tree]:
    """What PyTorch calls to keep an array that is about to be changed."""
    made: Tree = ("aten::empty_strided",)
    dense = x.transpose(sorted(range(x.ndim), key=x.strides.__getitem__, reverse=True)).flags.c_contiguous
    return [("aten::clone", [x.shape], made if dense else ("aten::empty_like", [x.shape], made), (
        "aten::copy_", [x.shape] * 2))]


__all__ = ["Tree", "copied_first", "index_back", "indexed", "written"]
