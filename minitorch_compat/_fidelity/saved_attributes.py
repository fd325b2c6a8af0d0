"""`Node._saved_self` and similar: what a node saved, under PyTorch's names.

`saved_names.json` lists PyTorch's names by node class; `*` marks tensors, which also have a `_raw_saved_` name.  Most of them are names of
the schema; the tables and functions below find the others.
"""
from __future__ import annotations

import re
import weakref
from collections.abc import Callable
from functools import cache
from math import prod
from typing import Any

import numpy as np

from .._array.core import intp
from .._array.core.conjugate import Unresolved
from .._array.core.meta import MetaArray
from .._dispatch.call.caller import wrap
from .._dispatch.dtype import of
from .._dispatch.graph.errors import freed_error, saved_positions
from .._dispatch.graph.node import FREED, KEPT_CONSTANTS, OpNode
from .._dispatch.graph.saved_tensor_hooks import PACKED_COUNTER, Packed, pack_with
from .._dispatch.graph.unpacking import _saved_output, unpack, update_replaced_data
from .._dispatch.graph.versions import ConvertedVersion, changed_tensor, is_marked_only
from .._dispatch.tensor import TensorBase
from .._dispatch.unsupported import UnsupportedError
from .._ops.computed_defaults import ComputedDefault, Defaults
from .._ops.op import OPS, VALUE, Meta, Op
from .._tables import table as read_table
from .saved_values import COMPUTED, RENAMED
from .visible_nodes import unfuse


@cache
def saved_names() -> dict[str, str]:
    names: dict[str, str] = read_table("_fidelity/tables/saved_names.json")
    return names


def saved_attributes(op: Op) -> dict[str, Any]:
    """The attributes of the class of an op's nodes, under PyTorch's names for what they save."""
    found: dict[str, Any] = {}
    for entry in saved_names().get(op.node_name, "").split():
        name, is_tensor = entry.lstrip("*"), entry[0] == "*"
        found[f"_saved_{name}"] = SavedAttribute(name, is_tensor)
        if is_tensor:
            found[f"_raw_saved_{name}"] = RawSavedAttribute(name)
    return found


class SavedAttribute:
    """`node._saved_x`: a saved tensor, with its place in the graph, or another argument of the call."""

    def __init__(self, name: str, is_tensor: bool) -> None:
        self.name = name
        self.is_tensor = is_tensor

    def __get__(self, node: Any, owner: Any) -> Any:
        if node is None:
            return self
        if node.op.unfused is not None:
            unfuse(node)
        if node.saved is FREED:
            return _value_after_freeing(node, self.name, self.is_tensor)
        return _read_value(node, self.name)


