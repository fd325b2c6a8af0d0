"""Functions of several ops that run on arrays where nothing is recorded: their results are those of the ops."""
from __future__ import annotations

import pytest

import minitorch_compat as torch
import minitorch_compat.nn.functional as F

CASES = {
    "cosine_similarity": lambda x: F.cosine_similarity(x, x.flip(0) + 1, dim=1),
    "cosine_similarity of vectors": lambda x: F.cosine_similarity(x[0], x[1], dim=0),
    "rms_norm": lambda x: F.rms_norm(x, (4,)),
    "rms_norm, weighted": lambda x: F.rms_norm(x, (3, 4), torch.arange(12.0, dtype=x.dtype).view(3, 4), 0.1),
    "rms_norm, another type": lambda x: F.rms_norm(x, (4,), torch.arange(4.0, dtype=torch.float64)),
    "circular": lambda x: F.pad(x, (1, 2), "circular"),
    "circular, cut": lambda x: F.pad(x[None], (-1, 2, 1, 0), "circular"),
    "circular, one side": lambda x: F.pad(x, (0, 3), "circular"),
    "normalize": lambda x: F.normalize(x, 3.0, 2),
    "tensordot": lambda x: torch.tensordot(x, x.transpose(0, 2) + 1, ([0, 2], [2, 0])),
    "tensordot to a number": lambda x: torch.tensordot(x, x + 1, 3),
    "tensordot, broadcast": lambda x: torch.tensordot(x, x[:1] + 1, ([0], [0])),
    "einsum": lambda x: torch.einsum("aij,bji->ab", x, x.mT + 1),
    "einsum of three": lambda x: torch.einsum("aij,bj,c->ibc", x, x[0] + 1, x[0, 0]),
    "einsum, outer": lambda x: torch.einsum("i,jk->kij", x[0, 0], x[1]),
    "take_along_dim": lambda x: torch.take_along_dim(x, torch.tensor([[[1], [-1], [0]]]), 1),
    "take_along_dim of all": lambda x: torch.take_along_dim(x, torch.tensor([5, 1])),
    "repeat_interleave": lambda x: torch.repeat_interleave(x, 2),
    "repeat_interleave, transposed": lambda x: x.transpose(0, 2).repeat_interleave(3, 1),
    "repeat_interleave, never": lambda x: x.repeat_interleave(0, -1),
    "one_hot": lambda x: F.one_hot((x > 0).long(), 3) * x.detach().long().sum(),
}


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.float16, torch.bfloat16])
@pytest.mark.parametrize("name", CASES)
def test_same_as_recorded(name, dtype):
    torch.manual_seed(0)
    x = torch.randn(3, 3, 4).to(dtype)
    bare, recorded = CASES[name](x), CASES[name](x.clone().requires_grad_())
    assert not bare.requires_grad
    assert (bare.dtype, bare.shape, bare.stride(), bare._version) == (recorded.dtype, recorded.shape, recorded.stride(), recorded._version)
    assert (bare._base is None) == (recorded._base is None)
    assert bare._base is None or (bare._base.shape, bare._base.stride()) == (recorded._base.shape, recorded._base.stride())
    assert torch.equal(bare, recorded.detach())
    with torch.no_grad():
        assert torch.equal(CASES[name](x.clone().requires_grad_()), bare)


def test_a_mode_hears_of_the_ops():
    caught = []

    class Listen(torch.overrides.TorchFunctionMode):
        def __torch_function__(self, func, types, args=(), kwargs=None):
            caught.append(func.__name__)
            return func(*args, **(kwargs or {}))

    with Listen():
        F.rms_norm(torch.ones(2, 3), (3,))
    assert "rms_norm" in caught


def test_classes_that_only_one_hot_refuses():
    with pytest.raises(RuntimeError, match="non-negative"):
        F.one_hot(torch.tensor([1, -1]))
    with pytest.raises(RuntimeError, match="smaller than num_classes"):
        F.one_hot(torch.tensor([1, 3]), 3)
    assert F.one_hot(torch.tensor([0, 2])).tolist() == [[1, 0, 0], [0, 0, 1]]


def test_a_number_has_no_slices_to_repeat():
    with pytest.raises(IndexError, match="Dimension out of range"):
        torch.tensor(1.0).repeat_interleave(2, 0)
