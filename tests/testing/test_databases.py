"""Tests over many ops, modules and optimizers: `@ops`, `@modules`, `@optims` and their databases."""
from __future__ import annotations

import unittest
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat.testing import make_tensor
from minitorch_compat.testing._internal import common_methods_invocations as invocations
from minitorch_compat.testing._internal.common_device_type import OpDTypes, instantiate_device_type_tests, ops, tol, toleranceOverride
from minitorch_compat.testing._internal.common_modules import ModuleInfo, TrainEvalMode, module_db, modules
from minitorch_compat.testing._internal.common_optimizers import (
    OptimizerErrorEnum,
    OptimizerInput,
    TensorTracker,
    _get_optim_inputs_including_global_cliquey_kwargs,
    optim_db,
    optims,
)
from minitorch_compat.testing._internal.common_utils import TestCase, bytes_to_scalar
from minitorch_compat.testing._internal.opinfo.core import (
    BinaryUfuncInfo,
    DecorateInfo,
    ErrorInput,
    OpInfo,
    ReductionOpInfo,
    SampleInput,
    UnaryUfuncInfo,
)


def samples(op_info: Any, device: Any, dtype: Any, requires_grad: bool, **kwargs: Any) -> Iterator[SampleInput]:
    for shape in ((3,), (2, 3), ()):
        yield SampleInput(make_tensor(shape, dtype=dtype, device=device, requires_grad=requires_grad))


def errors(op_info: Any, device: Any, **kwargs: Any) -> Iterator[ErrorInput]:
    yield ErrorInput(SampleInput("a"), error_type=TypeError, error_regex="must be Tensor")


OPS = [OpInfo("sin", dtypes=(torch.float32, torch.float64), sample_inputs_func=samples, error_inputs_func=errors,
              aliases=("special.expit",)),
       OpInfo("nn.functional.relu", dtypes=(torch.float32, torch.int64), sample_inputs_func=samples, variant_test_name="v"),
       OpInfo("special.erfcx", dtypes=(torch.float32,), sample_inputs_func=samples,
              decorators=(toleranceOverride({torch.float32: tol(1e-2, 1e-2)}),),
              skips=(DecorateInfo(unittest.skip("no"), "Cases", "test_skipped"),)),
       OpInfo("doubled", op=lambda x: x * 2, dtypes=(torch.complex64,), sample_inputs_func=samples, supports_autograd=False)]


def make_test_class(cases: type) -> Any:
    """The class of a class of tests on the CPU."""
    scope: dict[str, Any] = {cases.__name__: cases}
    instantiate_device_type_tests(cases, scope)
    return scope[f"{cases.__name__}CPU"]


def names(cases: type) -> list[str]:
    return sorted(name for name in dir(make_test_class(cases)) if name.startswith("test"))


class Counted(unittest.TestResult):
    """Counts what has passed: whether what is skipped has run differs among versions of Python."""

    passed = 0

    def addSuccess(self, test: unittest.TestCase) -> None:
        self.passed += 1


def count_passed(cases: type) -> tuple[int, int]:
    """How many tests passed and were skipped; the others raise here."""
    result = Counted()
    unittest.defaultTestLoader.loadTestsFromTestCase(make_test_class(cases)).run(result)
    assert not result.failures and not result.errors, (*result.failures, *result.errors)
    return result.passed, len(result.skipped)


def test_a_test_per_op_and_dtype() -> None:
    class Cases(TestCase):
        @ops(OPS)
        def test_f(self, device: Any, dtype: Any, op: Any) -> None:
            pass

        @ops(OPS[:2], dtypes=OpDTypes.any_one)
        def test_one(self, device: Any, dtype: Any, op: Any) -> None:
            pass

        @ops(OPS[:1], dtypes=OpDTypes.none)
        def test_none(self, device: Any, op: Any) -> None:
            pass

        @ops(OPS[1:], dtypes=OpDTypes.supported_backward, allowed_dtypes=(torch.float32,))
        def test_back(self, device: Any, dtype: Any, op: Any) -> None:
            pass

        @ops(OPS[:1], dtypes=(torch.int8,))
        def test_given(self, device: Any, dtype: Any, op: Any) -> None:
            pass

    assert names(Cases) == [
        "test_back_nn_functional_relu_v_cpu_float32", "test_back_special_erfcx_cpu_float32", "test_f_doubled_cpu_complex64",
        "test_f_nn_functional_relu_v_cpu_float32", "test_f_nn_functional_relu_v_cpu_int64", "test_f_sin_cpu_float32",
        "test_f_sin_cpu_float64", "test_f_special_erfcx_cpu_float32", "test_given_sin_cpu_int8", "test_none_sin_cpu",
        "test_one_nn_functional_relu_v_cpu_float32", "test_one_sin_cpu_float32"]


