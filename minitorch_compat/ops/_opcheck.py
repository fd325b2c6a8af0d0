"""`torch.library.opcheck`: what can be checked of a registered op without a compiler."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from .._bindings.tensor.tensor import Tensor
from .._dispatch.unsupported import UnsupportedError
from ..utils._pytree import tree_leaves, tree_map
from ._custom import _AUTOGRAD_KEYS, CustomOverload, Fallback
from ._overloads import OpOverload, OpOverloadPacket


class OpCheckError(Exception):
    """A check that failed."""

    __module__ = "torch.testing._internal.optests.generate_tests"


def _tensors(value: Any) -> list[Any]:
    return [t for t in tree_leaves(value) if isinstance(t, Tensor)]


def _copied(value: Any) -> Any:
    return tree_map(lambda t: t.detach().clone().requires_grad_(t.requires_grad) * 1 if isinstance(t, Tensor) else t, value)


def _memory(value: Any) -> set[int]:
    return {t.untyped_storage().data_ptr() for t in _tensors(value) if t.numel()}


def _test_schema(op: OpOverload, args: Any, kwargs: Any) -> None:
    """Only arguments that the schema marks are written to, and results share memory only with those."""
    args, kwargs = _copied(args), _copied(kwargs)
    before_args, before_kwargs = _copied(args), _copied(kwargs)
    result = op(*args, **kwargs)
    aliased: set[int] = set()
    for i, argument in enumerate(op._schema.arguments):
        given, before = (args[i], before_args[i]) if i < len(args) else (kwargs.get(argument.name), before_kwargs.get(argument.name))
        aliased |= _memory(given) if argument.alias_info is None else set()
        pairs = zip(_tensors(given), _tensors(before), strict=True)
        if not argument.is_write and not all(t.shape == b.shape and ((t == b) | (t != t) & (b != b)).all() for t, b in pairs):
            raise RuntimeError(f"Argument {argument.name} is not defined as mutable but was mutated")
    if aliased & _memory(result):
        raise RuntimeError(f"{op.name()}: a result shares memory with an argument, which the schema does not say")


def _test_autograd_registration(op: OpOverload, args: Any, kwargs: Any) -> None:
    """What requires a gradient comes from a registered derivative, or from a composition."""
    if not isinstance(op, CustomOverload) or op.refuses_aliases or op.backward is not None or (
            not op.kernels.keys().isdisjoint(_AUTOGRAD_KEYS)):
        return
    mode, Fallback.mode = Fallback.mode, "nothing"
    try:
        results = op(*_copied(args), **_copied(kwargs))
    finally:
        Fallback.mode = mode
    if any(t.requires_grad for t in _tensors(results)):
        raise AssertionError(f"{op.name()}: at least one output of this operator has requires_grad=True but the operator does not have "
                             "an autograd kernel defined at an autograd key")


def _test_faketensor(op: OpOverload, args: Any, kwargs: Any) -> None:
    """Meta tensors, which stand for fake ones here, give results of the same shapes, dtypes and strides as values do."""
    expected = op(*_copied(args), **_copied(kwargs))
    found = op(*(tree_map(lambda t: t.to("meta") if isinstance(t, Tensor) else t, given) for given in args),
               **tree_map(lambda t: t.to("meta") if isinstance(t, Tensor) else t, kwargs))
    for one, other in zip(_tensors(found), _tensors(expected), strict=True):
        for name in ("shape", "dtype", "stride"):
            a, b = (getattr(t, name)() if name == "stride" else getattr(t, name) for t in (one, other))
            if a != b:
                raise RuntimeError(f"When comparing the output of {op} on FakeTensor and concrete Tensors, found mismatched tensor "
                                   f"metadata: {name} {a} and {b}")


def _test_aot_dispatch(op: OpOverload, _args: Any, _kwargs: Any) -> None:
    raise UnsupportedError("torch.library.opcheck with test_aot_dispatch", "out of scope (there is no compiler to compare with)")


_TESTS: dict[str, Callable[[OpOverload, Any, Any], None]] = {
    "test_schema": _test_schema, "test_autograd_registration": _test_autograd_registration, "test_faketensor": _test_faketensor,
    "test_aot_dispatch_static": _test_aot_dispatch, "test_aot_dispatch_dynamic": _test_aot_dispatch}
_DEFAULT_TESTS = ("test_schema", "test_autograd_registration", "test_faketensor", "test_aot_dispatch_dynamic")


def opcheck(op: Any, args: tuple[Any, ...], kwargs: dict[str, Any] | None = None, *, test_utils: str | Sequence[str] = _DEFAULT_TESTS,
            raise_exception: bool = True, atol: float | None = None, rtol: float | None = None) -> dict[str, Any]:
    """Check that an op does with some arguments what it was registered with.

    Parameters
    ----------
    op : OpOverload, OpOverloadPacket or CustomOpDef
        The op.
    args : tuple
        Arguments by position.
    kwargs : dict, optional
        Arguments by name.
    test_utils : str or sequence of str
        ``"test_schema"``, ``"test_autograd_registration"``, ``"test_faketensor"`` (made with meta tensors); that of the compiler,
        ``"test_aot_dispatch_dynamic"``, raises `UnsupportedError`: leave it out.
    raise_exception : bool
        Whether the first failure is raised.
    atol, rtol : float, optional
        Tolerances of the test of the compiler.

    Returns
    -------
    dict
        The name of each test -> ``"SUCCESS"``, or its exception.

    References
    ----------
    PyTorch: ``torch.library.opcheck``.

    Examples
    --------
    >>> torch.library.opcheck(torch.ops.aten.sin.default, (torch.ones(2),), test_utils="test_schema")
    {'test_schema': 'SUCCESS'}
    """
    from ..library import CustomOpDef

    chosen = (test_utils,) if isinstance(test_utils, str) else tuple(test_utils)
    if not set(chosen) <= _TESTS.keys():
        raise ValueError(f"opcheck(op, ..., test_utils={chosen}), expected test_utils to be subset of {(*_TESTS,)}")
    overload = op._opoverload if isinstance(op, CustomOpDef) else op.default if isinstance(op, OpOverloadPacket) else op
    if not isinstance(overload, OpOverload):
        raise ValueError(f"opcheck(op, ...): op must be instance of torch._ops.OpOverload, e.g. torch.ops.aten.sin.default, got {type(op)}")
    results: dict[str, Any] = {}
    for name in chosen:
        try:
            _TESTS[name](overload, args, kwargs or {})
            results[name] = "SUCCESS"
        except UnsupportedError:
            raise
        except Exception as error:
            if raise_exception:
                raise OpCheckError(f"opcheck(op, ...): {name} failed with {error} (scroll up for stack trace)") from error
            results[name] = error
    return results
