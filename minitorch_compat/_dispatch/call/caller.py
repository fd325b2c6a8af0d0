"""Calls: from an op's entry to the function that the bindings call.

Each op gets one function, specialised by the shape of its schema, because on small tensors the call costs more than the kernel: one tensor,
two tensors, or anything else.  The specialised ones handle plain tensors, no open level and one dtype, and leave everything else to
`general_call`.
"""
from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from ..._array.core.conjugate import Pending, Unresolved
from ..._array.core.deferred import update_closure_when_imported
from ..._array.core.dtypes import FLOAT8, LIMITED_TYPES
from ..._ops.batching.rules import aligned
from ..._ops.namespace import Namespace
from ..._ops.op import OPS, Op, overload
from .. import wrapping
from ..graph.recording import needs_mask, pack_saved, record_fixed, recorded_as
from ..graph.versions import NoVersions, counted
from ..graph.views import refresh
from ..levels.lifting import DualLevel, level_of_call, made_at_level, made_inside
from ..state import ACTIVE, HANDED_ON, LOCAL, ORDINARY, PAUSED, PLAIN, Anomaly, Classes, register_plain
from ..tensor import TensorBase, mark_inference
from ..wrapping import wrap as wrap
from .kernel_errors import broadcast_message, refusal
from .promotion import POLICIES, run
from .result_layouts import PERMUTED, noted, resolve_layout
from .results import results_of
from .torch_function import dispatch_override, met_by_levels, ordinary_members

# add, subtract and multiply run as bare ufuncs: silencing numpy would cost a quarter of a small call (0.19 of 0.75 us). They may warn of
# overflow and invalid values where a program, or pytest, sets up filters anew; warnings that are errors lead to the silenced kernel.
warnings.filterwarnings("ignore", category=RuntimeWarning, module=r"minitorch_compat\.(_dispatch|_array|_engine)\b")
_ndarray = np.ndarray
Tensor: Any = TensorBase  # the final class, once `bind_tensor` has been called
_blank: Any = TensorBase  # makes an instance whose slots have to be filled
_FLOAT32 = np.dtype(np.float32)
CALLS: dict[str, Callable[..., Any]] = {}


def bind_tensor(cls: type[TensorBase]) -> None:
    """Set the class of results. Called once, by the layer that completes the class."""
    global Tensor, _blank
    from . import fast_calls

    Tensor = cls
    _blank = wrapping.bind(cls)
    fast_calls.bind(cls, _blank)
    register_plain(cls)


def caller(name: str) -> Callable[..., Any]:
    """The function that calls op `name` with positional arguments in schema order."""
    known = CALLS.get(name)
    if known is None:
        known = CALLS[name] = call_of(OPS[name])
    return known


class Later:
    """Placeholder for an op's function until its first call: making all of them would take a tenth of the import time."""

    __slots__ = ("keeper", "kept", "make", "op")

    def __init__(self, make: Callable[[str], Any], op: str) -> None:
        self.make, self.op = make, op
        self.keeper: dict[str, Any] | None = None
        self.kept = ""

    def __call__(self, *args: Any) -> Any:
        return self.made()(*args)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.made(), name)

    def made(self) -> Any:
        """The function; it replaces this placeholder where the placeholder is stored."""
        OPS[self.op]
        function = self.make(self.op)
        if self.keeper is not None:
            self.keeper[self.kept] = function
        return function


def later(name: str) -> Any:
    """The placeholder of op `name`; see `resolve_calls`."""
    return CALLS.get(name) or Later(caller, name)


def later_as(name: str, node: str) -> Any:
    """The same of op `name` where its nodes have another name."""
    return Later(lambda name: call_of(overload(OPS[name], node)), name)


def resolve_calls(names: dict[str, Any]) -> None:
    """Register the globals of a module, so that functions replace their placeholders there and later calls cost nothing extra."""
    for name, value in names.items():
        if value.__class__ is Later:
            value.keeper, value.kept = names, name


def call_of(op: Op) -> Callable[..., Any]:
    """The function that calls an op, which need not be in the table."""
    made: Any = update_closure_when_imported(_make(op), op.kernel)
    if op.own_writes is not None:
        made = counted(made, *op.own_writes)
    made.__name__, made.exact_out = op.name, op.exact_out
    made.torch_name = f"special_{op.name}" if op.module == "special" else op.name
    # PyTorch lets a special function without a derivative write into an `out` that requires grad.
    made.differentiable = op.is_differentiable or op.module != "special"
    return made


