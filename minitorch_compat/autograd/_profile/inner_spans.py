"""What PyTorch's ops call inside: spans of a profile that stand for nothing that happens here.

Who reads a profile compares it with one of PyTorch's, counts included.  Where an op always calls the same there, `inner_spans.json` has the
tree (recorded from PyTorch); what depends on the call is computed below.  A tree is a tuple: name, the shapes of its arguments in a
list where `shapes_inside` would say otherwise or a text that says where each comes from ("0x-": the first argument of the call around,
a tensor of which `shapes_inside` says the shape, no tensor; "e" is an empty one), then the trees inside.
"""
from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

import numpy as np

from ..._array.index.indexing import Advanced
from ..._dispatch.tensor import TensorBase
from ..._ops.aten import profiled_as
from ..._ops.op import OPS, Meta, Op, on_declaration
from ..._tables import table as read_table
from .index_spans import Tree, copied_first, index_back, indexed, written

#: Of a number; of a tensor.
_CAST: Tree = ("aten::to", ("aten::_to_copy", [], ("aten::empty_strided",), ("aten::copy_", [])))
_CONVERTED: Tree = ("aten::to", ("aten::_to_copy", ("aten::empty_strided",), ("aten::copy_",)))
_AS_STRIDED, _FILL, _EMPTY = ("aten::as_strided",), ("aten::fill_",), ("aten::empty",)


#: What of the recorded is no span, or done otherwise in evaluation.
_AS_MEASURED = frozenset({"certain", "aten::dropout"})


def usual(name: str) -> list[Tree] | None:
    """What is always inside of a span, where no rule says more; spans also by overload ("aten::max.dim"), nodes by what they give."""
    if name.partition(".")[0].removesuffix("_") in _RULED or name in _AS_MEASURED or name not in _recorded():
        return None
    return _trees(name)


@functools.cache
def _trees(name: str) -> list[Tree]:
    return list(map(_tree, _recorded()[name]))


def variant(node: Any) -> str:
    """Which inputs of a node need a gradient, "101" say."""
    return "".join("0" if edge is None else "1" for edge, _ in node.next_functions)


@functools.cache
def _recorded() -> dict[str, Any]:
    return dict(read_table("autograd/_profile/inner_spans.json"))


@functools.cache
def certain() -> frozenset[str]:
    """The nodes of backward that call the same whatever they are given."""
    return frozenset(_recorded()["certain"])


def _tree(recorded: list[Any]) -> Tree:
    name, given, inner = recorded
    return _named(name), given, *map(_tree, inner)


def _plain(recorded: list[Any]) -> Tree:
    return _named(recorded[0]), *map(_plain, recorded[1])


def _named(name: str) -> str:
    """What is no op of aten's has a point in front."""
    return f"aten::{name}" if name[0] != "." else name[1:]


def inside(op: Op, args: tuple[Any, ...], result: Any) -> list[Tree]:
    """What PyTorch calls inside an op called with `args`: tensors or arrays."""
    rule = _RULES.get(op.spans)
    return [] if rule is None else rule(tuple(map(_array_of, args)), _array_of(result))


def inside_composition(name: str, args: tuple[Any, ...], result: Any) -> list[Tree]:
    """The same of a call that is heard under this name."""
    rule = _OF_COMPOSITIONS.get(f"aten::{name}")
    if rule is None:
        op = OPS.get(name)
        return [] if op is None else inside(op, args, result)
    return rule(tuple(map(_array_of, args)), _array_of(result))


@functools.cache
def _steps() -> dict[str, list[list[Any]]]:
    return dict(read_table("optim/inner_spans.json"))


#: The options on which it depends what a step calls, and those with which it is not known.
_OPTIONS, _OTHERWISE = ("amsgrad", "centered", "momentum", "nesterov", "weight_decay"), ("capturable", "differentiable", "foreach", "fused",
                                                                                        "maximize")


def steps_of(optimizer: Any, group: dict[str, Any]) -> list[list[Any]] | None:
    """What the first step and a later one of an optimizer call for each parameter, where that is recorded."""
    if any(group.get(option) for option in _OTHERWISE):
        return None
    return _steps().get(" ".join([type(optimizer).__name__, *[option for option in _OPTIONS if group.get(option)]]))


def of_shape(trees: list[Any], shape: Any) -> list[Tree]:
    """Recorded calls for a parameter of that shape."""
    return [(_named(name), [tuple(shape)] * count, *map(_plain, inner)) for name, count, inner in trees]


def _array_of(value: Any) -> Any:
    return value._array if isinstance(value, TensorBase) else value


