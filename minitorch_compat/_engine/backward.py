"""`backward` and `grad`: checks of the arguments, then the engine."""
from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from operator import index
from typing import Any

import numpy as np

from .._array.core.dtypes import is_differentiable
from .._array.core.meta import MetaArray, make_meta
from .._array.core.user_warnings import warn
from .._dispatch.call.caller import TENSORS, wrap
from .._dispatch.graph.views import refresh
from .._dispatch.levels.lifting import (
    BatchLevel,
    forbid_backward,
    is_at_level,
    lift_batch,
    refuse_batched_outputs,
    resolve_levels,
    value_below,
)
from .._dispatch.size import Size
from .._dispatch.state import ACTIVE, PLAIN
from .._dispatch.tensor import MAYBE, TensorBase, is_meta_tensor, is_tensor
from .run import leaf_gradients, run_from_tensor, run_graph


def _as_tuple(value: Any) -> tuple[Any, ...]:
    return (value,) if isinstance(value, TensorBase) or _is_edge(value) else tuple(value)


def _is_edge(value: Any) -> bool:
    """Whether `value` is a `graph.GradientEdge`."""
    return isinstance(value, tuple) and hasattr(value, "node") and hasattr(value, "output_nr")


def _parse_inputs(value: Any, caller: str) -> tuple[Any, ...]:
    """The `inputs` of `backward` and `grad` as a tuple; their types are checked last, as in PyTorch."""
    if value.__class__ is not dict and isinstance(value, Mapping) and not isinstance(value, TensorBase):
        raise TypeError(f"`inputs` argument to `{caller}()` must be a dict, not {type(value).__name__}. Other Mapping types are not "
                        "supported.")
    parsed = _as_tuple(value.values() if value.__class__ is dict else value)
    if not parsed:
        raise RuntimeError(f"`inputs` argument to `{caller}()` cannot be empty.")
    return parsed


def _check_tensor_or_edge(t: Any) -> None:
    if not isinstance(t, TensorBase) and not _is_edge(t):
        raise RuntimeError(f"all inputs have to be Tensors or GradientEdges, but got {type(t).__name__}")


def backward(
    tensors: Any, grad_tensors: Any = None, retain_graph: bool | None = None, create_graph: bool = False,
    grad_variables: Any = None, inputs: Any = None,
) -> None:
    """Add the gradients of tensors to the ``.grad`` of the leaves they depend on.

    Parameters
    ----------
    tensors : Tensor or sequence of Tensor
        What is differentiated.
    grad_tensors : Tensor or sequence of Tensor, optional
        The gradient at each of them; a tensor of one element needs none.
    retain_graph : bool, optional
        Whether what the graph saved is kept, for another backward; None is ``create_graph``.
    create_graph : bool, default False
        Whether backward is recorded, for higher derivatives.
    grad_variables : object, optional
        Deprecated name of ``grad_tensors``.
    inputs : Tensor or sequence, optional
        Only these get gradients; None is all leaves.

    Raises
    ------
    RuntimeError
        For a tensor without history, a missing or misshaped gradient, or a graph that was used up.

    References
    ----------
    PyTorch: ``torch.autograd.backward``.

    Examples
    --------
    >>> x = torch.tensor([1.0, 2.0], requires_grad=True)
    >>> torch.autograd.backward((x ** 2).sum())
    >>> x.grad
    tensor([2., 4.])
    """
    if grad_variables is not None:
        warn("`grad_variables` is deprecated. Use `grad_tensors` instead.", FutureWarning)
        if grad_tensors is not None:
            raise RuntimeError("`grad_tensors` and `grad_variables` (deprecated) arguments both passed to `backward()`. Please only use "
                               "`grad_tensors`.")
        grad_tensors = grad_variables
    if ACTIVE:
        forbid_backward()
    input_edges = None if inputs is None else _parse_inputs(inputs, "backward")
    outputs = _as_tuple(tensors)
    cotangents = make_cotangents(outputs, grad_tensors)
    create_graph = to_bool(create_graph)
    retain_graph = create_graph if retain_graph is None else to_bool(retain_graph)
    check_outputs(outputs)
    if input_edges is not None:
        for t in input_edges:
            _check_tensor_or_edge(t)
            if isinstance(t, TensorBase):
                t.retain_grad()  # type: ignore[attr-defined]
    if create_graph:
        _warn_about_cycle()
    run_graph(outputs, cotangents, inputs=input_edges, create_graph=create_graph, retain=retain_graph,
              accumulate_into=input_edges is not None)


