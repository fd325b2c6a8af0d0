"""Tensors of function transforms: what their `array` slot holds, and the levels they belong to.

Inside `func.grad` or `vmap` a tensor's `array` is no ndarray but a `Lifted`: it knows the shape and dtype that the function sees, and
holds the tensor of the level below.  So a tensor is a stack of autograd layers: its own slots (`_grad_fn`, ...) belong to its own level,
those of `array.value` to the level below, down to an ordinary tensor.  A call meets the highest level among its arguments first; that
level does its part and calls the op again on the values below.

A `Lifted` has no values for numpy: functions that meet one raise, so code that forgot about levels fails loudly.
"""
from __future__ import annotations

import weakref
from typing import Any

import numpy as np
from numpy.lib.mixins import NDArrayOperatorsMixin as _Operators

from ..._array.core.conjugate import Pending, Unreadable, Unresolved
from ..._array.core.meta import MetaArray, make_meta_like
from ..._array.shape.strided import byte_offset, storage_of
from ..graph.versions import counter_of
from ..messages import level_messages
from ..state import LOCAL, PLAIN, Classes, activate, deactivate
from ..tensor import TensorBase, is_meta_tensor, wrap_as

_ndarray = np.ndarray

ESCAPED = ("Either your tensor may have escaped from inside a function being vmapped and this is a user error (see "
           "https://pytorch.org/functorch/stable/ux_limitations.html), or there is an internal functorch error in `gen_vmap_plumbing` "
           "Please file an issue if it looks like the latter")
NO_STORAGE = "Cannot access data pointer of Tensor that doesn't have storage"
NO_ITEM = ("vmap: It looks like you're calling .item() on a Tensor. We don't support vmap over calling .item() on a Tensor, please try to "
           "rewrite what you're doing with other operations. If error is occurring somewhere inside PyTorch internals, please file a bug "
           "report.")
NO_BRANCH = ("vmap: It looks like you're attempting to use a Tensor in some data-dependent control flow. We don't support that yet, please "
             "file an issue at https://github.com/pytorch/pytorch/issues .")
NO_READING = ("vmap: It looks like you're either (1) calling .item() on a Tensor or (2) attempting to use a Tensor in some data-dependent "
              "control flow or (3) encountering this error in PyTorch internals. For (1): we don't support vmap over calling .item() on a "
              "Tensor, please try to rewrite what you're doing with other operations. For (2): we don't support data-dependent control "
              "flow in vmap yet, please file an issue at https://github.com/pytorch/pytorch/issues . For (3): please file an issue.")
RANDOM = ("vmap: called random operation while in randomness error mode. Please either use the 'same' or 'different' randomness flags "
          "on vmap "
          "or perform the randomness operation out of vmap")
NO_CLOSENESS = ("vmap over torch.allclose isn't supported yet. Please file an issue at https://github.com/pytorch/pytorch/issues if you "
                "need this feature.")
NO_FALLBACK = "Batching rule not implemented for aten::{}. We could not generate a fallback."
#: The message of an `is_grads_batched` level, which is PyTorch's vmap from before `torch.func`.
_LEGACY_MESSAGES = {
    NO_ITEM: NO_FALLBACK.format("item"), NO_BRANCH: NO_FALLBACK.format("is_nonzero"),
    NO_CLOSENESS: NO_FALLBACK.format("allclose"), ESCAPED: NO_STORAGE,
    RANDOM: ("vmap: We do not yet support calling random operations inside of vmap. Please perform random operations outside of vmap as a "
             "workaround")}
SAME_DRAW = "Vmap does not currently support same randomness with a batched tensor input. Please file an issue with functorch"
UNBATCHED_DRAW = ("vmap: Cannot ask for different inplace randomness on an unbatched tensor. This will appear like same randomness. If "
                  "this is necessary for your usage, please file an issue with functorch.")
DYNAMIC = ("vmap: We do not support batching operators that can output dynamic shape. Attempted to vmap over aten::{}. Please file an "
           "issue "
           "at https://github.com/pytorch/pytorch/issues if you need this feature.")


class LevelEnded(Unresolved):
    """A kernel met a tensor whose reverse-mode level has ended: the call is repeated with the value below."""


