"""Calls at their thresholds: one table, from which cases are made. Nothing here imports a tensor library.

A case is an expression, evaluated with `torch`, `inf`, `nan` and the functions below; `data/recorders/ops/boundaries.py`
records PyTorch's results. To test another threshold, add it to its table here and record again.
"""
from __future__ import annotations

import io
import lzma
import math
import struct
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any

from tests.ops.refusals import MODULES, PRELUDE, refusals
from tests.ops.warning_cases import warned

RECORDED = Path(__file__).parents[1] / "data" / "boundaries.json.xz"

# Distributions: parameters, at and near their ends, and the values around the ends of the support. ----------------------------------

DISTRIBUTIONS: dict[str, tuple[list[str], list[str]]] = {
    "Bernoulli": (["0.0", "1.0", "0.3"], ["0.0", "1.0", "0.5", "2.0"]),
    "Beta": (["1.0, 1.0", "0.5, 0.5", "2.0, 1.0", "1.0, 3.0", "1e-3, 2.0"], ["0.0", "1.0", "1e-30", "1 - 1e-7", "-0.1", "0.5"]),
    "Binomial": (["0, 0.5", "3, 0.0", "3, 1.0", "3, 0.4"], ["0.0", "3.0", "1.0", "4.0", "-1.0"]),
    "Categorical": (["tensor([0.0, 1.0])", "tensor([0.2, 0.3, 0.5])"], ["tensor(0)", "tensor(1)"]),
    "Cauchy": (["0.0, 1.0", "1.0, 1e-10"], ["0.0", "inf", "-inf", "nan", "1.0"]),
    "Chi2": (["1.0", "2.0", "3.0"], ["0.0", "1e-30", "inf", "-1.0"]),
    "ContinuousBernoulli": (["0.5", "0.0", "1.0"], ["0.0", "1.0", "0.5", "1.5"]),
    "Dirichlet": (["tensor([1.0, 1.0])", "tensor([0.5, 2.0])"], ["tensor([0.0, 1.0])", "tensor([1.0, 0.0])", "tensor([0.5, 0.5])"]),
    "Exponential": (["1.0", "1e-30", "inf"], ["0.0", "inf", "-1e-30", "1.0"]),
    "FisherSnedecor": (["1.0, 1.0", "2.0, 3.0", "5.0, 2.0", "5.0, 4.0"], ["0.0", "1e-30", "inf", "1.0"]),
    "Gamma": (["1.0, 1.0", "0.5, 1.0", "2.0, 1.0"], ["0.0", "1e-30", "inf", "-1.0"]),
    "Geometric": (["1.0", "0.5", "1e-7"], ["0.0", "1.0", "-1.0", "50.0"]),
    "Gumbel": (["0.0, 1.0", "1.0, 2.0"], ["0.0", "inf", "-inf", "-80.0", "80.0"]),
    "HalfCauchy": (["1.0"], ["0.0", "-0.0", "-1.0", "inf"]),
    "HalfNormal": (["1.0", "1e-20"], ["0.0", "-0.0", "-1.0", "inf"]),
    "InverseGamma": (["1.0, 1.0", "2.0, 1.0", "0.5, 2.0"], ["0.0", "1e-30", "inf", "1.0"]),
    "Kumaraswamy": (["1.0, 1.0", "0.5, 2.0"], ["0.0", "1.0", "0.5"]),
    "Laplace": (["0.0, 1.0"], ["0.0", "inf", "-inf", "-0.0"]),
    "LogNormal": (["0.0, 1.0"], ["0.0", "1.0", "inf", "-1.0"]),
    "LogisticNormal": (["tensor([0.0]), tensor([1.0])"], ["tensor([0.0, 1.0])", "tensor([0.5, 0.5])"]),
    "Multinomial": (["2, tensor([0.0, 1.0])", "2, tensor([0.5, 0.5])"], ["tensor([0.0, 2.0])", "tensor([1.0, 1.0])", "tensor([2.0, 1.0])"]),
    "NegativeBinomial": (["1.0, 0.0", "1.0, 0.5", "0.0, 0.5"], ["0.0", "1.0", "-1.0", "30.0"]),
    "Normal": (["0.0, 1.0", "0.0, 1e-30"], ["0.0", "inf", "-inf", "nan", "38.0"]),
    "OneHotCategorical": (["tensor([0.0, 1.0])"], ["tensor([0.0, 1.0])", "tensor([1.0, 0.0])"]),
    "Pareto": (["1.0, 1.0", "2.0, 2.0", "1.0, 2.0"], ["1.0", "2.0", "0.5", "inf"]),
    "Poisson": (["0.0", "1.0", "1e4"], ["0.0", "1.0", "-1.0", "1e4"]),
    "RelaxedBernoulli": (["tensor(1.0), tensor(0.5)"], ["0.0", "1.0", "0.5"]),
    "StudentT": (["1.0", "2.0", "1.5", "inf"], ["0.0", "inf", "-inf"]),
    "Uniform": (["0.0, 1.0", "-1.0, 1.0"], ["0.0", "1.0", "-1.0", "1 - 1e-8", "1.0000001", "0.5"]),
    "VonMises": (["0.0, 1.0", "0.0, 1e-6", "1.0, 50.0"], ["0.0", "math.pi", "-math.pi", "4.0"]),
    "Weibull": (["1.0, 1.0", "1.0, 0.5", "1.0, 2.0"], ["0.0", "1e-30", "inf"]),
}
#: In double precision: in float32 the normalizer near 1/2 is what rounding leaves of a difference, another on other processors.
NEAR_HALF = ([f"torch.tensor({p}, dtype=torch.float64)" for p in (0.499, 0.501, 0.4989, 0.5011)],
             [f"tensor({value}, dtype=torch.float64)" for value in (0.0, 1.0, 0.5, 1.5)])
