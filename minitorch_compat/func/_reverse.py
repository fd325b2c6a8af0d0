"""Reverse mode: `grad`, `grad_and_value`, `vjp`, `jacrev`."""
from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from .._bindings.tensor.tensor import Tensor
from .._dispatch.call.caller import TENSORS
from .._dispatch.grad_mode import grad_mode
from .._dispatch.levels.lifting import TrackLevel, is_at_level
from .._dispatch.state import LOCAL
from .._engine.backward import check_cotangent, to_bool
from .._engine.run import run_graph
from .._engine.spaces import ARRAYS_BELOW, TensorsBelow
from ..utils._pytree import tree_flatten, tree_map, tree_unflatten, treespec_pprint
from ._arguments import (
    Argnums,
    check_argnums,
    check_real,
    lift_tree,
    lower,
    lower_aux,
    one_like,
    require_gradient,
    reshape_or_view,
    select_arguments,
    split_rows,
    standard_basis,
    zeros_like,
)
from ._vmap import check_chunk, join_chunks, vmap


def grad(func: Callable[..., Any], argnums: Argnums = 0, has_aux: bool = False) -> Callable[..., Any]:
    """Return a function that computes the gradient of ``func``, whose output is a scalar.

    Parameters
    ----------
    func : callable
        Takes tensors, or nested structures of them.
    argnums : int or tuple of int, default 0
        Arguments to differentiate with respect to.
    has_aux : bool, default False
        Whether ``func`` returns a pair, whose second member is passed through.

    Returns
    -------
    callable
        Returns the gradient, structured like the argument, or a tuple of them; with ``has_aux`` a pair.

    Raises
    ------
    RuntimeError
        When called, if the output is not a scalar.

    References
    ----------
    PyTorch: ``torch.func.grad``.

    Examples
    --------
    >>> torch.func.grad(torch.sin)(torch.tensor(0.0))
    tensor(1.)
    >>> torch.func.grad(torch.func.grad(lambda x: x ** 3))(torch.tensor(2.0))
    tensor(12.)
    """

    @functools.wraps(func)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        gradient, value = _grad_and_value(func, argnums, has_aux, args, kwargs)
        return (gradient, value[1]) if has_aux else gradient

    return wrapper


def grad_and_value(func: Callable[..., Any], argnums: Argnums = 0, has_aux: bool = False) -> Callable[..., Any]:
    """Return a function that computes both gradient and output of ``func``.

    Parameters
    ----------
    func : callable
        Takes tensors, returns a scalar.
    argnums : int or tuple of int, default 0
        Arguments to differentiate with respect to.
    has_aux : bool, default False
        Whether ``func`` returns a pair, whose second member is passed through.

    Returns
    -------
    callable
        Returns gradient and output; with ``has_aux`` the second is a pair.

    References
    ----------
    PyTorch: ``torch.func.grad_and_value``.

    Examples
    --------
    >>> torch.func.grad_and_value(lambda x: x ** 2)(torch.tensor(3.0))
    (tensor(6.), tensor(9.))
    """

    @functools.wraps(func)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        return _grad_and_value(func, argnums, has_aux, args, kwargs)

    return wrapper


@contextlib.contextmanager
def _no_saved_hooks() -> Iterator[None]:
    """Context that refuses saved tensor hooks, as in PyTorch: nodes of a level would ignore them."""
    before = LOCAL.saved_hooks_disabled
    refusal = "torch.func.{grad, vjp, jacrev, hessian} don't yet support saved tensor hooks. Please open an issue with your use case."
    if LOCAL.saved_hooks:
        raise RuntimeError(refusal)
    LOCAL.saved_hooks_disabled = refusal
    try:
        yield
    finally:
        LOCAL.saved_hooks_disabled = before


def _grad_and_value(func: Any, argnums: Any, has_aux: bool, args: tuple[Any, ...], kwargs: Any) -> tuple[Any, Any]:
    with _no_saved_hooks(), TrackLevel() as level, grad_mode(True):
        lifted, lifted_kwargs = lift_tree((args, kwargs), level)
        argnums = check_argnums(argnums, len(args))
        leaves, spec = tree_flatten(tree_map(require_gradient, select_arguments(lifted, argnums)))
        output = func(*lifted, **lifted_kwargs)
        output, aux = _check_aux_output(output, "grad_and_value(f)(*args)") if has_aux else (output, None)
        _check_scalar(output, level)
        gradient = tree_unflatten([lower(g, level) for g in _gradients(output, leaves, level)], spec)
        value = lower(output, level)
        return (gradient, (value, lower_aux(aux, level))) if has_aux else (gradient, value)


def _check_aux_output(output: Any, name: str) -> Any:
    if not (isinstance(output, tuple) and len(output) == 2):
        raise RuntimeError(f"{name}: output of function f should be a tuple: (output, aux) if has_aux is True")
    return output