def _make(op: Op) -> Callable[..., Any]:
    if op.kind == "composite":
        return _composite_call(op)
    shape = op.schema.tensor_positions
    simple = op.schema.outputs == ("",) and not op.schema.returns_list and not any(p.type != "Tensor" for p in op.params if p.is_tensor)
    makers = _makers()
    if simple and shape == (0,) and op.module != "sparse" and not op.params[0].is_tensor_list and op.by_number is None:
        return makers.call_of_one(op)
    if simple and shape == (0, 1) and len(op.params) == 2 and (op.promote is not None or op.apart != shape):
        return makers.binary_call(op)
    promotes = op.promote is not None and not (op.promote in _AGREE and set(op.promoted) <= set(shape))
    if op.schema.outputs == ("",) and not (op.has_lists or op.schema.returns_list or op.view or promotes or op.by_number):
        return makers.ternary_call(op) if simple and shape == (0, 1, 2) and len(op.params) == 3 and op.promote is None else _fixed_call(op)
    return makers.several_call(op) or (lambda *args: general_call(op, args))


@cache
def _makers() -> SimpleNamespace:
    """The modules that make the functions for the usual shapes of schema; they import this one."""
    from .binary import binary_call
    from .fast_calls import ternary_call
    from .lists_and_tuples import several_call
    from .unary import call_of_one

    return SimpleNamespace(call_of_one=call_of_one, binary_call=binary_call, ternary_call=ternary_call, several_call=several_call)


#: Promotion policies that do nothing if tensors share a floating or complex dtype.
_AGREE = frozenset({"common", "compared", "expanded", "floating", "quotient", "branches"})


def _composite_call(op: Op) -> Callable[..., Any]:
    function: Any = op.composite

    def call(*args: Any) -> Any:
        for value in args:
            if value.__class__ not in ORDINARY and not ordinary_members(value):
                dispatch_override(args)
                break
        if ACTIVE:
            if LOCAL.function_modes:
                dispatch_override(args)
            if LOCAL.autocast is not None:
                args = Classes.autocast(op, args)
            if LOCAL.observer is not None:
                return LOCAL.observer(op, args, lambda: function(TENSORS, *args))
        try:
            return function(TENSORS, *args)
        except Exception:  # an argument may not be a tensor
            from .special_calls import check_types

            check_types(op, args)
            raise

    return call


class TensorNamespace(Namespace):
    """Dispatched ops, with which formulas compute when their result must be differentiable."""

    has_views = True

    def _entry(self, op: Op) -> Any:
        return caller(op.name)


TENSORS = TensorNamespace()


def concerned(x: Any) -> bool:
    """Whether a call on `x` has to look at open modes and levels: yes, unless they have delegated the call and `x` belongs to no level."""
    lowered = LOCAL.lowered
    if not lowered or x._array.__class__ is not _ndarray:
        return True
    meta = x._autograd_meta
    return meta is not None and (lowered is True or bool(meta.tangents))


#: The dtypes of each kind, by numpy's type characters.
_LETTERS = {"b": "?", "i": "bhilq", "u": "B", "f": "efdg", "c": "FDG", "V": "EV"}


def letters(kinds: str) -> str:
    """The dtypes that fast paths leave to `general_call`: those of some kinds, and `LIMITED_TYPES`."""
    return "".join([_LETTERS[kind] for kind in kinds]) + LIMITED_TYPES


def beyond(op: Op) -> str:
    """The same for an op: dtypes that are refused, and those that have to be promoted."""
    return letters(op.refuses + ("biuV" if op.promote == "floating" else ""))


FLOATS = frozenset({float, int})


