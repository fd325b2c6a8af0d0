"""Methods and functions for other layouts, and their errors for dense tensors."""
from __future__ import annotations

import pytest

import minitorch_compat as torch

X = torch.arange(6.0).reshape(2, 3)


@pytest.mark.parametrize(("call", "error", "text"), [
    (lambda: X.crow_indices(), RuntimeError, "crow_indices expected sparse row compressed tensor layout but got Strided"),
    (lambda: X.row_indices(), RuntimeError, "row_indices expected sparse column compressed tensor layout but got Strided"),
    (lambda: X.to_sparse().col_indices(), RuntimeError, "col_indices expected sparse row compressed tensor layout but got Sparse"),
    (lambda: X.q_scale(), NotImplementedError, "Could not run 'aten::q_scale' with arguments from the 'CPU' backend"),
    (lambda: torch.int_repr(X), NotImplementedError, "Could not run 'aten::int_repr' with arguments from the 'CPU' backend"),
    (lambda: X.solve(X), RuntimeError, "deprecated since version 1.9 and is now removed"),
    (lambda: X.symeig(), RuntimeError, "deprecated since version 1.9 and is now removed"),
    (lambda: torch.sym_constrain_range(3, min=4), RuntimeError, r"Invalid value range for 3 between \[4, 9223372036854775807\]"),
    (lambda: torch.cond(X, len, len), RuntimeError, "Expected pred to be bool or single-element tensor"),
])
def test_refusals(call, error, text):
    with pytest.raises(error, match=text):
        call()


def test_values_that_are_not_quantized():
    assert X.dequantize() is X and torch.dequantize(X.half()).dtype == torch.float32


def test_choices_and_loops_as_functions():
    x = torch.tensor(3.0, requires_grad=True)
    out = torch.cond(x > 1, lambda x: x * x, lambda x: -x, (x,))
    assert torch.autograd.grad(out, x)[0] == 6
    count, y = torch.while_loop(lambda i, y: i < 5, lambda i, y: (i + 1, y * 2), (torch.tensor(0), torch.ones(2)))
    assert count == 5 and y.tolist() == [32, 32]


def test_errors_can_be_caught():
    assert issubclass(torch.AcceleratorError, RuntimeError) and issubclass(torch.FatalError, Exception)
