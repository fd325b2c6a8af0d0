"""What hooks and Functions may do where `is_grads_batched` runs many backwards at once."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .. import refused

_COTANGENTS = [[1.0, 0.0, 0.0], [2.0, 0.0, 2.0], [3.0, 3.0, 3.0]]


def _through_hook(torch: Any, hook: Callable[[Any], Any]) -> Any:
    x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
    y = x * 2
    y.register_hook(hook)
    return torch.autograd.grad(y, x, torch.tensor(_COTANGENTS), is_grads_batched=True)[0]


def _outcome(torch: Any, hook: Callable[[Any], Any]) -> Any:
    found: list[Any] = []
    said = refused(lambda: found.append(_through_hook(torch, hook).clone()))
    return found or said


def sizes_that_depend_on_values(torch: Any) -> Iterator[Any]:
    """Called for each example; the results must be of one size."""
    for shift in (0, 1):
        def rows(g: Any, shift: int = shift) -> Any:
            return g + (g + shift).nonzero()[:, 0]

        def selected(g: Any, shift: int = shift) -> Any:
            return g + (g + shift).masked_select(g + shift > 0)

        def found(g: Any, shift: int = shift) -> Any:
            return g * torch.unique(g * 0 + shift) + torch.unique_consecutive(g * shift * 0)

        for hook in (rows, selected, found):
            yield _outcome(torch, hook)
    yield _outcome(torch, lambda g: g + torch.unique(g)[0])
    yield _outcome(torch, lambda g: g + torch.unique_consecutive(g)[0])


def marked_as_leaves(torch: Any) -> Iterator[Any]:
    """A hook in a batched backward gets a cotangent that requires no grad and is a leaf, and may make it require grad."""
    seen: list[Any] = []

    def hook(g: Any) -> Any:
        seen.append((g.requires_grad, g.is_leaf))
        g.requires_grad_()
        seen.append((g.requires_grad, g.is_leaf))
        return g * 2

    yield _outcome(torch, hook), seen
    # PyTorch: ([tensor([[4., 0., 0.], [8., 0., 8.], [12., 12., 12.]])], [(False, True), (True, True)])


def backwards_inside(torch: Any) -> Iterator[Any]:
    """`grad` of what has no value per example works; of what has one, and `backward` of anything, they are refused."""
    w = torch.tensor([1.0, 4.0], requires_grad=True)

    def recorded(hook: Callable[[Any], Any]) -> Callable[[Any], Any]:
        return torch.enable_grad()(hook)  # type: ignore[no-any-return]

    yield _outcome(torch, recorded(lambda g: g.detach if (w * w).sum().backward() else g)), w.grad
    yield _outcome(torch, recorded(lambda g: g * torch.autograd.grad((w**3).sum(), w)[0].sum()))
    yield _outcome(torch, recorded(lambda g: g.sum().backward()))
    yield _outcome(torch, recorded(lambda g: torch.autograd.backward((w.sum(), g.sum()))))
    yield _outcome(torch, recorded(lambda g: torch.autograd.grad((w.sum(), g.sum()), w)))
    yield _outcome(torch, recorded(lambda g: torch.autograd.grad(w * w, w, torch.stack([g[0], g[1]]))[0].sum() * g))
    yield _outcome(torch, lambda g: torch.autograd.grad((w**3).sum(), w))


def decisions(torch: Any) -> Iterator[Any]:
    """Batched backwards refuse hooks that read values, draw random numbers or write a cotangent into unbatched memory."""
    for hook in (lambda g: g if torch.allclose(g, g) else -g, lambda g: g if torch.equal(g, g) else -g, lambda g: g * g.sum().item(),
                 lambda g: g if g.sum() > 0 else -g, lambda g: g + torch.rand(3), lambda g: torch.mul(g, 2, out=torch.empty(3)),
                 lambda g: torch.zeros(3).add_(g), lambda g: g.clone().add_(g)):
        yield _outcome(torch, hook)