#: Calls inside of others that are given the result, so many times, and those that are given no tensor.
_OF_RESULT = {"aten::fill_": 1, "aten::zero_": 1, "aten::resize_": 1, "aten::as_strided_": 1, "aten::copy_": 2}
_OF_NOTHING = frozenset({"aten::empty", "aten::empty_strided"})
#: Calls with the first arguments of what is around them.
_AS_AROUND = {"aten::_batch_norm_impl_index": 9, "aten::native_batch_norm": 8}
#: Arithmetic, inside of which numbers are cast.
_ARITHMETIC = frozenset(f"aten::{name}{end}" for end in ("", "_") for name in (
    "add", "sub", "mul", "div", "rsub", "eq", "ne", "lt", "le", "gt", "ge", "clamp", "clamp_min", "clamp_max"))


def shapes_inside(name: str, given: list[Any] | None, around: str, outer: tuple[Any, ...], result: Any) -> tuple[Any, ...]:
    """What `name` is given when it is called inside of `around` with the arguments `outer`, where what is measured gives `result`."""
    if name == "aten::to" and around in _ARITHMETIC and not given:
        return (None,) * 5
    if name in _AS_AROUND:
        return outer[:_AS_AROUND[name]]
    if given is not None or name in _OF_NOTHING:
        return tuple(given or ())
    if name == "aten::copy_" and around == "aten::_to_copy":
        return outer[:1] * 2
    if name == "aten::copy_" and around == "aten::clone":
        return outer[:1] * 2
    if name in _OF_RESULT and result is not None:
        return (result,) * _OF_RESULT[name]
    return outer[:1]


#: The types of the tensors that PyTorch makes of numbers.
_WRAPPED = {bool: np.dtype(bool), int: np.dtype(np.int64), float: np.dtype(np.float64), complex: np.dtype(np.complex128)}


def _with_number(args: tuple[Any, ...], result: Any) -> list[Tree]:
    """A number is a tensor there, which is cast to what is computed in."""
    x, y = args[:2]
    if not hasattr(x, "dtype"):
        x, y = y, x
    wrapped = _WRAPPED.get(type(y))
    if wrapped is None or not hasattr(x, "dtype"):
        return _with_tensor(x, y, result)
    kinds = "biufc"
    own, common = x.dtype, result.dtype
    if common.kind == "b":  # a comparison
        common = own if kinds.find(own.kind) >= kinds.find(wrapped.kind) or own.kind == "V" else np.dtype(np.float32)
    return [_CAST] * ((own != common) + (wrapped != common))


def _with_tensor(x: Any, y: Any, result: Any) -> list[Tree]:
    """Tensors of another type are cast to what is computed in."""
    if any(v.__class__ is not np.ndarray for v in (x, y, result)) or result.dtype.kind == "b":
        return []
    return [_cast_of(v.shape) for v in (x, y) if v.dtype != result.dtype]


def _deviation(args: tuple[Any, ...], result: Any) -> list[Tree]:
    """Of a variance over all, and over some dimensions."""
    dims = args[1] if len(args) > 1 else None
    whole = dims is None or isinstance(dims, (list, tuple)) and not dims
    return list(map(_tree, _recorded()["aten::var.correction"])) if whole else [_EMPTY, *_reduced()(args, result)]


def _largest(args: tuple[Any, ...], _out: Any) -> list[Tree]:
    """Values and places along a dimension, which is taken out at last."""
    x, dim, *kept = args
    if kept and kept[0] or not x.ndim:
        return []
    whole = tuple(1 if d == dim % x.ndim else n for d, n in enumerate(x.shape))
    gone = tuple(n for d, n in enumerate(x.shape) if d != dim % x.ndim)
    return [*[("aten::unsqueeze_", [gone], ("aten::as_strided_", [gone]))] * 2,
            *[("aten::squeeze_", [whole, None], ("aten::as_strided_", [whole]))] * 2]


def _reduced(*fill: Tree) -> Callable[[tuple[Any, ...], Any], list[Tree]]:
    def rule(args: tuple[Any, ...], result: Any) -> list[Tree]:
        x = args[0]
        if not x.ndim:
            return list(fill)
        lost = result.ndim < x.ndim
        kept = [(name, [_kept_shape(args, result)]) for (name,) in fill]
        cast = [_CONVERTED] if fill and result.dtype != x.dtype else []
        return [*([("aten::as_strided", [result.shape])] if lost else []), *cast, *kept]

    return rule


_sum = _reduced(_FILL)


def _kept_shape(args: tuple[Any, ...], result: Any) -> tuple[int, ...]:
    """The result's shape before the dimensions that are gone are taken out of it."""
    shape, dims = args[0].shape, args[1] if len(args) > 1 else None
    if result.ndim == len(shape):
        return tuple(result.shape)
    if dims is None or isinstance(dims, (tuple, list)) and not dims or isinstance(dims, bool):
        return (1,) * len(shape)
    gone = {d % len(shape) for d in (dims if isinstance(dims, (tuple, list)) else (dims,))}
    return tuple(1 if d in gone else n for d, n in enumerate(shape))


