"""Calls: from an op's entry to the function that the bindings call.

Each op gets one function, specialised by the shape of its schema, because on small tensors the call costs more than the kernel:
one tensor, two tensors, or anything else.  The special ones handle plain tensors, no open level and one dtype, and hand everything
else to the general one, which says the same at length.
"""
from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from .._array.dtypes import floating_of
from .._array.pending import Pending, Unresolved
from .._ops.namespace import Namespace
from .._ops.op import META, OPS, VALUE, Meta, Op, meta_of
from .._ops.written import RESULTS
from . import wrapping
from .errors import refusal, type_name
from .layouts import PERMUTED, settle_layout, settler
from .lifting import level_of_call, made_inside
from .node import PLACES, OpNode, next_key
from .overrides import OPERATORS, Overridden, meet, ordinary_members
from .promotion import POLICIES, run_wide
from .record import plan_for, record, record_fixed, record_unary, save_both
from .results import results_of
from .state import ACTIVE, LOCAL, ORDINARY, PAUSED, PLAIN, Classes, register_plain
from .tensor import MAYBE, TensorBase
from .versions import CONSTANT, counted
from .views import mark_view, refresh
from .wrapping import view_of
from .wrapping import wrap as wrap

# add, subtract and multiply run as bare ufuncs: silencing would cost a tenth of a small call. They may say that a result overflowed.
warnings.filterwarnings("ignore", category=RuntimeWarning, module=r"minitorch_compat\.(_dispatch|_array|_engine)\b")
_ndarray = np.ndarray
Tensor: Any = TensorBase  # the final class, once `bind_tensor` has been called
_blank: Any = TensorBase  # makes an instance of it, with its slots still to be filled
CALLS: dict[str, Callable[..., Any]] = {}


def bind_tensor(cls: type[TensorBase]) -> None:
    """Tell dispatch the class its results have. Called once, by the layer that completes the class."""
    global Tensor, _blank
    Tensor = cls
    _blank = wrapping.bind(cls)
    register_plain(cls)


def caller(name: str) -> Callable[..., Any]:
    """The function that calls op `name` with positional arguments in schema order."""
    known = CALLS.get(name)
    if known is None:
        known = CALLS[name] = call_of(OPS[name])
    return known


def call_of(op: Op) -> Callable[..., Any]:
    """The function that calls an op, one that is not in the table too."""
    made: Any = _make(op) if op.name not in RESULTS else counted(_make(op), *RESULTS[op.name])
    made.__name__, made.exact_out = op.name, op.exact_out
    made.torch_name = f"special_{op.name}" if op.module == "special" else op.name
    # Of a special function that has no derivative PyTorch writes into an `out` that requires grad, too.
    made.differentiable = op.is_differentiable or op.module != "special"
    return made


def _make(op: Op) -> Callable[..., Any]:
    if op.kind == "composite":
        return _composite_call(op)
    shape = op.schema.tensor_positions
    simple = op.schema.outputs == ("",) and not op.schema.returns_list and not any(p.type != "Tensor" for p in op.params if p.is_tensor)
    if simple and shape == (0,) and op.module != "sparse" and not op.params[0].is_tensor_list and op.numbered is None:
        if len(op.params) == 1:
            return (lambda x: general_call(op, (x,))) if op.name in _MARKING else _unary_call(op)
        short = len(op.params) <= 4 and not any(p.type.startswith("ScalarType") for p in op.params)
        return _unary_call_with_attributes(op) if short else _long_unary_call(op)
    if simple and shape == (0, 1) and len(op.params) == 2:
        return _binary_call(op)
    promotes = op.promote is not None and not (op.promote in _AGREE and set(op.promoted) <= set(shape))
    if op.schema.outputs == ("",) and not (op.has_lists or op.schema.returns_list or op.view or promotes or op.numbered):
        from .ternary import ternary_call

        return ternary_call(op) if simple and shape == (0, 1, 2) and len(op.params) == 3 and op.promote is None else _fixed_call(op)
    from .several import several_call

    return several_call(op) or (lambda *args: general_call(op, args))


#: Views that are no arrays: of what is to be read conjugated or negated.
_MARKING = frozenset({"_conj", "_neg_view"})

#: Policies with nothing to do where tensors agree in a floating or complex dtype.
_AGREE = frozenset({"common", "floating", "quotient", "branches"})


