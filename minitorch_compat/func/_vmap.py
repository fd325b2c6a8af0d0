"""`vmap`: vectorize a function of single examples."""
from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from .._bindings.randomness.generators import default_generator
from .._bindings.tensor.tensor import Tensor
from .._dispatch.call.caller import TENSORS
from .._dispatch.levels.lifting import BatchLevel, is_at_level, lift_batch, resolve_levels, value_below
from ..utils._pytree import TreeSpec, broadcast_prefix, tree_flatten, tree_unflatten

InDims = int | tuple[Any, ...] | list[Any] | dict[str, Any] | None
OutDims = int | tuple[Any, ...] | list[Any] | dict[str, Any] | None


def vmap(func: Callable[..., Any], in_dims: InDims = 0, out_dims: OutDims = 0, randomness: str = "error", *,
         chunk_size: int | None = None) -> Callable[..., Any]:
    """Map a function over a dimension of its arguments: like a loop over examples, but in one pass.

    Parameters
    ----------
    func : callable
        Takes single examples; may use random functions and transforms.
    in_dims : int, None or nested, default 0
        Batch dimension of each positional argument; None if it is shared by all examples.
    out_dims : int or nested, default 0
        Batch dimension of each result.
    randomness : str, default 'error'
        ``'error'`` refuses random functions, ``'different'`` draws for each example, ``'same'`` draws once.
    chunk_size : int, optional
        Number of examples processed at once; None for all.

    Returns
    -------
    callable
        The mapped function.

    Raises
    ------
    ValueError
        When called, if dimensions do not fit, or sizes differ.
    RuntimeError
        Inside, for ``.item()``, and ``if`` on values.

    References
    ----------
    PyTorch: ``torch.func.vmap``.

    Examples
    --------
    >>> dot = torch.func.vmap(torch.dot)
    >>> dot(torch.tensor([[1., 2.], [3., 4.]]), torch.tensor([[1., 0.], [0., 1.]]))
    tensor([1., 4.])
    """
    if randomness not in ("error", "different", "same"):
        raise RuntimeError(f"Only allowed values for randomness are 'error', 'different', or 'same'. Got {randomness}")
    if chunk_size.__class__ is bool:
        raise TypeError("vmap: chunk_size should be an int, not bool")
    if not (chunk_size is None or chunk_size > 0):
        raise ValueError(f"vmap: chunk_size should be None or greater than 0. (got {chunk_size})")

    @functools.wraps(func)
    def wrapped(*args: Any, **kwargs: Any) -> Any:
        size, dims, leaves, spec = _parse_inputs(in_dims, args, func)
        if chunk_size is not None:
            check_chunk(chunk_size)
        if chunk_size is None:
            return _run(func, dims, leaves, spec, kwargs, size, out_dims, randomness)
        return _run_in_chunks(func, dims, leaves, spec, kwargs, size, out_dims, randomness, chunk_size)

    return wrapped


def check_chunk(size: Any) -> None:
    """Refuse a chunk size that is not an integer."""
    [0] * size


def name_of(func: Any) -> str:
    """The name of a function in messages."""
    if isinstance(func, functools.partial):
        return f"functools.partial({name_of(func.func)}, ...)"
    return getattr(func, "__name__", None) or repr(func)


def _parse_inputs(in_dims: InDims, args: tuple[Any, ...], func: Any) -> tuple[int, list[Any], list[Any], TreeSpec]:
    """Check the inputs; return (batch size, batch dimension of each leaf, leaves, structure)."""
    name = name_of(func)
    if not isinstance(in_dims, (int, tuple)):
        raise ValueError(f"vmap({name}, in_dims={in_dims}, ...)(<inputs>): expected `in_dims` to be int or a (potentially nested) tuple "
                         f"matching the structure of inputs, got: {type(in_dims)}.")
    if not args:
        raise ValueError(f"vmap({name})(<inputs>): got no inputs. Maybe you forgot to add inputs, or you are trying to vmap over a "
                         "function "
                         "with no inputs. The latter is unsupported.")
    leaves, spec = tree_flatten(args)
    dims = broadcast_prefix(in_dims, spec)
    if dims is None:
        raise ValueError(f"vmap({name}, in_dims={in_dims}, ...)(<inputs>): in_dims is not compatible with the structure of `inputs`. "
                         "in_dims "
                         f"has structure {tree_flatten(in_dims)[1]} but inputs has structure {spec}.")
    dims = [_check_in_dim(name, in_dims, leaf, dim) for leaf, dim in zip(leaves, dims, strict=True)]
    return _batch_size(leaves, dims), dims, leaves, spec


