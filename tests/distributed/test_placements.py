"""Placements are plain values: parallelization plans of libraries (such as transformers) create them at import."""
from __future__ import annotations

import copy
import pickle

import pytest
from minitorch_compat.distributed._tensor import Shard as FormerShard
from minitorch_compat.distributed.tensor.parallel import ColwiseParallel  # noqa: F401 (the modules below are found)

import minitorch_compat as torch
from minitorch_compat.distributed.tensor import DTensor, Partial, Placement, Replicate, Shard
from minitorch_compat.distributed.tensor.placement_types import _StridedShard


def test_what_they_say_of_themselves() -> None:
    said = [(repr(x), str(x), x.is_shard(), x.is_shard(0), x.is_replicate(), x.is_partial(), x.is_partial("sum"))
            for x in (Shard(0), Shard(-1), Replicate(), Partial(), Partial("avg"), _StridedShard(-1, split_factor=4))]
    assert said == [
        ("Shard(dim=0)", "S(0)", True, True, False, False, False), ("Shard(dim=-1)", "S(-1)", True, False, False, False, False),
        ("Replicate()", "R", False, False, True, False, False), ("Partial(sum)", "P(sum)", False, False, False, True, True),
        ("Partial(avg)", "P(avg)", False, False, False, True, False),
        ("_StridedShard(dim=-1, sf=4)", "_S(-1, 4)", False, False, False, False, False)]


def test_they_are_compared_by_value() -> None:
    assert Shard(0) == Shard(0) != Shard(1) and hash(Shard(0)) == hash(Shard(0)) and Replicate() == Replicate() != Partial()
    assert Shard(0) != _StridedShard(0) and Partial() != Partial("avg") and Shard(0) != 0
    assert copy.deepcopy(Partial("max")) == Partial("max") and pickle.loads(pickle.dumps(Shard(2))) == Shard(2)
    assert FormerShard is Shard is torch.distributed.tensor.Shard and issubclass(Shard, Placement)
    assert not isinstance(torch.ones(1), DTensor)


def test_refusals() -> None:
    for call in (lambda: Shard(), lambda: Shard("a"), lambda: Partial(3)):  # type: ignore[call-arg, arg-type]
        with pytest.raises(TypeError):
            call()
    with pytest.raises(AttributeError):
        Shard(0).dim = 3  # type: ignore[misc]
