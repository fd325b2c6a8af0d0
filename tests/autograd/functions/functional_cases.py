"""Calls of the tests of autograd.functional, shared with the script that records PyTorch's results.

`t` is the torch module in use, `f` its autograd.functional.
"""
from __future__ import annotations

import warnings


def describe(value):
    """Values, dtype, shape, whether a gradient is required, and the nesting."""
    if isinstance(value, (tuple, list)):
        return [type(value).__name__, *map(describe, value)]
    # Zeros are told apart from nothing, not from their negatives.
    return [_plain(value.tolist()), str(value.dtype), list(value.shape), bool(value.requires_grad)]


def _plain(value):
    if isinstance(value, list):
        return [_plain(v) for v in value]
    return [round(value.real, 5) + 0.0, round(value.imag, 5) + 0.0] if isinstance(value, complex) else round(value, 5) + 0.0


def outcome(t, f, case):
    """The description of a result, or type and text of the exception."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return describe(case(t, f))
        except Exception as error:
            return [type(error).__name__, str(error)]


def x(t, grad=False):
    return t.tensor([1.0, 2.0, 3.0], requires_grad=grad)


def y(t):
    return t.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])


def square(a):
    return a * a


def two(a, b):
    return a * b.sum(), b * 2


def cubes(a):
    return (a**3).sum()


def products(a, b):
    return (a * b).pow(2).sum()


def _vector_cases(name):
    """Both vjp and jvp. For vjp the vector is like the output, for jvp like the input; here they are alike."""
    def first_of_two(t):
        return x(t) if name == "vjp" else (x(t), y(t))

    cases = {
        "square": lambda t, f: f(square, x(t), x(t)),
        "in tuples": lambda t, f: f(square, (x(t),), (x(t),)),
        "lists": lambda t, f: f(square, [x(t)], [x(t)]),
        "create_graph": lambda t, f: f(square, x(t, True), x(t), create_graph=True),
        "strict": lambda t, f: f(square, x(t), x(t), strict=True),
        "two": lambda t, f: f(two, (x(t), y(t)), (x(t), y(t))),
        "no vector": lambda t, f: f(square, x(t)),
        "no vector, one output": lambda t, f: f(lambda a: a.sum(), x(t)),
        "no vector, one number": lambda t, f: f(square, t.tensor(2.0)),
        "wrong size": lambda t, f: f(square, x(t), t.tensor([1.0])),
        "wrong length": lambda t, f: f(two, (x(t), y(t)), (x(t),)),
        "tuple for tensor": lambda t, f: f(square, x(t), (x(t), x(t))),
        "wrong entry": lambda t, f: f(two, (x(t), y(t)), (x(t), x(t))),
        "constant": lambda t, f: f(lambda a: t.ones(3), x(t), x(t)),
        "constant, strict": lambda t, f: f(lambda a: t.ones(3), x(t), x(t), strict=True),
        "unused": lambda t, f: f(lambda a, b: a * 2, (x(t), y(t)), first_of_two(t)),
        "unused, strict": lambda t, f: f(lambda a, b: a * 2, (x(t), y(t)), first_of_two(t), strict=True),
        "linear, strict, create_graph": lambda t, f: f(lambda a: a * 2, x(t, True), x(t), strict=True, create_graph=True),
        "linear, strict": lambda t, f: f(lambda a: a * 2, x(t), x(t), strict=True),
        "detached": lambda t, f: f(lambda a: a.detach(), x(t, True), x(t), create_graph=True),
        "number for input": lambda t, f: f(square, 3.0, x(t)),
        "number among inputs": lambda t, f: f(square, (x(t), 3.0), x(t)),
        "number for output": lambda t, f: f(lambda a: 3.0, x(t), x(t)),
        "list for output": lambda t, f: f(lambda a: [a, a], x(t), x(t)),
        "complex": lambda t, f: f(square, t.tensor([1 + 2j]), t.tensor([1 - 1j])),
        "no_grad": lambda t, f: t.no_grad()(f)(square, x(t), x(t)),
        "identity": lambda t, f: f(lambda a: a, x(t), x(t)),
    }
    return {f"{name}: {label}": _bound(case, name) for label, case in cases.items()}


def _hessian_products(name):
    cases = {
        "cubes": lambda t, f: f(cubes, x(t), x(t)),
        "one element": lambda t, f: f(lambda a: cubes(a).reshape(1), x(t), x(t)),
        "in tuples": lambda t, f: f(cubes, (x(t),), (x(t),)),
        "create_graph": lambda t, f: f(cubes, x(t, True), x(t), create_graph=True),
        "two": lambda t, f: f(products, (x(t), y(t)), (x(t), y(t))),
        "no vector": lambda t, f: f(cubes, x(t)),
        "no vector, one number": lambda t, f: f(cubes, t.tensor(2.0)),
        "not a number": lambda t, f: f(square, x(t), x(t)),
        "two outputs": lambda t, f: f(lambda a: (a.sum(), a.sum()), x(t), x(t)),
        "linear": lambda t, f: f(lambda a: a.sum(), x(t), x(t)),
        "linear, strict": lambda t, f: f(lambda a: a.sum(), x(t), x(t), strict=True),
        "constant": lambda t, f: f(lambda a: t.tensor(1.0), x(t), x(t)),
        "constant, strict": lambda t, f: f(lambda a: t.tensor(1.0), x(t), x(t), strict=True),
        "unused": lambda t, f: f(lambda a, b: cubes(a), (x(t), y(t)), (x(t), y(t))),
        "unused, strict": lambda t, f: f(lambda a, b: cubes(a), (x(t), y(t)), (x(t), y(t)), strict=True),
        "linear in one, strict": lambda t, f: f(lambda a, b: cubes(a) + b.sum(), (x(t), y(t)), (x(t), y(t)), strict=True),
        "wrong size": lambda t, f: f(cubes, x(t), t.tensor([1.0])),
    }
    return {f"{name}: {label}": _bound(case, name) for label, case in cases.items()}


def _jacobians(**options):
    cases = {
        "square": lambda t, f: f(square, x(t), **options),
        "in a tuple": lambda t, f: f(square, (x(t),), **options),
        "two": lambda t, f: f(two, (x(t), y(t)), **options),
        "one to two": lambda t, f: f(lambda a: (a * 2, a.sum()), x(t), **options),
        "create_graph": lambda t, f: f(square, x(t, True), create_graph=True, **options),
        "create_graph of a constant input": lambda t, f: f(square, x(t), create_graph=True, **options),
        "strict": lambda t, f: f(square, x(t), strict=True, **options),
        "constant": lambda t, f: f(lambda a: t.ones(2), x(t), **options),
        "constant, strict": lambda t, f: f(lambda a: t.ones(2), x(t), strict=True, **options),
        "unused": lambda t, f: f(lambda a, b: a * 2, (x(t), y(t)), **options),
        "unused, strict": lambda t, f: f(lambda a, b: a * 2, (x(t), y(t)), strict=True, **options),
        "linear, strict, create_graph": lambda t, f: f(lambda a: a * 2, x(t, True), strict=True, create_graph=True, **options),
        "linear, create_graph": lambda t, f: f(lambda a: a * 2, x(t, True), create_graph=True, **options),
        "number": lambda t, f: f(square, t.tensor(3.0), **options),
        "complex": lambda t, f: f(square, t.tensor([1 + 2j, 3.0]), **options),
        "real to complex": lambda t, f: f(lambda a: a * (1 + 2j), x(t), **options),
        "number for input": lambda t, f: f(square, 3.0, **options),
    }
    return {f"jacobian {options}: {label}": _bound(case, "jacobian") for label, case in cases.items()}


def _hessians(**options):
    cases = {
        "cubes": lambda t, f: f(cubes, x(t), **options),
        "in a tuple": lambda t, f: f(cubes, (x(t),), **options),
        "two": lambda t, f: f(products, (x(t), y(t)), **options),
        "create_graph": lambda t, f: f(cubes, x(t, True), create_graph=True, **options),
        "strict": lambda t, f: f(cubes, x(t), strict=True, **options),
        "linear, strict": lambda t, f: f(lambda a: a.sum(), x(t), strict=True, **options),
        "linear": lambda t, f: f(lambda a: a.sum(), x(t), **options),
        "not a number": lambda t, f: f(square, x(t), **options),
        "two outputs": lambda t, f: f(lambda a: (a.sum(), a.sum()), x(t), **options),
        "unused": lambda t, f: f(lambda a, b: cubes(a), (x(t), y(t)), **options),
        "constant": lambda t, f: f(lambda a: t.tensor(1.0), x(t), **options),
    }
    return {f"hessian {options}: {label}": _bound(case, "hessian") for label, case in cases.items()}


def _bound(case, name):
    return lambda t, f: case(t, getattr(f, name))


CASES = {**_vector_cases("vjp"), **_vector_cases("jvp"), **_hessian_products("vhp"), **_hessian_products("hvp")}
for vectorize in (False, True):
    for strategy in ("reverse-mode", "forward-mode", "sideways"):
        CASES |= _jacobians(vectorize=vectorize, strategy=strategy)
        CASES |= _hessians(vectorize=vectorize, outer_jacobian_strategy=strategy)
