"""Calls: from an op's entry to the function that the bindings call.

Each op gets one function, specialised by the shape of its schema, because on small tensors the call costs more than the kernel: one tensor,
two tensors, or anything else.  The specialised ones handle plain tensors, no open level and one dtype, and leave everything else to
`general_call`.
"""
from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import cache, partial
from types import SimpleNamespace
from typing import Any

import numpy as np

from ..._array.core.conjugate import Pending, Unresolved
from ..._array.core.deferred import update_closure_when_imported
from ..._array.core.dtypes import FLOAT8, LIMITED_TYPES
from ..._ops.batching.rules import broadcast_rule
from ..._ops.namespace import Namespace
from ..._ops.op import OPS, Op, overload
from .. import wrapping
from ..graph.recording import needs_mask, pack_saved, record_one_result, select_overload
from ..graph.versions import NoVersions, count_writes
from ..graph.views import refresh
from ..levels.lifting import DualLevel, level_of_call, lift_new_tensor, register_results
from ..state import ACTIVE, LOCAL, MODES_APPLIED, ORDINARY, PAUSED, PLAIN, Anomaly, Classes, register_plain
from ..tensor import TensorBase, mark_inference
from ..wrapping import wrap as wrap
from .kernel_errors import broadcast_message, refusal
from .promotion import POLICIES, keep_wide_number, run
from .result_layouts import PERMUTED, note_layouts, resolve_layout
from .results import wrap_results
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
    from .fast_paths import fast_calls

    Tensor = cls
    _blank = wrapping.bind(cls)
    fast_calls.bind(cls, _blank)
    register_plain(cls)


def caller(name: str) -> Callable[..., Any]:
    """The function that calls op `name` with positional arguments in schema order."""
    call = CALLS.get(name)
    if call is None:
        call = CALLS[name] = make_call(OPS[name])
    return call


class LazyCall:
    """Placeholder for an op's function until its first call: making all of them would take a tenth of the import time."""

    __slots__ = ("make", "op", "store")

    def __init__(self, make: Callable[[str], Any], op: str) -> None:
        self.make, self.op = make, op
        self.store: Callable[[Any], None] | None = None

    def __call__(self, *args: Any) -> Any:
        return self.create()(*args)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.create(), name)

    def create(self) -> Any:
        """The function; it replaces this placeholder where the placeholder is stored."""
        OPS[self.op]
        function = self.make(self.op)
        if self.store is not None:
            self.store(function)
        return function


def lazy_call(name: str) -> Any:
    """The placeholder of op `name`; see `resolve_calls`."""
    return CALLS.get(name) or LazyCall(caller, name)


def lazy_call_as(name: str, node: str) -> Any:
    """The same of op `name` where its nodes have another name."""
    return LazyCall(lambda name: make_call(overload(OPS[name], node)), name)


def resolve_calls(names: dict[str, Any]) -> None:
    """Register the globals of a module, so that functions replace their placeholders there and later calls cost nothing extra."""
    for name, value in names.items():
        if value.__class__ is LazyCall:
            value.store = partial(names.__setitem__, name)


def resolve_closure(function: Any) -> None:
    """The same for the variables of a closure."""
    for cell in function.__closure__:
        if cell.cell_contents.__class__ is LazyCall:
            cell.cell_contents.store = partial(setattr, cell, "cell_contents")


def make_call(op: Op) -> Callable[..., Any]:
    """The function that calls an op, which need not be in the table."""
    call: Any = update_closure_when_imported(_make_fast_path(op), op.kernel)
    if op.result_version is not None:
        call = count_writes(call, *op.result_version)
    call.__name__, call.exact_out = op.name, op.exact_out
    call.torch_name = f"special_{op.name}" if op.module == "special" else op.name
    # PyTorch lets a special function without a derivative write into an `out` that requires grad.
    call.differentiable = op.is_differentiable or op.module != "special"
    return call


def _make_fast_path(op: Op) -> Callable[..., Any]:
    if op.kind == "composite":
        return _composite_call(op)
    shape = op.schema.tensor_positions
    simple = op.schema.outputs == ("",) and not op.schema.returns_list and not any(p.type != "Tensor" for p in op.params if p.is_tensor)
    makers = _makers()
    if simple and shape == (0,) and op.module != "sparse" and not op.params[0].is_tensor_list and op.number_overloads is None:
        return makers.call_of_one(op)
    if simple and shape == (0, 1) and len(op.params) == 2 and (op.promote is not None or op.may_not_overlap != shape):
        return makers.binary_call(op)
    promotes = op.promote is not None and not (op.promote in _NOOP_ON_EQUAL_DTYPES and set(op.promoted) <= set(shape))
    if op.schema.outputs == ("",) and not (op.has_lists or op.schema.returns_list or op.view or promotes or op.number_overloads):
        if simple and shape == (0, 1, 2) and len(op.params) == 3 and op.promote is None:
            return makers.ternary_call(op)
        return makers.call_of_first.get(shape, _fixed_call)(op) if simple and len(op.params) <= len(shape) + 3 else _fixed_call(op)
    return makers.several_call(op) or (lambda *args: general_call(op, args))


