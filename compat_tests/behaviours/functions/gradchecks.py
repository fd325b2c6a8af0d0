"""gradcheck and gradgradcheck: what passes, what is found wrong, and by what words."""
from __future__ import annotations

import importlib
import re
import warnings
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

from .. import refused

OPTIONS: list[dict[str, Any]] = [
    {}, {"fast_mode": True}, {"check_forward_ad": True}, {"check_forward_ad": True, "check_backward_ad": False},
    {"check_batched_grad": True}, {"fast_mode": True, "check_forward_ad": True}, {"check_undefined_grad": False},
    {"check_forward_ad": True, "check_batched_forward_grad": True}, {"masked": True}, {"check_grad_dtypes": True}, {"nondet_tol": 1.0}]


def _result_or_error(call: Callable[[], Any]) -> Any:
    """The result or the error's first sentence; without warnings, which PyTorch's decompositions add to."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return _outcome(call)


def _outcome(call: Callable[[], Any]) -> Any:
    try:
        return call()
    except Exception as error:
        return type(error).__name__, re.split(r"\. |\.$|(?<=got): ", str(error).split("\n")[0])[0]


def _vector(torch: Any, n: int = 3) -> Any:
    return torch.arange(1.0, n + 1, dtype=torch.float64).requires_grad_()


def _complex(torch: Any) -> Any:
    return torch.tensor([1 + 2j, 3 - 1j], dtype=torch.complex128, requires_grad=True)


def _function(torch: Any, forward: Callable[..., Any], backward: Callable[..., Any], jvp: Callable[..., Any] | None = None) -> Any:
    """A Function of one tensor, which it saves; `backward(x, g)`, `jvp(x, t)`."""
    class Planted(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            ctx.save_for_forward(x)
            return forward(x)

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return backward(*ctx.saved_tensors, g)

    if jvp is not None:
        Planted.jvp = staticmethod(lambda ctx, t: jvp(ctx.saved_tensors[0], t))
    return Planted.apply


def _both(torch: Any, function: Any, inputs: Any, **options: Any) -> Any:
    """What is raised, and what is said instead."""
    check = torch.autograd.gradcheck
    return (_result_or_error(lambda: check(function, inputs, **options)),
            _result_or_error(lambda: check(function, inputs, raise_exception=False, **options)))


def right_functions(torch: Any) -> Iterator[Any]:
    """What gradcheck says, under each option, of correct functions of one or more inputs and outputs."""
    x = _vector(torch)
    y = torch.ones(3, 3, dtype=torch.float64, requires_grad=True)
    functions: list[tuple[Callable[..., Any], Any]] = [
        (lambda a: a * a, x), (lambda a, b: b @ a, (x, y)), (lambda a: (a.sin(), a.cos().sum()), (x,)), (lambda a, b: a * 2, (x, 3)),
        (lambda a: a.exp().sum(), [x]), (lambda a: (a * 2, a > 1), x), (lambda a: (a, a.long()), x)]
    for function, inputs in functions:
        for options in OPTIONS:
            yield _both(torch, function, inputs, **options)


def wrong_factor(torch: Any) -> Iterator[Any]:
    """gradcheck finds a backward that is wrong by a factor, under all options."""
    planted = _function(torch, lambda x: x * x, lambda x, g: g * x, lambda x, t: t * x * 2)
    for options in OPTIONS:
        yield _both(torch, planted, _vector(torch), **options)


def wrong_sign_of_one_entry(torch: Any) -> Iterator[Any]:
    """gradcheck finds one gradient entry with the wrong sign, in slow and fast mode."""
    planted = _function(torch, lambda x: x * x, lambda x, g: g * x * 2 * torch.tensor([1, 1, -1]), lambda x, t: t * x * 2)
    for options in OPTIONS:
        yield _both(torch, planted, _vector(torch), **options)


def wrong_forward_mode(torch: Any) -> Iterator[Any]:
    """Under which options gradcheck finds a wrong jvp beside a correct backward."""
    planted = _function(torch, lambda x: x * x, lambda x, g: g * x * 2, lambda x, t: t * x)
    for options in OPTIONS:
        yield _both(torch, planted, _vector(torch), **options)


def no_forward_mode(torch: Any) -> Iterator[Any]:
    """What gradcheck says of a Function without jvp when asked to check forward mode."""
    planted = _function(torch, lambda x: x * x, lambda x, g: g * x * 2)
    for options in OPTIONS:
        yield _both(torch, planted, _vector(torch), **options)


def wrong_conjugate(torch: Any) -> Iterator[Any]:
    """gradcheck finds a complex backward that leaves out the conjugate, and passes the right ones."""
    planted = _function(torch, lambda x: x * x, lambda x, g: g * x * 2, lambda x, t: t * x * 2)
    right = _function(torch, lambda x: x * x, lambda x, g: g * (x * 2).conj(), lambda x, t: t * x * 2)
    also = _function(torch, lambda x: x.abs() ** 2, lambda x, g: g * 2 * x.conj(), lambda x, t: 2 * (x.conj() * t).real)
    for function in (planted, right, also):
        for options in OPTIONS:
            yield _both(torch, function, _complex(torch), **options)


def complex_functions(torch: Any) -> Iterator[Any]:
    """What gradcheck says, under its options, of correct functions from or to complex numbers."""
    functions: list[Callable[[Any], Any]] = [
        lambda z: z * z, lambda z: z.abs(), lambda z: z.real, lambda z: z.conj() * 2, lambda z: (z.real, z * 1j),
        lambda z: torch.view_as_real(z),
        lambda z: (z * z.conj()).real.sum()]
    for function in functions:
        for options in OPTIONS[:6]:
            yield _both(torch, function, _complex(torch), **options)
    for options in OPTIONS[:6]:
        yield _both(torch, lambda a: torch.complex(a, a * a), _vector(torch), **options)
        yield _both(torch, lambda a, z: a[:2] * z, (_vector(torch), _complex(torch)), **options)


def wrong_imaginary_part(torch: Any) -> Iterator[Any]:
    """A complex function of a real input whose gradient is wrong only through the imaginary part."""
    planted = _function(torch, lambda x: torch.complex(x, x * x), lambda x, g: g.real + g.imag * x, lambda x, t: torch.complex(t, t * x))
    for options in OPTIONS:
        yield _both(torch, planted, _vector(torch), **options)


def not_deterministic(torch: Any) -> Iterator[Any]:
    """A backward that differs a little from call to call fails unless nondet_tol allows it."""
    calls: list[int] = []

    def backward(x: Any, g: Any) -> Any:
        calls.append(1)
        return g * x * 2 + (len(calls) % 2) * 1e-7

    planted = _function(torch, lambda x: x * x, backward, lambda x, t: t * x * 2)
    for tolerance, fast in product((0.0, 1e-8, 1e-3), (False, True)):
        yield _both(torch, planted, _vector(torch), nondet_tol=tolerance, fast_mode=fast)
    # PyTorch: (('GradcheckError', 'Backward is not reentrant, i.e., ...'), False)
    # PyTorch: (('GradcheckError', 'Backward is not reentrant, i.e., ...'), False)
    # PyTorch: (('GradcheckError', 'Backward is not reentrant, i.e., ...'), False)
    # PyTorch: (('GradcheckError', 'Backward is not reentrant, i.e., ...'), False)
    # PyTorch: (('GradcheckError', 'backward not multiplied by grad_output'), False)
    # PyTorch: (('GradcheckError', 'Expected all input grads to be ...'), False)


def not_multiplied_by_the_cotangent(torch: Any) -> Iterator[Any]:
    """gradcheck finds a backward that ignores its cotangent or gives non-zero for a zero one."""
    planted = _function(torch, lambda x: x.sum(), lambda x, g: torch.ones_like(x))
    other = _function(torch, lambda x: x * x, lambda x, g: g * x * 2 + 1e-7)
    for function in (planted, other):
        for options in ({}, {"fast_mode": True}, {"nondet_tol": 1.0}):
            yield _both(torch, function, _vector(torch), **options)
    # PyTorch: (('GradcheckError', 'backward not multiplied by grad_output'), False)
    # PyTorch: (('GradcheckError', 'backward not multiplied by grad_output'), False)
    # PyTorch: (('GradcheckError', 'backward not multiplied by grad_output'), False)
    # PyTorch: (('GradcheckError', 'backward not multiplied by grad_output'), False)
    # PyTorch: (('GradcheckError', 'backward not multiplied by grad_output'), False)
    # PyTorch: (('GradcheckError', 'backward not multiplied by grad_output'), False)


def undefined_cotangents(torch: Any) -> Iterator[Any]:
    """Which backwards pass the check with undefined cotangents, by how they treat None."""
    def function(body: Callable[[Any, Any], Any], materialize: bool) -> Any:
        class Two(torch.autograd.Function):
            @staticmethod
            def forward(ctx: Any, x: Any) -> Any:
                ctx.set_materialize_grads(materialize)
                return x * 2, x * 3

            @staticmethod
            def backward(ctx: Any, g: Any, h: Any) -> Any:
                return body(g, h)

        return Two.apply

    def careful(g: Any, h: Any) -> Any:
        if g is None or h is None:
            return None if g is None and h is None else (2 * g if h is None else 3 * h)
        return 2 * g + 3 * h

    def invents(g: Any, h: Any) -> Any:
        return 2 * g + 3 * h if g is not None and h is not None else torch.ones(3, dtype=torch.float64)

    for body, materialize in ((lambda g, h: 2 * g + 3 * h, True), (lambda g, h: 2 * g + 3 * h, False), (careful, False), (invents, False)):
        for check, fast in product((True, False), (False, True)):
            yield _outcome(lambda: torch.autograd.gradcheck(function(body, materialize), _vector(torch), check_undefined_grad=check,
                                                            fast_mode=fast))


def inputs_that_are_refused(torch: Any) -> Iterator[Any]:
    """gradcheck refuses inputs without gradient or with overlapping memory, and warns of low precision."""
    check = torch.autograd.gradcheck
    x = _vector(torch)
    yield _outcome(lambda: check(lambda a: a, torch.ones(2))), _outcome(lambda: check(lambda a: a, 3))
    yield _outcome(lambda: check(lambda: 1, ()))
    yield _outcome(lambda: check(lambda a: a * 2, torch.ones(2, requires_grad=True)))
    yield _outcome(lambda: check(lambda a: a * 2, torch.ones(2, requires_grad=True), raise_exception=False))
    yield _outcome(lambda: check(lambda a: a * 2, x.detach().sum().expand(3).requires_grad_()))
    yield _outcome(lambda: check(lambda a: a * 2, x.detach().expand(2, 3).requires_grad_(), raise_exception=False))
    yield _outcome(lambda: check(lambda a: a * 2, x.half().detach().requires_grad_()))
    yield _outcome(lambda: check(lambda a, b: a * b, (x, torch.ones(3, requires_grad=True))))
    yield _outcome(lambda: check(lambda a, b: a * b, (x, torch.ones(3))))


def outputs_that_are_refused(torch: Any) -> Iterator[Any]:
    """What gradcheck says of functions that return no tensor, a list, a dict or a mixture."""
    x = _vector(torch)
    for function in (lambda a: 3, lambda a: None, lambda a: [a * 2], lambda a: {"y": a}, lambda a: (), lambda a: (a * 2, 3), lambda a: "x"):
        for fast in (False, True):
            yield _result_or_error(lambda: torch.autograd.gradcheck(function, x, fast_mode=fast))


def exceptions_pass_through(torch: Any) -> Iterator[Any]:
    """Which exceptions of the checked function leave gradcheck even if raise_exception is False."""
    x = _vector(torch)

    def failing(a: Any) -> Any:
        raise KeyError("mine")

    bad = _function(torch, lambda a: a * 2, lambda a, g: {}["mine"])
    for raising in (True, False):
        yield _result_or_error(lambda: torch.autograd.gradcheck(failing, x, raise_exception=raising))
        yield _result_or_error(lambda: torch.autograd.gradcheck(bad, x, raise_exception=raising))
        yield _result_or_error(lambda: torch.autograd.gradcheck(lambda a: a.detach().requires_grad_() * 2, x, raise_exception=raising))
    # PyTorch: ('KeyError', "'mine'")
    # PyTorch: ('KeyError', "'mine'")
    # PyTorch: ('GradcheckError', 'Jacobian mismatch for output 0 with ...')
    # PyTorch: ('KeyError', "'mine'")
    # PyTorch: ('KeyError', "'mine'")
    # PyTorch: False


def constants(torch: Any) -> Iterator[Any]:
    """What gradcheck says of outputs that do not depend on the input or are integers."""
    x = _vector(torch)
    for function in (lambda a: torch.ones(2, dtype=torch.float64), lambda a: a.detach() * 2, lambda a: a.detach() * 0, lambda a: (a > 1),
                     lambda a: a.long(), lambda a: (a.detach(), torch.ones(1))):
        for options in OPTIONS[:6]:
            yield _both(torch, function, x, **options)
    z = _complex(torch)
    for options in OPTIONS[:6]:
        yield _both(torch, lambda a: a.detach() * 1j, z, **options), _both(torch, lambda a: torch.ones(2), z, **options)


def arguments_that_exclude_each_other(torch: Any) -> Iterator[Any]:
    """gradcheck and gradgradcheck refuse options that contradict each other."""
    x = _vector(torch)
    check, twice = torch.autograd.gradcheck, torch.autograd.gradgradcheck
    yield refused(lambda: check(torch.sin, x, check_forward_ad=False, check_backward_ad=False))
    yield refused(lambda: check(torch.sin, x, check_backward_ad=False, check_forward_ad=True, check_batched_grad=True))
    yield refused(lambda: check(torch.sin, x, check_batched_forward_grad=True))
    yield refused(lambda: twice(torch.sin, x, check_fwd_over_rev=False, check_rev_over_rev=False))
    yield refused(lambda: check(torch.sin, x, 1e-6))["raised"], refused(lambda: check(torch.sin, x, nothing=1))["raised"]
    yield _result_or_error(lambda: check(torch.sin, x, check_forward_ad=True, check_backward_ad=False, raise_exception=False))
    # PyTorch: AssertionError: Expected at least one of ...
    # PyTorch: AssertionError: Setting check_batched_grad=True ...
    # PyTorch: AssertionError: Setting check_batched_forward_grad=True ...
    # PyTorch: AssertionError: Expected at least one of ...
    # PyTorch: ('TypeError', 'TypeError')
    # PyTorch: True


def tolerances(torch: Any) -> Iterator[Any]:
    """How eps, atol and rtol decide on a gradient that is half a percent wrong."""
    planted = _function(torch, lambda x: x * x, lambda x, g: g * x * 2.01, lambda x, t: t * x * 2.01)
    for options in ({}, {"atol": 1.0}, {"rtol": 0.1}, {"atol": 1e-2}, {"rtol": 1e-4}, {"eps": 1e-3}, {"atol": 0.0, "rtol": 0.01},
                    {"rtol": 0.005001}):
        for fast in (False, True):
            yield _both(torch, planted, _vector(torch), fast_mode=fast, **options)
    yield _both(torch, lambda a: a**3, _vector(torch), eps=0.1), _both(torch, lambda a: a**3, _vector(torch), eps=0.1, atol=0.02, rtol=0)


def second_input_or_output_wrong(torch: Any) -> Iterator[Any]:
    """A gradient wrong for one of two inputs and outputs is found only if that input is checked."""
    class Mixed(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, a: Any, b: Any) -> Any:
            ctx.save_for_backward(a, b)
            return a * b, a + b

        @staticmethod
        def backward(ctx: Any, g: Any, h: Any) -> Any:
            a, b = ctx.saved_tensors
            return g * b + h, g * a + h * Mixed.factor

    a, b = _vector(torch), _vector(torch)
    for factor, fast in product((1, 2), (False, True)):
        Mixed.factor = factor
        yield _both(torch, Mixed.apply, (a, b), fast_mode=fast), _both(torch, lambda y: Mixed.apply(a.detach(), y), b, fast_mode=fast)
        yield _both(torch, Mixed.apply, (a, b.detach()), fast_mode=fast)


def wrong_shapes_and_types(torch: Any) -> Iterator[Any]:
    """What gradcheck says of a backward that returns another shape, dtype, count or no tensor."""
    for backward in (lambda x, g: g[:2], lambda x, g: g.float() * 2, lambda x, g: None, lambda x, g: (g, g), lambda x, g: 3.0,
                     lambda x, g: g.to(torch.complex128) * 2):
        planted = _function(torch, lambda x: x * 2, backward)
        for options in ({}, {"fast_mode": True}, {"check_grad_dtypes": True}, {"check_grad_dtypes": True, "fast_mode": True}):
            yield _both(torch, planted, _vector(torch), **options)


def batched_gradients(torch: Any) -> Iterator[Any]:
    """check_batched_grad finds backwards that vmap cannot run, or that differ by dimension."""
    item = _function(torch, lambda x: x * x, lambda x, g: g * x * 2 if g.sum().item() > -1e9 else g)
    differs = _function(torch, lambda x: x * x, lambda x, g: g * x * 2 if g.dim() == 1 else g)
    for function in (item, differs, lambda a: a.sin()):
        for fast in (False, True):
            for options in ({"check_batched_grad": True}, {}):
                yield _both(torch, function, _vector(torch), fast_mode=fast, **options)


def second_derivatives(torch: Any) -> Iterator[Any]:
    """What gradgradcheck says of correct real and complex functions in each combination of its options."""
    check = torch.autograd.gradgradcheck
    x, z = _vector(torch), _complex(torch)
    for function, inputs in ((lambda a: a**3, x), (lambda a, b: a * b.exp(), (x, x.detach().requires_grad_())),
                             (lambda a: (a * a, a.sin()), x),
                             (lambda a: a * a * a.conj(), z), (lambda a: a.abs(), z), (lambda a: a * 2, x), (torch.sum, x)):
        for options in ({}, {"fast_mode": True}, {"check_fwd_over_rev": True}, {"gen_non_contig_grad_outputs": True},
                        {"check_batched_grad": True},
                        {"check_fwd_over_rev": True, "check_rev_over_rev": False},
                        {"check_fwd_over_rev": True, "check_rev_over_rev": False, "check_undefined_grad": False},
                        {"check_fwd_over_rev": True, "check_rev_over_rev": False, "check_undefined_grad": False,
                         "check_batched_grad": True}):
            yield _result_or_error(lambda: check(function, inputs, **options))
            yield _result_or_error(lambda: check(function, inputs, raise_exception=False, **options))


def wrong_second_derivatives(torch: Any) -> Iterator[Any]:
    """gradgradcheck finds second derivatives that are cut off or wrong while gradcheck passes."""
    check = torch.autograd.gradgradcheck
    detached = _function(torch, lambda x: x**3, lambda x, g: g * (3 * x.detach() ** 2))
    halved = _function(torch, lambda x: x**3, lambda x, g: g * _function(torch, lambda y: 3 * y**2, lambda y, h: h * 3 * y)(x))
    ignores = _function(torch, lambda x: x**3, lambda x, g: g.detach() * 3 * x**2)
    for function in (detached, halved, ignores):
        for options in ({}, {"fast_mode": True}, {"check_undefined_grad": False}):
            yield _result_or_error(lambda: check(function, _vector(torch), **options))
            yield _result_or_error(lambda: check(function, _vector(torch), raise_exception=False, **options))
        yield _result_or_error(lambda: torch.autograd.gradcheck(function, _vector(torch)))


def once_differentiable(torch: Any) -> Iterator[Any]:
    """A backward marked once_differentiable passes gradcheck and fails gradgradcheck."""
    once = torch.autograd.function.once_differentiable

    class Once(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            return x**3

        @staticmethod
        @once
        def backward(ctx: Any, g: Any) -> Any:
            return g * 3 * ctx.saved_tensors[0] ** 2

    yield _both(torch, Once.apply, _vector(torch)), _result_or_error(lambda: torch.autograd.gradgradcheck(Once.apply, _vector(torch)))
    # PyTorch: ((True, True), ('GradcheckError', 'Jacobian mismatch for output 0 with ...'))


def given_cotangents(torch: Any) -> Iterator[Any]:
    """Which cotangents gradgradcheck takes: with or without gradient, in a list, or too short."""
    check = torch.autograd.gradgradcheck
    x = _vector(torch)
    ones = torch.ones(3, dtype=torch.float64)
    for given in (ones, ones.clone().requires_grad_(), (ones.clone().requires_grad_(),), [ones.clone().requires_grad_()], ones[:2], None):
        yield _outcome(lambda: check(lambda a: a**3, x, given))
        yield _outcome(lambda: check(lambda a: a**3, x, grad_outputs=given, raise_exception=False))
    yield _outcome(lambda: check(lambda a: (a**3, a.sum()), x, (ones.clone().requires_grad_(),)))


def masked_argument(torch: Any) -> Iterator[Any]:
    """gradcheck and gradgradcheck of a dense function pass whatever masked is set to."""
    x = _vector(torch)
    for masked in (None, True, False):
        yield _outcome(lambda: torch.autograd.gradcheck(torch.sin, x, masked=masked))
    yield _outcome(lambda: torch.autograd.gradgradcheck(torch.sin, x, masked=True)), _outcome(lambda: torch.autograd.gradcheck(
        torch.sin, x, masked=True, fast_mode=True))
    # PyTorch: True
    # PyTorch: True
    # PyTorch: True
    # PyTorch: (True, True)


def changes_in_place(torch: Any) -> Iterator[Any]:
    """gradcheck of functions that change their input in-place or return it or a view of it."""
    x = _vector(torch)
    for function in (lambda a: a.clone().mul_(2), lambda a: a.mul_(2), lambda a: (a * 1).sin_().cos(), lambda a: a.view(-1), lambda a: a,
                     lambda a: a.expand(2, 3), lambda a: a.clone().t()):
        for fast in (False, True):
            yield _both(torch, function, x, fast_mode=fast)


def state_afterwards(torch: Any) -> Iterator[Any]:
    """What gradcheck leaves behind: inputs, grad, grad mode and random state, and a call under no_grad."""
    x = _vector(torch)
    torch.manual_seed(3)
    before = torch.rand(1, dtype=torch.float64)
    for fast in (False, True):
        torch.manual_seed(3)
        torch.autograd.gradcheck(lambda a: (a * a).sum(), x, fast_mode=fast)
        yield x, x.grad, torch.is_grad_enabled(), bool(torch.equal(before, torch.rand(1, dtype=torch.float64)))
    with torch.no_grad():
        yield _result_or_error(lambda: torch.autograd.gradcheck(torch.sin, x))
    # PyTorch: (tensor([1., 2., 3.], dtype=torch.float64, requires_grad=True), None, True, True)
    # PyTorch: (tensor([1., 2., 3.], dtype=torch.float64, requires_grad=True), None, True, True)
    # PyTorch: ('GradcheckError', 'Numerical gradient for function ...')
    # PyTorch: memory in common: 0 and 1


def shapes_of_inputs(torch: Any) -> Iterator[Any]:
    """gradcheck of inputs without dimension, without elements and with strides."""
    for shape in ((), (0,), (1,), (2, 0), (2, 3), (1, 1, 2)):
        x = torch.full(shape, 0.5, dtype=torch.float64, requires_grad=True)
        for fast in (False, True):
            yield _both(torch, lambda a: a * a, x, fast_mode=fast)
            yield _both(torch, lambda a: a.sum(), x, fast_mode=fast, check_forward_ad=True)
    wide = torch.ones(3, 4, dtype=torch.float64)[:, ::2].detach().requires_grad_()
    yield _both(torch, lambda a: a * a, wide), _both(torch, lambda a: a.t() @ a, wide, fast_mode=True)


def modules_and_kinks(torch: Any) -> Iterator[Any]:
    """gradcheck of a module and its parameters, and of functions at a point where they have a kink."""
    torch.manual_seed(0)
    layer = torch.nn.Linear(3, 2).double()
    x = _vector(torch)
    yield _both(torch, layer, x), _both(torch, lambda *p: layer(x.detach()), tuple(layer.parameters()), check_batched_grad=True)
    zero = torch.zeros(2, dtype=torch.float64, requires_grad=True)
    for function in (torch.relu, torch.abs, lambda a: a.clamp(min=0), torch.sign, lambda a: a.sqrt()):
        for fast in (False, True):
            yield _both(torch, function, zero, fast_mode=fast)


def _rounded(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_rounded(v) for v in value]
    return value if isinstance(value, bool) else value.detach().round(decimals=3).tolist()


def older_helpers(torch: Any) -> Iterator[Any]:
    """The older functions for numerical and analytical Jacobians warn and still give their results."""
    module = importlib.import_module(f"{torch.__name__}.autograd.gradcheck")
    x = _vector(torch)
    for call in (lambda: module.get_numerical_jacobian(lambda a: a[0] ** 2, (x,)),
                 lambda: module.get_numerical_jacobian(lambda a: a[0], (x,), grad_out=2.0),
                 lambda: module.get_analytical_jacobian((x,), x**2), lambda: module.get_analytical_jacobian((x,), x**2, grad_out=2.0),
                 lambda: module.get_analytical_jacobian((x,), x * 1j)):
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            found = _outcome(call)
        yield [w.category.__name__ for w in caught], found if isinstance(found[0], str) else _rounded(found)
    yield module.GradcheckError.__mro__[1].__name__, module.GradcheckError.__module__.split(".")[1:]
    # PyTorch: (['FutureWarning'], [[[2.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 6.0]]])
    # PyTorch: (['FutureWarning'], ('ValueError', 'Expected grad_out to be 1.0'))
    # PyTorch: (['FutureWarning'], [[[[2.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 6.0]]], True, True, True])
    # PyTorch: (['FutureWarning'], ('ValueError', 'Expected grad_out to be 1.0'))
    # PyTorch: (['FutureWarning'], ('ValueError', 'Expected output to be non-complex'))
    # PyTorch: ('RuntimeError', ['autograd', 'gradcheck'])


def constants_that_depend_a_little(torch: Any) -> Iterator[Any]:
    """What requires no gradient must not depend on the inputs at all, whatever the tolerances."""
    x = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
    for fast in (False, True):
        for scale in (1e-3, 1e-7, 1e-12, 0.0):
            for options in ({}, {"atol": 10.0}, {"rtol": 10.0}, {"eps": 1e-3}):
                yield refused(lambda s=scale, fast=fast, o=options: torch.autograd.gradcheck(
                    lambda x: x.detach() * s, (x,), fast_mode=fast, **o))
