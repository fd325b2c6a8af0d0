"""Flatten nested Python containers into leaves and unflatten them: the part of PyTorch's module that programs use."""
from __future__ import annotations

import functools
from collections import OrderedDict, defaultdict, deque, namedtuple
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from types import UnionType
from typing import Any, NamedTuple

from .._array.core.user_warnings import warn
from .._bindings.settings.return_types import _Result
from .._dispatch.size import Size
from . import _pytree_serialization as _text
from ._pytree_serialization import SERIALIZED_TYPE_TO_PYTHON_TYPE, SUPPORTED_SERIALIZED_TYPES

__all__ = [
    "Context", "DumpableContext", "FlattenFn", "FromDumpableContextFn", "LeafSpec", "PyTree", "PyTreeSpec", "ToDumpableContextFn",
    "TreeSpec", "UnflattenFn", "is_namedtuple", "is_namedtuple_class", "is_namedtuple_instance", "is_structseq", "is_structseq_class",
    "is_structseq_instance", "key_get", "keystr", "register_pytree_node", "tree_all", "tree_all_only", "tree_any", "tree_any_only",
    "tree_flatten", "tree_flatten_with_path", "tree_is_leaf", "tree_iter", "tree_leaves", "tree_leaves_with_path", "tree_map", "tree_map_",
    "tree_map_only", "tree_map_only_", "tree_map_with_path", "tree_structure", "tree_unflatten", "treespec_dict", "treespec_dumps",
    "treespec_leaf", "treespec_loads", "treespec_pprint", "treespec_tuple"]

FlattenFn = Callable[[Any], tuple[list[Any], Any]]
UnflattenFn = Callable[[list[Any], Any], Any]
FlattenFunc, UnflattenFunc = FlattenFn, UnflattenFn  # their former names
FlattenWithKeysFn = Callable[[Any], tuple[list[tuple[Any, Any]], Any]]
ToDumpableContextFn = Callable[[Any], Any]
FromDumpableContextFn = Callable[[Any], Any]
PyTree = Context = DumpableContext = Any
DEFAULT_TREESPEC_SERIALIZATION_PROTOCOL = _text.PROTOCOL
NO_SERIALIZED_TYPE_NAME_FOUND = _text.NO_NAME


class NodeDef(NamedTuple):
    """The functions that flatten and unflatten a container type."""

    type: Any
    flatten_fn: FlattenFn
    unflatten_fn: UnflattenFn
    flatten_with_keys_fn: FlattenWithKeysFn | None


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

    def __init__(self, type: Any, context: Any, children_specs: Iterable[TreeSpec]) -> None:
        self.type = type
        self.context = context
        self._children = list(children_specs)
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
        """The former name of `children()`."""
        warn("`treespec.children_specs` is deprecated. Use `treespec.child(index)` or `treespec.children()` instead.", FutureWarning)
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
        if node_type is not self.type and not (_is_mapping(node_type) and _is_mapping(self.type)):
            raise ValueError(f"Node type mismatch; expected {self.type!r}, but got {type(tree)!r}.")
        members, context = SUPPORTED_NODES[node_type].flatten_fn(tree)
        if len(members) != self.num_children:
            raise ValueError(f"Node arity mismatch; expected {self.num_children}, but got {len(members)}.")
        if _is_mapping(node_type):
            missing, extra = {*self.context_keys()} - {*tree}, {*tree} - {*self.context_keys()}
            if missing or extra:
                raise ValueError(f"Node keys mismatch; missing key(s): {missing}; extra key(s): {extra}.")
            members = [tree[k] for k in self.context_keys()]
        elif node_type is not deque and context != self.context:
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


class _LeafSpecType(type):
    """Warns that `LeafSpec` is deprecated, both as a constructor and in `isinstance`."""

    def __instancecheck__(cls, instance: object) -> bool:
        return isinstance(instance, TreeSpec) and instance.is_leaf()

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        warn("`LeafSpec` is deprecated: use `treespec_leaf()`; `isinstance(treespec, LeafSpec)` is deprecated, use "
             "`isinstance(treespec, TreeSpec) and treespec.is_leaf()` instead.", FutureWarning)
        return _LEAF