@cache
def _makers() -> SimpleNamespace:
    """The modules that make the functions for the usual shapes of schema; they import this one."""
    from .fast_paths.binary import binary_call
    from .fast_paths.fast_calls import ternary_call, three_tensors_call, two_tensors_call
    from .fast_paths.lists_and_tuples import list_or_tuple_call
    from .fast_paths.unary import one_tensor_call

    return SimpleNamespace(call_of_one=one_tensor_call, binary_call=binary_call, ternary_call=ternary_call,
                           call_of_first={(0, 1): two_tensors_call, (0, 1, 2): three_tensors_call}, several_call=list_or_tuple_call)


#: Promotion policies that do nothing if tensors share a floating or complex dtype.
_NOOP_ON_EQUAL_DTYPES = frozenset({"common", "compared", "expanded", "floating", "quotient", "branches"})


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


def must_check_modes(x: Any) -> bool:
    """Whether a call on `x` has to look at open modes and levels: yes, unless they have delegated the call and `x` belongs to no level."""
    delegated = LOCAL.delegated
    if not delegated or x._array.__class__ is not _ndarray:
        return True
    meta = x._autograd_meta
    return meta is not None and (delegated is True or bool(meta.tangents))


#: The dtypes of each kind, by numpy's type characters.
_CHARS_BY_KIND = {"b": "?", "i": "bhilq", "u": "B", "f": "efdg", "c": "FDG", "V": "EV"}


def slow_chars(kinds: str) -> str:
    """The dtypes that fast paths leave to `general_call`: those of some kinds, and `LIMITED_TYPES`."""
    return "".join([_CHARS_BY_KIND[kind] for kind in kinds]) + LIMITED_TYPES


def slow_chars_of(op: Op) -> str:
    """The same for an op: dtypes that are refused, and those that have to be promoted."""
    return slow_chars(op.refuses + ("biuV" if op.promote == "floating" else ""))


REAL_NUMBER_TYPES = frozenset({float, int})


def _fixed_call(op: Op) -> Callable[..., Any]:
    """Any other fixed number of tensors and attributes, one result that is not a view: tensors of one dtype, no level open."""
    kernel: Any = op.kernel
    positions = op.schema.tensor_positions
    count = len(op.params)
    defaults = tuple(None if p.default is None else p.value for p in op.params)
    promotes = op.promote is not None
    special = slow_chars(op.refuses + "bui" if promotes else op.refuses)
    untyped_position = 0 if op.promote == "branches" else -1  # a condition has a dtype of its own
    slots = tuple((i, 1 << n, op.params[i].type == "Tensor?", i != untyped_position) for n, i in enumerate(positions))
    accepted = None if "f" in special else _FLOAT32  # tested first, which costs less
    differentiable, elementwise = op.is_differentiable, op.elementwise and len(positions) > 1
    first_position, second_position = positions[:2] if elementwise else (0, 0)
    formulas = sum(1 << bit for bit, f in enumerate(op.vjps) if f is not None) if op.joint is None else -1

    def call(*args: Any) -> Any:
        if len(args) < count:
            args += defaults[len(args):]
        values = list(args)
        mask, first = 0, None
        for i, bit, optional, is_promoted in slots:
            t = args[i]
            if t.__class__ is Tensor or t.__class__ in PLAIN:
                values[i] = t._array
                if is_promoted:
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
        if ACTIVE and (not LOCAL.delegated or any(args[i] is not None and must_check_modes(args[i]) for i in positions)):
            return general_call(op, args)
        try:
            r = kernel(*values)
        except (ValueError, Unresolved, RuntimeWarning, FloatingPointError, OverflowError, MemoryError) as error:
            return handle_kernel_error(op, args, error)
        if not elementwise:
            if r.__class__ is _ndarray and not r.flags.c_contiguous:
                note_layouts(r)
        elif PERMUTED or args[first_position]._view is not None or (
                args[second_position] is not None and args[second_position]._view is not None):
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
            record_one_result(op if op.layout_formulas is None else select_overload(op, args, values), mask, args, values, t)
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
        if LOCAL.observer is not None and not LOCAL.delegated:
            return LOCAL.observer(op, args, lambda: _unobserved_call(op, args))
        levels = local["levels"]
        if levels:
            if len(levels) == 1 and levels[0].__class__ is DualLevel:  # no argument belongs to it: dual tensors have tangents
                if (found := (_direct_dual or _import_direct_dual())(op, args, levels[0])) is not None:
                    return found
            elif (level := level_of_call(schema, args, levels[-1])) is not None:
                out = (LEVEL_CALLS or _import_level_calls())[level.__class__](op, args, level)
                return out if level is levels[-1] or op.view or LOCAL.delegated else register_results(out, level)
            if LOCAL.delegated is not MODES_APPLIED:
                if _is_free_of_levels(op, args):
                    if (found := _run_fast_path(op, args)) is not None:
                        return found if op.view else tuple(map(lift_new_tensor,
                                                               found)) if found.__class__ is tuple else lift_new_tensor(found)
                elif LOCAL.delegated and (found := _dual_below(op, args, levels)) is not None:
                    return found
        elif not LOCAL.delegated and (found := _run_fast_path(op, args)) is not None:
            return found
    return _unobserved_call(op, args)


