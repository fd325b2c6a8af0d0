"""Flatten nested Python containers into leaves and unflatten them: the part of PyTorch's module that programs use."""
from __future__ import annotations

import functools
from collections import OrderedDict, defaultdict, deque, namedtuple
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, NamedTuple

from .._array.core.user_warnings import warn
from .._bindings.settings.return_types import _Result
from .._dispatch.size import Size

FlattenFunc = Callable[[Any], tuple[list[Any], Any]]
UnflattenFunc = Callable[[list[Any], Any], Any]
PyTree = Context = Any


class NodeDef(NamedTuple):
    """The functions that flatten and unflatten a container type."""

    type: Any
    flatten_fn: FlattenFunc
    unflatten_fn: UnflattenFunc
    keys_fn: Callable[[Any], list[Any]] | None


#: Registered container types; namedtuples are registered as `namedtuple`.
SUPPORTED_NODES: dict[Any, NodeDef] = {}


@dataclass(frozen=True)
class MappingKey:
    """A path entry: a key of a mapping."""

    key: Any

    def __str__(self) -> str:
        return f"[{self.key!r}]"

    def get(self, mapping: Any) -> Any:
        """The value of the key."""
        return mapping[self.key]


@dataclass(frozen=True)
class SequenceKey:
    """A path entry: an index of a sequence."""

    idx: int

    def __str__(self) -> str:
        return f"[{self.idx!r}]"

    def get(self, sequence: Any) -> Any:
        """The member at the index."""
        return sequence[self.idx]


@dataclass(frozen=True)
class GetAttrKey:
    """A path entry: an attribute."""

    name: str

    def __str__(self) -> str:
        return f".{self.name}"

    def get(self, obj: Any) -> Any:
        """The value of the attribute."""
        return getattr(obj, self.name)


KeyPath = tuple[Any, ...]


class TreeSpec:
    """A structure without its leaves: container type, context (keys of a mapping, ...), and the children's structures.

    A leaf's structure has type None and prints as `*`.
    """

    __slots__ = ("_children", "context", "num_children", "num_leaves", "num_nodes", "type")

    def __init__(self, type: Any, context: Any, children: Iterable[TreeSpec] = ()) -> None:
        self.type = type
        self.context = context
        self._children = list(children)
        self.num_children = len(self._children)
        leaves, nodes = 0 if type is not None else 1, 1
        for child in self._children:
            leaves += child.num_leaves
            nodes += child.num_nodes
        self.num_leaves: int = leaves
        self.num_nodes: int = nodes

    def children(self) -> list[TreeSpec]:
        """The structures of the members."""
        return list(self._children)

    @property
    def children_specs(self) -> list[TreeSpec]:
        return self._children

    def child(self, index: int) -> TreeSpec:
        """The structure of one member."""
        return self._children[index]

    def is_leaf(self) -> bool:
        """Whether this stands for a leaf."""
        return self.type is None

    def flatten_up_to(self, tree: Any) -> list[Any]:
        """The subtrees of `tree` at the leaves of this structure; raises ValueError if the structures differ."""
        if self.type is None:
            return [tree]
        node_type = _node_type(tree)
        if node_type is not self.type:
            raise ValueError(f"Node type mismatch; expected {self.type!r}, but got {type(tree)!r}.")
        members, context = SUPPORTED_NODES[node_type].flatten_fn(tree)
        if len(members) != self.num_children:
            raise ValueError(f"Node arity mismatch; expected {self.num_children}, but got {len(members)}.")
        if _is_mapping(node_type) and set(self.context_keys()) != set(_keys_of(node_type, context)):
            raise ValueError(f"Node keys mismatch; missing or extra key(s) among {self.context_keys()} and {_keys_of(node_type, context)}.")
        if _is_mapping(node_type):
            members = [tree[k] for k in self.context_keys()]
        elif node_type is namedtuple and context is not self.context:
            raise ValueError(f"Node context mismatch; expected {self.context!r}, but got {context!r}.")
        return [part for spec, member in zip(self._children, members, strict=True) for part in spec.flatten_up_to(member)]

    def context_keys(self) -> list[Any]:
        """The keys of a mapping."""
        return _keys_of(self.type, self.context)

    def unflatten(self, leaves: Iterable[Any]) -> Any:
        """The tree with these leaves."""
        leaves = list(leaves)
        if len(leaves) != self.num_leaves:
            raise ValueError(f"treespec.unflatten(leaves): `leaves` has length {len(leaves)} but the spec refers to a pytree that holds "
                             f"{self.num_leaves} items ({self}).")
        return self._build(iter(leaves))

    def _build(self, leaves: Iterator[Any]) -> Any:
        if self.type is None:
            return next(leaves)
        members = [child._build(leaves) for child in self._children]
        return SUPPORTED_NODES[self.type].unflatten_fn(members, self.context)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TreeSpec):
            return NotImplemented
        return self.type is other.type and self.context == other.context and self._children == other._children

    def __hash__(self) -> int:
        return hash((self.type, self.num_children, self.num_leaves))

    def __repr__(self) -> str:
        return self._text(0)

    def _text(self, indent: int) -> str:
        if self.type is None:
            return "*"
        inner = f",\n{' ' * (indent + 2)}".join(child._text(indent + 2) for child in self._children)
        return f"TreeSpec({self.type.__name__}, {self.context}, [{inner}])"