class LeafSpec(TreeSpec, metaclass=_LeafSpecType):
    """The structure of a leaf."""

    __slots__ = ()


PyTreeSpec = TreeSpec
_LEAF = TreeSpec(None, None, ())


def treespec_leaf() -> TreeSpec:
    """The structure of a leaf."""
    return _LEAF


def _refuse_unless_specs(children: Iterable[Any], expected: str, given: Any) -> None:
    if not all(isinstance(child, TreeSpec) for child in children):
        raise ValueError(f"Expected a {expected} of TreeSpec values, got: {given!r}.")


def treespec_tuple(iterable: Iterable[TreeSpec] = (), /) -> TreeSpec:
    """The structure of a tuple with these members."""
    children = list(iterable)
    _refuse_unless_specs(children, "tuple", children)
    return TreeSpec(tuple, None, children)


def treespec_dict(mapping: Any = (), /, **kwargs: TreeSpec) -> TreeSpec:
    """The structure of a dict with these values."""
    members = dict(mapping, **kwargs)
    _refuse_unless_specs(members.values(), "dictionary", members)
    return TreeSpec(dict, list(members), members.values())


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
    """Whether `kind` was made by `namedtuple`, or derives from such a class."""
    return (isinstance(kind, type) and issubclass(kind, tuple) and isinstance(names := getattr(kind, "_fields", None), tuple)
            and all(type(name) is str for name in names) and all(callable(getattr(kind, name, None)) for name in ("_make", "_asdict")))


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
    cls: Any, flatten_fn: FlattenFn, unflatten_fn: UnflattenFn, *, serialized_type_name: str | None = None,
    to_dumpable_context: Any = None, from_dumpable_context: Any = None, flatten_with_keys_fn: Any = None,
) -> None:
    """Register `cls` as a container: `flatten_fn(obj) -> (members, context)`, `unflatten_fn(members, context) -> obj`."""
    if cls in SUPPORTED_NODES:
        raise ValueError(f"{cls} is already registered as pytree node. Overwriting the previous registration is not allowed.")
    _set_node(cls, flatten_fn, unflatten_fn, flatten_with_keys_fn, serialized_type_name, to_dumpable_context, from_dumpable_context)


def _set_node(cls: Any, flatten_fn: FlattenFn, unflatten_fn: UnflattenFn, flatten_with_keys_fn: FlattenWithKeysFn | None = None,
              serialized_type_name: str | None = None, to_dumpable_context: Any = None, from_dumpable_context: Any = None) -> None:
    if cls in SUPPORTED_NODES:
        warn(f"{cls} is already registered as pytree node. Overwriting the previous registration.")
    _text.name_type(cls, serialized_type_name, to_dumpable_context, from_dumpable_context)
    SUPPORTED_NODES[cls] = NodeDef(cls, flatten_fn, unflatten_fn, flatten_with_keys_fn)


def _private_register_pytree_node(
    cls: Any, flatten_fn: FlattenFn, unflatten_fn: UnflattenFn, *, serialized_type_name: str | None = None,
    to_dumpable_context: Any = None, from_dumpable_context: Any = None, flatten_with_keys_fn: Any = None,
) -> None:
    """`register_pytree_node` that warns if `cls` is registered already, and registers it anew."""
    _set_node(cls, flatten_fn, unflatten_fn, flatten_with_keys_fn, serialized_type_name, to_dumpable_context, from_dumpable_context)


