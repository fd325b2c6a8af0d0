"""Type promotion: the whole matrix, scalars, 0-d tensors, in-place and `out=`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .. import error_text, refused

NAMES = ("bool", "uint8", "int8", "int16", "int32", "int64", "float16", "float32", "float64", "complex64", "complex128")
SCALARS = (True, 2, 2.5, 1 + 2j)
OPERATIONS = (
    "add",
    "sub",
    "mul",
    "true_divide",
    "floor_divide",
    "remainder",
    "pow",
    "eq",
    "lt",
    "bitwise_and",
    "logical_or",
    "maximum",
    "atan2",
    "hypot",
    "copysign",
    "fmod",
)


def _dtype_of(call: Any) -> Any:
    try:
        return str(call().dtype)
    except Exception as error:
        return type(error).__name__


def _matrix(torch: Any, name: str, a_shape: tuple[int, ...], b_shape: tuple[int, ...]) -> list[list[Any]]:
    f = getattr(torch, name)
    return [
        [
            _dtype_of(lambda a=a, b=b: f(torch.ones(a_shape, dtype=getattr(torch, a)), torch.ones(b_shape, dtype=getattr(torch, b))))
            for b in NAMES
        ]
        for a in NAMES
    ]


def tensors(torch: Any) -> Iterator[Any]:
    """Result dtypes of sixteen binary ops for every pair of eleven dtypes, or the type of the error."""
    for name in OPERATIONS:
        yield name, _matrix(torch, name, (2,), (2,))


def zero_d_with_tensor(torch: Any) -> Iterator[Any]:
    """Result dtypes of binary ops where one side has no dimension and so weighs less, for every pair of dtypes."""
    for name in OPERATIONS:
        yield name, _matrix(torch, name, (2,), ()), _matrix(torch, name, (), (2,))


def scalars(torch: Any) -> Iterator[Any]:
    """Result dtypes of operators between tensors, with a dimension or without, and a Python bool, int, float or complex."""
    operators = {
        "+": lambda x, s: x + s,
        "-": lambda x, s: s - x,
        "*": lambda x, s: x * s,
        "/": lambda x, s: x / s,
        "//": lambda x, s: x // s,
        "%": lambda x, s: x % s,
        "**": lambda x, s: x**s,
        "r**": lambda x, s: s**x,
        "&": lambda x, s: x & s,
        "<": lambda x, s: x < s,
        "r/": lambda x, s: s / x,
        "<<": lambda x, s: x << s,
    }
    for name, f in operators.items():
        yield name, [[_dtype_of(lambda d=d, s=s: f(torch.ones(2, dtype=getattr(torch, d)), s)) for s in SCALARS] for d in NAMES]
        yield name, [[_dtype_of(lambda d=d, s=s: f(torch.ones((), dtype=getattr(torch, d)), s)) for s in SCALARS] for d in NAMES]


def result_type(torch: Any) -> Iterator[Any]:
    """promote_types and can_cast of all pairs of dtypes, and result_type of tensors and scalars."""
    yield [[str(torch.promote_types(getattr(torch, a), getattr(torch, b))) for b in NAMES] for a in NAMES]
    yield [[torch.can_cast(getattr(torch, a), getattr(torch, b)) for b in NAMES] for a in NAMES]
    yield [str(torch.result_type(torch.ones(2, dtype=getattr(torch, a)), s)) for a in NAMES for s in SCALARS]
    yield [str(torch.result_type(s, t)) for s in SCALARS for t in SCALARS]


def inplace(torch: Any) -> Iterator[Any]:
    """In place the dtype of a tensor stays, and a result of a higher category is refused."""
    for name in ("add_", "mul_", "div_", "pow_", "sub_"):
        yield (
            name,
            [
                [
                    _dtype_of(
                        lambda a=a, b=b: getattr(torch.ones(2, dtype=getattr(torch, a)), name)(torch.ones(2, dtype=getattr(torch, b)))
                    )
                    for b in NAMES
                ]
                for a in NAMES
            ],
        )
    yield refused(lambda: torch.ones(2, dtype=torch.int64).add_(1.5)), refused(lambda: torch.ones(2, dtype=torch.bool).add_(1))


def unary(torch: Any) -> Iterator[Any]:
    """Result dtypes of unary ops and reductions: which make floats of integers, keep them, or refuse them."""
    for name in (
        "sin",
        "exp",
        "sqrt",
        "abs",
        "neg",
        "sum",
        "mean",
        "prod",
        "cumsum",
        "std",
        "max",
        "argmax",
        "sigmoid",
        "floor",
        "round",
        "sign",
        "reciprocal",
        "square",
        "logical_not",
        "bitwise_not",
        "isnan",
        "all",
        "any",
        "norm",
        "relu",
        "log_softmax",
        "median",
        "var",
    ):
        f = getattr(torch, name)
        args = (0,) if name in ("cumsum", "log_softmax") else ()
        yield name, [_dtype_of(lambda d=d: f(torch.ones(2, dtype=getattr(torch, d)), *args)) for d in NAMES]


def default_dtype(torch: Any) -> Iterator[Any]:
    """The default dtype decides what literals, divisions and factories become; only a floating dtype may be the default."""
    yield str(torch.get_default_dtype())
    torch.set_default_dtype(torch.float64)
    try:
        yield torch.tensor([1.5]), torch.ones(2), torch.tensor([1, 2]) / 2, torch.arange(0, 1, 0.5), torch.tensor(1j), torch.zeros(1) + 1
    finally:
        torch.set_default_dtype(torch.float32)
    yield refused(lambda: torch.set_default_dtype(torch.int64)), refused(lambda: torch.set_default_dtype("float"))
    # PyTorch: 'torch.float32'
    # PyTorch: (tensor([1.5000]), tensor([1., 1.]), tensor([0.5000, 1.0000]), tensor([0.0000, 0.5000]), tensor(0.+1.j), tensor([1.]))
    # PyTorch: (TypeError: only floating-point types are supported ..., TypeError: invalid dtype object: only ...)


def integer_arithmetic(torch: Any) -> Iterator[Any]:
    """Division, remainders and powers of integers by sign, wrap-around of narrow dtypes, and division by zero."""
    a, b = torch.tensor([7, -7, 7, -7]), torch.tensor([2, 2, -2, -2])
    yield a / b, a // b, a % b, torch.fmod(a, b), torch.div(a, b, rounding_mode="trunc"), torch.div(a, b, rounding_mode="floor")
    yield torch.tensor([255], dtype=torch.uint8) + 1, torch.tensor([127], dtype=torch.int8) * 2, torch.tensor([2**62]) * 4
    yield refused(lambda: a // 0), refused(lambda: a % 0), a / 0, refused(lambda: a**-1), torch.tensor([2]) ** 3


def conversions(torch: Any) -> Iterator[Any]:
    """Casts between dtypes cut fractions off, and only a tensor of one element becomes a Python number."""
    x = torch.tensor([-1.7, 0.0, 2.5])
    yield x.int(), x.bool(), x.long(), x.half(), x.double(), x.to(torch.int8), x.type(torch.int16), x.to(torch.complex64)
    yield torch.tensor([1 + 2j]).real, refused(lambda: torch.tensor([1 + 2j]).item().real), float(torch.tensor(2)), int(torch.tensor(2.7))
    yield refused(lambda: float(torch.tensor([1.0, 2.0]))), refused(lambda: int(torch.tensor(1j))), bool(torch.tensor(0.5))


def _outcome(call: Callable[[], Any]) -> Any:
    """What a call answers, where it lies included, or what it raises."""
    try:
        return call()
    except Exception as error:
        return error_text(error)


def integers_beside_integers(torch: Any) -> Iterator[Any]:
    """Arithmetic and comparisons of integers with Python's, up to what 64 bits hold and beyond."""
    xs = [torch.tensor([-7, -1, 0, 3, 2**62, -2**63, 2**63 - 1]), torch.tensor(5), torch.arange(6).reshape(2, 3).t()]
    names = ("add", "sub", "mul", "eq", "lt", "ge", "floor_divide", "remainder", "fmod", "bitwise_and", "bitwise_left_shift", "rsub")
    for name in names:
        for number in (0, 2, -3, 63, 2**62, 2**63, -2**63 - 1, True, False, *((1.5,) if "bitwise" not in name else ())):
            for x in xs:
                for call in (getattr(torch, name), lambda t, n: getattr(t.clone(), name + "_")(n)):
                    yield name, number, _outcome(lambda: call(x, number))


def numbers_beside_branches(torch: Any) -> Iterator[Any]:
    """What `where` makes of a number beside a tensor."""
    condition = torch.tensor([[True], [False]])
    for x in (torch.arange(3.0), torch.arange(3.0).double(), torch.arange(3), torch.arange(3).int(), torch.arange(3.0, requires_grad=True),
              torch.ones(2, 3).t().contiguous().t()):
        for number in (0.0, -0.0, 1, True, 1.5, float("nan"), 1e40, 2**40, 2**70, -3):
            for call in (lambda: torch.where(condition, x, number), lambda: torch.where(condition, number, x),
                         lambda: x.where(condition, number)):
                yield _outcome(call)