def test_unsupported_dtypes_are_the_others() -> None:
    class Cases(TestCase):
        @ops(OPS[:1], dtypes=OpDTypes.unsupported)
        def test_f(self, device: Any, dtype: Any, op: Any) -> None:
            pass

    assert len(names(Cases)) == 10 and "test_f_sin_cpu_float32" not in names(Cases)


def test_tests_run_with_the_decorators_of_their_op() -> None:
    class Cases(TestCase):
        @ops(OPS)
        def test_forward(self, device: Any, dtype: Any, op: Any) -> None:
            self.assertEqual(self.rel_tol, 1e-2 if op.name == "special.erfcx" else 0)
            for sample in op.sample_inputs(device, dtype):
                self.assertEqual(op(sample.input).shape, sample.input.shape)

        @ops(OPS[2:])
        def test_skipped(self, device: Any, dtype: Any, op: Any) -> None:
            pass

        @ops(OPS[:1], dtypes=OpDTypes.none)
        def test_errors(self, device: Any, op: Any) -> None:
            for one in op.error_inputs(device):
                with self.assertRaisesRegex(one.error_type, one.error_regex):
                    op(one.sample_input.input)

    assert count_passed(Cases) == (8, 1)
    with pytest.raises(RuntimeError, match="device-specific context"):
        list(ops(OPS)._parametrize_test(lambda: None, Cases, None))


def test_what_an_op_knows_of_itself() -> None:
    sine, other = OPS[0], OPS[3]
    assert sine.get_method() is torch.Tensor.sin and sine.get_inplace() is torch.Tensor.sin_ and sine.get_operator() is None
    assert other.get_method() is None and other.supported_backward_dtypes("cpu") == set() and sine.supports_dtype(torch.float32, "cpu")
    assert sine.aliases[0](torch.tensor(0.0)).item() == 0.5
    with pytest.raises(AssertionError, match="has no dtypes"):
        OpInfo("sin")


def test_samples() -> None:
    sample = SampleInput(torch.ones(2, 2), 3, b=torch.zeros(2))
    other = sample.transform(lambda v: v.double() if isinstance(v, torch.Tensor) else v)
    assert other.input.dtype is other.kwargs["b"].dtype is torch.float64 and other.args == (3,)
    assert not sample.noncontiguous().input.is_contiguous() and isinstance(sample.numpy().kwargs["b"], np.ndarray)
    assert sample.summary() == ("SampleInput(input=Tensor[size=(2, 2), device=\"cpu\", dtype=torch.float32], args=(3), "
                                "kwargs={'b': Tensor[size=(2,), device=\"cpu\", dtype=torch.float32]}, broadcasts_input=False, name='')")
    assert sample.with_metadata(name="x").name == "x"
    with pytest.raises(AssertionError):
        SampleInput(torch.ones(1), 1, args=(2,))


@pytest.mark.parametrize("op", [UnaryUfuncInfo("acosh", domain=(1, None)), BinaryUfuncInfo("add", dtypes=(torch.float32,)),
                                ReductionOpInfo("sum", dtypes=(torch.float32,))], ids=str)
def test_samples_of_elementwise_ops_and_reductions(op: Any) -> None:
    found = list(op.sample_inputs("cpu", torch.float32))
    assert len(found) > 4
    for sample in found:
        out = op(sample.input, *sample.args, **sample.kwargs)
        assert not out.isnan().any()
        assert torch.equal(op.get_method()(sample.input, *sample.args, **sample.kwargs), out)


def test_the_list_of_ops_agrees_with_numpy() -> None:
    compared = 0
    for op in invocations.unary_ufuncs:
        if op.ref is None or torch.float64 not in op.dtypes:
            continue
        for sample in op.sample_inputs("cpu", torch.float64):
            compared += 1
            expected = torch.as_tensor(op.ref(sample.input.numpy()))
            torch.testing.assert_close(op(sample.input), expected, check_dtype=False, rtol=1e-6, atol=1e-6)
    assert compared > 200 and len(invocations.op_db) > 150
    by_name = {op.name: op for op in invocations.op_db}
    assert by_name["sin"].supports_autograd and torch.bool in by_name["sin"].dtypes
    assert not by_name["floor_divide"].supports_autograd and not by_name["eq"].supports_autograd
    assert by_name["bitwise_and"].dtypes == {torch.bool, torch.uint8, torch.int8, torch.int16, torch.int32, torch.int64}
    with pytest.raises(torch.UnsupportedError):
        list(invocations.python_ref_db)