def _product_of_matrices(args: tuple[Any, ...], result: Any) -> list[Tree]:
    """Which operands PyTorch looks at as they are, and which it first lays out in order."""
    a, b = args[-2:] if len(args) < 4 else args[1:3]
    if any(x.__class__ is not np.ndarray for x in (a, b, result)):
        return []  # other layouts have other kernels
    trees: list[Tree] = [("aten::resolve_conj", [x.shape]) for x in (result, b, a) if x is result or x.flags.c_contiguous]
    laid = ("aten::empty_like", _EMPTY), ("aten::copy_",)
    return trees + [("aten::clone", [x.shape], *laid) for x in (a, b) if 0 in x.strides and x.size]


def _plus_product(args: tuple[Any, ...], result: Any) -> list[Tree]:
    x = args[0]
    spread = [("aten::expand", _AS_STRIDED)] if x.shape != result.shape else []
    return [*spread, ("aten::copy_",), *_product_of_matrices(args, result)]


def _mean(args: tuple[Any, ...], result: Any) -> list[Tree]:
    return [("aten::sum", [args[0].shape, None, None, None, result.shape], *_sum(args, result)), ("aten::div_", [result.shape], _CAST)]


_EMPTY_LIKE: Tree = ("aten::empty_like", _EMPTY)
_CLONED: Tree = ("aten::clone", _EMPTY_LIKE, ("aten::copy_",))


def _reshaped(args: tuple[Any, ...], result: Any) -> list[Tree]:
    x = args[0]
    if x.__class__ is not np.ndarray or result.__class__ is not np.ndarray or np.may_share_memory(x, result):
        return [("aten::view",)] if x.__class__ is not np.ndarray or x.flags.c_contiguous else [("aten::_reshape_alias",)]
    return [_CLONED, ("aten::_unsafe_view",)]


def _masked(args: tuple[Any, ...], result: Any) -> list[Tree]:
    """Both arguments are made as large as the result, where they are not of one size."""
    x, mask = args[:2]
    spread = [("aten::expand", [v.shape], ("aten::as_strided", [v.shape])) for v in (x, mask)] if x.shape != mask.shape else []
    return [*spread, _CLONED, ("aten::masked_fill_", [result.shape, mask.shape])]


def _split(args: tuple[Any, ...], result: Any) -> list[Tree]:
    return [("aten::narrow", ("aten::slice", _AS_STRIDED))] * len(result)


def _joined(args: tuple[Any, ...], result: Any) -> list[Tree]:
    """What does not lie in order is copied part by part, but in one go where all parts lie alike."""
    parts = list(map(_array_of, args[0]))
    if all(x.__class__ is not np.ndarray or x.flags.c_contiguous for x in parts):
        return []
    return [("aten::narrow", [result.shape], ("aten::slice", [result.shape], ("aten::as_strided", [result.shape])))] * (
        1 if len({(x.shape, getattr(x, "strides", None)) for x in parts}) == 1 else len(parts))


def _stacked(args: tuple[Any, ...], result: Any) -> list[Tree]:
    """Joined and looked at otherwise, unless the new dimension is the last."""
    parts, dim = list(map(_array_of, args[0])), args[1] if len(args) > 1 else 0
    x = parts[0]
    if dim % result.ndim == x.ndim:
        return [*[("aten::unsqueeze", [p.shape], ("aten::as_strided", [p.shape])) for p in parts], ("aten::cat", [])]
    joined = (*x.shape[:dim], x.shape[dim] * len(parts), *x.shape[dim + 1:])
    return [("aten::cat", []), ("aten::view", [joined])]


def _goes_to_mkldnn(image: tuple[int, ...], weight: tuple[int, ...], stride: Any, dilation: Any, groups: int) -> bool:
    """Whether PyTorch's library for convolutions takes one of these shapes, rather than a kernel of PyTorch's own."""
    large = max((*stride, *dilation)) > 1 or image[0] >= 16 or any(n != 1 for n in weight[-2:]) or _threads() > 1
    return large and (groups > 1 or all(n > 3 for n in weight[-2:]) or image[0] > 1 or math.prod(image) > 20480)


def _threads() -> int:
    from ..._bindings.settings.process import get_num_threads

    return int(get_num_threads())


def _made_by_mkldnn(*shapes: tuple[int, ...]) -> list[Tree]:
    return [t for shape in shapes for t in (_EMPTY, ("aten::as_strided_", [shape]), ("aten::resize_", [shape]))]


def _convolved(args: tuple[Any, ...], result: Any) -> list[Tree]:
    image, weight, bias, stride, _, dilation = args[:6]
    given = [v if v is None else v.shape for v in (image, weight, bias)]
    around, inner = given + [None] * 10, given + [None] * 4
    if image.dtype != np.float32 or not _goes_to_mkldnn(image.shape, weight.shape, stride, dilation, args[-1]):
        return [("aten::_convolution", around)]
    return [("aten::_convolution", around, ("aten::mkldnn_convolution", inner, _EMPTY, *_made_by_mkldnn(result.shape)))]


def _product(args: tuple[Any, ...], result: Any) -> list[Tree]:
    return [*([_EMPTY] if args[1] is None else []), *_sum(args, result)]