STATISTICS = ("mean", "variance", "mode", "entropy()", "support")


def distributions() -> Iterator[str]:
    for name, (parameters, points) in (*DISTRIBUTIONS.items(), ("ContinuousBernoulli", NEAR_HALF)):
        for given in parameters:
            made = f"distribution({name!r}, {given}, validate_args=%s)"
            for point in points:
                value = point if point.startswith("tensor") else f"tensor({point})"
                for method in ("log_prob", "cdf"):
                    yield f"{made % True}.{method}({value})"
                    yield f"{made % False}.{method}({value})"
                if not point.startswith("tensor(") or "." in point:
                    yield f"derivatives({made % False}.log_prob, {value})"
            for method in STATISTICS:
                yield f"{made % False}.{method}"
            for level in ("0.0", "1.0", "0.5", "1e-30"):
                yield f"{made % False}.icdf(tensor({level}))"
            for level in ("-0.25", "1.25", "nan"):
                yield f"{made % True}.icdf(tensor({level}))"
    # Divergences of every pair there is, and within a family of all parameters.
    proper = [(name, given) for name, (parameters, _) in DISTRIBUTIONS.items() for given in parameters[-2:]
              if not any(end in given for end in ("e-", "inf"))]  # beyond those, the order of steps decides what overflows
    for (name, given), (other, taken) in product(proper, proper):
        yield f"torch.distributions.kl_divergence(distribution({name!r}, {given}), distribution({other!r}, {taken}))"
    for first, second in (("Normal(0.0, 1.0)", "Normal(0.0, 1.0)"), ("Uniform(0.0, 1.0)", "Uniform(0.0, 1.0)"), ("Uniform(0.0, 2.0)",
        "Uniform(0.0, 1.0)"),
                          ("Bernoulli(tensor(0.0))", "Bernoulli(tensor(0.5))"), ("Bernoulli(tensor(0.5))", "Bernoulli(tensor(0.0))"),
                          ("Pareto(1.0, 1.0)", "Pareto(2.0, 1.0)"), ("Poisson(tensor(0.0))", "Poisson(tensor(1.0))"),
                          ("Categorical(tensor([0.0, 1.0]))", "Categorical(tensor([0.5, 0.5]))"), ("Exponential(tensor(1.0))",
                              "Gamma(1.0, 1.0)"),
                          ("Categorical(tensor([0.5, 0.5]))", "Categorical(tensor([0.0, 1.0]))"), ("Beta(1.0, 1.0)", "Uniform(0.0, 1.0)")):
        yield f"torch.distributions.kl_divergence(torch.distributions.{first}, torch.distributions.{second})"