def _register_pytree_node(
    cls: Any, flatten_fn: FlattenFn, unflatten_fn: UnflattenFn, to_str_fn: Any = None, maybe_from_str_fn: Any = None, *,
    serialized_type_name: str | None = None, to_dumpable_context: Any = None, from_dumpable_context: Any = None,
    flatten_with_keys_fn: Any = None,
) -> None:
    """The former name of `register_pytree_node`."""
    warn("`torch.utils._pytree._register_pytree_node` is deprecated. Please use `torch.utils._pytree.register_pytree_node` instead.",
         FutureWarning)
    if to_str_fn is not None or maybe_from_str_fn is not None:
        warn("`to_str_fn` and `maybe_from_str_fn` is deprecated. Please use `to_dumpable_context` and `from_dumpable_context` instead.",
             FutureWarning)
    _set_node(cls, flatten_fn, unflatten_fn, flatten_with_keys_fn, serialized_type_name, to_dumpable_context, from_dumpable_context)


def _deregister_pytree_node(cls: Any) -> None:
    """Undo the registration of a container type."""
    del SUPPORTED_NODES[cls]
    recorded = SUPPORTED_SERIALIZED_TYPES.pop(cls)
    del SERIALIZED_TYPE_TO_PYTHON_TYPE[recorded.serialized_type_name]
    CONSTANT_NODES.discard(cls)


def _register_namedtuple(cls: Any, *, serialized_type_name: str) -> None:
    """Give a namedtuple the name under which `treespec_dumps` writes it."""
    if cls in SUPPORTED_SERIALIZED_TYPES:
        warn(f"{cls} is already registered as pytree node. Overwriting the previous registration.")
    _text.name_type(cls, serialized_type_name)


#: Registered types whose instances are part of the structure.
CONSTANT_NODES: set[Any] = set()


@dataclass(frozen=True)
class ConstantNode:
    """The context of a constant."""

    value: Any


def register_constant(cls: Any) -> None:
    """Register a type whose instances are no leaves but part of the structure: structures are equal if they are."""
    for method in ("__eq__", "__hash__"):
        if getattr(cls, method) in (None, getattr(object, method)):
            raise TypeError(f"register_constant(cls) expects `cls` to have a non-default `{method}` implementation.")

    def flatten(obj: Any) -> tuple[list[Any], Any]:
        return [], ConstantNode(obj)

    _set_node(cls, flatten, lambda _, context: context.value, flatten)
    CONSTANT_NODES.add(cls)


def is_constant_class(cls: Any) -> bool:
    """Whether `cls` has been registered by `register_constant`."""
    return cls in CONSTANT_NODES


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

    _set_node(cls, flatten, unflatten, _with_keys(flatten, lambda obj: [GetAttrKey(name) for name in split(obj)[0]]), serialized_type_name)


def _with_keys(flatten: FlattenFn, keys: Callable[[Any], list[Any]]) -> FlattenWithKeysFn:
    """The function that flattens with keys, made of one that flattens and one that gives the keys."""
    def flatten_with_keys(obj: Any) -> tuple[list[tuple[Any, Any]], Any]:
        values, context = flatten(obj)
        return list(zip(keys(obj), values, strict=True)), context

    return flatten_with_keys


def _register_builtin(kind: Any, flatten: FlattenFn, unflatten: UnflattenFn, keys: Callable[[Any], list[Any]],
                      name: str | None = None, to_dumpable: Any = None, from_dumpable: Any = None) -> None:
    _set_node(kind, flatten, unflatten, _with_keys(flatten, keys), name, to_dumpable, from_dumpable)


def _sequence_keys(obj: Any) -> list[Any]:
    return [SequenceKey(i) for i in range(len(obj))]


def _mapping_keys(obj: Any) -> list[Any]:
    return [MappingKey(k) for k in obj]


def _rebuild_defaultdict(members: list[Any], context: Any) -> Any:
    return defaultdict(context[0], zip(context[1], members, strict=True))


def _list_with_context(context: Callable[[Any], Any]) -> FlattenFn:
    return lambda d: (list(d), context(d))


def _sequence_of(kind: Any) -> UnflattenFn:
    return lambda m, _c: kind(m)