def _composite_call(op: Op) -> Callable[..., Any]:
    function: Any = op.composite

    def call(*args: Any) -> Any:
        for value in args:
            if value.__class__ not in ORDINARY and not ordinary_members(value):
                meet(args)
                break
        if ACTIVE:
            if LOCAL.function_modes:
                meet(args)
            if LOCAL.autocast is not None:
                args = Classes.autocast(op, args)
            if LOCAL.observer is not None:
                return LOCAL.observer(op, args, lambda: function(TENSORS, *args))
        try:
            return function(TENSORS, *args)
        except AttributeError:  # perhaps an argument is no tensor
            from .slow import check_types

            check_types(op, args)
            raise

    return call


class TensorNamespace(Namespace):
    """Dispatched ops: what formulas compute with when their result must be differentiated again."""

    def _entry(self, op: Op) -> Any:
        return caller(op.name)


TENSORS = TensorNamespace()


def concerned(x: Any) -> bool:
    """Whether a call on `x` has to ask what is open: yes, unless a level has handed the call on and `x` is of no level."""
    return not LOCAL.lowered or x.array.__class__ is not _ndarray or x._meta is not None


def _unary_call(op: Op) -> Callable[..., Any]:
    """One tensor and nothing else."""
    kernel: Any = op.kernel
    formula = op.vjps[0]
    save_out, save_in = op.saves[0] or (0, 0)
    view, refused, settle = op.view, _beyond(op), settler(op)

    # As in the binary one, everything is written out: it runs for every small step of every program.
    def call(x: Any) -> Any:
        if x.__class__ is not Tensor and x.__class__ not in PLAIN or ACTIVE and concerned(x):
            return general_call(op, (x,))
        a = x.array
        if refused and a.dtype.kind in refused:
            return general_call(op, (x,))
        try:
            r = kernel(a)
            if r.__class__ is not _ndarray:
                r = np.asarray(r)
        except (Unresolved, RuntimeWarning):
            return general_call(op, (x,))
        if settle is not None and (x._view is not None or PERMUTED):
            r = settle(r, (a,))
        if view and (x._meta is not None or PAUSED):
            t = view_of(x, r)
        else:
            t = _blank()
            t.array = r
            t._grad_fn = None
            t._output_nr = 0
            t._grad = None
            t._meta = None
            if view:  # `view_of`, written out
                counter = x._counter
                if counter is None:
                    counter = x._counter = [0]
                t._counter = counter
                t._attr_version = counter[0]
                base = x._view
                t._view = x if base is None else base
                t._requires_grad = MAYBE
            else:
                t._counter = None
                t._view = None
                t._requires_grad = False
        needed = x._requires_grad
        if (needed and formula is not None and (needed is True or x._view._requires_grad) and (not PAUSED or LOCAL.grad)
                and (x._view is None or refresh(x))):
            node = OpNode()
            node.op = op
            node.key = next_key()
            edge = x._grad_fn
            node._links = x if edge is None else edge
            node._only = 0
            slot = x._output_nr
            node.slots = (slot,) if slot else None
            node.hooks = None
            node.metas = None
            node.shape = r.shape
            node.dtype = r.dtype
            node._counter = None
            if save_out == VALUE:
                node._values = r
                node._place = 0
                node._counter = t._counter = [0]
                node._version = 0
            elif save_in == VALUE:
                node._values = a
                node._place = 1
                counter = x._counter
                if counter is None:
                    counter = x._counter = [0]
                node._counter = counter
                node._version = counter[0]
            elif save_in:
                meta = Meta()
                meta.shape = a.shape
                meta.dtype = a.dtype
                node._values = meta
                node._place = 1
            else:
                node._values = _NOTHING_OF_ONE
            if save_out and save_in:
                save_both(node, save_out, save_in, t, x, a)
            if view and t._meta is not None:
                t._attr_version = t._counter[0]  # refuses views of inference tensors
            t._grad_fn = node
            t._requires_grad = True
        return t

    return call


