"""Test cases of modules: `NNTestCase`, which compares Jacobians, and tests made from a row of a table."""
from __future__ import annotations

import unittest
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import minitorch_compat as torch
from minitorch_compat import nn

from .._creation import make_tensor
from ._case import TestCase
from ._guards import gradcheck, gradgradcheck

#: The largest difference between a derivative and its finite difference.
PRECISION = 1e-4
#: Half of the distance between the two values of a finite difference.
STEP = 1e-6


def _each_tensor(value: Any) -> Iterator[Any]:
    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, (list, tuple)):
        for part in value:
            yield from _each_tensor(part)


class NNTestCase(TestCase):
    """A test case that compares the Jacobians of a module with finite differences.

    Subclasses say how a module is called and differentiated: `_forward`, `_backward`, `_get_parameters`, `_zero_grad_parameters`.
    """

    def _forward(self, *args: Any, **kwargs: Any) -> Any:
        raise NotImplementedError("_forward")

    def _get_parameters(self, module: nn.Module) -> tuple[list[Any], list[Any]]:
        raise NotImplementedError("_get_parameters")

    def _zero_grad_parameters(self, module: nn.Module) -> None:
        raise NotImplementedError("_zero_grad_parameters")

    def _backward(self, module: nn.Module, input: Any, output: Any, grad_output: Any, create_graph: bool = False) -> Any:
        raise NotImplementedError("_backward")

    def _jacobian(self, input: Any, num_out: int) -> Any:
        """Zeros: a row for each element of the input, a column for each of the output."""
        if isinstance(input, (list, tuple)):
            return tuple(self._jacobian(part, num_out) for part in input)
        return torch.zeros(input.nelement(), num_out)

    def _flatten_tensors(self, x: Any) -> Any:
        if isinstance(x, torch.Tensor):
            return (x.to_dense() if x.is_sparse else x).view(-1)
        return tuple(self._flatten_tensors(part) for part in x)

    def _zero_grad_input(self, input: Any) -> None:
        for tensor in _each_tensor(input):
            if tensor.requires_grad and tensor.grad is not None:
                tensor.grad.zero_()
                tensor.grad.detach_()

    def _analytical_jacobian(self, module: nn.Module, input: Any, jacobian_input: bool = True, jacobian_parameters: bool = True) -> Any:
        """The Jacobians of the input and of all parameters, one below the other, column by column through backward."""
        output = self._forward(module, input)
        parameters, gradients = self._get_parameters(module) if jacobian_parameters else ([], [])
        of_input = self._jacobian(input, output.nelement())
        of_parameters = torch.zeros(sum(p.numel() for p in parameters), output.nelement())
        for column in range(output.nelement()):
            _, gradients = self._get_parameters(module) if jacobian_parameters else ([], [])
            self._zero_grad_parameters(module)
            self._zero_grad_input(input)
            cotangent = torch.zeros_like(output)
            cotangent.view(-1)[column] = 1
            found = self._backward(module, input, output, cotangent)
            if jacobian_input:
                for filled, part in zip(_each_tensor(of_input), _each_tensor(self._flatten_tensors(found)), strict=True):
                    filled[:, column] = part
            if jacobian_parameters:
                _, gradients = self._get_parameters(module)
                of_parameters[:, column] = torch.cat([g.reshape(-1) for g in gradients], 0)
        return (*((of_input,) if jacobian_input else ()), *((of_parameters,) if jacobian_parameters else ()))

    def _numerical_jacobian(self, module: nn.Module, input: Any, jacobian_input: bool = True, jacobian_parameters: bool = True) -> Any:
        """The same by finite differences."""
        def rows(tensor: Any) -> Any:
            flat, found = tensor.detach().view(-1), []
            for i in range(flat.numel()):
                kept = flat[i].item()
                flat[i] = kept - STEP
                below = self._forward(module, input).detach().clone()
                flat[i] = kept + STEP
                found.append((self._forward(module, input).detach() - below).view(-1) / (2 * STEP))
                flat[i] = kept
            return torch.stack(found) if found else torch.zeros(0, 0)

        def of(value: Any) -> Any:
            return tuple(of(part) for part in value) if isinstance(value, (list, tuple)) else rows(value)

        found: tuple[Any, ...] = (of(input),) if jacobian_input else ()
        if jacobian_parameters:
            parameters, _ = self._get_parameters(module)
            found += (torch.cat([rows(p) for p in parameters], 0),)
        return found

    def check_jacobian(self, module: nn.Module, input: Any, jacobian_input: bool = True) -> None:
        """Assert that the Jacobians agree with finite differences."""
        has_parameters = bool(self._get_parameters(module)[0])
        analytical = list(_each_tensor(self._analytical_jacobian(module, input, jacobian_input, has_parameters)))
        numerical = list(_each_tensor(self._numerical_jacobian(module, input, jacobian_input, has_parameters)))
        for found, expected in zip(analytical, numerical, strict=True):
            if found.numel():
                self.assertLessEqual((found - expected).abs().max().item(), PRECISION)