# Printing ---------------------------------------------------------------------------------------------------------------------------

def printing() -> Iterator[str]:
    for shape in ((999,), (1000,), (1001,), (10, 100), (7, 143), (2, 500), (1, 1000), (1, 1001), (500, 2), (334, 3), (10, 10, 10), (10, 10,
        11), (1001, 1), (2, 2, 251)):
        yield f"repr(torch.arange({math.prod(shape)}).reshape({shape}))"
    for length, largest in product((1, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 24, 25, 26, 27, 36, 38, 40), (9, 10, 99,
        999, 12345)):
        yield f"repr(torch.full(({length},), {largest}))"
        yield f"repr(torch.full(({length},), {largest}.25))"
    for edge, threshold, size in product((0, 1, 2, 3), (0, 5, 6, 7), (4, 5, 6, 7, 8)):
        yield f"printed(torch.arange({size}), edgeitems={edge}, threshold={threshold})"
        yield f"printed(torch.arange({2 * size}).reshape(2, {size}), edgeitems={edge}, threshold={threshold})"
    for width in (10, 20, 21, 22, 23, 24, 25, 40, 79, 80):
        yield f"printed(torch.arange(30), linewidth={width})"
        yield f"printed(torch.linspace(0, 1, 9), linewidth={width})"
    numbers = ("1000.0", "1001.0", "999.99", "1e8", "99999999.0", "1.0000001e8", "1e-4", "9.9e-5", "0.99995", "9.99995", "99999.5", "0.1",
        "1.5", "inf", "nan", "-0.0", "0.0", "1e16", "123456.789")
    for a, b in product(numbers, numbers):
        yield f"repr(torch.tensor([{a}, {b}]))"
    for value, dtype in product(numbers, ("float16", "float64", "complex64")):
        yield f"repr(torch.tensor([{value}, 1.0], dtype=torch.{dtype}))"
    for precision in (0, 1, 4, 8):
        yield f"printed(torch.tensor([0.5, 1.25, 2.0]), precision={precision})"
        yield f"printed(torch.tensor([0.5, 1e9]), precision={precision})"
    for shape in ("0", "1, 0", "0, 3", "1, 1", "()"):
        yield f"repr(torch.zeros({shape}))"


# Limits: functions of one number, at their kinks and an ulp beside, with two derivatives. -------------------------------------------

