"""Anomaly mode, decorators of every kind, and other modes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .._autograd import function_of, make_leaf, tried


def anomaly_nan(torch: Any) -> Iterator[Any]:
    """Anomaly mode raises at the node whose gradient is nan, names it and its output, and leaves the leaf without a gradient."""
    a = torch.zeros(3, requires_grad=True)
    with torch.autograd.detect_anomaly():
        yield tried(lambda: (torch.sqrt(a) * 0).sum().backward())
        yield a.grad
    # PyTorch: ('RuntimeError', "Function 'SqrtBackward0' returned nan ...")
    # PyTorch: None
    # PyTorch: UserWarning: Anomaly Detection has been enabled. ...
    # PyTorch: UserWarning: Error detected in SqrtBackward0. ...


def anomaly_nan_levels(torch: Any) -> Iterator[Any]:
    """Of several nodes on the way, anomaly mode blames the first in backward order that returns nan."""
    a = torch.tensor([0.0, 1.0], requires_grad=True)

    def f(x):
        y = x / x
        return y.pow(2)

    with torch.autograd.detect_anomaly():
        yield tried(lambda: f(a).sum().backward())
    # PyTorch: ('RuntimeError', "Function 'PowBackward0' returned nan ...")
    # PyTorch: UserWarning: Anomaly Detection has been enabled. ...
    # PyTorch: UserWarning: Error detected in PowBackward0. ...


def anomaly_warning_text(torch: Any) -> Iterator[Any]:
    """The warning of anomaly mode shows the line of the forward function that made the failing node."""
    import warnings as w

    a = torch.zeros(3, requires_grad=True)
    with w.catch_warnings(record=True) as c:
        w.simplefilter("always")
        with torch.autograd.set_detect_anomaly(True):

            def my_forward_function(x):
                return torch.sqrt(x) * 0

            try:
                my_forward_function(a).sum().backward()
            except RuntimeError as e:
                print(e)
    t = [str(q.message) for q in c]
    yield (
        len(t),
        [q.category.__name__ for q in c],
        ["my_forward_function" in x for x in t],
        [x.split("\n")[0].split(" (Trig")[0] for x in t],
        [leaf.strip() for leaf in t[-1].split("\n") if "sqrt" in leaf],
    )
    # PyTorch: (1, ['UserWarning'], [True], ['Error detected in SqrtBackward0. ...'], ['return torch.sqrt(x) * 0'])
    # PyTorch: printed Function 'SqrtBackward0' returned nan values in its 0th output.


def anomaly_check_false(torch: Any) -> Iterator[Any]:
    """With check_nan=False anomaly mode lets nan through, and both flags are as before when the block ends."""
    a = torch.zeros(3, requires_grad=True)
    with torch.autograd.detect_anomaly(check_nan=False):
        yield tried(lambda: (torch.sqrt(a) * 0).sum().backward())
        yield (a.grad, torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled())
    yield (torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled())
    # PyTorch: None
    # PyTorch: (tensor([nan, nan, nan]), True, False)
    # PyTorch: (False, True)
    # PyTorch: UserWarning: Anomaly Detection has been enabled. ...


def anomaly_set_function(torch: Any) -> Iterator[Any]:
    """set_detect_anomaly switches as a plain call, too, and takes bools alone for both of its arguments."""
    torch.autograd.set_detect_anomaly(True, False)
    yield (torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled())
    torch.autograd.set_detect_anomaly(False)
    yield (torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled())
    for v in (1, 0, None, "x"):
        yield tried(lambda: torch.autograd.set_detect_anomaly(v))
        torch.autograd.set_detect_anomaly(False)
    yield tried(lambda: torch.autograd.set_detect_anomaly(True, 1))
    torch.autograd.set_detect_anomaly(False)


def anomaly_decorator(torch: Any) -> Iterator[Any]:
    """Neither detect_anomaly nor set_detect_anomaly can be used as a decorator."""
    yield tried(lambda: torch.autograd.detect_anomaly()(lambda: 1))
    yield tried(lambda: torch.autograd.set_detect_anomaly(True)(lambda: 1))
    torch.autograd.set_detect_anomaly(False)
    # PyTorch: ('TypeError', "'detect_anomaly' object is not callable")
    # PyTorch: ('TypeError', "'set_detect_anomaly' object is not ...")
    # PyTorch: UserWarning: Anomaly Detection has been enabled. ...


def anomaly_custom_function(torch: Any) -> Iterator[Any]:
    """Anomaly mode names the node of a Function whose backward returns nan."""
    F = function_of(torch, lambda ctx, x: x * 2, lambda ctx, g: g * float("nan"), name="NanMaker")
    a = make_leaf(torch)
    with torch.autograd.detect_anomaly():
        yield tried(lambda: F.apply(a).sum().backward())
    # PyTorch: ('RuntimeError', "Function 'NanMakerBackward' returned ...")
    # PyTorch: UserWarning: Anomaly Detection has been enabled. ...
    # PyTorch: UserWarning: Error detected in NanMakerBackward. ...


def anomaly_function_raises(torch: Any) -> Iterator[Any]:
    """An exception of a Function's backward stays as it is under anomaly mode, which warns with the forward traceback."""

    def b(ctx, g):
        raise ValueError("mine")

    F = function_of(torch, lambda ctx, x: x * 2, b, name="Raiser")
    a = make_leaf(torch)
    with torch.autograd.detect_anomaly():
        yield tried(lambda: F.apply(a).sum().backward())
    # PyTorch: ('ValueError', 'mine')
    # PyTorch: UserWarning: Anomaly Detection has been enabled. ...
    # PyTorch: UserWarning: Error detected in RaiserBackward. ...


