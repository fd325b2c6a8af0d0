"""Every op's calls in situations for which its entry may state a fact: autocast, a profile, half precision, other layouts and devices,
non-tensors, a tangent, deterministic algorithms. PyTorch's outcomes are in `data/situations.json.xz`."""
from __future__ import annotations

import json
import lzma
from pathlib import Path

import pytest

import minitorch_compat as torch
from tests.samples import ROWS

from .situations import array, outcomes

pytest.importorskip("ml_dtypes", reason="needs the extra 'bfloat16'")
RECORDED: dict[str, dict[str, str]] = json.loads(lzma.decompress((Path(__file__).parents[1] / "data/situations.json.xz").read_bytes()))
#: Where it is enough that a call is refused: by which kind of error depends on what PyTorch looks at first.
ANY_REFUSAL = ("coordinate", "compressed", "meta", "of both", "array", "number", "tangent")
#: Reason -> situation -> rows, where it is otherwise than with PyTorch.
REASONS: dict[str, dict[str, str]] = {
    "PyTorch has no such derivative, and no kernel for such types and devices": {
        "of one with a tangent": "fake_quantize fake_quantize_channels flash_attention grid_sampler_2d grid_sampler_3d index_reduce "
                                 "mkldnn_rnn_layer multi_margin multilabel_margin pdist_of segment_reduce",
        "of one on the meta device": "fake_quantize geqrf_of",
        "of one in compressed form": "sum_dim",
        "of bfloat16": "_dirichlet_grad _standard_gamma_grad fake_quantize_channels",
        "of both": "_dirichlet_grad _standard_gamma_grad",
        "autocast of bfloat16": "_dirichlet_grad _standard_gamma_grad fake_quantize_channels",
        "autocast of both": "_dirichlet_grad _standard_gamma_grad",
    },
    "one op here, of which profiles see the steps there": {
        "profiled": "bce_weighted huber_over_all mse_over_all smooth_l1_over_all",
    },
    "strides alone: other steps lead to the result, or to the gradient (a leaf's .grad lies as the leaf does)": {
        "transposed": "_standard_gamma_grad scatter_source",
        "one of which is transposed": "_standard_gamma_grad cdist_of rsub_scaled scatter_source",
        "of one that requires a gradient, gradients": "cholesky_ex_of cholesky_of lstsq_inverse lstsq_of lu_solve_of ormqr_of pinv_of "
                                                      "torch_cholesky_of",
        "laid out channels last, gradients": "cholesky_ex_of cholesky_of lstsq_inverse lstsq_of lu_solve_of "
                                             "ormqr_of pinv_of torch_cholesky_of",
        "transposed, gradients": "cholesky_ex_of cholesky_of erfc erfcx euclidean_dist "
                                 "householder_product_of index_reduce lstsq_inverse lstsq_of lu_solve_of masked_select "
                                 "masked_scatter_backward max_all median_all min_all ormqr_of pinv_of pow "
                                 "sinc_of take torch_cholesky_of",
        "of every second element, gradients": "cholesky_ex_of cholesky_of lstsq_inverse lstsq_of lu_solve_of ormqr_of pinv_of "
                                              "torch_cholesky_of",
    },
    "refused there, because a shape does not fit or a kernel is missing; the gradients are right": {
        "of one that requires a gradient, gradients": "fake_quantize_channels narrow_copy scatter_tensor",
        "laid out channels last, gradients": "fake_quantize_channels narrow_copy nll_loss_images scatter_tensor",
        "transposed, gradients": "fake_quantize_channels narrow_copy nll_loss_images scatter_tensor",
        "of every second element, gradients": "as_strided_scatter fake_quantize_channels narrow_copy scatter_tensor",
    },
    "values that are conjugated at once, and calls that numpy's kernels refuse": {
        "of conjugates": "bincount dot matmul", "of one conjugate": "_standard_gamma_grad bincount",
        "of negated imaginary parts": "as_strided_copy",
    },
    "PyTorch refuses numbers of the channels that are no integers": {"whose node is asked": "fake_quantize_channels"},
    "not here: distances of half precision, and layouts and devices that nobody mixes so": {
        "autocast of bfloat16": "euclidean_dist", "autocast of both": "euclidean_dist",
        "of one in compressed form": "addr fill_value ldexp_of select_copy unbind stack_backward",
        "of one in coordinate form": "ldexp_of log_softmax_backward unbind stack_backward",
        "of all in coordinate form": "unbind stack_backward",
        "of one on the meta device": "adaptive_avg adaptive_avg3d bitwise_not div_floor embedding_renorm fractional_max3d "
                                     "lu_solve_of scatter_dim pool_scatter segment_reduce",
    },
}
#: Rows that are told to PyTorch by private functions which are not here.
NOT_HERE = ("cdist_backward", "ctc", "ctc_backward", "fft_c2c", "fft_c2r", "fft_r2c", "glu_gradient", "safe_softmax",
            "weight_norm_interface")
#: Not asked: PyTorch's takes double precision alone.
NOT_ASKED = (*NOT_HERE, "_dirichlet_grad")
KNOWN = {(row, situation) for groups in REASONS.values() for situation, rows in groups.items() for row in rows.split()}


def _same(situation: str, expected: str, found: str) -> bool:
    if expected == found:
        return True
    refused = expected.endswith("Error") and found.endswith("Error")
    return refused and any(word in situation for word in ANY_REFUSAL)


@pytest.mark.parametrize("name", sorted(set(ROWS) - set(NOT_ASKED)))
def test_what_entries_state(name: str) -> None:
    found = outcomes(ROWS[name], torch, lambda a: torch.from_numpy(array(a)))
    assert found.keys() == RECORDED[name].keys(), "record again: python tests/data/recorders/ops/situations.py"
    same = {key: _same(key[2:], expected, found[key]) for key, expected in RECORDED[name].items()}
    assert {key: (RECORDED[name][key], found[key]) for key, agree in same.items() if not agree and (name, key[2:]) not in KNOWN} == {}
    surprising = [s for row, s in KNOWN if row == name and all(agree for key, agree in same.items() if key[2:] == s)]
    assert surprising == [], "these are as with PyTorch now"


@pytest.mark.parametrize("name", NOT_HERE)
def test_what_is_not_here(name: str) -> None:
    found = set(outcomes(ROWS[name], torch, lambda a: torch.from_numpy(array(a))).values())
    assert found & {"AttributeError", "UnsupportedError"} and all(outcome.endswith("Error") for outcome in found)
