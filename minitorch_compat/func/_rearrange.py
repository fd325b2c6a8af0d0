"""`rearrange`: transpose, split and join dimensions by a pattern of names, in the notation of einops."""
from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any

from .._bindings.tensor.tensor import Tensor
from .._dispatch.call.caller import TENSORS

#: The names whose product is a dimension, or an ellipsis.
Group = tuple[str, ...] | str
ELLIPSIS = "..."
_TOKEN = re.compile(r"[A-Za-z0-9_]+|\.\.\.|[() ]|.", re.DOTALL)


class DimensionBindError(Exception):
    """Raised when sizes do not fit the pattern."""


def rearrange(tensor: Any, pattern: str, **axes_lengths: int) -> Any:
    """Rearrange the dimensions of a tensor by a pattern in einops notation.

    Names stand for dimensions, ``(a b)`` for the product of two, ``1`` and ``()`` for size 1, ``...``
    for all others.

    Parameters
    ----------
    tensor : Tensor or sequence of Tensor
        The tensor; a sequence is stacked first.
    pattern : str
        Left and right side, such as ``'b c h w -> b (h w) c'``.
    **axes_lengths : int
        Sizes of dimensions that are split.

    Returns
    -------
    Tensor
        A view where strides allow.

    Raises
    ------
    ValueError
        If the pattern is invalid, or sizes do not fit.

    References
    ----------
    PyTorch: ``torch.func.rearrange``.

    Examples
    --------
    >>> torch.func.rearrange(torch.zeros(2, 3, 4), "a b c -> c (a b)").shape
    torch.Size([4, 6])
    """
    if not isinstance(tensor, Tensor):
        tensor = TENSORS.stack(_stack_members(tensor), 0)
    left, right = _split_pattern(pattern)
    _check_names(pattern, left, right, axes_lengths)
    left, right = _without_ellipsis(left, right, tensor.ndim)
    sizes = _sizes(left, tuple(tensor.shape), axes_lengths)
    if left == right:
        return TENSORS.alias(tensor) if tensor.ndim else tensor
    source = [name for group in left for name in group]
    split = TENSORS.reshape(tensor, tuple(sizes[name] for name in source))
    permuted = TENSORS.permute(split, tuple(source.index(name) for group in right for name in group))
    return TENSORS.reshape(permuted, tuple(math.prod(sizes[name] for name in group) for group in right))


def _stack_members(tensors: Any) -> list[Any]:
    if not isinstance(tensors, (list, tuple)):
        raise TypeError(f"stack(): argument 'tensors' (position 1) must be tuple of Tensors, not {type(tensors).__name__}")
    for i, t in enumerate(tensors):
        if not isinstance(t, Tensor):
            raise TypeError(f"expected Tensor as element {i} in argument 0, but got {type(t).__name__}")
    return list(tensors)


def _split_pattern(pattern: str) -> tuple[list[Group], list[Group]]:
    """Parse both sides of the arrow into dimensions, each a group of names."""
    parts = pattern.split("->")
    if len(parts) != 2:
        raise ValueError("Pattern must contain a single '->' separator")
    return _parse_groups(parts[0]), _parse_groups(parts[1])


def _parse_groups(expression: str) -> list[Group]:
    """Parse one side of a pattern."""
    _check_dots(expression)
    groups: list[Group] = []
    seen: set[str] = set()
    inside: list[str] | None = None
    for token in _TOKEN.findall(expression):
        if token == "(":
            if inside is not None:
                raise ValueError("Axis composition is one-level (brackets inside brackets not allowed)")
            inside = []
        elif token == ")":
            if inside is None:
                raise ValueError("Brackets are not balanced")
            groups.append(tuple(inside))
            inside = None
        elif token != " ":
            names = _check_identifier(token, seen)
            if inside is not None:
                inside += names
            else:
                groups.append(ELLIPSIS if token == ELLIPSIS else names)
    if inside is not None:
        raise ValueError(f"Imbalanced parentheses in expression: '{expression}'")
    return groups


def _check_dots(expression: str) -> None:
    if "." not in expression.replace(ELLIPSIS, ""):
        if expression.count(ELLIPSIS) > 1:
            raise ValueError("Expression may contain dots only inside ellipsis (...); only one ellipsis for tensor ")
    else:
        raise ValueError("Expression may contain dots only inside ellipsis (...)")