def _is_free_of_levels(op: Op, args: tuple[Any, ...]) -> bool:
    """Whether the arguments are plain tensors and numbers, which concern no level."""
    for i in op.schema.tensor_positions:
        t = args[i]
        if t.__class__ in PLAIN:
            if t._array.__class__ is not _ndarray or t._autograd_meta is not None or (
                    t._view is not None and t._view._autograd_meta is not None):
                return False
        elif t is not None and t.__class__ not in REAL_NUMBER_TYPES:
            return False
    return True


def _dual_below(op: Op, args: tuple[Any, ...], levels: list[Any]) -> Any:
    """A call below other levels on dual tensors of a single one, by its direct path; None if there is none."""
    for i in op.schema.tensor_positions:
        meta = getattr(args[i], "_autograd_meta", None)
        if meta is not None and meta.tangents:
            tangents = meta.tangents
            return (_direct_dual or _import_direct_dual())(op, args, levels[max(tangents)]) if tangents.levels is levels else None
    return None


#: The fast path of an op, for `_run_fast_path`.
_FAST_PATHS: dict[Op, Callable[..., Any]] = {}


def _run_fast_path(op: Op, args: tuple[Any, ...]) -> Any:
    """Run a call that concerns no level by the op's fast path; None if that does not apply.

    It applies where the open modes have done their part or belong to other threads. In inference mode results are marked.
    """
    mask = 0
    if LOCAL.functionalizing or LOCAL.grad and LOCAL.inference or op.view and LOCAL.view_replay:
        return None
    if LOCAL.grad and (LOCAL.saved_hooks or Anomaly.enabled) and (mask := needs_mask(op, args)) and (
            Anomaly.enabled or op.has_lists or op.schema.outputs != ("",) or op.schema.returns_list):
        return None
    if Classes.inference_leaves is not None and Classes.inference_leaves.registered:
        return None
    call = _FAST_PATHS.get(op)
    if call is None:
        _FAST_PATHS[op] = call = make_call(op)
    delegated, LOCAL.delegated = LOCAL.delegated, MODES_APPLIED
    try:
        out = call(*args)
    finally:
        LOCAL.delegated = delegated
    if LOCAL.inference and not op.view:  # a view is what its base is
        for t in out if out.__class__ is tuple else (out,):
            if t._array.__class__ is _ndarray:
                mark_inference(t)
    if mask:
        pack_saved(mask, args, out)
    return out


def _unobserved_call(op: Op, args: tuple[Any, ...]) -> Any:
    if not _all_plain(op, args) or ACTIVE and not _has_no_level_or_tangent(op, args):
        return (_special_call or _import_special_call())(op, args)
    return plain_call(op, args)


def _has_no_level_or_tangent(op: Op, args: tuple[Any, ...]) -> bool:
    """Whether this thread has no level and no tensor belongs to another thread's, so that plain tensors take the ordinary path."""
    if LOCAL.levels or Classes.inference_leaves is not None and Classes.inference_leaves.registered:
        return False
    for i in op.schema.tensor_positions:
        value = args[i]
        for t in value if value.__class__ is list or value.__class__ is tuple else (value,):
            meta = getattr(t, "_autograd_meta", None)
            if meta is not None and meta.tangents:
                return False
    return True


