"""The named tuples of functions with several results, with `out=` and without, as `torch.return_types` has them."""
from __future__ import annotations

from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat._dispatch.unsupported import UnsupportedError

X, M, B = torch.tensor([3.0, 1.0, 2.0]), 2 * torch.eye(3), torch.ones(3, 1)
_F, _I, _INT, _C = torch.float32, torch.int64, torch.int32, torch.complex64
#: Function, arguments, dtypes of what it gives.
CALLS: list[tuple[str, tuple[Any, ...], tuple[Any, ...]]] = [
    *((name, (X, 0), (_F, _I)) for name in ("max", "min", "median", "nanmedian", "mode", "cummax", "cummin")),
    ("kthvalue", (X, 1), (_F, _I)), ("sort", (X,), (_F, _I)), ("topk", (X, 2), (_F, _I)), ("aminmax", (X,), (_F, _F)),
    ("frexp", (X,), (_F, _INT)), ("histogram", (X, 3), (_F, _F)), ("geqrf", (M,), (_F, _F)), ("slogdet", (M,), (_F, _F)),
    ("lu_unpack", torch.linalg.lu_factor(M), (_F, _F, _F)), ("linalg.qr", (M,), (_F, _F)), ("linalg.svd", (M,), (_F, _F, _F)),
    ("linalg.eigh", (M,), (_F, _F)), ("linalg.eig", (M,), (_C, _C)), ("linalg.slogdet", (M,), (_F, _F)),
    ("linalg.inv_ex", (M,), (_F, _INT)),
    ("linalg.cholesky_ex", (M,), (_F, _INT)), ("linalg.lu_factor", (M,), (_F, _INT)), ("linalg.lu_factor_ex", (M,), (_F, _INT, _INT)),
    ("linalg.lu", (M,), (_F, _F, _F)), ("linalg.ldl_factor", (M,), (_F, _INT)), ("linalg.ldl_factor_ex", (M,), (_F, _INT, _INT)),
    ("linalg.solve_ex", (M, B), (_F, _INT)), ("linalg.lstsq", (M, B), (_F, _F, _I, _F)),
]


@pytest.mark.parametrize(("name", "args", "dtypes"), CALLS, ids=[name for name, *_ in CALLS])
def test_results_have_names(name: str, args: tuple[Any, ...], dtypes: tuple[Any, ...]) -> None:
    function: Any = torch
    for part in name.split("."):
        function = getattr(function, part)
    outs = tuple(torch.empty(0, dtype=dtype) for dtype in dtypes)
    plain, given = function(*args), function(*args, out=outs)
    kind = name.replace(".", "_")
    assert type(plain) is getattr(torch.return_types, kind) and type(given) is getattr(torch.return_types, f"{kind}_out")
    assert [r is o for r, o in zip(given, outs, strict=True)] == [True] * len(outs)
    assert type(given).n_fields == len(outs) and type(given).__match_args__ == type(plain).__match_args__
    for field, value in zip(type(given).__match_args__, given, strict=True):
        assert getattr(given, field) is value
    assert repr(given).startswith(f"torch.return_types.{kind}_out(\n{type(given).__match_args__[0]}=tensor(")
    assert {type(plain), type(given)} <= set(torch.return_types.all_return_types)
    assert {kind, f"{kind}_out"} <= set(dir(torch.return_types))


def test_results_are_sequences_of_the_interpreter_rather_than_namedtuples() -> None:
    plain = torch.max(X, 0)
    kind = type(plain)
    assert not hasattr(plain, "_fields") and kind.__match_args__ == ("values", "indices")
    assert kind([1, 2]) == kind(iter((1, 2))) == (1, 2)
    for wrong in ([1], [1, 2, 3]):
        with pytest.raises(TypeError, match=rf"torch.return_types.max\(\) takes a 2-sequence \({len(wrong)}-sequence given\)"):
            kind(wrong)


def test_results_are_nodes_of_trees() -> None:
    from minitorch_compat.utils import _pytree

    for result in (torch.max(X, 0), torch.linalg.slogdet(M)):
        leaves, spec = _pytree.tree_flatten(result)
        assert [a is b for a, b in zip(leaves, result, strict=True)] == [True, True]
        assert spec.type is type(result) and spec.context is None and type(_pytree.tree_map(lambda t: t + 1, result)) is type(result)
        assert [str(path[0]) for path, _ in _pytree.tree_flatten_with_path(result)[0]] == ["[0]", "[1]"]
        assert _pytree.is_structseq(result) and _pytree.is_structseq_class(type(result)) and not _pytree.is_namedtuple(result)


def test_what_has_no_out_has_no_such_type() -> None:
    assert not hasattr(torch.return_types, "histogramdd_out") and not hasattr(torch.return_types, "add_out")
    assert len(torch.return_types.all_return_types) == 67


def test_complex_numbers_under_a_default_of_half_precision() -> None:
    try:
        torch.set_default_dtype(torch.float16)
        for data in (1j, [1j], [[1.0, 1j]]):
            with pytest.raises(UnsupportedError, match="complex32"):
                torch.tensor(data)
        torch.set_default_dtype(torch.bfloat16)
        with pytest.raises(RuntimeError, match="invalid default scalar type for complex"):
            torch.tensor(1j)
    finally:
        torch.set_default_dtype(torch.float32)


def test_given_contents_stand_for_the_values_in_a_text() -> None:
    class Named(torch.Tensor):
        def __repr__(self, *, tensor_contents: Any = None) -> str:
            return super().__repr__(tensor_contents="...")

    leaf = torch.ones(2, requires_grad=True)
    assert leaf.__repr__(tensor_contents="abc") == "tensor(abc, requires_grad=True)"
    assert (leaf * 2).__repr__(tensor_contents="abc") == "tensor(abc, grad_fn=<MulBackward0>)"
    assert torch.ones(0, 3, dtype=torch.float64).__repr__(tensor_contents="abc") == "tensor(abc, size=(0, 3), dtype=torch.float64)"
    assert torch.ones(2, device="meta").__repr__(tensor_contents="abc") == "tensor(abc, device='meta', size=(2,))"
    assert repr(torch.ones(2).as_subclass(Named)) == "Named(...)"
