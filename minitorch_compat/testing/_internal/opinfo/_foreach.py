"""The functions on lists of tensors, `torch._foreach_*`: `ForeachFuncInfo`, their samples and the lists of them."""
from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import minitorch_compat as torch

from ..._creation import make_tensor
from .._databases import DTYPES
from ._samples import SampleInput
from .core import OpInfo

#: Numbers of tensors of the samples.
NUM_TENSORS = (20, 23)


class ForeachSampleInput(SampleInput):
    """A call with lists; `ref_args` are its arguments with a list in place of what is one for all tensors."""

    __slots__ = ["disable_fastpath", "ref_args"]

    def __init__(self, *args: Any, disable_fastpath: bool = True, ref_args: Any = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.ref_args = ref_args or self.args
        self.disable_fastpath = disable_fastpath  # there is none on a CPU


@dataclass(repr=False)
class ForeachFuncInfo(OpInfo):
    """A function on lists: the functions of one tensor that it stands for, and its capabilities beyond those of other ops."""

    supports_alpha_param: bool = False
    supports_scalar_self_arg: bool = False
    backward_requires_result: bool = False

    def __post_init__(self) -> None:
        name = self.name
        one = {"maximum": "clamp_min", "minimum": "clamp_max"}.get(name, name)  # which take numbers, too
        self.name, self.dtypes = f"_foreach_{name}", set(DTYPES) if self.dtypes is None else self.dtypes
        self.inplace_variant = getattr(torch, f"{self.name}_", None)
        self.ref_inplace = getattr(torch.Tensor, f"{one}_", None)
        self.op = self.method_variant = getattr(torch, self.name, self.inplace_variant)
        self.ref = torch.linalg.vector_norm if name == "norm" else getattr(torch, one, self.ref_inplace)
        if name in ("zero", "copy"):
            self.ref = self.ref_inplace
        self.has_no_in_place = self.inplace_variant is None
        super().__post_init__()

    def sample_zero_size_inputs(self, device: Any, dtype: Any, requires_grad: bool = False, **kwargs: Any) -> Iterator[Any]:
        """Samples of empty tensors."""
        yield from self.sample_inputs_func(self, device, dtype, requires_grad, zero_size=True, **kwargs)


def sample_inputs_foreach(op: Any, device: Any, dtype: Any, N: int, *, noncontiguous: bool = False, same_size: bool = False,
                          low: Any = None, high: Any = None, zero_size: bool = False, requires_grad: bool = False,
                          intersperse_empty_tensors: bool = False) -> list[Any]:
    """A list of square matrices, each smaller than the one before unless `same_size`; every third may be empty."""
    def size(i: int) -> int:
        return 0 if zero_size or intersperse_empty_tensors and i % 3 == 0 else N if same_size else N - i

    return [make_tensor((size(i), size(i)), dtype=dtype, device=device, noncontiguous=noncontiguous, low=low, high=high,
                        requires_grad=requires_grad) for i in range(N)]


def _numbers(dtype: Any, any_kind: bool) -> list[Callable[[], Any]]:
    """Functions that draw a number of each kind that results in `dtype` (or of `any_kind`)."""
    kinds: list[Callable[[], Any]] = [lambda: random.randint(1, 10)]
    if any_kind or dtype.is_floating_point:
        kinds.append(lambda: 1.0 - random.random())
    if any_kind or dtype.is_complex:
        kinds.append(lambda: complex(1.0 - random.random(), 1.0 - random.random()))
    return kinds


class foreach_inputs_sample_func:
    """Makes the samples of a function of `arity` lists, of which the last may be one number, a list of numbers, or one tensor."""

    def __init__(self, arity: int, rightmost_supports_scalar: bool, rightmost_supports_scalarlist: bool,
                 rightmost_supports_tensor: bool = False) -> None:
        self.arity = arity
        self.number, self.numbers, self.tensor = rightmost_supports_scalar, rightmost_supports_scalarlist, rightmost_supports_tensor

    def __call__(self, opinfo: Any, device: Any, dtype: Any, requires_grad: bool, *, allow_higher_dtype_scalars: bool = False,
                 num_input_tensors: Any = NUM_TENSORS, **kwargs: Any) -> Iterator[ForeachSampleInput]:
        kwargs = {key: value for key, value in kwargs.items() if key in ("noncontiguous", "same_size", "low", "high", "zero_size")}
        for count in num_input_tensors:
            def tensors(count: int = count) -> list[Any]:
                return sample_inputs_foreach(None, device, dtype, count, requires_grad=requires_grad, **kwargs)

            for rightmost, ref_rightmost in self.rightmost(tensors, device, dtype, count, allow_higher_dtype_scalars):
                yield from self.samples(opinfo, tensors, dtype, count, rightmost, ref_rightmost)

    def rightmost(self, tensors: Callable[[], list[Any]], device: Any, dtype: Any, count: int,
                  any_kind: bool) -> Iterator[tuple[Any, Any]]:
        """The last arguments, and the lists that they stand for."""
        last: Any = tensors() if self.arity > 1 else None
        yield last, last
        if self.number:
            for number in (*[draw() for draw in _numbers(dtype, any_kind)], True):
                yield number, [number] * count
        if self.numbers:
            for draw in _numbers(dtype, any_kind):
                last = [draw() for _ in range(count)]
                yield last, last
        if self.tensor:
            last = make_tensor((), dtype=dtype, device=device)
            yield last, [last] * count

    def samples(self, opinfo: Any, tensors: Callable[[], list[Any]], dtype: Any, count: int, rightmost: Any,
                ref_rightmost: Any) -> Iterator[ForeachSampleInput]:
        """The samples with that last argument."""
        args, ref_args = [tensors() for _ in range(self.arity - 2)], []
        ref_args = [*args, *([ref_rightmost] if self.arity > 1 else [])]
        args += [rightmost] if self.arity > 1 else []
        kwargs = {}
        if opinfo.supports_alpha_param and isinstance(rightmost, list) and isinstance(rightmost[0], torch.Tensor):
            kwargs["alpha"] = complex(3, 3) if dtype.is_complex else 3.14 if dtype.is_floating_point else 3
        yield ForeachSampleInput(tensors(), args=tuple(args), kwargs=kwargs, ref_args=tuple(ref_args))


class _PointwiseSamples(foreach_inputs_sample_func):
    """Three lists of tensors, and as a factor nothing, one number (`value`), or numbers (`scalars`)."""

    def samples(self, opinfo: Any, tensors: Callable[[], list[Any]], dtype: Any, count: int, rightmost: Any,
                ref_rightmost: Any) -> Iterator[ForeachSampleInput]:
        args = (tensors(), tensors())
        if isinstance(rightmost, list) and isinstance(rightmost[0], torch.Tensor):
            yield ForeachSampleInput(tensors(), args=args, kwargs={})
        else:
            key = "scalars" if isinstance(rightmost, list) else "value"
            yield ForeachSampleInput(tensors(), args=args, kwargs={key: rightmost})


class _NormSamples(foreach_inputs_sample_func):
    """One list of tensors, each order of the norm, with and without a wider dtype of the results."""

    def samples(self, opinfo: Any, tensors: Callable[[], list[Any]], dtype: Any, count: int, rightmost: Any,
                ref_rightmost: Any) -> Iterator[ForeachSampleInput]:
        wide = torch.complex128 if dtype.is_complex else torch.float64
        for order in (0, 1, 2, -1, -2, float("inf"), float("-inf")):
            for kwargs in ({"ord": order}, {"ord": order, "dtype": wide}):
                yield ForeachSampleInput(tensors(), args=(), kwargs=dict(kwargs))


_UNARY = ("exp", "acos", "asin", "atan", "cos", "cosh", "log", "log10", "log2", "tan", "tanh", "sin", "sinh", "neg", "sqrt", "rsqrt",
          "ceil", "erf", "erfc", "expm1", "floor", "log1p", "round", "frac", "reciprocal", "sigmoid", "trunc", "abs", "zero", "sign",
          "lgamma", "clone")
_NEEDS_RESULT = frozenset({"exp", "tan", "tanh", "sqrt", "rsqrt", "expm1", "reciprocal", "sigmoid", "abs", "pow"})
#: Name -> whether the second list may be a number, numbers, and one tensor.
_BINARY = {"add": (True, True, True), "sub": (True, True, False), "mul": (True, True, True), "div": (True, True, True),
           **dict.fromkeys(("clamp_min", "clamp_max", "minimum", "maximum", "pow"), (True, True, False)), "copy": (False, False, False)}


def _info(name: str, samples: foreach_inputs_sample_func, **able: Any) -> ForeachFuncInfo:
    return ForeachFuncInfo(name, sample_inputs_func=samples, backward_requires_result=name in _NEEDS_RESULT,
                           **{"supports_autograd": True, "supports_forward_ad": True, **able})


@cache
def databases() -> dict[str, list[ForeachFuncInfo]]:
    """The lists of functions."""
    one = foreach_inputs_sample_func(1, False, False)
    return {
        "foreach_unary_op_db": [_info(name, one, supports_out=name != "zero") for name in _UNARY],
        "foreach_binary_op_db": [
            _info(name, foreach_inputs_sample_func(2, *kinds), supports_alpha_param=name in ("add", "sub"),
                  supports_scalar_self_arg=name == "pow", supports_out=name != "copy", supports_autograd=name != "copy",
                  supports_forward_ad=name not in ("copy", "minimum", "maximum")) for name, kinds in _BINARY.items()],
        "foreach_pointwise_op_db": [_info(name, _PointwiseSamples(4, True, True)) for name in ("addcmul", "addcdiv")],
        "foreach_reduce_op_db": [_info("max", one), _info("norm", _NormSamples(1, False, False))],
        "foreach_other_op_db": [_info("lerp", foreach_inputs_sample_func(3, True, True))],
    }
