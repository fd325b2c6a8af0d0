"""`torch.testing`: comparing and making tensors in tests. https://docs.pytorch.org/docs/stable/testing.html"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._array.core.user_warnings import warn
from .._namespace.names import claim, missing
from ._comparison import assert_close
from ._creation import make_tensor

__all__ = ["assert_allclose", "assert_close", "make_tensor"]


def assert_allclose(actual: Any, expected: Any, rtol: float | None = None, atol: float | None = None, equal_nan: bool = True,
                    msg: str = "") -> None:
    """Deprecated form of ``assert_close`` with looser tolerances and without a check of dtypes.

    Parameters
    ----------
    actual : Tensor or number
        The result.
    expected : Tensor or number
        The expected value.
    rtol : float, optional
        Relative tolerance; None depends on the dtype.
    atol : float, optional
        Absolute tolerance; None depends on the dtype.
    equal_nan : bool, default True
        Whether nan equals nan.
    msg : str, default ''
        Text of the error.

    Raises
    ------
    AssertionError
        If they differ.

    References
    ----------
    PyTorch: ``torch.testing.assert_allclose``.

    Examples
    --------
    >>> torch.testing.assert_allclose(torch.ones(1), torch.ones(1) + 1e-6)
    >>> try:
    ...     torch.testing.assert_allclose(torch.ones(1), torch.ones(1) + 1e-2)
    ... except AssertionError:
    ...     print("not close")
    not close
    """
    from .._bindings.generated import functions as ops
    from .._bindings.tensor.tensor import Tensor

    warn("`torch.testing.assert_allclose()` is deprecated since 1.12 and will be removed in a future release. Please use "
         "`torch.testing.assert_close()` instead.", FutureWarning)
    pair = [v if isinstance(v, Tensor) else ops.tensor(v) for v in (actual, expected)]
    if rtol is None and atol is None:
        table = {"torch.float16": (1e-3, 1e-3), "torch.float32": (1e-4, 1e-5), "torch.float64": (1e-5, 1e-8)}
        limits = [table.get(str(t.dtype), (0.0, 0.0)) for t in pair]
        rtol, atol = max(a for a, _ in limits), max(b for _, b in limits)
    assert_close(*pair, rtol=rtol, atol=atol, equal_nan=equal_nan, check_dtype=False, msg=msg or None)


claim(globals())
if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.testing", __name__)