def is_unaffected_by_modes(tensors: tuple[Any, ...]) -> bool:
    """Whether the open modes have no effect on calls of these tensors in this thread, other than that inference mode marks results."""
    local = LOCAL
    if local.levels or local.function_modes or local.autocast is not None or local.observer is not None or local.functionalizing or (
            Classes.inference_leaves is not None and Classes.inference_leaves.registered):
        return False
    for t in tensors:  # noqa: SIM110 (a generator would take three times as long)
        if t._array.__class__ is not _ndarray or t._autograd_meta is not None and t._autograd_meta.tangents:
            return False
    return True


_special_call: Callable[..., Any] | None = None


def _import_special_call() -> Callable[..., Any]:
    """The module that handles levels and overrides; it imports this one, so it is looked up at the first call that needs it."""
    global _special_call
    from .special_calls import special_call

    _special_call = special_call
    return special_call


#: The direct path of forward mode, whose module imports this one, too.
_direct_dual: Callable[..., Any] | None = None


def _import_direct_dual() -> Callable[..., Any]:
    global _direct_dual
    from ..levels.direct_forward import direct_dual

    _direct_dual = direct_dual
    return direct_dual


def _import_level_calls() -> dict[type, Callable[..., Any]]:
    from . import special_calls as slow  # noqa: F401  (imports the modules of all kinds of level)
    return LEVEL_CALLS


def _all_plain(op: Op, args: tuple[Any, ...]) -> bool:
    tensors = op.numbers != "any"
    for i in op.schema.tensor_positions:
        value = args[i]
        if value.__class__ in PLAIN and not (op.has_lists and op.params[i].is_tensor_list):
            tensors = True
        elif not (value.__class__ in REAL_NUMBER_TYPES and op.numbers == "any" or value is None and op.params[i].type == "Tensor?") and (
                not (value.__class__ in (list, tuple) and op.params[i].is_tensor_list and all(v.__class__ in PLAIN for v in value))):
            return False
    return tensors  # calls of numbers alone are refused elsewhere


def plain_call(op: Op, args: tuple[Any, ...]) -> Any:
    """A call below all levels: the kernel on arrays, then views and recording."""
    try:
        values = unwrap(op, args)
        result = run_kernel(op, values, args)
        if result.__class__ is Pending and not op.view:
            raise Unresolved  # the argument itself
        if op.elementwise:
            operands = [values[i] for i in op.schema.tensor_positions]
            result = resolve_layout(result, operands[::-1] if op.iterates_backwards else operands)
        elif not op.view:
            note_layouts(result)
    except (ValueError, Unresolved, RuntimeWarning, FloatingPointError, OverflowError, MemoryError) as error:
        return handle_kernel_error(op, args, error)
    out = wrap_results(op, args, values, result)
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
            if op.wide_number:
                keep_wide_number(values, args[1])
    if op.refuses:
        _check_accepted(op, values, args)
    return values


def run_kernel(op: Op, values: list[Any], args: tuple[Any, ...]) -> Any:
    """Run the kernel on promoted values; a missing kernel of PyTorch's is refused after all other checks."""
    for value in values:
        if value.__class__ is _ndarray and value.dtype.char in FLOAT8:
            if not op.float8 and not op.view:
                raise refusal(op, value.dtype, args)
            return run(op, op.kernel, values)
    result = run(op, op.kernel, values)
    for i in op.schema.tensor_positions:
        if values[i].__class__ is _ndarray and values[i].dtype.char in LIMITED_TYPES:
            if op.unsigned is not None:
                from .kernel_errors import check_unsigned

                check_unsigned(op, values, values[i].dtype)
            break
    return result


def _check_accepted(op: Op, values: list[Any], args: tuple[Any, ...]) -> None:
    """Refuse the dtype of the first array; the others agree with it or fail on their own."""
    for i in op.schema.tensor_positions:
        value = values[i]
        if isinstance(value, (_ndarray, Pending)):
            if value.dtype.kind in op.refuses:
                text = broadcast_message([v.shape for v in values if isinstance(v, _ndarray)]) if op.batch is broadcast_rule else None
                raise refusal(op, value.dtype, args) if text is None else RuntimeError(text)  # PyTorch reports shapes first
            return


def handle_kernel_error(op: Op, args: tuple[Any, ...], error: Exception) -> Any:
    """Handle an exception of a kernel: retry if it was a warning turned into an error, else raise PyTorch's error."""
    from ..layouts.meta import any_meta

    if isinstance(error, Unresolved) or any_meta(args):  # allocating a result may fail before anything is read
        from ..layouts.conjugate import repeat_call

        return repeat_call(op, args)
    if isinstance(error, (RuntimeWarning, FloatingPointError)):
        from ..._array.core.execution.quiet import quiet

        return quiet(plain_call)(op, args)
    from .kernel_errors import to_torch_error

    raise to_torch_error(op, args, error) from None
