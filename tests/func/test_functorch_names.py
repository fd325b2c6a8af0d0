"""Names of `torch._functorch` and `torch._C._functorch` that code outside of PyTorch uses."""
from __future__ import annotations

from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat._functorch.eager_transforms import _slice_argnums
from minitorch_compat._functorch.make_functional import functional_init, functional_init_with_buffers
from minitorch_compat._functorch.vmap import restore_vmap


def test_slice_argnums() -> None:
    assert [_slice_argnums((7, 8, 9), n) for n in (0, -1, (0, 2), (-1,))] == [(7,), (9,), (7, 9), (9,)]
    assert _slice_argnums((7, 8), 1, as_tuple=False) == 8
    for wrong in (3, (0, 0), (), [0]):
        with pytest.raises(RuntimeError, match="argnum"):
            _slice_argnums((7, 8, 9), wrong)


def test_restore_vmap() -> None:
    def f(x: Any, y: int) -> Any:
        return x.sum(-1), torch.ones(3), [x * y]

    out, dims = restore_vmap(f, (0, None), 2, "error")(torch.ones(2, 3), 3)
    assert dims == (0, None, [0])
    assert [out[0].shape, out[1].shape, out[2][0].shape] == [(2,), (3,), (2, 3)]


def test_batch_dimension_of_inputs() -> None:
    names: Any = torch._C._functorch
    found = []

    def f(x: Any) -> Any:
        found.append((names.maybe_get_bdim(x), tuple(names.get_unwrapped(x).shape), repr(x).partition(",\n")[0]))
        return x * 1

    torch.vmap(f, in_dims=1)(torch.ones(2, 3))
    assert found[0][:2] == (1, (2, 3)) and found[0][2].startswith("BatchedTensor(lvl=1, bdim=1")


def test_functional_init() -> None:
    weights, f, names = functional_init(torch.nn.Linear, (3,))(2, 4)
    assert names == ("weight", "bias") and [tuple(w.shape) for w in weights] == [(3, 4, 2), (3, 4)]
    assert torch.vmap(f, (0, None))(weights, (torch.ones(5, 2),)).shape == (3, 5, 4)
    weights, buffers, g, _, buffer_names = functional_init_with_buffers(torch.nn.BatchNorm1d)(2)
    assert buffer_names == ("running_mean", "running_var", "num_batches_tracked")
    assert g(weights, buffers, (torch.ones(3, 2),)).shape == (3, 2)
    with pytest.raises(ValueError, match="should be > 0"):
        functional_init(torch.nn.Linear, (0,))(2, 4)


def test_fallback_settings() -> None:
    c: Any = torch._C
    assert not c._debug_only_are_vmap_fallback_warnings_enabled() and c._functorch._is_vmap_fallback_enabled()
    c._debug_only_display_vmap_fallback_warnings(True)
    try:
        assert c._debug_only_are_vmap_fallback_warnings_enabled()
    finally:
        c._debug_only_display_vmap_fallback_warnings(False)


def test_overload_classes() -> None:
    from minitorch_compat._ops import OpOverload, OpOverloadPacket  # as `from torch._ops import ...`

    assert isinstance(torch.ops.aten.add.Tensor, OpOverload) and isinstance(torch.ops.aten.add, OpOverloadPacket)


@pytest.mark.parametrize(("size", "strides", "expected"), [((2, 3), (1, 2), (18, 6, 1, 2)), ((3, 2), (5, 1), (36, 12, 5, 1)),
                                                           ((0,), (1,), (0, 0, 1)), ((), (), (3, 1))])
def test_new_empty_strided(size: Any, strides: Any, expected: Any) -> None:
    f = torch.vmap(torch.vmap(lambda x: x.new_empty_strided(size, strides)))
    assert f(torch.ones(2, 3)).stride() == expected


def test_written_new_empty_strided() -> None:
    x = torch.rand(2, 3)
    assert torch.equal(torch.vmap(lambda row: row.new_empty_strided((3,), (1,)).copy_(row))(x), x)


def test_bernoulli_with_probabilities_for_all_examples() -> None:
    p = torch.tensor([0.1, 0.5, 0.9, 0.3])
    torch.manual_seed(1)
    found = torch.vmap(lambda t: t.bernoulli_(p), randomness="different")(torch.rand(3, 4))
    torch.manual_seed(1)
    torch.rand(3, 4)
    expected = torch.empty(3, 4).bernoulli_(p.expand(3, 4))
    assert torch.equal(found, expected)
