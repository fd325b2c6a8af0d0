"""Rows of arithmetic, elementary functions, comparisons and activations."""
from __future__ import annotations

from tests.ops.op_row import C, D, F, family

row = family("pointwise")

V = F((2, 3))
G = F((2, 3), "positive")
TWO = ((V, F((2, 3))), (V, F((3,))), (F((2, 1)), F((3,))))

# Arithmetic -----------------------------------------------------------------------------------------------------------------------

row("add", *TWO, holomorphic=True)
row("sub", *TWO, holomorphic=True)
row("rsub", (V, 2.5), holomorphic=True)
row("add_scaled", (V, F((2, 3)), 2.5), (V, F((3,)), -1), reference=lambda torch, x, y, alpha: torch.add(x, y, alpha=alpha),
    holomorphic=True)
row("rsub_scaled", (V, F((2, 3)), 2.5), (V, F((3,)), -1), reference=lambda torch, x, y, alpha: torch.rsub(x, y, alpha=alpha),
    holomorphic=True)
row("sub_scaled", (V, F((2, 3)), 2.5), (V, F((3,)), -1), reference=lambda torch, x, y, alpha: torch.sub(x, y, alpha=alpha),
    holomorphic=True)
row("mul_scalar", (V, 2.5), (V, -2), reference=lambda torch, x, factor: x * factor, holomorphic=True)
row("ldexp_whole", (V, C([[1, -2, 3], [0, 5, -30]], "int64")), (F((2, 1)), C([1, 2, -1], "int32")), reference="ldexp", public=False)
row("ldexp_of", (V, F((2, 3)), D("float64")), reference=lambda torch, x, y, _: torch.ldexp(x, y), public=False)
row("div_scalar", (V, 2.5), (V, -2), reference=lambda torch, x, divisor: x / divisor, holomorphic=True)
row("pow_derivative", (F((2, 3), "positive"), 2.5), (V, 2), (V, 3), (V, -1), reference=lambda torch, x, y: y * x ** (y - 1),
    holomorphic=True)
row("rsub_tensor", (V, F((2, 3))), (V, F((3,))), reference="rsub", public=True, holomorphic=True)
row("mul", *TWO, holomorphic=True)
row("div", *TWO, holomorphic=True)
row("neg", V, holomorphic=True)
row("reciprocal", V, holomorphic=True)
row("fmod", (F((2, 3), "fraction"), F((2, 3), "above_one")))
row("remainder", (F((2, 3), "fraction"), F((2, 3), "above_one")))
row("div_trunc", TWO[0], TWO[1], reference=lambda torch, x, y: torch.div(x, y, rounding_mode="trunc"), public=True)
row("div_floor", TWO[0], TWO[1], reference=lambda torch, x, y: torch.div(x, y, rounding_mode="floor"), public=True)
row("floor_divide", TWO[0], TWO[1], first=False)  # it has a node, and no derivative
row("pow", (F((2, 3), "positive"), F((2, 3))), (F((2, 3), "positive"), F((3,))), holomorphic=True)
row("pow_scalar", (F((2, 3), "positive"), 2.5), (V, 2), (V, 3), (V, 1), (V, 0), (V, -1), reference="pow", holomorphic=True)
row("pow_of_scalar", (2.5, V), (2, V), reference="pow", holomorphic=True)
row("square", V, holomorphic=True)
row("float_power", (F((2, 3), "positive"), F((3,))), holomorphic=True)
row("addcmul", (V, F((2, 3)), F((3,)), 0.5), (V, F((2, 1)), F((3,)), 1), holomorphic=True, keywords=("value",))
row("addcdiv", (V, F((2, 3)), F((3,)), 0.5), holomorphic=True, keywords=("value",))
row("lerp", (V, F((2, 3)), F((2, 3), "open")), holomorphic=True)
row("lerp_scalar", (V, F((2, 3)), 0.3), (V, F((3,)), 0.7), reference="lerp", holomorphic=True)

# Elementary functions -------------------------------------------------------------------------------------------------------------

for _name in ("exp", "exp2", "expm1", "sin", "cos", "sinh", "cosh", "tanh", "atan", "asinh", "sigmoid"):
    row(_name, V, holomorphic=True)
for _name in ("log", "log2", "log10", "log1p", "sqrt", "rsqrt"):
    row(_name, F((2, 3), "positive"), holomorphic=True)