PyTreeSpec = TreeSpec
_LEAF = TreeSpec(None, None)


def LeafSpec() -> TreeSpec:
    """The structure of a leaf."""
    return _LEAF


def _is_mapping(kind: Any) -> bool:
    return kind in (dict, OrderedDict, defaultdict)


def _keys_of(kind: Any, context: Any) -> list[Any]:
    return list(context[1]) if kind is defaultdict else list(context) if _is_mapping(kind) else []


def _node_type(tree: Any) -> Any:
    kind = type(tree)
    if kind in SUPPORTED_NODES:
        return kind
    if issubclass(kind, _Result):  # registered when met: most of these classes are made when somebody asks for them
        _register_builtin(kind, lambda d: (list(d), None), lambda m, _c: kind(m), _sequence_keys)
        return kind
    return namedtuple if issubclass(kind, tuple) and is_namedtuple_class(kind) else None


_get_node_type = _node_type


def is_namedtuple_class(kind: Any) -> bool:
    """Whether `kind` was made by `namedtuple`."""
    return isinstance(kind, type) and issubclass(kind, tuple) and isinstance(getattr(kind, "_fields", None), tuple)


def is_namedtuple_instance(obj: Any) -> bool:
    """Whether `obj` is a namedtuple."""
    return is_namedtuple_class(type(obj))


def is_namedtuple(obj: Any) -> bool:
    """Whether `obj` is a namedtuple or a class of them."""
    return is_namedtuple_class(obj if isinstance(obj, type) else type(obj))


def is_structseq_class(kind: Any) -> bool:
    """Whether `kind` is one of the named tuples that the interpreter makes, as `time.struct_time`, or a result of PyTorch's functions."""
    return (isinstance(kind, type) and (kind.__bases__ == (tuple,) or issubclass(kind, _Result))
            and all(isinstance(getattr(kind, name, None), int) for name in ("n_fields", "n_sequence_fields", "n_unnamed_fields")))


def is_structseq_instance(obj: Any) -> bool:
    """Whether `obj` is an instance of such a class."""
    return is_structseq_class(type(obj))


def is_structseq(obj: Any) -> bool:
    """Whether `obj` is such a class or an instance of one."""
    return is_structseq_class(obj if isinstance(obj, type) else type(obj))


def register_pytree_node(
    cls: Any, flatten_fn: FlattenFunc, unflatten_fn: UnflattenFunc, *, serialized_type_name: str | None = None,
    to_dumpable_context: Any = None, from_dumpable_context: Any = None, flatten_with_keys_fn: Any = None,
) -> None:
    """Register `cls` as a container: `flatten_fn(obj) -> (members, context)`, `unflatten_fn(members, context) -> obj`."""
    if cls in SUPPORTED_NODES:
        raise ValueError(f"{cls} is already registered as pytree node. Overwriting the previous registration is not allowed.")
    keys_fn = None if flatten_with_keys_fn is None else lambda obj: [key for key, _ in flatten_with_keys_fn(obj)[0]]
    SUPPORTED_NODES[cls] = NodeDef(cls, flatten_fn, unflatten_fn, keys_fn)


_register_pytree_node = register_pytree_node


