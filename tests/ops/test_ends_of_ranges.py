"""Calls at the ends of their ranges, where PyTorch's results follow no rule: recorded values are in the tests."""
from __future__ import annotations

import io
import math
import pickle
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat import serialization


def test_variances_without_degrees_of_freedom() -> None:
    slope: Any = torch.autograd.functional.jacobian
    assert torch.tensor([1.0, 3.0]).var(correction=2).item() == math.inf
    assert slope(lambda x: x.var(correction=2), torch.tensor([1.0, 3.0])).tolist() == [math.inf, math.inf]
    assert slope(lambda x: x.var(correction=3), torch.tensor([1.0, 3.0])).tolist() == [math.inf, math.inf]
    assert slope(lambda x: x.var(correction=1), torch.tensor([1.0])).isnan().all()


def test_segments_that_go_backwards_are_refused() -> None:
    with pytest.raises(RuntimeError, match="lengths contains negative value"):
        torch.segment_reduce(torch.ones(3), "sum", lengths=torch.tensor([4, -1]))
    with pytest.raises(RuntimeError, match="Expected segment_length >= 0"):
        torch.segment_reduce(torch.ones(3), "sum", offsets=torch.tensor([0, 3, 2]))


def test_sizes_of_one_in_contractions() -> None:
    assert torch.einsum("ij,ij->i", torch.ones(2, 1), torch.ones(2, 3)).tolist() == [3, 3]
    assert torch.einsum("ij,ij->i", torch.ones(2, 3), torch.ones(2, 1)).tolist() == [3, 3]
    assert torch.einsum("ij,jk->ik", torch.ones(2, 1), torch.ones(3, 2)).tolist() == [[3, 3]] * 2
    assert torch.einsum("ij,jk->ik", torch.ones(2, 3), torch.ones(1, 2)).tolist() == [[3, 3]] * 2
    assert torch.einsum("ij,ij->ij", torch.ones(1, 3), torch.ones(2, 3)).shape == (2, 3)


@pytest.mark.parametrize("index", [2**63, -2**63 - 1, -2**64])
def test_indices_beyond_64_bits(index: int) -> None:
    with pytest.raises(ValueError, match="Overflow when unpacking long"):
        torch.zeros(3)[index]


def test_kinds_of_storage_by_name() -> None:
    assert serialization.StorageType("FloatStorage").dtype is torch.float32
    with pytest.raises(KeyError, match='pickle storage type "FooStorage" is not recognized'):
        serialization.StorageType("FooStorage")


def test_the_old_format_says_what_it_was_written_with() -> None:
    file = io.BytesIO()
    torch.save({"a": 1}, file, _use_new_zipfile_serialization=False)
    file.seek(0)
    magic, protocol, system = (pickle.load(file) for _ in range(3))
    assert (magic, protocol) == (0x1950a86a20f9469cfc6c, 1001)
    assert system["type_sizes"] == {"short": 2, "int": 4, "long": 4} and system["protocol_version"] == 1001


def test_many_angles_are_the_same_as_pytorchs() -> None:
    """Few are accepted by the second of two comparisons only, so it takes thousands to see a fault in the first."""
    torch.manual_seed(0)
    angles = torch.distributions.VonMises(torch.tensor(0.5), torch.tensor(3.0)).sample((3000,)).double()
    assert angles.sum().item() == pytest.approx(1484.1337, abs=1e-3) and angles[:3].sum().item() == pytest.approx(1.947, abs=1e-4)


def test_gradients_of_products_with_rows_and_columns_lie_as_pytorchs_do() -> None:
    wanted = [((3, 1), (1, 1)), ((3, 1), (1, 3)), ((3, 1), (2, 1)), ((3, 1), (1, 3)), ((1, 1), (1, 1)), ((1, 1), (1, 3)), ((1, 1), (2, 1)),
              ((1, 1), (1, 3)), ((3, 1), (1, 1)), ((3, 1), (1, 3)), ((3, 1), (2, 1)), ((3, 1), (1, 3)), ((1, 2), (1, 1)), ((1, 2), (1, 3)),
              ((1, 2), (2, 1)), ((1, 2), (1, 3))]
    found = []
    for left in (torch.ones(1, 3), torch.ones(3, 1).t(), torch.ones(2, 3), torch.ones(3, 2).t()):
        for right in (torch.ones(3, 1), torch.ones(1, 3).t(), torch.ones(3, 2), torch.ones(2, 3).t()):
            a, b = (t.clone(memory_format=torch.preserve_format).requires_grad_() for t in (left, right))
            found.append(tuple(g.stride() for g in torch.autograd.grad((a @ b).sum(), (a, b))))
    assert found == wanted


def test_learning_rates_in_tensors_of_one_element() -> None:
    for kind in (torch.optim.SGD, torch.optim.Adam, torch.optim.AdamW, torch.optim.Adagrad, torch.optim.RAdam, torch.optim.Adamax):
        results = []
        for rate in (0.1, torch.tensor(0.1), torch.tensor([0.1])):
            p = torch.nn.Parameter(torch.ones(2))
            p.grad = torch.ones(2)
            kind([p], lr=rate, foreach=False).step()
            results.append(p.tolist())
        assert results[1] == pytest.approx(results[0], rel=1e-5) and results[2] == pytest.approx(results[0], rel=1e-5)


def test_lists_by_device_and_dtype_come_without_places() -> None:
    groups: Any = torch.optim.Optimizer._group_tensors_by_device_and_dtype
    tensors = [torch.ones(1), torch.ones(1).double(), torch.ones(2)]
    assert sorted(([len(part) for part in lists], places) for lists, places in groups([tensors]).values()) == [([1], []), ([2], [])]
    assert sorted(places for _, places in groups([tensors], with_indices=True).values()) == [[0, 2], [1]]
