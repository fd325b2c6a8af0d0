"""Effects and results of wrong statements; their messages are tested in tests/compat."""
from __future__ import annotations

import math
from typing import Any

import pytest

import minitorch_compat as torch


def test_nothing_is_assigned_where_false_chooses_nothing() -> None:
    x = torch.ones(2, 2)
    x[False] = torch.ones(3)
    assert x.tolist() == [[1, 1], [1, 1]]
    with pytest.raises(RuntimeError, match="expanded size"):
        x[True] = torch.zeros(3, 2)
    assert x.tolist() == [[1, 1], [1, 1]]


@pytest.mark.parametrize("rate", [None, "s", [1], 1j])
@pytest.mark.parametrize("name", ["SGD", "RAdam", "Rprop", "LBFGS", "ASGD", "NAdam"])
def test_a_step_with_a_rate_that_is_no_number_changes_nothing(name: str, rate: Any) -> None:
    p = torch.nn.Parameter(torch.ones(2))
    optimizer = getattr(torch.optim, name)([p], lr=0.1)
    optimizer.param_groups[0]["lr"] = rate

    def closure() -> Any:
        optimizer.zero_grad()
        loss = (p * 2).sum()
        loss.backward()
        return loss

    with pytest.raises((TypeError, RuntimeError)):
        optimizer.step(closure)
    assert p.tolist() == [1, 1]


def test_constants_may_be_among_the_outputs_that_are_linearized() -> None:
    x = torch.tensor([1.0, 2.0])
    output, push = torch.func.linearize(lambda a: (a * 2, 1, {"k": torch.tensor([3])}), x)
    assert output[0].tolist() == [2, 4] and output[1] == 1 and output[2]["k"].tolist() == [3]
    moved = push(torch.tensor([1.0, 10.0]))
    assert moved[0].tolist() == [2, 20] and moved[1] == 1 and moved[2]["k"].tolist() == [0]
    assert torch.func.linearize(lambda a: None, x)[1](x) is None


def test_values_may_not_be_looked_at_while_linearizing() -> None:
    with pytest.raises(RuntimeError, match="tracing tensor"):
        torch.func.linearize(lambda a: a.sum().item(), torch.ones(2))
    assert torch.func.grad(lambda a: a.sum() * a.sum().item())(torch.ones(2)).tolist() == [2, 2]


def test_tangents_of_a_wider_dtype_are_not_cut() -> None:
    x = torch.ones(2)
    with pytest.raises(NotImplementedError):
        torch.func.jvp(lambda a: a * 2, (x,), (x * 1j,))
    assert torch.func.jvp(lambda a: a * 2, (x.double(),), (x,))[1].dtype == torch.float64


def test_frequencies_of_no_steps_and_of_steps_of_no_length() -> None:
    assert torch.fft.fftfreq(0).tolist() == []
    first, *others = torch.fft.fftfreq(4, d=0).tolist()
    assert math.isnan(first) and others == [math.inf, -math.inf, -math.inf]
    assert torch.fft.fftfreq(5, d=0.5).tolist() == pytest.approx([0, 0.4, 0.8, -0.8, -0.4])
    assert torch.fft.rfftfreq(5).tolist() == pytest.approx([0, 0.2, 0.4])


def test_small_matrices_of_nan_have_eigenvalues_of_nan() -> None:
    values, vectors = torch.linalg.eigh(torch.full((2, 2), math.nan))
    assert values.isnan().all() and vectors.isnan().all()
    batch = torch.stack([torch.eye(2), torch.full((2, 2), math.inf)])
    assert torch.linalg.eigvalsh(batch)[0].tolist() == [1, 1]


def test_sparse_tensors_are_narrowed_divided_and_raised() -> None:
    dense = torch.tensor([[1.0, 2.0], [0.0, 4.0]])
    s = dense.to_sparse()
    assert s.narrow_copy(0, 1, 1).to_dense().tolist() == [[0, 4]]
    assert s.narrow_copy(1, 0, 1).to_dense().tolist() == [[1], [0]]
    assert (s // 3).to_dense().tolist() == [[0, 0], [0, 1]]
    assert torch.div(-s, 3, rounding_mode="trunc").to_dense().tolist() == [[0, 0], [0, -1]]
    assert (s ** -1).to_dense().tolist() == [[1, 0.5], [0, 0.25]]


@pytest.mark.parametrize(("call", "name"), [
    (lambda s: s == s.to_dense(), "eq.Tensor"), (lambda s: s < 1, "lt.Scalar"), (lambda s: s.max(), "max"),
    (lambda s: s.std(), "std.correction"),
    (lambda s: s.exp_(), "exp_"), (lambda s: s.clamp(0), "clamp"), (lambda s: s.logical_not_(), "logical_not.out"),
    (lambda s: s.uniform_(), "uniform_"), (lambda s: s.fill_(1), "fill_.Scalar")])
def test_what_sparse_tensors_are_refused_is_called_as_in_pytorch(call: Any, name: str) -> None:
    with pytest.raises(NotImplementedError, match=f"'aten::{name}' with arguments from the 'SparseCPU'"):
        call(torch.ones(2, 2).to_sparse())


def test_a_bias_of_another_type_is_noticed_before_the_shape_of_the_input() -> None:
    f = torch.nn.functional
    with pytest.raises(RuntimeError, match="bias type"):
        f.conv2d(torch.ones(2), torch.ones(1, 1, 1, 1), torch.ones(1).double())
    assert f.conv2d(torch.ones(1, 1, 2, 2), torch.ones(1, 1, 1, 1), torch.ones(1).double(), padding="same").dtype == torch.float32
