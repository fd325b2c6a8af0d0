"""Forward mode: `jvp`, `jacfwd`, `hessian`, `linearize`."""
from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

import numpy as np

from .._array.sparse.coo import Sparse
from .._bindings.tensor.tensor import Tensor
from .._dispatch.call.caller import TENSORS
from .._dispatch.call.torch_function import overrides
from .._dispatch.graph.inplace import check_overlap
from .._dispatch.levels.forward import enter_level, exit_level, primal_alias, primal_of, set_tangent, tangent_in_layout_of, tangent_of
from .._dispatch.levels.lifting import TrackLevel, lift, resolve_levels
from .._dispatch.state import LOCAL, NO_LEVEL_LIMIT
from .._dispatch.unsupported import UnsupportedError
from ..utils._pytree import TreeSpec, tree_flatten, tree_map, tree_unflatten
from ._arguments import (
    Argnums,
    check_argnums,
    check_aux,
    check_real,
    replace_arguments,
    reshape_or_view,
    select_arguments,
    standard_basis,
    zeros_like,
)
from ._reverse import jacrev, vjp_at
from ._vmap import vmap

_JVP = "jvp(f, primals, tangents): "


def jvp(func: Callable[..., Any], primals: Any, tangents: Any, *, strict: bool = False, has_aux: bool = False) -> Any:
    """Output and directional derivative of a function, by forward mode.

    Parameters
    ----------
    func : callable
        Takes tensors, returns a tensor or a nested structure.
    primals : tuple of Tensor
        The arguments.
    tangents : tuple of Tensor
        The direction, like ``primals``.
    strict : bool, default False
        Whether an output that does not depend on the arguments raises; otherwise its tangent is zero.
    has_aux : bool, default False
        Whether ``func`` returns a pair, whose second member is passed through.

    Returns
    -------
    tuple
        Output and tangent; with ``has_aux`` also the auxiliary output.

    References
    ----------
    PyTorch: ``torch.func.jvp``.

    Examples
    --------
    >>> torch.func.jvp(torch.exp, (torch.tensor(0.0),), (torch.tensor(3.0),))
    (tensor(1.), tensor(3.))
    """
    return jvp_at(func, primals, tangents, strict, has_aux, None)


def jvp_at(func: Any, primals: Any, tangents: Any, strict: bool, has_aux: bool, argnums: Any) -> Any:
    """`jvp` where only the arguments `argnums` (None: all) have tangents."""
    if not isinstance(primals, tuple):
        raise RuntimeError(f"{_JVP}Expected primals to be a tuple. E.g. it should be valid to call f(*primals).")
    selected = primals if argnums is None else select_arguments(primals, check_argnums(argnums, len(primals)))
    flat, spec = tree_flatten(selected)
    flat_tangents, tangent_spec = tree_flatten(tangents)
    if spec != tangent_spec:
        raise RuntimeError(f"{_JVP}Expected primals and tangents to have the same python structure. For example, if primals is a "
                           "tuple of 3 "
                           f"tensors, tangents also must be. Got primals with structure {spec} and tangents with structure {tangent_spec}")
    _check_tensors(flat, "primals")
    _check_tensors(flat_tangents, "tangents")
    level = enter_level(functional=True)
    limit, LOCAL.forward_limit = LOCAL.forward_limit, NO_LEVEL_LIMIT  # also in inference mode
    try:
        duals = tree_unflatten([_make_dual(p, t, level) for p, t in zip(flat, flat_tangents, strict=True)], spec)
        output = func(*(duals if argnums is None else replace_arguments(primals, check_argnums(argnums, len(primals)), duals)))
        return _split_result(output, level, strict, has_aux)
    finally:
        LOCAL.forward_limit = limit
        _close_levels(level)


def _close_levels(level: int) -> None:
    """Close a level, and those above it left open by an exception."""
    while len(LOCAL.levels) > level:
        exit_level(len(LOCAL.levels) - 1)


def _check_tensors(flat: list[Any], what: str) -> None:
    if not flat:
        raise RuntimeError(f"{_JVP}Expected {what} to contain at least one Tensor.")
    for x in flat:
        if not isinstance(x, Tensor):
            raise RuntimeError(f"{_JVP}Expected {what} to only contain Tensors, got {type(x)}")


def check_floating(t: Any, what: str) -> None:
    """Refuse tensors that are neither floating point nor complex."""
    if isinstance(t, Tensor) and t._array.dtype.kind not in "fcV":
        raise ValueError(f"Expected {what} to be floating point or complex, but got: {t.dtype}")


def _in_layout_of(primal: Any, tangent: Any) -> Any:
    """The tangent copied to the strides of the primal; raises if elements of the primal overlap in memory."""
    a, t = primal._array, tangent._array
    if a.__class__ is not np.ndarray:
        return tangent
    if t.__class__ is np.ndarray:
        delegated, LOCAL.delegated = LOCAL.delegated, True  # the copy is internal to the level
        try:
            return tangent_in_layout_of(primal, tangent)
        finally:
            LOCAL.delegated = delegated
    check_overlap(a, ())
    return tangent