for _name in ("tan", "asin", "acos", "atanh"):
    row(_name, F((2, 3), "unit"), holomorphic=True)
row("acosh", F((2, 3), "above_one"), holomorphic=True)
for _name in ("erf", "erfc"):
    row(_name, V)
row("erfinv", F((2, 3), "unit"), rtol=1e-8)
for _name in ("lgamma", "digamma"):
    row(_name, F((2, 3), "positive"), F((2, 3), "fraction"), rtol=1e-8)
row("polygamma_of", (F((2, 3), "positive"), 1), (F((2, 3), "positive"), 2), (F((2, 3), "fraction"), 1),
    reference=lambda torch, x, n: torch.polygamma(n, x), rtol=1e-8)
row("tanh_gradient", (V, F((2, 3), "unit")), reference=lambda torch, g, out: g * (1 - out * out), holomorphic=True)
row("sigmoid_gradient", (V, F((2, 3), "unit")), reference=lambda torch, g, out: g * (1 - out) * out, holomorphic=True)
row("atan2", *TWO)
row("hypot", *TWO)
row("logit", (F((2, 3), "open"), None), (F((2, 3), "open"), 0.2), keywords=("eps",))
row("add_scalar", (V, 2), reference=lambda torch, x, number: x + number)
row("logaddexp", *TWO)
row("logaddexp2", *TWO)
row("xlogy", (V, F((2, 3), "positive")), (F((2, 3), "zeros_among", grad=False), F((3,), "positive")))
row("copysign", *TWO)

# Steps, signs, choices ------------------------------------------------------------------------------------------------------------

row("relu", V)
row("relu_gradient", (V, V), reference=lambda torch, out, g: torch.where(out > 0, g, torch.zeros_like(g)))
row("contiguous_zeros", V, reference="zeros_like")
row("zeros_alike", V, reference="zeros_like")
row("with_zero_dependency", (V, V), reference=lambda torch, x, y: x + 0 * y)
row("with_dependency", (V, V), reference=lambda torch, x, y: x + 0 * y)
row("abs", V, holomorphic=True)
row("sign", V)
row("sgn", V, holomorphic=True)
row("sgn_gradient", (C([[0.5, 2.0]], "float64"), C([[1.0, -1.0]], "float64"), F((1, 2))),
    reference=lambda torch, g, out, x: torch.zeros_like(x) * g.sum())
row("real_part", V, reference=lambda torch, x: torch.real(x), holomorphic=True)
row("conj_physical", V, holomorphic=True)
for _name in ("floor", "ceil", "trunc", "frac"):
    row(_name, F((2, 3), "fraction"))
row("round", F((2, 3), "fraction"), first=False)
row("round_decimals", (F((2, 3), "fraction"), 0), (V, 1), first=False, public=False, reference="round", keywords=("decimals",))
for _name in ("maximum", "minimum", "fmax", "fmin"):
    row(_name, *TWO)
row("maximum_gradient", (C([1.0, 2.0, 2.0], "float64"), C([2.0, 1.0, 2.0], "float64"), F((3,))),
    reference=lambda torch, x, y, g: g * ((x > y).double() + (x == y).double() / 2))
row("selects_first", (C([1.0, 2.0, 2.0], "float64"), C([2.0, 1.0, float("nan")], "float64"), False),
    reference=lambda torch, x, y, smaller: torch.fmax(x, y) == x)
row("clamp_scalars", (V, -1.0, 1.0), (V, None, 0.5), (V, -0.5, None), reference="clamp")
row("clamp_tensors", (V, F((2, 3), "unit"), F((3,), "above_one")), (V, F((3,), "unit"), None), (V, None, F((2, 1), "unit")),
    reference="clamp")