def backward_from_tensor(t: Any, gradient: Any, retain_graph: bool | None, create_graph: bool, inputs: Any) -> None:
    """`backward` of one tensor; a scalar loss, or a gradient that fits it, skips the general checks."""
    array = t._array
    dtype = t._dtype
    if (inputs is None and create_graph is False and array.__class__ is np.ndarray and (dtype is _FLOAT32 or dtype.char == "d")
            and t.requires_grad and t._requires_grad is not MAYBE):
        if gradient is None:
            if array.size == 1:
                run_from_tensor(t, _one_like(array, dtype), retain_graph is not None and to_bool(retain_graph))
                return
        elif gradient.__class__ in PLAIN and not ACTIVE:
            cotangent = gradient._array
            if cotangent.__class__ is np.ndarray and cotangent.shape == array.shape and gradient._dtype is dtype:
                run_from_tensor(t, cotangent, retain_graph is not None and to_bool(retain_graph), gradient)
                return
    backward((t,), gradient, retain_graph, create_graph, inputs=inputs)


def to_bool(value: Any) -> bool:
    """`value` as a bool; what is not an integer is refused as Python refuses it."""
    if value.__class__ is bool:
        return value
    number = index(value)
    if not 0 <= number < 256:
        raise OverflowError(f"unsigned byte integer is {'less than minimum' if number < 0 else 'greater than maximum'}")
    return bool(number)


def _warn_about_cycle() -> None:
    """Warn once per process, as PyTorch does."""
    if not _CYCLE_WARNED:
        _CYCLE_WARNED.append(True)
        warn("Using backward() with create_graph=True will create a reference cycle between the parameter and its gradient which can cause "
             "a memory leak. We recommend using autograd.grad when creating the graph to avoid this. If you have to use this function, "
             "make sure to reset the .grad fields of your parameters to None after use to break the cycle and avoid the leak.")


_CYCLE_WARNED: list[bool] = []


_FLOAT32 = np.dtype(np.float32)
_ONE32 = np.ones((), np.float32)


def _one_like(array: Any, dtype: Any) -> Any:
    """A fresh array with a single one, in the shape of `array`."""
    one = _ONE32 if dtype is _FLOAT32 else np.ones((), dtype)
    return one.copy() if not array.ndim else one.reshape(array.shape).copy()


def grad(
    outputs: Any, inputs: Any, grad_outputs: Any = None, retain_graph: bool | None = None, create_graph: bool = False,
    only_inputs: bool = True, allow_unused: bool | None = None, is_grads_batched: bool = False, materialize_grads: bool = False,
) -> Any:
    """Gradients of tensors with respect to others; ``.grad`` is left alone.

    Parameters
    ----------
    outputs : Tensor or sequence of Tensor
        What is differentiated.
    inputs : Tensor, sequence or dict of Tensor
        With respect to what.
    grad_outputs : Tensor or sequence of Tensor, optional
        The gradient at each output; a tensor of one element needs none.
    retain_graph : bool, optional
        Whether what the graph saved is kept; None is ``create_graph``.
    create_graph : bool, default False
        Whether backward is recorded, for higher derivatives.
    only_inputs : bool, default True
        Deprecated, True.
    allow_unused : bool, optional
        Whether an input may have no influence (its gradient is None); None is ``materialize_grads``.
    is_grads_batched : bool, default False
        Whether ``grad_outputs`` have a first dimension of several backwards in one.
    materialize_grads : bool, default False
        Whether zeros replace None.

    Returns
    -------
    tuple of Tensor
        One for each input; a dict for a dict.

    Raises
    ------
    RuntimeError
        For a tensor without history, an input without influence, or a graph that was used up.

    References
    ----------
    PyTorch: ``torch.autograd.grad``.

    Examples
    --------
    >>> x = torch.tensor(3.0, requires_grad=True)
    >>> y = x ** 3
    >>> (first,) = torch.autograd.grad(y, x, create_graph=True)
    >>> (second,) = torch.autograd.grad(first, x)
    >>> first.item(), second.item()
    (27.0, 18.0)
    """
    if materialize_grads and allow_unused is False:
        raise ValueError("Expected allow_unused to be True or not passed when materialize_grads=True, but got: allow_unused=False.")
    if not only_inputs:
        warn("only_inputs argument is deprecated and is ignored now (defaults to True). To accumulate gradient for other "
             "parts of the graph, please use torch.autograd.backward.", FutureWarning)
    leaves = (inputs,) if inputs.__class__ in PLAIN else inputs
    if (leaves.__class__ in _LISTS and create_graph.__class__ is bool and not (is_grads_batched or materialize_grads)
            and retain_graph.__class__ in _FLAGS and allow_unused.__class__ in _FLAGS):
        retain = create_graph if retain_graph is None else retain_graph
        grads = _grad_fast_path(outputs, leaves, grad_outputs, retain, create_graph, allow_unused)
        if grads is not None:
            return grads
    outs = _as_tuple(outputs)
    if ACTIVE:
        refuse_batched_outputs(outs)
    names = _names(inputs)
    input_edges = _parse_inputs(inputs, "grad")
    if is_grads_batched:
        cotangents = batched_cotangents(outs, grad_outputs)
        _check_batches(outs, cotangents)
    else:
        cotangents = make_cotangents(outs, grad_outputs)
    retain = to_bool(create_graph if retain_graph is None else retain_graph)
    create_graph = to_bool(create_graph)
    allows_unused = to_bool(materialize_grads if allow_unused is None else allow_unused)
    check_outputs(outs)
    check_inputs(input_edges)
    if is_grads_batched:
        grads = _run_batched(outs, input_edges, cotangents, create_graph, retain)
    else:
        grads = run_graph(outs, cotangents, inputs=input_edges, create_graph=create_graph, retain=retain)
    results = tuple(grad_or_default(i, g, t, allows_unused, materialize_grads, create_graph)
                    for i, (g, t) in enumerate(zip(grads, input_edges, strict=True)))
    return dict(zip(names, results, strict=True)) if names is not None else results