class FunctionLevel:
    """An open transform of this thread. Tensors that outlive their level find `alive` False."""

    __slots__ = ("alive", "depth", "index")
    functional = True
    #: Whether tensors from outside may not be written inside.
    differentiates = False
    #: Whether this is the vmap level of `is_grads_batched`, which words its errors differently.
    is_legacy: bool = False

    def __enter__(self) -> Any:
        self.alive = True
        levels = LOCAL.levels
        self.index = len(levels)
        #: The number of the level among the open transforms, 1 being the outermost: it appears in messages and printed tensors.
        self.depth = 1 + sum(level.functional for level in levels)
        levels.append(self)
        activate(self)
        return self

    def __exit__(self, *exc: object) -> None:
        self.alive = False
        # Levels above are already closed, unless an exception is passing through their owner or they stand for one outside.
        while LOCAL.levels[-1] is not self:
            level = LOCAL.levels.pop()
            if level.__class__ is DualLevel and level.stands_for != level.index:
                deactivate(level)
                level.close()
        LOCAL.levels.pop()
        deactivate(self)


class DualLevel:
    """An open forward-mode level of this thread. It keeps track of its tangents, which are removed when it closes.

    Inside a reverse-mode level, a forward level that the user opened outside of it is another one: tangents of what came from outside
    are constants there.  Such a level `stands_for` the one outside, whose index it has.  `input_tangents` are the tangents that `jvp` was
    called with: tensors from outside, like any other that is captured.
    """

    __slots__ = ("differentiates", "functional", "index", "input_tangents", "stands_for", "tangent_refs")

    def __init__(self, index: int, functional: bool, stands_for: int | None = None) -> None:
        self.index = index
        self.functional = self.differentiates = functional  # opened by `func.jvp`, not by user code
        self.tangent_refs: list[weakref.ref[Any]] = []
        self.input_tangents: list[Any] = []
        self.stands_for = index if stands_for is None else stands_for

    def close(self) -> None:
        for ref in self.tangent_refs:
            tangents = ref()
            if tangents is not None:
                tangents.pop(self.index, None)


class TrackLevel(FunctionLevel):
    """A reverse-mode level (`grad`, `vjp`): has a graph of its own.

    `outer_grad` is the grad mode in which the transform was called: where it was off, nothing is recorded below, although it is on inside.
    (Off inside is off for all levels.)
    `traced` (`linearize`) forbids reading values: Python results derived from them would not follow the primals. Such a level records under
    no_grad, too, since the tangents it stands for do not stop there.
    `plain` is True while no value below was itself lifted, dual or in need of a gradient: then backward may compute on arrays.
    """

    __slots__ = ("outer_grad", "plain", "traced")
    differentiates = True

    def __init__(self) -> None:
        self.outer_grad = LOCAL.grad
        self.plain = True
        self.traced = False

    def __enter__(self) -> Any:
        super().__enter__()
        for outer in dict.fromkeys(level.stands_for for level in LOCAL.levels if not level.functional):
            inner = DualLevel(len(LOCAL.levels), False, outer)
            LOCAL.levels.append(inner)
            activate(inner)
        return self

    def note(self, value: Any) -> None:
        """Register a value below the level."""
        if value._array.__class__ is not _ndarray or value._autograd_meta is not None or value._requires_grad and value.requires_grad:
            self.plain = False


class BatchLevel(FunctionLevel):
    """A vmap level of a number of examples."""

    __slots__ = ("is_legacy", "moved_inputs", "randomness", "size")

    def __init__(self, size: int, randomness: str) -> None:
        self.size = size
        self.randomness = randomness
        self.is_legacy: bool = False
        #: Arguments whose examples were not in dimension 0: their lifted array and its value, as given, and the dimension.
        self.moved_inputs: Any = ()


