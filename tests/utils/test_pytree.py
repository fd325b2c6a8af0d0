"""`utils._pytree`: flattening and unflattening structures; texts are PyTorch's."""
from __future__ import annotations

from collections import OrderedDict, defaultdict, deque, namedtuple
from dataclasses import dataclass
from typing import Any

import pytest

from minitorch_compat.utils import _pytree as pytree

Pair = namedtuple("Pair", "a b")
TREES = [1, None, (1,), (1, 2), [1, (2, 3)], {"b": 1, "a": [2]}, (), Pair(1, [2]), OrderedDict(z=1, y=2), deque([1, 2], maxlen=3),
         defaultdict(list, {"a": 1}), ((1, 2), (3, {"k": 4}))]


@pytest.mark.parametrize("tree", TREES, ids=[str(i) for i in range(len(TREES))])
def test_round_trip(tree: Any) -> None:
    leaves, spec = pytree.tree_flatten(tree)
    again = pytree.tree_unflatten(leaves, spec)
    assert again == tree and type(again) is type(tree)
    assert pytree.tree_structure(again) == spec and spec.num_leaves == len(leaves)


def test_texts() -> None:
    assert repr(pytree.tree_structure(1)) == "*"
    assert repr(pytree.tree_structure((1, 2))) == "TreeSpec(tuple, None, [*,\n  *])"
    assert repr(pytree.tree_structure([1, (2, 3)])) == "TreeSpec(list, None, [*,\n  TreeSpec(tuple, None, [*,\n    *])])"
    assert repr(pytree.tree_structure({"b": 1, "a": [2]})) == "TreeSpec(dict, ['b', 'a'], [*,\n  TreeSpec(list, None, [*])])"
    assert pytree.treespec_pprint(pytree.tree_structure((1, [2, {"a": 3}]))) == "(*, [*, {'a': *}])"


def test_mapping() -> None:
    assert pytree.tree_map(lambda a, b: a + b, {"x": (1, 2)}, {"x": (10, 20)}) == {"x": (11, 22)}
    assert pytree.tree_map_only(int, lambda x: x + 1, (1, "a", 2.0)) == (2, "a", 2.0)
    assert pytree.tree_all(lambda x: x > 0, (1, [2])) and not pytree.tree_any(lambda x: x > 2, (1, [2]))
    (path, leaf), _ = pytree.tree_leaves_with_path({"a": (1, 2)})
    assert pytree.keystr(path) == "['a'][0]" and leaf == 1


@pytest.mark.parametrize(("call", "kind", "phrase"), [
    (lambda: pytree.tree_map(lambda a, b: a, (1, 2), [1, 2]), ValueError, "Node type mismatch; expected <class 'tuple'>, but got "
                                                                          "<class 'list'>"),
    (lambda: pytree.tree_map(lambda a, b: a, (1, 2), (1,)), ValueError, "Node arity mismatch; expected 2, but got 1"),
    (lambda: pytree.tree_unflatten([1], pytree.tree_structure((1, 2))), ValueError, "`leaves` has length 1 but the spec refers to a "
                                                                                    "pytree"),
    (lambda: pytree.tree_unflatten((1, 2), 3), TypeError, "Expected `treespec` to be an instance of PyTreeSpec"),
])
def test_refusals(call: Any, kind: Any, phrase: str) -> None:
    with pytest.raises(kind, match=phrase):
        call()


def test_own_containers() -> None:
    class Box:
        def __init__(self, content: Any) -> None:
            self.content = content

    pytree.register_pytree_node(Box, lambda box: ([box.content], None), lambda members, _: Box(members[0]))
    assert pytree.tree_map(lambda x: x * 2, [Box(3)])[0].content == 6
    with pytest.raises(ValueError, match="already registered"):
        pytree.register_pytree_node(Box, lambda box: ([], None), lambda members, _: Box(None))


