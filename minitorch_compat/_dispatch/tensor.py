"""The tensor object: its slots and the invariants of every tensor. Ops and torch's methods are added by `_bindings`."""
from __future__ import annotations

from typing import Any

import numpy as np

from .graph.versions import INFERENCE_COUNTER, WriteCounter, counter_of
from .messages import value_messages
from .state import ACTIVE, LOCAL

_new = object.__new__

#: `_requires_grad` of a view whose base required no gradient when the view was made.  It is truthy, so that a call looks closer: the
#: base may since have been written to by something that requires one.
MAYBE = 2

#: `grad_dtype` of a leaf whose gradient may have any dtype.
ANY_DTYPE = "any"

# How a view was made, which decides whether it may be changed in place.
DEFAULT, CUSTOM_FUNCTION, MULTI_OUTPUT, NO_GRAD, INFERENCE = range(5)


class AutogradMeta:
    """What only some tensors have: hooks, tangents, a name. Kept apart so that the others do not pay for it.

    The class holds the defaults, since mostly one attribute differs.
    """

    accumulate: Any = None
    #: The calls that make a view of its base, if views record them: see `note_call` in graph/views.py.
    calls: tuple[Any, ...] | None = None
    creation = DEFAULT
    grad_dtype: Any = None
    hooks: Any = None
    inference = False
    #: Whether the tensor is a dual without a tangent: a view that takes none from its base.
    is_primal = False
    #: State of the leaf's AccumulateGrad node: see accumulator_lifetime.py.
    accumulator_state: Any = None
    #: The `func.jvp` level inside which the tensor was made.
    made_in: Any = None
    name: str | None = None
    node_hooks: Any = None
    node_metadata: Any = None
    post_hooks: Any = None
    retains_grad = False
    #: How to make a view of its base again, by ops and arrays, where strides do not describe it: see view_replays.py.
    steps: tuple[Any, ...] = ()
    #: The shape under which existing graphs know the leaf, if not its own, and the object that reports when the last of them is gone.
    recorded_shape: Any = None
    tangents: dict[int, Any] | None = None


class MetaOfOneOfSeveral(AutogradMeta):
    """That of a view which was made together with others; it takes no instance dictionary."""

    creation = MULTI_OUTPUT


class TensorBase:
    """Slots of a tensor.

    `array` is the ndarray with the values (views share its memory).  `_dtype` is its dtype, stored because calls read it all the time and
    `array.dtype` takes five times as long: code that replaces the array sets both, see `set_array`.
    """

    __slots__ = (
        "__dict__",
        "__weakref__",
        "_array",
        "_attr_version",
        "_autograd_meta",
        "_counter",
        "_dtype",
        "_grad_fn",
        "_gradient",
        "_output",
        "_requires_grad",
        "_view",
    )

    _array: np.ndarray[Any, Any]
    _dtype: Any
    _grad_fn: Any
    _output: int
    _requires_grad: Any
    _counter: list[int] | None
    _view: TensorBase | None
    _gradient: Any
    _autograd_meta: AutogradMeta | None
    _attr_version: int

    def _meta_for_writing(self) -> AutogradMeta:
        meta = self._autograd_meta
        if meta is None:
            meta = self._autograd_meta = AutogradMeta()
        return meta

    @property
    def _output_nr(self) -> int:
        """The output number of `_grad_fn`. The slot is filled only if the node has several outputs, or belongs to no op."""
        node = self._grad_fn  # may be a leaf of which this tensor is an alias
        if node is None or isinstance(node, TensorBase) or node.op is not None and node.shape is not None:
            return 0
        return getattr(self, "_output", 0)

    @_output_nr.setter
    def _output_nr(self, number: int) -> None:
        self._output = number

    @property
    def _grad(self) -> Any:
        """The accumulated gradient, or None."""
        try:
            return self._gradient
        except AttributeError:
            return None

    @_grad.setter
    def _grad(self, value: Any) -> None:
        self._gradient = value

    @property
    def _version(self) -> int:
        counter = self._counter
        if counter is INFERENCE_COUNTER:
            raise value_messages.version_of_inference_tensor()
        if counter.__class__ is WriteCounter:
            return counter.written
        return 0 if counter is None else int(counter[0])

    @_version.setter
    def _version(self, value: Any) -> None:
        raise not_writable("_version")


def not_writable(name: str) -> AttributeError:
    """The error for assigning to a read-only attribute."""
    error: AttributeError = value_messages.not_writable(name)
    return error


def wrap_as(cls: type[TensorBase], array: Any) -> Any:
    """A leaf tensor of class `cls` over `array`, without a gradient."""
    t = _new(cls)
    t._array = array
    t._dtype = array.dtype
    t._grad_fn = None
    t._requires_grad = False
    t._counter = None
    t._view = None
    t._autograd_meta = None
    if ACTIVE and LOCAL.inference and array.__class__ is np.ndarray:  # tensors of function transforms are inference tensors, too
        mark_inference(t)
    return t


def set_array(t: TensorBase, array: Any) -> None:
    """Replace the array of an existing tensor."""
    t._array = array
    t._dtype = array.dtype


def mark_inference(t: TensorBase) -> None:
    """Make `t` an inference tensor."""
    t._meta_for_writing().inference = True
    t._counter = INFERENCE_COUNTER


def require_gradient(t: TensorBase) -> None:
    """Make `t` a leaf that requires a gradient."""
    t._requires_grad = True
    meta = t._autograd_meta
    if meta is not None and meta.inference:
        from .graph.inference_leaves import LEAVES

        LEAVES.note(t)


def alias(t: TensorBase, cls: type[TensorBase]) -> Any:
    """A detached tensor over the same memory, sharing the version counter, and no view of anything."""
    out = wrap_as(cls, t._array)
    if t._counter is INFERENCE_COUNTER or t._counter.__class__ is WriteCounter:
        mark_inference(out)
        if not LOCAL.inference:
            out._counter = WriteCounter()  # a counter of its own, so that it may be written to anywhere
    else:
        out._autograd_meta = None  # also in inference mode: an alias of a normal tensor is a normal tensor
        out._counter = counter_of(t)
    return out


def is_tensor(value: Any) -> bool:
    """Whether `value` is a tensor. Unlike `isinstance` it does not narrow the type to a class without what `_bindings` adds."""
    return isinstance(value, TensorBase)


def is_meta_tensor(value: Any) -> bool:
    """Whether `value` is a tensor of the meta device."""
    array: Any = value._array if isinstance(value, TensorBase) else None
    return array.__class__ is not np.ndarray and getattr(array, "is_meta_tensor", False)


def with_class(tensor: Any, cls: Any) -> Any:
    """A tensor that nothing else refers to, as an object of another class."""
    try:
        tensor.__class__ = cls
    except TypeError:  # a class with slots of its own: a new object takes over the state
        other = _new(cls)
        for name in TensorBase.__slots__:
            if name[:2] != "__" and hasattr(tensor, name):
                setattr(other, name, getattr(tensor, name))
        return other
    return tensor
