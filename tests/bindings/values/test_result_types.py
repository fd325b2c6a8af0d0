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
    assert type(given).n_fields == len(outs) and type(given)._fields == type(plain)._fields
    for field, value in zip(type(given)._fields, given, strict=True):
        assert getattr(given, field) is value
    assert repr(given).startswith(f"torch.return_types.{kind}_out(\n{type(given)._fields[0]}=tensor(")
    assert {type(plain), type(given)} <= set(torch.return_types.all_return_types)
    assert {kind, f"{kind}_out"} <= set(dir(torch.return_types))


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