def anomaly_second_output(torch: Any) -> Iterator[Any]:
    """The error counts which gradient of the node is nan, and no leaf has received anything by then."""
    F = function_of(torch, lambda ctx, x, y: x * 2 * y, lambda ctx, g: (g, g * float("nan")), name="N2")
    a, b = (make_leaf(torch), make_leaf(torch))
    with torch.autograd.detect_anomaly():
        yield tried(lambda: F.apply(a, b).sum().backward())
        yield (a.grad, b.grad)
    # PyTorch: ('RuntimeError', "Function 'N2Backward' returned nan ...")
    # PyTorch: (None, None)
    # PyTorch: UserWarning: Anomaly Detection has been enabled. ...
    # PyTorch: UserWarning: Error detected in N2Backward. Traceback ...


def anomaly_incoming_nan(torch: Any) -> Iterator[Any]:
    """A nan in the cotangent that was passed in is blamed on the first node that hands it on."""
    a = make_leaf(torch)
    with torch.autograd.detect_anomaly():
        yield tried(lambda: (a * 2).backward(torch.tensor([1.0, float("nan"), 1.0])))
        yield a.grad
    # PyTorch: ('RuntimeError', "Function 'MulBackward0' returned nan ...")
    # PyTorch: None
    # PyTorch: UserWarning: Anomaly Detection has been enabled. ...
    # PyTorch: UserWarning: Error detected in MulBackward0. ...


def anomaly_inf_only(torch: Any) -> Iterator[Any]:
    """Infinite gradients are no anomaly."""
    a = torch.zeros(3, requires_grad=True)
    with torch.autograd.detect_anomaly():
        yield tried(lambda: torch.sqrt(a).sum().backward())
        yield a.grad
    # PyTorch: None
    # PyTorch: tensor([inf, inf, inf])
    # PyTorch: UserWarning: Anomaly Detection has been enabled. ...


def anomaly_graph_before(torch: Any) -> Iterator[Any]:
    """For a graph recorded before anomaly mode was on, the node is named but no forward traceback is known."""
    a = torch.zeros(3, requires_grad=True)
    y = (torch.sqrt(a) * 0).sum()
    with torch.autograd.detect_anomaly():
        yield tried(lambda: y.backward())
    # PyTorch: ('RuntimeError', "Function 'SqrtBackward0' returned nan ...")
    # PyTorch: UserWarning: Anomaly Detection has been enabled. ...
    # PyTorch: UserWarning: Error detected in SqrtBackward0. No ...


