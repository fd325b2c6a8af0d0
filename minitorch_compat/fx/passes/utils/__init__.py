"""Subgraphs: found, compared, and made into modules."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ...._namespace.modules import recorded_getattr
from .common import HolderModule, compare_graphs, lift_subgraph_as_module

__all__ = ["HolderModule", "compare_graphs", "lift_subgraph_as_module"]


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = recorded_getattr("torch.fx.passes.utils")
