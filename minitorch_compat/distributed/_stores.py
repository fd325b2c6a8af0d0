"""Stores: small key-value tables that processes share for rendezvous. Tensors are never sent through them.

Every store is an interface to a `StoreTable`, which executes one command at a time: a HashStore calls it directly, a FileStore keeps it in
a locked file, and a TCPStore sends requests to the process that serves it. Waiting is polling, so no command ever blocks the table.
"""
from __future__ import annotations

import contextlib
import operator
import os
import pickle
import selectors
import socket
import socketserver
import struct
import threading
import time
import weakref
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from ._errors import DistNetworkError, DistStoreError

DEFAULT_TIMEOUT = timedelta(seconds=300)


def as_bytes(value: Any) -> bytes:
    """Convert a value, str or bytes, to bytes."""
    return value.encode() if isinstance(value, str) else bytes(value)


def as_timedelta(timeout: Any) -> timedelta:
    """Convert a timedelta or a number of seconds to a timedelta."""
    return timeout if isinstance(timeout, timedelta) else timedelta(seconds=timeout)


class StoreTable:
    """A table of bytes by key, and its commands. `None` means that a key is missing."""

    def __init__(self, content: dict[str, bytes] | None = None) -> None:
        self.content = {} if content is None else content
        self.lock = threading.Lock()

    def execute(self, command: str, *args: Any) -> Any:
        """Execute one command atomically."""
        with self.lock:
            return getattr(self, "_" + command)(*args)

    def _set(self, key: str, value: bytes) -> None:
        self.content[key] = value

    def _get(self, key: str) -> bytes | None:
        return self.content.get(key)

    def _append(self, key: str, value: bytes) -> None:
        self.content[key] = self.content.get(key, b"") + value

    def _add(self, key: str, amount: int) -> int:
        total = int(self.content.get(key, b"0")) + amount
        self.content[key] = str(total).encode()
        return total

    def _check(self, *keys: str) -> bool:
        return all(key in self.content for key in keys)

    def _compare_set(self, key: str, expected: bytes, desired: bytes) -> bytes:
        present = self.content.get(key)
        if present == expected or present is None and not expected:
            self.content[key] = desired
            return desired
        return expected if present is None else present

    def _delete(self, key: str) -> bool:
        return self.content.pop(key, None) is not None

    def _count(self) -> int:
        return len(self.content)

    def _keys(self) -> list[str]:
        return list(self.content)


class Store:
    """A key-value table shared by all processes of a job. Subclasses define access to it (`_execute`), or override the methods."""

    def __init__(self) -> None:
        self._timeout = DEFAULT_TIMEOUT

    def _execute(self, command: str, *args: Any) -> Any:
        raise NotImplementedError("a store needs a way to its table")

    @property
    def timeout(self) -> timedelta:
        """The timeout of `get` and `wait`."""
        return self._timeout

    def set_timeout(self, timeout: timedelta) -> None:
        """Set the timeout."""
        self._timeout = as_timedelta(timeout)

    def set(self, key: str, value: Any) -> None:
        """Set a key to a str or bytes value.

        Example: `store.set("address", "10.0.0.1")`.
        """
        self._execute("set", key, as_bytes(value))

    def get(self, key: str) -> bytes:
        """Wait for a key and return its bytes; raise DistStoreError after the timeout."""
        self.wait([key])
        value = self._execute("get", key)
        if value is None:
            raise DistStoreError(f"the key {key!r} was deleted while it was waited for")
        return bytes(value)

    def append(self, key: str, value: Any) -> None:
        """Append bytes to the value of a key."""
        self._execute("append", key, as_bytes(value))

    def add(self, key: str, amount: int) -> int:
        """Add to the number of a key (0 if missing), and return the sum."""
        return int(self._execute("add", key, int(amount)))

    def check(self, keys: list[str]) -> bool:
        """Whether all keys exist."""
        return bool(self._execute("check", *keys))

    def compare_set(self, key: str, expected_value: Any, desired_value: Any) -> bytes:
        """Set the desired value if the current one is the expected one, or missing if that is empty; return the value afterwards."""
        return bytes(self._execute("compare_set", key, as_bytes(expected_value), as_bytes(desired_value)))

    def delete_key(self, key: str) -> bool:
        """Delete a key; return whether it existed."""
        return bool(self._execute("delete", key))

    def num_keys(self) -> int:
        """The number of keys."""
        return int(self._execute("count"))

    def list_keys(self) -> list[str]:
        """All keys."""
        return list(self._execute("keys"))

    def multi_get(self, keys: list[str]) -> list[bytes]:
        """`get` of several keys."""
        return [self.get(key) for key in keys]

    def multi_set(self, keys: list[str], values: list[Any]) -> None:
        """`set` of several keys."""
        if len(keys) != len(values):
            raise DistStoreError(f"multi_set: {len(keys)} keys and {len(values)} values")
        for key, value in zip(keys, values):
            self.set(key, value)

    def has_extended_api(self) -> bool:
        """True: `append`, `multi_get` and `multi_set` are supported."""
        return True

    def wait(self, keys: list[str], timeout: Any = None) -> None:
        """Wait until all keys exist; raise DistStoreError with the missing ones after the timeout."""
        limit = as_timedelta(self.timeout if timeout is None else timeout)
        end, pause = time.monotonic() + limit.total_seconds(), 0.0005
        while not self.check(keys):
            if time.monotonic() > end:
                raise DistStoreError(f"wait timeout after {limit.total_seconds() * 1000:.0f}ms, keys: "
                                     + ", ".join(key for key in keys if not self.check([key])))
            time.sleep(pause)
            pause = min(pause * 2, 0.02)


