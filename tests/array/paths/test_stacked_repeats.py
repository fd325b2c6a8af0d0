"""Stacking a list that contains the same array more than once; also for the gradients of single elements."""
from __future__ import annotations

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat._array.shape.views import stack


@pytest.mark.parametrize("shape", [(), (3,), (2, 3), (0,)])
@pytest.mark.parametrize("places", ["aab", "baa", "aba", "aaa", "abaa", "aabcaa", "baab", "bcaa", "aabb"])
def test_one_at_several_places(places: str, shape: tuple[int, ...]) -> None:
    generator = np.random.default_rng(0)
    known = {name: generator.standard_normal(shape) for name in sorted(set(places))}
    for dim in range(-len(shape) - 1, len(shape) + 1):
        arrays = [known[name] for name in places]
        found = stack([np.asarray(a) for a in arrays] if not shape else arrays, dim)
        np.testing.assert_array_equal(found, np.stack(arrays, dim))
        assert found.flags.c_contiguous and not any(np.may_share_memory(found, a) for a in arrays if a is not None)


@pytest.mark.parametrize("places", ["abb", "bba", "aab"])
def test_other_shapes_are_refused(places: str) -> None:
    known = {"a": np.zeros(3), "b": np.zeros(4)}
    arrays = [known[name] for name in places]
    wrong = next(i for i, name in enumerate(places) if name != places[0])
    message = rf"got \[{len(arrays[0])}\] at entry 0 and \[{len(arrays[wrong])}\] at entry {wrong}"
    with pytest.raises(RuntimeError, match=message):
        stack(arrays)


@pytest.mark.parametrize("split", [lambda x: x.unbind(), lambda x: x.unbind(1), lambda x: x.split([1, 3]), lambda x: x.chunk(2, 1),
                                   lambda x: x.tensor_split(3, 1)])
def test_gradients_of_parts_of_which_few_are_used(split) -> None:  # type: ignore[no-untyped-def]
    x = torch.arange(20.0).reshape(4, 5).requires_grad_()
    number = len(split(x))
    for used in range(number):
        expected = torch.zeros(4, 5)
        split(expected)[used].add_(2 * split(x.detach())[used])
        for create_graph in (False, True):
            found, = torch.autograd.grad((split(x)[used] ** 2).sum(), x, create_graph=create_graph)
            assert torch.equal(found, expected) and found.requires_grad is create_graph
    parts = split(x)
    (parts[0].sum() + parts[-1].prod()).backward()
    with torch.no_grad():
        x.grad.add_(1)  # its memory is its own
    assert torch.equal(split(x.grad)[0], split(torch.full((4, 5), 2.0))[0])
