"""`repr` of tensors, and `torch.set_printoptions`."""
from __future__ import annotations

from typing import Any

from ..._array.core.meta import MetaArray
from ..._dispatch.call.caller import TENSORS
from ..._dispatch.dtype import get_default_dtype
from ..._dispatch.levels.lifting import Batched, Lifted, concrete_array
from ..._dispatch.state import LOCAL


def tensor_repr(t: Any, plain: type, contents: str | None = None) -> str:
    """A tensor's text, as PyTorch writes it: instances of subclasses of the `plain` class, except of those that say otherwise, begin with
    their own name.

    `contents`, if given, stand for the values.
    """
    if type(t) is plain or "_printed_as_tensor" in type(t).__dict__:
        return _format(t, "tensor(", contents)
    text = _format(t, f"{type(t).__name__}(", contents)
    return f"Parameter({text})" if getattr(t, "_is_param", False) else text


def _format(t: Any, prefix: str, contents: str | None = None) -> str:
    if isinstance(t._array, Lifted):
        return _lifted_repr(t._array)
    from ..._array.exchange.printing import format_meta, format_tensor

    named: Any = {"dtype_name": repr(t.dtype), "default_dtype_name": repr(get_default_dtype()), "requires_grad": bool(t.requires_grad),
                  "grad_fn_name": _node_name(t), "prefix": prefix, "contents": contents}
    if t._array.__class__ is MetaArray:
        return format_meta(t._array.shape, **named)
    extra = []
    tangents = t._autograd_meta.tangents if t._autograd_meta is not None and 0 < len(LOCAL.levels) <= LOCAL.forward_limit else None
    tangent = tangents.get(len(LOCAL.levels) - 1) if tangents else None
    if tangent is not None:
        shown = _format(tangent, prefix) if tangent._array.ndim or isinstance(tangent._array, Lifted) else tangent.item()
        extra.append(f"tangent={shown}")
    return format_tensor(concrete_array(t._array), extra=extra, **named)


def _node_name(t: Any) -> str | None:
    """The name of the tensor's node, None for a leaf."""
    try:
        node = t.grad_fn
    except RuntimeError:  # a view invalidated by an in-place change of its base
        return "Invalid"
    return None if node is None else node.name().rpartition("::")[2]


def _lifted_repr(array: Any) -> str:
    """The text of a tensor inside a function transform: its level and value."""
    value = array.value
    if isinstance(array, Batched):
        if array.dim:
            value = TENSORS.movedim(value, 0, array.dim)
        head = f"BatchedTensor(lvl={array.level.depth}, bdim={array.dim or 0}"
    else:
        head = f"GradTrackingTensor(lvl={array.level.depth if array.level.alive else -2}"
    inner = _format(value, "tensor(").replace("\n", "\n    ")
    return f"{head}, value=\n    {inner}\n)"


def set_printoptions(precision: int | None = None, threshold: float | None = None, edgeitems: int | None = None,
                     linewidth: int | None = None, profile: str | None = None, sci_mode: bool | None = None) -> None:
    # The docstring is written in _bindings/tensor/printing.md.
    """Set how tensors are printed.

    Parameters
    ----------
    precision : int, optional
        The number of decimals; 4 initially.
    threshold : int, optional
        The number of elements above which a summary is printed; 1000 initially.
    edgeitems : int, optional
        The number of elements at either end of a summary; 3 initially.
    linewidth : int, optional
        The number of columns; 80 initially.
    profile : 'default', 'short' or 'full'
        The name of a set of these settings.
    sci_mode : bool, optional
        Whether numbers are printed as 1.0000e+00; None decides by their magnitudes.

    Returns
    -------
    None
        Nothing.

    References
    ----------
    PyTorch: torch.set_printoptions

    Examples
    --------
    >>> torch.set_printoptions(precision=2)
    >>> torch.tensor([1.12345])
    tensor([1.12])
    >>> torch.set_printoptions(profile="default")
    """
    from ..._array.exchange.printing import set_printoptions

    set_printoptions(precision, threshold, edgeitems, linewidth, profile, sci_mode)


__all__ = ["set_printoptions"]
