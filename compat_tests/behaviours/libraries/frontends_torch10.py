"""Spellings of PyTorch 1.0 as 2.13 takes them: old arguments, names, Variables, Functions, what warns and what is refused."""
from __future__ import annotations

import importlib
import warnings
from collections.abc import Callable, Iterator
from typing import Any

from .. import refused


def _module(torch: Any, name: str) -> Any:
    return importlib.import_module(f"{torch.__name__}.{name}")


def _leaf(torch: Any) -> Any:
    return torch.tensor([1.0, 2.0, 3.0], requires_grad=True)


def _plain(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [_plain(v) for v in value]
    return value.tolist() if hasattr(value, "tolist") else value


def _with_warnings(call: Callable[[], Any]) -> Any:
    """The plain result or the error's first sentence, and kind and first words of each warning."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            result = _plain(call())
        except Exception as error:
            result = type(error).__name__, str(error).split("\n")[0].split(". ")[0]
    return result, [(w.category.__name__, str(w.message)[:40]) for w in caught]


def grad_variables(torch: Any) -> Iterator[Any]:
    """The old keyword grad_variables of backward works with a warning, but not beside grad_tensors."""
    x = _leaf(torch)
    ones = torch.ones(3)
    for arguments in ({"grad_variables": ones}, {"grad_variables": [ones]}, {"grad_tensors": ones, "grad_variables": ones},
                      {"grad_variables": None}, {"grad_variables": ones[:2]}, {"grad_variables": 3}):
        yield _with_warnings(lambda: torch.autograd.backward(x * x, **arguments)), _plain(x.grad)


def positions_of_backward(torch: Any) -> Iterator[Any]:
    """Arguments of autograd.backward by position, where retain_graph decides whether a second pass goes through."""
    with warnings.catch_warnings():  # of a cycle of references: issued once in a process, whatever ran before
        warnings.simplefilter("ignore")
        _leaf(torch).sum().backward(create_graph=True)
    for arguments in ((), (None,), (None, True), (None, True, True), (None, None, False, None), ([None],)):
        x = _leaf(torch)
        y = (x * x).sum()
        yield _with_warnings(lambda: torch.autograd.backward(y, *arguments)), _plain(x.grad)
        yield _with_warnings(lambda: torch.autograd.backward([y], *arguments))[0]


def retain_variables(torch: Any) -> Iterator[Any]:
    """retain_variables is gone from both backwards; a gradient and retain_graph can still be passed by position."""
    x = _leaf(torch)
    y = (x * x).sum()
    yield refused(lambda: y.backward(retain_variables=True))["raised"]
    yield refused(lambda: torch.autograd.backward(y, retain_variables=True))["raised"]
    yield _with_warnings(lambda: y.backward(None, True)), _with_warnings(lambda: y.backward(torch.tensor(2.0))), _plain(x.grad)
    # PyTorch: 'TypeError'
    # PyTorch: 'TypeError'
    # PyTorch: ((None, []), (None, []), [6.0, 12.0, 18.0])


def only_inputs(torch: Any) -> Iterator[Any]:
    """autograd.grad warns of only_inputs where it is not True, and computes the same in any case."""
    x = _leaf(torch)
    for value in (True, False, None, 0):
        yield _with_warnings(lambda: torch.autograd.grad((x * x).sum(), x, only_inputs=value)), x.grad
    yield _with_warnings(lambda: torch.autograd.grad((x * x).sum(), x, None, None, False, False, False))
    # PyTorch: (([[2.0, 4.0, 6.0]], []), None)
    # PyTorch: (([[2.0, 4.0, 6.0]], [('FutureWarning', 'only_inputs argument is deprecated and i')]), None)
    # PyTorch: (([[2.0, 4.0, 6.0]], [('FutureWarning', 'only_inputs argument is deprecated and i')]), None)
    # PyTorch: (([[2.0, 4.0, 6.0]], [('FutureWarning', 'only_inputs argument is deprecated and i')]), None)
    # PyTorch: ([[2.0, 4.0, 6.0]], [('FutureWarning', 'only_inputs argument is deprecated and i')])


def positions_of_grad(torch: Any) -> Iterator[Any]:
    """Arguments of autograd.grad by position; an unused input is an error unless allow_unused is set."""
    for arguments in ((), (None,), (None, True), (None, None, True), (None, None, False, True, True), (torch.tensor(2.0),),
                      ([torch.tensor(2.0)],)):
        x = _leaf(torch)
        yield _with_warnings(lambda: [g.detach() for g in torch.autograd.grad((x**3).sum(), x, *arguments)])
    unused = _leaf(torch)
    yield _with_warnings(lambda: torch.autograd.grad(x.sum(), [x, unused]))
    yield _with_warnings(lambda: torch.autograd.grad(x.sum(), [x, unused], allow_unused=True))


def variables(torch: Any) -> Iterator[Any]:
    """Variable(...) gives a plain Tensor that shares memory with its argument, and isinstance tells tensors from the rest."""
    Variable = torch.autograd.Variable
    t = torch.tensor([1.0, 2.0])
    for arguments in ((), (t,), (t, True), (None,), (None, True)):
        found = Variable(*arguments)
        yield type(found).__name__, found.requires_grad, found.is_leaf, tuple(found.shape), found is t
    for keywords in ({"data": t}, {"data": t, "requires_grad": True}, {"requires_grad": True}):
        found = Variable(**keywords)
        yield found.requires_grad, _plain(found)
    for bad in ([1.0], 3, "x", torch.nn.Linear(1, 1)):
        yield refused(lambda bad=bad: Variable(bad))["raised"]
    v = Variable(t)
    v.add_(1)
    yield t, isinstance(t, Variable), isinstance(torch.nn.Parameter(t), Variable), isinstance(3, Variable)
    yield issubclass(torch.Tensor, Variable)


def volatile(torch: Any) -> Iterator[Any]:
    """Variable(volatile=True) warns and does nothing, is refused beside requires_grad, and reading volatile warns."""
    Variable = torch.autograd.Variable
    t = torch.ones(2)
    for keywords in ({"volatile": True}, {"volatile": False}, {"volatile": True, "requires_grad": True},
                     {"volatile": False, "requires_grad": True}):
        yield _with_warnings(lambda: Variable(t, **keywords).requires_grad)
    yield _with_warnings(lambda: t.volatile)
    # PyTorch: (False, [('UserWarning', 'volatile was removed and now has no effe')])
    # PyTorch: (False, [])
    # PyTorch: (('ValueError', "Variable can't be volatile and ..."), [('UserWarning', 'volatile was removed and now has no effe')])
    # PyTorch: (True, [])
    # PyTorch: (False, [('UserWarning', 'volatile was removed (Variable.volatile ')])


def setting_volatile(torch: Any) -> Iterator[Any]:
    """Assigning volatile to a tensor warns and changes nothing."""
    def switched() -> Any:
        t = torch.ones(2)
        t.volatile = True
        return t.requires_grad

    yield _with_warnings(switched)
    # PyTorch: (False, [('UserWarning', 'volatile was removed and now has no effe')])


def variables_in_graphs(torch: Any) -> Iterator[Any]:
    """Training idioms of Variables: data without history, zeroing grad.data, and updates that leave the version alone."""
    Variable = torch.autograd.Variable
    x = Variable(torch.ones(2), requires_grad=True)
    y = (x * 2).sum()
    y.backward()
    yield x.grad, y.grad_fn.name(), x.data, type(x.data).__name__, x.data.requires_grad
    w = Variable(y.data)
    yield w.requires_grad, w.grad_fn, Variable(x).requires_grad, Variable(x).is_leaf
    x.grad.data.zero_()
    yield x.grad, x.grad.requires_grad
    x.data.add_(1)
    yield x, x._version
    # PyTorch: (tensor([2., 2.]), 'SumBackward0', tensor([1., 1.]), 'Tensor', False)
    # PyTorch: (False, None, False, True)
    # PyTorch: (tensor([0., 0.]), False)
    # PyTorch: (tensor([2., 2.], requires_grad=True), 0)
    # PyTorch: memory in common: 0 and 2, 1 and 3


def lowercase_variable(torch: Any) -> Iterator[Any]:
    """torch.autograd.variable is callable, but every call raises an error that points to torch.tensor."""
    variable = torch.autograd.variable
    yield refused(variable)["raised"], refused(lambda: variable(torch.ones(1)))["raised"]
    yield refused(lambda: variable([1.0], requires_grad=True))["raised"]
    yield "torch.tensor" in refused(variable)["message"], callable(variable)
    # PyTorch: ('RuntimeError', 'RuntimeError')
    # PyTorch: 'RuntimeError'
    # PyTorch: (True, True)


def engine_of_variables(torch: Any) -> Iterator[Any]:
    """is_checkpoint_valid is False only while the engine runs for chosen inputs; queue_callback needs a running backward."""
    engine = torch.autograd.Variable._execution_engine
    yield engine.is_checkpoint_valid()
    x = _leaf(torch)
    seen: list[Any] = []
    y = x * 2
    y.register_hook(lambda g: seen.append(engine.is_checkpoint_valid()))
    y.sum().backward(retain_graph=True)
    torch.autograd.grad(y.sum(), x, retain_graph=True)
    y.sum().backward(inputs=[x])
    yield seen, refused(lambda: engine.queue_callback(lambda: None))["raised"]
    # PyTorch: True
    # PyTorch: ([True, False, False], 'RuntimeError')


def final_callbacks(torch: Any) -> Iterator[Any]:
    """A callback queued from a hook runs once all gradients have been accumulated."""
    engine = torch.autograd.Variable._execution_engine
    x = _leaf(torch)
    log: list[Any] = []
    y = x * 2
    y.register_hook(lambda g: engine.queue_callback(lambda: log.append(_plain(x.grad))))
    y.register_hook(lambda g: log.append("hook"))
    y.sum().backward()
    yield log
    # PyTorch: ['hook', [2.0, 2.0, 2.0]]


def static_functions(torch: Any) -> Iterator[Any]:
    """Static Functions work; ctx.saved_variables warns that it is deprecated, and is_traceable is gone."""
    class Square(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, a: Any) -> Any:
            ctx.save_for_backward(a)
            return a * a

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            (a,) = ctx.saved_variables
            return g * 2 * a

    x = _leaf(torch)
    y = Square.apply(x)
    yield _with_warnings(lambda: y.sum().backward()), x.grad, y.grad_fn.name(), type(y.grad_fn).__name__
    yield _with_warnings(lambda: Square.apply(x.data).requires_grad), hasattr(Square, "is_traceable")


def legacy_functions(torch: Any) -> Iterator[Any]:
    """Old-style Functions can be made with a warning, calling them is refused, and the base class has no forward to run."""
    class Old(torch.autograd.Function):
        def forward(self, a: Any) -> Any:
            return a * 2

        def backward(self, g: Any) -> Any:
            return g * 2

    x = _leaf(torch)
    yield (_with_warnings(lambda: type(Old()).__name__), _with_warnings(lambda: Old()(x)),
           _with_warnings(lambda: Old.apply(x))[0][0] is not None)
    yield _with_warnings(lambda: torch.autograd.Function().forward(x))[0], _with_warnings(lambda: torch.autograd.Function.forward(x))[0]


def marks_of_functions(torch: Any) -> Iterator[Any]:
    """mark_shared_storage only warns, and the gradient is right all the same."""
    class Marked(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, a: Any) -> Any:
            ctx.mark_shared_storage((a, a))
            ctx.mark_non_differentiable(a > 1)
            return a * 2

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * 2

    x = _leaf(torch)
    yield _with_warnings(lambda: Marked.apply(x).sum().backward()), x.grad
    # PyTorch: ((None, [('FutureWarning', '`mark_shared_storage` is deprecated. Ten')]), tensor([2., 2., 2.]))


def once_differentiable(torch: Any) -> Iterator[Any]:
    """A once_differentiable backward gives first derivatives and refuses second ones."""
    once = _module(torch, "autograd.function").once_differentiable

    class Once(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, a: Any) -> Any:
            return a * 3

        @staticmethod
        @once
        def backward(ctx: Any, g: Any) -> Any:
            return g * 3

    x = _leaf(torch)
    (g,) = torch.autograd.grad(Once.apply(x).sum(), x)
    yield g
    (g,) = torch.autograd.grad((Once.apply(x) * x).sum(), x, create_graph=True)
    yield g.requires_grad, _with_warnings(lambda: g.sum().backward())
    # PyTorch: tensor([3., 3., 3.])
    # PyTorch: (True, (('RuntimeError', 'trying to differentiate twice a ...'), []))


def inplace_functions(torch: Any) -> Iterator[Any]:
    """An InplaceFunction that marks its argument dirty returns that very tensor; a leaf that requires grad is refused."""
    InplaceFunction = _module(torch, "autograd.function").InplaceFunction

    class Doubled(InplaceFunction):
        @staticmethod
        def forward(ctx: Any, a: Any, inplace: bool) -> Any:
            if inplace:
                ctx.mark_dirty(a)
                return a.mul_(2)
            return a * 2

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * 2, None

    for inplace in (False, True):
        x = _leaf(torch)
        h = x * 1
        y = Doubled.apply(h, inplace)
        y.sum().backward()
        yield x.grad, y is h, h._version
    yield refused(lambda: Doubled.apply(_leaf(torch), True))["raised"]
    made, noticed = _with_warnings(lambda: InplaceFunction(True).inplace)
    yield made, [kind for kind, _ in noticed]
    # PyTorch: (tensor([2., 2., 2.]), False, 0)
    # PyTorch: (tensor([2., 2., 2.]), True, 2)
    # PyTorch: 'RuntimeError'
    # PyTorch: (True, ['DeprecationWarning'])


def hooks_of_nodes(torch: Any) -> Iterator[Any]:
    """A node's hook sees gradients of inputs and outputs until it is removed; names and output_nr of tensors are there."""
    x = _leaf(torch)
    y = (x * 2).sum()
    seen: list[Any] = []
    handle = y.grad_fn.register_hook(lambda given, received: seen.append((_plain(list(given)), _plain(list(received)))))
    y.backward(retain_graph=True)
    handle.remove()
    y.backward()
    yield seen, y.grad_fn.metadata, y.grad_fn.next_functions[0][0].name(), y.output_nr, y.name, x.name
    # PyTorch: ([([[1.0, 1.0, 1.0]], [1.0])], {}, 'MulBackward0', 0, None, None)


def hooks_of_tensors(torch: Any) -> Iterator[Any]:
    """A tensor hook replaces the gradient; one that returns no tensor or another size is refused, as is one without grad."""
    x = _leaf(torch)
    y = x * 2
    yield y._backward_hooks, refused(lambda: torch.ones(2).register_hook(print))
    handle = y.register_hook(lambda g: g * 3)
    yield len(y._backward_hooks), type(handle).__name__
    y.sum().backward()
    handle.remove()
    yield x.grad, len(y._backward_hooks)
    for result in (3, "x", torch.ones(2)):
        z = x * 2
        z.register_hook(lambda g, result=result: result)
        yield _with_warnings(lambda: z.sum().backward())[0]
    # PyTorch: (None, RuntimeError: cannot register a hook on a tensor that ...)
    # PyTorch: (1, 'RemovableHandle')
    # PyTorch: (tensor([6., 6., 6.]), 0)
    # PyTorch: ('TypeError', 'expected Variable, but hook returned ...')
    # PyTorch: ('TypeError', 'expected Variable, but hook returned ...')
    # PyTorch: ('RuntimeError', "hook '<lambda>' has changed the size of ...")


def reinforce(torch: Any) -> Iterator[Any]:
    """Tensor.reinforce of the stochastic functions is still there and only raises."""
    x = _leaf(torch)
    yield refused(lambda: x.reinforce(1.0))["raised"], refused(lambda: (x * 2).reinforce(torch.ones(3)))["raised"]
    # PyTorch: ('RuntimeError', 'RuntimeError')


def detaching(torch: Any) -> Iterator[Any]:
    """detach shares memory, detach_ cuts the history of all but views, and writes to data go unnoticed by backward."""
    x = _leaf(torch)
    y = x * 2
    d = y.detach()
    yield d.requires_grad, d.grad_fn, d.data_ptr() == y.data_ptr(), d._base, d.is_leaf
    y.detach_()
    yield y.requires_grad, y.grad_fn, y.is_leaf
    yield refused(lambda: (x * 2)[0].detach_()), x.detach_().requires_grad
    z = _leaf(torch)
    w = z * 1
    w.data.zero_()
    (w * w).sum().backward()
    yield z.grad, w
    # PyTorch: (False, None, True, None, True)
    # PyTorch: (False, None, True)
    # PyTorch: (RuntimeError: Can't detach views in-place. Use ..., False)
    # PyTorch: (tensor([0., 0., 0.]), tensor([0., 0., 0.], grad_fn=<MulBackward0>))


def grad_modes(torch: Any) -> Iterator[Any]:
    """no_grad, enable_grad and set_grad_enabled nest, switch as calls and decorate, also under their old names."""
    x = _leaf(torch)
    with torch.no_grad():
        y = x * 2
        with torch.enable_grad():
            z = x * 2
    yield y.requires_grad, z.requires_grad, torch.is_grad_enabled()
    with torch.set_grad_enabled(False):
        yield torch.is_grad_enabled(), (x * 2).requires_grad
    torch.autograd.set_grad_enabled(False)
    yield torch.is_grad_enabled()
    torch.autograd.set_grad_enabled(True)

    @torch.no_grad()
    def frozen() -> bool:
        return torch.is_grad_enabled()

    yield frozen(), torch.is_grad_enabled(), torch.autograd.grad_mode.no_grad is torch.no_grad
    # PyTorch: (False, True, True)
    # PyTorch: (False, False)
    # PyTorch: False
    # PyTorch: (False, True, True)


def anomalies(torch: Any) -> Iterator[Any]:
    """detect_anomaly and set_detect_anomaly find nan in a backward pass; switched off, nothing is said."""
    x = torch.zeros(1, requires_grad=True)

    def backward() -> None:
        (torch.sqrt(x) * 0).sum().backward()

    found, noticed = _with_warnings(lambda: _inside(torch.autograd.detect_anomaly, backward))
    yield found, [kind for kind, _ in noticed][:1]
    found, noticed = _with_warnings(lambda: _inside(lambda: torch.autograd.set_detect_anomaly(True), backward))
    yield found
    yield _with_warnings(lambda: _inside(lambda: torch.autograd.set_detect_anomaly(False), backward))[0], torch.is_anomaly_enabled()
    # PyTorch: (('RuntimeError', "Function 'SqrtBackward0' returned nan ..."), ['UserWarning'])
    # PyTorch: ('RuntimeError', "Function 'SqrtBackward0' returned nan ...")
    # PyTorch: (None, False)


def _inside(context: Callable[[], Any], call: Callable[[], Any]) -> Any:
    with context():
        return call()


def checks_by_position(torch: Any) -> Iterator[Any]:
    """gradcheck and gradgradcheck take eps and atol by position or keyword; some old helpers of the module are gone."""
    x = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
    for check in (torch.autograd.gradcheck, torch.autograd.gradgradcheck):
        yield _with_warnings(lambda: check(lambda a: a**3, (x,))), _with_warnings(lambda: check(lambda a: a**3, (x,), eps=1e-6, atol=1e-4))
        yield _with_warnings(lambda: check(lambda a: a**3, (x,), 1e-6, 1e-5))[0][0] is not None
    module = _module(torch, "autograd.gradcheck")
    for name in ("zero_gradients", "iter_tensors", "make_jacobian", "get_numerical_jacobian", "get_analytical_jacobian"):
        yield name, hasattr(module, name)


def names_that_are_left(torch: Any) -> Iterator[Any]:
    """Which names of torch.autograd and torch.autograd.function from PyTorch 1.0 exist today."""
    function = _module(torch, "autograd.function")
    for name in ("Function", "BackwardCFunction", "FunctionMeta", "InplaceFunction", "NestedIOFunction", "once_differentiable", "traceable",
                 "_ContextMethodMixin", "_HookMixin"):
        yield name, hasattr(function, name)
    for name in ("Variable", "variable", "Function", "backward", "grad", "gradcheck", "gradgradcheck", "no_grad", "enable_grad",
                 "set_grad_enabled",
                 "detect_anomaly", "set_detect_anomaly", "profiler", "_is_checkpoint_valid", "NestedIOFunction"):
        yield name, hasattr(torch.autograd, name)
    variable = _module(torch, "autograd.variable")
    yield variable.Variable is torch.autograd.Variable, type(variable.Variable).__name__


def checkpoints_by_old_rules(torch: Any) -> Iterator[Any]:
    """checkpoint without use_reentrant warns; with True it refuses autograd.grad and takes backward()."""
    module = _module(torch, "utils.checkpoint")
    x = _leaf(torch)
    found, noticed = _with_warnings(lambda: module.checkpoint(lambda a: (a * a).sum(), x))
    yield found, [kind for kind, _ in noticed]
    found, noticed = _with_warnings(lambda: module.checkpoint(lambda a: a * 2, torch.ones(2)).requires_grad)
    yield found, [kind for kind, _ in noticed]
    y = module.checkpoint(lambda a: (a * a).sum(), x, use_reentrant=True)
    yield _with_warnings(lambda: torch.autograd.grad(y, x))[0]
    y.backward()
    yield _plain(x.grad), module.CheckpointFunction.__mro__[1].__name__
    # PyTorch: (14.0, ['UserWarning'])
    # PyTorch: (False, ['UserWarning', 'UserWarning'])
    # PyTorch: ('RuntimeError', 'When use_reentrant=True, ...')
    # PyTorch: ([2.0, 4.0, 6.0], 'Function')


def profiles_by_old_rules(torch: Any) -> Iterator[Any]:
    """The profiler prints tables with aten names, refuses unknown options, and refuses nvtx on a build without CUDA."""
    profiler = torch.autograd.profiler
    with profiler.profile() as prof:
        torch.ones(2).sin()
    yield "aten::sin" in str(prof), "aten::sin" in prof.table(), "aten::sin" in prof.key_averages().table()
    yield prof.total_average() is not None
    yield refused(lambda: profiler.profile(use_cuda=False, nothing=1))["raised"]
    yield refused(lambda: profiler.emit_nvtx().__enter__())["raised"]
    yield [hasattr(profiler, n) for n in ("EventList", "FunctionEvent", "load_nvprof", "emit_nvtx", "profile")]
    # PyTorch: (True, True, True)
    # PyTorch: True
    # PyTorch: 'TypeError'
    # PyTorch: 'AssertionError'
    # PyTorch: [True, True, True, True, True]
