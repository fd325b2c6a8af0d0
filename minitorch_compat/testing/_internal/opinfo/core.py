"""`torch.testing._internal.opinfo.core`: descriptions of ops, with samples of this package."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

import minitorch_compat as torch

from ...._namespace.modules import recorded_getattr
from ..._creation import make_tensor
from ._elementwise_samples import *  # noqa: F403
from ._samples import ErrorInput, SampleInput

#: Sizes of dimensions of samples: large, medium, small, tiny.
L, M, S, XS = 20, 10, 5, 3
_NOTHING: Any = object()


def _resolve_path(space: Any, path: str) -> Any:
    for part in path.split("."):
        space = getattr(space, part)
    return space


class DecorateInfo:
    """Decorators for some tests of an op, selected by class, test, device type, dtypes and `active_if`."""

    __slots__ = ["active_if", "cls_name", "decorators", "device_type", "dtypes", "test_name"]

    def __init__(self, decorators: Any, cls_name: str | None = None, test_name: str | None = None, *, device_type: str | None = None,
                 dtypes: Any = None, active_if: Any = True) -> None:
        self.decorators = list(decorators) if isinstance(decorators, (list, tuple)) else [decorators]
        self.cls_name, self.test_name, self.device_type, self.dtypes, self.active_if = cls_name, test_name, device_type, dtypes, active_if

    def is_active(self, cls_name: str, test_name: str, device_type: str, dtype: Any, param_kwargs: dict[str, Any]) -> bool:
        """Whether the decorators apply to this test."""
        is_enabled = self.active_if(param_kwargs) if callable(self.active_if) else self.active_if
        return bool(is_enabled) and all(expected is None or expected == actual for expected, actual in (
            (self.cls_name, cls_name), (self.test_name, test_name), (self.device_type, device_type))) and (
                self.dtypes is None or dtype in self.dtypes)


class AliasInfo:
    """An alias of an op, and its variants."""

    def __init__(self, alias_name: str) -> None:
        self.name, self.op = alias_name, _resolve_path(torch, alias_name)
        self.method_variant = getattr(torch.Tensor, alias_name, None)
        self.inplace_variant = getattr(torch.Tensor, f"{alias_name}_", None)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.op(*args, **kwargs)


def active_decorators(infos: Iterable[Any], *where: Any) -> list[Any]:
    """The decorators among `infos`, and those of the DecorateInfos that apply to the test."""
    result: list[Any] = []
    for info in infos:
        if not isinstance(info, DecorateInfo):
            result.append(info)
        elif info.is_active(*where):
            result += info.decorators
    return result


@dataclass
class OpInfo:
    """An op: its function and variants, supported dtypes, samples and capabilities."""

    name: str
    ref: Any = None
    aliases: Any = None
    variant_test_name: str = ""
    op: Any = None
    method_variant: Any = _NOTHING
    inplace_variant: Any = _NOTHING
    operator_variant: Any = _NOTHING
    inplace_operator_variant: Any = _NOTHING
    skips: Any = ()
    decorators: Any = ()
    sample_inputs_func: Any = None
    reference_inputs_func: Any = None
    error_inputs_func: Any = None
    error_inputs_sparse_func: Any = None
    sample_inputs_sparse_coo_func: Any = None
    sample_inputs_sparse_csr_func: Any = None
    sample_inputs_sparse_csc_func: Any = None
    sample_inputs_sparse_bsr_func: Any = None
    sample_inputs_sparse_bsc_func: Any = None
    dtypes: Any = None
    dtypesIf: dict[str, Any] = field(default_factory=dict)
    dtypesIfCUDA: Any = None
    dtypesIfROCM: Any = None
    dtypesIfMPS: Any = None
    dtypesIfHpu: Any = None
    dtypesIfXPU: Any = None
    backward_dtypes: Any = None
    backward_dtypesIfCUDA: Any = None
    backward_dtypesIfROCM: Any = None
    backward_dtypesIfMPS: Any = None
    backward_dtypesIfHpu: Any = None
    supports_out: bool = True
    supports_autograd: bool = True
    supports_gradgrad: bool | None = None
    supports_fwgrad_bwgrad: bool = False
    supports_inplace_autograd: bool | None = None
    supports_forward_ad: bool = False
    supports_varargs: bool = False
    supports_cow_input_no_materialize_forward: bool = True
    supports_cow_input_no_materialize_backward: bool = True
    skip_cow_input_backward: bool = False
    allow_cow_input_materialize_forward: Any = None
    allow_cow_input_materialize_backward: Any = None
    gradcheck_wrapper: Callable[..., Any] = lambda op, *args, **kwargs: op(*args, **kwargs)
    check_batched_grad: bool | None = None
    check_batched_gradgrad: bool | None = None
    check_batched_forward_grad: bool | None = None
    check_inplace_batched_forward_grad: bool | None = None
    gradcheck_nondet_tol: float = 0.0
    gradcheck_fast_mode: bool | None = None
    aten_name: Any = None
    decomp_aten_name: str | None = None
    aten_backward_name: str | None = None
    assert_autodiffed: bool = False
    autodiff_nonfusible_nodes: Any = None
    autodiff_fusible_nodes: Any = None
    supports_sparse: bool | None = None
    supports_scripting: bool = True
    supports_tracing: bool = True
    supports_sparse_csr: bool | None = None
    supports_sparse_csc: bool | None = None
    supports_sparse_bsr: bool | None = None
    supports_sparse_bsc: bool | None = None
    supports_njt: bool | None = None
    promotes_int_to_float: bool = False
    test_conjugated_samples: bool = True
    test_neg_view: bool = True
    assert_jit_shape_analysis: bool = False
    supports_expanded_weight: bool = False
    is_factory_function: bool = False
    skip_correctness_check_compile_vs_eager: bool = False
    has_nondeterministic_output: bool = False

    def __post_init__(self) -> None:
        if self.dtypes is None:
            raise AssertionError(f"OpInfo for {self.name} has no dtypes!")
        self.dtypes = set(self.dtypes)
        self.full_name = f"{self.name}.{self.variant_test_name}" if self.variant_test_name else self.name
        self.formatted_name = self.full_name.replace(".", "_")
        self.decorators = (*self.decorators, *self.skips)
        if self.op is None:
            self.op = _resolve_path(torch, self.name)
        self._find_variants()
        if self.aten_name is None:
            self.aten_name = self.name.replace("_", "") if self.name.startswith("__") else self.name
        self.aliases = tuple(AliasInfo(name) for name in self.aliases or ())
        if not self.supports_autograd:
            self.supports_gradgrad = self.supports_inplace_autograd = False
        self.supports_gradgrad = self.supports_autograd if self.supports_gradgrad is None else self.supports_gradgrad
        if self.supports_inplace_autograd is None:
            self.supports_inplace_autograd = self.supports_autograd and self.inplace_variant is not None
        for name in ("check_batched_grad", "check_batched_gradgrad"):
            if getattr(self, name) is None:
                setattr(self, name, bool(self.supports_autograd if name.endswith("_grad") else self.supports_gradgrad))
        self.check_batched_forward_grad = self.supports_forward_ad if self.check_batched_forward_grad is None else \
            self.check_batched_forward_grad

    def _find_variants(self) -> None:
        last = self.name
        variants = {"method_variant": last, "inplace_variant": f"{last}_"}
        for variant, name in variants.items():
            if getattr(self, variant) is _NOTHING:
                setattr(self, variant, getattr(torch.Tensor, name, None))
        for variant in ("operator_variant", "inplace_operator_variant"):
            if getattr(self, variant) is _NOTHING:
                setattr(self, variant, None)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.op(*args, **kwargs)

    def __str__(self) -> str:
        return f"{type(self).__name__}(name={self.full_name!r})"

    __repr__ = __str__

    def get_op(self) -> Any:
        """The function."""
        return self.op

    def get_method(self) -> Any:
        """The method of tensors, or None."""
        return self.method_variant

    def get_inplace(self) -> Any:
        """The in-place method, or None."""
        return self.inplace_variant

    def get_operator(self) -> Any:
        """Python's operator, or None."""
        return self.operator_variant

    def get_inplace_operator(self) -> Any:
        """Python's in-place operator, or None."""
        return self.inplace_operator_variant

    def sample_inputs(self, device: Any, dtype: Any, requires_grad: bool = False, **kwargs: Any) -> Iterable[SampleInput]:
        """Samples of that dtype."""
        return self.sample_inputs_func(self, device, dtype, requires_grad, **kwargs)

    def reference_inputs(self, device: Any, dtype: Any, requires_grad: bool = False, **kwargs: Any) -> Iterable[SampleInput]:
        """Additional samples, if any."""
        return (self.reference_inputs_func or self.sample_inputs_func)(self, device, dtype, requires_grad, **kwargs)

    def conjugate_sample_inputs(self, device: Any, dtype: Any, requires_grad: bool = False, **kwargs: Any) -> Iterator[SampleInput]:
        """Samples whose first tensor is a conjugate view."""
        for sample in self.sample_inputs(device, dtype, requires_grad, **kwargs):
            if isinstance(sample.input, torch.Tensor):
                sample.input = sample.input.detach().conj().requires_grad_(requires_grad)
            yield sample

    def error_inputs(self, device: Any, **kwargs: Any) -> Iterable[ErrorInput]:
        """Invalid calls."""
        return self.error_inputs_func(self, device, **kwargs)

    def supported_dtypes(self, device_type: Any) -> set[Any]:
        """The supported dtypes."""
        return set(self.dtypes)

    def supported_backward_dtypes(self, device_type: Any) -> set[Any]:
        """The dtypes that support backward."""
        if not self.supports_autograd:
            return set()
        dtypes = self.dtypes if self.backward_dtypes is None else self.backward_dtypes
        return {dtype for dtype in dtypes if dtype.is_floating_point or dtype.is_complex}

    def supports_dtype(self, dtype: Any, device_type: Any) -> bool:
        """Whether the dtype is supported."""
        return dtype in self.supported_dtypes(device_type)

    def get_decorators(self, test_class: str, test_name: str, device: str, dtype: Any, param_kwargs: dict[str, Any]) -> list[Any]:
        """The decorators of a test."""
        return active_decorators(self.decorators, test_class, test_name, device, dtype, param_kwargs)


