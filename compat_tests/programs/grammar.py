"""Statements of random programs, as templates, and how their blanks are filled from existing variables.

The generator runs every statement as it writes it (with PyTorch), so that the blanks can be filled to fit: a dimension that exists, a
partner that broadcasts. One statement in ten or so is wrong on purpose or by chance; the error is part of the outcome.
"""
from __future__ import annotations

import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

STATEMENTS = Path(__file__).with_name("statements.txt")
#: Additional groups. The reference does not use them, so that its seeds give the same programs.
WIDE = Path(__file__).with_name("statements_wide.txt")


def templates(path: Path = STATEMENTS) -> list[tuple[int, list[str]]]:
    """Groups of templates with their weights. {n} is the new variable, {a} any tensor, {f} a floating one, {b} a partner of {a}, ..."""
    groups: list[tuple[int, list[str]]] = []
    for line in path.read_text().splitlines():
        heading = re.fullmatch(r"\[(\d+)\] .*", line)
        if heading:
            groups.append((int(heading[1]), []))
        elif line and not line.startswith("#"):
            groups[-1][1].append(line.replace("\\n", "\n"))
    return groups


TYPES = ("float64", "float32", "float16", "bfloat16", "complex64", "complex128", "int64", "int32", "int16", "int8", "uint8", "bool")
DTYPES = ("float64",) * 4 + ("float32",) * 4 + ("int64",) * 3 + ("int32", "uint8", "bool", "complex64", "float16", "int8")
INDICES = ("0", "-1", "None", "...", ":1", "1:", "::2", "..., 0", ":, 0", "0, None", "[0]", "[0, 0]", "..., :1", "..., [0]",
           "torch.tensor([0])", "0, ..., 0", "None, 0", "[True]", "1", ":, None, :1")


