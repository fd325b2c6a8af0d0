"""Distributions against PyTorch's recorded results: parameters, densities, moments, samples."""
from __future__ import annotations

import json
import warnings
from pathlib import Path

import numpy as np
import pytest

import minitorch_compat as torch
from tests.distribution_cases import CASES, answers

RECORDED = json.loads((Path(__file__).parent.parent / "data" / "distributions.json").read_text())

#: PyTorch takes the logarithm of a negative number here, and answers NaN where there is a mode.
WRONG_THERE = {("Kumaraswamy", "mode")}


@pytest.mark.parametrize("name", CASES)
def test_answers(name):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # "Singular sample detected", as PyTorch says
        found = answers(torch, *CASES[name](torch))
    for asked, wanted in RECORDED[name].items():
        if (name, asked) in WRONG_THERE:
            continue
        if isinstance(wanted, str):
            assert isinstance(found[asked], str), asked
        else:
            assert not isinstance(found[asked], str), (asked, found[asked])
            np.testing.assert_allclose(found[asked], wanted, rtol=3e-5, atol=3e-6, err_msg=asked)


def test_refusals():
    d = torch.distributions
    with pytest.raises(ValueError, match="Expected dim to be an integer greater than or equal to 2"):
        d.LKJCholesky(1)
    with pytest.raises(ValueError, match="Either `probs` or `logits` must be specified"):
        d.ContinuousBernoulli()
    with pytest.raises(ValueError, match="cov_diag must be a batch of vectors"):
        d.LowRankMultivariateNormal(torch.zeros(3), torch.ones(3, 1), torch.ones(2))
    with pytest.raises(ValueError, match="expected to be greater than ndim - 1"):
        d.Wishart(1.0, torch.eye(2))
