"""Which nodes a backend supports."""
from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from ..._namespace.modules import recorded_getattr
from ...nn import Module
from ..node import Node
from .shape_prop import TensorMetadata
from .tools_common import CALLABLE_NODE_OPS, get_node_target

__all__ = ["OpSupports", "OperatorSupport", "OperatorSupportBase", "any_chain", "chain", "create_op_support"]


class OperatorSupportBase(ABC):
    """Decides whether a node is supported."""

    @abstractmethod
    def is_node_supported(self, submodules: Mapping[str, Module], node: Node) -> bool:
        """Whether a node is supported, of a module with these submodules."""
        raise NotImplementedError


class OperatorSupport(OperatorSupportBase):
    """Supports the targets of a dict, with the dtypes of arguments that it lists: `(for each positional one, by name)`, None for any."""

    _support_dict: Mapping[str, Any]

    def __init__(self, support_dict: Mapping[str, Any] | None = None) -> None:
        self._support_dict = support_dict or {}

    def is_node_supported(self, submodules: Mapping[str, Module], node: Node) -> bool:
        """Whether target and dtypes are in the dict; parameters and results are supported."""
        if node.op not in CALLABLE_NODE_OPS:
            return True
        target = get_node_target(submodules, node)
        if target not in self._support_dict:
            return False
        if self._support_dict[target] is None:
            return True
        positional, named = self._support_dict[target]
        pairs = [*zip(node.args, positional, strict=False), *((node.kwargs[k], dtypes) for k, dtypes in named.items() if k in node.kwargs)]
        return all(_dtype_of(a) in dtypes for a, dtypes in pairs if dtypes is not None and isinstance(a, Node))


class _Predicate(OperatorSupportBase):
    def __init__(self, function: Callable[[Mapping[str, Module], Node], bool]) -> None:
        self.function = function

    def is_node_supported(self, submodules: Mapping[str, Module], node: Node) -> bool:
        return self.function(submodules, node)


def create_op_support(is_node_supported: Callable[[Mapping[str, Module], Node], bool]) -> OperatorSupportBase:
    """The decision of a function."""
    return _Predicate(is_node_supported)


def chain(*op_support: OperatorSupportBase) -> OperatorSupportBase:
    """Supports what all support."""
    return _Predicate(lambda submodules, node: all(one.is_node_supported(submodules, node) for one in op_support))


def any_chain(*op_support: OperatorSupportBase) -> OperatorSupportBase:
    """Supports what at least one supports."""
    return _Predicate(lambda submodules, node: any(one.is_node_supported(submodules, node) for one in op_support))


class OpSupports:
    """Usual decisions."""

    @classmethod
    def decline_if_input_dtype(cls, dtype: Any) -> OperatorSupportBase:
        """Supports nodes none of whose arguments has this dtype."""
        return _Predicate(lambda submodules, node: all(_dtype_of(a) != dtype for a in node.all_input_nodes))

    @classmethod
    def decline_if_node_in_names(cls, disallow_set: set[str]) -> OperatorSupportBase:
        """Supports all nodes but those with these names."""
        return _Predicate(lambda submodules, node: node.name not in disallow_set)


def _dtype_of(node: Node) -> Any:
    meta = node.meta.get("tensor_meta")
    return meta.dtype if isinstance(meta, TensorMetadata) else node.meta["type"]


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = recorded_getattr("torch.fx.passes.operator_support")
