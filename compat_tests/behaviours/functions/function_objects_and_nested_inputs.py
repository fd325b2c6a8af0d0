"""Functions as objects, nested inputs; switches of modes under their inner names."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .. import refused


def instances(torch: Any) -> Iterator[Any]:
    """An instance of a Function is a node without edges or saved tensors that still takes metadata and hooks."""
    class Old(torch.autograd.Function):
        def __init__(self, k: int) -> None:
            super().__init__()
            self.k = k

    old = Old(3)
    yield old.metadata, old.name(), old.next_functions, old.saved_tensors
    old.metadata["a"] = 1
    yield old.metadata, type(old.register_hook(print)).__name__
    # PyTorch: ({}, 'Old', (), ())
    # PyTorch: ({a: 1}, 'RemovableHandle')
    # PyTorch: DeprecationWarning: <class ...


def nested_inputs(torch: Any) -> Iterator[Any]:
    """NestedIOFunction flattens nested tensors to save them and refuses numbers, texts and lists that hold them."""
    node = type("Nested", (torch.autograd.function.NestedIOFunction,), {})()
    node.save_for_backward([torch.ones(1), (torch.ones(2), None)])
    yield node.to_save, refused(lambda: node.saved_tensors)
    for value in (3, "a", [torch.ones(1), 3]):
        yield refused(lambda: node.save_for_backward(value)), refused(lambda: node.mark_dirty(value))
        yield refused(lambda: node.mark_non_differentiable(value))


def switches(torch: Any) -> Iterator[Any]:
    """Multithreading and view replay are switched by inner functions, which take a bool and nothing else."""
    torch._C._set_multithreading_enabled(False)
    yield torch._C._is_multithreading_enabled(), refused(lambda: torch._C._set_multithreading_enabled(1))
    torch._C._set_multithreading_enabled(True)
    torch._C._set_view_replay_enabled(True)
    yield torch._C._is_multithreading_enabled(), torch._C._is_view_replay_enabled()
    torch._C._set_view_replay_enabled(False)
    # PyTorch: (False, TypeError: set_multithreading_enabled(): argument ...)
    # PyTorch: (True, True)


def what_anomaly_mode_was(torch: Any) -> Iterator[Any]:
    """detect_anomaly goes back to the flags of when it was made, not of when it was entered."""
    mode = torch.autograd.detect_anomaly()
    yield mode.prev, mode.check_nan, mode.prev_check_nan
    torch.autograd.set_detect_anomaly(True, check_nan=False)
    with mode:  # leaves as it was when the mode was made
        yield torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled()
    yield torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled()
    torch.autograd.set_detect_anomaly(False)
    other = torch.autograd.set_detect_anomaly(True)
    yield other.prev, other.prev_check_nan
    other.__exit__(None, None, None)
    with torch.autograd.detect_anomaly(check_nan=True):
        yield refused(torch.autograd.detect_anomaly(3).__enter__), torch.is_anomaly_check_nan_enabled()
    yield torch.is_anomaly_enabled()


def what_cannot_be_differentiated_again(torch: Any) -> Iterator[Any]:
    """once_differentiable hands on tensors with a node that raises, beside None and for no arguments at all."""
    wrapped = torch.autograd.function.once_differentiable(lambda ctx, *given: given)
    x = torch.ones(2, requires_grad=True)
    yield wrapped(None, x), wrapped(None, x, x), wrapped(None, x, None), wrapped(None)
