"""Backwards that end in an error: what leaves have got by then, and who was told."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .._autograd import function_of


def _raise(*_: Any) -> None:
    raise ValueError("planted")


def _planted(torch: Any) -> Any:
    return function_of(torch, lambda ctx, x: x.clone(), _raise)


def _leaves(torch: Any, caught: list[str], told: str = "", count: int = 3) -> list[Any]:
    leaves = [torch.ones(2, requires_grad=True) for _ in range(count)]
    for i, leaf in enumerate(leaves):
        if told == "post":
            leaf.register_post_accumulate_grad_hook(lambda t, i=i: caught.append(f"post {i}"))
        if told == "hook":
            leaf.register_hook(lambda g, i=i: caught.append(f"hook {i}"))
    return leaves


def _state_after(run: Callable[[], Any], leaves: list[Any], caught: list[str]) -> Any:
    try:
        run()
        end = "nothing"
    except Exception as error:
        end = type(error).__name__
    return end, list(caught), [leaf.grad for leaf in leaves]


def leaves_before_the_failing_node(torch: Any) -> Iterator[Any]:
    """Leaves whose nodes ran before the one that raised have gradients and ran their hooks; the others have none."""
    for told in ("", "post", "hook"):
        caught: list[str] = []
        a, b, c = leaves = _leaves(torch, caught, told)
        loss = (_planted(torch).apply(a * 2) * b + c).sum()
        yield _state_after(loss.backward, leaves, caught)
    # PyTorch: ('ValueError', [], [None, tensor([2., 2.]), tensor([1., 1.])])
    # PyTorch: ('ValueError', ['post 2', 'post 1'], [None, tensor([2., 2.]), tensor([1., 1.])])
    # PyTorch: ('ValueError', ['hook 2', 'hook 1'], [None, tensor([2., 2.]), tensor([1., 1.])])


def leaves_on_both_sides(torch: Any) -> Iterator[Any]:
    """A leaf used before and after the node that raised has no gradient, as not all of its parts have arrived."""
    for told in ("", "post", "hook"):
        caught: list[str] = []
        a, b, c = leaves = _leaves(torch, caught, told)
        loss = (_planted(torch).apply(a * c) * b * c).sum()
        yield _state_after(loss.backward, leaves, caught)
    # PyTorch: ('ValueError', [], [None, tensor([1., 1.]), None])
    # PyTorch: ('ValueError', ['post 1'], [None, tensor([1., 1.]), None])
    # PyTorch: ('ValueError', ['hook 1'], [None, tensor([1., 1.]), None])


def branches_in_either_order(torch: Any) -> Iterator[Any]:
    """Of two branches the one recorded later runs first: if it raises, the leaf of the other has no gradient."""
    for told in ("", "post"):
        caught: list[str] = []
        a, b, c = leaves = _leaves(torch, caught, told)
        left, right = a * 2, _planted(torch).apply(b * 2)
        yield _state_after((left * right + c).sum().backward, leaves, caught)
        caught.clear()
        a, b, c = leaves = _leaves(torch, caught, told)
        right, left = _planted(torch).apply(b * 2), a * 2
        yield _state_after((left * right + c).sum().backward, leaves, caught)
    # PyTorch: ('ValueError', [], [None, None, tensor([1., 1.])])
    # PyTorch: ('ValueError', [], [tensor([4., 4.]), None, tensor([1., 1.])])
    # PyTorch: ('ValueError', ['post 2'], [None, None, tensor([1., 1.])])
    # PyTorch: ('ValueError', ['post 2', 'post 0'], [tensor([4., 4.]), None, tensor([1., 1.])])


def with_inputs_and_by_grad(torch: Any) -> Iterator[Any]:
    """A failed backward fills those named inputs that it reached; a failed grad fills nothing, though hooks have run."""
    for told in ("", "post", "hook"):
        caught: list[str] = []
        a, b, c = leaves = _leaves(torch, caught, told)
        loss = (_planted(torch).apply(a * 2) * b + c).sum()
        yield _state_after(lambda loss=loss, a=a, c=c: loss.backward(inputs=[a, c]), leaves, caught)
        caught.clear()
        a, b, c = leaves = _leaves(torch, caught, told)
        loss = (_planted(torch).apply(a * 2) * b + c).sum()
        yield _state_after(lambda loss=loss, leaves=leaves: torch.autograd.grad(loss, leaves), leaves, caught)
    # PyTorch: ('ValueError', [], [None, None, tensor([1., 1.])])
    # PyTorch: ('ValueError', [], [None, None, None])
    # PyTorch: ('ValueError', ['post 2'], [None, None, tensor([1., 1.])])
    # PyTorch: ('ValueError', [], [None, None, None])
    # PyTorch: ('ValueError', ['hook 2'], [None, None, tensor([1., 1.])])
    # PyTorch: ('ValueError', ['hook 2', 'hook 1'], [None, None, None])


def onto_gradients_that_are_there(torch: Any) -> Iterator[Any]:
    """A failed backward adds to the gradients that leaves had before only where it arrived before the error."""
    a, b, c = leaves = _leaves(torch, [])
    (a * b * c).sum().backward()
    yield _state_after((_planted(torch).apply(a * 2) * b * c).sum().backward, leaves, [])
    # PyTorch: ('ValueError', [], [tensor([1., 1.]), tensor([3., 3.]), tensor([3., 3.])])


def after_a_change_in_place(torch: Any) -> Iterator[Any]:
    """A saved tensor changed in place raises at its own node: the leaf reached before that has its gradient."""
    a, b, c = leaves = _leaves(torch, [])
    x = a * 2
    loss = (x * b * c).sum()
    with torch.no_grad():
        x.add_(1)
    yield _state_after(loss.backward, leaves, [])
    # PyTorch: ('RuntimeError', [], [None, None, tensor([2., 2.])])


def through_a_freed_part(torch: Any) -> Iterator[Any]:
    """A backward that meets a freed part raises with the leaves before it filled; tried again, it adds nothing to them."""
    a, b, c = leaves = _leaves(torch, [])
    x = (a * 2).sigmoid()
    x.sum().backward()
    a.grad = None
    loss = (x * b * c).sum()
    yield _state_after(loss.backward, leaves, []), _state_after(loss.backward, leaves, [])


def hooks_that_raise(torch: Any) -> Iterator[Any]:
    """A leaf has no gradient if its own hook raises, and has one if its post-accumulate hook does."""
    for place in ("tensor", "pre", "post", "leaf", "accumulated"):
        for told in ("", "post"):
            caught: list[str] = []
            a, b, c = leaves = _leaves(torch, caught, told)
            x = a * 2
            y = x * b
            if place == "tensor":
                x.register_hook(_raise)
            elif place == "leaf":
                b.register_hook(_raise)
            elif place == "accumulated":
                b.register_post_accumulate_grad_hook(_raise)
            else:
                (y.grad_fn.register_prehook if place == "pre" else y.grad_fn.register_hook)(_raise)
            yield place, told, _state_after((y * c).sum().backward, leaves, caught)


def again_after_the_failure(torch: Any) -> Iterator[Any]:
    """After a failure a retained graph can be walked again and adds to leaves already filled; another raises again."""
    for retain in (True, False):
        a, b, c = leaves = _leaves(torch, [])
        failures = [1]
        x = a * 2
        x.register_hook(lambda g, failures=failures: _raise() if failures.pop() else None)
        loss = (x * b * c).sum()
        failures.insert(0, 0)
        yield [_state_after(lambda loss=loss, retain=retain: loss.backward(retain_graph=retain), leaves, []) for _ in range(2)]


def several_outputs(torch: Any) -> Iterator[Any]:
    """Of several outputs the one recorded last runs first; leaves among the outputs are filled before a node raises."""
    for first in (True, False):
        caught: list[str] = []
        a, b, c = leaves = _leaves(torch, caught, "post")
        if first:
            failing, other = _planted(torch).apply(a * 2), b * c
        else:
            other = b * c
            failing = _planted(torch).apply(a * 2)
        pair = failing.sum(), other.sum()
        yield _state_after(lambda pair=pair: torch.autograd.backward(pair), leaves, caught)
    caught = []
    a, b, c = leaves = _leaves(torch, caught, "post")
    outputs = [_planted(torch).apply(a * 2), b, c]
    yield _state_after(lambda: torch.autograd.backward(outputs, [torch.ones(2)] * 3), leaves, caught)
    # PyTorch: ('ValueError', ['post 1', 'post 2'], [None, tensor([1., 1.]), tensor([1., 1.])])
    # PyTorch: ('ValueError', [], [None, None, None])
    # PyTorch: ('ValueError', ['post 1', 'post 2'], [None, tensor([1., 1.]), tensor([1., 1.])])


def modules(torch: Any) -> Iterator[Any]:
    """When a node between two layers raises, the parameters of the last layer have gradients and those of the first none."""
    torch.manual_seed(0)
    first, second = torch.nn.Linear(2, 2), torch.nn.Linear(2, 2)
    loss = second(_planted(torch).apply(first(torch.ones(1, 2)))).sum()
    yield _state_after(loss.backward, [*first.parameters(), *second.parameters()], [])
    # PyTorch: ('ValueError', [], [None, None, tensor([[0.1017, -0.9128], [0.1017, -0.9128]]), tensor([1., 1.])])


def under_anomaly_mode(torch: Any) -> Iterator[Any]:
    """Anomaly mode raises at the node that returned nan, and the leaves before it keep their gradients."""
    with torch.autograd.set_detect_anomaly(True):
        a, b, c = leaves = _leaves(torch, [])
        loss = ((a * 0).sqrt() * 0 * b * c).sum()
        yield _state_after(loss.backward, leaves, [])
    # PyTorch: ('RuntimeError', [], [None, tensor([0., 0.]), tensor([0., 0.])])
    # PyTorch: UserWarning: Error detected in SqrtBackward0. ...