class TestBase:
    """A test made from a row of a table: a constructor with its arguments, inputs, and a reference function."""

    __test__ = False  # for pytest: no class of tests
    _required_arg_names = {"constructor_args", "input", "extra_args"}

    def __init__(self, constructor: Any, desc: str = "", reference_fn: Any = None, fullname: str | None = None, **kwargs: Any) -> None:
        self.constructor, self.desc, self.reference_fn, self.fullname = constructor, desc, reference_fn, fullname
        for name in self._required_arg_names:
            if not kwargs.keys() & {name, f"{name}_fn", f"{name}_size"}:
                if name not in ("constructor_args", "extra_args"):
                    raise ValueError(f"{self.get_name()} needs {name}, {name}_fn or {name}_size")
                kwargs[name] = ()
        self._extra_kwargs = kwargs
        self._arg_cache: dict[str, Any] = {}

    def get_name(self) -> str:
        """The name of the test."""
        if self.fullname is not None:
            return f"test_{self.fullname}"
        return f"test_{self.constructor.__name__}{f'_{self.desc}' if self.desc else ''}"

    def _unpack(self, value: Any) -> Any:
        if isinstance(value, torch.Tensor):
            return value
        return type(value)(self._unpack(part) for part in value) if isinstance(value, (list, tuple)) else value

    @property
    def constructor_args(self) -> Any:
        """Arguments of the constructor."""
        return self._get_arg("constructor_args", True)

    @property
    def extra_args(self) -> Any:
        """Further arguments of the call."""
        return self._get_arg("extra_args", True)

    def _get_arg(self, name: str, unpack: bool) -> Any:
        if name not in self._arg_cache:
            given = self._extra_kwargs
            if name in given:
                self._arg_cache[name] = given[name]
            elif f"{name}_fn" in given:
                self._arg_cache[name] = given[f"{name}_fn"]()
            else:
                self._arg_cache[name] = _tensors(given[f"{name}_size"])
        return self._unpack(self._arg_cache[name]) if unpack else self._arg_cache[name]

    def _get_input(self, unpack: bool = True) -> Any:
        return self._get_arg("input", unpack)

    def _module(self) -> nn.Module:
        return self.constructor(*self.constructor_args, **self._extra_kwargs.get("constructor_kwargs", {}))

    def __call__(self, test_case: Any) -> None:
        raise NotImplementedError("__call__")


def _tensors(size: Any) -> Any:
    return [_tensors(part) for part in size] if isinstance(size, list) else torch.randn(size)


class InputVariableMixin:
    """Inputs of floats require a gradient."""

    def _get_input(self, unpack: bool = True) -> Any:
        found = TestBase._get_input(self, False)  # type: ignore[arg-type]
        for tensor in _each_tensor(found):
            if tensor.is_floating_point() or tensor.is_complex():
                tensor.requires_grad = True
        return found