@pytest.mark.parametrize(("tree", "text"), [
    (1, '[1, {"type": null, "context": null, "children_spec": []}]'),
    ([], '[1, {"type": "builtins.list", "context": "null", "children_spec": []}]'),
    ({}, '[1, {"type": "builtins.dict", "context": "[]", "children_spec": []}]'),
    (deque(maxlen=3), '[1, {"type": "collections.deque", "context": "3", "children_spec": []}]'),
    (defaultdict(int), '[1, {"type": "collections.defaultdict", "context": {"default_factory_module": "builtins", "default_factory_name": '
                       '"int", "dict_context": []}, "children_spec": []}]'),
])
def test_json(tree: Any, text: str) -> None:
    assert pytree.treespec_dumps(pytree.tree_structure(tree)) == text


@pytest.mark.parametrize("tree", [tree for tree in TREES if not isinstance(tree, Pair)])
def test_json_round_trip(tree: Any) -> None:
    spec = pytree.tree_structure(tree)
    assert pytree.treespec_loads(pytree.treespec_dumps(spec)) == spec


def test_json_of_named_types() -> None:
    Triple, Unnamed = namedtuple("Triple", "a b c"), type("Unnamed", (), {})
    with pytest.raises(NotImplementedError, match="Can't serialize TreeSpec of namedtuple class"):
        pytree.treespec_dumps(pytree.tree_structure(Triple(1, 2, 3)))
    pytree._register_namedtuple(Triple, serialized_type_name="tests.Triple")
    spec = pytree.tree_structure(Triple(1, [2], 3))
    assert pytree.treespec_loads(pytree.treespec_dumps(spec)) == spec

    pytree.register_pytree_node(Unnamed, lambda _: ([], None), lambda _m, _c: Unnamed())
    with pytest.raises(NotImplementedError, match="No registered serialization name"):
        pytree.treespec_dumps(pytree.tree_structure(Unnamed()))
    with pytest.raises(ValueError, match="Both to_dumpable_context and from_dumpable_context"):
        pytree.register_pytree_node(type("Other", (), {}), lambda _: ([], None), lambda _m, _c: None, to_dumpable_context=str)
    with pytest.raises(ValueError, match="Unknown protocol"):
        pytree.treespec_dumps(spec, -1)


def test_constants() -> None:
    @dataclass(frozen=True)
    class Size:
        rows: int

    pytree.register_constant(Size)
    leaves, spec = pytree.tree_flatten([1, Size(2)])
    assert leaves == [1] and spec.unflatten([5]) == [5, Size(2)] and spec != pytree.tree_structure([1, Size(3)])
    with pytest.raises(TypeError, match="__eq__"):
        pytree.register_constant(type("NoEquality", (), {}))


def test_former_names() -> None:
    with pytest.warns(FutureWarning, match="_register_pytree_node"):
        pytree._register_pytree_node(type("Old", (), {}), lambda _: ([], None), lambda _m, _c: None)
    with pytest.warns(FutureWarning, match="children_specs"):
        assert pytree.tree_structure([1]).children_specs == [pytree.treespec_leaf()]
    with pytest.warns(FutureWarning, match="LeafSpec"):
        assert pytree.LeafSpec() == pytree.treespec_leaf()
    assert isinstance(pytree.tree_structure(1), pytree.LeafSpec) and not isinstance(pytree.tree_structure([1]), pytree.LeafSpec)


def test_mappings_of_other_kinds() -> None:
    spec = pytree.tree_structure({"a": 1, "b": 2})
    assert spec.flatten_up_to(OrderedDict(b=[2], a=1)) == [1, [2]]
    with pytest.raises(ValueError, match="Node keys mismatch; missing key"):
        spec.flatten_up_to({"a": 1, "c": 2})
    assert pytree._broadcast_to_and_flatten({"a": 1, "b": 2}, pytree.tree_structure({"b": 1, "a": [1, 2]})) == [1, 1, 2]


def test_members_by_structure() -> None:
    from minitorch_compat.fx._pytree import tree_flatten_spec
    from minitorch_compat.fx.immutable_collections import immutable_dict, immutable_list

    assert tree_flatten_spec([10, {"b": (30,), "a": 20, "c": 40}], pytree.tree_structure([1, {"a": 2, "b": (3,)}])) == [10, 20, 30]
    tree = immutable_list([1, immutable_dict(a=2)])
    assert pytree.tree_leaves(tree) == [1, 2] and type(pytree.tree_map(lambda x: x, tree)) is immutable_list