def _make_dual(primal: Any, tangent: Any, level: int) -> Any:
    primal, tangent = resolve_levels(primal), resolve_levels(tangent)
    check_floating(primal, "primal")
    check_floating(tangent, "tangent")
    if tangent.is_complex() and not primal.is_complex():
        raise UnsupportedError(f"torch.func.jvp with a tangent of {tangent.dtype} beside a primal of {primal.dtype}")
    if primal._array.shape != tangent._array.shape:
        raise RuntimeError(f"Trying to set a forward gradient that has a different size than that of the original Tensor, this is not "
                           "supported. "
                           f"Tensor is of size {list(primal.shape)} while the given forward gradient is of size {list(tangent.shape)}.")
    tangent = _in_layout_of(primal, tangent)
    # A parameter becomes a tensor; subclasses with `__torch_function__` keep their class.
    dual = primal_alias(primal, None if overrides(primal) or isinstance(primal._array, Sparse) else Tensor)
    set_tangent(dual, level, tangent)
    LOCAL.levels[level].input_tangents.append(tangent)
    return dual


def _split_result(output: Any, level: int, strict: bool, has_aux: bool) -> Any:
    """Split the result of a function of duals into primals, tangents and auxiliary output."""
    aux = None
    if has_aux:
        if not (isinstance(output, tuple) and len(output) == 2):
            raise RuntimeError(f"{_JVP}output of function f should be a tuple: (output, aux) if has_aux is True")
        output, aux = output
        aux = tree_map(lambda x: primal_of(resolve_levels(check_aux(x)), level), aux)
    flat, spec = tree_flatten(output)
    if not flat or len(flat) == 1 and flat[0] is None:
        raise RuntimeError(f"{_JVP}Expected f to be a function that has non-empty output (got output = {flat})")
    for o in flat:
        if not isinstance(o, Tensor):
            raise RuntimeError(f"{_JVP}expected f(*primals) to return only tensors, got unsupported type {type(o)}")
    flat = [resolve_levels(o) for o in flat]
    primals = tree_unflatten([_unwrap_primal(o, level) for o in flat], spec)
    tangents = tree_unflatten([_unwrap_tangent(o, level, strict) for o in flat], spec)
    return (primals, tangents, aux) if has_aux else (primals, tangents)


def _unwrap_primal(o: Any, level: int) -> Any:
    primal = _to_plain_tensor(primal_of(o, level))
    return TENSORS.alias(primal) if primal.requires_grad else primal


def _to_plain_tensor(t: Any) -> Any:
    """Convert a subclass with `__torch_function__` to a plain tensor, as PyTorch does on leaving the transform."""
    return primal_alias(t, Tensor) if overrides(t) else t


def _unwrap_tangent(o: Any, level: int, strict: bool) -> Any:
    tangent = tangent_of(o, level)
    if tangent is not None:
        return _to_plain_tensor(tangent)
    if strict:
        raise RuntimeError("jvp(f, primals, tangents, strict=True): The output of f is independent of the inputs. This is not allowed with "
                           "strict=True.")
    return zeros_like(o)


def jacfwd(func: Callable[..., Any], argnums: Argnums = 0, has_aux: bool = False, *, randomness: str = "error") -> Callable[..., Any]:
    """Return a function that computes the Jacobian of ``func`` by forward mode: efficient for few inputs.

    Parameters
    ----------
    func : callable
        Takes tensors, returns a tensor or a nested structure.
    argnums : int or tuple of int, default 0
        Arguments to differentiate with respect to.
    has_aux : bool, default False
        Whether ``func`` returns a pair, whose second member is passed through.
    randomness : str, default 'error'
        As for ``vmap``.

    Returns
    -------
    callable
        Returns tensors of shape output + input, nested like both.

    References
    ----------
    PyTorch: ``torch.func.jacfwd``.

    Examples
    --------
    >>> torch.func.jacfwd(lambda x: x ** 2)(torch.tensor([1.0, 2.0]))
    tensor([[2., 0.],
            [0., 4.]])
    """

    @functools.wraps(func)
    def wrapper(*args: Any) -> Any:
        check_real(tree_flatten(args)[0], "jacfwd: Expected all inputs")
        inputs, spec = tree_flatten(args if argnums is None else select_arguments(args, check_argnums(argnums, len(args))))
        out_dims = (0, None) if has_aux else 0

        def push(basis: Any) -> Any:
            found = jvp_at(func, args, tree_unflatten(basis, spec), False, has_aux, argnums)
            check_real(tree_flatten(found[0])[0], "jacfwd: Expected all outputs")
            return found[1:] if has_aux else found[1]

        found = vmap(push, 0, out_dims, randomness)(tuple(_lift_to_reverse_levels(b) for b in standard_basis(inputs)))
        columns, aux = found if has_aux else (found, None)
        flat, out_spec = tree_flatten(columns)
        jacobian = tree_unflatten([tree_unflatten(_jacobian_blocks(t, inputs), spec) for t in flat], out_spec)
        return (jacobian, aux) if has_aux else jacobian

    return wrapper


