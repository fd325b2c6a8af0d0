"""Stores: every kind answers alike."""
from __future__ import annotations

import pickle
import threading
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

import minitorch_compat as torch

dist = torch.distributed
KINDS: dict[str, Callable[[Path], Any]] = {
    "hash": lambda path: dist.HashStore(),
    "file": lambda path: dist.FileStore(str(path / "store"), 1),
    "tcp": lambda path: dist.TCPStore("127.0.0.1", 0, 1, True),
    "prefix": lambda path: dist.PrefixStore("p", dist.HashStore()),
}


@pytest.mark.parametrize("kind", KINDS)
def test_commands(kind: str, tmp_path: Path) -> None:
    store = KINDS[kind](tmp_path)
    store.set("a", "1")
    assert store.get("a") == b"1" and store.check(["a"]) and not store.check(["a", "b"])
    assert store.add("n", 2) == 2 and store.add("n", 3) == 5 and store.get("n") == b"5"
    assert store.compare_set("a", "1", "2") == b"2" and store.compare_set("a", "1", "3") == b"2"
    assert store.compare_set("new", "", "x") == b"x" and store.compare_set("absent", "y", "z") == b"y"
    store.append("a", "34")
    assert store.get("a") == b"234" and store.delete_key("a") and not store.delete_key("a")
    store.multi_set(["x", "y"], ["1", "2"])
    assert store.multi_get(["x", "y"]) == [b"1", b"2"]
    store.set_timeout(timedelta(milliseconds=30))
    with pytest.raises(dist.DistStoreError, match="wait timeout after 30ms"):
        store.get("never")


def test_a_key_is_waited_for(tmp_path: Path) -> None:
    server = dist.TCPStore("127.0.0.1", 0, 2, True, wait_for_workers=False)
    client = dist.TCPStore("127.0.0.1", server.port, 2, False)
    threading.Timer(0.05, lambda: client.set("late", "here")).start()
    assert server.get("late") == b"here"
    copied = pickle.loads(pickle.dumps(client))
    assert copied.get("late") == b"here"


def test_nobody_serves() -> None:
    with pytest.raises(dist.DistNetworkError, match="failed to connect"):
        dist.TCPStore("127.0.0.1", 1, 1, False, timeout=timedelta(milliseconds=50))


def test_rendezvous() -> None:
    with pytest.raises(ValueError, match="rank parameter missing"):
        next(dist.rendezvous("tcp://127.0.0.1:1"))
    with pytest.raises(RuntimeError, match="No rendezvous handler"):
        dist.rendezvous("carrier://pigeon")
    dist.register_rendezvous_handler("given", lambda url, **kwargs: iter([(dist.HashStore(), 0, 1)]))
    assert next(dist.rendezvous("given://"))[1:] == (0, 1)