class Lifted:
    """The array of a tensor at a level: `value` is the tensor one level below, `shape` and `dtype` are those the function sees."""

    __slots__ = ("dtype", "level", "shape", "value")

    def __init__(self, value: Any, level: Any) -> None:
        self.value = value
        self.level = level
        array = value._array
        self.shape = array.shape
        self.dtype = array.dtype

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def is_meta_tensor(self) -> bool:
        """Whether it stands for a meta tensor."""
        return is_meta_tensor(self.value)

    @property
    def size(self) -> int:
        n = 1
        for size in self.shape:
            n *= size
        return n

    @property
    def itemsize(self) -> int:
        return self.dtype.itemsize

    @property
    def nbytes(self) -> int:
        return self.size * self.dtype.itemsize

    @property
    def strides(self) -> tuple[int, ...]:
        return example_array(self).strides

    @property
    def flags(self) -> Any:
        return example_array(self).flags

    def concrete(self) -> Any:
        """The ndarray of all values, or None if there is one per example."""
        return concrete_array(self.value._array)

    def item(self) -> Any:
        """The value as a number; an error if there is one per example."""
        return self._read(NO_ITEM if isinstance(self, Batched) else NO_READING).item()

    def tolist(self) -> Any:
        """The values as lists."""
        return self._read(NO_STORAGE).tolist()

    def __bool__(self) -> bool:
        return bool(self._read(NO_BRANCH if isinstance(self, Batched) else NO_READING))

    def _read(self, refusal: str) -> Any:
        array = self.concrete()
        if array is None:
            raise RuntimeError(message_at_level(_batched_in(self), refusal))
        return array

    def __array__(self, dtype: Any = None, copy: Any = None) -> Any:
        return _operand(self)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        return getattr(ufunc, method)(*(_operand(i) if isinstance(i, Lifted) else i for i in inputs), **kwargs)

    # Operators, for kernels that use one in place of a ufunc.
    __add__, __radd__, __sub__, __rsub__ = _Operators.__add__, _Operators.__radd__, _Operators.__sub__, _Operators.__rsub__
    __mul__, __rmul__, __truediv__, __rtruediv__ = (_Operators.__mul__, _Operators.__rmul__, _Operators.__truediv__,
                                                    _Operators.__rtruediv__)
    __pow__, __rpow__, __matmul__, __rmatmul__ = _Operators.__pow__, _Operators.__rpow__, _Operators.__matmul__, _Operators.__rmatmul__
    __lt__, __le__, __gt__, __ge__, __neg__ = (_Operators.__lt__, _Operators.__le__, _Operators.__gt__, _Operators.__ge__,
                                               _Operators.__neg__)

    def __getitem__(self, index: Any) -> Any:
        return _operand(self)[index]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(_operand(self), name)


class Tracked(Lifted):
    """Lifted to a `TrackLevel`: the same shape, another graph."""

    __slots__ = ()

    def _read(self, refusal: str) -> Any:
        if self.level.traced and self.__class__ is Tracked:
            raise level_messages.value_of_traced_tensor()
        return Lifted._read(self, refusal)


class Constant(Tracked):
    """Made inside a `TrackLevel` from nothing that is tracked there: its values may be read freely."""

    __slots__ = ()


class Batched(Lifted):
    """Lifted to a `BatchLevel`: dimension 0 of `value` counts the examples."""

    __slots__ = ("dim",)

    def __init__(self, value: Any, level: Any) -> None:
        self.value = value
        self.level = level
        #: The dimension of the examples in PyTorch, which the `vmap` staticmethod of a user's Function is given.
        self.dim = 0
        array = value._array
        self.shape = array.shape[1:]
        self.dtype = array.dtype

    def concrete(self) -> Any:
        return None


def _unlifted_values(lifted: Any) -> Any:
    """The values of a tensor whose level has ended; an error while the level is open, or for a batch."""
    array = lifted.concrete()
    if array is None:
        raise RuntimeError(NO_STORAGE if lifted.level.alive else message_at_level(lifted.level, ESCAPED))
    if lifted.level.alive and lifted.__class__ is not Constant:
        raise level_messages.unsupported_in_transforms()
    return array


def _operand(lifted: Any) -> Any:
    """The values of a constant for a kernel. If the level has ended, the call is repeated without it."""
    array = _unlifted_values(lifted)
    if not lifted.level.alive:
        raise level_messages.level_ended()
    return array


def concrete_array(array: Any) -> Any:
    """The ndarray of an `array` slot, None if vmap gives one per example."""
    if array.__class__ is Pending:
        return array.read()
    return array if array.__class__ is _ndarray or not isinstance(array, Lifted) else array.concrete()


def array_values(array: Any) -> Any:
    """An `array` slot as backward on arrays needs it: with lazy conjugates resolved."""
    return array.read() if array.__class__ is Pending else array