def sample_inputs_elementwise_unary(op_info: Any, device: Any, dtype: Any, requires_grad: bool, op_kwargs: Any = None,
                                    **kwargs: Any) -> Iterator[SampleInput]:
    """Contiguous and strided matrices, a scalar and an empty tensor, with values in the op's domain."""
    low, high = op_info.domain
    low = low if low is None else low + 0.1 * dtype.is_floating_point
    high = high if high is None else high - 0.1 * dtype.is_floating_point
    for shape, dense in product(((L, L), (S,), (), (0, XS)), (True, False)):
        if dense or len(shape) == 2:
            sample = make_tensor(shape, dtype=dtype, device=device, low=low, high=high, requires_grad=requires_grad,
                                 noncontiguous=not dense)
            yield SampleInput(sample, kwargs=op_info.sample_kwargs(device, dtype, sample)[0])


def sample_inputs_elementwise_binary(op_info: Any, device: Any, dtype: Any, requires_grad: bool, *, exclude_zero: bool = False,
                                     **kwargs: Any) -> Iterator[SampleInput]:
    """Pairs of equal shapes, and of shapes that broadcast either way."""
    make = partial(make_tensor, dtype=dtype, device=device, requires_grad=requires_grad)
    shapes: tuple[Any, ...] = (((), ()), ((S,), ()), ((S, 1), (S,)), ((M, S), ()), ((S, M, S), (M, S)), ((XS, S), (XS, S)),
                               ((1, 1), (XS, S)), ((0, 1, XS), (0, M, XS)))
    for left, right in shapes:
        x = make(left, **op_info.lhs_make_tensor_kwargs)
        y = make(right, **{"exclude_zero": exclude_zero, **op_info.rhs_make_tensor_kwargs})
        broadcasts = left != torch.broadcast_shapes(left, right)
        yield SampleInput(x, args=(y,), kwargs=op_info.sample_kwargs(device, dtype, x)[0], broadcasts_input=broadcasts)


