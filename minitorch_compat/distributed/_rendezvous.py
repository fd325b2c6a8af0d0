"""Rendezvous of processes that were started separately: `env://`, `tcp://host:port`, `file:///path`."""
from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from ._stores import FileStore, Store, TCPStore
from .constants import default_pg_timeout

RendezvousResult = tuple[Store, int, int]
_handlers: dict[str, Callable[..., Iterator[RendezvousResult]]] = {}


def register_rendezvous_handler(scheme: str, handler: Callable[..., Iterator[RendezvousResult]]) -> None:
    """Register a handler of `scheme://` in an `init_method`: `handler(url, timeout=…)` yields store, rank and world size."""
    if scheme in _handlers:
        raise RuntimeError(f"Rendezvous handler for {scheme}:// already registered")
    _handlers[scheme] = handler


def rendezvous(url: str, rank: int = -1, world_size: int = -1, **kwargs: Any) -> Iterator[RendezvousResult]:
    """Yield the store, rank and world size of a URL.

    Example: `store, rank, size = next(rendezvous("tcp://127.0.0.1:29500", rank=0, world_size=2))`.
    """
    if not isinstance(url, (str, bytes)):
        raise RuntimeError(f"`url` must be a string. {type(url)}: {url}")
    if not isinstance(rank, int):
        raise RuntimeError(f"`rank` must be an integer. {rank}")
    if not isinstance(world_size, int):
        raise RuntimeError(f"`world_size` must be an integer. {world_size}")
    parts = urlsplit(str(url))
    if parts.scheme not in _handlers:
        raise RuntimeError(f"No rendezvous handler for {parts.scheme}://")
    query = dict(parse_qsl(parts.query))
    if rank != -1:
        query["rank"] = str(rank)
    if world_size != -1:
        query["world_size"] = str(world_size)
    from urllib.parse import urlencode

    return _handlers[parts.scheme](parts._replace(query=urlencode(query)).geturl(), **kwargs)


def _parse_ranks(url: str, needed: tuple[str, ...], scheme: str, environment: bool = False) -> dict[str, int]:
    query = dict(parse_qsl(urlsplit(url).query))
    numbers = {}
    for name in needed:
        if name in query:
            numbers[name] = int(query[name])
        elif environment:
            numbers[name] = int(_from_environment(name.upper()))
        else:
            raise _missing_error(scheme, f"{name.replace('_', ' ')} parameter")
    return numbers


def _missing_error(scheme: str, what: str) -> ValueError:
    return ValueError(f"Error initializing torch.distributed using {scheme}:// rendezvous: {what} missing")


def _from_environment(name: str) -> str:
    if not os.environ.get(name):
        raise _missing_error("env", f"environment variable {name} expected, but not set")
    return os.environ[name]


def _file_rendezvous(url: str, timeout: timedelta = default_pg_timeout, **kwargs: Any) -> Iterator[RendezvousResult]:
    path = urlsplit(url).path
    if not path:
        raise _missing_error("file", "path")
    numbers = _parse_ranks(url, ("rank", "world_size"), "file")
    store = FileStore(path, numbers["world_size"])
    store.set_timeout(timeout)
    yield store, numbers["rank"], numbers["world_size"]
    raise RuntimeError("Unable to perform rerendezvous using file:// method")


def _make_tcp_store(host: str, port: int, numbers: dict[str, int], timeout: timedelta) -> Store:
    return TCPStore(host, port, numbers["world_size"], numbers["rank"] == 0, timeout, multi_tenant=True, wait_for_workers=False)


def _tcp_rendezvous(url: str, timeout: timedelta = default_pg_timeout, **kwargs: Any) -> Iterator[RendezvousResult]:
    parts = urlsplit(url)
    if parts.port is None:
        raise _missing_error("tcp", "port number")
    numbers = _parse_ranks(url, ("rank", "world_size"), "tcp")
    yield _make_tcp_store(parts.hostname or "", parts.port, numbers, timeout), numbers["rank"], numbers["world_size"]
    raise RuntimeError("Unable to perform re-rendezvous using tcp:// method")


def _environment_rendezvous(url: str, timeout: timedelta = default_pg_timeout, **kwargs: Any) -> Iterator[RendezvousResult]:
    numbers = _parse_ranks(url, ("rank", "world_size"), "env", environment=True)
    host, port = _from_environment("MASTER_ADDR"), int(_from_environment("MASTER_PORT"))
    yield _make_tcp_store(host, port, numbers, timeout), numbers["rank"], numbers["world_size"]
    raise RuntimeError("Unable to perform re-rendezvous using env:// method")


register_rendezvous_handler("file", _file_rendezvous)
register_rendezvous_handler("tcp", _tcp_rendezvous)
register_rendezvous_handler("env", _environment_rendezvous)