def anomaly_double(torch: Any) -> Iterator[Any]:
    """A nan in the second derivative is reported with the forward pass of both the node and the backward that made it."""
    a = torch.zeros(3, requires_grad=True)
    with torch.autograd.detect_anomaly():
        (g,) = torch.autograd.grad((a**1.5).sum(), a, create_graph=True)
        yield tried(lambda: (g * 0).sum().backward())
    # PyTorch: ('RuntimeError', "Function 'PowBackward0' returned nan ...")
    # PyTorch: UserWarning: Anomaly Detection has been enabled. ...
    # PyTorch: UserWarning: Error detected in PowBackward0. ...
    # PyTorch: UserWarning:


def anomaly_hook_nan(torch: Any) -> Iterator[Any]:
    """A nan that a tensor hook puts into a gradient is blamed on the node that receives it."""
    a = make_leaf(torch)
    y = a * 2
    y.register_hook(lambda g: g * float("nan"))
    with torch.autograd.detect_anomaly():
        yield tried(lambda: y.sum().backward())
    # PyTorch: ('RuntimeError', "Function 'MulBackward0' returned nan ...")
    # PyTorch: UserWarning: Anomaly Detection has been enabled. ...
    # PyTorch: UserWarning: Error detected in MulBackward0. No ...


def anomaly_version_error(torch: Any) -> Iterator[Any]:
    """Under anomaly mode, an error about a tensor changed in place comes with a warning and another hint."""
    import warnings as w

    with w.catch_warnings(record=True) as c:
        w.simplefilter("always")
        with torch.autograd.detect_anomaly():
            a = make_leaf(torch)
            y = a.exp()
            y.add_(1)
            try:
                y.sum().backward()
            except RuntimeError as e:
                print(e)
    yield [str(q.message).split("\n")[0].split(" (Trig")[0] for q in c]


def anomaly_metadata(torch: Any) -> Iterator[Any]:
    """Nodes made under anomaly mode keep the forward stack as a list in their metadata."""
    with torch.autograd.detect_anomaly():
        y = make_leaf(torch) * 2
        z = y.exp()
    yield (sorted(y.grad_fn.metadata), type(y.grad_fn.metadata.get("traceback_")).__name__, sorted(z.grad_fn.metadata))
    yield any("anomaly_metadata" in leaf for leaf in y.grad_fn.metadata["traceback_"])
    # PyTorch: (['traceback_'], 'list', ['traceback_'])
    # PyTorch: True
    # PyTorch: UserWarning: Anomaly Detection has been enabled. ...


def dec_class(torch: Any) -> Iterator[Any]:
    """Decorating a class with no_grad covers its constructor but none of its methods, and leaves a function in its place."""

    @torch.no_grad()
    class A:
        def __init__(self, x):
            self.y = x * 2
            self.g = torch.is_grad_enabled()

        def m(self):
            return torch.is_grad_enabled()

    a = A(make_leaf(torch))
    yield (a.g, a.y.requires_grad, a.m(), A.__name__)
    # PyTorch: (False, False, True, '<lambda>')
    # PyTorch: FutureWarning: Decorating classes is deprecated and ...


def dec_class_forms(torch: Any) -> Iterator[Any]:
    """What classes decorated with no_grad, enable_grad or inference_mode become, with and without parentheses."""
    for d in (torch.no_grad(), torch.enable_grad(), torch.inference_mode(), torch.no_grad, torch.enable_grad, torch.inference_mode):

        class A:
            def __init__(self):
                self.g = (torch.is_grad_enabled(), torch.is_inference_mode_enabled())

        B = tried(lambda: d(A))
        yield (type(B).__name__, tried(lambda: B().g))


def dec_generator(torch: Any) -> Iterator[Any]:
    """A decorated generator runs its body in the mode and its caller outside, also by send, throw and close."""

    @torch.no_grad()
    def g():
        yield torch.is_grad_enabled()
        r = yield torch.is_grad_enabled()
        yield (r, torch.is_grad_enabled())
        try:
            yield 1
        except ValueError:
            yield ("caught", torch.is_grad_enabled())
        return 5

    i = g()
    yield (next(i), torch.is_grad_enabled())
    yield next(i)
    yield i.send("r")
    yield next(i)
    yield i.throw(ValueError("x"))
    yield tried(lambda: next(i))
    yield torch.is_grad_enabled()
    i = g()
    next(i)
    i.close()
    yield torch.is_grad_enabled()
    yield tried(lambda: i.throw(KeyError("e")))


