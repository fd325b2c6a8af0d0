"""What is computed of every entry of tiers 1 and 2: inputs of about a million elements, in the layouts that kernels tell apart."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from ..operations import callables
from .inputs import Large

N = 1_000_003  # no multiple of any block
FLAT, TALL, WIDE, SQUARE = (N,), (333_337, 3), (3, 333_337), (1009, 991)
IMAGES, VOLUMES, SERIES = (4, 8, 180, 173), (2, 2, 40, 50, 50), (4, 8, 31_250)
STACK = (4096, 16, 16)


@dataclass(frozen=True)
class Case:
    """A call: positional arguments, in which `Large` stands for a tensor, and keyword ones."""

    label: str
    args: tuple[Any, ...]
    kwargs: dict[str, Any] = field(default_factory=dict)
    #: Instead of what the entry calls: `call(torch, *args, **kwargs)`.
    call: Callable[..., Any] | None = None
    dtypes: tuple[str, ...] = ("float32",)
    grad: bool = True

    def function(self, torch: Any, entry: str) -> Callable[..., Any]:
        own = self.call
        return callables.function(torch, entry) if own is None else lambda *args, **kwargs: own(torch, *args, **kwargs)


HALVES = ("float32", "float16", "bfloat16")

#: Elementwise entries by the distribution of their one tensor.
UNARY = {
    "spread": "abs ceil clone contiguous cos exp floor isfinite isinf isnan neg round round|decimals_0 round|decimals_3 "
              "round|decimals_neg_3 sign sin square tanh trunc sigmoid erf relu6 hardswish relu leaky_relu elu selu silu hardsigmoid "
              "logsigmoid mish hardtanh gelu celu softsign tanhshrink softshrink hardshrink softplus atan sinh cosh expm1 asinh positive "
              "deg2rad rad2deg frac exp2 sgn signbit nan_to_num angle isposinf isneginf isreal real i0 sinc erfc special.i0e special.i1 "
              "special.i1e special.ndtr special.log_ndtr special.erfcx frexp float double long int half bfloat16 bool to ravel T "
              "zeros_like ones_like zero_ conj short char cdouble cfloat flatten item_",
    "inside": "asin acos log log10 log2 log1p sqrt rsqrt reciprocal atanh logit special.ndtri special.entr",
    "unit": "erfinv tan", "above": "acosh lgamma digamma byte",
}
UNARY_ARGS: dict[str, tuple[tuple[Any, ...], dict[str, Any]]] = {
    "round|decimals_0": ((), {"decimals": 0}), "round|decimals_3": ((), {"decimals": 3}), "round|decimals_neg_3": ((), {"decimals": -3}),
    "polygamma|polygamma_n_0": ((0,), {}), "polygamma|polygamma_n_1": ((1,), {}), "polygamma|polygamma_n_2": ((2,), {}),
    "polygamma|polygamma_n_3": ((3,), {}), "polygamma|polygamma_n_4": ((4,), {}), "special.polygamma|special_polygamma_n_0": ((0,), {}),
    "mvlgamma|mvlgamma_p_1": ((1,), {}), "mvlgamma|mvlgamma_p_3": ((3,), {}),
}
_NN = frozenset(["relu6", "hardswish", "relu", "leaky_relu", "elu", "selu", "silu", "hardsigmoid", "logsigmoid", "mish", "hardtanh",
        "gelu", "celu", "softsign", "tanhshrink", "softshrink", "hardshrink", "softplus"])

#: Elementwise entries of two tensors, by their distributions.
BINARY = {
    ("spread",
            "spread"): "add mul sub atan2 maximum minimum max|binary min|binary ge gt le lt eq ne isclose __radd__ __rmul__ __rsub__ rsub "
                          "copysign fmax fmin logaddexp logaddexp2 nextafter hypot clamp_max clamp_min logical_and logical_or "
                          "logical_xor true_divide div|no_rounding_mode view_as expand_as reshape_as dist equal allclose "
                          "nn.functional.mse_loss nn.functional.l1_loss nn.functional.smooth_l1_loss nn.functional.huber_loss "
                          "nn.functional.poisson_nll_loss",
    ("spread", "positive"): "fmod remainder div|trunc_rounding div|floor_rounding __rdiv__ __rmod__ xlogy special.xlog1py",
    ("positive", "spread"): "pow float_power __rpow__",
    ("spread", "uniform"): "nn.functional.binary_cross_entropy_with_logits",
    ("inside", "uniform"): "nn.functional.binary_cross_entropy",
    ("wide", "uniform"): "nn.functional.kl_div",
    ("above", "above"): "polar complex",
    ("spread", "sign"): "nn.functional.hinge_embedding_loss",
}
INTEGER_BINARY = "bitwise_and bitwise_or bitwise_xor lcm gcd __rand__ __ror__ __rxor__ bitwise_left_shift bitwise_right_shift"

#: Entries that take a dimension second.
ALONG = {
    "spread": "sum mean std var logsumexp softmax log_softmax nn.functional.softmin amax amin argmax argmin median nanmedian all any "
              "count_nonzero nansum nanmean var_mean std_mean norm linalg.vector_norm linalg.norm max|reduction_with_dim "
              "min|reduction_with_dim cumsum cummax cummin logcumsumexp sort argsort",
    "near": "prod cumprod",
    "uniform": "sum mean cumsum logcumsumexp norm linalg.vector_norm",
    "far": "sum mean std var var_mean std_mean cumsum",
    "tenth": "sum cumsum mean logcumsumexp logsumexp",
}
KEYWORD = frozenset({"std", "var", "var_mean", "std_mean", "norm", "linalg.vector_norm", "linalg.norm", "nn.functional.softmin",
        "aminmax"})
#: What halves accumulate is no less.
IN_HALVES = frozenset(["sum", "mean", "std", "var", "cumsum", "prod", "norm", "softmax", "log_softmax", "logsumexp", "cumprod",
        "nansum", "linalg.vector_norm", "var_mean"])


def layouts(kind: str) -> Iterator[tuple[str, Large, int]]:
    """A tensor per layout, and the dimension along which it is reduced."""
    yield "flat", Large(kind, FLAT), 0
    yield "tall", Large(kind, TALL), 0
    yield "wide", Large(kind, WIDE), -1
    yield "transposed", Large(kind, TALL[::-1][::-1], transposed=True), 0
    yield "turned rows", Large(kind, WIDE, transposed=True), 1
    yield "middle", Large(kind, (7, 20_409, 7)), 1


def x(kind: str = "spread", shape: tuple[int, ...] = SQUARE, seed: int = 0, **rest: Any) -> Large:
    return Large(kind, shape, seed, **rest)


def elementwise() -> Iterator[tuple[str, Case]]:
    for kind, names in UNARY.items():
        for name in names.split():
            if not name.endswith("_") or name == "zero_":
                args, kwargs = UNARY_ARGS.get(name, ((), {}))
                yield f"nn.functional.{name}" if name in _NN else name, Case("square", (x(kind), *args), kwargs)
    for name in list(UNARY_ARGS)[3:]:
        args, kwargs = UNARY_ARGS[name]
        yield name, Case("square", (x("above", (509, 211)), *args), kwargs)
    for (first, second), names in BINARY.items():
        for name in names.split():
            yield name, Case("square", (x(first), x(second, seed=1)))
    for name in INTEGER_BINARY.split():
        yield name, Case("square", (x("small", limit=20 if "shift" in name else 100), x("small", seed=1,
                limit=8 if "shift" in name else 90)),
                         grad=False)
    for name in ["logical_not", "bitwise_not"]:
        yield name, Case("square", (x("bool"),), grad=False)
    for name in ["heaviside", "floor_divide"]:
        yield name, Case("square", (x(), x("positive", seed=1)), grad=False)
    for name in ["igamma", "igammac", "special.zeta"]:
        yield name, Case("square", (x("above", (509, 211)), x("above", (509, 211), 1)), grad=False)
    for reduction in ("mean", "sum"):
        yield "nn.functional.soft_margin_loss", Case(reduction, (x("spread", FLAT), x("sign", FLAT, 1, leaf=False)),
                {"reduction": reduction})
    yield "ldexp", Case("square", (x(), x("small", seed=1, limit=9)))
    for name in ["addcmul", "addcdiv"]:
        yield name, Case("square", (x(), x(seed=1), x("positive", seed=2)))
    for name in ["lerp"]:
        yield name, Case("square", (x(), x(seed=1), x("uniform", seed=2)))
    yield "clamp", Case("square", (x(), -1.0, 1.5))
    yield "where", Case("square", (x(), x("bool", seed=1), x(seed=2)))
    yield "nn.functional.threshold", Case("square", (x(), 0.5, 2.0))
    yield "nn.functional.prelu", Case("channels", (x("spread", IMAGES), x("positive", (8,), 1)))
    yield "nn.functional.glu", Case("rows", (x("spread", (1009, 992)), -1))
    yield "special.xlog1py", Case("square", (x(), x("positive", seed=1)))
    yield "imag", Case("square", (x("complex"),))
    yield "view_as_real", Case("square", (x("complex"),))
    yield "view_as_complex", Case("pairs", (x("spread", (500_001, 2)),))
    for name in ["abs", "add", "mul", "sum", "mean", "cumsum", "prod", "var", "std", "norm", "softmax_", "matmul_", "conj_", "angle",
            "sgn"]:
        if not name.endswith("_"):
            args = (x("complex"), x("complex", seed=1)) if name in ("add", "mul") else (x("complex"), 0) if name in (
                "sum", "mean", "cumsum") else (x("complex"),)
            if name != "prod":
                yield name, Case("complex", args)


def reductions() -> Iterator[tuple[str, Case]]:
    for kind, names in ALONG.items():
        for name in names.split():
            for label, tensor, dim in layouts(kind):
                args, kwargs = ((tensor,), {"dim": dim}) if name in KEYWORD else ((tensor, dim), {})
                dtypes = HALVES if name in IN_HALVES and label in ("flat", "tall") and kind in ("spread", "near") else ("float32",)
                if name in ("median", "nanmedian", "sort", "argsort", "max|reduction_with_dim") and label not in ("flat", "tall", "wide"):
                    continue
                yield name, Case(f"{kind} {label}", args, kwargs, dtypes=dtypes)
    for name in ["sum", "mean", "std", "var", "norm", "prod", "amax", "amin", "max|reduction_no_dim", "min|reduction_no_dim", "all",
            "any", "count_nonzero", "nansum", "nanmean", "linalg.vector_norm", "var_mean", "std_mean", "aminmax", "median",
                    "nanmedian", "argmax", "argmin", "std|unbiased", "var|unbiased", "var_mean|unbiased", "std_mean|unbiased"]:
        for label, tensor in (("square", x("near" if name == "prod" else "spread")), ("all transposed", x("uniform", TALL,
                transposed=True))):
            if name != "prod" or label == "square":
                yield name, Case(label, (tensor,), {"unbiased": True} if name.endswith("unbiased") else {},
                                 dtypes=HALVES if name in IN_HALVES else ("float32",))
    for order in (0, 1, 3, 0.5, float("inf"), float("-inf"), -2):
        for label, tensor, dim in layouts("positive"):
            if label in ("flat", "tall", "wide"):
                yield "linalg.vector_norm", Case(f"order {order} {label}", (tensor, order), {"dim": dim})
    for p in ("fro", 1, 3, float("inf")):
        yield {"fro": "norm|fro", float("inf"): "norm|inf"}.get(p, "norm"), Case(f"p {p}", (x("spread", TALL), p))
    yield "norm|nuc", Case("matrix", (x("matrix", (128, 100)), "nuc"))
    for p in ("fro", 1, float("inf"), -1):
        yield "linalg.matrix_norm", Case(f"p {p}", (x("spread", TALL), p))
    for name in ["softmax|with_dtype", "log_softmax|with_dtype", "nn.functional.softmin|with_dtype"]:
        yield name, Case("square", (x(), 1), {}, call=_with_dtype(name.split("|")[0]))
    yield "sum", Case("two dims", (x("spread", (40, 501, 50)), (0, 2)))
    yield "mean", Case("two dims", (x("spread", (40, 501, 50)), (0, 2)))
    yield "var", Case("two dims", (x("far", (40, 501, 50)), (0, 2)))
    yield "std", Case("inner", (x("far", IMAGES), (0, 2, 3)))
    for name in ["quantile", "nanquantile"]:
        yield name, Case("flat", (x("spread", FLAT), 0.3))
        yield name, Case("tall", (x("spread", TALL), 0.3, 0))
    yield "kthvalue", Case("flat", (x("spread", FLAT), 1234))
    yield "topk", Case("flat", (x("spread", FLAT), 100))
    yield "topk", Case("square", (x(), 10))
    yield "mode", Case("square", (x("halves", (501, 499)), 1))
    yield "msort", Case("tall", (x("spread", TALL),))
    yield "unique", Case("flat", (x("halves", FLAT),), grad=False)
    yield "unique_consecutive", Case("flat", (x("sign", FLAT),), grad=False)
    yield "trace", Case("square", (x(),))
    yield "histc", Case("flat", (x("uniform", FLAT), 10), grad=False)
    yield "histogram", Case("flat", (x("spread", FLAT), 20), {"weight": x("uniform", FLAT, 1)}, grad=False)
    yield "histogramdd", Case("tall", (x("spread", TALL), [4, 3, 5]), grad=False)
    yield "bincount", Case("flat", (x("index", FLAT),), {"weights": x("uniform", FLAT, 1)}, grad=False)
    for name in ["trapz", "trapezoid", "cumulative_trapezoid"]:
        for label, tensor, dim in layouts("uniform"):
            if label in ("flat", "tall", "wide"):
                yield name, Case(label, (tensor,), {"dim": dim})
        yield name, Case("places", (x("uniform", FLAT), x("ascending", FLAT, 1)))
    yield "cov", Case("wide", (x("far", WIDE),))
    yield "corrcoef", Case("wide", (x("spread", WIDE),))
    for p in (1.0, 2.0, 3.5, float("inf")):
        yield "renorm", Case(f"p {p}", (x("spread", WIDE), p, 0, 10.0))
        yield "cdist", Case(f"p {p}", (x("spread", (301, 50)), x("spread", (203, 50), 1), p))
        yield "cdist", Case(f"long p {p}", (x("spread", (3, 100_003)), x("spread", (4, 100_003), 1), p))
        yield "nn.functional.pdist", Case(f"p {p}", (x("spread", (301, 50)), p))
        yield "nn.functional.pdist", Case(f"long p {p}", (x("spread", (4, 100_003)), p))
        yield "nn.functional.pairwise_distance", Case(f"p {p}", (x("spread", WIDE), x("spread", WIDE, 1), p))
        yield "dist", Case(f"p {p}", (x(), x(seed=1), p))
        yield "nn.functional.normalize", Case(f"p {p}", (x("spread", WIDE), p))
    yield "nn.functional.normalize", Case("tall", (x("spread", TALL), 2.0, 0))
    yield "nn.functional.cosine_similarity", Case("wide", (x("spread", WIDE), x("positive", WIDE, 1)))
    yield "nn.functional.cosine_similarity", Case("tall", (x("spread", TALL), x("positive", TALL, 1), 0))
    yield "linalg.vecdot", Case("wide", (x("spread", WIDE), x("positive", WIDE, 1)))
    yield "linalg.vecdot", Case("tall", (x("spread", TALL), x("positive", TALL, 1)), {"dim": 0})
    for name in ["dot", "vdot", "inner"]:
        yield name, Case("flat", (x("uniform", FLAT), x("uniform", FLAT, 1)), dtypes=HALVES if name == "dot" else ("float32",))
        yield name, Case("strided", (x("uniform", (N, 2)), x("uniform", FLAT, 1)), call=_strided(name))
    yield "vdot", Case("complex", (x("complex", FLAT), x("complex", FLAT, 1)))


def _with_dtype(name: str) -> Callable[..., Any]:
    return lambda torch, a, dim: callables.function(torch, name)(a, dim, dtype=a.dtype)


def _strided(name: str) -> Callable[..., Any]:
    return lambda torch, a, b: callables.function(torch, name)(a[:, 0], b)


def products() -> Iterator[tuple[str, Case]]:
    long = 200_003
    yield "matmul", Case("long", (x("uniform", (3, long)), x("uniform", (long, 2), 1)), dtypes=HALVES)
    yield "matmul", Case("vectors", (x("uniform", FLAT), x("uniform", FLAT, 1)))
    yield "matmul", Case("square", (x("spread", (501, 499)), x("spread", (499, 503), 1)))
    yield "mm", Case("turned", (x("uniform", (3, long), transposed=True), x("uniform", (long, 2), 1, transposed=True)))
    yield "__rmatmul__", Case("long", (x("uniform", (long, 2), 1), x("uniform", (3, long))))
    yield "addmm", Case("long", (x("spread", (3, 2)), x("uniform", (3, long), 1), x("uniform", (long, 2), 2)))
    yield "mv", Case("long", (x("uniform", WIDE), x("uniform", (WIDE[1],), 1)))
    yield "addmv", Case("long", (x("spread", (3,)), x("uniform", WIDE, 1), x("uniform", (WIDE[1],), 2)))
    yield "bmm", Case("long", (x("uniform", (2, 3, long)), x("uniform", (2, long, 2), 1)))
    for name in ["baddbmm", "addbmm"]:
        shape = (2, 3, 2) if name == "baddbmm" else (3, 2)
        yield name, Case("long", (x("spread", shape), x("uniform", (2, 3, long), 1), x("uniform", (2, long, 2), 2)))
    yield "outer", Case("vectors", (x("spread", (1009,)), x("spread", (991,), 1)))
    yield "cross", Case("triples", (x("spread", TALL), x("spread", TALL, 1)), {"dim": 1})
    yield "linalg.cross", Case("triples", (x("spread", TALL), x("spread", TALL, 1)))
    yield "kron", Case("square", (x("spread", (40, 30)), x("spread", (25, 31), 1)))
    yield "tensordot", Case("long", (x("uniform", (3, long)), x("uniform", (long, 2), 1)), {"dims": 1})
    yield "einsum", Case("sum", ([x("uniform", (40, 160, 160)), x("uniform", (160, 160), 1)], "abc,bc->a"))
    yield "linalg.multi_dot", Case("three", ([x("uniform", (3, long)), x("uniform", (long, 4), 1), x("uniform", (4, 3), 2)],))
    yield "linalg.matrix_power", Case("stack", (x("unit", STACK), 3))
    yield "matrix_exp", Case("stack", (x("unit", (2048, 8, 8)),))
    yield "nn.functional.linear", Case("long", (x("uniform", (5, long)), x("uniform", (2, long), 1), x("spread", (2,), 2)))
    yield "nn.functional.bilinear", Case("rows", (x("spread", (5000, 20)), x("spread", (5000, 30), 1), x("spread", (4, 20, 30), 2)))


def networks() -> Iterator[tuple[str, Case]]:
    for label, shape in (("images", IMAGES), ("long", (2, 3, 166_667)), ("batch", (250_001, 4))):
        channels = shape[1]
        affine = (x("positive", (channels,), 1), x("spread", (channels,), 2))
        running = (x("spread", (channels,), 3, leaf=False), x("positive", (channels,), 4, leaf=False))
        for kind in ("spread", "far"):
            yield "nn.functional.batch_norm", Case(f"{label} {kind}", (x(kind, shape), None, None, *affine, True))
        yield "nn.functional.batch_norm", Case(f"{label} eval", (x("spread", shape), *running, *affine, False))
        if len(shape) > 2:
            yield "nn.functional.instance_norm", Case(label, (x("far", shape), None, None, *affine))
            yield "nn.functional.group_norm", Case(label, (x("far", shape), 2 if channels % 2 == 0 else 1, *affine))
            yield "nn.functional.local_response_norm", Case(label, (x("spread", shape), 3))
    for label, shape in (("rows", SQUARE), ("long rows", WIDE), ("short rows", TALL)):
        for kind in ("spread", "far"):
            affine = (x("positive", shape[1:], 1), x("spread", shape[1:], 2))
            yield "nn.functional.layer_norm", Case(f"{label} {kind}", (x(kind, shape), shape[1:], *affine),
                                                   dtypes=HALVES if kind == "spread" and label == "rows" else ("float32",))
        yield "nn.functional.rms_norm", Case(label, (x("spread", shape), shape[1:], x("positive", shape[1:], 1)))
    losses = {"nn.functional.cross_entropy": (x("spread", (100_003, 10)), x("index", (100_003,), 1, limit=10)),
              "nn.functional.multi_margin_loss": (x("spread", (100_003, 10)), x("index", (100_003,), 1, limit=10)),
              "nn.functional.nll_loss": (x("spread", (100_003, 10)), x("index", (100_003,), 1, limit=10)),
              "nn.functional.multilabel_margin_loss": (x("spread", (50_001, 10)), x("index", (50_001, 10), 1, limit=10)),
              "nn.functional.multilabel_soft_margin_loss": (x("spread", (100_003, 10)), x("uniform", (100_003, 10), 1)),
              "nn.functional.margin_ranking_loss": (x("spread", FLAT), x("spread", FLAT, 1), x("sign", FLAT, 2)),
              "nn.functional.triplet_margin_loss": (x("spread", TALL), x("spread", TALL, 1), x("spread", TALL, 2)),
              "nn.functional.triplet_margin_with_distance_loss": (x("spread", TALL), x("spread", TALL, 1), x("spread", TALL, 2)),
              "nn.functional.cosine_embedding_loss": (x("spread", TALL), x("spread", TALL, 1), x("sign", TALL[:1], 2)),
              "nn.functional.gaussian_nll_loss": (x("spread", FLAT), x("spread", FLAT, 1), x("positive", FLAT, 2))}
    for name, args in losses.items():
        for reduction in ("mean", "sum"):
            yield name, Case(reduction, args, {"reduction": reduction})
    for name in ["mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss"]:
        yield f"nn.functional.{name}", Case("sum", (x("spread", FLAT), x("positive", FLAT, 1)), {"reduction": "sum"})
    yield "nn.functional.cross_entropy", Case("weights", (x("spread", (100_003, 10)), x("index", (100_003,), 1, limit=10),
            x("positive", (10,), 2, leaf=False)))
    yield "nn.functional.cross_entropy", Case("pixels", (x("spread", (4, 6, 200, 211)), x("index", (4, 200, 211), 1, limit=6)))
    yield "nn.functional.ctc_loss", Case("series", (x("spread", (200, 8, 30)), x("index", (8, 20), 1, limit=29), (200,) * 8,
            (20,) * 8), call=_ctc)
    for n, shape in ((1, SERIES), (2, IMAGES), (3, VOLUMES)):
        kernel = (3 if n == 3 else 5,) * n
        yield f"nn.functional.conv{n}d", Case("few channels", (x("spread", shape), x("spread", (6, shape[1], *kernel), 1), x("spread",
                (6,), 2)))
        yield f"nn.functional.conv_transpose{n}d", Case("few channels", (x("spread", shape), x("spread", (shape[1], 3, *kernel), 1),
                                                                         x("spread", (3,), 2)))
        yield f"nn.functional.avg_pool{n}d", Case("three", (x("spread", shape), 3))
        yield f"nn.functional.max_pool{n}d", Case("three", (x("spread", shape), 3))
        yield f"nn.functional.adaptive_avg_pool{n}d", Case("two", (x("spread", shape), 2))
        yield f"nn.functional.adaptive_max_pool{n}d", Case("two", (x("spread", shape), 2))
        even = tuple(s // 4 * 2 for s in shape[2:])
        yield f"nn.functional.max_unpool{n}d", Case("two", (x("spread", (*shape[:2], *even)),), call=_unpool(n))
    yield "nn.functional.conv1d", Case("long", (x("spread", (1, 2, 200_003)), x("spread", (3, 2, 9), 1)))
    yield "nn.functional.conv2d", Case("depthwise", (x("spread", (2, 16, 180, 173)), x("spread", (16, 1, 5, 5), 1)), {"groups": 16,
            "padding": 2})
    yield "nn.functional.unfold", Case("three", (x("spread", (2, 4, 180, 173)), 3))
    for mode in ("constant", "reflect", "replicate", "circular"):
        yield f"nn.functional.pad|{mode}", Case("images", (x("spread", IMAGES), (3, 5, 2, 7), mode))
    for mode, shape in (("nearest", IMAGES), ("bilinear", IMAGES), ("nearest-exact", IMAGES), ("linear", SERIES), ("bicubic", (2, 4,
            180, 173)),
                        ("trilinear", VOLUMES), ("area", IMAGES)):
        yield f"nn.functional.interpolate|{mode}", Case("larger", (x("spread", shape),), {"scale_factor": 1.5, "mode": mode})
        yield f"nn.functional.interpolate|{mode}", Case("smaller", (x("spread", shape),), {"scale_factor": 0.125, "mode": mode})
    for name in ["upsample_bilinear", "upsample_nearest"]:
        yield f"nn.functional.{name}", Case("larger", (x("spread", (2, 4, 180, 173)),), {"scale_factor": 2})
    yield "nn.functional.grid_sample", Case("images", (x("spread", (2, 4, 180, 173)), x("unit", (2, 250, 251, 2), 1)),
            {"align_corners": False})
    yield "nn.functional.scaled_dot_product_attention", Case("long", tuple(x("spread", (1, 2, 700, 64), s) for s in range(3)))
    yield "nn.functional.scaled_dot_product_attention", Case("causal", tuple(x("spread", (1, 2, 700, 64), s) for s in range(3)),
            {"is_causal": True})
    yield "nn.functional.multi_head_attention_forward", Case("long", tuple(x("spread", (601, 1, 64), s) for s in range(3)), call=_heads)
    yield "nn.functional.embedding", Case("rows", (x("spread", (5000, 50)), x("index", (20_001,), 1, limit=5000)))
    yield "nn.functional.embedding", Case("few rows", (x("spread", (3, 2)), x("index", FLAT, 1, limit=3)))
    for mode in ("sum", "mean", "max"):
        yield "nn.functional.embedding_bag", Case(mode, (x("uniform", (50, 5)), x("index", (3, 66_667), 1, limit=50)), {"mode": mode})
    yield "nn.functional.one_hot", Case("ten", (x("index", (100_003,), limit=10),), grad=False)
    yield "nn.functional.pixel_shuffle", Case("two", (x("spread", IMAGES), 2))
    yield "nn.functional.pixel_unshuffle", Case("two", (x("spread", (4, 8, 180, 174)), 2))
    yield "bucketize", Case("flat", (x("spread", FLAT), x("ascending", (100,), 1)), grad=False)
    yield "searchsorted", Case("flat", (x("ascending", FLAT, 1), x("uniform", FLAT)), grad=False)


def _ctc(torch: Any, x: Any, targets: Any, lengths: Any, target_lengths: Any) -> Any:
    return torch.nn.functional.ctc_loss(x.log_softmax(-1), targets + 1, lengths, target_lengths)


def _unpool(n: int) -> Callable[..., Any]:
    def call(torch: Any, x: Any) -> Any:
        f = torch.nn.functional
        pooled, places = getattr(f, f"max_pool{n}d")(x, 2, return_indices=True)
        return getattr(f, f"max_unpool{n}d")(pooled, places, 2)
    return call


def _heads(torch: Any, q: Any, k: Any, v: Any) -> Any:
    weight = Large("unit", (192, 64), 7).tensor(torch, "float32", None).to(q.dtype) / 8
    bias = Large("unit", (192,), 8).tensor(torch, "float32", None).to(q.dtype)
    return torch.nn.functional.multi_head_attention_forward(q, k, v, 64, 4, weight, bias, None, None, False, 0.0, weight[:64], bias[:64])


def rearrangements() -> Iterator[tuple[str, Case]]:
    rows = x("index", (1009,), 3, limit=1009)
    places = x("index", SQUARE, 3, limit=991)
    one: dict[str, tuple[Any, ...]] = {
        "broadcast_to": ((1009, 991),), "chunk": (3,), "diag": (), "diagonal": (), "expand": ((2, 1009, 991),), "flip": ((0, 1),),
        "linalg.diagonal": (), "masked_fill": (x("bool", seed=2), 1.5), "masked_select": (x("bool", seed=2),), "narrow": (1, 5, 900),
        "permute": ((1, 0),), "roll": (37, 1), "split": (100,), "split|list_args": ([9, 1000],), "select": (0, 17), "reshape": ((991,
                1009),),
        "view": ((991, 1009),), "unflatten": (0, (1009, 1)), "gather": (1, places), "index_select": (0, rows), "__getitem__": (rows,),
        "index_add": (0, rows, x(seed=1)), "index_copy": (0, x("order", (1009,), 3), x(seed=1)), "index_fill": (0, rows, 2.0),
        "scatter": (0, x("order", (1009, 1), 3), x("spread", (1009, 1), 1)), "scatter_add": (0, x("index", SQUARE, 3, limit=1009),
                x(seed=1)),
        "unbind": (), "unfold": (1, 5, 3), "movedim": (0, 1), "repeat": (2, 1), "squeeze": (), "squeeze|multiple": ((0,),),
                "fill": (3.0,),
        "take_along_dim": (places, 1), "tile": ((2, 1),), "unsqueeze": (0,), "transpose": (0, 1), "mT": (), "tril": (), "triu": (),
                "t": (),
        "nonzero": (), "argwhere": (), "fliplr": (), "flipud": (), "diff": (), "gradient": (), "rot90": (), "tensor_split": (4,),
                "mH": (),
        "H": (), "split_with_sizes": ([9, 1000],), "select_scatter": (x("spread", (991,), 1), 0, 3),
        "slice_scatter": (x("spread", (100, 991), 1), 0, 100, 200), "diagonal_scatter": (x("spread", (991,), 1),),
        "masked_scatter": (x("bool", seed=2), x(seed=1)), "take": (x("index", FLAT, 2, limit=9000),), "hsplit": ([9, 500],),
        "vsplit": ([9, 500],), "dsplit": ([1],), "atleast_1d": (), "atleast_2d": (), "atleast_3d": (), "as_strided": ((1000, 900),
                (900, 1)),
        "isin": (x("spread", (100,), 1),), "full_like": (2.5,), "new_full": ((1000,), 2.5), "new_ones": ((1000,),),
                "new_zeros": ((1000,),),
        "repeat_interleave": (2,), "diagflat": (), "diag_embed": (), "block_diag": (x(seed=1, shape=(20, 30)),), "swap_": (),
        "addr_": (), "cartesian_prod": (x("spread", (900,), 1),), "combinations": (), "dist": (x(seed=1),), "linalg.vander": (),
        "put": (x("index", FLAT, 2, limit=9000), x("spread", FLAT, 1), True),
        "index_put": ((x("index", FLAT, 2, limit=1009),), x("spread", (N, 1), 1), True),
    }
    shapes = {"dsplit": (100, 100, 3), "diagflat": (1000,), "diag_embed": (300, 50), "cartesian_prod": (1000,), "combinations": (900,),
              "linalg.vander": (100_003, 4), "take": FLAT, "put": FLAT, "index_put": (1009, 4), "diag": (999, 999), "unbind": (4,
                      250_001),
              "mT": (4, 501, 499), "mH": (4, 501, 499), "scatter": (1009, 1009)}
    for name, args in one.items():
        if not name.endswith("_"):
            yield name, Case("square", (x("unit" if name == "linalg.vander" else "spread", shapes.get(name, SQUARE)), *args))
    yield "index_add", Case("same row", (x("spread", (3, 4)), 0, x("index", (250_001,), 1, limit=3), x("uniform", (250_001, 4), 2)))
    yield "scatter_add", Case("same place", (x("spread", (5,)), 0, x("index", FLAT, 1, limit=5), x("uniform", FLAT, 2)))
    yield "index_put", Case("same place", (x("spread", (5,)), (x("index", FLAT, 1, limit=5),), x("uniform", FLAT, 2), True))
    yield "put", Case("same place", (x("spread", (5,)), x("index", FLAT, 1, limit=5), x("uniform", FLAT, 2), True))
    yield "gather", Case("same place", (x("spread", (5,)), 0, x("index", FLAT, 1, limit=5)))
    yield "take", Case("same place", (x("spread", (5,)), x("index", FLAT, 1, limit=5)))
    yield "__getitem__", Case("same place", (x("spread", (5,)), x("index", FLAT, 1, limit=5)))
    yield "index_select", Case("same place", (x("spread", (5,)), 0, x("index", FLAT, 1, limit=5)))
    for kind in ("sum", "prod", "mean", "amin", "amax"):
        of = "near" if kind == "prod" else "uniform"
        yield f"scatter_reduce|{kind}", Case("same place", (x(of, (5,)), 0, x("index", FLAT, 1, limit=5), x(of, FLAT, 2), kind))
        if kind != "sum":
            yield f"index_reduce|{kind}", Case("same row", (x(of, (3, 4)), 0, x("index", (250_001,), 1, limit=3), x(of, (250_001, 4),
                    2), kind))
    several: dict[str, tuple[Any, ...]] = {"cat": (0,), "stack": (0,), "hstack": (), "vstack": (), "dstack": (), "column_stack": ()}
    for name, rest in several.items():
        yield name, Case("two", ([x(shape=(501, 991)), x(shape=(501, 991), seed=1)], *rest))
    yield "broadcast_tensors", Case("two", (x("spread", (1009, 1)), x("spread", (991,), 1)))
    yield "meshgrid|variadic_tensors", Case("two", (x("spread", (1009,)), x("spread", (991,), 1)), {"indexing": "ij"})
    yield "meshgrid|list_of_tensors", Case("two", ([x("spread", (1009,)), x("spread", (991,), 1)],), {"indexing": "ij"})
    yield "unravel_index", Case("flat", (x("index", FLAT, limit=9000), (90, 100)), grad=False)
    for name in ["triu_indices", "tril_indices"]:
        yield name, Case("square", (1000, 1000), grad=False)
    for name in ["fft", "rfft", "ifft", "irfft", "hfft_"]:
        if not name.endswith("_"):
            for label, tensor in (("flat", x("spread", FLAT)), ("rows", x("spread", SQUARE))):
                yield f"fft.{name}", Case(label, (tensor,))
    for name in ["fft2", "ifft2", "fftn", "ifftn", "rfft2", "rfftn", "irfft2", "irfftn", "fftshift", "ifftshift"]:
        yield f"fft.{name}", Case("square", (x("spread", (1000, 1000)),))
    yield "stft", Case("series", (x("spread", (4, 200_000)), 256), {"return_complex": True, "window": x("positive", (256,), 1)})
    yield "istft", Case("series", (x("complex", (2, 129, 3000)), 256), {"window": x("positive", (256,), 1)})


def decompositions() -> Iterator[tuple[str, Case]]:
    right = x("spread", (4096, 16, 2), 1)
    for name in ["linalg.det", "linalg.slogdet", "linalg.inv", "linalg.inv_ex", "linalg.pinv", "logdet", "pinverse", "linalg.qr",
            "svd", "linalg.svd", "linalg.svdvals", "linalg.lu_factor", "linalg.lu_factor_ex", "linalg.lu", "linalg.cond",
                    "linalg.eigvals", "linalg.eig", "lu", "linalg.matrix_rank"]:
        yield name, Case("stack", (x("matrix", (2048, 8, 8)),), grad=name not in ("lu", "linalg.eig", "linalg.eigvals"))
    for name in ["linalg.cholesky", "cholesky", "linalg.cholesky_ex", "linalg.eigh", "linalg.eigvalsh"]:
        yield name, Case("stack", (x("definite", (2048, 8, 8)),), grad=name != "linalg.eigh")
    for name in ["linalg.pinv|hermitian", "linalg.matrix_rank|hermitian"]:
        yield name, Case("stack", (x("definite", (2048, 8, 8)),), {"hermitian": True})
    for name in ["linalg.solve", "linalg.solve_ex", "linalg.lstsq"]:
        yield name, Case("stack", (x("matrix", STACK), right), grad=name != "linalg.lstsq")
    yield "linalg.solve_triangular", Case("stack", (x("triangular", STACK), right), {"upper": False})
    for name in ["cholesky_inverse"]:
        yield name, Case("stack", (x("triangular", (2048, 8, 8)),))
    yield "cholesky_solve", Case("stack", (right, x("triangular", STACK)))
    yield "linalg.tensorinv", Case("square", (x("matrix", (64, 64)),), call=lambda torch, a: torch.linalg.tensorinv(a.reshape(8, 8, 64)))
    yield "linalg.tensorsolve", Case("square", (x("matrix", (64, 64)), x("spread", (64,), 1)))
    for name in ["lu_solve", "linalg.lu_solve"]:
        yield name, Case("stack", (x("matrix", STACK), right), call=_lu_solve(name))


def _lu_solve(name: str) -> Callable[..., Any]:
    def call(torch: Any, a: Any, b: Any) -> Any:
        lu, pivots = torch.linalg.lu_factor(a)
        return torch.lu_solve(b, lu, pivots) if name == "lu_solve" else torch.linalg.lu_solve(lu, pivots, b)
    return call


def creation() -> Iterator[tuple[str, Case]]:
    for name, args in {"arange": (0.0, 1e6, 1.0), "linspace": (0.0, 1.0, N), "linspace|tensor_overload": (0.0, 1.0, N), "ones": (N,),
            "zeros": (N,),
                       "full": ((1000, 1000), 2.5), "eye": (1000,), "logspace": (0.0, 2.0, N), "logspace|tensor_overload": (0.0, 2.0,
                               N)}.items():
        yield name, Case("flat", args, grad=False)
    for name in ["normal|in_place", "uniform", "exponential"]:
        yield name, Case("flat", (x("spread", FLAT),), grad=False)
    for name in ["randn_like", "rand_like", "bernoulli", "nn.functional.dropout", "nn.functional.rrelu", "nn.functional.alpha_dropout"]:
        yield name, Case("flat", (x("uniform", FLAT),), {"training": True} if "." in name else {})
    yield "nn.functional.dropout2d", Case("images", (x("spread", IMAGES),))
    yield "nn.functional.dropout3d", Case("volumes", (x("spread", VOLUMES),))
    for name in ["with_train", "without_train"]:
        yield f"nn.functional.feature_alpha_dropout|{name}", Case("images", (x("spread", IMAGES), 0.5, name == "with_train"))
    yield "randn", Case("flat", (N,), grad=False)
    yield "randint", Case("flat", (0, 10, (N,)), grad=False)
    yield "randint_like", Case("flat", (x("spread", FLAT), 0, 10), grad=False)
    yield "normal", Case("flat", (x("spread", FLAT), x("uniform", FLAT, 1)), grad=False)
    yield "normal|number_mean", Case("flat", (x("uniform", FLAT, 1), 2.0), grad=False)
    yield "multinomial", Case("flat", (x("uniform", (10_003,)), 5000), {"replacement": True}, grad=False)


#: Entries whose result is a number, a shape, or memory as it was found: no arithmetic on many elements.
WITHOUT_SIZE = frozenset(["item", "empty", "empty_like", "empty_strided", "new_empty", "new_empty_strided", "resize_", "resize_as_",
        "broadcast_shapes", "scalar_tensor"])


def cases() -> dict[str, list[Case]]:
    """Entry -> its cases."""
    found: dict[str, list[Case]] = {}
    for family in (elementwise, reductions, products, networks, rearrangements, decompositions, creation):
        for entry, case in family():
            found.setdefault(entry, []).append(case)
    return found


#: Entries that draw numbers, which depend on the dtype: not compared with double precision.
DRAWING = frozenset({
    "uniform", "rand_like", "bernoulli", "nn.functional.dropout", "randint", "randint_like", "nn.functional.dropout2d", "multinomial",
    "randn", "nn.functional.dropout3d", "randn_like", "normal|in_place", "exponential", "normal", "normal|number_mean",
    "nn.functional.rrelu", "nn.functional.alpha_dropout", "nn.functional.feature_alpha_dropout|with_train",
})