#: Blanks that are filled independently of variables; equal blanks of a statement get the same choice.
CHOICES = {
    "reduction": ("none", "mean", "sum"), "reduce": ("sum", "mean", "prod", "amax", "amin"),
    "loss": ("mse_loss", "l1_loss", "smooth_l1_loss", "huber_loss", "soft_margin_loss", "binary_cross_entropy_with_logits", "kl_div",
             "poisson_nll_loss", "hinge_embedding_loss"),
    "optim": ("SGD([w], lr=0.1)", "SGD([w], lr=0.1, momentum=0.9, nesterov=True, weight_decay=0.1)", "Adam([w], lr=0.1)",
              "Adam([w], lr=0.1, amsgrad=True)", "AdamW([w], lr=0.1)", "Adagrad([w], lr=0.1)", "RMSprop([w], lr=0.1, momentum=0.5)",
              "Adadelta([w], lr=1.0)", "Adamax([w], lr=0.1)", "NAdam([w], lr=0.1)", "RAdam([w], lr=0.1)", "Rprop([w], lr=0.1)",
              "ASGD([w], lr=0.1)", "Adafactor([w], lr=0.1)"),
    "schedule": ("StepLR(o, 2)", "ExponentialLR(o, 0.5)", "CosineAnnealingLR(o, 3)", "LinearLR(o, 0.5, total_iters=2)",
                 "OneCycleLR(o, 1.0, 4)", "CyclicLR(o, 0.1, 1.0, 2, cycle_momentum=False)", "PolynomialLR(o, 3)", "MultiStepLR(o, [1, 2])",
                 "LambdaLR(o, lambda n: 1 / (n + 1))", "CosineAnnealingWarmRestarts(o, 2)", "ConstantLR(o, 0.5, 2)"),
    "fourier": ("fft", "ifft", "rfft", "hfft", "ihfft", "fftshift"),
    "linalg": ("inv", "det", "slogdet", "cholesky", "svdvals", "eigvalsh", "pinv", "matrix_exp", "cond", "matrix_rank", "lu_factor"),
    "distribution": ("Normal(0.5, 2.0)", "Uniform(0.0, 2.0)", "Bernoulli(0.3)", "Categorical(torch.tensor([0.2, 0.3, 0.5]))",
                     "Exponential(2.0)", "Poisson(3.0)", "Laplace(0.0, 1.0)", "Beta(2.0, 3.0)", "Gamma(2.0, 3.0)",
                     "Dirichlet(torch.tensor([1.0, 2.0]))", "Geometric(0.5)", "Gumbel(0.0, 1.0)", "Cauchy(0.0, 1.0)",
                     "LogNormal(0.0, 1.0)", "HalfNormal(1.0)",
                     "MultivariateNormal(torch.zeros(2), torch.eye(2))", "Binomial(4, 0.5)", "StudentT(3.0)", "Weibull(1.0, 2.0)"),
    "padmode": ("zeros", "reflect", "replicate", "circular"),
    "image": ("max_pool2d(x, 2, 1)", "max_pool2d(x, 1, 2)", "avg_pool2d(x, 2, 1, 1, count_include_pad=False)", "avg_pool2d(x, 1)",
              "adaptive_avg_pool2d(x, 1)", "adaptive_max_pool2d(x, (1, 2))", "interpolate(x, scale_factor=2)", "lp_pool2d(x, 2, 2)",
              "interpolate(x, scale_factor=2, mode='bilinear')", "pad(x, (1, 0, 0, 1))", "unfold(x, 2)", "dropout2d(x)", "softmax(x, 1)",
              "normalize(x, dim=1)", "instance_norm(x)", "relu(x)", "group_norm(x, 1)", "hardswish(x)", "pixel_unshuffle(x, 2)",
              "batch_norm(x, None, None, training=True)", "conv2d(x, torch.ones(2, x.shape[1], 1, 1, dtype=x.dtype))",
              "conv2d(x, torch.ones(x.shape[1], 1, 1, 1, dtype=x.dtype), groups=x.shape[1])"),
    "upmode": ("nearest", "nearest-exact", "bilinear", "area"), "gridmode": ("bilinear", "nearest", "bicubic"),
    "gridpad": ("zeros", "border", "reflection"), "norm": ("1.0", "2.0", "0.5", "float('inf')"), "bag": ("sum", "mean", "max"),
    "activation": ("ReLU()", "LeakyReLU(0.2)", "ELU(0.5)", "CELU()", "SELU()", "GELU()", "GELU('tanh')", "SiLU()", "Mish()",
                   "Softplus(2, 1)",
                   "Softshrink(0.3)", "Hardshrink(0.3)", "Hardtanh(-0.5, 0.5)", "Hardsigmoid()", "Hardswish()", "Tanhshrink()", "GLU(0)",
                   "LogSigmoid()", "Softsign()", "Threshold(0.1, 20)", "ReLU6()", "Softmin(-1)", "LogSoftmax(0)", "Sigmoid()",
                   "Identity()"),
    "parametrization": ("weight_norm", "orthogonal", "spectral_norm"),
    "prune": ("l1_unstructured(m, 'weight', 2)", "random_unstructured(m, 'weight', 0.5)", "ln_structured(m, 'weight', 1, n=2, dim=0)",
              "identity(m, 'weight')", "random_structured(m, 'weight', 1, dim=1)"),
    "init": ("orthogonal_(torch.empty(2, 3))", "sparse_(torch.empty(3, 2), 0.5)", "trunc_normal_(torch.empty(4))",
             "dirac_(torch.empty(2, 2, 2))", "eye_(torch.empty(2, 3))", "kaiming_uniform_(torch.empty(2, 3), nonlinearity='relu')",
             "xavier_normal_(torch.empty(2, 3), gain=2)", "uniform_(torch.empty(3), -1, 1)", "calculate_gain('leaky_relu', 0.2)"),
    "search": ("None", "'strong_wolfe'"),
    "each": ("exp", "sqrt", "abs", "neg", "sigmoid", "tanh", "floor", "reciprocal", "sign", "log1p", "erf", "ceil", "round", "trunc",
             "frac", "lgamma", "rsqrt"),
    "special": ("i0", "i1", "i0e", "i1e", "erfcx", "ndtr", "ndtri", "log_ndtr", "entr", "expit", "psi", "gammaln", "bessel_j0", "bessel_j1",
                "bessel_y0", "bessel_y1", "modified_bessel_i0", "modified_bessel_k0", "scaled_modified_bessel_k1", "spherical_bessel_j0",
                "airy_ai", "erfinv", "sinc", "exp2", "logit", "log1p"),
    "special2": ("xlogy", "xlog1py", "zeta", "gammainc", "gammaincc", "chebyshev_polynomial_t", "hermite_polynomial_h",
                 "laguerre_polynomial_l", "legendre_polynomial_p"),
    "unary": ("sin", "exp", "tanh", "sigmoid", "relu", "abs", "square", "neg", "sqrt", "sinh", "log1p", "erf", "cos", "expm1", "sign",
              "asinh", "reciprocal", "clone"),
    "matnorm": ("'fro'", "'nuc'", "2", "-2", "1", "float('inf')"),
    "einsum": ("ij,jk->ik", "ij,ij->", "ii,jk->jk", "ij,kj", "ij,jk->ki", "...i,...j->...ij"),
    "fftnorm": ("backward", "ortho", "forward"), "interpolation": ("linear", "lower", "higher", "midpoint", "nearest"),
    "functional": ("hessian", "jacobian"), "strategy": ("reverse-mode", "forward-mode"), "randomness": ("same", "different"),
    "width": ("20", "80", "200"), "ftype": ("float64", "float32", "bfloat16", "float16"),
    "random": ("rand(3)", "randn(2, 3)", "randn(17)", "randint(0, 7, (5,))", "randperm(7)", "normal(0.0, 2.0, (3,))",
               "normal(torch.zeros(2), torch.ones(2))", "rand(2, dtype=torch.float64)", "randn(20, dtype=torch.float64)",
               "randn(2, dtype=torch.complex64)", "randint(2**40, (2,))", "rand(3, dtype=torch.bfloat16)", "randn(3, dtype=torch.float16)",
               "randint(-5, 5, (3,), dtype=torch.int8)"),
    "draw": ("uniform_(-1, 2)", "normal_(1, 2)", "exponential_(2)", "geometric_(0.4)", "cauchy_()", "log_normal_()", "bernoulli_(0.3)",
             "random_(0, 5)"),
    "transform": ("ExpTransform()", "AffineTransform(1.0, 2.0)", "SigmoidTransform()", "TanhTransform()",
                  "PowerTransform(torch.tensor(2.0))", "SoftplusTransform()"),
}