def _looked_up(args: tuple[Any, ...], _result: Any) -> list[Tree]:
    """Rows of a table, for indices in one row."""
    table, places = args[:2]
    row, flat = ("aten::as_strided", [table.shape]), (places.size, table.shape[1])
    taken = ("aten::index_select", [table.shape, None, (places.size,)], _EMPTY, ("aten::select", [table.shape], row),
             ("aten::select", [flat], ("aten::as_strided", [flat])))
    if places.ndim == 1:
        return [taken]
    return [("aten::reshape", [places.shape], ("aten::view", [places.shape])), taken, ("aten::view", [flat])]


def _squared_error_of(args: tuple[Any, ...], result: Any) -> list[Tree]:
    x = args[0]
    return [("aten::resize_", [x.shape]), _EMPTY, ("aten::mean", [x.shape, *[None] * 4], *_mean((x,), result))]


def _layer_norm(args: tuple[Any, ...], _out: Any) -> list[Tree]:
    """Mean and deviation are made flat, and looked at otherwise."""
    x, shape = args[:2]
    rows = math.prod(x.shape[:x.ndim - len(shape)])
    return [_EMPTY, _EMPTY, _EMPTY, ("aten::view", [(rows,)]), ("aten::view", [(rows,)])]


def _safe_softmax(args: tuple[Any, ...], result: Any) -> list[Tree]:
    """Rows of which nothing is left are looked for."""
    shape, dim = result.shape, args[1]
    row = tuple(1 if d == dim % max(result.ndim, 1) else n for d, n in enumerate(shape))
    return [("aten::softmax", [shape], ("aten::_softmax", [shape])), ("aten::isneginf", [shape]),
            ("aten::all", [shape, None, None], ("aten::fill_", [row])), ("aten::scalar_tensor", []),
            ("aten::where", [row, None, shape, shape])]


def _rolled(args: tuple[Any, ...], result: Any) -> list[Tree]:
    """One dimension after the other; without dimensions as if there were one."""
    x, shifts, dims = (*args, None)[:3]
    if x.__class__ is not np.ndarray or not x.size:
        return []
    flat = (x.size,)
    shifts, dims = (list(v) if isinstance(v, (tuple, list)) else [] if v is None else [v] for v in (shifts, dims))
    if not dims:
        line = result.reshape(flat)
        return [("aten::view", [x.shape]), ("aten::roll", [flat, None, None], *_rolled((line, shifts, [0]), line)), ("aten::view", [flat])]
    if len(dims) > 1:
        steps = ((x, shifts[:1], dims[:1]), (result, shifts[1:], dims[1:]))
        return [("aten::roll", [x.shape, None, None], *_rolled(step, result)) for step in steps]
    moved, start = np.moveaxis(x, dims[0], 0), -shifts[0] % x.shape[dims[0]]
    parts = [np.moveaxis(part, 0, dims[0]) for part in (moved[start:], moved[:start])]
    narrow: Tree = ("aten::narrow", [x.shape], ("aten::slice", [x.shape], ("aten::as_strided", [x.shape])))
    return [narrow, narrow, ("aten::cat", [], *_joined((parts,), result))]


def _channels_last(x: Any) -> bool:
    """Whether the channels of an image lie next to each other."""
    return bool(np.moveaxis(x, 1, -1).flags.c_contiguous)


def _batch_norm(args: tuple[Any, ...], _out: Any) -> list[Tree]:
    """In training the statistics take memory; those of channels that lie next to each other are summed up per thread."""
    x, training = args[0], args[5]
    if x.__class__ is not np.ndarray:
        return []
    made = [_EMPTY_LIKE, *[_EMPTY] * 4]
    if not training:
        return made
    sums = (_threads(), x.shape[1])
    sized: list[Tree] = [("aten::zeros", [], _EMPTY, ("aten::zero_", [sums])), ("aten::zero_", [sums])] if _channels_last(x) else []
    return [*made, *sized, _EMPTY, _EMPTY]


def made_alike(a: Any, b: Any) -> tuple[list[Tree], list[Tree]]:
    """What PyTorch calls before and after the product of two batches of matrices, where our product needs none of it."""
    if not a.ndim == b.ndim == 3 or a.shape[0] != b.shape[0] or any(getattr(x, "requires_grad", False) for x in (a, b)):
        return [], []
    before: list[Tree] = []
    for shape in (a.shape, b.shape):
        before += [("aten::expand", [tuple(shape)], ("aten::as_strided", [tuple(shape)])), (
            "aten::reshape", [tuple(shape)], ("aten::view", [tuple(shape)]))]
    return before, [("aten::_unsafe_view", [(*a.shape[:2], b.shape[2])])]


def _power(args: tuple[Any, ...], result: Any) -> list[Tree]:
    return [("aten::result_type",), ("aten::to", "0----")]


def _cloned(args: tuple[Any, ...], result: Any) -> list[Tree]:
    return [("aten::empty_strided",), ("aten::copy_",)]


