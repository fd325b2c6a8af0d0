"""Remaining differences have a reason, which covers nothing else."""
from __future__ import annotations

import re

import pytest

from compat_tests.misuse import known
from compat_tests.misuse.statements import families

REFUSED = "RuntimeError: unsupported operation: more than one element of the written-to tensor refers to a single memory location"


@pytest.mark.parametrize(("verdict", "call", "theirs", "ours", "explained"), [
    ("other numbers", "out | mean | function|1|out|the input", "float32[] [[0.0]]", "float32[] [[1.0]]", True),
    ("other numbers", "out | mean | function|1|out|float64", "float32[] [[0.0]]", "float32[] [[1.0]]", False),
    ("answered here, refused there", "out | mm | function|1|out|the input", REFUSED, "float32[] [[1.0]]", False),
    ("refused here, answered there", "out | mv | function|1|out|expanded", "float32[5] [[1.0]]", REFUSED, True),
    ("refused here, answered there", "out | mv | function|1|out|expanded", "float32[5] [[1.0]]", "TypeError: no", False),
    ("other text", "attributes | x.T = w | None", "AttributeError: attribute 'T' of 'torch._C.TensorBase' objects is not writable",
     "AttributeError: property 'T' of 'Tensor' object has no setter", True),
    ("other exception type", "attributes | x.T = w | None", "AttributeError: attribute 'T' of 'torch._C' objects is not writable",
     "TypeError: property 'T' of 'Tensor' object has no setter", False),
    ("refused here, answered there", "settings | torch.sparse_coo_tensor([[5]], [1.], (2,))", "float32[2] []",
     "RuntimeError: size is inconsistent with indices: for dim 0, size is 2 but found index 5", True),
    ("refused here, answered there", "settings | torch.sparse_coo_tensor([[5]], [1.], (2,))", "float32[2] []", "TypeError: no", False),
    ("other warnings", "settings | torch.sparse_coo_tensor([[0]], [1.], (2,))", "[]", "['UserWarning: something']", False),
    ("other warnings", "programs | torch.sin(A())", "['UserWarning: Defining your `__torch_function__` as a plain method is deprecated']",
     "[]", False),
    ("state changed by a refusal", "out | mean | function|1|out|the input", REFUSED, REFUSED, False)])
def test_rules(verdict: str, call: str, theirs: str, ours: str, explained: bool) -> None:
    assert (known.reason_of(verdict, call, theirs, ours) is not None) is explained


def test_every_rule_has_a_reason_of_its_own_and_speaks_of_something() -> None:
    assert len({rule.reason for rule in known.RULES}) == len(known.RULES)
    for rule in known.RULES:
        assert rule.call or rule.theirs or rule.ours
        assert rule.reason[0].isupper() or rule.reason[0] == "`"
        assert rule.reason.endswith(".")
        assert not {*rule.verdicts} & {"state changed by a refusal", *families()}
        for pattern in (rule.call, rule.theirs, rule.ours, rule.forbidden):
            re.compile(pattern)


def test_known_differences_are_counted() -> None:
    assert known.counts_by_reason([("A.", 2), ("B.", 3)]).split("\n") == ["known: 5", "      3  B.", "      2  A."]
