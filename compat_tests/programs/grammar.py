"""Statements of random programs, as templates, and how their blanks are filled from the variables there are.

The generator runs every statement as it writes it (with PyTorch), so that the blanks can be filled to fit: a dimension that exists, a
partner that broadcasts. One statement in ten or so is wrong on purpose or by chance; the error is part of the outcome.
"""
from __future__ import annotations

import random
import re
from typing import Any

#: Templates by weight. {n} is the new variable, {a} any tensor, {f} a floating one, {b} a partner of {a}, {m} a mask of its shape.
TEMPLATES: tuple[tuple[int, tuple[str, ...]], ...] = (
    (6, ("{n} = torch.tensor({list}, dtype=torch.{dtype})", "{n} = torch.arange({small}, dtype=torch.{dtype})", "{n} = torch.zeros({shape})",
         "{n} = torch.ones({shape}, dtype=torch.{dtype})", "{n} = torch.full({shape}, {scalar})", "{n} = torch.linspace(-1, 1, {small})",
         "{n} = torch.arange({size}.0).reshape({shape}).requires_grad_()", "{n} = torch.tensor({list}, dtype=torch.float64, requires_grad=True)",
         "{n} = torch.tensor({scalar})", "{n} = torch.eye({small})", "{n} = torch.rand({shape})", "{n} = torch.randn({shape}, requires_grad=True)",
         "{n} = torch.zeros_like({a})", "{n} = torch.ones_like({f}, requires_grad=True)", "{n} = {a}.new_full({shape}, {scalar})")),
    (9, tuple(f"{{n}} = {{a}}.{name}()" for name in (
        "neg", "abs", "sign", "square", "sin", "cos", "tanh", "sigmoid", "relu", "floor", "ceil", "round", "exp", "sqrt", "reciprocal", "log1p",
        "erf", "atan", "isnan", "logical_not", "trunc", "frac", "sgn", "expm1", "rsqrt", "sinh", "asinh", "isfinite"))
        + ("{n} = {a}.clamp({scalar}, {scalar})", "{n} = {a}.clamp(min={scalar})", "{n} = torch.nn.functional.leaky_relu({f}, 0.1)",
           "{n} = torch.nn.functional.softplus({f})", "{n} = torch.nn.functional.gelu({f})", "{n} = {a}.nan_to_num()", "{n} = {a}.pow(2)",
           "{n} = torch.nn.functional.elu({f})", "{n} = torch.nn.functional.silu({f})", "{n} = torch.nn.functional.hardtanh({f})")),
    (10, tuple(f"{{n}} = {{a}} {op} {{b}}" for op in ("+", "-", "*", "/", "//", "%", "==", "<", ">=", "!=", "&", "|", "**"))
        + tuple(f"{{n}} = {{a}} {op} {{scalar}}" for op in ("+", "-", "*", "/", "//", "%", "<", "==", "**"))
        + tuple(f"{{n}} = {{scalar}} {op} {{a}}" for op in ("+", "-", "*", "/", "**", "//", "%"))
        + tuple(f"{{n}} = torch.{name}({{a}}, {{b}})" for name in ("maximum", "minimum", "atan2", "fmod", "hypot", "logaddexp", "fmax", "copysign"))
        + ("{n} = torch.where({m}, {a}, {b})", "{n} = torch.where({m}, {a}, {scalar})", "{n} = torch.add({a}, {b}, alpha={scalar})",
           "{n} = torch.lerp({f}, {f}, 0.25)", "{n} = torch.addcmul({f}, {f}, {f}, value=0.5)", "{n} = {a}.sub({b}, alpha=2)",
           "{n} = torch.div({a}, {b}, rounding_mode='floor')", "{n} = torch.div({a}, {b}, rounding_mode='trunc')", "{n} = {a}.eq({b})")),
    (7, tuple(f"{{n}} = {{a}}.{name}({args})" for name in ("sum", "mean", "prod", "amax", "amin", "any", "all", "argmax", "std", "var", "logsumexp",
                                                            "norm", "nansum", "count_nonzero")
              for args in (("", "{dim}", "{dim}, keepdim=True") if name not in ("logsumexp", "count_nonzero") else ("{dim}",)))
        + tuple(f"{{n}} = {{a}}.{name}({{dim}})" for name in ("cumsum", "cumprod", "softmax", "log_softmax", "argsort"))
        + ("{n} = {a}.max({dim})[0]", "{n} = {a}.min({dim}).values", "{n} = {a}.sort({dim})[0]", "{n} = {a}.median()", "{n} = {a}.max()",
           "{n} = {a}.topk(1, {dim})[1]", "{n} = {a}.max({dim}).indices", "{n} = {a}.unique()", "{n} = {a}.sum(({dim},))", "{n} = {a}.var({dim}, correction=0)",
           "{n} = {a}.mean(dtype=torch.float64)", "{n} = {a}.sum(dtype=torch.{dtype})", "{n} = {a}.cummax({dim})[0]", "{n} = {a}.logcumsumexp({dim})")),
    (9, ("{n} = {a}.reshape(-1)", "{n} = {a}.reshape({reshape})", "{n} = {a}.view({reshape})", "{n} = {a}.transpose({dim}, {dim})", "{n} = {a}.permute({perm})",
         "{n} = {a}.unsqueeze({dim})", "{n} = {a}.squeeze()", "{n} = {a}.squeeze({dim})", "{n} = {a}.expand(2, *{a}.shape)", "{n} = {a}.flatten()", "{n} = {a}.flip({dim})",
         "{n} = {a}.roll(1, {dim})", "{n} = {a}.narrow({dim}, 0, 1)", "{n} = {a}.select({dim}, 0)", "{n} = {a}.chunk(2, {dim})[-1]", "{n} = {a}.split(1, {dim})[0]",
         "{n} = torch.stack([{a}, {b}])", "{n} = torch.cat([{a}, {b}], {dim})", "{n} = {a}.t()", "{n} = {a}.diagonal()", "{n} = {a}.contiguous()", "{n} = {a}.clone()",
         "{n} = {a}.detach()", "{n} = {a}.repeat(2, *[1] * {a}.dim())", "{n} = {a}.unfold({dim}, 1, 1)", "{n} = {a}.tril()", "{n} = {a}.unbind({dim})[0]", "{n} = {a}.mT",
         "{n} = {a}.movedim({dim}, {dim})", "{n} = {a}.broadcast_to(2, *{a}.shape)", "{n} = {a}.tile(2)", "{n} = {a}.triu(1)", "{n} = {a}.expand_as({b})",
         "{n} = {a}.repeat_interleave(2, {dim})", "{n} = torch.nn.functional.pad({a}, (1, 0))", "{n} = {a}.as_strided((2,), (1,))", "{n} = {a}.view_as({a})")),
    (9, ("{n} = {a}[{index}]", "{n} = {a}[{m}]", "{n} = {a}.masked_fill({m}, {scalar})", "{n} = {a}.index_select({dim}, torch.tensor([0, 0]))", "{n} = {a}.gather({dim}, {a}.argsort({dim}))",
         "{n} = {a}.take(torch.tensor([0, -1]))", "{n} = {a}[[0, -1]]", "{n} = {a}[..., None]", "{n} = {a}[torch.tensor([0, 0, 0])]", "{n} = {a}.masked_select({m})", "{n} = {a}.nonzero()")),
    (8, tuple(f"{{a}}.{name}()" for name in ("neg_", "relu_", "zero_", "abs_", "sigmoid_", "tanh_", "exp_", "square_", "floor_"))
        + ("{a}.add_({b})", "{a}.mul_({b})", "{a}.sub_({scalar})", "{a}.div_({scalar})", "{a} += {b}", "{a} *= {scalar}", "{a}.fill_({scalar})", "{a}.copy_({b})", "{a}.clamp_(min={scalar})",
           "{a}.masked_fill_({m}, {scalar})", "{a}[{index}] = {scalar}", "{a}[{index}] = {a}[{index}] * 2", "{a}[{m}] = {scalar}", "{a}[{index}] += 1", "{a}[0] = {a}[-1]", "{a}.transpose_(0, -1)",
           "{a}.unsqueeze_(0)", "{a}.squeeze_()", "{a}.pow_(2)", "{a}.index_fill_({dim}, torch.tensor([0]), {scalar})", "{a}.t_()", "{a}.detach_()", "{a}.add_({b}, alpha=2)", "{a}.cumsum_({dim})",
           "{a}.scatter_({dim}, {a}.argsort({dim}), {scalar})", "{a}.clamp_({scalar}, {scalar})", "{a}[..., 0].mul_(2)", "{a}[1:].zero_()", "{a}.fmod_({scalar})", "{a}.round_()")),
    (3, ("{n} = {a}.to(torch.{dtype})", "{n} = {a}.double()", "{n} = {a}.long()", "{n} = {a}.bool()", "{n} = {a}.type_as({b})", "{n} = {a}.float()", "{n} = {a}.half()")),
    (4, ("{n} = {f} @ {f}", "{n} = {a} @ {a}.mT", "{n} = torch.einsum('...i,...i->...', {f}, {f})", "{n} = torch.outer({a}.reshape(-1), {a}.reshape(-1))", "{n} = {a}.matmul({b})",
         "{n} = torch.dot({a}.reshape(-1), {a}.reshape(-1))", "{n} = torch.nn.functional.linear({f}, {f})", "{n} = torch.tensordot({f}, {f}, 1)", "{n} = torch.linalg.norm({f})")),
    (9, ("{f}.sum().backward()", "({f} * {f}).sum().backward()", "{n} = torch.autograd.grad({f}.sum(), {leaf}, allow_unused=True)[0]", "{f}.mean().backward(retain_graph=True)",
         "{n} = torch.autograd.grad(({f} ** 2).sum(), {leaf}, create_graph=True, allow_unused=True)[0]", "{f}.requires_grad_()", "{f}.retain_grad()", "{leaf}.grad = None", "{n} = {leaf}.grad",
         "with torch.no_grad():\n    {n} = {a} * 2", "with torch.no_grad():\n    {a}.mul_(2)", "{f}.register_hook(lambda g: g * 2)", "{f}.backward(torch.ones_like({f}))",
         "{n} = jvp(lambda x: (x * x).sin(), {f})", "{n} = jvp(lambda x: x.softmax(-1) * {b}, {f})", "{n} = jvp(lambda x: x.cumsum(0)[0] / 2, {f})", "{n} = jvp(lambda x: x.exp().sum() * x, {f})",
         "{n} = {a}.data", "with torch.no_grad():\n    {n} = {a}[0:1]", "{n} = {f}.sum().requires_grad", "{n} = jvp(lambda x: x @ x.mT, {f})")),
    (3, ("for _ in range(3):\n    {n} = {a} * 2 - 1\n    {n} = {n} * {n}", "if bool({a}.sum() > 0):\n    {n} = {a} + 1\nelse:\n    {n} = {a} - 1", "{n} = sum({a})",
         "{n} = torch.stack([t.sum() for t in {a}])", "{n} = {a}.tolist()", "{n} = {a}.item()", "{n} = len({a})", "while {a}.sum() > 100:\n    {a} = {a} / 2",
         "{n} = [t for t in {a}.split(1)][-1]", "for t in {a}.unbind(0):\n    t.mul_(2)")),
)

