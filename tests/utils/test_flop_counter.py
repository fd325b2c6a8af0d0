"""`FlopCounterMode`: its tables, its errors, and that it leaves no state behind."""
from __future__ import annotations

import pytest

import minitorch_compat as torch
from minitorch_compat._dispatch.state import ACTIVE, LOCAL
from minitorch_compat.utils import flop_counter
from minitorch_compat.utils.flop_counter import FlopCounterMode

nn = torch.nn


def net():
    return nn.Sequential(nn.Conv1d(3, 3, 1), nn.Sequential(nn.Linear(4, 8), nn.GELU(), nn.Linear(8, 4)))


def test_table_of_modules(capsys):
    """As PyTorch prints it with tabulate 0.9."""
    with FlopCounterMode() as counter:
        net()(torch.ones(2, 3, 4)).sum().backward()
        torch.ones(2, 2) @ torch.ones(2, 2)
    assert capsys.readouterr().out == """\
Module                            FLOP    % Total
------------------------------  ------  ---------
Global                            2608    100.00%
 - aten.convolution                144      5.52%
 - aten.addmm                      768     29.45%
 - aten.mm                        1552     59.51%
 - aten.convolution_backward       144      5.52%
 Sequential                       2592     99.39%
  - aten.convolution               144      5.52%
  - aten.addmm                     768     29.45%
  - aten.mm                       1536     58.90%
  - aten.convolution_backward      144      5.52%
  Sequential.0                     288     11.04%
   - aten.convolution              144      5.52%
   - aten.convolution_backward     144      5.52%
  Sequential.1                    2304     88.34%
   - aten.addmm                    768     29.45%
   - aten.mm                      1536     58.90%
"""
    assert counter.get_table(depth=1).count("\n") == 11


def test_table_of_large_figures_and_of_none():
    with FlopCounterMode(display=False) as counter:
        torch.ones(100, 100) @ torch.ones(100, 100)
    assert counter.get_table() == """\
Module           FLOP    % Total
----------  ---------  ---------
Global      2000.000K    100.00%
 - aten.mm  2000.000K    100.00%"""
    with FlopCounterMode(display=False) as counter:
        torch.ones(3).sin()
    assert counter.get_table() == """\
Module      FLOP    % Total
--------  ------  ---------
Global         0         0%"""


def test_figures_in_units():
    assert [flop_counter.get_suffix_str(n) for n in (1, 9999, 10000, 123456789, 10 ** 20)] == ["", "", "K", "M", "T"]
    assert flop_counter.convert_num_with_suffix(12345, "K") == "12.345K" and flop_counter.convert_to_percent_str(1, 0) == "0%"


@pytest.mark.parametrize("run", [
    lambda x: torch.func.vmap(lambda row: row @ x)(x), lambda x: torch.func.grad(lambda t: (t @ x).sum())(x),
    lambda x: torch.func.jvp(lambda t: t @ x, (x,), (x,)), lambda x: torch.linalg.inv(x + torch.eye(3)).sum().backward(),
    lambda x: torch.linalg.svdvals(x).sum().backward()])
def test_what_would_be_counted_otherwise_is_refused(run):
    x = torch.rand(3, 3, requires_grad=True)
    with pytest.raises(NotImplementedError, match="FlopCounterMode"), FlopCounterMode(display=False):
        run(x)
    assert LOCAL.observer is None and not ACTIVE and LOCAL.task is None


def test_second_derivatives_of_convolutions_are_refused():
    x = torch.rand(1, 2, 4, 4, requires_grad=True)
    y = nn.functional.conv2d(x, torch.rand(2, 2, 3, 3, requires_grad=True)) ** 2
    with FlopCounterMode(display=False):
        (g,) = torch.autograd.grad(y.sum(), x, create_graph=True)
        with pytest.raises(NotImplementedError, match="FlopCounterMode"):
            (g ** 2).sum().backward()


def test_backward_with_formulas_of_ones_own_is_refused():
    x = torch.ones(3, requires_grad=True)
    with FlopCounterMode(display=False, custom_mapping={torch.ops.aten.sin: lambda shape, out_shape=None, **_: 1}) as counter:
        y = x.sin().sum()
        with pytest.raises(NotImplementedError, match="formulas of one's own"):
            y.backward()
    assert counter.get_total_flops() == 1


def test_formulas_of_tensors():
    def of_values(x, *args, out_val=None, **kwargs):
        assert isinstance(x, torch.Tensor) and isinstance(out_val, torch.Tensor)
        return x.numel()

    of_values._get_raw = True
    with FlopCounterMode(display=False, custom_mapping={torch.ops.aten.exp: of_values}) as counter:
        torch.ones(3, 2).exp()
    assert counter.get_total_flops() == 6


def test_counts_beside_a_profile_and_under_a_checkpoint():
    x = torch.ones(3, 4, requires_grad=True)
    w = torch.ones(4, 2, requires_grad=True)
    with torch.autograd.profiler.profile() as prof, FlopCounterMode(display=False) as counter:
        torch.utils.checkpoint.checkpoint(lambda t: (t @ w).exp(), x, use_reentrant=False).sum().backward()
    assert counter.get_total_flops() == 4 * 2 * 3 * 4 * 2
    assert next(e.count for e in prof.key_averages() if e.key == "aten::mm") >= 2
    assert LOCAL.observer is None and not ACTIVE


def test_gradients_are_those_without():
    x = torch.rand(2, 3, 4)
    torch.manual_seed(0)
    model = net()
    model(x).sin().sum().backward()
    expected = [p.grad.clone() for p in model.parameters()]
    model.zero_grad()
    with FlopCounterMode(display=False):
        model(x).sin().sum().backward()
    assert all(torch.equal(p.grad, e) for p, e in zip(model.parameters(), expected, strict=True))


@pytest.mark.parametrize(("a", "b", "count"), [
    ((3,), (2, 3, 1), 12), ((0, 3), (2, 3, 5), 0), ((2, 4, 3), (3,), 0), ((4, 3), (2, 3, 5), 240)])
def test_batches_times_vectors_and_nothing(a, b, count):
    with FlopCounterMode(display=False) as found:
        torch.matmul(torch.randn(a), torch.randn(b))
    assert found.get_total_flops() == count


def test_numbers_that_may_be_left_out():
    x = torch.rand(3)
    with FlopCounterMode(display=False) as found:
        back = torch.nan_to_num(x.logit(0.01).sigmoid(), 0.0, 1.0, 2.0)
        torch.testing.assert_close(back.clamp(0.2, 0.5), x.clamp(0.2, 0.5).clamp(min=0.1))
    assert found.get_total_flops() == 0