def _names(inputs: Any) -> list[Any] | None:
    """The keys of a dict; None of anything else."""
    return list(inputs) if inputs.__class__ is dict else None


_LISTS = frozenset({tuple, list})
_FLAGS = frozenset({bool, type(None)})
_ndarray = np.ndarray


def _grad_fast_path(
    outputs: Any, inputs: Any, cotangents: Any, retain: bool, create_graph: bool, allow_unused: bool | None,
) -> tuple[Any, ...] | None:
    """The common case without the general checks: plain tensors that are scalars or have matching cotangents; None otherwise."""
    outs = outputs if outputs.__class__ in _LISTS else (outputs,)
    grad_outputs = cotangents if cotangents.__class__ in _LISTS else (cotangents,) if cotangents is not None else (None,) * len(outs)
    if len(grad_outputs) != len(outs) or not outs or not inputs:
        return None
    roots, caller_cotangents = [], {}
    for t, cotangent in zip(outs, grad_outputs, strict=True):
        if t.__class__ not in PLAIN or cotangent is not None and cotangent.__class__ not in PLAIN:
            return None
        array, dtype = t._array, t._dtype
        if dtype is not _FLOAT32 and dtype.char != "d" or not t.requires_grad:
            return None
        if cotangent is None:
            if array.size != 1 or array.__class__ is MetaArray:
                return None
            g = _one_like(array, dtype)
        else:
            g = cotangent._array
            if g.__class__ is not _ndarray or g.shape != array.shape or cotangent._dtype is not dtype:
                return None
            caller_cotangents[id(g)] = cotangent
        roots.append((t, g))
    grads = None if create_graph else leaf_gradients(roots, inputs, retain, caller_cotangents)
    if grads is None:
        if ACTIVE or any(t.__class__ not in PLAIN or t._requires_grad is not True or t._view is not None for t in (*inputs, *outs)):
            return None
        ones = [wrap(g) if t is None else t for t, (_, g) in zip(grad_outputs, roots, strict=True)]
        grads = run_graph(outs, ones, inputs=inputs, create_graph=create_graph, retain=retain)
    return tuple([grad_or_default(i, None, None, bool(allow_unused), False) if g is None else g for i, g in enumerate(grads)])


def batched_cotangents(outs: Sequence[Any], grad_outputs: Any) -> list[Any]:
    """Cotangents with a leading batch dimension, one backward per element."""
    cots: Sequence[Any] = [None] * len(outs) if grad_outputs is None else (
        [grad_outputs] if isinstance(grad_outputs, TensorBase) else list(grad_outputs))
    checked = []
    for o, g in zip(outs, cots, strict=False):
        shape = meta_of(o)[0]
        if g is None:
            checked.append(_make_cotangent(o, None))
            continue
        if not is_tensor(g):
            raise TypeError(f"gradients can be either Tensors or None, but got {type(g).__name__}")
        if not g._array.ndim:
            raise IndexError("invalid index of a 0-dim tensor. Use `tensor.item()` in Python or `tensor.item<T>()` in C++ to convert a "
                             "0-dim tensor to a number")
        if not g._array.shape[0]:
            raise IndexError("index 0 is out of bounds for dimension 0 with size 0")
        if g._array.shape[1:] != shape:
            if not is_tensor(o):
                raise RuntimeError("Batched grads are not supported with GradientEdge")
            indices = _error_indices(o, g, outs, cots)
            raise RuntimeError(_BATCHED_MISMATCH.format(*indices, Size(g._array.shape[2:]), Size(shape)))  # PyTorch prints these sizes
        _check_complexness(o, g, outs, cots)
        checked.append(g)
    return checked


