"""`torch.sparse`: functions of tensors in coordinate form and in the compressed ones. See docs/api/sparse.md."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._bindings.override.publishing import publish as _publish
from ._bindings.retired.constructors import types_of
from ._bindings.sparse_tensors.coo import sparse_addmm as addmm
from ._bindings.sparse_tensors.coo import sparse_log_softmax as log_softmax
from ._bindings.sparse_tensors.coo import sparse_mm as mm
from ._bindings.sparse_tensors.coo import sparse_softmax as softmax
from ._bindings.sparse_tensors.coo import sparse_sum as sum
from ._bindings.sparse_tensors.coo import spdiags as spdiags
from ._namespace.names import claim, missing

__path__: list[str] = []  # modules below are found by `_namespace/modules.py`

_types = types_of("sparse")
BFloat16Tensor, HalfTensor, FloatTensor, DoubleTensor = (_types[n] for n in ("BFloat16Tensor", "HalfTensor", "FloatTensor", "DoubleTensor"))
ByteTensor, CharTensor, ShortTensor, IntTensor = (_types[n] for n in ("ByteTensor", "CharTensor", "ShortTensor", "IntTensor"))
LongTensor = _types["LongTensor"]


class check_sparse_tensor_invariants:
    """A switch, context manager and decorator that says whether sparse tensors are checked when they are made; here they always are."""

    _enabled = False

    def __init__(self, enable: bool = True) -> None:
        self.state = enable
        self.saved: bool | None = None

    @staticmethod
    def is_enabled() -> bool:
        """What was switched."""
        return check_sparse_tensor_invariants._enabled

    @staticmethod
    def enable() -> None:
        """Switch on."""
        check_sparse_tensor_invariants._enabled = True

    @staticmethod
    def disable() -> None:
        """Switch off: what this package checks, it checks all the same."""
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
    """alpha * (mat1 @ mat2) at the places of `input`, a CSR matrix, plus beta * input. Differentiable in all three."""
    from ._bindings.sparse_tensors.compressed import sampled_addmm as sampled

    return sampled(input, mat1, mat2, beta=beta, alpha=alpha, out=out)


def spsolve(input: Any, other: Any, *, left: bool = True) -> Any:
    """NotImplementedError, as in PyTorch on a CPU: a CSR system is solved on GPUs only."""
    raise NotImplementedError("Could not run 'aten::_spsolve' with arguments from the 'SparseCsrCPU' backend.")


def as_sparse_gradcheck(gradcheck: Any) -> Any:
    """`gradcheck` of the values of sparse arguments; `masked=True`: of those stored."""
    from .autograd._gradcheck.sparse import as_sparse_gradcheck as supported

    return supported(gradcheck)


_publish(globals(), "torch.sparse")
claim(globals())
if not TYPE_CHECKING:  # checkers are to know the names that there are
    __getattr__ = missing("torch.sparse", __name__)

__all__ = ["addmm", "as_sparse_gradcheck", "check_sparse_tensor_invariants", "log_softmax", "mm", "sampled_addmm", "softmax", "spdiags",
           "spsolve", "sum"]