def laid_in_order(args: tuple[Any, ...], result: Any) -> list[Tree]:
    """A copy in row order."""
    return [("aten::empty_like", _EMPTY), ("aten::copy_",)]


def _recurrent(args: tuple[Any, ...], result: Any) -> list[Tree]:
    return [_EMPTY, _EMPTY, _EMPTY, ("aten::add", [v.shape for v in args[3:5]]), _EMPTY]


def _made_like(args: tuple[Any, ...], result: Any) -> list[Tree]:
    return [("aten::empty_strided",)]


def _vector_norm(args: tuple[Any, ...], result: Any) -> list[Tree]:
    return [("aten::linalg_vector_norm", [args[0].shape, None, None, None, None, result.shape],
             *([("aten::as_strided", [result.shape])] if result.ndim < args[0].ndim else []))]


def _chosen(args: tuple[Any, ...], result: Any) -> list[Tree]:
    return [_EMPTY]


def _filled(args: tuple[Any, ...], result: Any) -> list[Tree]:
    return [("aten::copy_", [args[0].shape, args[1].shape, None])]


def _absolute(args: tuple[Any, ...], result: Any) -> list[Tree]:
    return [_EMPTY, ("aten::abs", [args[0].shape, (0,)])] if args[0].dtype.kind != "c" else []


def _limited(args: tuple[Any, ...], result: Any) -> list[Tree]:
    return [("aten::to", "0----")]


def _of_everything(args: tuple[Any, ...], result: Any) -> list[Tree]:
    return [_EMPTY, _FILL]


def _taken_apart(args: tuple[Any, ...], result: Any) -> list[Tree]:
    return [("aten::select", _AS_STRIDED)] * len(result)


def _convolved_without_bias(args: tuple[Any, ...], result: Any) -> list[Tree]:
    return _convolved((*args[:2], None, *args[2:]), result)


#: What `spans` of an entry names: rules of the arguments and the result.
_RULES: dict[str, Callable[[tuple[Any, ...], Any], list[Tree]]] = {
    "number": _with_number, "sums": _sum, "sum to size": _sum, "average": _mean, "reduction": _reduced(),
    "product of matrices": _product_of_matrices,
    "sum with product": _plus_product, "power": _power, "copying": _cloned, "copying in order": laid_in_order, "recurrence": _recurrent,
    "deviation": _deviation, "largest": _largest, "softmax of masked": _safe_softmax, "squared error": _squared_error_of,
    "layer norm": _layer_norm, "batch norm": _batch_norm, "choice": _chosen, "filling": _filled, "absolute": _absolute, "limit": _limited,
    "largest of all": _of_everything, "product of all": _product, "reshaping": _reshaped, "masking": _masked, "splitting": _split,
    "joining": _joined, "stacking": _stacked, "taking apart": _taken_apart, "lookup": _looked_up, "indexing": indexed, "writing": written,
    "rolling": _rolled, "convolutions": _convolved, "convolutions without bias": _convolved_without_bias,
}
#: Compositions that are no entries.
_OF_COMPOSITIONS = {"aten::empty_like": _made_like, "aten::norm": _vector_norm}


def unsqueezed(shape: tuple[int, ...], full: tuple[int, ...], dims: Any, kept: bool) -> tuple[list[Tree], tuple[int, ...]]:
    """What puts the dimensions back that are gone from `full`, and the shape with these."""
    trees: list[Tree] = []
    for d in () if kept or dims is None else sorted(d % len(full) for d in (dims if isinstance(dims, (tuple, list)) else (dims,))):
        trees.append(("aten::unsqueeze", [shape], _AS_STRIDED))
        shape = (*shape[:d], 1, *shape[d:])
    return trees, shape


def _spread_back(node: Any, g: Any) -> list[Tree]:
    """The cotangent of a sum, as large as what the sum is of."""
    meta, dims, kept = (*node.saved[1:], None, False)[:3]
    trees, shape = _dims_back(tuple(g.shape), meta.shape, dims, kept)
    return [*trees, ("aten::expand", [shape, None, None], ("aten::as_strided", [shape]))]


def _averaged_back(node: Any, g: Any) -> list[Tree]:
    """The same of a mean."""
    return [*_spread_back(node, g), ("aten::div", [node.saved[1].shape], _CAST)]


def _largest_of_all(node: Any, g: Any) -> list[Tree]:
    """Zeros, and a share of the cotangent where the largest elements are."""
    result, x = node.saved
    if not x.ndim or x.dtype.kind == "f" and np.isnan(result):
        return []
    counted: Tree = ("aten::sum", [x.shape, None], ("aten::as_strided", [()]), _cast_of(x.shape), ("aten::fill_", [(1,) * x.ndim]))
    item: Tree = ("aten::item", [()], ("aten::_local_scalar_dense", [()]))
    return [("aten::isnan", [()], ("aten::ne", [()] * 2)), item, ("aten::eq", [x.shape, ()]),
            ("aten::new_zeros", [()], ("aten::new_empty", [()], _EMPTY), ("aten::zero_", [x.shape])), counted,
            ("aten::div", [()] * 2, _cast_of(())), ("aten::masked_fill_", [x.shape, x.shape, ()], item)]


