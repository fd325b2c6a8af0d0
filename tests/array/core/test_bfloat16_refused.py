"""Kernels without half precision refuse bfloat16, too, and those with half precision accept it."""
from __future__ import annotations

import pytest

import minitorch_compat as torch

pytest.importorskip("ml_dtypes", reason="needs the extra 'bfloat16'")
B = torch.ones(3, 3, dtype=torch.float32).to(torch.bfloat16)
S = torch.special


@pytest.mark.parametrize(("call", "kernel"), [
    (lambda: S.bessel_j0(B), "bessel_j0_cpu"), (lambda: S.zeta(B, B), "zeta_cpu"), (lambda: S.ndtri(B), "ndtri_cpu"),
    (lambda: S.hermite_polynomial_h(B, B), "hermite_polynomial_h_cpu"), (lambda: torch.nn.functional.pdist(B), "pdist"),
    (lambda: torch.cdist(B, B), "cdist"), (lambda: torch.linalg.svd(B), "linalg_svd_cpu"), (lambda: torch.linalg.qr(B), "geqrf_cpu"),
    (lambda: torch.linalg.ldl_factor(B), "ldl_factor_kernel_cpu"), (lambda: torch.binomial(B, B), "binomial_cpu")])
def test_refused(call, kernel: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(NotImplementedError, match=f"\"{kernel}\" not implemented for 'BFloat16'"):
        call()


def test_taken() -> None:
    mantissa, exponent = torch.frexp(B * 3)
    assert mantissa.dtype is torch.bfloat16
    assert (mantissa.unique().tolist(), exponent.unique().tolist()) == ([0.75], [2])
    assert torch.poisson(B).dtype is torch.bfloat16
    assert torch.nn.functional.affine_grid(B[:2].expand(1, 2, 3), (1, 1, 2, 2), align_corners=False).dtype is torch.bfloat16