def _unary_call_with_attributes(op: Op) -> Callable[..., Any]:
    """One tensor and up to three attributes, none of them a dtype."""
    kernel: Any = op.kernel
    count = len(op.params) - 1
    formula = op.vjps[0]
    saves = (op.saves[0] or (0, 0))[:2]
    meets_number = op.promote is not None and op.promote != "floating"
    view, refused, settle = op.view, "biucV" if meets_number else _beyond(op), settler(op)

    def call(x: Any, p: Any, q: Any, s: Any) -> Any:
        if x.__class__ is not Tensor and x.__class__ not in PLAIN or ACTIVE and concerned(x):
            return general_call(op, (x, p, q, s)[:count + 1])
        a = x.array
        if refused and a.dtype.kind in refused or meets_number and p.__class__ not in _FLOATS:
            return general_call(op, (x, p, q, s)[:count + 1])
        try:
            r = kernel(a, p) if count == 1 else kernel(a, p, q) if count == 2 else kernel(a, p, q, s)
            if r.__class__ is not _ndarray:
                r = np.asarray(r)
        except (Unresolved, RuntimeWarning):
            return general_call(op, (x, p, q, s)[:count + 1])
        if settle is not None and (x._view is not None or PERMUTED):
            r = settle(r, (a,))
        if view and (x._meta is not None or PAUSED):
            t = view_of(x, r)
        else:
            t = _blank()
            t.array = r
            t._grad_fn = None
            t._output_nr = 0
            t._grad = None
            t._meta = None
            if view:  # `view_of`, written out
                counter = x._counter
                if counter is None:
                    counter = x._counter = [0]
                t._counter = counter
                t._attr_version = counter[0]
                base = x._view
                t._view = x if base is None else base
                t._requires_grad = MAYBE
            else:
                t._counter = None
                t._view = None
                t._requires_grad = False
        needed = x._requires_grad
        if (needed and formula is not None and (needed is True or x._view._requires_grad) and (not PAUSED or LOCAL.grad)
                and (x._view is None or refresh(x))):
            record_unary(op, saves, t, x, a, (p,) if count == 1 else (p, q) if count == 2 else (p, q, s))
        return t

    call.__defaults__ = _defaults(op, 3)
    return call


def _defaults(op: Op, count: int) -> tuple[Any, ...]:
    """Those of an op's attributes, as many as `count`; bindings see to it that what has none is given."""
    values = [None if p.default is None else p.value for p in op.params[1:]]
    return (*values, *[None] * (count - len(values)))


def _long_unary_call(op: Op) -> Callable[..., Any]:
    """One tensor and any attributes: dtypes, of which some kinds have no gradients, among them."""
    kernel: Any = op.kernel
    floating, view, refuses = op.promote == "floating", op.view, op.refuses
    meets_number = op.promote is not None and not floating
    formula = op.vjps[0]
    casts = any(p.type.startswith("ScalarType") for p in op.params)  # perhaps to integers, which have no gradient
    computes = any(p.type == "ScalarType?" for p in op.params)
    count = len(op.params) - 1
    defaults = _defaults(op, 0)

    def call(x: Any, *args: Any) -> Any:
        if x.__class__ not in PLAIN or ACTIVE and concerned(x):
            return general_call(op, (x, *args))
        a = x.array
        if floating and a.dtype.kind not in "fc":
            a = a.astype(floating_of(a.dtype))
        elif meets_number and (a.dtype.kind != "f" or args[0].__class__ not in _FLOATS):
            return general_call(op, (x, *args))
        if refuses and a.dtype.kind in refuses:
            raise refusal(op, a.dtype)
        try:
            r = kernel(a, *args)
        except (Unresolved, RuntimeWarning):
            return general_call(op, (x, *args))
        t = wrap(r)
        if view:
            mark_view(t, x)
        if x._requires_grad and formula is not None and LOCAL.grad and not (casts and t.array.dtype.kind not in "fcV"):
            if x._view is None or refresh(x):
                if len(args) < count:
                    args += defaults[len(args):]
                record(op, 1, (x, *args), (a, *args), (t,))
        elif computes and x._requires_grad and LOCAL.grad and t.array.dtype.kind not in "fcV" and x.requires_grad and a.dtype.kind in "fcV":
            raise RuntimeError(f"Autograd not support dtype: {type_name(t.array.dtype)}")
        return t

    return call


def operator(name: str, kernel: Any = None, otherwise: Any = None) -> Callable[[Any, Any], Any]:
    """Python's binary operator for op `name`, to stand in a class body.

    The caller itself, not a method around it: a second Python call would cost a sixth of a small addition.  An operand that is
    neither a tensor nor a number makes it answer NotImplemented, so that the other operand gets its turn.  With a `kernel` that
    raises ValueError for some arrays, `otherwise` is called for those, and for everything out of the ordinary.
    """

    def fallback(op: Op, args: tuple[Any, ...]) -> Any:
        try:
            return general_call(op, args) if otherwise is None else otherwise(*args)
        except TypeError:
            return NotImplemented
        except Overridden:
            return OPERATORS[0](op.name, args)

    return _binary_call(OPS[name], kernel, fallback)