def test_modules() -> None:
    assert all(isinstance(info, ModuleInfo) for info in module_db)

    class Cases(TestCase):
        @modules(module_db, allowed_dtypes=[torch.float64])
        def test_f(self, device: Any, dtype: Any, training: bool, module_info: Any) -> None:
            for one in module_info.module_inputs_func(module_info, device=device, dtype=dtype, requires_grad=True, training=training):
                module = module_info.module_cls(*one.constructor_input.args, **one.constructor_input.kwargs).to(dtype).train(training)
                out = module(*one.forward_input.args, **one.forward_input.kwargs)
                while isinstance(out, tuple):
                    out = out[0]
                self.assertEqual(out.dtype, dtype)
                out.sum().backward()

        @modules([m for m in module_db if m.name == "nn.BatchNorm1d"], train_eval_mode=TrainEvalMode.train_only)
        def test_train(self, device: Any, dtype: Any, training: bool, module_info: Any) -> None:
            self.assertTrue(training)

    assert count_passed(Cases)[0] > 60


def test_names_of_tests_over_modules() -> None:
    class Cases(TestCase):
        @modules([m for m in module_db if m.name in ("nn.BatchNorm1d", "nn.Linear")], allowed_dtypes=[torch.float32])
        def test_f(self, device: Any, dtype: Any, training: bool, module_info: Any) -> None:
            pass

    assert names(Cases) == ["test_f_nn_BatchNorm1d_eval_mode_cpu_float32", "test_f_nn_BatchNorm1d_train_mode_cpu_float32",
                            "test_f_nn_Linear_cpu_float32"]


def test_lists_of_tensors() -> None:
    databases = [getattr(invocations, f"foreach_{kind}_op_db") for kind in ("unary", "binary", "pointwise", "reduce", "other")]

    class Cases(TestCase):
        @ops([op for database in databases for op in database], dtypes=[torch.float32])
        def test_parity(self, device: Any, dtype: Any, op: Any) -> None:
            for sample in op.sample_inputs(device, dtype, num_input_tensors=[2]):
                if op.name == "_foreach_sub" and sample.args[0] is True:  # refused
                    continue
                per_tensor = [{"value" if key == "scalars" else key: value[i] if key == "scalars" else value
                               for key, value in sample.kwargs.items()} for i in range(2)]
                copies = [t.clone() for t in sample.input]
                expected = [op.ref(t, *[arg[i] for arg in sample.ref_args], **per_tensor[i]) for i, t in enumerate(copies)]
                found = op.op(copies := [t.clone() for t in sample.input], *sample.args, **sample.kwargs)
                self.assertEqual(expected, copies if op.name in ("_foreach_zero", "_foreach_copy") else list(found))
            self.assertEqual(op.has_no_in_place, op.name in ("_foreach_clone", "_foreach_max", "_foreach_norm"))
            if not op.name.endswith("norm"):
                self.assertTrue(all(t.numel() == 0 for sample in op.sample_zero_size_inputs(device, dtype) for t in sample.input))

    assert count_passed(Cases)[0] == 32 + 10 + 2 + 2 + 1


def test_optimizers() -> None:
    class Cases(TestCase):
        @optims([o for o in optim_db if not o.only_supports_sparse_grads], dtypes=[torch.float32, torch.float64])
        def test_steps(self, device: Any, dtype: Any, optim_info: Any) -> None:
            for one in optim_info.optim_inputs_func(device=device):
                p = torch.nn.Parameter(torch.ones(2, 2, dtype=dtype))
                optimizer = optim_info.optim_cls([p], **one.kwargs)

                def closure(p: Any = p, optimizer: Any = optimizer) -> Any:
                    optimizer.zero_grad()
                    loss = (p ** 2).sum()
                    loss.backward()
                    return loss

                for _ in range(2):
                    optimizer.step(closure)
                self.assertNotEqual(p.detach(), torch.ones(2, 2, dtype=dtype))

        @optims(optim_db)
        def test_refusals(self, device: Any, dtype: Any, optim_info: Any) -> None:
            for one in _get_optim_inputs_including_global_cliquey_kwargs(device, dtype, optim_info):
                self.assertIsInstance(one, OptimizerInput)
            for refused in optim_info.optim_error_inputs_func(device=device, dtype=dtype):
                given = refused.optimizer_error_input
                params = [torch.nn.Parameter(torch.ones(2, 2))] if given.params is None else given.params
                is_warning = issubclass(refused.error_type, Warning)
                expected = (self.assertWarnsRegex if is_warning else self.assertRaisesRegex)(refused.error_type, refused.error_regex)
                if refused.error_on == OptimizerErrorEnum.STEP_ERROR:
                    optimizer = optim_info.optim_cls(params, **given.kwargs)
                    with expected:
                        optimizer.step()
                elif params is given.params or not is_warning:
                    with expected:
                        optim_info.optim_cls(params, **given.kwargs)

        @optims([o for o in optim_db if "fused" in o.supported_impls])
        def test_implementations(self, device: Any, dtype: Any, optim_info: Any) -> None:
            tracker = TensorTracker()
            for one in _get_optim_inputs_including_global_cliquey_kwargs(device, dtype, optim_info):
                self.assertEqual({flag for flag in optim_info.supported_impls if flag in one.kwargs}, {"fused", "differentiable"})
                if one.kwargs["differentiable"]:
                    continue
                p = torch.nn.Parameter(torch.ones(2, 2, dtype=dtype))
                p.grad = torch.ones(2, 2, dtype=dtype)
                optim_info.optim_cls([p], **one.kwargs).step()
                if one.kwargs["fused"]:  # compared with the step without
                    tracker.pop_check_set(p, self)
                else:
                    tracker.add(p)
            self.assertTrue(tracker.all_popped())

    assert count_passed(Cases)[0] == 2 * 14 + 15 + 4