KINKS: dict[str, list[float]] = {
    "F.hardtanh(x)": [-1, 1], "F.relu6(x)": [0, 6], "F.hardsigmoid(x)": [-3, 3], "F.hardswish(x)": [-3, 0, 3], "F.relu(x)": [0],
    "F.threshold(x, 1.0, 5.0)": [1], "F.softshrink(x, 0.5)": [-0.5, 0.5], "F.hardshrink(x, 0.5)": [-0.5, 0.5], "F.softplus(x)": [20],
    "F.softplus(x, 2.0, 4.0)": [2], "F.elu(x)": [0], "F.selu(x)": [0], "F.celu(x, 2.0)": [0], "F.leaky_relu(x)": [0],
        "F.logsigmoid(x)": [0],
    "F.silu(x)": [0], "F.mish(x)": [0, 20], "F.gelu(x)": [0], "F.softsign(x)": [0], "F.tanhshrink(x)": [0], "F.rrelu(x)": [0],
    "torch.clamp(x, -1.0, 1.0)": [-1, 1], "torch.clamp(x, min=1.0)": [1], "torch.clamp(x, max=1.0)": [1], "torch.clamp(x, 2.0, 1.0)": [1,
        2],
    "torch.abs(x)": [0], "torch.sign(x)": [0], "torch.sgn(x)": [0], "torch.sqrt(x)": [0], "torch.rsqrt(x)": [0], "torch.log(x)": [0],
    "torch.log1p(x)": [-1], "torch.logit(x)": [0, 1], "torch.logit(x, 0.25)": [0.25, 0.75], "torch.special.entr(x)": [0],
        "torch.sinc(x)": [0],
    "torch.asin(x)": [-1, 1], "torch.acos(x)": [-1, 1], "torch.acosh(x)": [1], "torch.atanh(x)": [-1, 1], "torch.erfinv(x)": [-1, 1],
    "torch.round(x)": [0.5, 1.5, 2.5, -0.5], "torch.floor(x)": [1, -1], "torch.ceil(x)": [1], "torch.trunc(x)": [1, -1],
        "torch.frac(x)": [1],
    "torch.pow(x, 0.0)": [0], "torch.pow(x, 1.0)": [0], "torch.pow(x, 2.0)": [0], "torch.pow(x, 0.5)": [0], "torch.pow(x, -1.0)": [0],
    "torch.pow(x, torch.zeros(()))": [0], "torch.xlogy(x, x)": [0], "torch.special.xlog1py(x, x)": [0], "torch.atan2(x, x)": [0],
    "torch.hypot(x, x)": [0], "torch.maximum(x, x * 1.0)": [0], "torch.maximum(x, torch.ones(()))": [1],
        "torch.fmin(x, torch.ones(()))": [1],
    "torch.remainder(x, 1.0)": [0, 1], "torch.fmod(x, 1.0)": [0, 1], "torch.nan_to_num(x)": [math.inf, math.nan], "torch.exp2(x)": [128],
    "torch.lgamma(x)": [0, -1, 1, 2], "torch.digamma(x)": [0, -1], "torch.special.i0e(x)": [0, 8], "torch.special.i1(x)": [0, 8],
    "torch.special.ndtri(x)": [0, 1], "torch.special.log_ndtr(x)": [-1, 0], "torch.special.erfcx(x)": [0],
        "torch.heaviside(x, torch.ones(()))": [0],
    "torch.logaddexp(x, torch.zeros(()))": [0, -math.inf], "torch.copysign(x, torch.ones(()))": [0], "torch.nextafter(x, x)": [0],
    "F.smooth_l1_loss(x, torch.zeros(()))": [0, 1, -1], "F.smooth_l1_loss(x, torch.zeros(()), beta=0.0)": [0],
    "F.huber_loss(x, torch.zeros(()), delta=2.0)": [0, 2, -2], "F.l1_loss(x, torch.zeros(()))": [0], "F.mse_loss(x, torch.zeros(()))": [0],
    "F.soft_margin_loss(x, torch.ones(()))": [0], "F.hinge_embedding_loss(x, -torch.ones(()))": [1], "F.kl_div(x, torch.zeros(()))": [0],
    "F.margin_ranking_loss(x.reshape(1), torch.zeros(1), torch.ones(1))": [0], "F.binary_cross_entropy(x, torch.ones(()))": [0, 1],
    "F.binary_cross_entropy(x, torch.zeros(()))": [0, 1], "F.poisson_nll_loss(x, torch.ones(()), log_input=False)": [0],
    "F.poisson_nll_loss(x, torch.ones(()), full=True)": [0], "F.gaussian_nll_loss(x.reshape(1), torch.zeros(1), torch.zeros(1))": [0],
    "F.normalize(torch.stack([x, x * 0]), dim=0)": [0, 1e-12, 1e-13], "F.normalize(torch.stack([x, x * 0]), dim=0, eps=1.0)": [1],
    "F.cosine_similarity(torch.stack([x, x * 0]), torch.ones(2), dim=0)": [0, 1e-8],
    "torch.renorm(torch.stack([x, x * 0]).reshape(1, 2), 2, 0, 1.0)": [1, 0], "torch.renorm(x.reshape(1, 1), 1, 0, 2.0)": [2],
    "torch.var(torch.stack([x, x]))": [0, 1], "torch.std(torch.stack([x, x]))": [0, 1], "torch.prod(torch.stack([x, x, x * 0 + 2]))": [0],
    "torch.cumprod(torch.stack([x, x * 0 + 2, x]), 0)": [0], "torch.norm(torch.stack([x, x]))": [0],
        "torch.norm(torch.stack([x, x]), 1)": [0],
    "torch.norm(torch.stack([x, x]), inf)": [0, 1], "torch.norm(torch.stack([x, x]), 3)": [0], "torch.linalg.vector_norm(x, 0.5)": [0],
    "torch.dist(x, x * 1.0)": [0, 1], "torch.logsumexp(torch.stack([x, x]), 0)": [-math.inf, 0, math.inf],
    "torch.softmax(torch.stack([x, x]), 0)": [0, -math.inf], "torch.amax(torch.stack([x, x * 1.0]), 0)": [0, 1],
    "torch.max(torch.stack([x, x * 1.0]), 0).values": [1], "torch.max(torch.stack([x, x * 1.0]))": [1],
        "torch.median(torch.stack([x, x * 1.0]))": [1],
    "torch.cummax(torch.stack([x, x * 1.0]), 0).values": [1], "torch.aminmax(torch.stack([x, x * 1.0]))[0]": [1],
    "torch.quantile(torch.stack([x, x * 1.0, x + 1]), 0.5)": [1], "torch.sort(torch.stack([x, x * 1.0])).values": [1],
    "torch.linalg.det(torch.stack([x, x, x, x]).reshape(2, 2))": [0, 1], "torch.linalg.norm(torch.stack([x, x, x, x]).reshape(2, 2))": [0],
    "torch.tanh(x)": [0, 20], "torch.sigmoid(x)": [0, 100, -100], "torch.exp(x)": [88.72283, 89, -104], "torch.expm1(x)": [0],
    "F.triplet_margin_loss(x.reshape(1, 1), torch.zeros(1, 1), torch.ones(1, 1))": [0, 0.5, 1],
    "F.cosine_embedding_loss(x.reshape(1, 1), torch.ones(1, 1), -torch.ones(1))": [0, 1],
    "F.multi_margin_loss(torch.stack([x, x * 0]).reshape(1, 2), torch.tensor([0]))": [1],
        "F.gumbel_softmax(torch.stack([x, x]), hard=True)": [0],
    "torch.cdist(x.reshape(1, 1), x.reshape(1, 1))": [0, 1], "torch.cdist(x.reshape(1, 1), torch.ones(1, 1))": [1],
    "torch.cdist(x.reshape(1, 1), torch.ones(1, 1), p=1.0)": [1], "torch.cdist(x.reshape(1, 1), torch.ones(1, 1), p=inf)": [1],
    "torch.cdist(x.reshape(1, 1), torch.ones(1, 1), p=3.0)": [1], "torch.cdist(x.reshape(1, 1), torch.ones(1, 1), p=0.0)": [1],
    "torch.pdist(torch.stack([x, x]).reshape(2, 1))": [1], "torch.pdist(torch.stack([x, x]).reshape(2, 1), p=1.0)": [1],
    "F.pairwise_distance(x.reshape(1, 1), torch.ones(1, 1))": [1], "F.pairwise_distance(x.reshape(1, 1), torch.ones(1, 1), p=1.0)": [1],
    "F.grid_sample(torch.arange(4.0).reshape(1, 1, 2, 2), torch.stack([x, x]).reshape(1, 1, 1, 2), align_corners=True)": [-1, 0, 1],
    "F.grid_sample(torch.arange(4.0).reshape(1, 1, 2, 2), torch.stack([x, x]).reshape(1, 1, 1, 2), "
    "padding_mode='border', align_corners=False)": [
        -1, -0.5, 0, 0.5, 1],
    "F.grid_sample(torch.arange(4.0).reshape(1, 1, 2, 2), torch.stack([x, x]).reshape(1, 1, 1, 2), "
    "padding_mode='reflection', align_corners=False)": [
        -1, 0, 1],
}