class HashStore(Store):
    """A store of one process, for its threads."""

    def __init__(self) -> None:
        super().__init__()
        self._table = StoreTable()

    def _execute(self, command: str, *args: Any) -> Any:
        return self._table.execute(command, *args)


#: Keys in a file for the numbers of open and of closed stores.
_OPEN_PREFIX, _CLOSED_PREFIX = "refcount/", "cleanup/"


class FileStore(Store):
    """A store in a file with locking: `FileStore(path, world_size)`.

    The last store of a file removes it, once `world_size` stores have been closed, so that the next job at the same path starts anew.
    Without a `world_size` the file is kept.
    """

    def __init__(self, file_name: str, world_size: int = -1) -> None:
        super().__init__()
        self._path = str(file_name)
        size = operator.index(world_size)
        try:
            _execute_in_file(self._path, "add", _OPEN_PREFIX, 1)
        except OSError as error:
            raise DistStoreError(error.strerror) from None
        weakref.finalize(self, _release_file, self._path, size, os.getpid())

    @property
    def path(self) -> str:
        """The path of the file."""
        return self._path

    def _execute(self, command: str, *args: Any) -> Any:
        return _execute_in_file(self._path, command, *args)

    def list_keys(self) -> list[str]:
        """All keys that programs have set."""
        return [key for key in super().list_keys() if key not in (_OPEN_PREFIX, _CLOSED_PREFIX)]


@contextlib.contextmanager
def _locked_file(path: str, mode: str = "a+b") -> Iterator[Any]:
    """Context with the file opened and locked."""
    with open(path, mode) as file:
        _lock_file(file)
        try:
            yield file
            file.flush()
        finally:
            _lock_file(file, False)


def _execute_in_file(path: str, command: str, *args: Any) -> Any:
    """Execute one command on the table in a file."""
    with _locked_file(path) as file:
        return _execute_in_locked_file(file, command, *args)


def _execute_in_locked_file(file: Any, command: str, *args: Any) -> Any:
    file.seek(0)
    text = file.read()
    table = StoreTable(_parse_table(text))
    result = table.execute(command, *args)
    after = _serialize_table(table.content)
    if after != text:
        file.seek(0)
        file.truncate()
        file.write(after)
    return result


def _release_file(path: str, world_size: int, process: int) -> None:
    """Count a closed store, and remove the file with the last one. Copies in forked processes are not counted."""
    if os.getpid() != process:
        return
    with contextlib.suppress(OSError):  # the file or its directory may already be deleted
        with _locked_file(path, "r+b") as file:
            closed = _execute_in_locked_file(file, "add", _CLOSED_PREFIX, 1)
            last = _execute_in_locked_file(file, "add", _OPEN_PREFIX, -1) == 0
        if last and 0 <= world_size <= closed:
            os.remove(path)


