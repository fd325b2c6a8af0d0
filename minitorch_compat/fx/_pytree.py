"""`torch.fx._pytree`: the members of a container that a structure asks for, which may be fewer than the container has."""
from __future__ import annotations

from collections import namedtuple
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .._namespace.modules import recorded_getattr
from ..utils._pytree import TreeSpec, is_structseq_class

FlattenFnSpec = Callable[[Any, TreeSpec], list[Any]]
FlattenFnExactMatchSpec = Callable[[Any, TreeSpec], bool]
SUPPORTED_NODES: dict[Any, FlattenFnSpec] = {}
SUPPORTED_NODES_EXACT_MATCH: dict[Any, FlattenFnExactMatchSpec | None] = {}


def register_pytree_flatten_spec(cls: Any, flatten_fn_spec: FlattenFnSpec,
                                 flatten_fn_exact_match_spec: FlattenFnExactMatchSpec | None = None) -> None:
    """Register how the members of a container type are found by a structure."""
    SUPPORTED_NODES[cls] = flatten_fn_spec
    SUPPORTED_NODES_EXACT_MATCH[cls] = flatten_fn_exact_match_spec


def _leading(tree: Any, spec: TreeSpec) -> list[Any]:
    return [tree[i] for i in range(spec.num_children)]


def _same_length(tree: Any, spec: TreeSpec) -> bool:
    return len(tree) == spec.num_children


register_pytree_flatten_spec(dict, lambda tree, spec: [tree[key] for key in spec.context],
                             lambda tree, spec: set(tree) == set(spec.context))
for _kind in (list, tuple, namedtuple):
    register_pytree_flatten_spec(_kind, _leading, _same_length)


def tree_flatten_spec(pytree: Any, spec: TreeSpec) -> list[Any]:
    """The leaves of a tree in the order of a structure."""
    if spec.is_leaf():
        return [pytree]
    find = _leading if is_structseq_class(spec.type) else SUPPORTED_NODES.get(spec.type)
    if find is None:
        raise RuntimeError(f"{type(pytree)} does not have a flatten_fn_spec associated with it. Please register one with "
                           "torch.fx._pytree.register_pytree_flatten_spec.")
    return [leaf for member, child in zip(find(pytree, spec), spec.children(), strict=True) for leaf in tree_flatten_spec(member, child)]


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = recorded_getattr("torch.fx._pytree")
