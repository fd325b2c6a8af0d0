"""A pass over a graph, and its result."""
from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, NamedTuple

from ...._namespace.modules import recorded_getattr

if TYPE_CHECKING:
    from ....nn import Module
    from ...graph_module import GraphModule

__all__ = ["PassBase", "PassResult"]


class PassResult(NamedTuple):
    """The module after a pass, and whether the pass has changed it."""

    graph_module: Module
    modified: bool


class PassBase(ABC):
    """A pass: `call` transforms a module, `requires` and `ensures` check it before and after."""

    def __call__(self, graph_module: GraphModule) -> PassResult | None:
        """Check, transform, and check again."""
        self.requires(graph_module)
        result = self.call(graph_module)
        self.ensures(graph_module)
        return result

    @abstractmethod
    def call(self, graph_module: GraphModule) -> PassResult | None:
        """Transform a module."""

    def requires(self, graph_module: GraphModule) -> None:  # noqa: B027 (may stay as it is)
        """Raise if the pass cannot be applied; to be overridden."""

    def ensures(self, graph_module: GraphModule) -> None:  # noqa: B027 (may stay as it is)
        """Raise if the result is not right; to be overridden."""


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = recorded_getattr("torch.fx.passes.infra.pass_base")