def sample_inputs_reduction(op_info: Any, device: Any, dtype: Any, requires_grad: bool, **kwargs: Any) -> Iterator[SampleInput]:
    """Reductions over all, one and (if supported) several dimensions, with and without keepdim."""
    for shape in ((), (S,), (XS, S), (XS, S, XS)):
        dims: list[Any] = [None, *((0, -1) if shape else (0,))]
        if op_info.supports_multiple_dims and len(shape) > 1:
            dims.append((0, -1))
        for dim, keepdim in product(dims, (False, True)):
            x = make_tensor(shape, dtype=dtype, device=device, requires_grad=requires_grad)
            named = {} if dim is None else {"dim": dim, "keepdim": keepdim}
            if dim is not None or not keepdim:
                for args, reduction_kwargs in op_info.generate_args_kwargs(x, **named):
                    yield SampleInput(x, args=args, kwargs={**named, **reduction_kwargs})


class UnaryUfuncInfo(OpInfo):
    """An elementwise unary op, optionally with a domain."""

    def __init__(self, name: str, *, dtypes: Any = (torch.float32, torch.float64), domain: Any = (None, None),
                 handles_complex_extremal_values: bool = True, handles_large_floats: bool = True, supports_complex_to_float: bool = False,
                 sample_inputs_func: Any = sample_inputs_elementwise_unary, reference_inputs_func: Any = None,
                 sample_kwargs: Any = lambda device, dtype, input: ({}, {}), reference_numerics_filter: Any = None, **kwargs: Any) -> None:
        self.domain, self.sample_kwargs, self.reference_numerics_filter = domain, sample_kwargs, reference_numerics_filter
        self.handles_complex_extremal_values, self.handles_large_floats = handles_complex_extremal_values, handles_large_floats
        self.supports_complex_to_float = supports_complex_to_float
        super().__init__(name, dtypes=dtypes, sample_inputs_func=sample_inputs_func, reference_inputs_func=reference_inputs_func, **kwargs)