def _fixed_call(op: Op) -> Callable[..., Any]:
    """Any fixed number of tensors and attributes, one result that is not a view: tensors of one dtype, no level open."""
    kernel: Any = op.kernel
    positions = op.schema.tensor_positions
    count = len(op.params)
    defaults = tuple(None if p.default is None else p.value for p in op.params)
    promotes = op.promote is not None
    special = letters(op.refuses + "bui" if promotes else op.refuses)
    free = 0 if op.promote == "branches" else -1  # a condition has a dtype of its own
    places = tuple((i, 1 << n, op.params[i].type == "Tensor?", i != free) for n, i in enumerate(positions))
    accepted = None if "f" in special else _FLOAT32  # tested first, which costs less
    differentiable, elementwise = op.is_differentiable, op.elementwise and len(positions) > 1
    lead, next_to = positions[:2] if elementwise else (0, 0)
    formulas = sum(1 << bit for bit, f in enumerate(op.vjps) if f is not None) if op.joint is None else -1

    def call(*args: Any) -> Any:
        if len(args) < count:
            args += defaults[len(args):]
        values = list(args)
        mask, first = 0, None
        for i, bit, optional, alike in places:
            t = args[i]
            if t.__class__ is Tensor or t.__class__ in PLAIN:
                values[i] = t._array
                if alike:
                    dtype = t._dtype
                    if first is None:
                        first = dtype
                        if dtype is not accepted and dtype.char in special:
                            return general_call(op, args)
                    elif promotes and dtype is not first:
                        return general_call(op, args)
                if t._requires_grad and (t._view is None or refresh(t)):
                    mask += bit
            elif t is not None or not optional:
                return general_call(op, args)
        if ACTIVE and (not LOCAL.lowered or any(args[i] is not None and concerned(args[i]) for i in positions)):
            return general_call(op, args)
        try:
            r = kernel(*values)
        except (ValueError, Unresolved, RuntimeWarning, FloatingPointError, OverflowError, MemoryError) as error:
            return failed(op, args, error)
        if not elementwise:
            if r.__class__ is _ndarray and not r.flags.c_contiguous:
                noted(r)
        elif PERMUTED or args[lead]._view is not None or args[next_to] is not None and args[next_to]._view is not None:
            r = resolve_layout(r, [args[i]._array for i in positions if args[i] is not None])
        if r.__class__ is not _ndarray or ACTIVE:
            t = wrap(r)
        else:  # `wrap` inlined
            t = _blank()
            t._array = r
            t._dtype = r.dtype
            t._grad_fn = None
            t._requires_grad = False
            t._counter = None
            t._view = None
            t._autograd_meta = None
        if mask and differentiable and mask & formulas and (not PAUSED or LOCAL.grad):
            record_fixed(op if op.layouts is None else recorded_as(op, args, values), mask, args, values, t)
        return t

    return call


#: Kind of level -> function that calls an op on tensors of such a level, `(op, args, level)`. Filled when levels are imported.
LEVEL_CALLS: dict[type, Callable[..., Any]] = {}


@met_by_levels("args")
def general_call(op: Op, args: tuple[Any, ...]) -> Any:
    """Any call: overrides, levels, promotion, kernel, views, recording."""
    schema = op.schema
    if len(args) < len(schema.params):
        args += tuple(p.value for p in schema.params[len(args):])
    if ACTIVE:
        local = LOCAL.__dict__
        if local["function_modes"]:
            dispatch_override(args)
        if LOCAL.autocast is not None:
            args = Classes.autocast(op, args)
        if LOCAL.observer is not None and not LOCAL.lowered:
            return LOCAL.observer(op, args, lambda: _unobserved_call(op, args))
        levels = local["levels"]
        if levels:
            if len(levels) == 1 and levels[0].__class__ is DualLevel:  # no argument belongs to it: dual tensors have tangents
                if (found := (_direct_dual or _find_direct_dual())(op, args, levels[0])) is not None:
                    return found
            elif (level := level_of_call(schema, args, levels[-1])) is not None:
                out = (LEVEL_CALLS or _find_level_calls())[level.__class__](op, args, level)
                return out if level is levels[-1] or op.view or LOCAL.lowered else made_inside(out, level)
            if LOCAL.lowered is not HANDED_ON:
                if _concerns_no_level(op, args):
                    if (found := _handed_on(op, args)) is not None:
                        return found if op.view else tuple(map(made_at_level, found)) if found.__class__ is tuple else made_at_level(found)
                elif LOCAL.lowered and (found := _dual_below(op, args, levels)) is not None:
                    return found
        elif not LOCAL.lowered and (found := _handed_on(op, args)) is not None:
            return found
    return _unobserved_call(op, args)


def _concerns_no_level(op: Op, args: tuple[Any, ...]) -> bool:
    """Whether the arguments are plain tensors and numbers, which concern no level."""
    for i in op.schema.tensor_positions:
        t = args[i]
        if t.__class__ in PLAIN:
            if t._array.__class__ is not _ndarray or t._autograd_meta is not None or (
                    t._view is not None and t._view._autograd_meta is not None):
                return False
        elif t is not None and t.__class__ not in FLOATS:
            return False
    return True