def _largest_back(node: Any, g: Any) -> list[Tree]:
    """What was the largest along a dimension gets its gradient, the rest zeros."""
    _, places, meta, dim, kept = node.saved
    g, places = _first(g), places.shape
    if not meta.shape:
        return []
    wide = tuple(1 if d == dim % len(meta.shape) else n for d, n in enumerate(meta.shape))
    back: list[Tree] = [] if kept else [("aten::unsqueeze", [g.shape], ("aten::as_strided", [g.shape]))] * 2
    return [("aten::value_selecting_reduction_backward", [g.shape, None, places, None, None], *back,
             ("aten::zeros", [], _EMPTY, ("aten::zero_", [meta.shape])),
             ("aten::scatter_", [meta.shape, None, wide, wide], ("aten::to", [wide, *[None] * 4])))]


def _factor(g: Any, value: Any) -> tuple[Tree, ...]:
    """A number that `g` meets is cast, if it is not of that type as a tensor."""
    wrapped = _WRAPPED.get(type(value))
    return () if wrapped is None or wrapped == g.dtype else (_CAST,)


def _multiplied(node: Any, g: Any) -> list[Tree]:
    _, x, y = node.saved
    pairs = zip((x, y), reversed(node.edges), strict=True)
    return [("aten::mul", [g.shape, getattr(v, "shape", None)], *_factor(g, v)) for v, edge in pairs
            if edge is not None and (isinstance(v, np.ndarray) or type(v) in _WRAPPED)]


def _scaled(node: Any, g: Any) -> list[Tree]:
    return [("aten::mul", [g.shape, None], *_factor(g, 1.0))]


def _squeezed(node: Any, g: Any) -> list[Tree]:
    """One dimension is put back, if it was taken out."""
    before = next((v.shape for v in node.saved if isinstance(v, Meta)), g.shape) if isinstance(node.saved, tuple) else node.saved.shape
    return [("aten::unsqueeze", [g.shape], _AS_STRIDED)] if len(before) > g.ndim else []


def _dims_back(shape: tuple[int, ...], full: tuple[int, ...], dims: Any, kept: bool) -> tuple[list[Tree], tuple[int, ...]]:
    return unsqueezed(shape, full, None if dims is None or dims == [] else tuple(dims) if isinstance(dims, list) else dims, kept)


def _norm(node: Any, g: Any) -> list[Tree]:
    """Of the orders 1 and 2."""
    _, x, order, dims, kept, _ = node.saved
    if order not in (1, 2):
        return []
    trees, shape = _dims_back(g.shape, x.shape, dims, kept)
    trees = trees * 2  # of the norm, too
    if order == 1:
        return [*trees, ("aten::sgn", [x.shape]), ("aten::mul", [x.shape, shape])]
    return [*trees, ("aten::div", [x.shape, shape]), ("aten::eq", [shape, None], *_factor(x, 0.0)),
            ("aten::masked_fill_", [x.shape, shape, None]), ("aten::mul", [shape, x.shape])]


def _spread(node: Any, g: Any) -> list[Tree]:
    """Of the variance, and of its root."""
    _, x, dims, _, kept = node.saved
    first: list[Tree] = []
    if node.op.node_spans == "root of deviation":
        first = [("aten::mul", [g.shape, None], *_factor(g, 2.0)), ("aten::div", [g.shape, g.shape]),
                 ("aten::eq", [g.shape, None], *_factor(g, 0.0)), ("aten::masked_fill_", [g.shape, g.shape, None])]
    if dims is None or dims == []:
        mean: Tree = ("aten::mean", [x.shape, None], *_mean((x,), g if not g.ndim else g.reshape(())))
        shape: tuple[int, ...] = ()
    else:
        trees, shape = _dims_back(g.shape, x.shape, dims, kept)
        first += trees
        mean = ("aten::mean", [x.shape, None, None, None], ("aten::sum", [x.shape, None, None, None, shape], ("aten::fill_", [shape])),
                ("aten::div_", [shape], _CAST))
    return [*first, mean, ("aten::sub", [x.shape, shape, None]), ("aten::mul", [shape, None], *_factor(g, 2.0)),
            ("aten::mul", [shape, x.shape])]


def _put_back(name: str, extra: int) -> Callable[[Any, Any], list[Tree]]:
    """What was looked at gets its gradient, the rest zeros."""
    def rule(node: Any, g: Any) -> list[Tree]:
        full = node.saved[1].shape
        return [(f"aten::{name}_backward", [g.shape, *[None] * extra], ("aten::zeros", [], _EMPTY, ("aten::zero_", [full])),
                 (f"aten::{name}", [full], ("aten::as_strided", [full])), ("aten::copy_", [g.shape] * 2))]

    return rule