def kinks() -> Iterator[str]:
    for call, places in KINKS.items():
        for place in map(float, places):
            for value in dict.fromkeys((place, _next(place, 1), _next(place, -1))):
                yield f"derivatives(lambda x: {call}, tensor({text(value)}))"


def _next(x: float, towards: int) -> float:
    """The float32 beside x."""
    if not math.isfinite(x):
        return x
    if x == 0:
        return towards * 1e-20  # of subnormal numbers processors make different things
    bits = struct.unpack("<i", struct.pack("<f", x))[0]
    return float(struct.unpack("<f", struct.pack("<i", bits + (towards if x > 0 else -towards)))[0])


def text(value: float) -> str:
    return "nan" if math.isnan(value) else "inf" if value == math.inf else "-inf" if value == -math.inf else repr(value)


def limits() -> Iterator[str]:
    for size, p in product((1.0, 0.9999999, 1.0000001, 0.0), (1.0, 2.0, "inf")):
        yield f"clipped('clip_grad_norm_', {size}, {p})"
    for limit in (0.0, 0.5, 1.0):
        yield f"clipped('clip_grad_value_', {limit})"
    for limit, p in product((4.9999995, 5.0, 5.0000005), (1.0, 2.0, 3.0)):
        yield f"torch.renorm(torch.tensor([[3.0, 4.0], [0.0, 0.0], [5.0, 0.0]]), {p}, 0, {limit})"
        yield f"F.embedding(torch.tensor([0, 2, 1]), torch.tensor([[3.0, 4.0], [0.0, 0.0], [5.0, 0.0]]), max_norm={limit}, norm_type={p})"