class RawSavedAttribute:
    """`node._raw_saved_x`: a `SavedTensor` object."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, node: Any, owner: Any) -> Any:
        if node is not None and node.op.unfused is not None:
            unfuse(node)
        if node is None:
            return self
        place = node.key, _saved_index(node, self.name)
        handle = _HANDLES.get(place)
        if handle is None:
            handle = _HANDLES[place] = SavedTensor(node, place[1])
        return handle


#: By the key of the node and the position in it: the same object each time, while it is referenced.
_HANDLES: weakref.WeakValueDictionary[tuple[float, int], SavedTensor] = weakref.WeakValueDictionary()


#: PyTorch's names of parameters that schemas here name differently.
_OTHER_NAMES = {
    "A": "input", "align_corners": "align", "divisor_override": "divisor", "downscale_factor": "factor", "full_matrices": "full",
    "grad_out": "grad", "grad_output": "grad", "group": "groups", "indices": "index", "interpolation_mode": "mode", "kernel_size": "kernel",
    "mat1": "input", "padding_mode": "padding", "self": "input", "unitriangular": "unit", "upscale_factor": "factor",
    "weight_sym": "weight"}

#: Arguments that ops here do not have, and their value in the calls that record such nodes.
_CONSTANTS: dict[str, Any] = {
    "alpha": 1, "beta": 1, "divisor_override": None, "pivot": True, "pos_weight": None, "reduction": 0, "sparse": False, "weight": None,
    "unitriangular": False}

#: Integers that PyTorch keeps signed: arguments of type Scalar, and symbolic integers that it does not normalize.
_SIGNED_ARGUMENTS = frozenset({
    "alpha", "beta", "exponent", "lambd", "max", "max_val", "min", "min_val", "negative_slope", "ord", "other", "scale", "size", "step",
    "threshold", "value", "weight"})
_ENUM_VALUES = {"none": 0, "mean": 1, "sum": 2, "bilinear": 0, "nearest": 1, "bicubic": 2, "zeros": 0, "border": 1, "reflection": 2}
_ENUM_ARGUMENTS = frozenset({"reduction", "interpolation_mode", "padding_mode"})
_METADATA_NAME = re.compile(r"(\w+?)_(?:sym_)?(sizes|strides|numel|argsize_minus_\d|argsize_\d|scalar_type|dim)$")


def _saved_index(node: OpNode, name: str) -> int:
    """The position in `saved` of what PyTorch names `name`; raise if the op does not have it."""
    found = find_saved_index(node.op, name)
    if found is None:
        raise UnsupportedError(f"{node.name()}._saved_{name}")
    return found


def find_saved_index(op: Op, name: str) -> int | None:
    """The position in `saved` of what PyTorch names `name`; None if the op does not have it."""
    outputs, params = op.schema.outputs, [p.name for p in op.params]
    if name in outputs:
        return outputs.index(name)
    renamed = RENAMED.get(op.node_name) or op.saved_argument_names
    for known in (renamed.get(name, name), _OTHER_NAMES.get(name)):
        if known in params:
            return len(outputs) + params.index(known)
    if name == "self":
        return len(outputs)
    if name == "mat2" and "weight" in params:
        return len(outputs) + params.index("weight")
    if name.startswith("result") or name in ("inverse", "L"):
        return int(name[6:] or 0) if name.startswith("result") else 0
    return None


def _read_value(node: OpNode, name: str) -> Any:
    op = node.op
    if name in op.saved_constants:
        return op.saved_constants[name]
    computed = COMPUTED.get((op.node_name, name)) or op.saved_computed.get(name)
    if computed is not None:
        try:
            value = computed(lambda other: _to_array(_read_value(node, other)))
        except Unresolved:
            raise UnsupportedError(f"{node.name()}._saved_{name} of a tensor of the meta device") from None
        if value is not NotImplemented:
            return wrap(intp.asarray(value)) if isinstance(value, (np.ndarray, np.generic)) else value
    index = find_saved_index(op, name)
    described = _METADATA_NAME.match(name)
    if described is not None and (index is None or name.endswith("_sizes") and op.params[index - len(op.schema.outputs)].is_tensor):
        base, what = described.groups()
        if find_saved_index(op, base) is not None:
            return _metadata(node, base, what)
    if index is None:
        return _implied_value(node, name)
    return _as_pytorch_saves(node, name, index)


def _as_pytorch_saves(node: OpNode, name: str, index: int) -> Any:
    """The value that the node saved at `index`, in the form of PyTorch's attribute `name`."""
    op, value = node.op, node.saved[index]
    if name == "axes":
        return value
    if value.__class__ in _NUMBERS and _is_number_of_overload(op, index - len(op.schema.outputs)):
        return value
    if value is None and op.node_name.startswith("SliceBackward") and name in _SLICE_ENDS:
        return _SLICE_ENDS[name]
    if isinstance(value, (Packed, np.ndarray, MetaArray, list)) and value.__class__ is not list or _holds_tensors(op, index):
        return _saved_tensor(node, index)
    if value.__class__ in _NUMBERS and index >= len(op.schema.outputs) and op.params[index - len(op.schema.outputs)].is_tensor:
        return wrap(intp.asarray(value))  # a number that PyTorch converts to a tensor
    if isinstance(value, Meta):
        return _saved_tensor(node, index)
    if name in _ENUM_ARGUMENTS and isinstance(value, str):
        return _ENUM_VALUES[value]
    if name == "dims" and value is None:
        return ()
    if isinstance(value, ComputedDefault):
        return _as_unsigned(value.passed)
    if value.__class__ is Defaults:
        return ()
    if isinstance(value, int) and index >= len(op.schema.outputs) and op.params[index - len(op.schema.outputs)].type == "float":
        return float(value)
    if name in ("dim", "dims", "shifts") and isinstance(value, int) and "[" in op.params[index - len(op.schema.outputs)].type:
        value = (value,) if op.node_name not in _SINGLE_DIM_NODES else value
    elif isinstance(value, (list, tuple)) and op.node_name in _SINGLE_DIM_NODES and name == "dim" and len(value) == 1:
        value = value[0]
    return value if name in _SIGNED_ARGUMENTS else _as_unsigned(value)


def _is_number_of_overload(op: Op, position: int) -> bool:
    """Whether an argument is the number of an overload for numbers, which have no derivative."""
    overloads = OPS[op.name].number_overloads if op.name in OPS else None
    return overloads is not None and op is not OPS[op.name] and op in overloads and position >= 0 and op.params[position].is_tensor and (
        op.vjps[op.schema.tensor_positions.index(position)] is None)


