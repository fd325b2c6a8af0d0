"""What backward hooks of modules may give back: anything that can be indexed and is as long as what they were given."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

ANSWERS = {
    "a tensor": lambda g: g[0] * 0, "a list": lambda g: [g[0] * 2], "a tuple": lambda g: (g[0] * 3,), "two": lambda g: (g[0], g[0]),
    "None inside": lambda g: (None,), "nothing": lambda g: (), "a number": lambda g: 1, "another shape": lambda g: (g[0].sum(),),
    "another dtype": lambda g: (g[0].double(),), "a dict": lambda g: {0: g[0] * 2}, "a generator": lambda g: (x for x in g)}


def _run_with_hook(torch: Any, answer: str, before: bool, shape: tuple[int, ...]) -> Any:
    module = torch.nn.Linear(2, 2, bias=False)
    with torch.no_grad():
        module.weight.copy_(torch.tensor([[1.0, 2.0], [3.0, 4.0]]))
    if before:
        module.register_full_backward_pre_hook(lambda _, grad_output: ANSWERS[answer](grad_output))
    else:
        module.register_full_backward_hook(lambda _, grad_input, __: ANSWERS[answer](grad_input))
    x = torch.ones(shape, requires_grad=True)
    try:
        module(x).sum().backward()
    except (RuntimeError, TypeError) as error:
        return type(error).__name__, str(error)
    return x.grad if x.grad is None else x.grad.tolist()


def before(torch: Any) -> Iterator[Any]:
    """What a full backward pre-hook of a module may answer, and the gradient that follows from it."""
    for shape in ((1, 2), (2, 2), (2,), (0, 2)):
        yield {answer: _run_with_hook(torch, answer, True, shape) for answer in ANSWERS}


def after(torch: Any) -> Iterator[Any]:
    """What a full backward hook of a module may answer, and the gradient that follows from it."""
    for shape in ((1, 2), (2, 2), (2,), (0, 2)):
        yield {answer: _run_with_hook(torch, answer, False, shape) for answer in ANSWERS}