def _binary_call(op: Op, kernel: Any = None, general: Any = None) -> Callable[..., Any]:
    kernel = kernel or op.kernel
    general = general or general_call
    refused = _beyond(op)
    differentiable = op.is_differentiable
    numbers = _FLOATS if op.numbers != "none" else frozenset()
    plans = [None, *(_binary_plan(op, mask) for mask in (1, 2, 3))]
    iterates = op.elementwise
    numbered = op if op.numbered is None else op.numbered[1]

    # Recording is written out in here, long as it gets: a call of a function that did it would cost more than it does.
    def call(x: Any, y: Any) -> Any:
        if y.__class__ is Tensor or y.__class__ in PLAIN:
            if x.__class__ is not Tensor and x.__class__ not in PLAIN:
                return general(op, (x, y))
            a = x.array
            b = y.array
            if a.dtype is not b.dtype or ACTIVE and (not LOCAL.lowered or a.__class__ is not _ndarray or b.__class__ is not _ndarray
                                                     or x._meta is not None or y._meta is not None):
                return general(op, (x, y))
            needed = x._requires_grad or y._requires_grad
        elif y.__class__ in numbers and x.__class__ in PLAIN:
            a = x.array
            b = y
            if a.dtype.char not in "fd" or ACTIVE and concerned(x):
                return general(op, (x, y))
            needed = x._requires_grad
        else:
            return general(op, (x, y))
        if refused and a.dtype.kind in refused:
            return general(op, (x, y))
        try:
            r = kernel(a, b)
            if r.__class__ is not _ndarray:
                r = np.asarray(r)
        except (ValueError, Unresolved, RuntimeWarning):
            return general(op, (x, y))
        if iterates and (x._view is not None or PERMUTED):
            r = settle_layout(r, (a, b))
        t = _blank()
        t.array = r
        t._grad_fn = None
        t._output_nr = 0
        t._requires_grad = False
        t._counter = None
        t._view = None
        t._grad = None
        t._meta = None
        if needed and differentiable and (not PAUSED or LOCAL.grad):
            number = b is y
            slot = mask = 0
            edge: Any = None
            if x._requires_grad and (x._view is None or refresh(x)):
                edge = x._grad_fn
                if edge is None:
                    edge = x
                slot = x._output_nr
                mask = 1
            if number or not y._requires_grad or y._view is not None and not refresh(y):
                if not mask:
                    return t
                node = OpNode()
                node._links = edge
                node._only = 0
                node.slots = (slot, 0) if slot else None
            else:
                other = y._output_nr
                node = OpNode()
                following = y._grad_fn
                if following is None:
                    following = y
                if mask:
                    node._links = (edge, following)
                else:
                    node._links = following
                    node._only = 1
                node.slots = (slot, other) if slot or other else None
                mask += 2
            node.op = numbered if number else op
            node.key = next_key()
            node.hooks = None
            node.metas = None
            node.shape = shape = r.shape
            if shape and edge.__class__ is OpNode:
                known = edge.shape
                if known == shape:  # in a long chain each tuple less is one that the cyclic collector does not have to look at
                    node.shape = known
            node.dtype = r.dtype
            plan = plans[mask]
            if plan is None:
                node._values = _NOTHING_OF_TWO
                node._counter = None
            elif plan[3]:
                node._place = only = plan[3]
                if only == _SECOND:
                    node._values = b
                    holder = y
                elif only == _FIRST:
                    node._values = a
                    holder = x
                else:
                    node._values = r
                    holder = t
                if holder is b:  # a number
                    node._counter, node._version = CONSTANT
                else:
                    own = holder._counter
                    if own is None:
                        own = holder._counter = [0]
                    node._counter = own
                    node._version = own[0]
            else:
                save_out, save_x, save_y, _ = plan
                counter: Any = None
                if save_out:
                    counter = t._counter = [0]
                    version = 0
                if save_x == VALUE:
                    own = x._counter
                    if own is None:
                        own = x._counter = [0]
                    if counter is None:
                        counter = own
                        version = own[0]
                    else:
                        counter = (counter, version, own, own[0])
                else:
                    a = meta_of(a) if save_x else None
                if save_y == VALUE:
                    if not number:
                        own = y._counter
                        if own is None:
                            own = y._counter = [0]
                        if counter is None:
                            counter = own
                            version = own[0]
                        elif counter.__class__ is tuple:
                            counter += (own, own[0])
                        else:
                            counter = (counter, version, own, own[0])
                    elif counter is None:
                        counter, version = CONSTANT
                elif not (number and save_y):
                    b = meta_of(b) if save_y else None
                node._values = (r if save_out else None, a, b)
                node._counter = counter
                if counter is not None:
                    node._version = version
            t._grad_fn = node
            t._requires_grad = True
        return t

    return call