def dec_generator_return(torch: Any) -> Iterator[Any]:
    """A decorated generator keeps its return value and works with yield from."""

    @torch.no_grad()
    def g():
        yield 1
        return 7

    def d():
        r = yield from g()
        yield r

    yield list(d())
    # PyTorch: [1, 7]


def dec_generator_mode_inside(torch: Any) -> Iterator[Any]:
    """A mode that a decorated generator has switched to itself at a yield leaks to the caller until it is left."""

    @torch.no_grad()
    def g():
        with torch.enable_grad():
            yield torch.is_grad_enabled()
            yield torch.is_grad_enabled()
        yield torch.is_grad_enabled()

    i = g()
    yield (next(i), torch.is_grad_enabled(), next(i), torch.is_grad_enabled(), next(i), torch.is_grad_enabled())
    # PyTorch: (True, True, False, True, False, True)


def dec_async(torch: Any) -> Iterator[Any]:
    """A decorated coroutine function is no longer one, and its body runs outside of the mode."""
    import asyncio
    import inspect

    @torch.no_grad()
    async def f():
        return torch.is_grad_enabled()

    async def m():
        return await f()

    yield asyncio.run(m())
    yield inspect.iscoroutinefunction(f)

    @torch.inference_mode()
    async def f():
        return torch.is_inference_mode_enabled()

    yield asyncio.run(f())
    # PyTorch: True
    # PyTorch: False
    # PyTorch: False


def dec_async_gen(torch: Any) -> Iterator[Any]:
    """The body of a decorated async generator runs outside of the mode."""
    import asyncio

    @torch.no_grad()
    async def f():
        yield torch.is_grad_enabled()
        yield torch.is_grad_enabled()

    async def m():
        return [v async for v in f()]

    yield tried(lambda: asyncio.run(m()))
    # PyTorch: [True, True]


def dec_nested_methods(torch: Any) -> Iterator[Any]:
    """Decorated methods, static methods and class methods run in the mode and keep name, doc and __wrapped__."""

    class A:
        @torch.no_grad()
        def m(self, k=1):
            """doc"""
            return (torch.is_grad_enabled(), k)

        @staticmethod
        @torch.no_grad()
        def s():
            return torch.is_grad_enabled()

        @classmethod
        @torch.no_grad()
        def c(cls):
            return torch.is_grad_enabled()

    yield (A().m(k=2), A.s(), A.c(), A.m.__doc__, A.m.__name__, hasattr(A.m, "__wrapped__"))
    # PyTorch: ((False, 2), False, False, 'doc', 'm', True)


def dec_recursive(torch: Any) -> Iterator[Any]:
    """A decorated function can call itself, and afterwards the mode is as it was."""

    @torch.no_grad()
    def f(n):
        return [torch.is_grad_enabled()] + (f(n - 1) if n else [])

    yield (f(3), torch.is_grad_enabled())

    @torch.enable_grad()
    def g():
        return torch.is_grad_enabled()

    with torch.no_grad():
        yield (g(), torch.is_grad_enabled())
    # PyTorch: ([False, False, False, False], True)
    # PyTorch: (True, False)


def dec_set_grad_enabled(torch: Any) -> Iterator[Any]:
    """set_grad_enabled(False) as a decorator acts at calls of the function, not where it is defined."""

    @torch.set_grad_enabled(False)
    def f():
        return torch.is_grad_enabled()

    yield torch.is_grad_enabled()
    yield (f(), torch.is_grad_enabled())

    @torch.autograd.grad_mode.set_grad_enabled(True)
    def g():
        return torch.is_grad_enabled()

    yield g()
    torch.set_grad_enabled(True)
    # PyTorch: True
    # PyTorch: (False, True)
    # PyTorch: True


