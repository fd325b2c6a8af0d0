"""Which names the behaviour programs use."""
from __future__ import annotations

import ast

from compat_tests import behaviours, names
from compat_tests import names_used as uses

PROGRAM = '''
def case(torch):
    ad, (F, n) = torch.autograd.forward_ad, (torch.nn.functional, 3)
    def inner():
        with ad.dual_level():
            yield F.relu(other.thing)
    yield torch.tensor(n).relu()
'''


def test_chains_are_followed_through_local_names() -> None:
    assert set(uses.chains(ast.parse(PROGRAM))) == {
        "torch.autograd", "torch.autograd.forward_ad", "torch.autograd.forward_ad.dual_level", "torch.nn", "torch.nn.functional",
        "torch.nn.functional.relu", "torch.tensor"}


def test_what_a_case_refers_to_counts_as_its_own() -> None:
    assert uses.reached("case", {"case": {"helper"}, "helper": {"Net", "case"}, "Net": set(), "else": {"Net"}}) == {"case", "helper", "Net"}


def test_cases_that_are_named_exist() -> None:
    used = uses.names_in_behaviours()
    assert all(case.split()[2] in behaviours.cases(case.split()[1]) for case in used["torch.autograd.functional.hvp"])
    assert {"torch.autograd.grad", "torch.func.vmap"} <= used.keys()


def test_names_of_autograd_are_all_listed() -> None:
    listed = {f"{space}.{name}" for space, name in names.listed()}
    assert {"torch.autograd.grad", "torch.autograd.gradcheck", "torch.autograd.graph.Node", "torch.utils.checkpoint.checkpoint"} <= listed