#: What PyTorch saves where a slice has no start or end.
_SLICE_ENDS = {"start": 0, "end": 2**63 - 1, "step": 1}
_NUMBERS = frozenset({int, float, complex, bool})
_SINGLE_DIM_NODES = frozenset({"SqueezeBackward1", "SqueezeBackward1_copy", "SqueezeBackward4"})


def _holds_tensors(op: Op, index: int) -> bool:
    index -= len(op.schema.outputs)
    return index < 0 or op.params[index].is_tensor or op.params[index].is_tensor_list


def _saved_tensor(node: OpNode, index: int) -> Any:
    """A saved tensor. One that the derivative here does not need is taken from the edge if it is a leaf; a non-leaf cannot be recovered."""
    value = node.saved[index]
    if isinstance(value, (Packed, np.ndarray, MetaArray)) or isinstance(value, list) and not any(isinstance(v, Meta) for v in value):
        return checked_value(node, index)
    op = node.op
    position = index - len(op.schema.outputs)
    if value is None and position < 0 and op.saves and not _may_save(op, index):
        return _recompute_output(node, index)
    if value is None and (position < 0 or _may_save(op, index)):
        return None
    if value.__class__ in _NUMBERS:
        return wrap(intp.asarray(value))
    edge = _edge_of(node, position)[0] if position >= 0 else None
    if isinstance(edge, TensorBase):
        return edge
    if edge is None and value is None:
        return None
    raise UnsupportedError(f"{node.name()}._saved_{op.params[position].name}: a tensor that this derivative does not keep")


def _recompute_output(node: OpNode, index: int) -> Any:
    """Recompute an output that no formula needs by calling the kernel on the arguments, if they are all available."""
    op: Any = node.op
    count = len(op.schema.outputs)
    try:
        args = [_to_array(_saved_tensor(node, count + i)) if p.is_tensor else node.saved[count + i] for i, p in enumerate(op.params)]
    except UnsupportedError:
        args = [None]
    if op.kernel is None or any(arg is None and p.is_tensor for arg, p in zip(args, op.params, strict=False)):
        raise UnsupportedError(f"{node.name()}._saved_{op.schema.outputs[index] or 'result'}: a tensor that this derivative does not keep")
    result = op.kernel(*args)
    return _saved_output(node, index, np.asarray(result[index] if op.schema.is_tuple else result), None)


def _to_array(value: Any) -> Any:
    return value._array if isinstance(value, TensorBase) else value


def _value_after_freeing(node: OpNode, name: str, is_tensor: bool) -> Any:
    """A saved value of a freed node: if the node was inspected before, non-tensors, and None for tensors not given, are still there."""
    kept_values = KEPT_CONSTANTS.get(node)
    if is_tensor:
        return _none_or_freed(node, find_saved_index(node.op, name))
    if kept_values is None:
        raise freed_error()
    unfreed: Any = object.__new__(OpNode)
    unfreed.op, unfreed.key, unfreed.edges, unfreed.slots = node.op, node.key, node.edges, node.slots
    unfreed.shape, unfreed.dtype = node.shape, node.dtype
    if node.shape is None:
        unfreed.metas = node.metas
    unfreed.saved, unfreed.versions, unfreed.hooks = kept_values, (), None
    return _read_value(unfreed, name)


def _was_none(node: OpNode, index: int | None) -> bool:
    """Whether a tensor that the node, now freed, could have saved at this position was None."""
    kept_values = KEPT_CONSTANTS.get(node)
    return kept_values is not None and index is not None and kept_values[index] is None and _may_save(node.op, index)


def _none_or_freed(node: OpNode, index: int | None) -> None:
    """Return None for a saved tensor of a freed node that was not passed in the call; else raise."""
    if not _was_none(node, index):
        raise freed_error()


def _may_save(op: Op, index: int) -> bool:
    """Whether some formula of the op needs this value: if so and it is None, PyTorch has not saved it either."""
    return any(saves is not None and saves[index] == VALUE for saves in op.saves)


def _edge_of(node: OpNode, position: int) -> tuple[Any, int]:
    """The edge along which the gradient of a single tensor argument goes."""
    op = node.op
    if position not in op.schema.tensor_positions or op.has_lists and op.params[0].is_tensor_list:
        return None, 0
    number = op.schema.tensor_positions.index(position)
    slots = node.slots
    return node.edges[number], slots[number] if slots else 0