# Ties and the ends of ranges --------------------------------------------------------------------------------------------------------

TIED = ("[1, 1, 1]", "[2, 1, 2, 1]", "[0, 0, 1, 1, 0]", "[3] * 17", "[i % 3 for i in range(20)]", "[i // 2 for i in range(40)]", "[1]")
TYPES = ("float32", "float16", "int64", "uint8", "bool")


def ties() -> Iterator[str]:
    for values, dtype in product(TIED, TYPES):
        x = f"torch.tensor({values}, dtype=torch.{dtype})"
        for descending in (False, True):
            yield f"torch.sort({x}, stable=True, descending={descending})"
            yield f"torch.argsort({x}, stable=True, descending={descending})"
        for k in ("1", "len(x)"):
            for largest in (True, False):
                yield f"(lambda x: torch.topk(x, {k}, largest={largest}).values)({x})"
            yield f"(lambda x: torch.kthvalue(x, {k}).values)({x})"
        for call in ("argmax", "argmin", "max", "min", "median", "mode", "unique", "unique_consecutive", "msort", "nonzero",
            "count_nonzero"):
            yield f"torch.{call}({x})"
        for call in ("max", "min", "cummax", "cummin", "argmax", "argmin"):
            yield f"torch.{call}({x}, 0)"
        yield f"torch.unique({x}, return_inverse=True, return_counts=True)"
    for values, call in product(TIED, ("torch.amax(x, 0)", "torch.max(x)", "torch.max(x, 0).values", "torch.min(x)",
        "torch.sort(x, stable=True).values",
                                       "torch.cummax(x, 0).values", "torch.cummin(x, 0).values", "torch.logcumsumexp(x, 0)",
                                       "F.max_pool1d(x.reshape(1, 1, -1), 1)", "F.max_pool1d(x.reshape(1, 1, -1), len(x))")):
        yield f"derivatives(lambda x: {call}, torch.tensor({values}, dtype=torch.float32))"


