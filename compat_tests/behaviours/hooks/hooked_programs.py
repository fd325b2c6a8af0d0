"""Random programs of hooks (`compat_tests/programs/hooked.py`), by seed."""
from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

from compat_tests.programs.hooked import Program

#: Hooks of saved tensors that hear of nodes without a gradient, of results written in place and of copies; versions of sums on their way;
#: changes of views that are freed.
SAVED_TENSORS = (45, 52, 76, 116, 128, 229, 245, 270, 272, 287, 291, 303, 346, 397, 398, 400, 425, 427, 456, 574, 583, 589,
                 598, 643, 699, 884, 989, 1167, 1233, 1552, 1661, 1833, 1913, 2318)


#: What hooks of leaves' nodes hear of sums, marks of views that lost their history, gradients kept by what a Function changes.
LEAF_NODES = (10282, 10285, 10341, 10760, 10802, 10861, 11128, 11172, 11191, 11457, 11593, 11613, 11635, 11932, 12131, 12700, 12878,
              13794, 10060)


def _logs(torch: Any, seeds: Any) -> Iterator[Any]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for seed in seeds:
            yield seed, Program(torch, seed).run()


def saved_tensors_and_sums(torch: Any) -> Iterator[Any]:
    """Random programs: hooks of saved tensors, versions of sums under way, views that are freed."""
    yield from _logs(torch, SAVED_TENSORS)


def leaf_nodes_and_lost_views(torch: Any) -> Iterator[Any]:
    """Random programs: hooks of leaves' nodes, views that lost their history, Functions in place."""
    yield from _logs(torch, LEAF_NODES)


def first_forty(torch: Any) -> Iterator[Any]:
    """The first forty random programs of hooks, picked by number and not for a difference."""
    yield from _logs(torch, range(40))
