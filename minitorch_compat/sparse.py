"""`torch.sparse`: functions of tensors in coordinate and compressed layouts. See docs/api/sparse.md."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._bindings.override.public_functions import make_all_overridable as _make_all_overridable
from ._bindings.retired.constructors import tensor_types_of
from ._bindings.sparse_tensors.coo import sparse_addmm as addmm
from ._bindings.sparse_tensors.coo import sparse_log_softmax as log_softmax
from ._bindings.sparse_tensors.coo import sparse_mm as mm
from ._bindings.sparse_tensors.coo import sparse_softmax as softmax
from ._bindings.sparse_tensors.coo import sparse_sum as sum
from ._bindings.sparse_tensors.coo import spdiags as spdiags
from ._namespace.names import claim, missing

__path__: list[str] = []  # submodules are found by `_namespace/modules.py`

_types = tensor_types_of("sparse")
BFloat16Tensor: Any
HalfTensor: Any
FloatTensor: Any
DoubleTensor: Any
BFloat16Tensor, HalfTensor, FloatTensor, DoubleTensor = (_types[n] for n in ("BFloat16Tensor", "HalfTensor", "FloatTensor", "DoubleTensor"))
ByteTensor: Any
CharTensor: Any
ShortTensor: Any
IntTensor: Any
ByteTensor, CharTensor, ShortTensor, IntTensor = (_types[n] for n in ("ByteTensor", "CharTensor", "ShortTensor", "IntTensor"))
LongTensor = _types["LongTensor"]


class check_sparse_tensor_invariants:
    """Setting, context and decorator: whether sparse tensors are checked on construction; here they always are.

    Parameters
    ----------
    enable : bool, default True
        The setting.

    References
    ----------
    PyTorch: ``torch.sparse.check_sparse_tensor_invariants``.

    Examples
    --------
    >>> torch.sparse.check_sparse_tensor_invariants.is_enabled()
    False
    """

    _enabled = False

    def __init__(self, enable: bool = True) -> None:
        self.state = enable
        self.saved: bool | None = None

    @staticmethod
    def is_enabled() -> bool:
        """Return the setting.

        Returns
        -------
        bool
            False initially.

        Examples
        --------
        >>> torch.sparse.check_sparse_tensor_invariants.is_enabled()
        False
        """
        return check_sparse_tensor_invariants._enabled

    @staticmethod
    def enable() -> None:
        """Enable the checks.

        Examples
        --------
        >>> torch.sparse.check_sparse_tensor_invariants.enable()
        >>> torch.sparse.check_sparse_tensor_invariants.is_enabled()
        True
        >>> torch.sparse.check_sparse_tensor_invariants.disable()
        """
        check_sparse_tensor_invariants._enabled = True

    @staticmethod
    def disable() -> None:
        """Disable the setting; the checks are made nevertheless.

        Examples
        --------
        >>> torch.sparse.check_sparse_tensor_invariants.disable()
        >>> torch.sparse.check_sparse_tensor_invariants.is_enabled()
        False
        """
        check_sparse_tensor_invariants._enabled = False

    def __enter__(self) -> None:
        if self.saved is not None:
            raise RuntimeError("This context manager instance is already activated. Use a different context manager instance for context "
                               "nesting.")
        self.saved = self.is_enabled()
        check_sparse_tensor_invariants._enabled = self.state

    def __exit__(self, *error: object) -> None:
        check_sparse_tensor_invariants._enabled, self.saved = bool(self.saved), None

    def __call__(self, function: Any) -> Any:
        from functools import wraps

        @wraps(function)
        def checked(*args: Any, **kwargs: Any) -> Any:
            with type(self)(self.state):
                return function(*args, **kwargs)

        return checked


def sampled_addmm(input: Any, mat1: Any, mat2: Any, *, beta: Any = 1.0, alpha: Any = 1.0, out: Any = None) -> Any:
    """Multiply dense matrices only where a sparse one has elements: ``alpha * (mat1 @ mat2) + beta * input``.

    Parameters
    ----------
    input : Tensor
        ``(m, n)``, sparse CSR; it determines the indices.
    mat1 : Tensor
        ``(m, k)``, dense.
    mat2 : Tensor
        ``(k, n)``, dense.
    beta : float, default 1.0
        Factor of ``input``.
    alpha : float, default 1.0
        Factor of the product.
    out : Tensor, optional
        Stores the result.

    Returns
    -------
    Tensor
        Sparse CSR, with the indices of ``input``.

    Raises
    ------
    RuntimeError
        If layouts or shapes do not fit.

    References
    ----------
    PyTorch: ``torch.sparse.sampled_addmm``.

    Examples
    --------
    >>> places = torch.eye(2).to_sparse_csr()
    >>> a = torch.tensor([[1., 2.], [3., 4.]])
    >>> torch.sparse.sampled_addmm(places, a, a, beta=0.0).values()
    tensor([ 7., 22.])
    """
    from ._bindings.sparse_tensors.compressed import sampled_addmm as sampled

    return sampled(input, mat1, mat2, beta=beta, alpha=alpha, out=out)


def spsolve(input: Any, other: Any, *, left: bool = True) -> Any:
    """Solve a sparse linear system; not available on a CPU.

    Parameters
    ----------
    input : Tensor
        Sparse CSR matrix.
    other : Tensor
        The right side.
    left : bool, default True
        Whether the matrix is on the left.

    Returns
    -------
    Tensor
        The solution, if a backend supports it.

    Raises
    ------
    NotImplementedError
        Always, as in PyTorch on a CPU.

    References
    ----------
    PyTorch: ``torch.sparse.spsolve``.

    Examples
    --------
    >>> a = torch.eye(2).to_sparse_csr()
    >>> try:
    ...     torch.sparse.spsolve(a, torch.ones(2))
    ... except (NotImplementedError, RuntimeError):
    ...     print("not on a CPU")
    not on a CPU
    """
    raise NotImplementedError("Could not run 'aten::_spsolve' with arguments from the 'SparseCsrCPU' backend.")


def as_sparse_gradcheck(gradcheck: Any) -> Any:
    """Make ``gradcheck`` accept functions of sparse tensors.

    Parameters
    ----------
    gradcheck : callable
        ``torch.autograd.gradcheck``.

    Returns
    -------
    callable
        A function that also accepts ``masked=True``, to vary stored elements only.

    References
    ----------
    PyTorch: ``torch.sparse.as_sparse_gradcheck``.

    Examples
    --------
    >>> gradcheck = torch.sparse.as_sparse_gradcheck(torch.autograd.gradcheck)
    >>> x = torch.eye(2, dtype=torch.float64).to_sparse_csr().requires_grad_()
    >>> gradcheck(lambda t: t.to_dense(masked_grad=True), x, masked=True)
    True
    """
    from .autograd._gradcheck.sparse import as_sparse_gradcheck as supported

    return supported(gradcheck)


_make_all_overridable(globals(), "torch.sparse")
for _function in (addmm, log_softmax, mm, softmax):  # as PyTorch's native functions, for pickles
    _function.__name__ = _function.__qualname__ = f"_{_function.__name__}"
    _function.__module__ = f"{__name__.partition('.')[0]}._C._sparse"
sum.__name__ = sum.__qualname__ = "sum"
claim(globals())
if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = missing("torch.sparse", __name__)

__all__ = ["addmm", "as_sparse_gradcheck", "check_sparse_tensor_invariants", "log_softmax", "mm", "sampled_addmm", "softmax", "spdiags",
           "spsolve", "sum"]


if TYPE_CHECKING:  # names that `__getattr__` resolves
    Tensor: Any
    semi_structured: Any