def _nll_loss(node: Any, g: Any) -> list[Tree]:
    _, x, target, weight, *_ = node.saved
    given = [g.shape, x.shape, target.shape, getattr(weight, "shape", None), None, None, ()]
    return [("aten::nll_loss_backward", given, ("aten::zero_", [x.shape]))]


def _pooled(node: Any, g: Any) -> list[Tree]:
    """The places of the largest are given, too."""
    g = _first(g)
    _, result, x, *_ = node.saved
    return [("aten::max_pool2d_with_indices_backward", [g.shape, x.shape, *[None] * 5, result.shape], ("aten::zero_", [x.shape]),
             ("aten::contiguous", [g.shape], ("aten::clone", [g.shape], _EMPTY_LIKE, ("aten::copy_", [g.shape] * 2))))]


def _lstm_layer(node: Any, g: Any) -> list[Tree]:
    """One layer of an LSTM in one direction; its library keeps what no tensor here has."""
    result, hidden, cell, _, *given = node.saved[:11]
    gs = g if isinstance(g, (list, tuple)) else [g, None, None]
    first = [None if v is None else v.shape for v in gs[:3]]
    missing: list[Tree] = [("aten::zeros_like", [v.shape], _EMPTY_LIKE, ("aten::zero_", [v.shape])) for v in (hidden, cell)]
    laid = gs[0] is None or gs[0].flags.c_contiguous
    order: list[Tree] = [] if laid else [("aten::contiguous", [first[0]], ("aten::clone", [first[0]], _EMPTY_LIKE, (
        "aten::copy_", [first[0]] * 2)))]
    bias = given[3].shape
    shapes = [*(v.shape for v in (*given, result, hidden, cell)), *first, *[None] * 9]
    return [("aten::mkldnn_rnn_layer_backward", shapes, *order, *(t for v, t in zip(first[1:], missing, strict=True) if v is None),
             ("aten::add", [bias] * 2), *[_EMPTY] * 6, ("aten::clone", [bias], ("aten::empty_strided",), ("aten::copy_", [bias] * 2)))]


def _divided(node: Any, g: Any) -> list[Tree]:
    y = node.saved[-1]
    shape = getattr(y, "shape", None)
    trees: list[Tree] = [("aten::div", [g.shape, shape], *_factor(g, y))] if node.edges[0] is not None else []
    if len(node.edges) > 1 and node.edges[1] is not None:
        trees += [("aten::div", [g.shape, shape]), ("aten::neg", [g.shape]), ("aten::mul", [g.shape] * 2), ("aten::div", [g.shape, shape])]
    return trees


#: What nodes save where no hooks do something with it.
_SAVED_AS_IS = (np.ndarray, Meta, Advanced, tuple, list, int, float, complex, str, type(None))


def inside_node(node: Any, g: Any) -> list[Tree]:
    """What PyTorch calls in a node of backward that got `g`, where that depends on the node."""
    if not node.op.node_spans or not all(isinstance(v, _SAVED_AS_IS) for v in node.saved):
        return []  # hooks have taken what was saved
    return _NODE_RULES[node.op.node_spans](node, g)


def _first(g: Any) -> Any:
    return g[0] if isinstance(g, (list, tuple)) else g


def _squared_error(node: Any, g: Any) -> list[Tree]:
    _, x, y, *_ = node.saved
    both = [g.shape, x.shape, y.shape, None]
    return [("aten::mse_loss_backward", both, ("aten::zeros_like", [x.shape], _EMPTY_LIKE, ("aten::zero_", [x.shape])),
             ("aten::mse_loss_backward", [*both, x.shape])) for edge in node.edges if edge is not None]


def _convolution_backward(node: Any, g: Any) -> list[Tree]:
    image, weight = node.saved[1:3]
    stride, _, dilation, groups = node.saved[4:8]
    given = [g.shape, image.shape, weight.shape, *[None] * 8]
    if g.dtype != np.float32 or not _goes_to_mkldnn(image.shape, weight.shape, stride, dilation, groups):
        return [("aten::convolution_backward", given)]
    wanted = [node.edges[i] is not None if i < len(node.edges) else False for i in range(3)]
    shapes = [shape for shape, asked in ((image.shape, wanted[0]), ((weight.shape[0],), wanted[2]), (weight.shape, wanted[1])) if asked]
    return [("aten::convolution_backward", given, *([_EMPTY] if wanted[0] else []), *_made_by_mkldnn(*shapes))]


def _normalized(node: Any, g: Any) -> list[Tree]:
    _, mean, rstd, x, _, weight, bias, *_ = node.saved
    first = _first(g)
    given = [getattr(v, "shape", None) for v in (first, x, None, mean, rstd, weight, bias, None)]
    size = (2, _threads(), weight.size) if isinstance(weight, np.ndarray) else (0,)
    return [("aten::native_layer_norm_backward", given, *[_EMPTY] * 4, ("aten::resize_", [(0,)]), ("aten::zero_", [size]))]