def _parse_table(text: bytes) -> dict[str, bytes]:
    """Parse the table in a file: alternating keys and values, each preceded by its length."""
    parts, offset = [], 0
    while offset < len(text):
        size, = struct.unpack_from("<I", text, offset)
        parts.append(text[offset + 4:offset + 4 + size])
        offset += 4 + size
    return {key.decode(): value for key, value in zip(parts[::2], parts[1::2])}


def _serialize_table(content: dict[str, bytes]) -> bytes:
    return b"".join(struct.pack("<I", len(part)) + part for key, value in content.items() for part in (key.encode(), value))


def _lock_file(file: Any, lock: bool = True) -> None:
    """Wait for the exclusive lock of the file, or give it up."""
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        file.seek(1 << 30)
        msvcrt.locking(file.fileno(), msvcrt.LK_LOCK if lock else msvcrt.LK_UNLCK, 1)  # type: ignore[attr-defined]
        return
    fcntl.flock(file, fcntl.LOCK_EX if lock else fcntl.LOCK_UN)


class _Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True
    request_queue_size = 512

    def __init__(self, port: int) -> None:
        self.table, self.connections = StoreTable(), set[socket.socket]()
        super().__init__(("", port), _Handler)
        self._process = os.getpid()
        self._waking, self._woken = socket.socketpair()
        self._thread = threading.Thread(target=self._serve, daemon=True, name=f"TCPStore {port}")
        self._thread.start()

    def _serve(self) -> None:
        """Serve requests until `stop`, then release the port."""
        with selectors.DefaultSelector() as selector:
            selector.register(self, selectors.EVENT_READ)
            selector.register(self._woken, selectors.EVENT_READ)
            while not any(key.fileobj is self._woken for key, _ in selector.select()):
                self.handle_request()
        self.server_close()
        self._woken.close()

    def stop(self) -> None:
        """Release the port and close connections. Does nothing in a forked process, which does not own the server."""
        if os.getpid() != self._process:
            return
        self._waking.close()
        if threading.current_thread() is not self._thread:
            self._thread.join()
        for connection in list(self.connections):
            with contextlib.suppress(OSError):  # closed by the peer
                connection.shutdown(socket.SHUT_RDWR)


class _ServerReference:
    """The reference that stores hold to a server, which stops with the last of them."""

    def __init__(self, port: int) -> None:
        server = _Server(port)
        self.port: int = server.server_address[1]
        weakref.finalize(self, server.stop).atexit = False  # at exit the system closes the sockets


class _Handler(socketserver.BaseRequestHandler):
    """Serves one client until it disconnects."""

    server: _Server

    def handle(self) -> None:
        """Read commands and send their results."""
        self.server.connections.add(self.request)
        try:
            with contextlib.suppress(ConnectionError, EOFError):
                while True:
                    command, *args = _receive(self.request)
                    _send(self.request, [self.server.table.execute(command, *args)])
        finally:
            self.server.connections.discard(self.request)


class _PlainUnpickler(pickle.Unpickler):
    """An unpickler for lists of str, bytes and numbers, which refuses classes."""

    def find_class(self, module: str, name: str) -> Any:
        """Raise: no class is allowed."""
        raise DistNetworkError(f"a message to the store names {module}.{name}: not one of ours")


def _send(connection: socket.socket, message: list[Any]) -> None:
    text = pickle.dumps(message, protocol=4)
    connection.sendall(struct.pack("<I", len(text)) + text)


def _receive(connection: socket.socket) -> Any:
    import io

    size, = struct.unpack("<I", _receive_exactly(connection, 4))
    return _PlainUnpickler(io.BytesIO(_receive_exactly(connection, size))).load()


def _receive_exactly(connection: socket.socket, size: int) -> bytes:
    parts = bytearray()
    while len(parts) < size:
        part = connection.recv(size - len(parts))
        if not part:
            raise EOFError
        parts += part
    return bytes(parts)