def _check_scalar(output: Any, level: TrackLevel) -> None:
    start = "grad_and_value(f)(*args): Expected f(*args) to return "
    if not isinstance(output, Tensor):
        raise RuntimeError(f"{start}a Tensor, got {type(output)}")
    if output.ndim:
        raise RuntimeError(f"{start}a scalar Tensor, got tensor with {output.ndim} dims. Maybe you wanted to use the vjp or jacrev "
                           "APIs instead?")
    if output._array.dtype.kind == "c" and is_at_level(output, level) and output.requires_grad:
        raise RuntimeError(f"grad can be implicitly created only for real scalar outputs but got {output.dtype}")


def _gradients(output: Any, leaves: list[Any], level: TrackLevel) -> list[Any]:
    """Gradients of a 0-d tensor with respect to the leaves; zeros for independent ones."""
    if not is_at_level(output, level) or not output.requires_grad:
        return [zeros_like(x) for x in leaves]
    found = _backward([output], [one_like(output)], leaves, level, level.outer_grad)
    return [zeros_like(x) if g is None else g for g, x in zip(found, leaves, strict=True)]


def _backward(outputs: list[Any], cotangents: list[Any], leaves: list[Any], level: TrackLevel, record: bool,
              retain: bool = True) -> list[Any]:
    """Run backward at `level` on the tensors below it, or on bare arrays if nothing below is differentiated or batched."""
    if level.plain and all(g._array.__class__ is np.ndarray and g._autograd_meta is None and not g.requires_grad for g in cotangents):
        return run_graph(outputs, cotangents, inputs=leaves, retain=retain, space=ARRAYS_BELOW, all_paths=True)
    delegated_before, LOCAL.delegated = LOCAL.delegated, True
    try:
        return run_graph(outputs, cotangents, inputs=leaves, create_graph=record, retain=retain, space=TensorsBelow(level),
                         all_paths=True)
    finally:
        LOCAL.delegated = delegated_before


def vjp(func: Callable[..., Any], *primals: Any, has_aux: bool = False) -> Any:
    """Output of a function, and the function from cotangents of the output to those of its arguments.

    Parameters
    ----------
    func : callable
        Takes tensors, returns a tensor or a nested structure.
    *primals : Tensor
        The arguments.
    has_aux : bool, default False
        Whether ``func`` returns a pair, whose second member is passed through.

    Returns
    -------
    tuple
        Output and vjp function; with ``has_aux`` also the auxiliary output. The vjp function returns a
        tuple, one entry per argument.

    References
    ----------
    PyTorch: ``torch.func.vjp``.

    Examples
    --------
    >>> y, f = torch.func.vjp(torch.sin, torch.tensor(0.0))
    >>> y, f(torch.tensor(2.0))
    (tensor(0.), (tensor(2.),))
    """
    with _no_saved_hooks():
        return vjp_at(func, primals, has_aux, None)


def vjp_at(func: Any, primals: tuple[Any, ...], has_aux: bool, argnums: Any, traced: bool = False) -> Any:
    """`vjp` with respect to the arguments `argnums` (None: all)."""
    with TrackLevel() as level, grad_mode(True):
        level.traced = traced
        lifted = lift_tree(primals, level)
        selected = lifted if argnums is None else select_arguments(lifted, check_argnums(argnums, len(primals)))
        leaves, spec = tree_flatten(tree_map(require_gradient, selected))
        output = func(*lifted)
        output, aux = _check_aux_output(output, "vjp(f, *primals)") if has_aux else (output, None)
        flat, out_spec = tree_flatten(output)
        _check_outputs(flat)
        results = tree_unflatten([lower(o, level) for o in flat], out_spec)
        aux = lower_aux(aux, level) if has_aux else None
    pull = _pullback(flat, out_spec, leaves, spec, level)
    return (results, pull, aux) if has_aux else (results, pull)


def _check_outputs(flat: list[Any]) -> None:
    if not flat or len(flat) == 1 and flat[0] is None:
        raise RuntimeError(f"vjp(f, *primals): Expected f to be a function that has non-empty output (got output = {flat})")
    for o in flat:
        if not isinstance(o, Tensor):
            raise RuntimeError(f"vjp(f, *primals): expected f(*primals) to return only tensors, got unsupported type {type(o)}")
    for o in flat:
        if o._array.dtype.kind not in "fcV":
            raise RuntimeError(f"vjp(f, ...): All outputs of f must be floating-point or complex Tensors, got Tensor with dtype {o.dtype}")