def register_dataclass(cls: Any, *, field_names: list[str] | None = None, drop_field_names: list[str] | None = None,
                       serialized_type_name: str | None = None) -> None:
    """Register a class whose instances are made of their fields, such as a dataclass, as a container of the fields that are not None.

    Beside `field_names`, those in `drop_field_names` are no members: they get their defaults back.
    """
    if is_dataclass(cls):
        initial = [field.name for field in fields(cls) if field.init]
        found = initial if field_names is None else field_names
        if missing := {*initial} - {*found, *(drop_field_names or ())}:
            raise ValueError(f"field_names does not include all dataclass fields.\nMissing fields in `field_names`: {missing}.\nIf this is "
                             "intentional, give them as `drop_field_names`.")
        if unexpected := {*found} - {*initial}:
            raise ValueError(f"field_names does not include all dataclass fields.\nUnexpected fields in `field_names`: {unexpected}")
    elif field_names is None:
        raise ValueError(f"field_names must be specified with a list of all fields used to initialize {cls}, as it is not a dataclass.")
    else:
        found = field_names

    def split(obj: Any) -> tuple[list[str], list[str]]:
        given = [name for name in found if getattr(obj, name) is not None]
        return given, [name for name in found if name not in given]

    def flatten(obj: Any) -> tuple[list[Any], Any]:
        given, absent = split(obj)
        return [getattr(obj, name) for name in given], [given, absent]

    def unflatten(members: list[Any], context: Any) -> Any:
        return cls(**dict(zip(context[0], members, strict=True)), **dict.fromkeys(context[1]))

    if cls in SUPPORTED_NODES:
        warn(f"{cls} is already registered as pytree node. Overwriting the previous registration.")
    SUPPORTED_NODES[cls] = NodeDef(cls, flatten, unflatten, lambda obj: [GetAttrKey(name) for name in split(obj)[0]])


def _register_builtin(kind: Any, flatten: FlattenFunc, unflatten: UnflattenFunc, keys: Callable[[Any], list[Any]]) -> None:
    SUPPORTED_NODES[kind] = NodeDef(kind, flatten, unflatten, keys)


def _sequence_keys(obj: Any) -> list[Any]:
    return [SequenceKey(i) for i in range(len(obj))]


def _mapping_keys(obj: Any) -> list[Any]:
    return [MappingKey(k) for k in obj]


def _rebuild_defaultdict(members: list[Any], context: Any) -> Any:
    return defaultdict(context[0], zip(context[1], members, strict=True))


_register_builtin(tuple, lambda d: (list(d), None), lambda m, _c: tuple(m), _sequence_keys)
_register_builtin(Size, lambda d: (list(d), None), lambda m, _c: Size(m), _sequence_keys)
_register_builtin(list, lambda d: (list(d), None), lambda m, _c: list(m), _sequence_keys)
_register_builtin(dict, lambda d: (list(d.values()), list(d)), lambda m, c: dict(zip(c, m, strict=True)), _mapping_keys)
_register_builtin(OrderedDict, lambda d: (list(d.values()), list(d)), lambda m, c: OrderedDict(zip(c, m, strict=True)), _mapping_keys)
_register_builtin(defaultdict, lambda d: (list(d.values()), [d.default_factory, list(d)]), _rebuild_defaultdict, _mapping_keys)
_register_builtin(deque, lambda d: (list(d), d.maxlen), lambda m, c: deque(m, maxlen=c), _sequence_keys)
_register_builtin(namedtuple, lambda d: (list(d), type(d)), lambda m, c: c(*m), lambda d: [GetAttrKey(n) for n in d._fields])


def _functions_for_similar(kind: Any) -> tuple[Callable[..., Any], Callable[..., Any], Callable[..., Any]]:
    """The flatten, flatten-with-keys and unflatten functions of a built-in container, for registering similar types."""
    node = SUPPORTED_NODES[kind]

    def flatten_with_keys(d: Any) -> tuple[list[tuple[Any, Any]], Any]:
        values, context = node.flatten_fn(d)
        assert node.keys_fn is not None
        return list(zip(node.keys_fn(d), values, strict=True)), context

    return node.flatten_fn, node.unflatten_fn, flatten_with_keys


_dict_flatten, _dict_unflatten, _dict_flatten_with_keys = _functions_for_similar(dict)
_ordereddict_flatten, _ordereddict_unflatten, _ordereddict_flatten_with_keys = _functions_for_similar(OrderedDict)
_list_flatten, _list_unflatten, _list_flatten_with_keys = _functions_for_similar(list)
_tuple_flatten, _tuple_unflatten, _tuple_flatten_with_keys = _functions_for_similar(tuple)
_namedtuple_flatten, _namedtuple_unflatten, _namedtuple_flatten_with_keys = _functions_for_similar(namedtuple)
_defaultdict_flatten, _defaultdict_unflatten, _defaultdict_flatten_with_keys = _functions_for_similar(defaultdict)
_deque_flatten, _deque_unflatten, _deque_flatten_with_keys = _functions_for_similar(deque)


