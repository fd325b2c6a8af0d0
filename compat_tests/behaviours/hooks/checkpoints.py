"""utils.checkpoint: gradients, how often functions run, random numbers, refusals."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

from .. import refused


def _module(torch: Any) -> Any:
    return importlib.import_module(f"{torch.__name__}.utils.checkpoint")


def _leaf(torch: Any) -> Any:
    return torch.tensor([1.0, 2.0, 3.0], requires_grad=True)


def _func(a: Any) -> Any:
    return (a.sin() * a.exp()).sum()


def gradients(torch: Any) -> Iterator[Any]:
    """A checkpointed function runs once forward and again for each backward, in both variants."""
    checkpoint = _module(torch).checkpoint
    for reentrant in (True, False):
        calls = []

        def counted(a: Any, calls: list[int] = calls) -> Any:
            calls.append(1)
            return _func(a)

        x = _leaf(torch)
        y = checkpoint(counted, x, use_reentrant=reentrant)
        yield y.grad_fn.name(), len(calls)
        y.backward(retain_graph=True)
        y.backward()
        yield x.grad.tolist(), len(calls), refused(y.backward)
        yield refused(lambda reentrant=reentrant: torch.autograd.grad(checkpoint(_func, _leaf(torch), use_reentrant=reentrant), x))
    # PyTorch: ('CheckpointFunctionBackward', 1)
    # PyTorch: ([7.51209831237793, 7.287834644317627, -34.100120544433594], 3, RuntimeError: Trying to backward through the graph a ...)
    # PyTorch: RuntimeError: The differentiated Tensor at index 0 ...
    # PyTorch: ('SumBackward0', 1)
    # PyTorch: ([7.51209831237793, 7.287834644317627, -34.100120544433594], 3, RuntimeError: Trying to backward through the graph a ...)
    # PyTorch: RuntimeError: The differentiated Tensor at index 0 ...


def random_numbers(torch: Any) -> Iterator[Any]:
    """Recomputing a checkpoint draws the same random numbers only if the state is preserved."""
    checkpoint = _module(torch).checkpoint
    for reentrant in (True, False):
        for preserve in (True, False):
            masks = []

            def dropped(a: Any, masks: list[Any] = masks) -> Any:
                masks.append(torch.rand(3))
                return (a * masks[-1]).sum()

            x = _leaf(torch)
            torch.manual_seed(0)
            y = checkpoint(dropped, x, use_reentrant=reentrant, preserve_rng_state=preserve)
            between = torch.rand(1)
            y.backward()
            yield masks, between, torch.rand(1), x.grad


def sequential_and_nested(torch: Any) -> Iterator[Any]:
    """checkpoint_sequential and a checkpoint inside a checkpoint give the right gradient."""
    module = _module(torch)
    checkpoint, checkpoint_sequential = module.checkpoint, module.checkpoint_sequential
    for reentrant in (True, False):
        x = _leaf(torch)
        checkpoint_sequential([torch.sin, torch.exp, torch.cos, torch.sum], 2, x, use_reentrant=reentrant).backward()
        yield x.grad
    x = _leaf(torch)
    checkpoint(lambda a: checkpoint(_func, a * 2, use_reentrant=False), x, use_reentrant=False).backward()
    yield x.grad
    # PyTorch: tensor([-0.9180, 0.6326, 1.0413])
    # PyTorch: tensor([-0.9180, 0.6326, 1.0413])
    # PyTorch: tensor([7.2878, -154.0155, 549.2722])


def early_stop(torch: Any) -> Iterator[Any]:
    """Recomputing stops after the last tensor that is needed, unless early stop is switched off."""
    module = _module(torch)
    checkpoint, set_checkpoint_early_stop = module.checkpoint, module.set_checkpoint_early_stop
    for stop in (True, False):
        log: list[int] = []

        def steps(a: Any, log: list[int] = log) -> Any:
            b = a.sin()
            log.append(1)
            c = b.exp()
            log.append(2)
            return c.sum()

        y = checkpoint(steps, _leaf(torch), use_reentrant=False, early_stop=stop)
        y.backward()
        yield log
        with set_checkpoint_early_stop(not stop):
            y = checkpoint(steps, _leaf(torch), use_reentrant=False, early_stop=stop)
        y.backward()
        yield log
    # PyTorch: [1, 2, 1]
    # PyTorch: [1, 2, 1, 1, 2, 1, 2]
    # PyTorch: [1, 2, 1, 2]
    # PyTorch: [1, 2, 1, 2, 1, 2, 1]


def not_deterministic(torch: Any) -> Iterator[Any]:
    """A checkpoint that saves another number or shape of tensors when recomputed is refused."""
    checkpoint = _module(torch).checkpoint
    for later in (lambda a: a.sin().sum(), lambda a: torch.cat([a, a]).sin().cos().sum()):
        functions = [lambda a: a.sin().cos().sum(), later]
        y = checkpoint(lambda a, functions=functions: functions.pop(0)(a), _leaf(torch), use_reentrant=False)
        yield refused(y.backward)
    # PyTorch: CheckpointError: torch.utils.checkpoint: A different ...
    # PyTorch: CheckpointError: torch.utils.checkpoint: Recomputed ...


def arguments(torch: Any) -> Iterator[Any]:
    """What checkpoint and detach_variable refuse, and an input changed before it is recomputed."""
    c = _module(torch)
    yield refused(lambda: c.checkpoint(_func, _leaf(torch), use_reentrant=True, foo=2))
    yield refused(lambda: c.checkpoint(_func, _leaf(torch), use_reentrant=True, debug=True))
    yield refused(lambda: c.checkpoint(_func, _leaf(torch), use_reentrant=False, determinism_check="x"))
    yield refused(lambda: c.detach_variable([_leaf(torch)])), c.detach_variable((_leaf(torch), 3))
    yield c.checkpoint(_func, torch.ones(3), use_reentrant=True)
    x = _leaf(torch)
    y = c.checkpoint(lambda a: (a * 2).sin().sum(), x, use_reentrant=False)
    with torch.no_grad():
        x.add_(1)
    yield refused(y.backward)["raised"]
