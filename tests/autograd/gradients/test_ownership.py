"""Ownership of gradient memory: in random programs, tensors share memory only where they do in PyTorch."""
from __future__ import annotations

import json
from itertools import combinations, product
from pathlib import Path

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat._engine.cotangents.ownership import LENT, OWN, resolve_shared, states_after
from minitorch_compat._engine.cotangents.ownership import SHARED as SHARED_STATE
from tests.autograd.gradients.ownership_programs import NUMBER, RECORDED, OwnershipProgram, outcome

SHARED = json.loads(RECORDED.read_text())
BATCH = 100


@pytest.mark.parametrize("first", range(0, NUMBER, BATCH))
def test_nothing_shares_memory_that_does_not_in_pytorch(first: int) -> None:
    found = {}
    for seed in range(first, first + BATCH):
        pairs = set(outcome(torch, seed)) - set(SHARED[seed])
        if pairs:
            found[seed] = sorted(pairs)
    assert not found


def test_the_programs_share_memory_often_enough_to_tell() -> None:
    assert sum(bool(pairs) for pairs in SHARED) > NUMBER // 4
    assert sum(pairs == ["RuntimeError"] for pairs in SHARED) < NUMBER // 10


@pytest.mark.parametrize("seed", range(40))
def test_writing_into_a_gradient_changes_nothing_else(seed: int) -> None:
    program = OwnershipProgram(torch, seed)
    try:
        program.run()
    except RuntimeError:
        pytest.skip("this seed's program is refused on both sides")
    for leaf in program.leaves:
        if leaf.grad is None:
            continue
        others = {name: t for name, t in program.held.items() if t is not leaf.grad}
        before = {name: t.detach().numpy().copy() for name, t in others.items()}
        with torch.no_grad():
            leaf.grad.fill_(-77)
        for name, t in others.items():
            np.testing.assert_array_equal(t.detach().numpy(), before[name], err_msg=name)


def test_nothing_counts_references() -> None:
    package = Path(torch.__file__).parent
    counting = [str(p.relative_to(package)) for p in package.rglob("*.py") if "getrefcount" in p.read_text()]
    assert counting == []


def test_the_last_of_those_that_share_memory_keeps_it() -> None:
    """All others copy: two leaves of one sum need one block of memory more, not two."""
    def entries(*arrays: np.ndarray) -> list[list[object]]:
        return [[None, array, False, SHARED_STATE] for array in arrays]

    g, other = np.ones((2, 3)), np.zeros(3)
    shared = entries(g, g.T, other, g[0])
    resolve_shared(shared, [])
    assert [entry[3] for entry in shared] == [SHARED_STATE, SHARED_STATE, OWN, OWN]
    shared = entries(g, other)
    resolve_shared(shared, [g])
    assert [entry[3] for entry in shared] == [SHARED_STATE, OWN]
    a, b = (torch.ones(3, requires_grad=True) for _ in range(2))
    (a + b).backward(torch.ones(3))
    assert not np.shares_memory(a.grad.numpy(), b.grad.numpy())


@pytest.mark.parametrize("joint", [True, False])
@pytest.mark.parametrize("held", [OWN, SHARED_STATE, LENT])
def test_no_memory_is_two_receivers_own(joint: bool, held: int) -> None:
    """Whatever a node makes of what came to it: that itself, parts of it, memory of its own, and parts of one such memory."""
    g, block = np.ones((2, 3)), np.zeros((2, 3))
    made = {"nothing": None, "it": g, "a part of it": g[0], "it turned": g.T, "its own": np.ones(3), "a part": block[0],
            "the other": block[1], "all": block[:], "a number": np.float64(1)}
    assert states_after([made["a part"]], g, held, joint) == [OWN] and states_after([made["a part of it"]], g, held, joint) == [held]
    for names in [*product(made, repeat=2), *product(made, repeat=3)]:
        if joint or names.count("its own") < 2:  # one array twice is what joint formulas alone answer with
            grads = [made[name] for name in names]
            own = [gi for gi, state in zip(grads, states_after(grads, g, held, joint)) if state == OWN and isinstance(gi, np.ndarray)]
            for a, b in combinations(own, 2):
                assert not np.may_share_memory(a, b), names
            assert held == OWN or not any(np.may_share_memory(a, g) for a in own), names