def _dual_below(op: Op, args: tuple[Any, ...], levels: list[Any]) -> Any:
    """A call below other levels on dual tensors of a single one, by its direct path; None if there is none."""
    for i in op.schema.tensor_positions:
        meta = getattr(args[i], "_autograd_meta", None)
        if meta is not None and meta.tangents:
            held = meta.tangents
            return (_direct_dual or _find_direct_dual())(op, args, levels[max(held)]) if held.levels is levels else None
    return None


#: The fast path of an op, for `_handed_on`.
_QUICK: dict[Op, Callable[..., Any]] = {}


def _handed_on(op: Op, args: tuple[Any, ...]) -> Any:
    """Run a call that concerns no level by the op's fast path; None if that does not apply.

    It applies where the open modes have done their part or belong to other threads. In inference mode results are marked.
    """
    mask = 0
    if LOCAL.functionalizing or LOCAL.grad and LOCAL.inference or op.view and LOCAL.view_replay:
        return None
    if LOCAL.grad and (LOCAL.saved_hooks or Anomaly.enabled) and (mask := needs_mask(op, args)) and (
            Anomaly.enabled or op.has_lists or op.schema.outputs != ("",) or op.schema.returns_list):
        return None
    if Classes.inference_leaves is not None and Classes.inference_leaves.held:
        return None
    call = _QUICK.get(op)
    if call is None:
        _QUICK[op] = call = call_of(op)
    lowered, LOCAL.lowered = LOCAL.lowered, HANDED_ON
    try:
        out = call(*args)
    finally:
        LOCAL.lowered = lowered
    if LOCAL.inference and not op.view:  # a view is what its base is
        for t in out if out.__class__ is tuple else (out,):
            if t._array.__class__ is _ndarray:
                mark_inference(t)
    if mask:
        pack_saved(mask, args, out)
    return out


def _unobserved_call(op: Op, args: tuple[Any, ...]) -> Any:
    if not _all_plain(op, args) or ACTIVE and not _is_far_from_levels(op, args):
        return (_special_call or _find_special_call())(op, args)
    return plain_call(op, args)


def _is_far_from_levels(op: Op, args: tuple[Any, ...]) -> bool:
    """Whether this thread has no level and no tensor belongs to another thread's, so that plain tensors take the ordinary path."""
    if LOCAL.levels or Classes.inference_leaves is not None and Classes.inference_leaves.held:
        return False
    for i in op.schema.tensor_positions:
        value = args[i]
        for t in value if value.__class__ is list or value.__class__ is tuple else (value,):
            meta = getattr(t, "_autograd_meta", None)
            if meta is not None and meta.tangents:
                return False
    return True


def undisturbed(tensors: tuple[Any, ...]) -> bool:
    """Whether the open modes have no effect on calls of these tensors in this thread, other than that inference mode marks results."""
    local = LOCAL
    if local.levels or local.function_modes or local.autocast is not None or local.observer is not None or local.functionalizing or (
            Classes.inference_leaves is not None and Classes.inference_leaves.held):
        return False
    for t in tensors:  # noqa: SIM110 (a generator would take three times as long)
        if t._array.__class__ is not _ndarray or t._autograd_meta is not None and t._autograd_meta.tangents:
            return False
    return True


_special_call: Callable[..., Any] | None = None


def _find_special_call() -> Callable[..., Any]:
    """The module that handles levels and overrides; it imports this one, so it is looked up at the first call that needs it."""
    global _special_call
    from .special_calls import special_call

    _special_call = special_call
    return special_call


#: The direct path of forward mode, whose module imports this one, too.
_direct_dual: Callable[..., Any] | None = None


def _find_direct_dual() -> Callable[..., Any]:
    global _direct_dual
    from ..levels.direct_forward import direct_dual

    _direct_dual = direct_dual
    return direct_dual


def _find_level_calls() -> dict[type, Callable[..., Any]]:
    from . import special_calls as slow  # noqa: F401  (imports the modules of all kinds of level)
    return LEVEL_CALLS