def test_bytes_as_a_number() -> None:
    assert bytes_to_scalar([1, 2], torch.int16, "cpu").item() == 513
    assert bytes_to_scalar([0, 0, 128, 63], torch.float32, "cpu").item() == 1.0
    assert bytes_to_scalar([0, 0, 128, 63, 0, 0, 0, 64], torch.complex64, "cpu").item() == 1 + 2j
    assert bytes_to_scalar([1], torch.bool, "cpu").item() is True


def test_what_the_list_says_of_ops_holds() -> None:
    for op in invocations.op_db:
        dtype = next(iter(sorted(op.dtypes, key=str)))
        sample = next(iter(op.sample_inputs("cpu", dtype)))
        expected = op(sample.input, *sample.args, **sample.kwargs)
        method = op.get_method()
        if method is not None:
            torch.testing.assert_close(method(sample.input, *sample.args, **sample.kwargs), expected, equal_nan=True, rtol=0, atol=0)
        if op.supports_out:
            out = torch.empty(0, dtype=expected.dtype)
            assert op(sample.input, *sample.args, **sample.kwargs, out=out) is out, op.name
    by_name = {op.name: op for op in invocations.op_db}
    assert not by_name["isnan"].supports_out and by_name["real"].get_method() is None
    assert not by_name["nn.functional.hardsigmoid"].supports_gradgrad and by_name["sin"].supports_gradgrad
    assert by_name["add"].supports_rhs_python_scalar and not by_name["fmax"].supports_rhs_python_scalar


@pytest.mark.parametrize("values", ("tensors", "small_value_tensors", "large_value_tensors", "extremal_value_tensors"))
def test_values_of_elementwise_samples(values: str) -> None:
    unary, binary = (getattr(invocations, f"generate_elementwise_{kind}_{values}") for kind in ("unary", "binary"))
    by_name = {op.name: op for op in invocations.reference_filtered_ops}
    for dtype in (torch.float32, torch.complex64, torch.int64):
        if dtype is torch.int64 and values == "extremal_value_tensors":
            continue
        samples = [*unary(by_name["square"], device="cpu", dtype=dtype, requires_grad=False)]
        assert samples and all(sample.input.dtype is dtype and not sample.args for sample in samples)
        for sample in binary(by_name["add"], device="cpu", dtype=dtype):
            with np.errstate(all="ignore"):
                expected = torch.as_tensor(np.asarray(sample.input.numpy() + sample.args[0].numpy()))
            torch.testing.assert_close(by_name["add"](sample.input, *sample.args), expected, equal_nan=True)
    assert all(sample.input.min() >= 1 for sample in unary(by_name["acosh"], device="cpu", dtype=torch.float64, requires_grad=False)
               if sample.input.numel() and not values.startswith("extremal"))


def test_layouts_of_elementwise_samples() -> None:
    op = next(op for op in invocations.binary_ufuncs if op.name == "div")
    for name in ("broadcasting_tensors", "noncontiguous_tensors", "arbitrarily_strided_tensors", "with_scalar_samples",
                 "with_scalar_and_type_promotion_samples"):
        samples = list(getattr(invocations, f"generate_elementwise_binary_{name}")(op, device="cpu", dtype=torch.float32))
        assert samples, name
        for sample in samples:
            op(sample.input, *sample.args, **sample.kwargs)
        if name == "noncontiguous_tensors":
            assert not any(sample.input.is_contiguous() for sample in samples)