def tensor_values(t: Any, refusal: str = NO_STORAGE) -> Any:
    """The ndarray of a tensor's values at any level, for reading; raises `refusal` if vmap gives one per example."""
    array = concrete_array(t._array)
    if array is None:
        raise RuntimeError(message_at_level(_batched_in(t._array), refusal))
    return array


def _batched_in(array: Any) -> BatchLevel:
    """The innermost vmap level of an array with one value per example."""
    while not isinstance(array, Batched):
        array = array.value._array
    level: BatchLevel = array.level
    return level


def message_at_level(level: Any, text: str) -> str:
    """PyTorch's message for what vmap refuses at `level`."""
    return _LEGACY_MESSAGES.get(text, text) if level.is_legacy else text


def check_storage() -> None:
    """Refuse access to the memory of a tensor, as PyTorch does for every tensor inside `grad`, `vjp` and `jvp`."""
    if not LOCAL.delegated and any(level.differentiates for level in LOCAL.levels):
        raise RuntimeError(NO_STORAGE)


def is_inner_dual(t: Any) -> bool:
    """Whether `t` has a tangent at an open level of `jvp`, at which nothing requires gradients: its graph is that of the levels outside."""
    meta = t._autograd_meta
    return meta is not None and bool(meta.tangents) and any(
        i < len(LOCAL.levels) and LOCAL.levels[i].functional for i in meta.tangents)


def belongs_to_transform(t: Any) -> bool:
    """Whether a transform's level has made `t`, or lifted it."""
    meta = t._autograd_meta
    return isinstance(t._array, Lifted) or meta is not None and (
        meta.made_in in LOCAL.levels or any(LOCAL.levels[i].functional for i in meta.tangents or ()))


def refuse_copy(t: Any) -> None:
    """Refuse what needs a tensor's storage, which tensors of function transforms lack in PyTorch."""
    if belongs_to_transform(t):
        kind = "BatchedTensorImpl" if isinstance(t._array, Batched) else "TensorWrapper"
        raise level_messages.no_storage(kind)


def concrete_values(t: Any) -> Any:
    """The ndarray below all levels, with the examples of each vmap level as leading dimensions, outermost first.

    For functions without a derivative that treat examples alike, such as random draws.
    """
    array = t._array
    while isinstance(array, Lifted):
        array = array.value._array
    return array.read() if array.__class__ is Pending else array


def map_values(t: Any, function: Any) -> Any:
    """Apply `function` elementwise to the values of `t`, without a derivative; batched if `t` is."""
    levels = batch_levels(t)
    array = concrete_values(t)
    if array.__class__ is MetaArray:
        return wrap_as(Classes.tensor, make_meta_like(function(array.raw)))
    array = function(array)
    return create_batched(lambda shape: array, array.shape[len(levels):], levels)


def example_array(array: Any) -> Any:
    """An ndarray with the layout that `array` has for one example: memory is shared, so views keep their offset in their base."""
    if not isinstance(array, Lifted):
        return array.raw if isinstance(array, Unreadable) else array
    below = example_array(array.value._array)
    return _first_example(below) if isinstance(array, Batched) else below


def _first_example(array: Any) -> Any:
    if array.shape[0]:
        return array[0, ...]
    return np.lib.stride_tricks.as_strided(array, array.shape[1:], array.strides[1:])


def lift(value: Any, level: TrackLevel) -> Any:
    """A tensor of `level` over a tensor of the level below."""
    return wrap_as(Classes.tensor, Tracked(value, level))


def lift_batch(value: Any, level: BatchLevel) -> Any:
    """A tensor of `level` whose examples are in dimension 0 of `value`."""
    return wrap_as(Classes.tensor, Batched(value, level))


def value_below(t: Any, level: Any) -> Any:
    """The tensor one level below `level`: `t` itself if it is not of that level."""
    array = t._array
    return array.value if array.__class__ is not _ndarray and isinstance(array, Lifted) and array.level is level else t


def level_of_call(schema: Any, args: tuple[Any, ...], top: Any) -> Any:
    """The highest level among the arguments; None if there is none, or an argument that needs a closer check."""
    highest, has_duals = None, False
    for i in schema.tensor_positions:
        t = args[i]
        if t.__class__ in PLAIN:
            a: Any = t._array
            if a.__class__ is not _ndarray:
                level = a.level
                if not level.alive:
                    return None
                if highest is None or level.index > highest.index:
                    highest = level
            if t._autograd_meta is not None or t._view is not None and t._view._autograd_meta is not None:
                has_duals = True  # perhaps at a lower level: only a level above all forward levels is certain
        elif t is not None and t.__class__ not in _NUMBERS:
            return None
    return highest if highest is top or not has_duals else None