def tree_is_leaf(tree: Any, is_leaf: Callable[[Any], bool] | None = None) -> bool:
    """Whether `tree` is not a container, or `is_leaf` is true of it."""
    return is_leaf is not None and is_leaf(tree) or _node_type(tree) is None


def tree_flatten(tree: Any, is_leaf: Callable[[Any], bool] | None = None) -> tuple[list[Any], TreeSpec]:
    """(leaves, structure). None is a leaf; mappings keep the order of their keys."""
    leaves: list[Any] = []
    return leaves, _flatten(tree, leaves, is_leaf)


def _flatten(tree: Any, leaves: list[Any], is_leaf: Callable[[Any], bool] | None) -> TreeSpec:
    kind = _node_type(tree)
    if kind is None or is_leaf is not None and is_leaf(tree):
        leaves.append(tree)
        return _LEAF
    members, context = SUPPORTED_NODES[kind].flatten_fn(tree)
    return TreeSpec(kind, context, [_flatten(member, leaves, is_leaf) for member in members])


def tree_unflatten(leaves: Iterable[Any], treespec: TreeSpec) -> Any:
    """The tree of this structure with these leaves."""
    if not isinstance(treespec, TreeSpec):
        raise TypeError(f"Expected `treespec` to be an instance of PyTreeSpec but got item of type {type(treespec)}.")
    return treespec.unflatten(leaves)


def tree_iter(tree: Any, is_leaf: Callable[[Any], bool] | None = None) -> Iterator[Any]:
    """The leaves, one by one."""
    return iter(tree_leaves(tree, is_leaf))


def tree_leaves(tree: Any, is_leaf: Callable[[Any], bool] | None = None) -> list[Any]:
    """The leaves."""
    return tree_flatten(tree, is_leaf)[0]


def arg_tree_leaves(*args: Any, **kwargs: Any) -> list[Any]:
    """The leaves of all arguments."""
    return tree_leaves((args, kwargs))


def tree_structure(tree: Any, is_leaf: Callable[[Any], bool] | None = None) -> TreeSpec:
    """The structure."""
    return tree_flatten(tree, is_leaf)[1]


def tree_map(func: Callable[..., Any], tree: Any, *rests: Any, is_leaf: Callable[[Any], bool] | None = None) -> Any:
    """Apply `func` to each leaf, together with the corresponding subtrees of `rests`; return a tree of the same structure."""
    if not rests and is_leaf is None:
        return _map(func, tree)
    leaves, spec = tree_flatten(tree, is_leaf)
    others = [spec.flatten_up_to(rest) for rest in rests]
    return spec.unflatten([func(*parts) for parts in zip(leaves, *others, strict=True)])


def _map(func: Callable[[Any], Any], tree: Any) -> Any:
    kind = _node_type(tree)
    if kind is None:
        return func(tree)
    node = SUPPORTED_NODES[kind]
    members, context = node.flatten_fn(tree)
    return node.unflatten_fn([_map(func, member) for member in members], context)


def tree_map_(func: Callable[..., Any], tree: Any, *rests: Any, is_leaf: Callable[[Any], bool] | None = None) -> Any:
    """Call `func` on each leaf for its side effect; return `tree`."""
    tree_map(func, tree, *rests, is_leaf=is_leaf)
    return tree


def map_only(kind: Any) -> Callable[[Callable[[Any], Any]], Callable[[Any], Any]]:
    """A decorator that applies a function only to values of a type (or accepted by a predicate)."""
    chosen = (lambda x: isinstance(x, kind)) if isinstance(kind, (type, tuple)) else kind

    def decorate(func: Callable[[Any], Any]) -> Callable[[Any], Any]:
        @functools.wraps(func)
        def inner(x: Any) -> Any:
            return func(x) if chosen(x) else x

        return inner

    return decorate


def tree_map_only(kind: Any, func: Callable[[Any], Any], tree: Any, is_leaf: Callable[[Any], bool] | None = None) -> Any:
    """`tree_map` over leaves of a type; others are kept."""
    return tree_map(map_only(kind)(func), tree, is_leaf=is_leaf)


def tree_map_only_(kind: Any, func: Callable[[Any], Any], tree: Any, is_leaf: Callable[[Any], bool] | None = None) -> Any:
    """`tree_map_` over leaves of a type."""
    return tree_map_(map_only(kind)(func), tree, is_leaf=is_leaf)


