"""Grad modes, inference mode, anomaly mode, threads: what they change, for whom, and what they refuse."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

from .. import refused


def _leaf(torch: Any, *shape: int) -> Any:
    return torch.ones(shape or (2,)).requires_grad_()


def nested_grad_modes(torch: Any) -> Iterator[Any]:
    """no_grad, enable_grad and set_grad_enabled nest; each restores what it found."""
    seen = [torch.is_grad_enabled()]
    with torch.no_grad():
        seen.append(torch.is_grad_enabled())
        with torch.enable_grad():
            seen.append(torch.is_grad_enabled())
            with torch.set_grad_enabled(False):
                seen.append(torch.is_grad_enabled())
            seen.append(torch.is_grad_enabled())
        seen.append(torch.is_grad_enabled())
    yield [*seen, torch.is_grad_enabled()]
    # PyTorch: [True, False, True, False, True, False, True]


def set_grad_enabled_as_a_function(torch: Any) -> Iterator[Any]:
    """set_grad_enabled acts when it is called; as a manager it restores at the end what was before the call."""
    torch.set_grad_enabled(False)
    off = torch.is_grad_enabled()
    torch.set_grad_enabled(True)
    yield off, torch.is_grad_enabled()
    manager = torch.set_grad_enabled(False)
    inside = torch.is_grad_enabled()
    with manager:
        pass
    yield inside, torch.is_grad_enabled(), refused(lambda: torch.set_grad_enabled("no")), torch.is_grad_enabled()
    torch.set_grad_enabled(True)
    yield refused(lambda: torch.set_grad_enabled())["raised"], torch.is_grad_enabled(), repr(torch.no_grad)[:6]
    # PyTorch: (False, True)
    # PyTorch: (False, True, TypeError: set_grad_enabled(): argument 'enabled' ..., True)
    # PyTorch: ('TypeError', True, '<class')


def decorated_functions(torch: Any) -> Iterator[Any]:
    """Grad modes decorate functions, with parentheses or without, and end with the call, also if it raises."""

    @torch.no_grad()
    def off() -> bool:
        """Says whether."""
        return bool(torch.is_grad_enabled())

    @torch.no_grad
    def bare() -> bool:
        return bool(torch.is_grad_enabled())

    @torch.enable_grad()
    def on() -> bool:
        return bool(torch.is_grad_enabled())

    @torch.set_grad_enabled(False)
    def set_off() -> bool:
        return bool(torch.is_grad_enabled())

    yield off(), bare(), on(), set_off(), torch.is_grad_enabled(), off.__name__, off.__doc__
    with torch.no_grad():
        yield off(), on(), torch.is_grad_enabled()

    @torch.no_grad()
    def fails() -> None:
        raise KeyError("inside")

    yield refused(fails), torch.is_grad_enabled()

    @torch.no_grad()
    def recursive(n: int) -> Any:
        return [torch.is_grad_enabled()] + (recursive(n - 1) if n else [])

    yield recursive(2), torch.is_grad_enabled()
    # PyTorch: (False, False, True, False, True, 'off', 'Says whether.')
    # PyTorch: (False, True, False)
    # PyTorch: (KeyError: 'inside', True)
    # PyTorch: ([False, False, False], True)


def decorated_generators(torch: Any) -> Iterator[Any]:
    """A decorated generator is in its mode at each step and when closed; between steps its caller keeps its own."""
    seen: list[Any] = []

    @torch.no_grad()
    def counting() -> Iterator[Any]:
        seen.append(("start", torch.is_grad_enabled()))
        try:
            got = yield torch.is_grad_enabled()
            seen.append((got, torch.is_grad_enabled()))
            try:
                yield torch.is_grad_enabled()
            except ValueError:
                seen.append(("caught", torch.is_grad_enabled()))
            yield torch.is_grad_enabled()
        finally:
            seen.append(("end", torch.is_grad_enabled()))

    generator = counting()
    yield (
        next(generator),
        torch.is_grad_enabled(),
        generator.send("sent"),
        torch.is_grad_enabled(),
        generator.throw(ValueError("x")),
        torch.is_grad_enabled(),
    )
    generator.close()
    yield seen, torch.is_grad_enabled()

    @torch.no_grad()
    def returning() -> Any:
        yield 1
        return "result"

    def outer() -> Any:
        seen.append((yield from returning()))

    yield list(outer()), seen[-1]
    # PyTorch: (False, True, False, True, False, True)
    # PyTorch: ([('start', False), ('sent', False), ('caught', False), ('end', False)], True)
    # PyTorch: ([1], 'result')


def decorated_classes(torch: Any) -> Iterator[Any]:
    """no_grad on a class warns and returns a function, which makes objects in that mode; their methods are not in it."""

    class Model:
        def __init__(self) -> None:
            self.grad_at_start = torch.is_grad_enabled()

        def run(self) -> bool:
            return bool(torch.is_grad_enabled())

    wrapped = torch.no_grad()(Model)
    made = wrapped()
    yield made.grad_at_start, made.run(), type(wrapped).__name__, isinstance(wrapped, type)
    # PyTorch: (False, True, 'function', False)
    # PyTorch: FutureWarning: Decorating classes is deprecated and ...


def what_no_grad_makes(torch: Any) -> Iterator[Any]:
    """Results under no_grad require no grad and cannot go backward; new leaves may require it, and views of leaves do."""
    x = _leaf(torch)
    with torch.no_grad():
        y = x * 2
        z = torch.ones(2, requires_grad=True)
        view = x[0]
        w = z * 2
    yield y.requires_grad, y.is_leaf, z.requires_grad, view.requires_grad, w.requires_grad
    with torch.no_grad():
        yield x.clone().requires_grad, x.requires_grad, x.detach().requires_grad_().requires_grad, (x * 2).requires_grad_().is_leaf
        yield refused(lambda: (x * 2).sum().backward()), refused(lambda: torch.autograd.grad((x * 2).sum(), x))
    yield (y * x).requires_grad
    # PyTorch: (False, True, True, True, False)
    # PyTorch: (False, True, True, True)
    # PyTorch: (RuntimeError: element 0 of tensors does not require ..., RuntimeError: element 0 of tensors does not require ...)
    # PyTorch: True


def no_grad_and_changes_in_place(torch: Any) -> Iterator[Any]:
    """Under no_grad leaves take writes and results keep their node; a graph that saved what was written raises."""
    x = _leaf(torch)
    y = x * 1
    z = y * y
    with torch.no_grad():
        x.mul_(2)
        y.mul_(2)
    yield x.is_leaf, x._version, y.grad_fn.name(), y._version, refused(lambda: z.sum().backward())
    with torch.no_grad():
        x.copy_(y)
        x[0] = 5.0
    yield x.tolist(), x.requires_grad, x.grad_fn
    # PyTorch: (True, 1, 'MulBackward0', 1, RuntimeError: one of the variables needed for ...)
    # PyTorch: ([5.0, 2.0], True, None)


def backward_under_no_grad(torch: Any) -> Iterator[Any]:
    """Under no_grad backward runs, and create_graph makes gradients that can be differentiated."""
    x = _leaf(torch)
    y = (x * x).sum()
    with torch.no_grad():
        y.backward(retain_graph=True)
        (g,) = torch.autograd.grad(y, x, create_graph=True)
    yield x.grad.tolist(), g.requires_grad, torch.is_grad_enabled()
    # PyTorch: ([2.0, 2.0], True, True)


def inference_basics(torch: Any) -> Iterator[Any]:
    """Results in inference mode are inference tensors, without a version counter; views of normal tensors stay normal."""
    x = _leaf(torch)
    with torch.inference_mode():
        y = x * 2
        z = torch.ones(2)
        yield (
            torch.is_inference_mode_enabled(),
            torch.is_grad_enabled(),
            y.is_inference(),
            z.is_inference(),
            x.is_inference(),
            torch.is_inference(y),
            y.requires_grad,
        )
        with torch.inference_mode(False):
            yield torch.is_inference_mode_enabled(), torch.is_grad_enabled(), (x * 2).is_inference(), (x * 2).requires_grad
        with torch.enable_grad():
            yield torch.is_grad_enabled(), (x * 2).requires_grad, (x * 2).is_inference()
        y.add_(1)
        yield refused(lambda: y._version), x.view(-1).is_inference(), x[0].is_inference()
    yield (
        torch.is_inference_mode_enabled(),
        y.is_inference(),
        y.clone().is_inference(),
        y[0].is_inference(),
        y.detach().is_inference(),
        (y + 1).is_inference(),
    )
    # PyTorch: (True, False, True, True, False, True, False)
    # PyTorch: (False, True, False, True)
    # PyTorch: (True, False, True)
    # PyTorch: (RuntimeError: Inference tensors do not track version ..., False, False)
    # PyTorch: (False, True, False, True, True, False)


def inference_tensors_refuse(torch: Any) -> Iterator[Any]:
    """Outside of inference mode its tensors refuse writes in place, requires_grad, and to be saved for backward."""
    x = _leaf(torch)
    with torch.inference_mode():
        y = torch.ones(2)
        made = torch.ones(2, requires_grad=True) if False else None
    for call in (
        lambda: y.add_(1),
        lambda: y.mul_(x),
        lambda: x * y,
        lambda: x + y,
        lambda: (x + y).sum().backward(),
        lambda: y.requires_grad_(),
        lambda: y._version,
        lambda: y.backward(),
        lambda: y[0].add_(1),
        lambda: y.copy_(x),
        lambda: torch.add(x.detach(), 1, out=y),
        lambda: y.view(-1).mul_(2),
        lambda: torch.exp(y).add_(1),
        lambda: y.zero_(),
        lambda: y.resize_(3),
        lambda: y.detach_(),
        lambda: y.set_(torch.ones(1)),
        lambda: y.t_(),
        lambda: y.grad_fn,
        lambda: y.is_leaf,
        lambda: setattr(y, "requires_grad", True),
        lambda: y.register_hook(print),
        lambda: torch.nn.Parameter(y),
        lambda: y.clone().requires_grad_(),
        lambda: y.data.add_(1),
    ):
        yield refused(call)
    yield made


def inference_mode_requires_grad(torch: Any) -> Iterator[Any]:
    """A leaf made in inference mode may require grad, but has no graph there; outside it gets its gradient."""
    with torch.inference_mode():
        x = torch.ones(2, requires_grad=True)
        yield (
            x.requires_grad,
            x.is_leaf,
            (x * 2).requires_grad,
            refused(lambda: torch.ones(2).requires_grad_().requires_grad),
            refused(lambda: (x * 2).sum().backward()),
        )
    yield refused(lambda: (x * 2).sum().backward()), x.grad
    # PyTorch: (True, True, False, nothing: bool, RuntimeError: element 0 of tensors does not require ...)
    # PyTorch: (nothing: NoneType, tensor([2., 2.]))


def inference_mode_on_normal_tensors(torch: Any) -> Iterator[Any]:
    """In inference mode normal tensors take writes, leaves too, and count versions; their views stay normal."""
    x = torch.ones(2)
    leaf = _leaf(torch)
    y = leaf * 1
    with torch.inference_mode():
        x.add_(1)
        y.mul_(2)
        leaf.mul_(3)
        view = x[:1]
        view.add_(1)
    yield x._version, x.tolist(), y._version, y.grad_fn.name(), leaf.tolist(), leaf._version, view.is_inference(), view._base is x
    view.add_(1)
    yield x.tolist(), x._version
    # PyTorch: (2, [3.0, 2.0], 1, 'MulBackward0', [3.0, 3.0], 1, False, True)
    # PyTorch: ([4.0, 2.0], 3)


def inference_mode_as_a_decorator(torch: Any) -> Iterator[Any]:
    """inference_mode decorates functions, with parentheses or without; `mode=False` switches it off inside."""

    @torch.inference_mode()
    def inside() -> Any:
        return torch.is_inference_mode_enabled(), torch.ones(1).is_inference()

    @torch.inference_mode
    def bare() -> Any:
        return torch.is_inference_mode_enabled()

    @torch.inference_mode(mode=False)
    def off() -> Any:
        return torch.is_inference_mode_enabled()

    yield inside(), bare(), off(), torch.is_inference_mode_enabled()
    with torch.inference_mode():
        yield off(), inside()
    # PyTorch: ((True, True), True, False, False)
    # PyTorch: (False, (True, True))


def inference_mode_and_functions(torch: Any) -> Iterator[Any]:
    """In inference mode a Function leaves no graph; outside it may save inference tensors if no gradient is needed."""

    class Double(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            return x * 2

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * 2

    x = _leaf(torch)
    with torch.inference_mode():
        inferred = x * 1
        yield Double.apply(x).requires_grad
    yield refused(lambda: Double.apply(inferred)), refused(lambda: Double.apply(inferred.clone()))
    # PyTorch: False
    # PyTorch: (nothing: Tensor, nothing: Tensor)


def inference_tensors_in_modules(torch: Any) -> Iterator[Any]:
    """A linear layer refuses an inference tensor, which it would have to save for backward, and takes its clone."""
    torch.manual_seed(0)
    model = torch.nn.Linear(2, 1)
    with torch.inference_mode():
        features = model(torch.ones(1, 2))
        out = torch.ones(1, 2)
    yield features.is_inference(), refused(lambda: model(out).sum().backward()), refused(lambda: model(out.clone()).sum().backward())
    yield (
        refused(lambda: torch.nn.functional.mse_loss(features, torch.ones(1, 1))),
        refused(lambda: (model(torch.ones(1, 2)) * features).sum().backward()),
    )
    # PyTorch: (True, RuntimeError: Inference tensors cannot be saved for ..., nothing: NoneType)
    # PyTorch: (nothing: Tensor, RuntimeError: Inference tensors cannot be saved for ...)


def modes_belong_to_threads(torch: Any) -> Iterator[Any]:
    """Grad mode and inference mode belong to a thread: a new one starts with gradients on, and changes no other."""
    seen: list[Any] = []

    def look() -> None:
        seen.append((torch.is_grad_enabled(), torch.is_inference_mode_enabled()))
        torch.set_grad_enabled(False)

    with torch.no_grad():
        thread = threading.Thread(target=look)
        thread.start()
        thread.join()
        seen.append(torch.is_grad_enabled())
    with torch.inference_mode():
        thread = threading.Thread(target=look)
        thread.start()
        thread.join()
    yield seen, torch.is_grad_enabled()
    # PyTorch: ([(True, False), False, (True, False)], True)


def multithreading(torch: Any) -> Iterator[Any]:
    """set_multithreading_enabled holds inside its block and nests; backward runs either way."""
    x = _leaf(torch)
    enabled = torch._C._is_multithreading_enabled
    seen = [enabled()]
    with torch.autograd.set_multithreading_enabled(False):
        seen.append(enabled())
        (x * 2).sum().backward()
        with torch.autograd.set_multithreading_enabled(True):
            seen.append(enabled())
    yield [*seen, enabled()], x.grad.tolist()
    # PyTorch: ([True, False, True, True], [2.0, 2.0])


def hooks_of_modes_restore(torch: Any) -> Iterator[Any]:
    """Every manager of a mode restores what was before when its block raises, and passes the error on."""

    def enter_and_fail(manager: Any) -> Any:
        def run() -> None:
            with manager:
                raise KeyError("inside")

        return refused(run)

    for make in (
        torch.no_grad,
        torch.enable_grad,
        lambda: torch.set_grad_enabled(False),
        torch.inference_mode,
        torch.autograd.detect_anomaly,
        lambda: torch.autograd.set_detect_anomaly(True),
        lambda: torch.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t),
        lambda: torch.autograd.graph.disable_saved_tensors_hooks("no"),
        torch.autograd.graph.save_on_cpu,
        torch.autograd.graph.allow_mutation_on_saved_tensors,
        torch.autograd.forward_ad.dual_level,
        lambda: torch.autograd.set_multithreading_enabled(False),
    ):
        yield (
            enter_and_fail(make()),
            torch.is_grad_enabled(),
            torch.is_inference_mode_enabled(),
            torch.is_anomaly_enabled(),
            (torch.ones(1, requires_grad=True).exp()).requires_grad,
        )


def managers_used_again(torch: Any) -> Iterator[Any]:
    """A no_grad object entered again while it is open forgets what was before: gradients stay off at the end."""
    manager = torch.no_grad()
    with manager:
        with manager:
            inner = torch.is_grad_enabled()
        between = torch.is_grad_enabled()
    yield inner, between, torch.is_grad_enabled()
    torch.set_grad_enabled(True)
    yield type(manager.clone()).__name__, torch.is_grad_enabled()
    # PyTorch: (False, False, False)
    # PyTorch: ('no_grad', True)


def anomaly_basics(torch: Any) -> Iterator[Any]:
    """set_detect_anomaly is a manager and a function, for check_nan too; detect_anomaly warns that it is on."""
    seen = [torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled()]
    with torch.autograd.set_detect_anomaly(True, check_nan=False):
        seen += [torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled()]
        with torch.autograd.set_detect_anomaly(False):
            seen += [torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled()]
    yield [*seen, torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled()]
    with torch.autograd.detect_anomaly():
        yield torch.is_anomaly_enabled()
    torch.autograd.set_detect_anomaly(True)
    on = torch.is_anomaly_enabled()
    torch.autograd.set_detect_anomaly(False)
    yield on, torch.is_anomaly_enabled()
    # PyTorch: [False, True, True, False, False, True, False, True]
    # PyTorch: True
    # PyTorch: (True, False)
    # PyTorch: UserWarning: Anomaly Detection has been enabled. ...


def anomaly_finds_nan(torch: Any) -> Iterator[Any]:
    """Anomaly mode raises at the node whose backward returned nan, and names it, before a leaf has a gradient."""
    for make in (
        lambda x: (x * 0).sqrt() * 0,
        lambda x: torch.where(x > 2, 1 / (x * 0), x),
        lambda x: (x * 0).pow(0.5) * 0,
        lambda x: torch.where(x > 2, (x * 0).log(), x),
        lambda x: torch.where(x > 2, (x * 0).sqrt(), x),
    ):
        x = _leaf(torch)
        with torch.autograd.set_detect_anomaly(True):
            yield refused(lambda make=make, x=x: make(x).sum().backward()), x.grad


def anomaly_without_a_check(torch: Any) -> Iterator[Any]:
    """With check_nan=False anomaly mode lets nan pass into the gradient."""
    x = _leaf(torch)
    with torch.autograd.set_detect_anomaly(True, check_nan=False):
        ((x * 0).sqrt() * 0).sum().backward()
    yield x.grad
    # PyTorch: tensor([nan, nan])


def anomaly_and_errors(torch: Any) -> Iterator[Any]:
    """An error in backward stays the same in anomaly mode, which adds a warning with the forward's trace if it has one."""

    class Fails(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 2

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            raise KeyError("in backward")

    x = _leaf(torch)
    with torch.autograd.set_detect_anomaly(True):
        yield refused(lambda: Fails.apply(x).sum().backward())
    outside = Fails.apply(x)
    with torch.autograd.set_detect_anomaly(True):
        yield refused(lambda: outside.sum().backward())
    # PyTorch: KeyError: 'in backward'
    # PyTorch: KeyError: 'in backward'
    # PyTorch: UserWarning: Error detected in FailsBackward. ...
    # PyTorch: UserWarning: Error detected in FailsBackward. No ...


def anomaly_and_freed_graphs(torch: Any) -> Iterator[Any]:
    """Anomaly mode warns with the name of the node that met a freed graph or a saved tensor changed in place."""
    x = _leaf(torch)
    with torch.autograd.set_detect_anomaly(True):
        y = x.exp().sum()
        y.backward()
        yield refused(lambda: y.backward())
        z = x * 1
        w = z.exp() * z
        z.add_(1)
        yield refused(lambda: w.sum().backward())
    # PyTorch: RuntimeError: Trying to backward through the graph a ...
    # PyTorch: RuntimeError: one of the variables needed for ...
    # PyTorch: UserWarning: Error detected in ExpBackward0. ...
    # PyTorch: UserWarning: Error detected in MulBackward0. ...


def anomaly_metadata(torch: Any) -> Iterator[Any]:
    """Nodes made in anomaly mode have traceback_ in their metadata, and parent_ if another node's backward made them."""
    x = _leaf(torch)
    with torch.autograd.set_detect_anomaly(True):
        y = x.exp()
        (g,) = torch.autograd.grad(y.sum(), x, create_graph=True)
    yield (
        sorted(y.grad_fn.metadata),
        type(y.grad_fn.metadata["traceback_"]).__name__,
        sorted(g.grad_fn.metadata),
        g.grad_fn.metadata["parent_"].name(),
    )
    yield sorted((x.exp()).grad_fn.metadata)
    # PyTorch: (['traceback_'], 'list', ['parent_', 'traceback_'], 'ExpBackward0')
    # PyTorch: []


def anomaly_in_double_backward(torch: Any) -> Iterator[Any]:
    """Anomaly mode raises for a nan in double backward and lets pass what has none."""
    x = torch.zeros(2, requires_grad=True)
    with torch.autograd.set_detect_anomaly(True):
        y = (x + 1).sqrt() * x
        (g,) = torch.autograd.grad(y.sum(), x, create_graph=True)
        yield refused(lambda: torch.autograd.grad((g.sqrt() * 0).sum(), x)), torch.is_anomaly_enabled()
        h = g - g
        yield refused(lambda: torch.autograd.grad((h.sqrt() * 0).sum(), x))["raised"]
    # PyTorch: (nothing: tuple, True)
    # PyTorch: 'RuntimeError'
    # PyTorch: UserWarning: Error detected in SqrtBackward0. ...


def saved_tensor_hooks_and_no_grad(torch: Any) -> Iterator[Any]:
    """Pack hooks do not run where nothing is saved: under no_grad, and for tensors that require no grad."""
    seen: list[str] = []
    x = _leaf(torch)
    with torch.autograd.graph.saved_tensors_hooks(lambda t: (seen.append("pack"), t)[1], lambda t: t), torch.no_grad():
        x.exp()
    with torch.autograd.graph.saved_tensors_hooks(lambda t: (seen.append("pack"), t)[1], lambda t: t):
        torch.ones(2).exp()
        x.detach().exp()
    yield seen
    # PyTorch: []


def names_of_the_module(torch: Any) -> Iterator[Any]:
    """torch.no_grad and its like are the classes of torch.autograd.grad_mode, which exports six names."""
    grad_mode = torch.autograd.grad_mode
    yield (
        grad_mode.no_grad is torch.no_grad,
        grad_mode.enable_grad is torch.enable_grad,
        grad_mode.set_grad_enabled is torch.set_grad_enabled,
        grad_mode.inference_mode is torch.inference_mode,
    )
    yield torch.autograd.no_grad is torch.no_grad, sorted(grad_mode.__all__)


def views_and_versions_across_modes(torch: Any) -> Iterator[Any]:
    """_unsafe_preserve_version_counter hides writes into one tensor or several, so that backward does not notice."""
    unsafe = torch.autograd._unsafe_preserve_version_counter
    x = torch.ones(2)
    with unsafe(x):
        x.add_(1)
    yield x._version, x.tolist()
    y = torch.ones(2)
    with unsafe((x, y)):
        x.add_(1)
        y.mul_(2).mul_(2)
    yield x._version, y._version, refused(lambda: unsafe(3))["raised"]
    leaf = _leaf(torch)
    z = leaf * 1
    w = z.exp() * z
    with unsafe(z):
        z.zero_()
    w.sum().backward()
    yield leaf.grad.tolist()[0] > 0
    # PyTorch: (0, [2.0, 2.0])
    # PyTorch: (0, 0, 'AssertionError')
    # PyTorch: True