_NUMBERS = frozenset({int, float, bool, complex})


def is_at_level(t: Any, level: Any) -> bool:
    """Whether `t` is a tensor of `level`."""
    array = t._array
    return array.__class__ is not _ndarray and isinstance(array, Lifted) and array.level is level


def without_ended_levels(t: Any) -> Any:
    """`t` without levels that have ended: the tensor that it stands for."""
    while isinstance(t._array, Lifted) and not t._array.level.alive:
        if isinstance(t._array, Batched):
            raise RuntimeError(message_at_level(t._array.level, ESCAPED))
        t = t._array.value
    return t


def resolve_levels(t: Any) -> Any:
    """`t` without levels that have ended, and with lazy conjugates resolved."""
    t = without_ended_levels(t)
    return resolve_lazy_marks(t) if t._array.__class__ is Pending else t


def resolve_lazy_marks(t: Any, is_copy: bool = False) -> Any:
    """An alias of `t` with its conjugation or negation resolved: it has the history of `t`, and its version counter unless the values are
    its `is_copy` (to be saved while those of `t` are overwritten)."""
    out = wrap_as(Classes.tensor, t._array.read())
    requires_grad = bool(t.requires_grad)
    if requires_grad and t._view is not None and t._autograd_meta is None:
        _ = t.grad_fn
    out._counter = None if is_copy else counter_of(t)
    out._autograd_meta = None if is_copy else t._autograd_meta
    if requires_grad:
        if t._autograd_meta is not None and LOCAL.grad and not is_copy:
            _ = t.grad_fn  # raises for views whose base was changed against the rules
        out._grad_fn, out._output_nr, out._requires_grad = t if t._grad_fn is None else t._grad_fn, t._output_nr, True
    return out


def resolve_all_levels(args: tuple[Any, ...]) -> tuple[Any, ...]:
    """`args` with every tensor without levels."""
    return tuple(resolve_levels(a) if isinstance(a, TensorBase) else [resolve_levels(t) if isinstance(t, TensorBase) else t for t in a]
                 if a.__class__ in _LISTS and any(isinstance(t, TensorBase) for t in a) else a for a in args)


_LISTS = frozenset({list, tuple})


def lift_new_tensor(t: Any) -> Any:
    """A new tensor lifted to the open reverse-mode levels, so that it counts as made inside and may be written to."""
    return t if LOCAL.delegated else _lift_to_levels(t, ())


def create_like(t: Any, shape: tuple[int, ...], make_array: Any, below_level: int | None = None) -> Any:
    """A new tensor of this shape, one per example if `t` is batched: `make(shape)` gives the array.

    It belongs to every reverse-mode level inside which it is made; with `below_level`, to those below that level.
    """
    return create_batched(make_array, shape, batch_levels(t), below_level)


def create_batched(make_array: Any, shape: tuple[int, ...], batches: list[BatchLevel], below_level: int | None = None) -> Any:
    """A new tensor of this shape, one per example of the given levels (outermost first)."""
    array = make_array((*(level.size for level in batches), *shape))
    return _lift_to_levels(wrap_as(Classes.tensor, array if array.__class__ is MetaArray else np.asarray(array)), batches, below_level)


def register_in_jvp(t: Any) -> Any:
    """Register `t` as made inside the innermost open `jvp`, if there is one: it may be written to there."""
    for level in reversed(LOCAL.levels):
        if level.differentiates and not isinstance(level, FunctionLevel):
            t._meta_for_writing().made_in = level
            break
    return t


def inherit_jvp_level(t: Any, source: Any) -> None:
    """Register `t`, over the memory of `source`, as made inside the `jvp` in which `source` was made or on which it depends."""
    for owner in (source, source._view):
        meta = None if owner is None else owner._autograd_meta
        if meta is not None:
            inside = [LOCAL.levels[i] for i in meta.tangents or () if i < len(LOCAL.levels) and LOCAL.levels[i].functional]
            if meta.made_in is not None or inside:
                t._meta_for_writing().made_in = meta.made_in or inside[-1]
                return