def tree_all(pred: Callable[[Any], bool], tree: Any, is_leaf: Callable[[Any], bool] | None = None) -> bool:
    """Whether `pred` holds for every leaf."""
    return all(map(pred, tree_leaves(tree, is_leaf)))


def tree_any(pred: Callable[[Any], bool], tree: Any, is_leaf: Callable[[Any], bool] | None = None) -> bool:
    """Whether `pred` holds for some leaf."""
    return any(map(pred, tree_leaves(tree, is_leaf)))


def tree_all_only(kind: Any, pred: Callable[[Any], bool], tree: Any, is_leaf: Callable[[Any], bool] | None = None) -> bool:
    """Whether `pred` holds for every leaf of a type."""
    return all(pred(x) for x in tree_leaves(tree, is_leaf) if isinstance(x, kind))


def tree_any_only(kind: Any, pred: Callable[[Any], bool], tree: Any, is_leaf: Callable[[Any], bool] | None = None) -> bool:
    """Whether `pred` holds for some leaf of a type."""
    return any(pred(x) for x in tree_leaves(tree, is_leaf) if isinstance(x, kind))


def tree_flatten_with_path(tree: Any, is_leaf: Callable[[Any], bool] | None = None) -> tuple[list[tuple[KeyPath, Any]], TreeSpec]:
    """(path, leaf) pairs, and the structure."""
    return tree_leaves_with_path(tree, is_leaf), tree_structure(tree, is_leaf)


def tree_leaves_with_path(tree: Any, is_leaf: Callable[[Any], bool] | None = None) -> list[tuple[KeyPath, Any]]:
    """(path, leaf) pairs."""
    return list(_leaves_with_paths((), tree, is_leaf))


def _leaves_with_paths(path: KeyPath, tree: Any, is_leaf: Callable[[Any], bool] | None) -> Iterator[tuple[KeyPath, Any]]:
    if tree_is_leaf(tree, is_leaf):
        yield path, tree
        return
    node = SUPPORTED_NODES[_node_type(tree)]
    members = node.flatten_fn(tree)[0]
    keys = [SequenceKey(i) for i in range(len(members))] if node.keys_fn is None else node.keys_fn(tree)
    for key, member in zip(keys, members, strict=True):
        yield from _leaves_with_paths((*path, key), member, is_leaf)


def tree_map_with_path(func: Callable[..., Any], tree: Any, *rests: Any, is_leaf: Callable[[Any], bool] | None = None) -> Any:
    """`tree_map` with the path as first argument."""
    pairs, spec = tree_flatten_with_path(tree, is_leaf)
    others = [spec.flatten_up_to(rest) for rest in rests]
    return spec.unflatten([func(path, leaf, *parts) for (path, leaf), *parts in zip(pairs, *others, strict=True)])


def key_get(obj: Any, kp: KeyPath) -> Any:
    """The part of a tree to which a path leads."""
    for key in kp:
        obj = key.get(obj)
    return obj


def keystr(kp: KeyPath) -> str:
    """Format a path as a Python expression."""
    return "".join(map(str, kp))


class _Star:
    def __repr__(self) -> str:
        return "*"


def treespec_pprint(treespec: TreeSpec) -> str:
    """Format the structure as a nested container with `*` for leaves."""
    return repr(treespec.unflatten([_Star()] * treespec.num_leaves))


def broadcast_prefix(tree: Any, spec: TreeSpec) -> list[Any] | None:
    """Broadcast `tree`, a prefix of `spec`, to one leaf per leaf of `spec`; None if it is not a prefix.

    Mappings match if they have the same keys; members are paired in the order of each mapping, as in PyTorch.
    """
    kind = _node_type(tree)
    if kind is None:
        return [tree] * spec.num_leaves
    if kind is not spec.type and not (_is_mapping(kind) and _is_mapping(spec.type)):
        return None
    members, context = SUPPORTED_NODES[kind].flatten_fn(tree)
    if len(members) != spec.num_children:
        return None
    if set(_keys_of(kind, context)) != set(spec.context_keys()) if _is_mapping(kind) else context != spec.context:
        return None
    result: list[Any] = []
    for member, child in zip(members, spec.children(), strict=True):
        part = broadcast_prefix(member, child)
        if part is None:
            return None
        result += part
    return result


_broadcast_to_and_flatten = broadcast_prefix