def _batch_normalized(node: Any, g: Any) -> list[Tree]:
    """With the statistics of the batch, or with running ones, of which the node keeps nothing else."""
    _, _, _, x, weight, *_, training, _ = node.saved
    g = _first(g)
    if not isinstance(x, np.ndarray):
        return []
    size = (x.shape[1],)
    kept = size if training else (0,)
    given = [g.shape, x.shape, None if weight is None else weight.shape, size, size, kept, kept, None, None, None]
    trees: list[Tree] = [_EMPTY_LIKE, _EMPTY, _EMPTY, _EMPTY_LIKE]
    if _channels_last(x):
        sums = (2, _threads(), *size)
        trees += [_EMPTY, *([] if training else [("aten::resize_", [(0,)])]), ("aten::zeros", [], _EMPTY, ("aten::zero_", [sums]))]
    return [("aten::native_batch_norm_backward", given, *trees)]


def _extreme(node: Any, g: Any) -> list[Tree]:
    """The cotangent is shared by all elements that are the largest."""
    result, x, dims, kept = node.saved
    if not x.ndim:
        return []
    gone = sorted(d % x.ndim for d in (dims if isinstance(dims, (tuple, list)) else [] if dims is None else [dims]))
    summed = tuple(1 if not gone or d in gone else n for d, n in enumerate(x.shape))
    wide = summed if kept or gone else ()
    back: list[Tree] = [] if kept else [("aten::reshape", [result.shape], ("aten::view", [result.shape]))]
    return [*back, ("aten::eq", [wide, x.shape]), *back,
            ("aten::sum", [x.shape, None, None, None], _cast_of(x.shape), ("aten::fill_", [summed])),
            ("aten::div", [wide, summed], _cast_of(summed)), ("aten::mul", [summed, x.shape], _cast_of(x.shape))]


def _cast_of(shape: tuple[int, ...]) -> Tree:
    """Of a tensor that is of another type than what it meets."""
    return ("aten::to", [shape, *[None] * 4], ("aten::_to_copy", [shape, *[None] * 6], ("aten::empty_strided",), (
        "aten::copy_", [shape] * 2)))


#: What `node_spans` of an entry names: rules of a node of backward and the cotangent.
_NODE_RULES: dict[str, Callable[[Any, Any], list[Tree]]] = {
    "sums": _spread_back, "average": _averaged_back, "largest of all": _largest_of_all, "largest": _largest_back, "product": _multiplied,
    "scaling": _scaled, "squeezing": _squeezed, "selection": _put_back("select", 3), "slices": _put_back("slice", 5),
    "squared error": _squared_error, "norm": _norm, "deviation": _spread, "root of deviation": _spread,
    "likelihood": _nll_loss, "pooling": _pooled,
    "recurrence": _lstm_layer, "quotient": _divided, "convolutions": _convolution_backward, "indexing": index_back, "extremes": _extreme,
    "layer norm": _normalized, "batch norm": _batch_normalized}
#: Their nodes, and that of `expand`, of which the engine's sums are heard.
_RULED_NODES = frozenset({
    "AmaxBackward0", "AminBackward0", "ConvolutionBackward0", "DivBackward0", "ExpandBackward0", "IndexBackward0",
    "MkldnnRnnLayerBackward0", "MulBackward0", "NativeBatchNormBackward0", "NativeLayerNormBackward0", "SqueezeBackward1",
    "aten::convolution_backward"})

#: All spans that rules know of, ops as they are declared.
_RULED = {*_OF_COMPOSITIONS, *_RULED_NODES}


def _note(op: Op) -> None:
    if op.spans in _RULES:
        _RULED.add(f"aten::{profiled_as(op)}")


on_declaration(_note)

#: What a leaf's node calls: where it keeps the gradient as it comes, where it adds it, and where it copies.
KEPT: list[Tree] = [("aten::detach", ("detach",))]
ADDED: list[Tree] = [("aten::add_",)]
COPIED: list[Tree] = [("aten::new_empty_strided", ("aten::empty_strided",)), ("aten::copy_", "00-")]


def made_smaller(shape: tuple[int, ...], wanted: tuple[int, ...]) -> list[Tree]:
    """What the engine calls where an input was repeated to `shape`."""
    before = len(shape) - len(wanted)
    if before and not wanted:
        return [("aten::sum", [shape], ("aten::as_strided", [()]), ("aten::fill_", [(1,) * len(shape)]))]
    summed = (1,) * before + wanted
    view: list[Tree] = [("aten::view", [summed])] if before else []
    return [("aten::sum", [shape], ("aten::fill_", [summed])), *view]


__all__ = ["ADDED", "COPIED", "KEPT", "certain", "copied_first", "inside", "inside_composition", "inside_node",
           "laid_in_order", "made_alike", "made_smaller", "of_shape",
           "shapes_inside", "steps_of", "unsqueezed", "usual", "variant"]