def ranges() -> Iterator[str]:
    for start, end, step in (("0", "1", "0.1"), ("0", "0.3", "0.1"), ("1", "1.3", "0.1"), ("0", "1", "1/3"), ("5", "0", "-1"), ("0", "0",
        "1"), ("0.0", "1.0", "1.0"),
                             ("1.0", "0.0", "-0.1"), ("-1", "1", "0.7"), ("0", "10", "3"), ("0", "9", "3"), ("2", "1", "1"), ("0", "5",
                                 "0"), ("nan", "1", "1"), ("0", "inf", "1")):
        yield f"torch.arange({start}, {end}, {step})"
        yield f"torch.arange({start}, {end}, {step}, dtype=torch.float64)"
        yield f"torch.range({start}, {end}, {step})"
    for start, end, steps, kind in product(("0", "-1", "3"), ("1", "10"), ("0", "1", "2", "3", "5", "8", "-1"), ("float32", "float64",
        "int64")):
        yield f"torch.linspace({start}, {end}, {steps}, dtype=torch.{kind})"
        yield f"torch.logspace({start}, {end}, {steps}, dtype=torch.{kind})"
    for low, high in (("0", "1"), ("0", "0"), ("5", "5"), ("-1", "0"), ("0", "2**31"), ("-2**63", "2**63 - 1"), ("0", "256"), ("255",
        "256")):
        yield f"torch.randint({low}, {high}, (3,))"
        yield f"torch.randint({low}, {high}, (3,), dtype=torch.uint8)"
        yield f"torch.empty(3).random_({low}, {high})"
    # Whole numbers that a floating type no longer tells apart.
    for kind, digits in (("float16", 11), ("float32", 24), ("float64", 53)):
        for exponent, shift in product((digits - 1, digits, digits + 1, digits + 3), (-1, 0, 1)):
            end = (1 << exponent) + shift
            yield f"torch.empty(3, dtype=torch.{kind}).random_(0, {end})"
            yield f"torch.empty(3, dtype=torch.{kind}).random_({-end}, 0)"
            yield f"torch.randint({-end}, {end}, (3,), dtype=torch.{kind})"
    for probe, right in product(("[0.0, 1.0, 2.0]", "[0.5, 3.0, nan]", "[-inf, inf, 2.0]"), (True, False)):
        yield f"torch.searchsorted(torch.tensor([0.0, 1.0, 1.0, 2.0]), torch.tensor({probe}), right={right})"
        yield f"torch.bucketize(torch.tensor({probe}), torch.tensor([0.0, 1.0, 1.0, 2.0]), right={right})"
    for bins, low, high in product((1, 2, 4), ("0", "1", "-1"), ("0", "1", "2")):
        yield f"torch.histc(torch.tensor([0.0, 0.5, 1.0, 1.0, 2.0, -1.0]), {bins}, {low}, {high})"
    for size, parts in product((0, 1, 5, 6, 7), (1, 2, 3, 6, 8)):
        for call in ("chunk", "split", "tensor_split"):
            yield f"torch.{call}(torch.arange({size}), {parts})"
    for offset in (-4, -3, -2, 0, 2, 3, 4):
        for call in ("tril", "triu", "diagonal", "diag"):
            yield f"torch.{call}(torch.arange(6).reshape(2, 3), {offset})"
        yield f"torch.tril_indices(2, 3, {offset})"
        yield f"torch.triu_indices(2, 3, {offset})"
        yield f"torch.roll(torch.arange(3), {offset})"
        yield f"torch.narrow(torch.arange(3), 0, {offset}, 1)"
        yield f"torch.select(torch.arange(3), 0, {offset})"
        yield f"torch.arange(3)[{offset}:]"
        yield f"torch.arange(3)[:{offset}]"
        yield f"torch.index_select(torch.arange(3), 0, torch.tensor([{offset}]))"
        yield f"torch.take(torch.arange(3), torch.tensor([{offset}]))"
        yield f"torch.unsqueeze(torch.arange(3), {offset})"
        yield f"F.pad(torch.arange(3.0).reshape(1, 3), ({offset}, 0))"
        yield f"F.pad(torch.arange(3.0).reshape(1, 1, 3), ({offset}, 0), mode='reflect')"
        yield f"F.pad(torch.arange(3.0).reshape(1, 1, 3), ({offset}, 0), mode='circular')"
    for value, kind in product(("127", "128", "-128", "-129", "255", "256", "2**31 - 1", "2**31", "2**63 - 1", "65504.0", "65519.9",
        "65520.0", "3.4028235e38", "3.5e38", "5.9e-8",
                                "2.9e-8"), ("int8", "uint8", "int32", "float16", "float32")):
        yield f"torch.tensor({value}).to(torch.{kind})"
        yield f"torch.tensor({value}, dtype=torch.{kind})"
    for n, k in product((1, 2, 3), (1, 2, 3, 4)):
        yield f"torch.arange({n}).unfold(0, {k}, 1)"
        yield f"F.avg_pool1d(torch.arange({n}.0).reshape(1, 1, -1), {k}, 2, {k // 2}, ceil_mode=True)"
        yield f"F.max_pool1d(torch.arange({n}.0).reshape(1, 1, -1), {k}, 2, {k // 2}, ceil_mode=True)"
        yield f"F.adaptive_avg_pool1d(torch.arange({n}.0).reshape(1, 1, -1), {k})"
        yield f"F.interpolate(torch.arange({n}.0).reshape(1, 1, -1), {k})"
        yield f"F.interpolate(torch.arange({n}.0).reshape(1, 1, -1), {k}, mode='linear')"
        yield f"F.interpolate(torch.arange({n}.0).reshape(1, 1, -1), {k}, mode='linear', align_corners=True)"
    for bias in ("var", "std"):
        for count, correction in product((0, 1, 2), (0, 1, 2, 3)):
            yield f"torch.{bias}(torch.arange({count}.0), correction={correction})"
    for q, way in product((0.0, 0.25, 0.5, 1.0), ("linear", "lower", "higher", "midpoint", "nearest")):
        yield f"torch.quantile(torch.tensor([0.0, 1.0, 3.0]), {q}, interpolation={way!r})"
        yield f"torch.nanquantile(torch.tensor([nan, 1.0, 3.0]), {q}, interpolation={way!r})"


