"""The engine called by its private names, as libraries with a backward pass of their own do."""
from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from typing import Any


def _attribute_of(torch: Any, module: str, name: str) -> Any:
    return getattr(importlib.import_module(f"{torch.__name__}.{module}"), name)


def _result_or_error(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    try:
        found = function(*args, **kwargs)
    except (RuntimeError, TypeError, AssertionError, AttributeError) as error:
        return type(error).__name__, str(error).partition(" INTERNAL")[0]
    return [t.clone() if hasattr(t, "clone") else t for t in found] if isinstance(found, tuple) else found


def run_backward(torch: Any) -> Iterator[Any]:
    """run_backward with right and wrong outputs, cotangents and inputs, lenient or not, into .grad or returned."""
    x, unused, ones = torch.ones(2, requires_grad=True), torch.ones(3, requires_grad=True), torch.ones(2)
    y, edge = x * 2, torch.autograd.graph.get_gradient_edge
    run = torch.autograd.Variable._execution_engine.run_backward
    calls = [((y,), (ones,), True, False, given) for given in ((x,), [x], None, (), (ones,), (3,), (edge(x),), (y,), (y, x), (unused, x))]
    calls += [((edge(y),), (given,), True, False, (x,)) for given in (ones, None)]
    calls += [((y,), (given,), True, False, (x,)) for given in (torch.ones(3), torch.ones(1), torch.ones(2, 2), ones.double(), 3, None)]
    calls += [(y, (ones,), True, False, (x,)), ((y,), [ones], True, False, (x,)), ((y, y), (ones,), True, False, (x,)),
              ((y, y), (ones, ones), True, False, (x,)), ((), (), True, False, (x,)), ((ones,), (None,), True, False, (x,)),
              ((3,), (ones,), True, False, (x,)), ((y,), (ones,), None, False, (x,)), ((y,), (ones,), 1.5, False, (x,))]
    for call in calls:
        for lenient in (False, True):
            for into in (False, True):
                x.grad = None
                yield _result_or_error(run, *call, allow_unreachable=lenient,
                                       accumulate_grad=into), None if x.grad is None else x.grad.clone()


def cotangents(torch: Any) -> Iterator[Any]:
    """_make_grads fills in ones for scalars, and refuses missing or misshapen cotangents for tensors that are none."""
    x, ones = torch.ones(2, requires_grad=True), torch.ones(2)
    number, y = x.sum() * 2, x * 2
    make, tupled = _attribute_of(torch, "autograd", "_make_grads"), _attribute_of(torch, "autograd", "_tensor_or_tensors_to_tuple")
    for outs, given in (([number], [None]), ([y], [None]), ([y], [ones]), ([y], [torch.ones(3)]), ([ones], [None]), ([y], [3]),
                        ([number, y], [None, ones]), ([y], [ones.double()]), ([y.to(torch.complex64)], [ones])):
        yield _result_or_error(make, outs, given, False)
    yield (_result_or_error(make, [y], [torch.ones(3, 2)], True), _result_or_error(make, [y], [torch.ones(2, 3)], True),
           _result_or_error(make, [number], [None], True))
    for tensors, length in ((None, 3), (y, 1), ((x, y), 2), ([x], 1), (None, 0), (3, 1), ("ab", 2)):
        yield _result_or_error(tupled, tensors, length)


def nodes(torch: Any) -> Iterator[Any]:
    """The node behind a leaf is its AccumulateGrad, that of an edge its own; a tensor without history has none."""
    x = torch.ones(2, requires_grad=True)
    find = _attribute_of(torch, "autograd.graph", "_get_grad_fn_or_grad_acc")
    for t in (x, x * 2, torch.autograd.graph.get_gradient_edge(x * 2), torch.ones(2), 3):
        yield _result_or_error(lambda t=t: find(t).name())
    run = _attribute_of(torch, "autograd.graph", "_engine_run_backward")
    yield _result_or_error(run, (x * 2,), (torch.ones(2),), False, True, (x,), allow_unreachable=True)
    # PyTorch: 'torch::autograd::AccumulateGrad'
    # PyTorch: 'MulBackward0'
    # PyTorch: 'MulBackward0'
    # PyTorch: ('AssertionError', 'Expected gradient function to be set')
    # PyTorch: ('AttributeError', "'int' object has no attribute ...")
    # PyTorch: [tensor([2., 2.])]


def functional_parts(torch: Any) -> Iterator[Any]:
    """The helpers of autograd.functional: tuples, requires_grad, v, and zeros filled in by stage and strictness."""
    x, ones = torch.ones(2, requires_grad=True), torch.ones(2)
    y = x * 2
    part = lambda name: _attribute_of(torch, "autograd.functional", name)  # noqa: E731
    for given in (((x,),), ((x, 3),), (x,), (3,), ([x],), ((x,), "outputs", "vjp"), (3, "inputs", "hvp"), ((x, 3), "v", "vhp")):
        yield _result_or_error(part("_as_tuple"), *given)
    yield [_result_or_error(part("_as_tuple_nocheck"), given) for given in ((1, 2), [1, 2], 3)]
    for kind in ("outputs", "grad_inputs", "jacobian", "hessian", "other"):
        yield [_result_or_error(part("_check_requires_grad"), given, kind, strict) for given in ((ones,), (y,), (None,))
               for strict in (True, False)]
    for v, other in (((ones,), (ones,)), ((ones, ones), (ones,)), ((torch.ones(3),), (ones,))):
        yield [_result_or_error(part("_validate_v"), v, other, is_tuple) for is_tuple in (True, False)]
    for stage in ("back", "back_trick", "double_back", "double_back_trick", "other"):
        yield [_result_or_error(part("_fill_in_zeros"), given, (x,), strict, create, stage)
               for given in ((None,), (ones,), (y,)) for strict in (True, False) for create in (True, False)]


def functional_grad(torch: Any) -> Iterator[Any]:
    """_autograd_grad of outputs with and without history, cotangents missing or too many, and batched ones."""
    x, unused, ones = torch.ones(2, requires_grad=True), torch.ones((), requires_grad=True), torch.ones(2)
    run = _attribute_of(torch, "autograd.functional", "_autograd_grad")
    for outs, ins, cots in (((x * 2,), (x,), None), ((x * 2,), (x,), (ones,)), ((x * 2, ones), (x, unused), (ones, ones)),
                            ((ones,), (x,), None),
                            (x * 2, (x,), None), ((x * 2,), (x,), ones), ((x * 2,), (x,), (ones, ones)),
                            ((None, x * 2), (x,), (None, ones))):
        yield _result_or_error(run, outs, ins, cots), _result_or_error(run, outs, ins, cots, create_graph=True)
    yield _result_or_error(run, (x * 2,), (x,), (torch.ones(3, 2),), is_grads_batched=True)


def contexts(torch: Any) -> Iterator[Any]:
    """Both base classes of decorating modes enter and leave around each call, with and without parentheses."""
    seen: list[Any] = []

    def kind(base: Any) -> Any:
        return type("Mode", (base,), {"__enter__": lambda self: seen.append("in"), "__exit__": lambda self, *args: seen.append("out")})

    plain = kind(_attribute_of(torch, "autograd.grad_mode", "_DecoratorContextManager"))
    bare = kind(_attribute_of(torch, "autograd.grad_mode", "_NoParamDecoratorContextManager"))
    yield plain()(lambda a: seen.append("body") or a + 1)(1), bare(lambda a: seen.append("body") or a + 2)(1), seen
    # PyTorch: (2, 3, ['in', 'body', 'out', 'in', 'body', 'out'])


def checkpoints(torch: Any) -> Iterator[Any]:
    """What checkpoint finds out by itself: the device type of its arguments, autocast settings and a device's module."""
    infer, settings, module = (_attribute_of(torch, "utils.checkpoint", name)
                               for name in ("_infer_device_type", "_get_autocast_kwargs", "_get_device_module"))
    x = torch.ones(2)
    yield infer(x, 3), infer(), infer(x, torch.ones(2, device="meta")), infer([x], {"a": x})
    show = lambda: [[str(value) for value in part.values()] for part in (*settings("cpu"), *settings())]  # noqa: E731
    yield show()
    with torch.autocast("cpu", dtype=torch.bfloat16):
        yield show()
    yield module("cpu") is torch.cpu, str(module("meta"))


def profiling(torch: Any) -> Iterator[Any]:
    """_profiler_enabled is True inside a profile alone, and torch.autograd hands out a few private names."""
    listening = _attribute_of(torch, "autograd", "_profiler_enabled")
    before = listening()
    with torch.autograd.profiler.profile():
        during = listening()
    yield before, during, listening()
    yield (torch.autograd.is_multithreading_enabled(), torch.autograd.has_torch_function((torch.ones(2),)),
           torch.autograd.is_tensor_like(torch.ones(2)), torch.autograd.SavedTensor.__name__, str(torch.autograd.ProfilerActivity.CPU))
    # PyTorch: (False, True, False)
    # PyTorch: (True, False, True, 'SavedTensor', 'ProfilerActivity.CPU')
