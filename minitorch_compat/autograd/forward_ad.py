"""Forward mode: `make_dual`, `unpack_dual`, levels. https://docs.pytorch.org/docs/stable/generated/torch.autograd.forward_ad.html

Levels nest here, unlike in PyTorch, which refuses them: each tangent is differentiated at the levels below its own.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .._array.exchange.type_names import value_type_name
from .._array.sparse.coo import Sparse
from .._bindings.override.overridable import override_wrapper
from .._dispatch.call.caller import make_call
from .._dispatch.levels.forward import (
    adopt_tangents,
    enter_level,
    exit_level,
    forward_level_of,
    primal_of,
    run_on_levels,
    set_tangent,
    tangent_in_layout_of,
    tangent_of,
)
from .._dispatch.levels.lifting import Batched, DualLevel
from .._dispatch.state import ACTIVE, LOCAL, NO_LEVEL_LIMIT, PLAIN
from .._dispatch.tensor import TensorBase
from .._dispatch.wrapping import view_of
from .._ops.op import ENTRY, overload
from .grad_mode import _Mode

__all__ = ["UnpackedDualTensor", "dual_level", "enter_dual_level", "exit_dual_level", "make_dual", "unpack_dual"]


class UnpackedDualTensor(NamedTuple):
    """The result of ``unpack_dual``.

    Parameters
    ----------
    primal : Tensor
        The value.
    tangent : Tensor or None
        The tangent.

    References
    ----------
    PyTorch: ``torch.autograd.forward_ad.UnpackedDualTensor``.

    Examples
    --------
    >>> with torch.autograd.forward_ad.dual_level():
    ...     x = torch.autograd.forward_ad.make_dual(torch.tensor(1.0), torch.tensor(2.0))
    ...     primal, tangent = torch.autograd.forward_ad.unpack_dual(x)
    >>> tangent
    tensor(2.)
    """

    primal: Any
    tangent: Any


def _visible_level(level: int | None) -> int:
    """The level of index `level` (None: the innermost), as seen by the caller; -1 if none is open."""
    for candidate in reversed(LOCAL.levels):
        if isinstance(candidate, DualLevel) and (level is None or level in (candidate.index, candidate.stands_for)):
            return candidate.index
    return -1 if level is None else level


def _innermost_level() -> int:
    """The index of the innermost level as returned by `enter_dual_level`, -1 if none is open."""
    found = _visible_level(None)
    return found if found < 0 else LOCAL.levels[found].stands_for


def _refuse_batched(t: Any, level: int, name: str) -> None:
    array = t._array
    if isinstance(array, Batched) and array.level.index > level:
        raise RuntimeError(f"Batching rule not implemented for aten::{name}; the fallback path doesn't work on out= or view ops.")


def enter_dual_level() -> int:
    """Begin a forward level; ``dual_level`` is the safer way.

    Returns
    -------
    int
        Its number.

    References
    ----------
    PyTorch: ``torch.autograd.forward_ad.enter_dual_level``.

    Examples
    --------
    >>> torch.autograd.forward_ad.enter_dual_level()
    0
    >>> torch.autograd.forward_ad.exit_dual_level()
    """
    return enter_level()


def exit_dual_level(*, level: int | None = None) -> None:
    """End the innermost forward level.

    Parameters
    ----------
    level : int, optional
        Its number, to be sure.

    Raises
    ------
    RuntimeError
        If it is not the innermost, or there is none.

    References
    ----------
    PyTorch: ``torch.autograd.forward_ad.exit_dual_level``.

    Examples
    --------
    >>> level = torch.autograd.forward_ad.enter_dual_level()
    >>> dual = torch.autograd.forward_ad.make_dual(torch.ones(1), torch.tensor([2.]))
    >>> torch.autograd.forward_ad.exit_dual_level(level=level)
    >>> dual
    tensor([1.])
    """
    if level is None:
        level = _innermost_level()
    if not isinstance(level, (int, float)) or level < 0 and _innermost_level() not in (level, -1):
        exit_level(len(LOCAL.levels) + 1)  # does not exist, so this raises
    elif isinstance(level, float) and level == _innermost_level():
        raise TypeError("exit_dual_level(): argument 'level' must be int, not float")
    elif level < 0:
        raise RuntimeError("Dual level must be a positive number.")
    exit_level(level)


def _check_kind(name: str, tensor: Any) -> None:
    if not (tensor.is_floating_point() or tensor.is_complex()):
        raise ValueError(f"Expected {name} to be floating point or complex, but got: {tensor.dtype}")


def make_dual(tensor: Any, tangent: Any, *, level: int | None = None) -> Any:
    """A tensor with a tangent: a direction to differentiate in.

    Parameters
    ----------
    tensor : Tensor
        The value, floating or complex.
    tangent : Tensor
        The direction, of the same shape.
    level : int, optional
        Which forward level; None is the innermost.

    Returns
    -------
    Tensor
        A view of ``tensor``.

    Raises
    ------
    RuntimeError
        Outside of ``dual_level``, or if shapes differ.

    References
    ----------
    PyTorch: ``torch.autograd.forward_ad.make_dual``.

    Examples
    --------
    >>> with torch.autograd.forward_ad.dual_level():
    ...     x = torch.autograd.forward_ad.make_dual(torch.ones(2), torch.tensor([1.0, 0.0]))
    ...     print(torch.autograd.forward_ad.unpack_dual(x.exp().sum()).tangent)
    tensor(2.7183)
    """
    if isinstance(level, float):
        raise TypeError("_make_dual(): argument 'level' must be int, not float")
    level = _visible_level(level)
    if level < 0:
        raise RuntimeError("Trying to create a dual Tensor for forward AD but no level exists, make sure to enter_dual_level() first.")
    if level >= len(LOCAL.levels):
        raise RuntimeError("Invalid level given to _make_dual" if level else "Trying to access a forward AD level with an invalid index. "
                           "This index was either not created or is already deleted.")
    _check_kind("primal", tensor)
    _check_kind("tangent", tangent)
    return _make_dual(tensor, tangent, level=level)


def _affects_only_open_level(t: Any) -> bool:
    """Whether only the one open forward level is affected by a view of `t`: no other mode is open and no history is recorded."""
    return len(ACTIVE) == 1 == len(LOCAL.levels) and t.__class__ in PLAIN and t._requires_grad is False and (
        t._view is None and t._autograd_meta is None and not LOCAL.inference)


def _have_same_layout(a: Any, b: Any) -> bool:
    """Whether two arrays have the same floating dtype and shape, and each is contiguous and covers all of its memory."""
    return (a.__class__ is np.ndarray is b.__class__ and a.shape == b.shape and a.dtype is b.dtype and a.dtype.kind == "f"
            and a.flags.c_contiguous and b.flags.c_contiguous and _covers_storage(a) and _covers_storage(b))


def _covers_storage(a: Any) -> bool:
    base = a.base
    return base is None or base.__class__ is np.ndarray and base.base is None and base.size == a.size and base.dtype is a.dtype


def _make_dual_tensor(primal: Any, tangent: Any, level: int) -> Any:
    """A view of `primal` with that tangent at an open level."""
    if _affects_only_open_level(primal) and _affects_only_open_level(tangent) and _have_same_layout(primal._array, tangent._array):
        dual = view_of(primal, primal._array[...])
        set_tangent(dual, level, tangent)
        return dual
    if tangent_of(primal, level) is not None:
        raise RuntimeError(f"Making a dual Tensor based on a Tensor that already has a forward gradient at the same level {level} is not "
                           "supported.")
    if tangent_of(tangent, level) is not None:
        raise RuntimeError(f"Setting a forward grad that itself has a forward gradient at the same level{level} is not supported.")
    dual = primal.view_as(primal)
    if LOCAL.inference or primal.is_inference() and tangent.is_inference():
        return dual  # invisible to PyTorch's autograd
    if isinstance(tangent._array, Sparse) and not isinstance(primal._array, Sparse):
        raise NotImplementedError("Cannot access storage of SparseTensorImpl")
    for t in (dual, tangent):
        _refuse_batched(t, level, "_make_dual")
    set_tangent(dual, level, tangent_in_layout_of(primal, tangent))
    return dual


def unpack_dual(tensor: Any, *, level: int | None = None) -> UnpackedDualTensor:
    """Value and tangent of a tensor.

    Parameters
    ----------
    tensor : Tensor
        The tensor.
    level : int, optional
        Which forward level; None is the innermost.

    Returns
    -------
    tuple
        ``primal``, and ``tangent``, None if it has none.

    References
    ----------
    PyTorch: ``torch.autograd.forward_ad.unpack_dual``.

    Examples
    --------
    >>> with torch.autograd.forward_ad.dual_level():
    ...     print(torch.autograd.forward_ad.unpack_dual(torch.ones(1)).tangent)
    None
    """
    if level is not None and not hasattr(level, "__index__") or level.__class__ is bool:
        raise TypeError(f"_unpack_dual(): argument 'level' must be int, not {value_type_name(level)}")
    if not LOCAL.levels and isinstance(tensor, TensorBase) and forward_level_of(tensor) >= 0:  # a level of another thread
        tangents: Any = tensor._autograd_meta.tangents  # type: ignore[union-attr]
        return run_on_levels(tangents.levels, _unpack_at, tensor, level)
    return _unpack_at(tensor, level)


def _unpack_at(tensor: Any, level: int | None) -> UnpackedDualTensor:
    level = _visible_level(level)
    if level < 0:
        return UnpackedDualTensor(tensor, None)
    if not isinstance(tensor, TensorBase):
        raise TypeError(f"_unpack_dual(): argument 'dual' (position 1) must be Tensor, not {type(tensor).__name__}")
    return UnpackedDualTensor(*_unpack_dual(tensor, level=level))


def _parts_of(dual: Any, level: int) -> tuple[Any, Any]:
    """Primal and tangent at `level`."""
    _refuse_batched(dual, level, "_unpack_dual")
    if dual._view is not None:
        adopt_tangents(dual)
    tangent = tangent_of(dual, level) if level < LOCAL.forward_limit else None
    stand_in = primal_of(dual, level)
    if stand_in is not dual and len(ACTIVE) == 1 and stand_in.__class__ in PLAIN and stand_in._autograd_meta is None and (
            stand_in._array.__class__ is np.ndarray and not stand_in.requires_grad and not LOCAL.inference):
        primal = view_of(stand_in, stand_in._array[...])
    else:
        primal = _identity(stand_in)
    if stand_in is not dual and primal._view is not None:
        primal._meta_for_writing().is_primal = True
        if primal._view is stand_in:
            primal._view = dual
    return primal, tangent


# The functions passed to `__torch_function__` and modes, as in PyTorch, where these two do all the work.
_make_dual, _unpack_dual = override_wrapper("torch._make_dual", _make_dual_tensor), override_wrapper("torch._unpack_dual", _parts_of)
_identity = make_call(overload(ENTRY.alias, "torch::autograd::Identity"))


class dual_level(_Mode):
    """Context of forward mode: dual tensors live inside.

    References
    ----------
    PyTorch: ``torch.autograd.forward_ad.dual_level``.

    Examples
    --------
    >>> with torch.autograd.forward_ad.dual_level():
    ...     x = torch.autograd.forward_ad.make_dual(torch.tensor(3.0), torch.tensor(1.0))
    ...     print(torch.autograd.forward_ad.unpack_dual(x ** 2).tangent)
    tensor(6.)
    """

    def __enter__(self) -> int:
        self.level: int = enter_dual_level()
        return self.level

    def __exit__(self, exc_type: Any, exc_value: Any, traceback: Any) -> None:
        exit_dual_level(level=self.level)


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    def __getattr__(name: str) -> Any:
        """`_current_level`, which PyTorch keeps in a variable."""
        if name == "_current_level":
            return _innermost_level()
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _is_fwd_grad_enabled() -> bool:
    return LOCAL.forward_limit > 0


class _set_fwd_grad_enabled(_Mode):
    """Context in which tangents are not propagated, if False."""

    def __init__(self, mode: bool) -> None:
        self.mode = mode
        self.previous = LOCAL.forward_limit
        LOCAL.forward_limit = NO_LEVEL_LIMIT if mode else 0

    def __enter__(self) -> None:
        pass

    def __exit__(self, exc_type: Any, exc_value: Any, traceback: Any) -> None:
        LOCAL.forward_limit = self.previous

    def clone(self) -> _set_fwd_grad_enabled:
        return _set_fwd_grad_enabled(self.mode)