_FLOATS = frozenset({float, int})
_NOTHING_OF_ONE, _NOTHING_OF_TWO = (None, None), (None, None, None)


def _beyond(op: Op) -> str:
    """The kinds of dtype that the quick functions leave to the general one: refused ones, and those that have to be promoted."""
    return op.refuses + ("biuV" if op.promote == "floating" else "")


def _binary_plan(op: Op, mask: int) -> tuple[bool, int, int, int] | None:
    """What a node saves of the result and of both arguments, and the place of the value if it saves just one; None for nothing at all."""
    plan = plan_for(op, mask)
    out, (x, y) = plan.outputs[0] == VALUE, plan.args
    if not (out or x or y):
        return None
    kept = [place for place, kind in ((_RESULT, out and VALUE), (_FIRST, x), (_SECOND, y)) if kind]
    single = len(kept) == 1 and META not in (x, y)
    return out, x, y, kept[0] if single else 0


#: Places, among `PLACES`, of what a node of a binary op saves.
_RESULT, _FIRST, _SECOND = PLACES.index((0, 3)), PLACES.index((1, 3)), PLACES.index((2, 3))


def _fixed_call(op: Op) -> Callable[..., Any]:
    """Any fixed number of tensors and attributes, one result that is no view: tensors of one dtype, no level open."""
    kernel: Any = op.kernel
    positions = op.schema.tensor_positions
    count = len(op.params)
    defaults = tuple(None if p.default is None else p.value for p in op.params)
    promotes = op.promote is not None
    special = op.refuses + "bui" if promotes else op.refuses
    free = 0 if op.promote == "branches" else -1  # a condition has a dtype of its own
    places = tuple((i, 1 << n, op.params[i].type == "Tensor?", i != free and (promotes or bool(special))) for n, i in enumerate(positions))
    differentiable, elementwise = op.is_differentiable, op.elementwise and len(positions) > 1
    formulas = sum(1 << bit for bit, f in enumerate(op.vjps) if f is not None) if op.joint is None else -1

    def call(*args: Any) -> Any:
        if len(args) < count:
            args += defaults[len(args):]
        values = list(args)
        mask, first = 0, None
        for i, bit, optional, alike in places:
            t = args[i]
            if t.__class__ is Tensor or t.__class__ in PLAIN:
                a = values[i] = t.array
                if alike:
                    if first is None:
                        first = a.dtype
                        if special and first.kind in special:
                            return general_call(op, args)
                    elif promotes and a.dtype is not first:
                        return general_call(op, args)
                if t._requires_grad and (t._view is None or refresh(t)):
                    mask += bit
            elif t is not None or not optional:
                return general_call(op, args)
        if ACTIVE and (not LOCAL.lowered or any(args[i] is not None and concerned(args[i]) for i in positions)):
            return general_call(op, args)
        try:
            r = kernel(*values)
        except (ValueError, Unresolved, RuntimeWarning, OverflowError) as error:
            return failed(op, args, error)
        if elementwise and (PERMUTED or args[positions[0]]._view is not None):
            r = settle_layout(r, [args[i].array for i in positions if args[i] is not None])
        t = wrap(r)
        if mask and differentiable and mask & formulas and (not PAUSED or LOCAL.grad):
            record_fixed(op, mask, args, values, t)
        return t

    return call


#: Kind of level -> what calls an op on tensors of such a level, `(op, args, level)`. Filled by `slow`.
LEVEL_CALLS: dict[type, Callable[..., Any]] = {}


