"""Steps of optimizers during backward, so that gradients need not be kept."""
from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..._namespace.modules import recorded_getattr

if TYPE_CHECKING:
    from ...nn import Module
    from ...optim.optimizer import Optimizer

__all__: list[str] = []


def _apply_optimizer_in_backward(optimizer_class: type[Optimizer], params: Iterable[Any], optimizer_kwargs: dict[str, Any],
                                 register_hook: bool = True) -> None:
    """Give each parameter an optimizer of its own, which steps when backward has accumulated its gradient, and drops the gradient.

    With `register_hook=False` only the optimizers are made, and kept in `_in_backward_optimizers` of the parameters.
    """
    def step(param: Any) -> None:
        for optimizer in param._in_backward_optimizers:
            optimizer.step()
        param.grad = None

    for param in params:
        for name, value in (("_in_backward_optimizers", optimizer_class([param], **optimizer_kwargs)),
                            ("_optimizer_classes", optimizer_class), ("_optimizer_kwargs", optimizer_kwargs)):
            if not hasattr(param, name):
                setattr(param, name, [])
            getattr(param, name).append(value)
        if register_hook:
            param.register_post_accumulate_grad_hook(step)


def _get_in_backward_optimizers(module: Module) -> list[Optimizer]:
    """The optimizers of a module's parameters."""
    return [optimizer for param in module.parameters() for optimizer in getattr(param, "_in_backward_optimizers", ())]


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = recorded_getattr("torch.distributed.optim.apply_optimizer_in_backward")