def dec_lambda_callable(torch: Any) -> Iterator[Any]:
    """Callable objects, lambdas and partials can be decorated with no_grad, with or without parentheses."""

    class C:
        def __call__(self):
            return torch.is_grad_enabled()

    yield tried(lambda: torch.no_grad()(C())())
    yield torch.no_grad()(lambda: torch.is_grad_enabled())()
    import functools

    yield tried(lambda: torch.no_grad()(functools.partial(torch.is_grad_enabled))())
    yield tried(lambda: torch.no_grad()(3))
    yield tried(lambda: torch.no_grad(3))
    yield tried(lambda: torch.enable_grad(3))
    yield tried(lambda: torch.no_grad(lambda: torch.is_grad_enabled())())


def multithreading(torch: Any) -> Iterator[Any]:
    """set_multithreading_enabled acts at once and as a context, keeps its mode when cloned, and takes bools alone."""
    g = torch.autograd.grad_mode
    yield sorted(n for n in g.__all__)
    c = torch.autograd.set_multithreading_enabled(False)
    yield (torch._C._is_multithreading_enabled() if hasattr(torch._C, "_is_multithreading_enabled") else None)
    with torch.autograd.set_multithreading_enabled(True):
        x = make_leaf(torch)
        (x * 2).sum().backward()
        yield x.grad
    torch.autograd.set_multithreading_enabled(True)
    yield (c.mode, c.clone().mode)
    for v in (1, None, "s"):
        yield tried(lambda: type(torch.autograd.set_multithreading_enabled(v)).__name__)
    torch.autograd.set_multithreading_enabled(True)


def view_replay(torch: Any) -> Iterator[Any]:
    """_unsafe_preserve_version_counter hides in-place changes of one tensor or several from their versions."""
    g = torch.autograd.grad_mode
    with g._force_original_view_tracking(True):
        yield 1
    yield tried(lambda: g._unsafe_preserve_version_counter(torch.ones(2)))
    t = torch.ones(2)
    with g._unsafe_preserve_version_counter(t):
        t.add_(1)
    yield t._version
    a, b = (torch.ones(2), torch.ones(2))
    with g._unsafe_preserve_version_counter((a, b)):
        a.add_(1)
        b.add_(1)
    yield (a._version, b._version)
    # PyTorch: 1
    # PyTorch: _unsafe_preserve_version_counter
    # PyTorch: 0
    # PyTorch: (0, 0)


def one_manager_in_itself(torch: Any) -> Iterator[Any]:
    """A no_grad object entered twice forgets the first mode, so grad stays off after both blocks."""
    manager = torch.no_grad()
    with manager:
        with manager:
            yield torch.is_grad_enabled()
        yield torch.is_grad_enabled()
    yield torch.is_grad_enabled()  # the inner entry has overwritten what to restore
    torch.set_grad_enabled(True)
    # PyTorch: False
    # PyTorch: False
    # PyTorch: False


def thread_local(torch: Any) -> Iterator[Any]:
    """A new thread starts with default modes, and what it switches does not reach the thread that started it."""
    import threading

    r = {}

    def w():
        r["g"] = (torch.is_grad_enabled(), torch.is_inference_mode_enabled(), torch.is_anomaly_enabled())
        torch.set_grad_enabled(False)

    with torch.no_grad(), torch.inference_mode():
        t = threading.Thread(target=w)
        t.start()
        t.join()
    yield (r["g"], torch.is_grad_enabled())
    # PyTorch: ((True, False, False), True)


def no_grad_inplace_leaf(torch: Any) -> Iterator[Any]:
    """Under no_grad a leaf and a view of it may be changed in place; outside both changes are refused."""
    a = make_leaf(torch)
    with torch.no_grad():
        a.add_(1)
        a[0] = 9
        v = a[:2]
        v.mul_(2)
        yield (v.requires_grad, a._version)
    yield a
    yield tried(lambda: v.add_(1))
    yield tried(lambda: a.add_(1))
    (a * a).sum().backward()
    yield a.grad
    # PyTorch: (True, 3)
    # PyTorch: tensor([18., 6., 4.], requires_grad=True)
    # PyTorch: ('RuntimeError', 'A view was created in no_grad mode and ...')
    # PyTorch: ('RuntimeError', 'a leaf Variable that requires grad is ...')
    # PyTorch: tensor([36., 12., 8.])