def _lift_to_reverse_levels(t: Any) -> Any:
    """Lift a new tensor to all open reverse levels, so that results computed from it may be changed in place in them."""
    for level in LOCAL.levels:
        if level.__class__ is TrackLevel:
            t = lift(t, level)
    return t


def _jacobian_blocks(columns: Any, inputs: list[Any]) -> list[Any]:
    """Split `columns` of shape (elements of all inputs, *output.shape) into one Jacobian per input."""
    shape = columns.shape[1:]
    last = TENSORS.movedim(columns, 0, -1)
    parts = TENSORS.split_with_sizes(last, tuple(x._array.size for x in inputs), -1)
    return [reshape_or_view(part, (*shape, *x.shape)) for part, x in zip(parts, inputs, strict=True)]


def hessian(func: Callable[..., Any], argnums: Argnums = 0) -> Callable[..., Any]:
    """Return a function that computes the Hessian of ``func``, by forward over reverse mode.

    Parameters
    ----------
    func : callable
        Takes tensors, returns a tensor.
    argnums : int or tuple of int, default 0
        Arguments to differentiate with respect to.

    Returns
    -------
    callable
        Returns tensors of shape output + input + input.

    References
    ----------
    PyTorch: ``torch.func.hessian``.

    Examples
    --------
    >>> torch.func.hessian(lambda x: (x ** 3).sum())(torch.tensor([1.0, 2.0]))
    tensor([[ 6.,  0.],
            [ 0., 12.]])
    """
    return jacfwd(jacrev(func, argnums), argnums)


def linearize(func: Callable[..., Any], *primals: Any) -> tuple[Any, Callable[..., Any]]:
    """Output of a function, and its derivative at ``primals`` as a linear function, reusable for many directions.

    Parameters
    ----------
    func : callable
        Takes tensors, returns a tensor or a nested structure.
    *primals : Tensor
        The arguments.

    Returns
    -------
    tuple
        Output, and the function from input tangents to output tangents.

    References
    ----------
    PyTorch: ``torch.func.linearize``.

    Examples
    --------
    >>> y, f = torch.func.linearize(torch.exp, torch.tensor(0.0))
    >>> f(torch.tensor(1.0)), f(torch.tensor(2.0))
    (tensor(1.), tensor(2.))
    """
    flat, spec = tree_flatten(primals)
    for p in flat:
        check_floating(p, "primal")
    if not flat:
        return func(), lambda: tree_map(zeros_like, func())
    others: list[Any] = []
    specs: list[TreeSpec] = []

    def moving(*primals: Any) -> Any:
        """The differentiable outputs, and the other tensors as auxiliary output; non-tensors go to `others`."""
        leaves, out_spec = tree_flatten(func(*primals))
        specs.append(out_spec)
        fixed = [isinstance(o, Tensor) and o._array.dtype.kind not in "fcV" for o in leaves]
        others.extend(None if isinstance(o, Tensor) and not still else o for o, still in zip(leaves, fixed, strict=True))
        places.extend(i for i, (o, still) in enumerate(zip(leaves, fixed, strict=True)) if isinstance(o, Tensor) and not still)
        aux = {i: o for i, (o, still) in enumerate(zip(leaves, fixed, strict=True)) if still}
        return [leaves[i] for i in places] or [zeros_like(flat[0])], aux

    places: list[int] = []
    outputs, pull, aux = vjp_at(moving, primals, True, None, traced=True)
    _, push = vjp_at(pull, (tree_map(zeros_like, outputs),), False, None)

    def assembled(tangents_flat: Any, still: Any) -> Any:
        leaves = [still.get(i, o) for i, o in enumerate(others)]
        for i, o in zip(places, tangents_flat, strict=False):
            leaves[i] = o
        return tree_unflatten(leaves, specs[0])

    def jvp_fn(*tangents: Any) -> Any:
        """The directional derivative along `tangents`."""
        tangents_flat, found_spec = tree_flatten(tangents)
        if found_spec != spec:
            raise RuntimeError(f"Expected the tangents {found_spec} to have the same argspec as the primals {spec}")
        for i, (t, p) in enumerate(zip(tangents_flat, flat, strict=True)):
            if t.shape != p.shape:
                raise RuntimeError(f"tangent:{i} with shape {t.shape} in flattened pytree doesn't match the shape {p.shape} of the "
                                   "corresponding primal.")
            if t.dtype != p.dtype:
                raise RuntimeError(f"tangent:{i} with dtype {t.dtype} in flattened pytree doesn't match the dtype {p.dtype} of the "
                                   "corresponding primal.")
        return assembled(push(tangents)[0], {i: zeros_like(o) for i, o in aux.items()})

    return assembled(outputs, aux), jvp_fn

