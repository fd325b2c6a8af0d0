"""The table of ops and its entries: an op is declared when it is accessed, and invalid declarations are refused."""
from __future__ import annotations

from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat._ops.namespace import Namespace
from minitorch_compat._ops.op import ENTRY, OPS, Op
from minitorch_compat._ops.schema import parse
from minitorch_compat._ops.table import FAMILIES, FAMILY_OF, LAZY_FAMILIES


def test_the_table_has_every_family() -> None:
    names = list(OPS)
    assert len(OPS) == len(names) == len(set(names)) == len(OPS.keys()) == len(OPS.values()) == len(OPS.items())
    assert set(FAMILY_OF) <= set(names) and [op.name for op in OPS.values()] == names == [name for name, _ in OPS.items()]
    assert set(FAMILIES) == set(LAZY_FAMILIES) and all(FAMILY_OF[name] == family for family, some in FAMILIES.items()
                                                       for name in some.split())
    assert {op.name for op in OPS.declared()} == set(names) and all(map(OPS.declares, names)) and all(name in OPS for name in names)


def test_what_is_no_op() -> None:
    assert "no such op" not in OPS and OPS.get("no such op") is None and OPS.get("no such op", 3) == 3 and not OPS.declares("no such op")
    with pytest.raises(KeyError, match="no such op"):
        OPS["no such op"]
    with pytest.raises(AttributeError, match="no op is called no_such_op"):
        ENTRY.no_such_op  # noqa: B018
    with pytest.raises(AttributeError, match=r"a formula uses xp\.no_such_op, but no op of that name is declared"):
        Namespace().no_such_op  # noqa: B018
    with pytest.raises(NotImplementedError):
        Namespace().sin  # noqa: B018
    with pytest.raises(AttributeError, match="an op has no spam"):
        ENTRY.sin.spam  # noqa: B018
    with pytest.raises(TypeError, match="op sin: an entry has no option spam"):
        ENTRY.sin.set_facts(spam=3)
    assert ENTRY.sin is OPS["sin"] is OPS.get("sin")


@pytest.mark.parametrize("text", [
    "", "sin",
    "sin(Tensor input)", "sin(Tensor input) Tensor", "(Tensor input) -> Tensor", "s in(Tensor x) -> Tensor", "sin(Tensor input) -> "])
def test_what_is_no_schema(text: str) -> None:
    with pytest.raises(ValueError, match="not a schema"):
        parse(text)


def test_entries_that_contradict_themselves() -> None:
    def formula(xp: Any, g: Any, out: Any, x: Any) -> Any:
        return g

    with pytest.raises(ValueError, match="op sin is declared twice"):
        Op("elementwise", "sin(Tensor input) -> Tensor", None)
    for schema, vjps, sentence in (
            ("_made_a(Tensor input) -> Tensor", (formula, formula), "2 formulas for 1 tensor arguments"),
            ("_made_b(Tensor input, int n) -> Tensor", (formula,), "takes xp, g and 3 more parameters, not 2")):
        op = Op("custom", schema, None, vjps)
        try:
            with pytest.raises(ValueError, match=sentence):
                op.saves  # noqa: B018
        finally:
            del OPS[op.name]


def test_compositions_in_place_record_one_op():
    """The base of a view that is written records a single node."""
    composed = {op.name for op in OPS.values() if op.kind in ("composite", "fused") and hasattr(torch.Tensor, f"{op.name}_")}
    assert composed - {op.name for op in OPS.values() if op.in_place.recorded_op} == {"float_power"}  # whose method calls pow_