def _check_in_dim(name: str, in_dims: Any, leaf: Any, dim: Any) -> int | None:
    start = f"vmap({name}, in_dims={in_dims}, ...)(<inputs>): Got in_dim={dim} for "
    if not isinstance(dim, int) and dim is not None:
        raise ValueError(start + "an input but in_dim must be either an integer dimension or None.")
    if dim is None:
        return None
    if not isinstance(leaf, Tensor):
        raise ValueError(start + f"an input but the input is of type {type(leaf)}. We cannot vmap over non-Tensor arguments, please "
                                 "use None as "
                         "the respective in_dim")
    if not -leaf.ndim <= dim < leaf.ndim:
        raise ValueError(start + f"some input, but that input is a Tensor of dimensionality {leaf.ndim} so expected in_dim to satisfy "
                         f"-{leaf.ndim} <= in_dim < {leaf.ndim}.")
    if isinstance(dim, bool):
        raise TypeError("size(): argument 'dim' (position 1) must be int, not bool")
    return dim % leaf.ndim


def _batch_size(leaves: list[Any], dims: list[int | None]) -> int:
    sizes = [leaf.shape[dim] for leaf, dim in zip(leaves, dims, strict=True) if dim is not None]
    if not sizes:
        raise ValueError("vmap: Expected at least one Tensor to vmap over")
    if any(size != sizes[0] for size in sizes):
        raise ValueError(f"vmap: Expected all tensors to have the same size in the mapped dimension, got sizes {sizes} for the mapped "
                         "dimension")
    return int(sizes[0])


def _run(func: Any, dims: list[int | None], leaves: list[Any], spec: TreeSpec, kwargs: Any, size: int, out_dims: OutDims,
         randomness: str) -> Any:
    outs, _, out_spec = _run_flat(func, dims, leaves, spec, kwargs, size, out_dims, randomness)
    return tree_unflatten(outs, out_spec)


def _run_flat(func: Any, dims: list[int | None], leaves: list[Any], spec: TreeSpec, kwargs: Any, size: int, out_dims: OutDims,
              randomness: str) -> tuple[list[Any], list[Any], TreeSpec]:
    """Run the function; return (flat outputs, batch dimension of each, structure)."""
    with BatchLevel(size, randomness) as level:
        lifted = [leaf if dim is None else lift_batch(to_front(leaf, dim), level) for leaf, dim in zip(leaves, dims, strict=True)]
        if any(dims):
            level.moved_inputs = [(t._array, t._array.value, leaf, dim) for t, leaf, dim in zip(lifted, leaves, dims, strict=True) if dim]
            for array, _, _, dim in level.moved_inputs:
                array.dim = dim
        out = func(*tree_unflatten(lifted, spec), **kwargs)
        found, out_spec = tree_flatten(out)
        flat_dims = _flat_out_dims(out_dims, out_spec, name_of(func), out)
        return [_lower_output(t, level, dim, name_of(func)) for t, dim in zip(found, flat_dims, strict=True)], flat_dims, out_spec


def restore_vmap(func: Callable[..., Any], in_dims: InDims, batch_size: int, randomness: str) -> Callable[..., tuple[Any, Any]]:
    """`vmap` without checks, which returns the outputs with the batch dimension of each: None for one that is not batched."""
    def run(*args: Any, **kwargs: Any) -> tuple[Any, Any]:
        leaves, spec = tree_flatten(args)
        dims = broadcast_prefix(in_dims, spec)
        if dims is None:
            raise AssertionError(f"in_dims {in_dims} is not compatible with the inputs")
        with BatchLevel(batch_size, randomness) as level:
            lifted = [leaf if dim is None else lift_batch(to_front(leaf, dim), level) for leaf, dim in zip(leaves, dims, strict=True)]
            found, out_spec = tree_flatten(func(*tree_unflatten(lifted, spec), **kwargs))
            found = [resolve_levels(t) if isinstance(t, Tensor) else t for t in found]
            out_dims = [0 if isinstance(t, Tensor) and is_at_level(t, level) else None for t in found]
            values = [t if dim is None else value_below(t, level) for t, dim in zip(found, out_dims, strict=True)]
        return tree_unflatten(values, out_spec), tree_unflatten(out_dims, out_spec)

    return run


