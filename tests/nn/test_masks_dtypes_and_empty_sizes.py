"""Masks told from scores, dtypes that modules go to, options of bags, empty sizes; PyTorch's recorded messages are in the tests."""
from __future__ import annotations

import functools
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat.nn.attention import flex_attention

F = torch.nn.functional


class ByCall:
    """No function: nothing tells its arguments but a signature."""

    def __call__(self, batch: Any, head: Any, query: Any, key: Any) -> Any:
        return query >= key

    def score(self, score: Any, batch: Any, head: Any, query: Any, key: Any) -> Any:
        return score


def test_masks_and_scores_are_told_apart_by_their_arguments() -> None:
    kinds = flex_attention._ModificationType
    masks = [lambda b, h, q, k: q >= k, lambda b, h, q, k, more=1: q >= k, ByCall(), functools.partial(ByCall()),
             functools.partial(lambda first, b, h, q, k: q, 1)]
    scores = [lambda s, b, h, q, k: s, lambda s, b, h, q, k, more=1: s, functools.partial(lambda s, b, h, q, k, z: s, z=1)]
    assert [flex_attention._get_mod_type(f) for f in masks] == [kinds.MASK_MOD] * len(masks)
    assert [flex_attention._get_mod_type(f) for f in scores] == [kinds.SCORE_MOD] * len(scores)
    for function in (lambda: 0, lambda a: a, functools.partial(ByCall(), 1), lambda a, b, c, d, e, f: a):
        with pytest.raises(AssertionError, match="Expected 4 or 5 positional args"):
            flex_attention._get_mod_type(function)


def test_masks_of_blocks_come_with_their_counts() -> None:
    counts, columns = torch.ones(1, 1, 1, dtype=torch.int32), torch.zeros(1, 1, 1, 1, dtype=torch.int32)
    for full in ((counts, None), (None, columns)):
        with pytest.raises(AssertionError, match="must be both provided or omitted"):
            flex_attention.BlockMask.from_kv_blocks(counts, columns, *full)
    assert flex_attention.BlockMask.from_kv_blocks(counts, columns, counts, columns).full_kv_indices is columns
    assert flex_attention.BlockMask.from_kv_blocks(counts, columns).full_kv_indices is None


@pytest.mark.parametrize("kind", [str, list, dict, torch.Tensor, torch.nn.Linear, object])
def test_modules_go_to_no_other_types(kind: Any) -> None:
    for args, kwargs in (((kind,), {}), ((), {"dtype": kind}), (("cpu", kind), {})):
        with pytest.raises(TypeError, match="received an invalid combination of arguments"):
            torch.nn.Linear(1, 1).to(*args, **kwargs)


def test_modules_go_to_types_of_numbers() -> None:
    assert torch.nn.Linear(1, 1).to(float).weight.dtype is torch.float64
    with pytest.warns(UserWarning, match="Complex modules"):
        assert torch.nn.Linear(1, 1).to(complex).weight.dtype is torch.complex128
    for kind in (int, bool):
        with pytest.raises(TypeError, match="only accepts floating point or complex dtypes"):
            torch.nn.Linear(1, 1).to(kind)


@pytest.mark.parametrize("recorded", [False, True])
@pytest.mark.parametrize("mode", ["sum", "mean", "max"])
@pytest.mark.parametrize("option", ["scale_grad_by_freq", "sparse"])
@pytest.mark.parametrize("value", ["x", 1, None, 0.0])
def test_options_of_bags_are_truths(recorded: bool, mode: str, option: str, value: Any) -> None:
    table, given = torch.ones(4, 3, requires_grad=recorded), {option: value}
    with pytest.raises(TypeError, match=rf"argument '{option}' \(position \d\) must be bool, not {type(value).__name__}"):
        F.embedding_bag(torch.tensor([[0, 1]]), table, mode=mode, **given)


SHAPES: dict[int, list[tuple[int, ...]]] = {
    2: [(0, 2, 5, 5), (1, 0, 5, 5), (0, 5, 5), (2, 0, 5), (2, 5, 0), (1, 2, 0, 5), (1, 2, 5, 0)],
    3: [(0, 2, 5, 5, 5), (1, 0, 5, 5, 5), (0, 5, 5, 5), (2, 0, 5, 5), (2, 5, 0, 5), (2, 5, 5, 0), (1, 2, 0, 5, 5), (1, 2, 5, 5, 0)]}


@pytest.mark.parametrize(("dims", "shape"), [(dims, shape) for dims, shapes in SHAPES.items() for shape in shapes])
def test_fractional_pooling_of_nothing(dims: int, shape: tuple[int, ...]) -> None:
    """Nothing but the first dimension may be empty, be it examples or channels."""
    pool: Any = getattr(F, f"fractional_max_pool{dims}d")
    if 0 not in shape[1:]:
        assert tuple(pool(torch.zeros(shape), 2, output_size=2).shape) == (*shape[:-dims], *(2,) * dims)
        return
    with pytest.raises(RuntimeError, match=rf"size for non-batch dimensions, but got.* with dimension {shape.index(0, 1)} being empty"):
        pool(torch.zeros(shape), 2, output_size=2)
