"""`utils._pytree`: flattening and unflattening structures; texts are PyTorch's."""
from __future__ import annotations

from collections import OrderedDict, defaultdict, deque, namedtuple
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