DTYPES = ("float64",) * 4 + ("float32",) * 4 + ("int64",) * 3 + ("int32", "uint8", "bool", "complex64", "float16", "int8")
INDICES = ("0", "-1", "None", "...", ":1", "1:", "::2", "..., 0", ":, 0", "0, None", "[0]", "[0, 0]", "..., :1", "..., [0]", "torch.tensor([0])", "0, ..., 0", "None, 0", "[True]", "1", ":, None, :1")


class Filler:
    """Fills the blanks of templates from live variables."""

    def __init__(self, torch: Any, seed: int) -> None:
        self.torch = torch
        self.random = random.Random(seed)
        self.variables: dict[str, Any] = {}
        self.count = 0

    def statement(self) -> str:
        """The next statement; its new variable, if it makes one, is `v<count>`."""
        tensors = self.tensors()
        weights = [w for w, _ in TEMPLATES]
        group = TEMPLATES[0][1] if len(tensors) < 2 else self.random.choices([t for _, t in TEMPLATES], weights)[0]
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
        value = getattr(self, "blank_" + kind)(chosen)
        return str(value)

    def pick(self, wanted: Any) -> str:
        """A variable, later ones more often."""
        names = self.tensors()
        if not names:
            return "torch.ones(2)"
        fitting = [name for name in names if wanted(self.variables[name])] or names
        return self.random.choice(fitting[-4:] if self.random.random() < 0.6 else fitting)

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
        return self.random.choice((f"{first}, -1", f"-1, {first}", f"1, {first}, -1", "-1", f"({first}, {count // first if count else 0})"))

    def blank_index(self, chosen: dict[str, str]) -> str:
        return self.random.choice(INDICES)

    def blank_scalar(self, chosen: dict[str, str]) -> str:
        return self.random.choice(("2", "0.5", "-1", "3", "0", "1.5", "-2.0", "True", "1", "10"))

    def blank_dtype(self, chosen: dict[str, str]) -> str:
        return self.random.choice(DTYPES)

    def blank_small(self, chosen: dict[str, str]) -> int:
        return self.random.choice((1, 2, 3, 4, 5))

    def blank_shape(self, chosen: dict[str, str]) -> str:
        shape = self.random.choice(((2, 3), (3,), (2, 1, 3), (1,), (3, 3), (2, 2), (4, 1), (0, 2), (), (2, 3, 2)))
        if "size" in chosen:
            wanted = int(chosen["size"])
            shape = self.random.choice([s for s in ((wanted,), (2, -1), (1, wanted), (-1, 1), (2, wanted // 2, 1)) if wanted % 2 == 0 or s[0] != 2])
        return repr(shape)

    def blank_size(self, chosen: dict[str, str]) -> str:
        return chosen.setdefault("size", self.random.choice(("4", "6", "8", "3")))

    def blank_list(self, chosen: dict[str, str]) -> str:
        numbers = [self.random.choice((0, 1, 2, 3, -1, 0.5, -2, 7)) for _ in range(6)]
        return repr(self.random.choice((numbers[:3], [numbers[:2], numbers[2:4]], [numbers[:3], numbers[3:]], numbers[0], [numbers[:1]])))