row("clamp_min_scalar", (V, 0.5), reference="clamp_min")
row("clamp_min_tensor", (V, F((2, 3))), (V, F((3,))), reference="clamp_min", public=True)
row("clamp_max_tensor", (V, F((2, 3))), (V, F((3,))), reference="clamp_max", public=True)
row("clamp_max_scalar", (V, 0.5), reference="clamp_max")
row("within_bounds", (V, -1.0, 1.0), (V, -1.0, None), (V, None, 1.0), reference=lambda torch, x, low, high: torch.clamp(x, low, high) == x)
row("below_min", (V, -1.0, 1.0), (V, 1.0, -1.0), reference=lambda torch, x, low, high: (x < low) & (low < high))
row("above_max", (V, -1.0, 1.0), (V, 1.0, -1.0), reference=lambda torch, x, low, high: (x > high) | (low > high))
row("between", (V, -1.0, 1.0), reference=lambda torch, x, low, high: (x > low) & (x < high))
row("nan_to_num", V, (C([1.0, float("nan"), float("inf"), -float("inf")], "float64"), 0.5, 2.0, -3.0))
row("where", (C([[True, False, True]], "bool"), V, F((2, 3))), (C([[True], [False]], "bool"), V, F((3,))), holomorphic=True,
    reference=lambda torch, *args: torch.where(*args), public=True)
row("where_or_zero", (C([[True, False, True], [False, False, True]], "bool"), V), holomorphic=True,
    reference=lambda torch, mask, x: torch.where(mask, x, torch.zeros_like(x)))
row("masked_clear", (V, C([[True, False, True], [False, False, True]], "bool")), holomorphic=True,
    reference=lambda torch, x, mask: torch.where(mask, torch.zeros_like(x), x))
row("masked_keep", (V, C([[True, False, True], [False, False, True]], "bool")), holomorphic=True,
    reference=lambda torch, x, mask: torch.where(mask, x, torch.zeros_like(x)))
row("heaviside", (C([-1.0, 0.0, 2.0], "float64"), C([0.5], "float64")), (V, F((2, 3))), first=False)  # as `floor_divide`

# Comparisons and logic ------------------------------------------------------------------------------------------------------------

for _name in ("eq", "ne", "lt", "le", "gt", "ge"):
    row(_name, *TWO, (V, 0.5), (V, 1))
for _name in ("logical_and", "logical_or", "logical_xor"):
    row(_name, *TWO)
for _name in ("logical_not", "isnan", "isinf", "isfinite", "isposinf", "isneginf", "signbit"):
    row(_name, V, (C([0.0, float("nan"), float("inf"), -float("inf"), -0.0], "float64"),))
row("bitwise_not", V, C([0, 5, -3]), base="int64")
for _name in ("bitwise_and", "bitwise_or", "bitwise_xor"):
    row(_name, (V, F((3,))), (C([6, 5, -3]), C([3, 3, 9])), base="int64")
for _name in ("bitwise_left_shift", "bitwise_right_shift"):
    row(_name, (V, F((3,))), (C([6, 5, -3]), C([3, 1, 2])), base="int64")
for _name in ("gcd", "lcm"):
    row(_name, (V, F((3,))), (C([6, 15, 0]), C([4, -10, 9])), base="int64")
row("nextafter", TWO[0])

# Activations ----------------------------------------------------------------------------------------------------------------------


def _nn(name):  # type: ignore[no-untyped-def]
    return f"nn.functional.{name}"


row("gelu", (V, "none"), (V, "tanh"), reference="nn.functional.gelu", keywords=("approximate",))
row("gelu_gradient", (G, V, "none"), (G, V, "tanh"), reference=lambda torch, g, x, approximate: g * slope(
    torch, x, lambda z: torch.nn.functional.gelu(z, approximate=approximate)))
row("softplus_gradient", (G, V, 1, 20), (G, V, 2.0, 1.5), reference=lambda torch, g, x, beta, threshold: g * slope(
    torch, x, lambda z: torch.nn.functional.softplus(z, beta, threshold)))
row("elu_gradient", (G, V, 1.5, 1.0, 1.0), reference=lambda torch, g, x, alpha, scale, input_scale: g * slope(
    torch, x, lambda z: torch.nn.functional.elu(z, alpha)))
row("logsigmoid_gradient", (G, V), reference=lambda torch, g, x: g * slope(torch, x, torch.nn.functional.logsigmoid))
for _name in ("silu", "mish", "hardswish", "logsigmoid"):
    row(_name, V, reference=_nn(_name))
row("hardsigmoid", V, second=False, reference=_nn("hardsigmoid"))
row("silu_gradient", (G, V), reference=lambda torch, g, x: g * slope(torch, x, torch.nn.functional.silu))
row("hardsigmoid_gradient", (G, V), first=False, second=False,
    reference=lambda torch, g, x: g * slope(torch, x, torch.nn.functional.hardsigmoid))