class Filler:
    """Fills the blanks of templates from existing variables."""

    def __init__(self, torch: Any, seed: int, wide: bool = False) -> None:
        self.torch = torch
        self.random = random.Random(seed)
        self.variables: dict[str, Any] = {}
        self.count = 0
        self.groups = templates() + (templates(WIDE) if wide else [])

    def statement(self) -> str:
        """The next statement; its new variable, if it makes one, is `v<count>`."""
        tensors = self.tensors()
        weights = [weight for weight, _ in self.groups]
        group = self.groups[0][1] if len(tensors) < 2 else self.random.choices([group for _, group in self.groups], weights)[0]
        template = self.random.choice(group)
        chosen: dict[str, str] = {}
        text = re.sub(r"{(\w+)}", lambda m: self.blank(m[1], chosen), template)
        self.count += 1
        return text

    def tensors(self) -> list[str]:
        return [name for name, value in self.variables.items() if isinstance(value, self.torch.Tensor)]

    def blank(self, kind: str, chosen: dict[str, str]) -> str:
        if kind == "n":
            return f"v{self.count}"
        if kind == "a":
            return chosen.setdefault("a", self.pick(lambda t: True))
        if kind in CHOICES:
            return chosen.setdefault(kind, self.random.choice(CHOICES[kind]))
        value = getattr(self, "blank_" + kind)(chosen)
        return str(value)

    def pick(self, wanted: Any) -> str:
        """Choose a variable, later ones more often."""
        names = self.tensors()
        if not names:
            return "torch.ones(2)"
        fitting = [name for name in names if self.fits(wanted, self.variables[name])] or names
        return self.random.choice(fitting[-4:] if self.random.random() < 0.6 else fitting)

    @staticmethod
    def fits(wanted: Callable[[Any], Any], tensor: Any) -> bool:
        try:
            return bool(wanted(tensor))
        except RuntimeError:  # an invalidated view raises for every attribute
            return False

    def blank_f(self, chosen: dict[str, str]) -> str:
        name = self.pick(lambda t: t.is_floating_point())
        chosen.setdefault("a", name)
        return name

    def blank_leaf(self, chosen: dict[str, str]) -> str:
        return self.pick(lambda t: t.is_leaf and t.requires_grad)

    def of(self, chosen: dict[str, str]) -> Any:
        return self.variables.get(chosen.get("a", ""), self.torch.zeros(1))

    def blank_b(self, chosen: dict[str, str]) -> str:
        a = self.of(chosen)

        def fits(t: Any) -> bool:
            return all(m == n or 1 in (m, n) for m, n in zip(reversed(a.shape), reversed(t.shape)))

        return self.pick(fits)

    def blank_m(self, chosen: dict[str, str]) -> str:
        a = self.of(chosen)
        found = [n for n in self.tensors() if self.variables[n].dtype == self.torch.bool and self.variables[n].shape == a.shape]
        return self.random.choice(found) if found else f"({chosen.get('a', 'torch.ones(2)')} != 0)"

    def blank_dim(self, chosen: dict[str, str]) -> int:
        rank = self.of(chosen).dim()
        return self.random.randrange(-rank, rank) if rank and self.random.random() < 0.97 else self.random.choice((0, -1, 3))

    def blank_perm(self, chosen: dict[str, str]) -> str:
        order = list(range(self.of(chosen).dim()))
        self.random.shuffle(order)
        return ", ".join(map(str, order)) or "()"

    def blank_reshape(self, chosen: dict[str, str]) -> str:
        count = self.of(chosen).numel()
        divisors = [d for d in range(1, count + 1) if count % d == 0] or [1]
        first = self.random.choice(divisors)
        return self.random.choice((
            f"{first}, -1", f"-1, {first}", f"1, {first}, -1", "-1", f"({first}, {count // first if count else 0})"))

    def blank_index(self, chosen: dict[str, str]) -> str:
        return self.random.choice(INDICES)

    def blank_scalar(self, chosen: dict[str, str]) -> str:
        return self.random.choice(("2", "0.5", "-1", "3", "0", "1.5", "-2.0", "True", "1", "10"))

    def blank_dtype(self, chosen: dict[str, str]) -> str:
        return self.random.choice(DTYPES)

    def blank_type(self, chosen: dict[str, str]) -> str:
        return self.random.choice(TYPES)

    def blank_truth(self, chosen: dict[str, str]) -> str:
        return self.random.choice(("True", "False"))

    def blank_small(self, chosen: dict[str, str]) -> int:
        return self.random.choice((1, 2, 3, 4, 5))

    def blank_shape(self, chosen: dict[str, str]) -> str:
        shape = self.random.choice(((2, 3), (3,), (2, 1, 3), (1,), (3, 3), (2, 2), (4, 1), (0, 2), (), (2, 3, 2)))
        if "size" in chosen:
            wanted = int(chosen["size"])
            shapes = [(wanted,), (1, wanted), (-1, 1)]
            shape = self.random.choice(shapes if wanted % 2 else [*shapes, (2, -1), (2, wanted // 2, 1)])
        return repr(shape)

    def blank_size(self, chosen: dict[str, str]) -> str:
        return chosen.setdefault("size", self.random.choice(("4", "6", "8", "3")))

    def blank_list(self, chosen: dict[str, str]) -> str:
        numbers = [self.random.choice((0, 1, 2, 3, -1, 0.5, -2, 7)) for _ in range(6)]
        shaped = (numbers[:3], [numbers[:2], numbers[2:4]], [numbers[:3], numbers[3:]], numbers[0], [numbers[:1]])
        return repr(self.random.choice(shaped))
