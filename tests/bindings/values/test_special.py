"""`torch.special`: names in messages, `out=` of functions without derivatives, integer arguments."""
from __future__ import annotations

import pytest

import minitorch_compat as torch
from minitorch_compat._array.special import orthogonal_polynomials


def test_messages_name_the_function_in_full() -> None:
    with pytest.raises(TypeError, match=r"special_i0e\(\) missing"):
        torch.special.i0e()
    with pytest.raises(TypeError, match=r"special_zeta\(\) received an invalid combination of arguments - got \(int, int\)"):
        torch.special.zeta(2, 3)
    with pytest.raises(TypeError, match=r"special_polygamma\(\): argument 'input' \(position 2\) must be Tensor, not str"):
        torch.special.polygamma(1, "x")


def test_out_of_a_function_without_derivative_may_require_grad() -> None:
    out = torch.zeros(2, requires_grad=True)
    assert torch.special.bessel_j0(torch.zeros(2), out=out) is out and out.tolist() == [1.0, 1.0] and out.requires_grad
    with pytest.raises(RuntimeError, match=r"special_entr\(\): functions with out="):
        torch.special.entr(torch.ones(2), out=out)


def test_multivariate_gamma() -> None:
    x = torch.tensor([5.0, 6.0], requires_grad=True)
    y = torch.mvlgamma(x, 2)
    assert type(y.grad_fn).__name__ == "MvlgammaBackward0"
    torch.testing.assert_close(y, torch.lgamma(x) + torch.lgamma(x - 0.5) + 0.5723649429247001)
    for bad, message in ((torch.ones(2) > 0, "may not be a boolean"), (torch.ones(2, dtype=torch.int64), "can't be cast")):
        with pytest.raises(RuntimeError, match=message):
            bad.mvlgamma_(1)
    with pytest.raises(RuntimeError, match="p has to be greater than or equal to 1"):
        torch.mvlgamma(x, 0)


def test_half_precision_has_no_derivative_of_i1() -> None:
    x = torch.ones(2, dtype=torch.float16, requires_grad=True)
    with pytest.raises(NotImplementedError, match="\"i1_backward\" not implemented for 'Half'"):
        torch.special.i1(x).sum().backward()


def test_sinc_is_the_same_with_and_without_a_gradient() -> None:
    x = torch.tensor([[0.0, 0.5, -1.25], [3.0, -0.0, 1e-30]])
    for value in (x, x.double(), x.t(), x[:, :1].expand(2, 4), x.half(), x.to(torch.int64), x[0, 1]):
        plain = torch.sinc(value)
        assert plain.dtype == (value.dtype if value.is_floating_point() else torch.float32)
        if value.is_floating_point():
            tracked = torch.sinc(value.clone().requires_grad_())
            assert torch.equal(plain, tracked.detach()) and plain.stride() == torch.sinc(value.detach().requires_grad_()).stride()
    assert torch.sinc(x)[0, 0] == 1 and torch.sinc(x, out=torch.empty(2, 3))[1, 2] == 1


@pytest.mark.parametrize(("name", "at_three", "number_first"), [
    ("chebyshev_polynomial_t", [-1.0, 26.0], [0.5, -0.5]), ("hermite_polynomial_h", [-5.0, 40.0], [1.0, -1.0]),
    ("legendre_polynomial_p", [-0.4375, 17.0], [0.5, -0.125])])
def test_polynomials_of_numbers(name: str, at_three: list[float], number_first: list[float]) -> None:
    function = getattr(torch.special, name)
    assert function(torch.tensor([0.5, 2.0]), 3).tolist() == at_three
    assert function(0.5, torch.tensor([1, 2])).tolist() == pytest.approx(number_first)
    assert function(torch.tensor([2.0], dtype=torch.float64), 1).dtype is torch.float64


@pytest.mark.parametrize("name", ["laguerre_polynomial_l", "hermite_polynomial_h", "chebyshev_polynomial_v", "legendre_polynomial_p"])
def test_polynomials_of_high_degree_take_memory_of_their_own_size(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    call = getattr(torch.special, name)
    x, n = torch.linspace(-1.2, 1.2, 1001, dtype=torch.float64), torch.arange(1001).remainder(90).double() - 2
    usual = call(x, n)
    monkeypatch.setattr(orthogonal_polynomials, "_MAX_STORED_DEGREE", 5)
    assert torch.equal(call(x, n), usual)
    found = call(torch.full((4,), -3.0).double(), torch.tensor([1e6, 2.0, 0.0, -1.0]).double())
    assert found[0].isnan() and found[2:].tolist() == [1.0, 0.0]  # what is NaN does not change any more
