"""Stores: all kinds behave alike."""
from __future__ import annotations

import os
import pickle
import socket
import threading
import warnings
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


def gone(what: str, path: Path, size: int) -> list[bool]:
    """Whether the file is there after each of `size` stores has gone."""
    stores = [dist.FileStore(str(path / what), size) for _ in range(abs(size))]
    stores[0].set("a", "1")
    there = []
    while stores:
        del stores[0]
        there.append((path / what).exists())
    return there


def test_the_last_store_takes_its_file_away(tmp_path: Path) -> None:
    assert gone("one", tmp_path, 1) == [False] and gone("three", tmp_path, 3) == [True, True, False]
    assert gone("one", tmp_path, 1) == [False] and gone("no size", tmp_path, -1) == [True]
    # One of two has come and gone: the file waits for the other.
    store = dist.FileStore(str(tmp_path / "two"), 2)
    store.set("a", "1")
    del store
    store = dist.FileStore(str(tmp_path / "two"), 2)
    assert store.get("a") == b"1" and store.num_keys() == 3 and store.list_keys() == ["a"]
    inner = dist.PrefixStore("inner", store)
    del store
    assert (tmp_path / "two").exists()
    del inner
    assert not (tmp_path / "two").exists()
    held = dist.FileStore(str(tmp_path / "taken"), 1)
    (tmp_path / "taken").unlink()
    del held
    assert not (tmp_path / "taken").exists()


def test_files_that_cannot_be(tmp_path: Path) -> None:
    with pytest.raises(dist.DistStoreError, match="No such file or directory"):
        dist.FileStore(str(tmp_path / "no" / "store"), 1)
    with pytest.raises(TypeError):
        dist.FileStore(str(tmp_path / "store"), "1")
    assert not (tmp_path / "store").exists()


def is_port_taken(port: int) -> bool:
    """Whether somebody listens at a port."""
    with socket.socket() as trying:
        return trying.connect_ex(("127.0.0.1", port)) == 0


def test_the_last_store_gives_its_port_back() -> None:
    shared: dict[str, Any] = {"multi_tenant": True, "wait_for_workers": False}
    one = dist.TCPStore("127.0.0.1", 0, 1, True, **shared)
    port = one.port
    two = dist.PrefixStore("two", dist.TCPStore("127.0.0.1", port, 1, True, **shared))
    one.set("two/a", "1")
    del one
    assert two.get("a") == b"1"
    del two
    assert not is_port_taken(port)
    fresh = dist.TCPStore("127.0.0.1", port, 1, True, wait_for_workers=False)
    assert fresh.num_keys() == 0
    client = dist.TCPStore("127.0.0.1", port, 1, False, timeout=timedelta(seconds=2), wait_for_workers=False)
    client.set("a", "1")
    del fresh
    with pytest.raises(dist.DistNetworkError, match="went away"):
        client.get("a")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes cannot be forked")
def test_a_forked_process_leaves_stores_to_the_one_that_made_them(tmp_path: Path) -> None:
    stores = [dist.FileStore(str(tmp_path / "store"), 1), dist.TCPStore("127.0.0.1", 0, 1, True)]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Python warns of forks where there are threads
        child = os.fork()
    if not child:
        stores.clear()
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    for store in stores:
        store.set("a", "1")
        assert store.get("a") == b"1"


def test_a_group_that_ends_gives_its_port_back(monkeypatch: pytest.MonkeyPatch) -> None:
    port = dist.TCPStore("127.0.0.1", 0, 1, True).port
    monkeypatch.setenv("MASTER_ADDR", "127.0.0.1")
    monkeypatch.setenv("MASTER_PORT", str(port))
    dist.init_process_group("gloo", rank=0, world_size=1)
    assert is_port_taken(port)
    dist.destroy_process_group()
    assert not is_port_taken(port)