def _implied_value(node: OpNode, name: str) -> Any:
    op = node.op
    if name == "indices" and "plan" in [p.name for p in op.params]:
        return _index_tensors(_index_plan(node).index)
    if name == "rounding_mode":
        return None
    if name == "reduction" and "mean" in [p.name for p in op.params]:
        return 1 if _read_value(node, "mean") else 2
    if name == "transposed":
        return False
    if name == "output_padding":
        return (0,) * len(_read_value(node, "stride"))
    if name == "bias_sym_sizes_opt":
        bias = _edge_metadata(node, _saved_index(node, "bias") - len(op.schema.outputs)) if "bias" in [p.name for p in op.params] else None
        return (0,) if bias is None else tuple(bias.shape)
    if op.sums_broadcast:
        return True if name == "keepdim" else _summed_dims(_edge_metadata(node, 0).shape, node.shape)
    if op.takes_length and name in ("end", "step"):
        return _read_value(node, "start") + node.shape[node.saved[_saved_index(node, "dim")]] if name == "end" else 1
    if name in _CONSTANTS:
        return _CONSTANTS[name]
    raise UnsupportedError(f"{node.name()}._saved_{name}")


def _index_tensors(index: tuple[Any, ...]) -> tuple[Any, ...]:
    """The tensors of an index, up to the last one; None for the full slices between them."""
    found = [wrap(intp.asarray(i)) if isinstance(i, (np.ndarray, int, np.integer)) else None for i in index]
    return tuple(found[:max((n + 1 for n, t in enumerate(found) if t is not None), default=0)])


def _index_plan(node: OpNode) -> Any:
    return node.saved[_saved_index(node, "plan")]


def _summed_dims(before: tuple[int, ...], after: tuple[int, ...]) -> tuple[int, ...]:
    """The dimensions that `sum_to_size` sums over."""
    added = len(before) - len(after)
    return (*range(added), *(added + i for i, n in enumerate(after) if n == 1 and before[added + i] != 1))