def _all_plain(op: Op, args: tuple[Any, ...]) -> bool:
    tensors = op.numbers != "any"
    for i in op.schema.tensor_positions:
        value = args[i]
        if value.__class__ in PLAIN and not (op.has_lists and op.params[i].is_tensor_list):
            tensors = True
        elif not (value.__class__ in FLOATS and op.numbers == "any" or value is None and op.params[i].type == "Tensor?") and not (
                value.__class__ in (list, tuple) and op.params[i].is_tensor_list and all(v.__class__ in PLAIN for v in value)):
            return False
    return tensors  # calls of numbers alone are refused elsewhere


def plain_call(op: Op, args: tuple[Any, ...]) -> Any:
    """A call below all levels: the kernel on arrays, then views and recording."""
    try:
        values = unwrap(op, args)
        result = checked_run(op, values, args)
        if result.__class__ is Pending and not op.view:
            raise Unresolved  # the argument itself
        if op.elementwise:
            operands = [values[i] for i in op.schema.tensor_positions]
            result = resolve_layout(result, operands[::-1] if op.backwards else operands)
        elif not op.view:
            noted(result)
    except (ValueError, Unresolved, RuntimeWarning, FloatingPointError, OverflowError, MemoryError) as error:
        return failed(op, args, error)
    out = results_of(op, args, values, result)
    if op.copies and isinstance(args[0]._counter, NoVersions) and out._counter is None:
        out._counter = [1]
    return out


def unwrap(op: Op, args: tuple[Any, ...]) -> list[Any]:
    """The arguments as the kernel takes them: arrays for tensors, promoted as the op's policy says."""
    values = list(args)
    positions = op.schema.tensor_positions
    for i in positions:
        value = values[i]
        if value.__class__ in (list, tuple):
            values[i] = [v._array for v in value]
        elif isinstance(value, TensorBase):
            values[i] = value._array
    if op.promote is not None:
        if op.params[positions[0]].is_tensor_list:
            members = values[positions[0]]
            if members:  # the kernel refuses an empty list
                POLICIES[op.promote](members, tuple(range(len(members))))
        else:
            POLICIES[op.promote](values, op.promoted)
    if op.refuses:
        _check_accepted(op, values, args)
    return values


def checked_run(op: Op, values: list[Any], args: tuple[Any, ...]) -> Any:
    """Run the kernel on promoted values; a missing kernel of PyTorch's is refused after all other checks."""
    for value in values:
        if value.__class__ is _ndarray and value.dtype.char in FLOAT8:
            from ..._ops.float8_kernels import ANSWERED

            if op.name not in ANSWERED and not op.view:
                raise refusal(op, value.dtype, args)
            return run(op, op.kernel, values, args)
    result = run(op, op.kernel, values, args)
    for i in op.schema.tensor_positions:
        if values[i].__class__ is _ndarray and values[i].dtype.char in LIMITED_TYPES:
            from ..._ops.unsigned_kernels import check_kernel

            check_kernel(op.name, values, values[i].dtype)
            break
    return result


def _ask_histories(args: tuple[Any, ...]) -> None:
    """Refuse invalidated views; ops without a derivative refuse these, too, before anything else."""
    for t in args:
        if isinstance(t, TensorBase) and t._view is not None:
            refresh(t)


def _check_accepted(op: Op, values: list[Any], args: tuple[Any, ...]) -> None:
    """Refuse the dtype of the first array; the others agree with it or fail on their own."""
    for i in op.schema.tensor_positions:
        value = values[i]
        if isinstance(value, (_ndarray, Pending)):
            if value.dtype.kind in op.refuses:
                if op.name.startswith("bitwise_") and LOCAL.grad:
                    _ask_histories(args)
                text = broadcast_message([v.shape for v in values if isinstance(v, _ndarray)]) if op.batch is aligned else None
                raise refusal(op, value.dtype, args) if text is None else RuntimeError(text)  # PyTorch reports shapes first
            return


def failed(op: Op, args: tuple[Any, ...], error: Exception) -> Any:
    """Handle an exception of a kernel: retry if it was a warning turned into an error, else raise PyTorch's error."""
    from ..layouts.meta import any_meta

    if isinstance(error, Unresolved) or any_meta(args):  # allocating a result may fail before anything is read
        from ..layouts.conjugate import call_again

        return call_again(op, args)
    if isinstance(error, (RuntimeWarning, FloatingPointError)):
        from ..._array.core.execution.quiet import quiet

        return quiet(plain_call)(op, args)
    from .kernel_errors import explain

    raise explain(op, args, error) from None