def general_call(op: Op, args: tuple[Any, ...]) -> Any:
    """Any call: overrides, levels, promotion, kernel, views, recording."""
    schema = op.schema
    if len(args) < len(schema.params):
        args += tuple(p.value for p in schema.params[len(args):])
    if ACTIVE:
        local = LOCAL.__dict__
        if local["function_modes"]:
            meet(args)
        if LOCAL.autocast is not None:
            args = Classes.autocast(op, args)
        if LOCAL.observer is not None and not LOCAL.lowered:
            return LOCAL.observer(op, args, lambda: _unobserved_call(op, args))
        if levels := local["levels"]:
            level = level_of_call(schema, args, levels[-1])
            if level is not None:
                out = (LEVEL_CALLS or _find_level_calls())[level.__class__](op, args, level)
                return out if level is levels[-1] or op.view or LOCAL.lowered else made_inside(out, level)
    return _unobserved_call(op, args)


def _unobserved_call(op: Op, args: tuple[Any, ...]) -> Any:
    if ACTIVE or not _all_plain(op, args):
        return (_special_call or _find_special_call())(op, args)
    return plain_call(op, args)


_special_call: Callable[..., Any] | None = None


def _find_special_call() -> Callable[..., Any]:
    """What deals with levels and overrides; it rests on this module, so it is looked up at the first call that needs it."""
    global _special_call
    from .slow import special_call

    _special_call = special_call
    return special_call


def _find_level_calls() -> dict[type, Callable[..., Any]]:
    from . import slow  # noqa: F401  (imports the modules of all kinds of level)
    return LEVEL_CALLS


def _all_plain(op: Op, args: tuple[Any, ...]) -> bool:
    tensors = op.numbers != "any"
    for i in op.schema.tensor_positions:
        value = args[i]
        if value.__class__ in PLAIN and not (op.has_lists and op.params[i].is_tensor_list):
            tensors = True
        elif not (value.__class__ in _FLOATS and op.numbers == "any" or value is None and op.params[i].type == "Tensor?") and not (
                value.__class__ in (list, tuple) and op.params[i].is_tensor_list and all(v.__class__ in PLAIN for v in value)):
            return False
    return tensors  # numbers alone are refused elsewhere


def plain_call(op: Op, args: tuple[Any, ...]) -> Any:
    """A call below all levels: the kernel on arrays, then views and recording."""
    kernel: Any = op.kernel
    try:
        values = unwrap(op, args)
        result = kernel(*values) if not op.wide_number else run_wide(kernel, values, args[1])
        if result.__class__ is Pending and not op.view:
            raise Unresolved  # the argument itself
        if op.elementwise:
            result = settle_layout(result, [values[i] for i in op.schema.tensor_positions])
    except (ValueError, Unresolved, RuntimeWarning, OverflowError) as error:
        return failed(op, args, error)
    return results_of(op, args, values, result)


def unwrap(op: Op, args: tuple[Any, ...]) -> list[Any]:
    """The arguments as the kernel takes them: arrays for tensors, brought to one dtype if the op wants that."""
    values = list(args)
    positions = op.schema.tensor_positions
    for i in positions:
        value = values[i]
        if value.__class__ in (list, tuple):
            values[i] = [v.array for v in value]
        elif isinstance(value, TensorBase):
            values[i] = value.array
    if op.promote is not None:
        if op.params[positions[0]].is_tensor_list:
            members = values[positions[0]]
            if members:  # of none, the kernel complains
                POLICIES[op.promote](members, tuple(range(len(members))))
        else:
            POLICIES[op.promote](values, op.promoted)
    if op.refuses:
        _check_accepted(op, values)
    return values


def _check_accepted(op: Op, values: list[Any]) -> None:
    """Refuse the dtype of the first array, with which the others agree or fail on their own."""
    for i in op.schema.tensor_positions:
        value = values[i]
        if isinstance(value, _ndarray):
            if value.dtype.kind in op.refuses:
                raise refusal(op, value.dtype)
            return


def failed(op: Op, args: tuple[Any, ...], error: Exception) -> Any:
    """A kernel raised: retry if it was only a warning made an error, otherwise say what PyTorch says."""
    if isinstance(error, Unresolved):
        from .pending import call_again

        return call_again(op, args)
    if isinstance(error, RuntimeWarning):
        from .._array.quiet import quiet

        return quiet(plain_call)(op, args)
    from .errors import explain

    raise explain(op, args, error) from None
