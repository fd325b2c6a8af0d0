"""Plain pickles of earlier versions name private modules that have moved since: they are found."""
from __future__ import annotations

import pickle

import pytest

from minitorch_compat._namespace.modules import FORMER

#: What such pickles name in them.
NAMED = [("_array.pending", "Pending"), ("_bindings.compressed", "rebuilt"), ("_bindings.constants", "_named"),
         ("_bindings.generators", "_new"),
         ("_bindings.interop", "_rebuild"), ("_bindings.interop", "rebuild_ghost"), ("_bindings.pickled", "_rebuild_window"),
         ("_bindings.return_types", "_made"), ("_bindings.sparse", "_rebuild_sparse"), ("_bindings.storages", "_restore_typed"),
         ("_bindings.untyped_storage", "_restore")]


@pytest.mark.parametrize(("module", "name"), NAMED)
def test_what_pickles_name_is_found(module: str, name: str) -> None:
    found = pickle.loads(f"cminitorch_compat.{module}\n{name}\n.".encode())
    assert found.__name__ == name and found.__module__ == f"minitorch_compat.{FORMER[module]}"