def _mapping_of(kind: Any) -> UnflattenFn:
    return lambda m, c: kind(zip(c, m, strict=True))


_kind: Any
for _kind, _made, _name in ((tuple, tuple, "builtins.tuple"), (Size, tuple, "torch.Size"), (list, list, "builtins.list")):
    _register_builtin(_kind, _list_with_context(lambda _: None), _sequence_of(_made), _sequence_keys, _name)  # sizes may hold anything then
for _kind, _name in ((dict, "builtins.dict"), (OrderedDict, "collections.OrderedDict")):
    _register_builtin(_kind, lambda d: (list(d.values()), list(d)), _mapping_of(_kind), _mapping_keys, _name)
_register_builtin(defaultdict, lambda d: (list(d.values()), [d.default_factory, list(d)]), _rebuild_defaultdict, _mapping_keys,
                  "collections.defaultdict", _text.defaultdict_context, _text.context_of_defaultdict)
_register_builtin(deque, _list_with_context(lambda d: d.maxlen), lambda m, c: deque(m, maxlen=c), _sequence_keys, "collections.deque")
_register_builtin(namedtuple, _list_with_context(type), lambda m, c: c(*m), lambda d: [GetAttrKey(n) for n in d._fields],
                  "collections.namedtuple", _text.namedtuple_name, _text.named_namedtuple)
STANDARD_DICT_TYPES = frozenset({dict, OrderedDict, defaultdict})
BUILTIN_TYPES: frozenset[Any] = frozenset({tuple, list, namedtuple, deque, *STANDARD_DICT_TYPES})


def _functions_of(kind: Any) -> tuple[Callable[..., Any], Callable[..., Any], Callable[..., Any]]:
    """The flatten, flatten-with-keys and unflatten functions of a built-in container, for registering similar types."""
    node: Any = SUPPORTED_NODES[kind]
    return node.flatten_fn, node.unflatten_fn, node.flatten_with_keys_fn


_dict_flatten, _dict_unflatten, _dict_flatten_with_keys = _functions_of(dict)
_ordereddict_flatten, _ordereddict_unflatten, _ordereddict_flatten_with_keys = _functions_of(OrderedDict)
_list_flatten, _list_unflatten, _list_flatten_with_keys = _functions_of(list)
_tuple_flatten, _tuple_unflatten, _tuple_flatten_with_keys = _functions_of(tuple)
_namedtuple_flatten, _namedtuple_unflatten, _namedtuple_flatten_with_keys = _functions_of(namedtuple)
_defaultdict_flatten, _defaultdict_unflatten, _defaultdict_flatten_with_keys = _functions_of(defaultdict)
_deque_flatten, _deque_unflatten, _deque_flatten_with_keys = _functions_of(deque)


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


def tree_unflatten(leaves: Any, treespec: Any) -> Any:
    """The tree of this structure with these leaves, which may be given in either order."""
    if isinstance(leaves, TreeSpec):
        leaves, treespec = treespec, leaves
    return _checked_spec(treespec).unflatten(leaves)


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


def map_only(type_or_types_or_pred: Any, /) -> Callable[[Callable[[Any], Any]], Callable[[Any], Any]]:
    """A decorator that applies a function only to values of a type (or accepted by a predicate)."""
    if isinstance(type_or_types_or_pred, (type, tuple, UnionType)):
        def chosen(x: Any) -> bool:
            return isinstance(x, type_or_types_or_pred)
    elif callable(type_or_types_or_pred):
        chosen = type_or_types_or_pred
    else:
        raise TypeError("Argument must be a type, a tuple of types, or a callable.")

    def decorate(func: Callable[[Any], Any]) -> Callable[[Any], Any]:
        @functools.wraps(func)
        def inner(x: Any) -> Any:
            return func(x) if chosen(x) else x

        return inner

    return decorate