def _check_identifier(token: str, seen: set[str]) -> tuple[str, ...]:
    """The dimension for a token; one of size 1 has no name."""
    if token == "1":
        return ()
    if token != ELLIPSIS:
        if not re.fullmatch("[A-Za-z0-9_]+", token):
            raise ValueError(f"Unknown character '{token}'")
        if token.isdecimal():
            raise ValueError("rearrange only supports unnamed axes of size 1")
        if not token.isidentifier() or token.startswith("_") or token.endswith("_"):
            raise ValueError(f"Invalid axis identifier: {token}")
    if token in seen:
        raise ValueError(f"Indexing expression contains duplicate dimension '{token}'")
    seen.add(token)
    return (token,)


def _check_names(pattern: str, left: list[Group], right: list[Group], lengths: dict[str, int]) -> None:
    names = [{name for group in side for name in ([group] if isinstance(group, str) else group)} for side in (left, right)]
    if ELLIPSIS in names[1] - names[0]:
        raise ValueError(f"Ellipsis found in right side, but not left side of a pattern {pattern}")
    if any(isinstance(group, tuple) and ELLIPSIS in group for group in left):
        raise ValueError(f"Ellipsis is parenthesis in the left side is not allowed: {pattern}")
    if odd := names[0] ^ names[1]:
        raise ValueError(f"Identifiers only on one side of rearrange expression (should be on both): {odd}")
    if unknown := lengths.keys() - names[0]:
        raise ValueError(f"Identifiers not found in rearrange expression: {unknown}")
    for size in lengths.values():
        if not isinstance(size, int):
            raise TypeError(f"rearrange axis lengths must be integers, got: {type(size)}")


def _without_ellipsis(left: list[Group], right: list[Group], ndim: int) -> tuple[list[Group], list[Group]]:
    """Replace `...` on both sides by a name for each of its dimensions."""
    named = len(left) - (ELLIPSIS in left)
    if ELLIPSIS not in left:
        if named != ndim:
            raise ValueError(f"Number of dimensions in pattern ({named}) must be equal to the number of dimensions in the tensor ({ndim})")
        return left, right
    if named > ndim:
        raise ValueError(f"Number of dimensions in pattern ({named}) must be less than or equal to the number of dimensions in the tensor "
                         f"({ndim})")
    fill = tuple(f".{i}" for i in range(ndim - named))
    return _fill_ellipsis(left, fill), _fill_ellipsis(right, fill)


def _fill_ellipsis(side: list[Group], fill: tuple[str, ...]) -> list[Group]:
    groups: list[Group] = []
    for group in side:
        if isinstance(group, str):
            groups += [(name,) for name in fill]
        else:
            groups.append(tuple(n for name in group for n in (fill if name == ELLIPSIS else (name,))))
    return groups


def _sizes(left: list[Group], shape: Sequence[int], lengths: dict[str, int]) -> dict[str, int]:
    """The size of every name."""
    order = [name for group in left for name in group]
    sizes: dict[str, int] = {}
    for group, size in zip(left, shape, strict=True):
        _bind_group(tuple(group), size, lengths, sizes, order)
    return sizes


def _bind_group(group: tuple[str, ...], size: int, lengths: dict[str, int], sizes: dict[str, int], order: list[str]) -> None:
    """Bind the names of one dimension to sizes; at most one of them may be inferred."""
    open_names = [name for name in group if name not in lengths]
    called = {name: f"d{order.index(name)}" for name in group}
    known_size = math.prod(lengths[name] for name in group if name in lengths)
    if len(open_names) > 1:
        raise DimensionBindError(f"cannot infer the sizes of two dimensions at once {called[open_names[0]]} and {called[open_names[1]]}")
    if open_names and size % known_size:
        parts = tuple(lengths.get(name, "?") for name in group)
        raise DimensionBindError(f"inferred dimension does not evenly fit into larger dimension: {size} vs {parts}")
    if not open_names and known_size != size:
        pack = ", ".join(called.values()) + ("," if len(called) == 1 else "")
        raise DimensionBindError(f"Dimension sizes to do not match ({size} != {known_size}) when matching dimension pack ({pack})")
    sizes.update({name: lengths.get(name, size // known_size) for name in group})