class TCPStore(Store):
    """A store served by one process (`is_master=True`) at a port, which the others access over the network.

    Parameters: host and port of the master (port 0 there: a free one, available as `port`); `world_size`, the number of processes that
    the master waits for (None: none); `timeout` for keys and for connecting. Raises DistNetworkError if there is no server.

    Example: `store = TCPStore("127.0.0.1", 29500, world_size=2, is_master=rank == 0)`.
    """

    def __init__(self, host_name: str, port: int, world_size: int | None = None, is_master: bool = False,
                 timeout: timedelta = DEFAULT_TIMEOUT, wait_for_workers: bool = True, multi_tenant: bool = False,
                 master_listen_fd: int | None = None, use_libuv: bool = True) -> None:
        super().__init__()
        self._timeout = as_timedelta(timeout)
        self._host, self._port, self._server = host_name, port, None
        if is_master:
            self._server = _shared_server(port, multi_tenant)
            self._port = self._server.port
        self._lock = threading.Lock()
        self._connection = self._connect()
        weakref.finalize(self, self._connection.close)
        if world_size is not None and world_size > 0 and wait_for_workers:
            self._execute("add", "init/", 1)
            if is_master:
                self._await_workers(world_size)

    def _await_workers(self, world_size: int) -> None:
        end = time.monotonic() + self._timeout.total_seconds()
        while (arrived := self._execute("add", "init/", 0)) < world_size:
            if time.monotonic() > end:
                raise DistStoreError(f"Timed out after {self._timeout.total_seconds():g} seconds waiting for clients. "
                                     f"{arrived}/{world_size} clients joined.")
            time.sleep(0.005)

    def _connect(self) -> socket.socket:
        end = time.monotonic() + self._timeout.total_seconds()
        while True:
            try:
                connection = socket.create_connection((self._host, self._port), timeout=max(0.1, end - time.monotonic()))
                if connection.getsockname() == connection.getpeername():  # without a listener, TCP may connect a port to itself
                    connection.close()
                    raise ConnectionRefusedError("nobody listens")
                connection.settimeout(None)
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                return connection
            except OSError as error:
                if time.monotonic() > end:
                    raise DistNetworkError(f"The client socket has failed to connect to {self._host}:{self._port} "
                                           f"within {self._timeout.total_seconds():g} s: {error}") from None
                time.sleep(0.02)

    @property
    def host(self) -> str:
        """The host of the server."""
        return self._host

    @property
    def port(self) -> int:
        """The port of the server."""
        return self._port

    def _execute(self, command: str, *args: Any) -> Any:
        with self._lock:
            try:
                _send(self._connection, [command, *args])
                return _receive(self._connection)[0]
            except (OSError, EOFError) as error:
                raise DistNetworkError(f"the store at {self._host}:{self._port} went away during {command}: {error}") from None

    def __getstate__(self) -> Any:
        return self._host, self._port, self._timeout

    def __setstate__(self, state: Any) -> None:
        self.__init__(state[0], state[1], timeout=state[2], wait_for_workers=False)  # type: ignore[misc]


_servers: weakref.WeakValueDictionary[int, _ServerReference] = weakref.WeakValueDictionary()


def _shared_server(port: int, shared: bool) -> _ServerReference:
    """The server of a port, shared by stores of this process if `shared`."""
    reference = _servers.get(port) if shared else None
    if reference is not None:
        return reference
    try:
        new_reference = _ServerReference(port)
    except OSError as error:
        raise DistNetworkError(f"The server socket has failed to listen on any local network address. port: {port}, "
                               f"useIpv6: false, code: {-(error.errno or 0)}, message: {error.strerror}") from None
    _servers[new_reference.port] = new_reference
    return new_reference


class PrefixStore(Store):
    """A view of another store that prefixes all keys: `PrefixStore("mine", store)`."""

    def __init__(self, prefix: str, store: Store) -> None:
        super().__init__()
        self.prefix, self._store = prefix, store

    @property
    def underlying_store(self) -> Store:
        """The underlying store."""
        return self._store

    @property
    def timeout(self) -> timedelta:
        """The timeout of the underlying store."""
        return self._store.timeout

    def set_timeout(self, timeout: timedelta) -> None:
        """Set the timeout of the underlying store."""
        self._store.set_timeout(timeout)

    def _execute(self, command: str, *args: Any) -> Any:
        if command in ("count", "keys"):
            return self._store._execute(command)
        keys = len(args) if command == "check" else 1
        return self._store._execute(command, *(f"{self.prefix}/{key}" for key in args[:keys]), *args[keys:])