def _check_batches(outs: Sequence[Any], cots: list[Any]) -> None:
    """Refuse cotangents without a leading batch dimension, as PyTorch's vmap does."""
    for g in cots:
        if g is None:
            raise ValueError("vmap(vjp, in_dims=0, ...)(<inputs>): Got in_dim=0 for an input but the input is of type <class 'NoneType'>. "
                             "We cannot vmap over non-Tensor arguments, please use None as the respective in_dim")
        if not g._array.ndim:
            raise ValueError("vmap(vjp, in_dims=0, ...)(<inputs>): Got in_dim=0 for some input, but that input is a Tensor of "
                             "dimensionality 0 so expected in_dim to satisfy 0 <= in_dim < 0.")
    if not cots:
        raise IndexError("list index out of range")
    if len(cots) < len(outs):
        raise RuntimeError(f"got {len(outs)} tensors and {len(cots)} gradients")


def _run_batched(outs: Sequence[Any], input_edges: tuple[Any, ...], cots: list[Any], create_graph: bool, retain: bool) -> list[Any]:
    """Run many backwards as one, over the leading dimension of each cotangent; gradients have that dimension, too."""
    if len(sizes := [g._array.shape[0] for g in cots]) > 1 and len({*sizes}) > 1:
        raise ValueError(f"vmap: Expected all tensors to have the same size in the mapped dimension, got sizes {sizes} for the mapped "
                         "dimension")
    with BatchLevel(cots[0]._array.shape[0], "error") as level:
        level.is_legacy = True
        lifted = [check_cotangent(o, lift_batch(g, level)) for o, g in zip(outs, cots, strict=True)]
        grads = run_graph(outs, lifted, inputs=input_edges, create_graph=create_graph, retain=retain)
        return [None if g is None else _with_batch_dim(g, level) for g in grads]


_BATCHED_MISMATCH = ("If `is_grads_batched=True`, we interpret the first dimension of each grad_output as the batch dimension. The "
                     "sizes of "
                     "the remaining dimensions are expected to match the shape of corresponding output, but a mismatch was detected: "
                     "grad_output[{0}] has a shape of {2} and output[{1}] has a shape of {3}. If you only want some tensors in "
                     "`grad_output` "
                     "to be considered batched, consider using vmap.")


def _with_batch_dim(g: Any, level: BatchLevel) -> Any:
    """A gradient with the batch dimension first."""
    if is_at_level(g, level):
        return value_below(g, level)
    return TENSORS.expand(TENSORS.unsqueeze(g, 0), (level.size, *g._array.shape))


def grad_or_default(index: int, g: Any, t: Any, allow_unused: bool, materialize: bool, create_graph: bool = False) -> Any:
    """The gradient `g` of the input `t`; for None an error, None or zeros, depending on the flags."""
    if g is not None:
        return g
    if not allow_unused:
        raise RuntimeError(f"The differentiated Tensor at index {index} appears to not have been used in the graph. Set "
                           "allow_unused=True if this is the desired behavior.")
    if materialize and _is_edge(t):
        raise RuntimeError("materialize_grads cannot be used when the given input is a GradientEdge")
    if not materialize:
        return None
    zeros = wrap(make_meta(t._array.shape, t._array.dtype) if is_meta_tensor(t) else np.zeros_like(t._array))
    zeros._requires_grad = create_graph
    return zeros


def make_cotangents(outputs: Sequence[Any], grad_tensors: Any) -> list[Any]:
    """One cotangent for each output, from None, a tensor or a sequence."""
    if grad_tensors is None:
        cots: Sequence[Any] = [None] * len(outputs)
    elif isinstance(grad_tensors, TensorBase):
        cots = [grad_tensors]
    else:
        cots = list(grad_tensors)
    # PyTorch ignores cotangents without an output.
    checked = [_make_cotangent(o, g, outputs, cots) for o, g in zip(outputs, cots, strict=False)]
    if len(cots) < len(outputs):
        raise RuntimeError(f"got {len(outputs)} tensors and {len(cots)} gradients")
    return checked