def tree_map_only(type_or_types_or_pred: Any, /, func: Callable[[Any], Any], tree: Any,
                  is_leaf: Callable[[Any], bool] | None = None) -> Any:
    """`tree_map` over leaves of a type; others are kept."""
    return tree_map(map_only(type_or_types_or_pred)(func), tree, is_leaf=is_leaf)


def tree_map_only_(type_or_types_or_pred: Any, /, func: Callable[[Any], Any], tree: Any,
                   is_leaf: Callable[[Any], bool] | None = None) -> Any:
    """`tree_map_` over leaves of a type."""
    return tree_map_(map_only(type_or_types_or_pred)(func), tree, is_leaf=is_leaf)


def tree_all(pred: Callable[[Any], bool], tree: Any, is_leaf: Callable[[Any], bool] | None = None) -> bool:
    """Whether `pred` holds for every leaf."""
    return all(map(pred, tree_leaves(tree, is_leaf)))


def tree_any(pred: Callable[[Any], bool], tree: Any, is_leaf: Callable[[Any], bool] | None = None) -> bool:
    """Whether `pred` holds for some leaf."""
    return any(map(pred, tree_leaves(tree, is_leaf)))


def tree_all_only(type_or_types: Any, /, pred: Callable[[Any], bool], tree: Any, is_leaf: Callable[[Any], bool] | None = None) -> bool:
    """Whether `pred` holds for every leaf of a type."""
    return all(pred(x) for x in tree_leaves(tree, is_leaf) if isinstance(x, type_or_types))


def tree_any_only(type_or_types: Any, /, pred: Callable[[Any], bool], tree: Any, is_leaf: Callable[[Any], bool] | None = None) -> bool:
    """Whether `pred` holds for some leaf of a type."""
    return any(pred(x) for x in tree_leaves(tree, is_leaf) if isinstance(x, type_or_types))


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
    if node.flatten_with_keys_fn is None:
        raise ValueError(f"Did not find a flatten_with_keys_fn for type: {node.type}. Please pass one to register_pytree_node.")
    for key, member in node.flatten_with_keys_fn(tree)[0]:
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


def _checked_spec(treespec: Any) -> TreeSpec:
    if not isinstance(treespec, TreeSpec):
        raise TypeError(f"Expected `treespec` to be an instance of PyTreeSpec but got item of type {type(treespec)}.")
    return treespec


def treespec_dumps(treespec: TreeSpec, protocol: int | None = None) -> str:
    """Write a structure as JSON text. Its container types need a registered name."""
    return _text.dumps(_checked_spec(treespec), protocol)


def treespec_loads(serialized: str) -> TreeSpec:
    """Read a structure that `treespec_dumps` wrote."""
    spec: TreeSpec = _text.loads(serialized, TreeSpec, _LEAF)
    return spec


def broadcast_prefix(tree: Any, treespec: TreeSpec, is_leaf: Callable[[Any], bool] | None = None) -> list[Any] | None:
    """Broadcast `tree`, a prefix of `treespec`, to one leaf per leaf of it; None if it is not a prefix.

    Mappings match if they have the same keys; the leaves come in the order of the mappings in `tree`, as in PyTorch.
    """
    kind, spec = _node_type(tree), treespec
    if kind is None or is_leaf is not None and is_leaf(tree):
        return [tree] * spec.num_leaves
    if kind is not spec.type and not (_is_mapping(kind) and _is_mapping(spec.type)):
        return None
    members, context = SUPPORTED_NODES[kind].flatten_fn(tree)
    if len(members) != spec.num_children:
        return None
    if set(_keys_of(kind, context)) != set(spec.context_keys()) if _is_mapping(kind) else context != spec.context:
        return None
    children = spec.children()
    if _is_mapping(kind):
        children = [children[spec.context_keys().index(key)] for key in _keys_of(kind, context)]
    result: list[Any] = []
    for member, child in zip(members, children, strict=True):
        part = broadcast_prefix(member, child, is_leaf)
        if part is None:
            return None
        result += part
    return result


_broadcast_to_and_flatten = broadcast_prefix