row("hardswish_gradient", (G, V), reference=lambda torch, g, x: g * slope(torch, x, torch.nn.functional.hardswish))
row("softplus", (V, 1, 20), (V, 2.0, 1.5), reference=_nn("softplus"))
row("elu", (V, 1.5, 1, 1), reference=lambda torch, x, alpha, scale, input_scale: torch.nn.functional.elu(x, alpha), public=True)
row("rrelu_with_noise", (V, C([1.0, 0.2, 0.3], "float64"), 0.1, 0.3), reference=lambda torch, x, noise, *_: x * noise)
row("rrelu_of_mean", (V, 0.125, 0.25), reference=lambda torch, x, *bounds: torch.nn.functional.rrelu(x, *bounds))
row("celu", (V, 1.5), reference=_nn("celu"))
row("glu_of", (F((2, 4)), 1), (F((4, 3)), 0), reference=_nn("glu"))
row("glu_gradient", (F((2, 2)), F((2, 4)), 1), (F((2, 3)), F((4, 3)), 0),
    reference=lambda torch, g, x, dim: torch.ops.aten.glu_backward(g, x, dim))
row("leaky_relu", (V, 0.1), reference=_nn("leaky_relu"))
row("prelu_kernel", (V, F((3,))), reference=lambda torch, x, w: torch.where(x > 0, x, w * x))
row("threshold", (V, 0.3, 7.0), reference=_nn("threshold"))
row("hardtanh", (V, -1.0, 1.0), reference=_nn("hardtanh"))
row("hardshrink", (V, 0.6))
row("softshrink", (V, 0.6), reference=_nn("softshrink"))


def slope(torch, x, function):  # type: ignore[no-untyped-def]
    """The derivative of a function of one tensor, by the library itself."""
    z = x.detach().clone().requires_grad_()
    return torch.autograd.grad(function(z).sum(), z)[0]


# Pieces of losses -----------------------------------------------------------------------------------------------------------------

row("mse", *TWO, reference=lambda torch, x, y: (x - y) ** 2)
row("smooth_l1", (V, F((2, 3)), 1.0), (V, F((3,)), 0.5), reference=lambda torch, x, y, beta: torch.nn.functional.smooth_l1_loss(
    *torch.broadcast_tensors(x, y), reduction="none", beta=beta))
row("huber", (V, F((2, 3)), 1.0), (V, F((3,)), 0.5), reference=lambda torch, x, y, delta: torch.nn.functional.huber_loss(
    *torch.broadcast_tensors(x, y), reduction="none", delta=delta))
row("bce", (F((2, 3), "open"), F((2, 3), "open")), reference=lambda torch, p, y: torch.nn.functional.binary_cross_entropy(
    p, y, reduction="none"), public=True)
row("bce_backward", (F((2, 3)), F((2, 3), "open"), F((2, 3), "open")), reference=lambda torch, g, p, y: g * (p - y) / (p * (1 - p)))
row("bce_with_logits", (V, F((2, 3), "open")), reference=lambda torch, x, y: torch.nn.functional.binary_cross_entropy_with_logits(
    x, y, reduction="none"), public=True)

# What random functions leave in the graph: numbers drawn before, and no slope.
for name in ("normal_of_mean", "normal_of_std", "bernoulli_of"):
    row(name, (F((2, 3), grad=False), F((2, 3))), public=False, reference=lambda torch, sample, by: sample + 0 * by)
row("normal_of_both", (F((2, 3), grad=False), F((3,)), F((2, 1))), public=False, reference=lambda torch, sample, a,
    b: sample + 0 * a + 0 * b)
row("standard_gamma_of", (F((2, 3), "positive", grad=False), F((2, 3), "positive")), public=False, first=False,  # by its quantile
    second=False, reference=lambda torch, sample, by: sample + 0 * by)
row("_standard_gamma_grad", (F((2, 3), "positive"), F((2, 3), "positive")), public=False, first=False, second=False, rtol=1e-3,
    base="float64", reference=lambda torch, x, sample: torch._standard_gamma_grad(x, sample))
row("_dirichlet_grad", (F((2, 3), "open"), F((2, 3), "positive"), C([[5.0, 6.0, 7.0]] * 2, "float64")), public=False, first=False,
    second=False, rtol=5e-3, reference=lambda torch, x, alpha, total: torch._dirichlet_grad(x, alpha, total))
row("zero_gradient", (F((2, 3)),), public=False, reference=lambda torch, g: 0 * g)