TABLES = {"distributions": distributions, "printing": printing, "kinks": kinks, "limits": limits, "ties": ties, "ranges": ranges,
          "refusals": refusals, "warnings": warned}


# Running, on either side ------------------------------------------------------------------------------------------------------------

def names(torch: Any) -> dict[str, Any]:
    """What expressions are made of."""
    def derivatives(function: Any, x: Any) -> Any:
        x = x.detach().requires_grad_()
        y = function(x)
        first = torch.autograd.grad(y.sum(), x, create_graph=True, allow_unused=True)[0]
        second = torch.autograd.grad(first.sum(), x, allow_unused=True)[0] if first is not None and first.requires_grad else None
        return y, first, second

    def printed(x: Any, **options: Any) -> str:
        torch.set_printoptions(**options)
        try:
            return repr(x)
        finally:
            torch.set_printoptions(profile="default")

    def clipped(function: str, *limits: Any) -> Any:
        p = torch.zeros(2, requires_grad=True)
        p.grad = torch.tensor([1.0, 0.0])
        return getattr(torch.nn.utils, function)([p], *limits), p.grad

    def stepped(schedule: Any, *epoch: int) -> Any:
        schedule.step(*epoch)

    def saved(value: Any) -> bytes:
        torch.save(value, file := io.BytesIO())
        return file.getvalue()

    found = {"torch": torch, "warned": category_and_words, "stepped": stepped, "saved": saved, "io": io,
        "F": torch.nn.functional, "tensor": torch.tensor, "inf": math.inf, "nan": math.nan, "math": math,
        "derivatives": derivatives, "printed": printed, "clipped": clipped, "distribution": lambda name, *given,
            **options: getattr(torch.distributions, name)(*given, **options)}
    exec(_prelude(torch), found)
    return found


@cache
def _prelude(torch: Any) -> Any:
    """What comes before refused calls, compiled once; the modules that they name are there then."""
    for module in MODULES:
        import_module(f"{torch.__name__}.{module}")
    return compile(PRELUDE, "prelude", "exec")


def category_and_words(call: Callable[[], object]) -> list[str]:
    """The warnings of a call: category and first words."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call()
    texts = [str(w.message).replace("minitorch_compat", "torch").split() for w in caught]
    return [f"{w.category.__name__} {' '.join(text[:4])}" for w, text in zip(caught, texts)]


def outcome(torch: Any, expression: str) -> Any:
    """What an expression comes to, as JSON holds it; of an error its type."""
    torch.manual_seed(0)
    try:
        return plain(torch, eval(expression, names(torch)))
    except Exception as error:
        return {"raised": type(error).__name__}


def plain(torch: Any, value: Any) -> Any:
    if isinstance(value, torch.Tensor):
        flat = value.detach().resolve_conj().reshape(-1)
        if flat._is_zerotensor():  # zeros without memory, as PyTorch has some tangents
            flat = torch.zeros(flat.shape, dtype=flat.dtype)
        numbers = [[v.real, v.imag] for v in flat.tolist()] if flat.is_complex() else flat.tolist()
        return {"dtype": str(value.dtype), "shape": list(value.shape), "values": [repr(v) if isinstance(v, float) else v for v in numbers]}
    if isinstance(value, (tuple, list)):
        return [plain(torch, v) for v in value]
    return value if value is None or isinstance(value, (str, int)) else repr(value)


def compressed(data: bytes) -> bytes:
    return lzma.compress(data, preset=9)