def register_results(out: Any, level: Any) -> Any:
    """The results of a call at `level`, registered as made inside the transforms opened after it, so that they may be written to."""
    above = LOCAL.levels[level.index + 1:]
    if all(level.__class__ is BatchLevel for level in above):
        return out
    return tuple(register_at_levels(o, above) for o in out) if isinstance(out, tuple) else register_at_levels(out, above)


def register_at_levels(t: Any, levels: list[Any]) -> Any:
    """`t`, registered as made inside of `levels`, so that it may be written to."""
    for level in levels:
        if isinstance(level, TrackLevel):
            t = wrap_as(Classes.tensor, Constant(t, level))
        elif level.__class__ is DualLevel and level.functional:
            t._meta_for_writing().made_in = level
    return t


def _lift_to_levels(t: Any, batches: Any, below_level: int | None = None) -> Any:
    for level in LOCAL.levels:
        if isinstance(level, TrackLevel) and (not LOCAL.delegated if below_level is None else level.index < below_level):
            t = wrap_as(Classes.tensor, Constant(t, level))
        elif level in batches:
            t = lift_batch(t, level)
    return t if LOCAL.delegated else register_in_jvp(t)


def batch_levels(t: Any) -> list[BatchLevel]:
    """The vmap levels at which `t` has one value per example, outermost first."""
    found = []
    array = t._array
    while isinstance(array, Lifted):
        if isinstance(array, Batched):
            found.append(array.level)
        array = array.value._array
    return found[::-1]


def random_levels() -> list[BatchLevel]:
    """The open vmap levels with separate random numbers per example; raises if one forbids random functions."""
    found = []
    for level in LOCAL.levels:
        if isinstance(level, BatchLevel):
            if level.randomness == "error":
                raise RuntimeError(message_at_level(level, RANDOM))
            if level.randomness == "different":
                found.append(level)
    return found


def random_levels_of(*tensors: Any, inplace: bool = False) -> list[BatchLevel]:
    """`random_levels` of a random function of tensors, or of an in-place one: the innermost level's setting is checked first."""
    batched_at = [level for t in tensors if isinstance(t, TensorBase) for level in batch_levels(resolve_levels(t))]
    for level in reversed(LOCAL.levels):
        if not isinstance(level, BatchLevel):
            continue
        if level.randomness == "error":
            raise RuntimeError(message_at_level(level, RANDOM))
        if level.randomness == "different" and inplace and level not in batched_at:
            raise RuntimeError(UNBATCHED_DRAW)
        if level.randomness == "same" and level in batched_at:
            if not inplace:
                raise RuntimeError(SAME_DRAW)
            batched_at = []  # examples of all levels are drawn separately
    return random_levels()


def refuse_in_transform(text: str) -> None:
    """Raise if a function transform is open in this thread, other than that of `is_grads_batched`."""
    if any(getattr(level, "functional", False) and not getattr(level, "is_legacy", False) for level in LOCAL.levels):
        raise RuntimeError(text)


def forbid_backward() -> None:
    """Refuse `backward()` inside a function transform, or inside of `is_grads_batched`."""
    refuse_in_transform("backward() called inside a functorch transform. This is not supported, please use functorch.grad or "
                        "functorch.vjp instead or call backward() outside of functorch transforms.")
    if any(getattr(level, "is_legacy", False) for level in LOCAL.levels):
        raise level_messages.backward_in_vmap()


def refuse_batched_outputs(outputs: Any) -> None:
    """Refuse `grad` of tensors batched by `is_grads_batched`."""
    for i, out in enumerate(outputs):
        array: Any = getattr(out, "_array", None)
        if array.__class__ is Batched and array.level.is_legacy:
            raise level_messages.grad_of_batched_outputs(i)


def inplace_below(op: Any, args: tuple[Any, ...]) -> Any:
    """In-place call `args[0] = op(*args)` as a call of its own."""
    from ..graph.inplace import inplace

    return inplace(op, *args)


def storage_offset_at_level(t: Any) -> int:
    """Storage offset of `t` in elements; inside vmap, that of the first example."""
    a = example_array(t._array)
    return byte_offset(storage_of(a), a) // a.itemsize
