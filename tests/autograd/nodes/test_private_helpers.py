"""Private names of PyTorch that programs call: the old vmap, parts of `autograd.functional`, marks for a compiler."""
from __future__ import annotations

import pytest

import minitorch_compat as torch
from minitorch_compat import _jit_internal, _vmap_internals
from minitorch_compat.autograd import functional


def test_the_old_vmap() -> None:
    x = torch.arange(6.0).reshape(2, 3)
    assert torch.equal(_vmap_internals._vmap(lambda t, u: t + u, (0, None), 1)(x, 1.0), (x + 1).T)
    out = _vmap_internals._vmap(lambda t: (t * 2, None), allow_none_pass_through=True)(x)
    assert torch.equal(out[0], x * 2) and out[1] is None
    with pytest.warns(FutureWarning, match="torch.vmap"):
        _vmap_internals.vmap(torch.sin)


@pytest.mark.parametrize("function, what", [(lambda t: (t, None), "for return 1"), (lambda t: 3, "as the return")])
def test_what_the_old_vmap_refuses(function: object, what: str) -> None:
    with pytest.raises(ValueError, match=f"must only return Tensors, got type .* {what}"):
        _vmap_internals._vmap(function)(torch.ones(2))  # type: ignore[arg-type]


def test_a_batched_backward_pass() -> None:
    x = torch.ones(3, requires_grad=True)
    y = x ** 2
    basis, = functional._construct_standard_basis_for((y,), (3,))
    rows, = _vmap_internals._vmap(lambda v: torch.autograd.grad(y, x, v, retain_graph=True))(basis)
    assert torch.equal(rows, 2 * torch.eye(3))


def test_the_basis_of_several_tensors() -> None:
    first, second = functional._construct_standard_basis_for((torch.ones(2), torch.ones(1, dtype=torch.float64)), (2, 1))
    assert first.tolist() == [[1, 0], [0, 1], [0, 0]] and second.tolist() == [[0], [0], [1]] and second.dtype is torch.float64


def test_before_and_after() -> None:
    x = torch.ones(2, requires_grad=True)
    kept, = functional._grad_preprocess((x,), create_graph=True, need_graph=True)
    cut, = functional._grad_preprocess((x,), create_graph=False, need_graph=True)
    assert kept.grad_fn is not None and cut.is_leaf and cut.requires_grad
    assert functional._grad_postprocess((kept,), True)[0] is kept
    assert not functional._grad_postprocess(((kept,), (kept,)), False)[1][0].requires_grad
    flags = ((True, False), (True, True), (False, True), (False, False), False)
    assert [functional._tuple_postprocess(((1,), (2,)), flag) for flag in flags] == [(1, 2), ((1,), (2,)), (1,), 1, (1,)]


def test_marks_and_dispatch_by_a_flag() -> None:
    def of(x: int) -> int:
        return x

    assert _jit_internal._copy_to_script_wrapper(of) is of
    chosen = torch.nn.functional.boolean_dispatch("both", 1, False, lambda x, both=False: (x, x), lambda x, both=False: x, None, "name")
    assert (chosen(1), chosen(1, True), chosen(1, both=True), chosen.__name__) == (1, (1, 1), (1, 1), "name")
    assert torch.nn.functional.BroadcastingList2[int] is None and torch.nn.functional.grad is torch.nn.grad