def _error_indices(out: Any, g: Any, outs: Sequence[Any], cots: Sequence[Any]) -> tuple[int, int]:
    """The indices that an error names, found by comparing tensors as PyTorch does, which may raise itself."""
    return (cots.index(g), outs.index(out)) if outs else (0, 0)


def _check_complexness(out: Any, g: Any, outs: Sequence[Any], cots: Sequence[Any]) -> None:
    """Raise where one of `out` and `g` is complex and the other is not."""
    dtype = meta_of(out)[1]
    if (g._array.dtype.kind == "c") != (dtype.kind == "c"):
        grad_index, output_index = _error_indices(out, g, outs, cots)
        raise RuntimeError(
            "For complex Tensors, both grad_output and output are required to have the same dtype. Mismatch in dtype: "
            f"grad_output[{grad_index}] has a dtype of {g.dtype} and output[{output_index}] has a dtype of {_torch_dtype(dtype)}.")


def _make_cotangent(out: Any, g: Any, outs: Sequence[Any] = (), cots: Sequence[Any] = ()) -> Any:
    shape, dtype = meta_of(out)
    if g is None:
        if is_tensor(out) and not out.requires_grad:
            return None
        if prod(shape) != 1:
            raise RuntimeError("grad can be implicitly created only for scalar outputs")
        if not is_differentiable(dtype) or dtype.kind == "c":
            raise RuntimeError(f"grad can be implicitly created only for real scalar outputs but got {_torch_dtype(dtype)}")
        if is_tensor(out) and out._array.__class__ is MetaArray:
            return wrap(make_meta(shape, dtype))
        one = np.empty(shape, dtype)
        one.fill(1)
        if not ACTIVE:
            return wrap(one)
        from .profiled import profiled_ones

        return profiled_ones(wrap(one))
    if not is_tensor(g):
        raise TypeError(f"gradients can be either Tensors or None, but got {type(g).__name__}")
    if g._array.shape != shape:
        grad_index, output_index = _error_indices(out, g, outs, cots)
        raise RuntimeError(
            f"Mismatch in shape: grad_output[{grad_index}] has a shape of {g.shape} and output[{output_index}] has a shape of "
            f"{Size(shape)}.")
    _check_complexness(out, g, outs, cots)
    g = resolve_levels(g)
    if is_tensor(out) and is_meta_tensor(out) is not is_meta_tensor(g):
        raise RuntimeError(f"invalid gradient at index 0 - expected device {out.device} but got {g.device}")
    return g if g._array.dtype is dtype else g.to(_torch_dtype(dtype))


def check_cotangent(out: Any, g: Any) -> Any:
    """`g` as a cotangent of the tensor `out`, or PyTorch's error."""
    return _make_cotangent(out, g)


def _torch_dtype(dtype: Any) -> Any:
    from .._dispatch.dtype import of

    return of(dtype)


def meta_of(out: Any) -> tuple[tuple[int, ...], Any]:
    """Shape and numpy dtype of a tensor, or of the output that an edge refers to."""
    if is_tensor(out):
        return out._array.shape, out._array.dtype
    if not _is_edge(out):
        raise AssertionError("Expected output to be a torch.Tensor")
    node = out.node
    if node.shape is not None and out.output_nr:
        raise IndexError("tuple index out of range")
    return (node.shape, node.dtype) if node.shape is not None else node.metas[out.output_nr]


def _can_start_at(out: Any) -> bool:
    """Whether a gradient can start at `out`; not at a view without a node that only inherits `requires_grad` from its base."""
    return not is_tensor(out) or bool(out.requires_grad) and (out._requires_grad is not MAYBE or out.grad_fn is not None)


def check_outputs(outputs: Sequence[Any]) -> None:
    """Refuse tensors without a graph."""
    for i, out in enumerate(outputs):
        _refresh_view(out)
        if not _can_start_at(out):
            raise RuntimeError(f"element {i} of tensors does not require grad and does not have a grad_fn")


def check_inputs(inputs: Sequence[Any]) -> None:
    """Refuse what is neither tensor nor edge, and tensors that do not require grad."""
    for t in inputs:
        _check_tensor_or_edge(t)
        if isinstance(t, TensorBase) and not t.requires_grad:  # type: ignore[attr-defined]
            raise RuntimeError("One of the differentiated Tensors does not require grad")
        _refresh_view(t)


def _refresh_view(t: Any) -> None:
    """Refresh a view's history, which raises if the view was invalidated."""
    if is_tensor(t) and t._view is not None:
        refresh(t)
