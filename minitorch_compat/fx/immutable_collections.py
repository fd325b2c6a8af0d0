"""Immutable lists and dicts, for the arguments of nodes: assign `node.args` to change them."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from .._namespace.modules import recorded_getattr
from ..utils._pytree import _functions_of, register_pytree_node

__all__ = ["immutable_dict", "immutable_list"]

_HELP = ("If you are attempting to modify the kwargs or args of a torch.fx.Node object,\ninstead create a new copy of it and assign the "
         "copy to the node:\n    new_args = ...  # copy and mutate args\n    node.args = new_args\n")


def _refuse_change(self: Any, *args: Any, **kwargs: Any) -> NoReturn:
    raise TypeError(f"{type(self).__name__!r} object does not support mutation. {_HELP}")


class immutable_list(list[Any]):
    """A list that cannot be changed."""

    append = clear = extend = insert = pop = remove = reverse = sort = __delitem__ = __iadd__ = __imul__ = __setitem__ = _refuse_change

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(tuple(self))

    def __reduce__(self) -> Any:
        return immutable_list, (tuple(self),)


class immutable_dict(dict[Any, Any]):
    """A dict that cannot be changed."""

    clear = pop = popitem = setdefault = update = __delitem__ = __ior__ = __setitem__ = _refuse_change

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> Any:
        return immutable_dict, (dict(self),)


def _register(kind: Any, mutable: Any) -> None:
    """Make a class a container, like the mutable one."""
    flatten, unflatten, flatten_with_keys = _functions_of(mutable)
    register_pytree_node(kind, flatten, lambda members, context: kind(unflatten(members, context)),
                         serialized_type_name=f"torch.fx.immutable_collections.{kind.__name__}", flatten_with_keys_fn=flatten_with_keys)


_register(immutable_list, list)
_register(immutable_dict, dict)

if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = recorded_getattr("torch.fx.immutable_collections")