def to_front(t: Any, dim: int) -> Any:
    """`t` with a dimension moved to the front."""
    t = resolve_levels(t)
    return TENSORS.movedim(t, dim, 0) if dim else t


def _flat_out_dims(out_dims: OutDims, spec: TreeSpec, name: str, out: Any) -> list[Any]:
    start = f"vmap({name}, ..., out_dims={out_dims})"
    if not all(isinstance(d, int) or d is None for d in tree_flatten(out_dims)[0]):
        raise ValueError(f"{start}: `out_dims` must be an int, None or a python collection of ints representing where in the outputs "
                         "the vmapped "
                         "dimension should appear.")
    dims: Any = out_dims
    if isinstance(dims, tuple) and len(dims) == 1 and isinstance(out, Tensor):
        dims = dims[0]
    flat = broadcast_prefix(dims, spec)
    if flat is None:
        raise ValueError(f"{start}(<inputs>): out_dims is not compatible with the structure of `outputs`. out_dims has structure "
                         f"{tree_flatten(out_dims)[1]} but outputs has structure {spec}.")
    return flat


def _lower_output(t: Any, level: BatchLevel, dim: int | None, name: str) -> Any:
    """A result of `func` lowered from the level, with the batch dimension at `dim`."""
    if dim is None:
        if isinstance(t, Tensor) and is_at_level(resolve_levels(t), level):
            raise ValueError(f"vmap({name}, ...): `{name}` can not return a BatchedTensor when out_dim is None")
        return t
    if not isinstance(t, Tensor):
        raise ValueError(f"vmap({name}, ...): `{name}` must only return Tensors, got type {type(t)}. Did you mean to set out_dims= to "
                         "None for "
                         "output?")
    t = resolve_levels(t)
    if is_at_level(t, level):
        t = value_below(t, level)
    elif 0 < dim <= len(t.shape):  # expands an unbatched result directly at `dim`, as in PyTorch
        return TENSORS.expand(t, (*t.shape[:dim], level.size, *t.shape[dim:]))
    else:
        t = TENSORS.expand(t, (level.size, *t.shape))
    return TENSORS.movedim(t, 0, dim) if dim else t


def _run_in_chunks(func: Any, dims: list[int | None], leaves: list[Any], spec: TreeSpec, kwargs: Any, size: int, out_dims: OutDims,
               randomness: str, chunk_size: int) -> Any:
    """Process the examples in chunks and join the results."""
    if not size:
        raise AssertionError("arg_spec must not be None")  # no chunk, so nothing to join
    parts: list[list[Any]] = []
    state = default_generator.get_state() if randomness == "same" else None
    for start in range(0, size, chunk_size):
        length = min(chunk_size, size - start)
        group = [leaf if dim is None else TENSORS.narrow(leaf, dim, start, length) for leaf, dim in zip(leaves, dims, strict=True)]
        if state is not None:
            default_generator.set_state(state)
        outs, flat_dims, out_spec = _run_flat(func, dims, group, spec, kwargs, length, out_dims, randomness)
        parts.append(outs)
    return tree_unflatten([join_chunks(list(members), dim) for members, dim in zip(zip(*parts, strict=True), flat_dims, strict=True)],
                          out_spec)


def join_chunks(members: Sequence[Any], dim: int | None) -> Any:
    """Concatenate the results of chunks along the batch dimension; unbatched results are those of the first chunk."""
    if dim is not None:
        return TENSORS.cat(list(members), dim)
    if not isinstance(members[0], Tensor):
        raise TypeError(f"expected Tensor as element 0 in argument 0, but got {type(members[0]).__name__}")
    return members[0]