class ModuleTest(TestBase):
    """A test of a module: its values, its Jacobian, and inputs that are not contiguous."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.jacobian_input = kwargs.get("jacobian_input", True)
        self.should_test_cuda = kwargs.get("test_cuda", True)
        self.should_test_pickle = kwargs.get("pickle", True)
        self.check_gradgrad = kwargs.get("check_gradgrad", True)
        self.check_inplace, self.check_forward_only = kwargs.get("check_inplace", False), kwargs.get("check_forward_only", False)
        self.check_batched_grad = kwargs.get("check_batched_grad", True)
        self.default_dtype = kwargs.get("default_dtype") or torch.get_default_dtype()
        self.with_tf32, self.tf32_precision = kwargs.get("with_tf32", False), kwargs.get("tf32_precision", 0.001)

    def _do_test(self, test_case: Any, module: nn.Module, input: Any) -> None:
        raise NotImplementedError("_do_test")

    def __call__(self, test_case: Any) -> None:
        before = torch.get_default_dtype()
        torch.set_default_dtype(self.default_dtype)
        try:
            module, input = self._module(), self._get_input()
            if self.reference_fn is not None:
                expected = self.reference_fn(*_as_arguments(deepcopy(_detached(input))), test_case._get_parameters(module)[0], module)
                test_case.assertEqual(test_case._forward(module, input), expected, exact_dtype=False)
            if not self.check_forward_only:
                self.test_noncontig(test_case, module, input)
            if self.should_test_pickle:
                _check_pickle(test_case, module, input)
            self._do_test(test_case, module, input)
        finally:
            torch.set_default_dtype(before)

    def noncontiguize(self, obj: Any) -> Any:
        """The same values, not contiguous."""
        if isinstance(obj, (list, tuple)):
            return [self.noncontiguize(part) for part in obj]
        last = obj.dim()
        return torch.stack([torch.empty_like(obj), obj], last).select(last, 1).detach().requires_grad_(obj.requires_grad)

    def test_noncontig(self, test_case: Any, module: nn.Module, input: Any) -> None:
        """Assert that values and gradients are the same for an input that is not contiguous."""
        if any(not tensor.dim() for tensor in _each_tensor(input)):
            return
        with torch.no_grad():
            expected = test_case._forward(module, input)
            test_case.assertEqual(test_case._forward(module, self.noncontiguize(input)), expected)

    def test_cuda(self, test_case: Any) -> None:
        """Skip: there is no GPU."""
        raise unittest.SkipTest("Excluded from CUDA tests")


def _as_arguments(input: Any) -> tuple[Any, ...]:
    return (input,)


def _detached(value: Any) -> Any:
    return value.detach() if isinstance(value, torch.Tensor) else type(value)(_detached(part) for part in value)


def _check_pickle(test_case: Any, module: nn.Module, input: Any) -> None:
    import io

    file = io.BytesIO()
    torch.save(module, file)
    file.seek(0)
    copy = torch.load(file, weights_only=False)
    if not module.training:
        test_case.assertEqual(test_case._forward(module, input), test_case._forward(copy, input))
    test_case.assertEqual(module.state_dict(), copy.state_dict())


class NewModuleTest(InputVariableMixin, ModuleTest):
    """A test of a module by `gradcheck`, of its conversion to other dtypes, and of its in-place form."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.cudnn, self.check_eval = kwargs.get("cudnn", False), kwargs.get("check_eval", False)
        self.gradcheck_fast_mode = kwargs.get("gradcheck_fast_mode")
        self.supports_forward_ad, self.supports_fwgrad_bwgrad = kwargs.get("supports_forward_ad", False), False

    def _check_gradients(self, test_case: Any, module: nn.Module, input_tuple: tuple[Any, ...]) -> None:
        """Check derivatives by the inputs and the parameters against finite differences."""
        parameters = tuple(module.parameters())
        if any(tensor.is_floating_point() and tensor.dtype != torch.float64 for tensor in (*_each_tensor(input_tuple), *parameters)):
            module = module.double()
            parameters = tuple(module.parameters())
            input_tuple = tuple(_double(value) for value in input_tuple)

        def called(*inputs_and_parameters: Any) -> Any:
            with torch.random.fork_rng():
                return module(*inputs_and_parameters[:len(input_tuple)])

        test_case.assertTrue(gradcheck(called, input_tuple + parameters, fast_mode=self.gradcheck_fast_mode,
                                       check_batched_grad=self.check_batched_grad))
        if self.check_gradgrad:
            test_case.assertTrue(gradgradcheck(called, input_tuple + parameters, fast_mode=self.gradcheck_fast_mode,
                                               check_batched_grad=self.check_batched_grad))

    def _do_test(self, test_case: Any, module: nn.Module, input: Any) -> None:
        inputs = input if isinstance(input, tuple) else (input,)
        if not self.check_forward_only:
            self._check_gradients(test_case, deepcopy(module), inputs)
        repr(module)
        str(module)
        if self.check_inplace:
            self._check_inplace(test_case, module, inputs)
        module.double()
        for tensor in (*module.parameters(), *module.buffers()):
            test_case.assertFalse(tensor.is_floating_point() and tensor.dtype != torch.float64)

    def _check_inplace(self, test_case: Any, module: nn.Module, inputs: tuple[Any, ...]) -> None:
        in_place = self.constructor(*self.constructor_args, **self._extra_kwargs.get("constructor_kwargs", {}), inplace=True)
        copies = tuple(deepcopy(tensor).clone() for tensor in inputs)
        version = copies[0]._version
        with torch.random.fork_rng():
            expected = module(*inputs)
        test_case.assertEqual(inputs[0]._version, 0 if inputs[0].is_leaf else inputs[0]._version)
        test_case.assertEqual(in_place(*copies), expected)
        test_case.assertNotEqual(copies[0]._version, version)

    def _get_target(self) -> Any:
        return self._get_arg("target", False)

    @property
    def constructor_args(self) -> Any:
        """Arguments of the constructor."""
        return self._get_arg("constructor_args", False)


