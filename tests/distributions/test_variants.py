"""Every query about every distribution, against PyTorch's results."""
from __future__ import annotations

import json
import lzma
import math
from pathlib import Path
from typing import Any

import pytest

import minitorch_compat as torch
from tests.distributions.variants import LAWS, Asked, answers, boundaries, divergences, types

RECORDED = json.loads(lzma.decompress((Path(__file__).parent.parent / "data" / "distribution_variants.json.xz").read_bytes()))
#: (distribution, question) -> why it is not compared.
LEFT_OUT = {
    **dict.fromkeys([("GeneralizedPareto(p(", question) for question in ("log", "cdf", "expand", "value")],
                    "of float64 PyTorch raises: it compares a parameter with a number of float32"),
    ("Geometric", "param_shape"): "PyTorch has the attribute of its documentation only",
    ("Kumaraswamy", "mode"): "PyTorch takes the logarithm of a negative number",
    ("MixtureSameFamily", "cdf"): "of components of several elements, which have no distribution function: PyTorch stumbles over an index",
    ("VonMises", "variance"): "PyTorch's Bessel functions have seven digits, of which one minus their ratio has fewer",
    ("VonMises", "stddev"): "for the same reason",
    ("Wishart", "divergence from itself"): "PyTorch adds up over the batch what belongs to one element",
}


#: Pairs of which PyTorch has another divergence, and why.
OTHER_PAIRS = {
    "Wishart || Wishart": "PyTorch adds up over the batch what belongs to one element",
    "ContinuousBernoulli || Uniform": "PyTorch's is infinite where the supports begin or end together, too",
}


def is_another(pair: str) -> bool:
    return " || ".join(law.removeprefix("D.").partition("(")[0] for law in pair.split(" || ")) in OTHER_PAIRS


def is_left_out(law: str, question: str) -> bool:
    return any(law.startswith(f"D.{name}") and question.startswith(part) for name, part in LEFT_OUT)


def differences(expected: Any, got: Any, at: str) -> list[str]:
    if isinstance(expected, float) and isinstance(got, float):
        # The slopes of gamma variates are approximations there.
        same = math.isclose(expected, got, rel_tol=2e-3 if "rsample" in at else 2e-6, abs_tol=1e-9) or expected != expected and got != got
    elif isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        return [d for i, (a, b) in enumerate(zip(expected, got)) for d in differences(a, b, f"{at}[{i}]")]
    elif isinstance(expected, dict) and isinstance(got, dict) and expected.keys() == got.keys():
        return [d for key in expected for d in differences(expected[key], got[key], f"{at} {key}")]
    else:
        same = expected == got
    return [] if same else [f"{at}: expected {expected}, got {got}"]


@pytest.mark.parametrize("law", LAWS)
def test_answers(law: str) -> None:
    found = answers(torch, law)
    assert RECORDED[law].keys() == found.keys()
    asked = [question for question in found if not is_left_out(law, question)]
    assert [d for question in asked for d in differences(RECORDED[law][question], found[question], question)] == []


def test_divergences_of_all_pairs() -> None:
    """Of every two of them that PyTorch knows one of, in either order, with its gradients."""
    found, expected = divergences(torch), RECORDED["divergences"]
    assert len(expected) > 400 and set(found) >= set(expected)
    assert [d for pair in expected if not is_another(pair) for d in differences(expected[pair], found[pair], pair)] == []


def test_constraints_near_their_boundaries() -> None:
    assert boundaries(torch) == RECORDED["boundaries"]


#: Of half precision PyTorch compares a parameter with a number of float32, and has samples that do not sum to 1.
OF_HALVES = ("D.GeneralizedPareto(p(", "D.RelaxedOneHotCategorical(p(")


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "float32", "int64"])
def test_types(dtype: str) -> None:
    """Of a sample and its logarithmic density, for parameters of a type."""
    if dtype == "bfloat16":
        pytest.importorskip("ml_dtypes", reason="needs the extra 'bfloat16'")
    found, expected = types(torch, dtype), RECORDED[dtype]
    assert found.keys() == expected.keys()
    otherwise = {law: (expected[law], found[law]) for law in found if expected[law] != found[law]}
    assert {law: told for law, told in otherwise.items() if not ("float16" in dtype and law.startswith(OF_HALVES))} == {}


def test_shapes_are_sizes() -> None:
    """Also of what was expanded, of components, and of bases."""
    for law in LAWS:
        asked = Asked(torch, law)
        for made in (asked.law, asked.law.expand((2, *asked.law.batch_shape))):
            while made is not None:
                assert type(made.batch_shape) is type(made.event_shape) is torch.Size, (law, type(made).__name__)
                made = getattr(made, "base_dist", None) or getattr(made, "component_distribution", None)