def _pullback(outputs: list[Any], out_spec: Any, leaves: list[Any], spec: Any, level: TrackLevel) -> Callable[..., Any]:
    """The function from cotangents of outputs to those of primals. Its level is closed, so it computes with tensors below that."""
    def vjp_fn(cotangents: Any, retain_graph: bool = True, create_graph: bool | None = None) -> Any:
        """Compute the cotangents of the primals."""
        flat, found_spec = tree_flatten(cotangents)
        if found_spec != out_spec:
            raise RuntimeError(f"Expected pytree structure of cotangents to be the same as pytree structure of outputs to the function. "
                               f"cotangents: {treespec_pprint(found_spec)}, primal output: {treespec_pprint(out_spec)}")
        for value in (retain_graph, create_graph):
            if value is not None:
                to_bool(value)
        pairs = [(o, check_cotangent(o, g)) for o, g in zip(outputs, flat, strict=True) if is_at_level(o, level) and o.requires_grad]
        if not pairs:
            return tree_unflatten([zeros_like(x) for x in leaves], spec)
        record = LOCAL.grad if create_graph is None else create_graph
        found = _backward([o for o, _ in pairs], [g for _, g in pairs], leaves, level, record, retain_graph)
        return tree_unflatten([zeros_like(x) if g is None else g for g, x in zip(found, leaves, strict=True)], spec)

    vjp_fn.__qualname__ = "_vjp_with_argnums.<locals>.wrapper"  # the name in Python's message for missing arguments
    return vjp_fn


def jacrev(func: Callable[..., Any], argnums: Argnums = 0, *, has_aux: bool = False, chunk_size: int | None = None,
           _preallocate_and_copy: bool = False) -> Callable[..., Any]:
    """Return a function that computes the Jacobian of ``func`` by reverse mode: efficient for few outputs.

    Parameters
    ----------
    func : callable
        Takes tensors, returns a tensor or a nested structure.
    argnums : int or tuple of int, default 0
        Arguments to differentiate with respect to.
    has_aux : bool, default False
        Whether ``func`` returns a pair, whose second member is passed through.
    chunk_size : int, optional
        Number of rows computed at once; None for all.
    _preallocate_and_copy : bool, default False
        Whether chunks are copied into a preallocated result.

    Returns
    -------
    callable
        Returns tensors of shape output + input, nested like both.

    References
    ----------
    PyTorch: ``torch.func.jacrev``.

    Examples
    --------
    >>> torch.func.jacrev(torch.sin)(torch.zeros(2))
    tensor([[1., 0.],
            [0., 1.]])
    """
    if chunk_size.__class__ is bool:
        raise TypeError("jacrev: `chunk_size` should be an int, not bool")
    if not (chunk_size is None or chunk_size > 0):
        raise ValueError("jacrev: `chunk_size` should be greater than 0.")

    @functools.wraps(func)
    def wrapper(*args: Any) -> Any:
        check_real(tree_flatten(args)[0], "jacrev: Expected all inputs")
        check_argnums(argnums, len(args))
        with _no_saved_hooks():
            found = vjp_at(func, args, has_aux, argnums)
        output, pull = found[:2]
        flat, out_spec = tree_flatten(output)
        check_real(flat, "jacrev: Expected all outputs")
        inputs, in_spec = tree_flatten(select_arguments(args, check_argnums(argnums, len(args))))
        rows = _jacobian_rows(pull, flat, out_spec, chunk_size)
        blocks = [_jacobian_blocks(t, flat, x) for t, x in zip(rows, inputs, strict=True)]
        jacobian = tree_unflatten([tree_unflatten(list(per_output), in_spec) for per_output in zip(*blocks, strict=True)], out_spec)
        return (jacobian, found[2]) if has_aux else jacobian

    return wrapper


def _jacobian_rows(pull: Any, outputs: list[Any], out_spec: Any, chunk_size: int | None) -> list[Any]:
    """The rows of the Jacobian: for each input a tensor (elements of all outputs, *input.shape)."""
    def one(basis: Any) -> list[Any]:
        return tree_flatten(pull(tree_unflatten(basis, out_spec)))[0]

    basis = standard_basis(outputs)
    total = basis[0]._array.shape[0]
    if chunk_size == 1 and not total:  # the loop over single rows needs at least one
        raise AssertionError("expected t.size(0) to be 1, got 0")
    if chunk_size is None or chunk_size >= total:
        return vmap(one)(basis)
    check_chunk(chunk_size)
    parts = [vmap(one)(tuple(TENSORS.narrow(b, 0, i, min(chunk_size, total - i)) for b in basis)) for i in range(0, total, chunk_size)]
    return [join_chunks(list(members), 0) for members in zip(*parts, strict=True)]


def _jacobian_blocks(rows: Any, outputs: list[Any], x: Any) -> list[Any]:
    return [reshape_or_view(part, (*o.shape, *x.shape)) for part, o in zip(split_rows(rows, outputs), outputs, strict=True)]