def _metadata(node: OpNode, base: str, what: str) -> Any:
    """Shape, strides or dtype of an argument: from what was saved of it, else from the end of its edge."""
    index = _saved_index(node, base)
    found = node.saved[index] if node.saved is not FREED else None
    if found is FREED:
        found = None
    if index < len(node.op.schema.outputs) and node.shape is None:
        found = Meta()
        found.shape, found.dtype = node.metas[index]
    if not hasattr(found, "shape"):
        found = _edge_metadata(node, index - len(node.op.schema.outputs))
    if found is None:
        raise UnsupportedError(f"{node.name()}._saved_{base}_{what}")
    shape = tuple(int(n) for n in found.shape)
    if what == "scalar_type":
        return of(found.dtype)
    if what == "strides":
        end = _edge_metadata(node, index - len(node.op.schema.outputs))
        if 0 in shape:
            return _contiguous_strides(tuple(n or 1 for n in shape))
        array = found if isinstance(found, (np.ndarray, MetaArray)) else end if isinstance(end, np.ndarray) else np.broadcast_to(0, shape)
        return tuple(s // array.itemsize for s in array.strides) if 0 not in array.strides or array is found else _contiguous_strides(shape)
    if what == "numel":
        return prod(shape)
    if what == "dim":
        return len(shape)
    if what.startswith("argsize"):
        number = int(what[-1])
        return shape[-number if "minus" in what else number]
    return shape


def _contiguous_strides(shape: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(prod(shape[i + 1:]) for i in range(len(shape)))


def _edge_metadata(node: OpNode, position: int) -> Any:
    """An object with the shape and dtype of an argument: the leaf's array, or a Meta of the output that its edge leads to."""
    edge, slot = _edge_of(node, position)
    if edge is None:
        return None
    if isinstance(edge, TensorBase):
        return edge._array
    meta = Meta()
    meta.shape, meta.dtype = (edge.shape, edge.dtype) if edge.shape is not None else edge.metas[slot]
    return meta


def _as_unsigned(value: Any) -> Any:
    """PyTorch stores dimensions and the like as unsigned, so that -1 shows as 2**64 - 1."""
    if isinstance(value, (tuple, list)):
        return tuple(_as_unsigned(v) for v in value)
    return value % 2**64 if isinstance(value, int) and not isinstance(value, bool) else value


def checked_value(node: OpNode, index: int) -> Any:
    """A saved tensor (or list) with its place in the graph; raise if it was changed since."""
    from .modified_errors import modified_error

    changed = changed_tensor(node.saved[index])
    if changed is None:
        update_replaced_data(node)
    for pair, position in enumerate(saved_positions(node)):
        counter, saved_version = node.versions[2 * pair:2 * pair + 2] or (None, 0)
        if (position == index and counter is not None and counter is not PACKED_COUNTER and counter[0] != saved_version
                and not is_marked_only(counter[0], saved_version)):
            raise modified_error(node, pair)
    if changed is not None:
        return changed
    value = unpack(node)[index]
    if isinstance(value, list):
        return tuple(value)
    is_saved = index >= len(node.op.schema.outputs) and index in saved_positions(node)
    return _restore_dtype(node, index, value) if is_saved else value


def _restore_dtype(node: OpNode, index: int, t: Any) -> Any:
    """A saved tensor in the dtype that it had before dtype promotion."""
    versions = node.versions
    saved_version = versions[2 * saved_positions(node).index(index) + 1] if versions else 0
    if not isinstance(saved_version, ConvertedVersion):
        return t
    array = saved_version.array()
    edge = node.edges[node.op.schema.tensor_positions.index(index - len(node.op.schema.outputs))]
    if isinstance(edge, TensorBase) and edge._array is array:
        return edge
    return t.to(of(saved_version.dtype))


def check_hooks(hooks: tuple[Any, ...]) -> tuple[Callable[[Any], Any], Callable[[Any], Any]]:
    """The arguments of `register_hooks`; TypeError unless they are two functions."""
    if len(hooks) != 2 or not all(callable(hook) for hook in hooks):
        raise TypeError("register_hooks(): incompatible function arguments. The following argument types are supported:\n"
                        "    1. (pack_hook: function, unpack_hook: function) -> None")
    return hooks


class SavedTensor:
    """A handle on one saved tensor of a node; `register_hooks` packs it afterwards."""

    __slots__ = ("__weakref__", "_index", "_node")
    __module__ = "torch._C._autograd"

    def __init__(self, *place: Any) -> None:
        if len(place) != 2:
            raise RuntimeError("Trying to create a SavedTensor object from Python is forbidden.")
        self._node, self._index = place

    @property
    def data(self) -> Any:
        """The saved tensor."""
        if self._node.saved is FREED:
            return None
        value = self._node.saved[self._index]
        if isinstance(value, Packed):
            return value.value
        if isinstance(value, (np.ndarray, list)):
            found = checked_value(self._node, self._index)
            return found.detach() if self._index < len(self._node.op.schema.outputs) and value.__class__ is not list else found
        return _saved_tensor(self._node, self._index)

    def unpack(self) -> Any:
        """The saved tensor, with its place in the graph."""
        node = self._node
        if node.saved is FREED:
            return _none_or_freed(node, self._index)
        return checked_value(node, self._index)

    @property
    def unpack_hook(self) -> Any:
        """The unpack hook registered for the tensor, or None."""
        value = None if self._node.saved is FREED else self._node.saved[self._index]
        return value.unpack if isinstance(value, Packed) else None

    def register_hooks(self, *hooks: Callable[[Any], Any]) -> None:
        """Replace the tensor by `pack_hook(tensor)`; `unpack_hook(packed)` gives it back when it is wanted."""
        pack_hook, unpack_hook = check_hooks(hooks)
        node = self._node
        if node.saved is FREED and not _was_none(node, self._index):
            raise RuntimeError(
                "Calling register_hooks on a saved tensor after it has been freed. Saved intermediate values of the graph are freed when "
                "you call .backward() or autograd.grad(). Specify retain_graph=True if you need to backward through the graph a second "
                "time or if you need to access saved variables after calling backward.")
        value = None if node.saved is FREED else node.saved[self._index]
        if isinstance(value, Packed):
            raise RuntimeError("Calling register_hooks on a saved tensor whose hooks have already been set. Hint: only one pair of hooks "
                               "is allowed at a time.")
        guarded = isinstance(value, np.ndarray)
        tensor = checked_value(node, self._index) if guarded else None if node.saved is FREED else _saved_tensor(node, self._index)
        if tensor is None:
            raise RuntimeError("Calling register_hooks on a saved tensor with value None is forbidden")
        packed = pack_with(pack_hook, unpack_hook, tensor.detach(), tensor._array.dtype)
        node.saved = (*node.saved[:self._index], packed, *node.saved[self._index + 1:])
        pair = 2 * saved_positions(node).index(self._index)
        node.versions = (*node.versions[:pair], PACKED_COUNTER, 0, *node.versions[pair + 2 * guarded:])