def _double(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return type(value)(_double(part) for part in value)
    return value.detach().double().requires_grad_(value.requires_grad) if value.is_floating_point() else value


class CriterionTest(InputVariableMixin, TestBase):
    """A test of a loss: its values by a reference function, and its derivatives."""

    _required_arg_names = TestBase._required_arg_names | {"target"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.should_test_cuda, self.check_forward_only = kwargs.get("test_cuda", True), kwargs.get("check_forward_only", False)
        self.check_gradgrad, self.check_half = kwargs.get("check_gradgrad", True), kwargs.get("check_half", True)
        self.check_bfloat16, self.check_complex = kwargs.get("check_bfloat16", False), kwargs.get("check_complex", False)
        self.check_batched_grad = kwargs.get("check_batched_grad", True)
        self.default_dtype = kwargs.get("default_dtype") or torch.get_default_dtype()
        self.with_tf32, self.tf32_precision = kwargs.get("with_tf32", False), kwargs.get("tf32_precision", 0.001)

    def __call__(self, test_case: Any) -> None:
        before = torch.get_default_dtype()
        torch.set_default_dtype(self.default_dtype)
        try:
            self._check(test_case)
        finally:
            torch.set_default_dtype(before)

    def _check(self, test_case: Any) -> None:
        module, input, target = self._module(), self._get_input(), self._get_target()
        repr(module)
        str(module)
        if self.reference_fn is not None:
            found = test_case._forward_criterion(module, input, target, extra_args=self.extra_args)
            arguments = (deepcopy(_detached(input)), deepcopy(target), *self.extra_args, module)
            test_case.assertEqual(found, self.reference_fn(*arguments), exact_dtype=False)
        if self.check_forward_only:
            return
        inputs = tuple(_double(part) for part in (input if isinstance(input, tuple) else (input,)))
        target = tuple(map(_double, target)) if isinstance(target, tuple) else _double(target)
        module = module.double()

        def called(*inputs_and_parameters: Any) -> Any:
            given = inputs_and_parameters[:len(inputs)]
            return module(*given, *(target if isinstance(target, tuple) else (target,)), *self.extra_args)

        everything = inputs + tuple(module.parameters())
        test_case.assertTrue(gradcheck(called, everything, check_batched_grad=self.check_batched_grad))
        if self.check_gradgrad:
            test_case.assertTrue(gradgradcheck(called, everything, check_batched_grad=self.check_batched_grad))

    def test_cuda(self, test_case: Any, dtype: Any, extra_args: Any = None) -> None:
        """Skip: there is no GPU."""
        raise unittest.SkipTest("Excluded from CUDA tests")

    def _get_target(self) -> Any:
        return self._get_arg("target", False)

    @property
    def constructor_args(self) -> Any:
        """Arguments of the constructor."""
        return self._get_arg("constructor_args", False)

    @property
    def extra_args(self) -> Any:
        """Further arguments of the call."""
        return self._get_arg("extra_args", False)


class _Layer(nn.Module):
    """A module with a parameter and a buffer."""

    def __init__(self) -> None:
        super().__init__()
        self.layer_dummy_param = nn.Parameter(torch.empty(3, 5))
        self.register_buffer("layer_dummy_buf", torch.zeros(1, 3, 3, 7))


class _Net(nn.Module):
    """A module with a parameter, a buffer, and a module of the class above."""

    def __init__(self) -> None:
        super().__init__()
        self.l1 = _Layer()
        self.dummy_param = nn.Parameter(torch.empty(3, 5))
        self.register_buffer("dummy_buf", torch.zeros(7, 3, 3, 1))


_Layer.__name__, _Net.__name__ = "Layer", "Net"


def _create_basic_net() -> tuple[nn.Module, nn.Module, nn.Module]:
    """A layer, a net that has another, and a Sequential that has the net twice."""
    net = _Net()
    return _Layer(), net, nn.Sequential(net, net)


def _test_module_empty_input(test_case: Any, module: nn.Module, inp: Any, check_size: bool = True, inference: bool = False) -> None:
    """Assert that an input without elements gives an output and, unless `inference`, gradients."""
    if not inference:
        inp.requires_grad_(True)
    out = module(inp)
    if not inference:
        out.backward(torch.rand_like(out))
    if check_size:
        test_case.assertEqual(out.size(), inp.size())
    if not inference:
        for parameter in module.parameters():
            if parameter.requires_grad:
                test_case.assertEqual(parameter.grad, torch.zeros_like(parameter))
        test_case.assertEqual(inp.grad, torch.zeros_like(inp))


def _test_bfloat16_ops(test_case: Any, op: Any, device: Any, inp_dims: Any = (), prec: float = 1e-2, scale_factor: Any = None) -> None:
    """Assert that values and gradients in bfloat16 are those of float32, up to `prec`."""
    full = torch.randn(inp_dims, dtype=torch.float32, device=device, requires_grad=True)
    if scale_factor is not None:
        full = (torch.rand(inp_dims, dtype=torch.bfloat16, device=device) * scale_factor).float().requires_grad_()
    half = full.detach().bfloat16().requires_grad_()
    expected, found = op(full), op(half)
    test_case.assertEqual(expected, found, atol=prec, rtol=prec, exact_dtype=False)
    cotangent = torch.randn_like(found)
    found.backward(cotangent)
    expected.backward(cotangent.to(expected.dtype))
    test_case.assertEqual(full.grad, half.grad, atol=prec, rtol=prec, exact_dtype=False)


def single_batch_reference_fn(input: Any, parameters: Any, module: nn.Module) -> Any:
    """What the module computes for the input as a batch of one."""
    with torch.random.fork_rng():
        parts = input if isinstance(input, (list, tuple)) else [input]
        return module(*(part.unsqueeze(0) for part in parts)).squeeze(0)


def single_batch_reference_criterion_fn(*args: Any) -> Any:
    """What the loss, the last argument, computes for the others as a batch of one."""
    *parts, criterion = args

    def batched(value: Any) -> Any:
        return tuple(map(batched, value)) if isinstance(value, (list, tuple)) else value.unsqueeze(0)

    with torch.random.fork_rng():
        first, *others = map(batched, parts)
        found = criterion(*(first if isinstance(first, tuple) else (first,)), *others)
    return found.squeeze(0) if criterion.reduction == "none" else found


def module_rows() -> list[dict[str, Any]]:
    """Rows for NewModuleTest: a short list of layers."""
    return [
        {"module_name": "Linear", "constructor_args": (3, 5), "input_size": (2, 3),
         "reference_fn": lambda x, parameters, _: (parameters[0] @ x.t()).t() + parameters[1]},
        {"module_name": "Softmax", "constructor_args": (1,), "input_size": (3, 4), "desc": "of_rows",
         "reference_fn": lambda x, *_: x.exp() / x.exp().sum(1, keepdim=True)},
        {"module_name": "Conv1d", "constructor_args": (2, 3, 2), "input_size": (2, 2, 6)},
        {"module_name": "Conv2d", "constructor_args": (2, 2, (2, 3)), "input_size": (1, 2, 4, 5), "check_gradgrad": False},
        {"module_name": "ReLU", "input_size": (5, 2), "check_inplace": True},
        {"module_name": "LayerNorm", "constructor_args": ([4],), "input_size": (3, 2, 4), "check_eval": True},
    ]


def criterion_rows() -> list[dict[str, Any]]:
    """Rows for CriterionTest: a short list of losses."""
    def reduced(values: Any, module: nn.Module) -> Any:
        return values.mean() if module.reduction == "mean" else values.sum()

    return [
        {"module_name": "L1Loss", "input_size": (4, 2), "target_size": (4, 2),
         "reference_fn": lambda x, y, module: reduced((x - y).abs(), module)},
        {"module_name": "MSELoss", "input_fn": lambda: make_tensor((3, 2), device="cpu", dtype=torch.float32), "target_size": (3, 2),
         "reference_fn": lambda x, y, module: reduced((x - y) ** 2, module)},
        {"module_name": "MarginRankingLoss", "input_fn": lambda: (torch.rand(5), torch.rand(5) + 1), "target_fn": lambda: torch.ones(5)},
    ]
