"""Writes into memory shared with an argument; strides of gradients. What is asserted here was observed at PyTorch 2.13."""
from __future__ import annotations

import pytest

import minitorch_compat as torch

PARTLY = "some elements of the input tensor and the written-to tensor refer to a single memory location"


@pytest.mark.parametrize("name", ["index_add_", "index_copy_", "scatter_", "scatter_add_"])
@pytest.mark.parametrize("part", [slice(None), slice(1), slice(1, 3)], ids=str)
def test_picking_refuses_its_own_memory(name, part):
    x = torch.arange(6.0)
    source = x[part]
    with pytest.raises(RuntimeError, match=PARTLY):
        getattr(x, name)(0, torch.arange(len(source)), source)
    assert x.tolist() == [0, 1, 2, 3, 4, 5]
    assert x._version == 0


@pytest.mark.parametrize("name", ["add_", "sub_", "mul_", "div_"])
@pytest.mark.parametrize("view", [lambda x: x[None], lambda x: x.t()], ids=["more dimensions", "transposed"])
def test_arithmetic_on_a_view_refuses_its_base(name, view):
    x = torch.tensor([[0.0, 1.0], [2.0, 3.0]])
    with pytest.raises(RuntimeError, match=PARTLY):
        getattr(view(x), name)(x)
    assert x.tolist() == [[0, 1], [2, 3]] and x._version == 0


def test_a_part_is_not_assigned_to_a_part_that_it_overlaps():
    x = torch.arange(6.0)
    with pytest.raises(RuntimeError, match=PARTLY):
        x[1:] = x[:-1]
    assert x.tolist() == [0, 1, 2, 3, 4, 5] and x._version == 0
    x[:] = x
    x[0, None] += 0
    x[2:5] = x[1]
    x[:2] = x[4:]
    assert x.tolist() == [1, 5, 1, 1, 1, 5]


def test_joining_refuses_its_own_memory():
    x = torch.arange(6.0)
    with pytest.raises(RuntimeError, match=PARTLY):
        torch.cat([x[:3], torch.zeros(3)], out=x)
    with pytest.raises(RuntimeError, match=PARTLY):
        torch.gather(x, 0, torch.tensor([1]), out=x[:1])
    assert x.tolist() == [0, 1, 2, 3, 4, 5]


def test_reductions_may_write_into_their_argument():
    x = torch.arange(6.0)
    assert torch.sum(x, 0, out=x[0]).item() == 15
    assert x.tolist() == [15, 1, 2, 3, 4, 5]


def test_layouts_of_gradients():
    seen = []
    y = torch.ones(2, 3, requires_grad=True) * 1
    y.register_hook(lambda g: seen.append(g.stride()))
    (y * torch.ones(2, 3, 2).transpose(1, 2)).sum().backward()
    assert seen == [(3, 1)]
    y = torch.ones(2, 3, requires_grad=True) * 1
    y.retain_grad()
    (y.t() * torch.ones(3, 2)).sum().backward()
    assert y.grad.stride() == (3, 1)


def test_gradients_of_another_shape_are_refused():
    y = torch.ones(2, 3, requires_grad=True) * 1
    with torch.no_grad():
        y.t_()
    with pytest.raises(RuntimeError, match=r"got \[3, 2\] but expected shape compatible with \[2, 3\]"):
        y.sum().backward()


def test_a_view_without_history_hears_of_no_gradient():
    called = []
    x = torch.ones(2, 3, requires_grad=True) * 1
    with torch.no_grad():
        part = x[0]
    part.register_hook(called.append)
    (part.sum() + x.sum()).backward()
    assert called == []


def test_set_takes_tensors_and_storages():
    for source in (1.0, None, "x", [1.0]):
        with pytest.raises(TypeError, match="invalid combination"):
            torch.ones(3).set_(source)
    b = torch.ones(3, requires_grad=True)
    view = b.flatten()
    with torch.no_grad():
        view.set_(torch.arange(3.0))
    b.data.mul_(2)
    view.sum().backward()
    assert b.grad.tolist() == [1, 1, 1]


def test_fill_takes_complex_numbers_that_are_real():
    assert torch.ones(2).fill_(2 + 0j).tolist() == [2, 2]
    with pytest.raises(RuntimeError, match="without overflow"):
        torch.ones(2).fill_(2 + 1j)


@pytest.mark.parametrize(("name", "options"), [("scatter", {}), ("scatter", {"reduce": "add"}), ("scatter_reduce", {"reduce": "sum"})])
def test_scattering_into_its_source_is_refused(name, options):
    x, source, index = torch.arange(6.0), torch.ones(6), torch.zeros(6, dtype=torch.int64)
    with pytest.raises(RuntimeError, match=PARTLY):
        getattr(torch, name)(x, 0, index, source, **options, out=source)
    assert source.tolist() == [1] * 6


@pytest.mark.parametrize("draw", [
    lambda x: x[:3].bernoulli_(x[1:4]), lambda x: torch.bernoulli(x[:3], out=x[1:4]), lambda x: torch.normal(x[:3], 1.0, out=x[1:4]),
    lambda x: torch.normal(0.0, x[:3], out=x[1:4]), lambda x: torch.normal(torch.zeros(3), x[3:], out=x[1:4])])
def test_numbers_are_not_drawn_into_a_part_of_their_parameters(draw):
    x = torch.full((6,), 0.5)
    with pytest.raises(RuntimeError, match=PARTLY):
        draw(x)
    assert x.tolist() == [0.5] * 6 and x._version == 0
    assert x.bernoulli_(x) is x and x.bernoulli_(x[0]) is x
