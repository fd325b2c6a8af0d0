"""In-place calls on lazily conjugated and negated views: values and gradients are those of the function out of place."""
from __future__ import annotations

import pytest

import minitorch_compat as torch

REAL, COMPLEX = (torch.tensor(v, dtype=torch.float64) for v in ([0.3, -0.6, 0.45], [2.0, 1.5, 0.25]))
#: Name -> further arguments, of the dtype of the view.
ARGUMENTS = {
    **dict.fromkeys((
        "abs", "sinc", "square", "sigmoid", "tanh", "sin", "cos", "tan", "exp", "expm1", "exp2", "log", "log2", "log1p", "sqrt",
        "rsqrt", "reciprocal", "neg", "asin", "acos", "atan", "sinh", "cosh", "sgn", "nan_to_num", "erf", "erfc", "erfinv",
        "digamma", "lgamma", "logit", "i0", "frac", "floor", "relu", "deg2rad", "rad2deg", "zero", "t", "tril"), ()),
    "pow": (2,), "float_power": (2,), "float_power by tensors": "like", "true_divide": "like", "mul": "like", "sub": "like", "add": "like",
    "ldexp": "numbers", "xlogy": "like", "copysign": "like", "hypot": "like", "atan2": "like", "fmod": "like", "lerp": "like2",
    "addcmul": "like2", "addcdiv": "like2", "clamp": (-0.5, 0.5), "cumsum": (0,), "cumprod": (0,), "mvlgamma": (1,), "polygamma": (1,),
    "fill": (2,), "masked_fill": (torch.tensor([True, False, True]), 2), "index_fill": (0, torch.tensor([1]), 2),
    "index_add": (0, torch.tensor([0, 2]), "like"), "index_copy": (0, torch.tensor([0, 2]), "like"), "renorm of rows": (2, 0, 0.5),
    "copy": "like", "unsqueeze": (0,),
}


def view_of(base, kind):
    return base.conj() if kind == "conjugated" else base.conj().imag


def arguments_for(name, view):
    like = COMPLEX.to(view.dtype) * (1 if view.dtype == torch.float64 else 1 + 0.5j)
    given = ARGUMENTS[name]
    if isinstance(given, str):
        return {"like": (like,), "like2": (like, like * 0.5), "numbers": (torch.tensor([1.0, 2, 3]),)}[given]
    return tuple(like[:2] if isinstance(a, str) else a for a in given)


def attempt(name, kind, in_place):
    """The base afterwards and its gradient, or the type of the error."""
    x = torch.complex(REAL, COMPLEX).requires_grad_()
    base = x * 1
    view = view_of(base, kind)
    method = name.split(" ")[0]
    args = arguments_for(name, view)
    try:
        if not in_place:
            before = view.clone().resolve_conj().resolve_neg()
            if "rows" in name:
                new = before.unsqueeze(1).clone().renorm_(*args).squeeze(1)
            else:
                new = getattr(before * 1, method + "_")(*args)
            base = (new.conj() if kind != "negated" else torch.complex(base.real, -new)) if new.dim() == 1 else base
        elif "rows" in name:
            view.unsqueeze(1).renorm_(*args)
        else:
            getattr(view, method + "_")(*args)
    except (RuntimeError, TypeError, AttributeError) as error:
        return type(error)
    (torch.view_as_real(base.resolve_conj()) * torch.tensor([1.0, 2.0])).sum().backward()
    return [base.resolve_conj(), x.grad]


@pytest.mark.parametrize("name", ARGUMENTS)
def test_values_and_gradients(name):
    for kind in ("conjugated", "negated"):
        expected, found = attempt(name, kind, False), attempt(name, kind, True)
        assert isinstance(found, list) == isinstance(expected, list), (kind, found, expected)
        if isinstance(found, list):
            torch.testing.assert_close(found, expected, equal_nan=True)


@pytest.mark.parametrize("method", ["eq_", "ne_"])
def test_a_comparison_written_into_a_conjugate_ends_the_gradient(method):
    x = torch.tensor([1 + 2j, 3 - 1j], requires_grad=True)
    y = x * 1
    getattr(y.conj(), method)(0.5)
    assert type(y.grad_fn).__name__ == "CopySlices"
    y.abs().sum().backward()
    assert x.grad.tolist() == [0, 0]