class BinaryUfuncInfo(OpInfo):
    """An elementwise binary op."""

    def __init__(self, name: str, *, sample_inputs_func: Any = sample_inputs_elementwise_binary, reference_inputs_func: Any = None,
                 sample_kwargs: Any = lambda device, dtype, input: ({}, {}), error_inputs_func: Any = None,
                 lhs_make_tensor_kwargs: Any = None, rhs_make_tensor_kwargs: Any = None, always_returns_bool: bool = False,
                 supports_rhs_python_scalar: bool = True, supports_one_python_scalar: bool = False,
                 supports_two_python_scalars: bool = False, **kwargs: Any) -> None:
        self.sample_kwargs, self.always_returns_bool = sample_kwargs, always_returns_bool
        self.lhs_make_tensor_kwargs, self.rhs_make_tensor_kwargs = lhs_make_tensor_kwargs or {}, rhs_make_tensor_kwargs or {}
        self.supports_one_python_scalar = supports_one_python_scalar or supports_two_python_scalars
        self.supports_rhs_python_scalar = supports_rhs_python_scalar or self.supports_one_python_scalar
        self.supports_two_python_scalars = supports_two_python_scalars
        super().__init__(name, sample_inputs_func=sample_inputs_func, reference_inputs_func=reference_inputs_func,
                         error_inputs_func=error_inputs_func, **kwargs)


class ReductionOpInfo(OpInfo):
    """A reduction over dimensions of a tensor."""

    def __init__(self, name: str, *, identity: Any = None, nan_policy: str | None = None, supports_multiple_dims: bool = True,
                 promotes_int_to_float: bool = False, promotes_int_to_int64: bool = False, result_dtype: Any = None,
                 complex_to_real: bool = False, generate_args_kwargs: Any = lambda t, dim=None, keepdim=False: [((), {})],
                 **kwargs: Any) -> None:
        if nan_policy not in (None, "propagate", "omit"):
            raise AssertionError(f"nan_policy is 'propagate' or 'omit', not {nan_policy!r}")
        self.identity, self.nan_policy, self.supports_multiple_dims = identity, nan_policy, supports_multiple_dims
        self.promotes_int_to_int64, self.result_dtype, self.complex_to_real = promotes_int_to_int64, result_dtype, complex_to_real
        self.generate_args_kwargs = generate_args_kwargs
        kwargs.setdefault("sample_inputs_func", sample_inputs_reduction)
        super().__init__(name, promotes_int_to_float=promotes_int_to_float, **kwargs)


__all__ = [
    "XS", "AliasInfo", "BinaryUfuncInfo", "DecorateInfo", "ErrorInput", "L", "M", "OpInfo", "ReductionOpInfo", "S", "SampleInput",
    "UnaryUfuncInfo", "active_decorators", "sample_inputs_elementwise_binary", "sample_inputs_elementwise_unary",
    "sample_inputs_reduction",
]

if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = recorded_getattr("torch.testing._internal.opinfo.core")
